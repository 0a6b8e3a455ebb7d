; expect: 2:20: the sort `FloatingPoint` (floating-point numbers) is not supported
(declare-fun Q ((_ FloatingPoint 8 24)) Bool)
