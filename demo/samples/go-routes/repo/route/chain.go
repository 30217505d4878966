package route

import "net/http"

// chain puts the steps around a handler so that the first one runs first. The steps are looked up on each request,
// which lets a step be replaced while the server runs.
func chain(steps []Step, handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wrapped := handler
		for i := len(steps) - 1; i >= 0; i-- {
			wrapped = steps[i](wrapped)
		}
		wrapped.ServeHTTP(w, r)
	})
}
