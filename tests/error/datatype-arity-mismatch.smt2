; expect: 2:32: `List` is declared with 1 parameters: expected as many here, found 0 (write (par (X …) (constructor …)))
(declare-datatypes ((List 1)) (((nil) (cons (head Int) (tail (List Int))))))
