//! What the solver reads, every solver is asked in words of the standard that all of them know; names may be words.

use alphorn::{
    check::{Backend, Check, Process, Z3Text},
    stop::Stop,
};
use std::{path::Path, time::Duration};

const TIMEOUT: Duration = Duration::from_secs(60);
const EXTERNAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/third_party/z3/bin/z3");

const DECLARATIONS: &str = r#"
(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
(declare-datatypes ((Pair 2)) ((par (A B) ((mk (fst A) (snd B))))))
(declare-fun P (Int) Bool)
(declare-fun Q ((L Int) (L Bool)) Bool)
(declare-fun iff (Int) Bool)
(declare-fun |let| () Bool)
(declare-fun Int () Bool)
(declare-datatype Wr ((|lambda| (|forall| Int)) (Bool)))
"#;

const MODEL: &str = r#"
((define-fun P ((x Int)) Bool true)
(define-fun Q ((a (L Int)) (b (L Bool))) Bool (and ((_ is nil) a) (= b nil)))
(define-fun iff ((|iff!| Int)) Bool (let ((|and| true)) |and|))
(define-fun |let| () Bool true)
(define-fun |Int| () Bool (exists ((Int Int)) (= Int 1))))
"#;

/// Each holds under the model.
const CLAUSES: &[&str] = &[
    r#"(assert (forall ((x Int)) (=> ((_ divisible 2) x) (= (mod x 2) 0))))"#,
    r#"(assert (forall ((x Int)) (= ((_ nat2bv 4) x) ((_ int2bv 4) x))))"#,
    r#"(assert (forall ((a (_ BitVec 8)) (b (_ BitVec 8)) (c (_ BitVec 8))) (= (bvsub a b c) (bvsub (bvsub a b) c))))"#,
    r#"(assert (forall ((a (_ BitVec 8)) (b (_ BitVec 8)) (c (_ BitVec 8))) (= (bvxnor a b c) (bvxnor (bvxnor a b) c))))"#,
    r#"(assert (and (and) (not (or)) (= (bvadd #x5) (_ bv21 4)) (= (^ 3 2) 9) (= (+ true true 1) 3) (= -5 (- 5)) (= -1.5 (- 1.5)) ))"#,
    r#"(assert (forall ((a (_ BitVec 8)) (b (_ BitVec 8))) (and (= (bvuaddo a b) (bvult (bvadd a b) a)) (= (bvusubo a b) (bvult a b)) (= (bvnego a) (= a #x80)) (= (bvsdivo a b) (and (= a #x80) (= b #xff))))))"#,
    r#"(assert (forall ((a (_ BitVec 4)) (b (_ BitVec 4))) (= (bvsaddo a b) (let ((s (+ (sbv_to_int a) (sbv_to_int b)))) (not (<= (- 8) s 7))))))"#,
    r#"(assert (forall ((a (_ BitVec 4)) (b (_ BitVec 4))) (= (bvssubo a b) (let ((s (- (sbv_to_int a) (sbv_to_int b)))) (not (<= (- 8) s 7))))))"#,
    r#"(assert (and (bvsmulo #x4 #x2) (not (bvsmulo #xf #x7)) (bvumulo #x4 #x4) (not (bvumulo #x3 #x5))))"#,
    r#"(assert (forall ((l (L Int)) (m (L Bool))) (=> (and ((_ is nil) l) (is-nil m)) (Q l m))))"#,
    r#"(assert (forall ((l (L Int)) (m (L Bool))) (=> (Q l m) (and (= l nil) (= nil m)))))"#,
    r#"(assert (Q nil (as nil (L Bool))))"#,
    r#"(assert (= (mk nil (cons 1 nil)) (mk (as nil (L Bool)) (cons 1 (as nil (L Int))))))"#,
    r#"(assert (forall ((iff Int) (implies Bool) (if Int)) (=> (and implies (= iff if)) (P iff))))"#,
    r#"(assert (forall ((x Int)) (=> (P x) (and (iff x) |let| Int))))"#,
    r#"(assert (forall ((x Wr)) (=> ((_ is Bool) x) (not (= x (|lambda| 1))))))"#,
    r#"(assert (forall ((x (L Int))) (= (match x ((nil 0) ((cons h t) (+ h 1)))) (ite (is-cons x) (+ 1 (hd x)) 0))))"#,
    r#"(assert (forall ((x (L Int))) (match x (((cons h _) (= h (hd x))) (y (= y nil))))))"#,
    r#"(assert (forall ((x Int)(y Real)) (and (= (rem x 3) (mod x 3)) (= (rem x (- 3)) (- (mod x 3))) (>= (abs y) y) (= (bvredor #b00) #b0) (= (bvredand #b11) #b1) (= (to_real x) (+ x 0.0)) (= (/ 1 2) 0.5))))"#,
    r#"(assert (forall ((a (Array Int (Array Bool Real)))) (= (select (select (store a 1 (store (select a 2) true 3)) 1) true) 3)))"#,
    r#"(assert (= (select ((as const (Array Int Real)) 2) 5) 2.0))"#,
    r#"(assert (! (forall ((x Int)) (! (=> (> x 3) (> x 2)) :pattern ((P x)))) :named |a b|))(assert |a b|)"#,
    r#"(declare-fun f (Int) Int)(define-fun g ((x Int)) Int (+ (f x) 1))(assert (forall ((f Int)) (= (g f) (+ 1 (g f) (- 1)))))"#,
    r#"(define-fun m ((y Int)) Bool (exists ((q Int)) (> q y)))(assert (forall ((q Int)) (=> (> q 1) (m q))))"#,
    r#"(assert (and (= (P 1.5) (P 1)) (forall ((r Real)) (= (mod r 2) (mod (to_int r) 2)))))"#,
    r#"(push)(declare-fun R (Int) Bool)(pop)(define-fun R ((x Real)) Bool (= x x))(assert (R 1))"#,
];

/// What every clause is asked as.
fn obligations(clause: &str) -> String {
    let source = format!("{DECLARATIONS}{clause}(check-sat)");
    let check = Check::new(&source, source.len() as u32 - 11).unwrap_or_else(|failure| panic!("{clause}: {failure}"));
    let obligations = check.solution(MODEL).unwrap_or_else(|failure| panic!("{clause}: {failure}"));
    let mut backends: Vec<Box<dyn Backend>> = vec![Box::new(Z3Text::new(Stop::new(), TIMEOUT))];
    if Path::new(EXTERNAL).exists() {
        backends.push(Box::new(Process::new(&format!("{EXTERNAL} -in"), Stop::new(), TIMEOUT)));
    }
    for backend in &mut backends {
        obligations.decide(backend.as_mut()).unwrap_or_else(|failure| panic!("{clause}: {failure}"));
    }
    obligations.all.iter().map(|one| obligations.script(one)).collect()
}

#[test]
fn operators_are_written_in_words_that_every_solver_knows() {
    for clause in CLAUSES {
        let asked: String = obligations(clause).lines().filter(|line| !line.starts_with(';')).collect();
        for word in [
            "divisible",
            "nat2bv",
            "int2bv",
            "bv2",
            "(and)",
            "(or)",
            "iff ",
            "implies",
            "bvnego",
            "addo",
            "mulo",
            "^",
            "(as nil",
            "-5",
            "bv20",
        ] {
            assert!(!asked.contains(word), "{word}: {asked}");
        }
    }
}

/// One assertion of each kind that has no meaning in the standard, or not that one.
#[test]
fn what_is_not_well_sorted_is_refused() {
    for clause in [
        "(assert (P true))",
        "(define-fun one () Int 1.5)",
        "(assert (= 1 #b1))",
        "(assert (bvule #b1 #b11))",
        "(assert ((_ extract 4 0) #b1111))",
        "(assert ((_ divisible 0) 1))",
        "(assert (= nil nil))",
        "(assert (Q (cons true nil) nil))",
        "(assert (= (^ 2 (- 1)) 1))",
        "(assert (forall ((x Int)) (x 1)))",
        "(assert (+ 1 2))",
        "(assert (and 1))",
        "(assert (match nil ((nil true))))",
        "(assert (forall ((l (L Int))) (match l ((nil true)))))",
        "(assert (_ bv1 0))",
        "(assert (as nil (L Int)))",
        "(assert (= (as nil (Pair Int Int)) (mk 1 2)))",
    ] {
        let source = format!("{DECLARATIONS}{clause}(check-sat)");
        assert!(Check::new(&source, source.len() as u32 - 11).is_err(), "{clause}");
    }
}
