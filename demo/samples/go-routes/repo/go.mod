module example.org/routes

go 1.21
