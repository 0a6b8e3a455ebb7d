; expect: 2:19: this string is never closed: expected `"`
(set-info :source "abc)
(check-sat)
