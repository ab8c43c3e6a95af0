module headwater.io/examples/wc

go 1.24
