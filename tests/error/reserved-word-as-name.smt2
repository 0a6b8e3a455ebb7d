; expect: 2:14: unexpected reserved word `let`: expected a name to declare
(declare-fun let (Int) Bool)
