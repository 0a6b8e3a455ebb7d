; expect: 5:1: not a Horn clause: it has 2 heads, `p` and `q`
(set-logic HORN)
(declare-fun p () Bool)
(declare-fun q () Bool)
(check-sat-assuming ((or p q)))
