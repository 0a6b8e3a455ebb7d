; expect: 4:2: unknown command `solve`: expected a command (known commands are assert,
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(solve P)
