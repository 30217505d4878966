// Command hello serves one greeting, as an example of a router with a step.
package main

import (
	"fmt"
	"log"
	"net/http"

	"example.org/routes/route"
)

func logging(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Printf("%s %q", r.Method, r.URL.Path)
		next.ServeHTTP(w, r)
	})
}

func main() {
	root := route.New().Use(logging)
	root.Group("/hello").Handle("/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "hello")
	}))
	log.Fatal(http.ListenAndServe("localhost:8080", root))
}
