package scale

import "testing"

func TestEdges(t *testing.T) {
	for points, want := range map[int]string{90: "A", 75: "B", 74: "C"} {
		if got := Grade(points); got != want {
			t.Errorf("%d gave %s", points, got)
		}
	}
}
