//! What Z3 reads beyond SMT-LIB, with its meaning.

use super::{NAMES, Script, mistake, same};

#[test]
fn numbers_may_have_a_sign_and_are_taken_modulo_the_width() {
    same("(= a -5)", "(= a (- 5))");
    same("(= a (- -5 -0))", "(= a (- (- 5) 0))");
    same("(= x -2.50)", "(= x (/ (- 5) 2))");
    same("(= x (- 5. 3))", "(= x (- 5.0 3.0))");
    same("(= v (_ bv515 8))", "(= v #x03)");
    let script = Script::read("(declare-const -5 Int)(declare-const a Int)(assert (= a -5))(assert (= a (- 5)))");
    assert_ne!(script.formulas()[0], script.formulas()[1], "a declared name stays what it is");
}

#[test]
fn operators_take_one_argument_or_many() {
    same("(= v (bvadd v) (bvmul w) (bvand v) (bvxor w) (concat v))", "(= v v w v w v)");
    same("(= v (bvxnor v w v))", "(= v (bvxnor (bvxnor v w) v))");
    same("(= v (bvxnor w))", "(= v (bvnot w))");
    same("(xor p)", "p");
    same("(= a (div b) (- (div b)))", "(= a b (- b))");
    same("(= x (/ y))", "(= x y)");
    same("(and (< a) (distinct v) p)", "(and true true p)");
    same(
        "(= v (ite p (ext_rotate_left v w) v))",
        "(= v (ite p (bvor (bvshl v (bvurem w #x08)) \
        (bvlshr v (bvsub #x08 (bvurem w #x08)))) v))",
    );
}

#[test]
fn powers_are_products() {
    same("(= a (^ b 3))", "(= a (* b b b))");
    same("(= a (^ b 1) (^ b 0) (^ 2 10))", "(= a b 1 1024)");
    same("(= x (^ y 2))", "(= x (* y y))");
    for exponent in ["b", "(- 1)", "100000"] {
        let error = mistake(&format!("{NAMES}(assert (= a (^ b {exponent})))"));
        assert!(error.message.starts_with("`^` is not supported with this exponent"), "{error}");
    }
}

#[test]
fn overflow_is_what_more_bits_show() {
    same("(bvnego v)", "(= v #x80)");
    same("(bvusubo v w)", "(bvult v w)");
    same("(bvsdivo v w)", "(and (= v #x80) (= w #xff))");
    for (predicate, op, extend, more) in [
        ("bvuaddo", "bvadd", "zero_extend", 1),
        ("bvsaddo", "bvadd", "sign_extend", 1),
        ("bvssubo", "bvsub", "sign_extend", 1),
        ("bvumulo", "bvmul", "zero_extend", 8),
        ("bvsmulo", "bvmul", "sign_extend", 8),
    ] {
        let wide = format!("({op} ((_ {extend} {more}) v) ((_ {extend} {more}) w))");
        let fits = format!("(= {wide} ((_ {extend} {more}) ((_ extract 7 0) {wide})))");
        same(&format!("({predicate} v w)"), &format!("(not {fits})"));
    }
    let wide = "(bvmul ((_ sign_extend 8) v) ((_ sign_extend 8) w))";
    same("(bvsmul_noovfl v w)", &format!("(bvsle {wide} ((_ sign_extend 8) #x7f))"));
    same("(bvsmul_noudfl v w)", &format!("(bvsge {wide} ((_ sign_extend 8) #x80))"));
    same("(bvumul_noovfl v w)", "(not (bvumulo v w))");
}

#[test]
fn numbers_and_truth_values_are_converted() {
    same("(= a p)", "(= a (ite p 1 0))");
    same("(= p q x)", "(and (= (ite p 1.0 0.0) (ite q 1.0 0.0)) (= (ite q 1.0 0.0) x))");
    same("(= a (+ p q))", "(= a (+ (ite p 1 0) (ite q 1 0)))");
    same("(= a (ite p q b))", "(= a (ite p (ite q 1 0) b))");
    same("(distinct p a)", "(distinct (ite p 1 0) a)");
    same("(= a (f x))", "(= a (f (to_int x)))");
    same("(= a (div x 2) (mod a y))", "(= a (div (to_int x) 2) (mod a (to_int y)))");
    same("(= l (cons x l))", "(= l (cons (to_int x) l))");
    same("(= a (select m x))", "(= a (select m (to_int x)))");
    same("(= x (to_real y) (to_real a))", "(= x y (to_real a))");
    same("(and (is_int a) (= a (to_int b)))", "(and (is_int (to_real a)) (= a b))");
    for wrong in ["(= a (f p))", "(and p a)", "(= v 3)", "(= a (select m p))"] {
        mistake(&format!("{NAMES}(assert {wrong})"));
    }
}

/// Two instances of each datatype are in use.
const PARAMETRIC: &str = "
(declare-datatypes ((L 1) (O 1) (P 2)) ((par (T) ((nil) (cons (hd T) (tl (L T))))) (par (T) ((none) (some (val T))))
    (par (A B) ((pair (fst A) (snd B)) (left (only A))))))
