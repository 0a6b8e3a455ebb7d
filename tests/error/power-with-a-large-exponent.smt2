; expect: 2:19: `^` is not supported with this exponent, `1001` (supported are the natural numbers up to 1000)
(assert (= 1 (^ 1 1001)))
