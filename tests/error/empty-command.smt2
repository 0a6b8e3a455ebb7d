; expect: 4:2: unexpected `)`: expected the name of a command
(set-logic HORN)
(declare-fun P (Int Int) Bool)
()
