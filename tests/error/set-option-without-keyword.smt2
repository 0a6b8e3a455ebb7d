; expect: 2:13: expected a keyword, such as `:status`, found `produce-models`
(set-option produce-models true)
