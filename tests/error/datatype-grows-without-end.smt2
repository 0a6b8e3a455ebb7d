; expect: 5:17: sorts may be nested 500 deep at most
(declare-datatypes ((Pair 1) (Nest 1)) (
  (par (A) ((pair (fst A) (snd A))))
  (par (A) ((leaf) (nest (value A) (rest (Nest (Pair A))))))))
(declare-fun Q ((Nest Int)) Bool)
