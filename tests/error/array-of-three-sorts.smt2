; expect: 2:18: arrays of several dimensions are not supported (nest them: (Array I (Array J E)))
(declare-fun Q ((Array Int Int Bool)) Bool)
