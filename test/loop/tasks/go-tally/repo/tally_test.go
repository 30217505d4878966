package tally

import "testing"

func TestLine(t *testing.T) {
	if got := Line("Reds", 3); got != "Reds      |  3" {
		t.Errorf("got %q", got)
	}
}
