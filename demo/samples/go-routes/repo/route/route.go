// Package route groups HTTP handlers under common prefixes and steps.
package route

import (
	"net/http"
	"strings"
)

// A Step wraps a handler, for example with logging or authentication.
type Step func(http.Handler) http.Handler

// A Group is a prefix and the steps that run, first to last, before every handler added to it.
// Groups are values: Use and Group return new ones and leave the receiver as it is.
type Group struct {
	mux    *http.ServeMux
	prefix string
	steps  []Step
}

// New returns the root group of a new router.
func New() Group {
	return Group{mux: http.NewServeMux()}
}

// Use returns a group with more steps.
func (g Group) Use(steps ...Step) Group {
	g.steps = append(g.steps, steps...)
	return g
}

// Group returns a group below the receiver's prefix, with the receiver's steps.
func (g Group) Group(prefix string) Group {
	g.prefix += "/" + strings.Trim(prefix, "/")
	return g
}

// Handle registers a handler with all steps of the group around it.
func (g Group) Handle(pattern string, handler http.Handler) {
	g.mux.Handle(g.prefix+pattern, chain(g.steps, handler))
}

// ServeHTTP answers with the whole router, whatever group it is called on.
func (g Group) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mux.ServeHTTP(w, r)
}
