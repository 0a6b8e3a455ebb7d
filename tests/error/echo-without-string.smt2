; expect: 2:7: expected a string, found `hello`
(echo hello)
