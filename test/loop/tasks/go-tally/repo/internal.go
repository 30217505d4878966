package tally

import "fmt"

func pad(text string) string { return fmt.Sprintf("%-5s", text) }

func number(n int) string { return fmt.Sprintf("%2d", n) }
