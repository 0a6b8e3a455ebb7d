; expect: 2:2: expected the name of a command, found `5`
(5 6)
