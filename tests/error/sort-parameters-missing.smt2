; expect: 2:17: expected 0: declared sorts with parameters are not supported, found `1`
(declare-sort S 1)
