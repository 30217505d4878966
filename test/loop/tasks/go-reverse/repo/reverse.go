package reverse

// Reverse returns the text with its characters in the other order.
func Reverse(text string) string {
	out := make([]byte, len(text))
	for i := 0; i < len(text); i++ {
		out[len(text)-1-i] = text[i]
	}
	return string(out)
}
