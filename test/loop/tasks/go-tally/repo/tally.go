package tally

// Line is one row of the table.
func Line(team string, points int) string {
	return pad(team) + "|" + number(points)
}