(declare-const l (L Int)) (declare-const k (L Bool)) (declare-const ll (L (L Int)))
(declare-const o (O (L Int))) (declare-const o2 (O Int)) (declare-const pr (P Int Bool)) (declare-const pl (P (L Int) (L Int)))
(declare-const b Bool) (declare-fun Q ((L Int) Int) Bool) (declare-fun g ((L Int)) (L Int))
(define-fun m ((x (L Int))) Bool (= x l)) (define-fun empty () (L Int) (as nil (L Int)))
(declare-const a (Array Int (L Int))) (declare-const a2 (Array (L Int) Int))
";

fn told(text: &str, meaning: &str) {
    let meaning = meaning.replace("nilI", "(as nil (L Int))").replace("nilB", "(as nil (L Bool))");
    let script = Script::read(&format!("{PARAMETRIC}(assert {text})(assert {meaning})"));
    let formulas = script.formulas();
    assert_eq!(formulas[0], formulas[1], "{text} is not {meaning}");
}

#[test]
fn the_place_of_a_constructor_tells_its_sort() {
    told("(Q nil 0)", "(Q nilI 0)");
    told("(m nil)", "(= nilI l)");
    told("(= nil l nil)", "(= nilI l nilI)");
    told("(distinct (as nil (L Bool)) nil)", "(distinct nilB nilB)");
    told("(= (g nil) empty)", "(= (g nilI) nilI)");
    told("(= o (some nil))", "(= o (some nilI))");
    told("(= ll (cons nil (cons (cons 1 nil) nil)))", "(= ll (cons nilI (cons (cons 1 nilI) (as nil (L (L Int))))))");
    told("(= (pair nil l) (pair l nil))", "(= (pair nilI l) (pair l nilI))");
    told("(= pl (pair nil nil))", "(= pl (pair nilI nilI))");
    told("(= pr (left 1))", "(= pr ((as left (P Int Bool)) 1))");
    told("(= a (store a 0 nil))", "(= a (store a 0 nilI))");
    told("(= (select a2 nil) 0)", "(= (select a2 nilI) 0)");
    told("(= a ((as const (Array Int (L Int))) nil))", "(= a ((as const (Array Int (L Int))) nilI))");
    told("(= ((as cons (L Int)) 1 nil) l)", "(= (cons 1 nilI) l)");
    told("(= (val none) 1)", "(= (val (as none (O Int))) 1)");
    told("(= (tl nil) k)", "(= (tl nilB) k)");
}

#[test]
fn the_sort_goes_through_choices_and_bindings() {
    told("(= l (ite b nil l))", "(= l (ite b nilI l))");
    told("(= l (ite b (ite b nil nil) nil))", "(= l (ite b (ite b nilI nilI) nilI))");
    told("(Q (let ((x nil)) x) 0)", "(Q nilI 0)");
    told(
        "(let ((x nil) (y none)) (and (= x k) (Q x 0) (= y o2)))",
        "(and (= nilB k) (Q nilI 0) (= (as none (O Int)) o2))",
    );
    told("(let ((x nil)) (let ((l x)) (= l k)))", "(= nilB k)");
    told("(let ((x (some nil))) (let ((y (ite b x x))) (= y o)))", "(= (ite b (some nilI) (some nilI)) o)");
    told("(= (match l ((nil nil) ((cons h t) nil))) l)", "(= (ite ((_ is nil) l) nilI nilI) l)");
    told("(= l (! nil :weight 1))", "(= l nilI)");
    let deep = format!("(= l {}nil{})", "(cons 1 ".repeat(20_000), ")".repeat(20_000));
    told(&deep, &deep.replace("nil", "nilI"));
    let wide = format!(
        "(let ((x0 (pair nil nil))) {}(= pl x30){})",
        (1..31).map(|i| format!("(let ((x{i} (ite b x{} x{}))) ", i - 1, i - 1)).collect::<String>(),
        ")".repeat(30)
    );
    Script::read(&format!("{PARAMETRIC}(assert {wide})"));
}

#[test]
fn where_nothing_tells_the_only_instance_in_use_is_meant() {
    let one = PARAMETRIC.split("(declare-const l").next().unwrap().to_string() + "(declare-const l (L Int))";
    for (text, meaning) in [("(= nil nil)", "(= nilI nilI)"), ("((_ is nil) nil)", "((_ is nil) nilI)")] {
        let meaning = meaning.replace("nilI", "(as nil (L Int))");
        let script = Script::read(&format!("{one}(assert {text})(assert {meaning})"));
        assert_eq!(script.formulas()[0], script.formulas()[1]);
        let error = mistake(&format!("{PARAMETRIC}(assert {text})"));
        assert!(error.message.contains("neither its arguments nor its place"), "{error}");
    }
    let wide = format!("(assert (= l {}none{}))", "(some ".repeat(5000), ")".repeat(5000));
    assert!(mistake(&format!("{PARAMETRIC}{wide}")).message.contains("parts"));
}

#[test]
fn what_does_not_fit_its_place_is_a_mistake() {
    for wrong in [
        "(= l none)",
        "(= l k)",
        "(Q none 0)",
        "(= l (cons true nil))",
        "(= l (cons 1))",
        "(= (some nil) o2)",
        "(hd 1)",
    ] {
        mistake(&format!("{PARAMETRIC}(assert {wrong})"));
    }
}
