package reverse

import "testing"

func TestPlain(t *testing.T) {
	if got := Reverse("stressed"); got != "desserts" {
		t.Errorf("reverse.go gave %q", got)
	}
}

func TestUmlauts(t *testing.T) {
	if got := Reverse("schön"); got != "nöhcs" {
		t.Errorf("reverse.go gave %q", got)
	}
}
