package matrix

import (
	"reflect"
	"testing"
)

func TestEmpty(t *testing.T) {
	if got := Transpose(nil); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestTranspose(t *testing.T) {
	want := [][]int{{1, 3}, {2, 4}}
	if got := Transpose([][]int{{1, 2}, {3, 4}}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
}
