package route

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// mark is a step that writes its name before the handler answers.
func mark(name string) Step {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, name, " ")
			next.ServeHTTP(w, r)
		})
	}
}

var done = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, "done")
})

func get(t *testing.T, handler http.Handler, path string) string {
	t.Helper()
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	return answer.Body.String()
}

func TestStepsRunInOrder(t *testing.T) {
	root := New().Use(mark("log"), mark("trace"))
	root.Handle("/ping", done)

	if got, want := get(t, root, "/ping"), "log trace done"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGroupsNestTheirPrefixes(t *testing.T) {
	root := New()
	root.Group("/api").Group("v1/").Handle("/ping", done)

	if got, want := get(t, root, "/api/v1/ping"), "done"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSiblingGroupsKeepTheirOwnSteps(t *testing.T) {
	root := New().Use(mark("log")).Use(mark("trace")).Use(mark("limit"))
	admin := root.Group("/admin").Use(mark("auth"))
	public := root.Group("/public").Use(mark("cache"))
	admin.Handle("/users", done)
	public.Handle("/news", done)

	if got, want := get(t, root, "/admin/users"), "log trace limit auth done"; got != want {
		t.Errorf("/admin/users: got %q, want %q", got, want)
	}
	if got, want := get(t, root, "/public/news"), "log trace limit cache done"; got != want {
		t.Errorf("/public/news: got %q, want %q", got, want)
	}
}

func TestUnknownPathsAreNotFound(t *testing.T) {
	answer := httptest.NewRecorder()
	New().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/nowhere", nil))

	if answer.Code != http.StatusNotFound {
		t.Errorf("got status %d", answer.Code)
	}
}
