; expect: 3:1: cannot pop 2 levels: expected at most 1, as many as are open
(push 1)
(pop 2)
