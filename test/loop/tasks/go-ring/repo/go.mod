module example.com/scale

go 1.21
