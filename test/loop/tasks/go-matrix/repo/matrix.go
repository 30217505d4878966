package matrix

// Transpose swaps rows and columns.
func Transpose(rows [][]int) [][]int {
	return rows
}
