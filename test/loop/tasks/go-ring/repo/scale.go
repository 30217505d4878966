package scale

// Grade turns points out of 100 into a letter.
func Grade(points int) string {
	switch {
	case points > 90:
		return "A"
	case points > 75:
		return "B"
	}
	return "C"
}
