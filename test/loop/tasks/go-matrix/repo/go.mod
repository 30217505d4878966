module example.com/matrix

go 1.21
