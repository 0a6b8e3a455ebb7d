//! Each pass alone, on a problem that it is made for: what goes, and that both kinds of evidence come back.

use crate::common::{root, script::Script};
use alphorn::{
    answer::Answer,
    horn::Rule,
    statistics::Statistics,
    stop::Stop,
    transform::{Selection, Size, transform},
};
use std::time::Duration;

/// A script with `@` for what makes it safe or unsafe.
struct Case {
    passes: &'static str,
    script: &'static str,
    safe: &'static str,
    r#unsafe: &'static str,
    /// Predicates, arguments and rules afterwards.
    left: [usize; 3],
}

#[track_caller]
fn check(case: &Case) {
    let passes: Selection = case.passes.parse().unwrap();
    for (condition, derivable) in [(case.safe, false), (case.r#unsafe, true)] {
        let text = format!("(set-logic HORN)\n{}\n(check-sat)\n", case.script.replace('@', condition));
        let mut script = Script::read(&text).unwrap();
        let (stop, mut statistics) = (Stop::new(), Statistics::default());
        let transformed = transform(&mut script.terms, &script.problem, &passes, &mut statistics, &stop);
        let Size { predicates, arguments, rules, .. } = Size::of(&script.terms, &transformed.problem);
        let result = transformed.problem.script(&mut script.terms, "");
        assert_eq!([predicates, arguments, rules], case.left, "{}:\n{result}", case.passes);
        let mut printed = Script::read(&result).unwrap();
        for (script, passes) in [(&mut script, &passes), (&mut printed, &Selection::none())] {
            match script.answer("auto", passes, Duration::from_secs(20)) {
                Answer::Checked(checked) => assert_eq!(checked.is_derivable(), derivable, "{text}"),
                Answer::Unknown(unknown) => panic!("{}: {}\n{text}", case.passes, unknown.reason),
                Answer::Rejected(failure) => panic!("{}: {failure}\n{text}", case.passes),
            }
            assert!(!script.was_solved_again(), "{}:\n{text}", case.passes);
        }
    }
}

#[test]
fn predicates_without_facts_go() {
    check(&Case {
        passes: "reachable",
        script: "
            (declare-fun p (Int) Bool) (declare-fun empty (Int) Bool) (declare-fun q (Int) Bool)
            (assert (forall ((x Int)) (=> (= x 1) (p x))))
            (assert (forall ((x Int)) (=> (and (empty x) (p x)) (empty (+ x 1)))))
            (assert (forall ((x Int)) (=> (or (and (p x) (> x 0)) (and (empty x) (< x 0))) (q x))))
            (assert (forall ((x Int)) (=> (and (q x) @) false)))",
        safe: "(= x 2)",
        r#unsafe: "(= x 1)",
        left: [2, 2, 3],
    });
}

#[test]
fn predicates_without_use_go() {
    check(&Case {
        passes: "needed",
        script: "
            (declare-fun p (Int) Bool) (declare-fun trace (Int) Bool)
            (assert (forall ((x Int)) (=> (= x 1) (p x))))
            (assert (forall ((x Int)) (=> (p x) (trace x))))
            (assert (forall ((x Int)) (=> (and (p x) @) false)))",
        safe: "(= x 2)",
        r#unsafe: "(= x 1)",
        left: [1, 1, 2],
    });
}

#[test]
fn rules_are_simplified() {
    check(&Case {
        passes: "simplify",
        script: "
            (declare-fun p (Int Bool) Bool) (declare-fun q (Int) Bool)
            (assert (forall ((x Int) (y Int) (z Int)) (=> (and (= x (+ y 1)) (= y (* 2 z)) (> z 3)) (p x (> y 7)))))
            (assert (forall ((x Int)) (=> (and (> x 3) (< x 4)) (p x true))))
            (assert (forall ((x Int) (b Bool)) (=> (p x b) (p x b))))
            (assert (forall ((x Int) (b Bool)) (=> (and (or (and b (p x b)) (and (not b) (q x))) b (p x b)) (q x))))
            (assert (forall ((x Int)) (=> (and (q x) @) false)))",
        safe: "(< x 9)",
        r#unsafe: "(< x 10)",
        left: [2, 3, 3],
    });
}

#[test]
fn choices_between_numbers_become_disjunctions() {
    let case = Case {
        passes: "ite",
        script: "
            (declare-fun p (Int Int) Bool)
            (assert (p 0 0))
            (assert (forall ((x Int) (y Int) (u Int))
              (=> (and (p x y) (< x (ite (> y 4) 3 (ite (= y 2) u 9)))) (p (+ x 1) (ite (> u x) (+ y 1) 0)))))
            (assert (forall ((x Int) (y Int)) (=> (and (p x y) @) false)))",
        safe: "(> y (+ x 1))",
        r#unsafe: "(= y 3)",
        left: [1, 2, 3],
    };
    check(&case);
    let text = format!("(set-logic HORN) {} (check-sat)", case.script.replace('@', case.safe));
    let mut script = Script::read(&text).unwrap();
    let (passes, mut statistics) = ("ite".parse().unwrap(), Statistics::default());
    let transformed = transform(&mut script.terms, &script.problem, &passes, &mut statistics, &Stop::new());
    let result = transformed.problem.script(&mut script.terms, "");
    assert!(text.contains("ite") && !result.contains("ite"), "{result}");
}

#[test]
fn constant_and_copied_arguments_go() {
    check(&Case {
        passes: "known",
        script: "
            (declare-fun p (Int Int Int Bool) Bool)
            (assert (forall ((x Int)) (=> (= x 1) (p x x 5 true))))
            (assert (forall ((x Int) (y Int) (k Int) (b Bool)) (=> (and (p x y k b) b) (p (+ x k) (+ x k) k b))))
            (assert (forall ((x Int) (y Int) (k Int) (b Bool)) (=> (and (p x y k b) @) false)))",
        safe: "(or (not (= x y)) (not (= k 5)))",
        r#unsafe: "(= (+ x y) (+ k 7))",
        left: [1, 2, 3],
    });
}

#[test]
fn arguments_that_differ_by_a_number_go() {
    check(&Case {
        passes: "simplify,known",
        script: "
            (declare-fun p (Int Int Real Int) Bool) (declare-fun q (Int Int) Bool)
            (assert (p 0 5 5.0 2))
            (assert (forall ((i Int) (j Int) (r Real) (n Int)) (=> (and (p i j r n) (< i 4)) (p (+ i n) (+ n j) (+ r 1.0) n))))
            (assert (forall ((i Int) (j Int) (r Real) (n Int)) (=> (p i j r n) (q (+ j n 1) (- i)))))
            (assert (forall ((i Int) (j Int) (r Real) (n Int)) (=> (and (p i j r n) (= j 6)) (q 8 3))))
            (assert (forall ((i Int) (j Int) (r Real) (n Int) (k Int) (m Int)) (=> (and (p i j r n) (q k m) @) false)))",
        safe: "(and (= j (+ i 5)) (= n 2) (= k 3))",
        r#unsafe: "(and (= j 9) (= r 7.0) (= k 12) (= m (- 4)))",
        left: [2, 4, 5],
    });
}

#[test]
fn arguments_on_which_nothing_depends_go() {
    check(&Case {
        passes: "irrelevant",
        script: "
            (declare-fun p (Int Int Bool) Bool)
            (assert (forall ((x Int) (t Int) (b Bool)) (=> (= x 1) (p x t b))))
            (assert (forall ((x Int) (t Int) (b Bool)) (=> (and (p x t b) (< x 3)) (p (+ x 1) (+ t x) (= b (< t 4))))))
            (assert (forall ((x Int) (t Int) (b Bool)) (=> (and (p x t b) @) false)))",
        safe: "(> x 3)",
        r#unsafe: "(> x 2)",
        left: [1, 1, 3],
    });
}

#[test]
fn what_says_again_what_holds_of_every_fact_is_not_looked_at() {
    // All rules say how `a`, `b` and `c` belong together, and only `x` and `c` are used. A copy from one step to the next is
    // no such thing: `k` stays what it was.
    check(&Case {
        passes: "irrelevant",
        script: "
            (declare-fun p (Int Int Int Bool Int Int) Bool)
            (assert (forall ((x Int) (a Int) (b Int) (c Bool) (k Int) (l Int))
              (=> (and (= x 0) (or c (= a b)) (or (not c) (= a 7)) (= k l)) (p x a b c k l))))
            (assert (forall ((x Int) (a Int) (b Int) (c Bool) (k Int) (l Int) (x1 Int) (a1 Int) (b1 Int) (c1 Bool) (k1 Int) (l1 Int))
              (=> (and (p x a b c k l) (or (= b a) c) (or (= a 7) (not c)) (or (= b1 a1) c1) (or (not c1) (= a1 7))
                       (= k l) (= k1 l1) (= l1 k) (= x1 (ite c (+ x 1) x))) (p x1 a1 b1 c1 k1 l1))))
            (assert (forall ((x Int) (a Int) (b Int) (c Bool) (k Int) (l Int)) (=> (and (p x a b c k l) (< k 9) @) false)))",
        safe: "(< x 0)",
        r#unsafe: "(> x 2)",
        left: [1, 3, 3],
    });
}

#[test]
fn what_rules_choose_freely_is_chosen_where_it_is_used() {
    // Both rules of `p` say the same of `i` and `b`; a fact is used twice, with different choices, and in a disjunction.
    check(&Case {
        passes: "late",
        script: "
            (declare-fun p (Int Int Bool) Bool) (declare-fun q (Int) Bool)
            (assert (forall ((x Int) (i Int) (b Bool)) (=> (and (= x 0) (<= 0 i 2) (= b (= i 1))) (p x i b))))
            (assert (forall ((x Int) (i Int) (b Bool) (j Int) (c Bool))
              (=> (and (p x i b) (not b) (<= 0 j 2) (= c (= j 1))) (p (+ x i) j c))))
            (assert (forall ((x Int) (i Int) (j Int) (b Bool) (c Bool)) (=> (and (p x i b) (p x j c) (< i j) b) (q (+ x i j)))))
            (assert (forall ((x Int) (i Int) (b Bool) (y Int)) (=> (and (or (and (p x i b) (= y (+ i 1))) (q x)) @) false)))",
        safe: "(or (< x 0) (< y x 1 0))",
        r#unsafe: "(or (> x 8) (and (= y 3) (= x 4)))",
        left: [2, 2, 4],
    });
}

#[test]
fn what_is_a_function_of_the_others_is_put_in_place() {
    // The first rule implies what the second one states of `ok` and `m`, and of `r`, which is a function of `ok`.
    check(&Case {
        passes: "simplify,computed",
        script: "
            (declare-fun p (Int Int Bool Int Int) Bool)
            (assert (forall ((x Int) (y Int) (ok Bool) (m Int) (r Int)) (=> (and (= x 0) (= y 5) ok (= m 6) (= r 3)) (p x y ok m r))))
            (assert (forall ((x Int) (y Int) (ok Bool) (m Int) (r Int) (x1 Int) (y1 Int) (ok1 Bool) (m1 Int) (r1 Int))
              (=> (and (p x y ok m r) (= x1 (+ x 1)) (= y1 (ite (> m 8) y (+ y 1)))
                       (= ok1 (or (<= x1 y1) (> y1 100))) (= m1 (+ 1 (ite (> x1 y1) x1 y1))) (= r1 (ite ok1 3 4)) (< x1 20)) (p x1 y1 ok1 m1 r1))))
            (assert (forall ((x Int) (y Int) (ok Bool) (m Int) (r Int)) (=> (and (p x y ok m r) @) false)))",
        safe: "(or (not (= ok (or (<= x y) (> y 100)))) (< m x) (= r 5))",
        r#unsafe: "(not ok) (= m 11)",
        left: [1, 2, 3],
    });
}

#[test]
fn what_only_goals_look_at_they_see_one_step_before() {
    // `ok` is about the step before; `bad` is kept for ever, and `p` looks at it.
    check(&Case {
        passes: "goals,irrelevant",
        script: "
            (declare-fun p (Int Int Bool Bool) Bool)
            (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 5)) (p x y true false))))
            (assert (forall ((x Int) (y Int) (ok Bool) (bad Bool))
              (=> (and (p x y ok bad) (< x 20)) (p (+ x 1) (ite (> x 8) y (+ y 1)) (<= x y) (or bad (= x 30))))))
            (assert (forall ((x Int) (y Int) (ok Bool) (bad Bool)) (=> (and (p x y ok bad) @) false)))",
        safe: "(not ok) (< x 14)",
        r#unsafe: "(not ok) (> x 15)",
        left: [1, 2, 4],
    });
    check(&Case {
        passes: "goals,irrelevant",
        script: "
            (declare-fun p (Int Bool) Bool)
            (assert (forall ((x Int)) (=> (= x 0) (p x false))))
            (assert (forall ((x Int) (bad Bool)) (=> (and (p x bad) (< x 20)) (p (+ x 2) (or bad (= x 7) (= x 12))))))
            (assert (forall ((x Int) (bad Bool)) (=> (and (p x bad) bad @) false)))",
        safe: "(< x 10)",
        r#unsafe: "(> x 14)",
        left: [1, 2, 3],
    });
}

#[test]
fn predicates_are_split_by_an_argument_that_is_always_a_value() {
    check(&Case {
        passes: "split",
        script: "
            (declare-fun p (Int Int Bool) Bool)
            (assert (forall ((x Int)) (=> (= x 1) (p 10 x true))))
            (assert (forall ((x Int) (b Bool)) (=> (and (p 10 x b) b (< x 4)) (p 20 (+ x 1) b))))
            (assert (forall ((x Int) (pc Int)) (=> (and (p pc x true) (= pc 20)) (p 10 (* 2 x) (< pc 30)))))
            (assert (forall ((x Int) (b Bool)) (=> (and (p 10 x b) (>= x 4)) (p 30 x (not b)))))
            (assert (forall ((x Int) (y Int) (b Bool))
              (=> (and (or (p 30 x b) (and (p 20 y b) (= x (* y y)))) @) false)))",
        safe: "(= x 5)",
        r#unsafe: "(= x 4)",
        left: [3, 6, 5],
    });
}

#[test]
fn cases_that_rules_distinguish_are_predicates_of_their_own() {
    // A function that is defined by cases.
    check(&Case {
        passes: "cases",
        script: "
            (declare-fun f (Int Int) Bool)
            (assert (forall ((x Int)) (=> (<= x 1) (f x x))))
            (assert (forall ((x Int) (y Int)) (=> (and (>= x 2) (f (- x 1) y)) (f x (+ y 2)))))
            (assert (forall ((x Int) (y Int)) (=> (and (f x y) @) false)))",
        safe: "(< y x)",
        r#unsafe: "(= y 9)",
        left: [2, 4, 5],
    });
    // A loop is entered or not, by the value of `n` at the start, which it keeps; upwards from a number, and downwards to it.
    check(&Case {
        passes: "cases",
        script: "
            (declare-fun p (Int Int Int) Bool)
            (assert (forall ((n Int)) (p n 0 0)))
            (assert (forall ((n Int) (i Int) (x Int)) (=> (and (p n i x) (< i n)) (p n (+ i 1) (+ x 1)))))
            (assert (forall ((n Int) (i Int) (x Int)) (=> (and (p n i x) (>= i n) @) false)))",
        safe: "(distinct x n) (or (> n 0) (> x 0))",
        r#unsafe: "(distinct x n)",
        left: [2, 6, 6],
    });
    check(&Case {
        passes: "cases",
        script: "
            (declare-fun p (Int Int Int) Bool)
            (assert (forall ((n Int)) (p n n 0)))
            (assert (forall ((n Int) (i Int) (x Int)) (=> (and (p n i x) (> i 0)) (p n (- i 1) (+ x 1)))))
            (assert (forall ((n Int) (i Int) (x Int)) (=> (and (p n i x) (<= i 0) @) false)))",
        safe: "(distinct x n) (or (> n 0) (> x 0))",
        r#unsafe: "(distinct x n)",
        left: [2, 6, 6],
    });
}

#[test]
fn what_was_computed_before_a_loop_is_computed_in_it() {
    // `h` is over arguments that stay, `k` over what the loop does not have, `m` over what it changes.
    check(&Case {
        passes: "unhoist",
        script: "
            (declare-fun p (Int Int Int Int Int) Bool) (declare-fun q (Int Int) Bool)
            (assert (forall ((i Int) (n Int) (h Int) (k Int) (m Int) (a Int))
              (=> (and (<= 0 n 9) (<= 0 i 1) (= h (mod n 4)) (= k (* 2 a)) (= m (div i 2))) (p i n h k m))))
            (assert (forall ((i Int) (n Int) (h Int) (k Int) (m Int))
              (=> (and (p i n h k m) (< i (+ n h))) (p (+ i 1) n h k m))))
            (assert (forall ((i Int) (n Int) (h Int) (k Int) (m Int) (j Int) (u Int))
              (=> (and (p i n h k m) (or (and (q j u) (= u 7)) (= j n))) (q j k))))
            (assert (forall ((i Int) (n Int) (h Int) (k Int) (m Int) (j Int) (u Int))
              (=> (and (p i n h k m) (or (and (q j u) (> j 0)) (> m 0)) @) false)))",
        safe: "(or (= k 3) (not (= h (mod n 4))))",
        r#unsafe: "(= k 4) (= u 6) (= h 3) (> i 3)",
        left: [2, 6, 4],
    });
}

#[test]
fn a_loop_is_solved_that_needs_what_was_computed_before_it() {
    let text = std::fs::read_to_string(root().join("benchmarks/shapes/hoisted-safe.smt2")).unwrap();
    let passes = "all,unhoist".parse().unwrap();
    let answer = Script::read(&text).unwrap().answer("auto", &passes, Duration::from_secs(2));
    assert!(matches!(&answer, Answer::Checked(checked) if !checked.is_derivable()), "{answer:?}");
}

#[test]
fn arguments_that_are_a_sum_of_others_go() {
    check(&Case {
        passes: "affine",
        script: "
            (declare-fun p (Int Int Int Real Real) Bool) (declare-fun empty (Int) Bool) (declare-fun q (Int Int) Bool)
            (assert (forall ((a Int) (r Real)) (=> (>= a 1) (p a (* 2 a) 1 r (+ (/ r 3.0) 1.0)))))
            (assert (forall ((a Int) (b Int) (c Int) (r Real) (s Real))
              (=> (and (p a b c r s) (= b (* 2 a)) (< a 5)) (p (+ a 1) (+ b 3) (+ c 1) (+ r 3.0) (+ s 1.0)))))
            (assert (forall ((a Int)) (=> (empty a) (p a a a 0.0 0.0))))
            (assert (forall ((a Int) (b Int) (c Int) (r Real) (s Real)) (=> (and (p a b c r s) (> r 2.0)) (q (* 2 b) (* 3 c)))))
            (assert (forall ((a Int) (b Int) (c Int) (r Real) (s Real) (u Int) (v Int))
              (=> (and (p a b c r s) (or (q u v) (and (> a 3) (= u 8))) @) false)))",
        safe: "(or (not (= b (- (* 2 a) (- c) 1))) (not (= r (* 3.0 (- s 1.0)))) (= u 3))",
        r#unsafe: "(= a 4) (= b 9) (= c 2) (= v 6) (> s 2.0)",
        left: [3, 6, 5],
    });
}

#[test]
fn equations_between_integers_and_reals_are_no_part_of_a_solution() {
    // The hull of `p` has `k = 2 i` and `i = r`, from which `r = s` in `h` would follow.
    check(&Case {
        passes: "affine",
        script: "
            (declare-fun p (Int Real Int) Bool) (declare-fun h (Real Real) Bool) (declare-fun half (Int) Bool)
            (assert (p 0 0.0 0))
            (assert (p 1 1.0 2))
            (assert (forall ((i Int) (r Real) (k Int)) (=> (and (p i r k) (= (* 2 k) 1)) (half k))))
            (assert (forall ((i Int) (r Real) (k Int) (s Real) (l Int)) (=> (and (p i r k) (p i s l)) (h r s))))
            (assert (forall ((r Real) (s Real) (j Int)) (=> (and (h r s) (or (half j) (= j 4)) @) false)))",
        safe: "(> (- r s) 1.0)",
        r#unsafe: "(= r 1.0) (= s 1.0) (= j 4)",
        left: [3, 5, 5],
    });
}

#[test]
fn rules_of_one_shape_become_one() {
    check(&Case {
        passes: "merge",
        script: "
            (declare-fun p (Int) Bool) (declare-fun q (Int) Bool)
            (assert (forall ((x Int)) (=> (= x 1) (p x))))
            (assert (forall ((x Int)) (=> (= x 5) (p x))))
            (assert (forall ((x Int) (y Int)) (=> (and (p x) (q y) (< y 3)) (q (+ x y)))))
            (assert (forall ((x Int) (y Int)) (=> (and (q y) (p x) (> y 3) (< y 9)) (q y))))
            (assert (forall ((x Int)) (=> (p x) (q x))))
            (assert (forall ((x Int)) (=> (and (q x) @) false)))
            (assert (forall ((x Int)) (=> (and (q x) (= x 100)) false)))",
        safe: "(< x 0)",
        r#unsafe: "(= x 7)",
        left: [2, 2, 4],
    });
}

#[test]
fn predicates_are_put_in_place() {
    check(&Case {
        passes: "inline",
        script: "
            (declare-fun start (Int) Bool) (declare-fun loop (Int Int) Bool) (declare-fun body (Int Int) Bool)
            (declare-fun double (Int Int) Bool) (declare-fun end (Int) Bool)
            (assert (forall ((x Int)) (=> (and (>= x 0) (<= x 2)) (start x))))
            (assert (forall ((x Int)) (=> (start x) (loop x 0))))
            (assert (forall ((x Int) (n Int)) (=> (and (loop x n) (< n 2)) (body x n))))
            (assert (forall ((x Int) (y Int)) (=> (= y (* 2 x)) (double x y))))
            (assert (forall ((x Int) (n Int) (y Int) (z Int))
              (=> (and (body x n) (double x y) (double y z)) (loop z (+ n 1)))))
            (assert (forall ((x Int) (n Int)) (=> (and (loop x n) (>= n 2)) (end x))))
            (assert (forall ((x Int)) (=> (and (end x) @) false)))",
        safe: "(< x 0)",
        r#unsafe: "(= x 16)",
        left: [1, 2, 3],
    });
}

#[test]
fn conditional_premises_are_put_in_place() {
    check(&Case {
        passes: "inline",
        script: "
            (declare-fun a (Int) Bool) (declare-fun b (Int) Bool) (declare-fun c (Int) Bool) (declare-fun r (Int) Bool)
            (assert (forall ((x Int)) (=> (= x 1) (r x))))
            (assert (forall ((x Int)) (=> (and (r x) (< x 5)) (r (+ x 1)))))
            (assert (forall ((x Int)) (=> (and (r x) (> x 2)) (a x))))
            (assert (forall ((x Int)) (=> (= x 9) (a x))))
            (assert (forall ((x Int) (y Int)) (=> (and (r y) (= x (+ y 20))) (b x))))
            (assert (forall ((x Int)) (=> (or (and (a x) (< x 10)) (and (b x) (> x 20))) (c x))))
            (assert (forall ((x Int)) (=> (and (c x) @) false)))",
        safe: "(= x 8)",
        r#unsafe: "(= x 25)",
        left: [1, 1, 3],
    });
}

#[test]
fn a_choice_is_put_in_place_several_times_where_what_asks_for_it_calls_itself() {
    check(&Case {
        passes: "inline",
        script: "
            (declare-fun step (Int Int) Bool) (declare-fun loop (Int Int) Bool)
            (assert (forall ((x Int) (y Int)) (=> (or (= y (+ x 1)) (= y (+ x 2))) (step x y))))
            (assert (loop 0 0))
            (assert (forall ((x Int) (y Int) (u Int) (v Int))
              (=> (and (loop x y) (step x u) (step y v) (< x 4)) (loop u v))))
            (assert (forall ((x Int) (y Int)) (=> (and (loop x y) @) false)))",
        safe: "(< y 0)",
        r#unsafe: "(and (= x 5) (= y 6))",
        left: [1, 2, 3],
    });
}

#[test]
fn a_choice_is_not_put_in_place_several_times_in_a_tree_of_calls() {
    check(&Case {
        passes: "inline",
        script: "
            (declare-fun step (Int Int) Bool) (declare-fun two (Int Int) Bool)
            (assert (forall ((x Int) (y Int)) (=> (or (= y (+ x 1)) (= y (+ x 2))) (step x y))))
            (assert (forall ((x Int) (y Int) (z Int)) (=> (and (step x y) (step y z)) (two x z))))
            (assert (forall ((x Int) (y Int) (z Int)) (=> (and (two x y) (two y z) @) false)))",
        safe: "(> z (+ x 8))",
        r#unsafe: "(> z (+ x 7))",
        left: [2, 4, 3],
    });
}

/// `s` says whether an assumption held so far, and `broken` the opposite; no goal cares for what comes after.
const SO_FAR: &str = "
    (declare-fun p (Bool Int) Bool) (declare-fun q (Int Bool Bool) Bool)
    (assert (forall ((s Bool) (x Int)) (=> (= s (> x 0)) (p s x))))
    (assert (forall ((s Bool) (t Bool) (x Int) (i Int))
      (=> (and (p s x) (= t (and s (<= 0 i 3)))) (p t (+ x i)))))
    (assert (forall ((s Bool) (b Bool) (x Int)) (=> (p s x) (q x b (not s)))))
    (assert (forall ((s Bool) (t Bool) (b Bool) (c Bool) (broken Bool) (x Int) (y Int))
      (=> (and (or (and (q x b broken) (not broken) (< x 9)) (and (p s x) (> x 7)))
               (p t y) (= c (and s t)) (or c (and b (not broken) t (< x 8))))
          (q (+ x y) c broken))))
    (assert (forall ((b Bool) (broken Bool) (x Int)) (=> (and (q x b broken) (not broken) @) false)))
    (assert (forall ((s Bool) (x Int) (b Bool) (broken Bool))
      (=> (and (p s x) s (or (and (q x b broken) b (not broken)) (> x 20)) (= x 0)) false)))";

#[test]
fn facts_that_cannot_lead_to_a_goal_are_not_derived() {
    check(&Case { passes: "viable", script: SO_FAR, safe: "(< x 1)", r#unsafe: "(= x 3)", left: [2, 5, 6] });
}

#[test]
fn arguments_with_one_value_in_all_that_can_lead_to_a_goal_go() {
    check(&Case { passes: "viable,known", script: SO_FAR, safe: "(< x 1)", r#unsafe: "(= x 3)", left: [2, 3, 6] });
}

#[test]
fn predicates_go_of_which_no_fact_can_lead_to_a_goal() {
    check(&Case {
        passes: "viable,reachable",
        script: "
            (declare-fun p (Int Bool) Bool) (declare-fun log (Int Bool) Bool)
            (assert (forall ((k Int) (b Bool)) (=> (= b (> k 0)) (p (* 2 k) b))))
            (assert (forall ((x Int) (b Bool)) (=> (and (p x b) (= b (> x 3))) (log (+ x 1) b))))
            (assert (forall ((x Int) (b Bool)) (=> (and (log x b) (= b (< x 9))) (log (- x) (not b)))))
            (assert (forall ((x Int) (b Bool) (y Int) (c Bool))
              (=> (and (p x b) b (or (and (log y c) (= c (> y 0)) (< x 0)) @) (> x 0)) false)))",
        safe: "(= x 5)",
        r#unsafe: "(= x 6)",
        left: [1, 2, 2],
    });
}

#[test]
fn equations_below_disjunctions_define_what_occurs_nowhere_else() {
    check(&Case {
        passes: "simplify",
        script: "
            (declare-fun p (Int) Bool)
            (assert (forall ((x Int) (y Int) (z Int) (b Bool))
              (=> (or (and (= x (+ y 1)) (>= y 2) (<= y 6))
                      (not (or (not (= z (* 2 x))) (not (= z 40)) (not b)))) (p x))))
            (assert (forall ((x Int)) (=> (and (p x) @) false)))",
        safe: "(> x 20)",
        r#unsafe: "(= x 20)",
        left: [1, 1, 2],
    });
    let text = "
        (set-logic HORN)
        (declare-fun p (Int) Bool)
        (assert (forall ((x Int) (y Int) (z Int) (u Int) (b Bool))
          (=> (or (and (= x (+ y u)) (>= y 2)) (and (= z x) (>= (* 3 z) u) (not b))) (p x))))
        (assert (forall ((x Int)) (=> (and (p x) (p (+ x 1))) false)))
        (check-sat)";
    let mut script = Script::read(text).unwrap();
    let passes = "simplify".parse().unwrap();
    let (stop, mut statistics) = (Stop::new(), Statistics::default());
    let transformed = transform(&mut script.terms, &script.problem, &passes, &mut statistics, &stop);
    // `y` and `z` go, each in its own disjunct; `u` occurs in both and stays; `b` is only wanted to be false.
    let Rule { vars, constraint, .. } = &transformed.problem.rules[0];
    assert_eq!(vars.len(), 2, "{}", script.terms.display(*constraint));
}

#[test]
fn what_is_known_since_a_predicate_has_no_facts_comes_back() {
    check(&Case {
        passes: "known,reverse",
        script: "
            (declare-fun empty (Int) Bool) (declare-fun p (Int) Bool)
            (assert (forall ((x Int)) (=> (empty x) (p 3))))
            (assert (p 0))
            (assert (forall ((x Int)) (=> (and (p x) @) false)))",
        safe: "(= x 5)",
        r#unsafe: "(= x 0)",
        left: [2, 1, 3],
    });
}

#[test]
fn linear_problems_are_turned_around() {
    check(&Case {
        passes: "reverse",
        script: "
            (declare-fun p (Int) Bool) (declare-fun q (Int) Bool)
            (assert (forall ((x Int)) (=> (and (<= 0 x) (<= x 3)) (p x))))
            (assert (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 1)) (< x 6)) (p y))))
            (assert (forall ((x Int)) (=> (p x) (q (* 2 x)))))
            (assert (forall ((x Int)) (=> (and (q x) @) false)))",
        safe: "(= x 13)",
        r#unsafe: "(= x 12)",
        left: [2, 2, 4],
    });
}

#[test]
fn a_premise_that_could_be_had_and_is_not_needed_is_left_out() {
    // The values of the goal's step may be those of the second disjunct; `p` is derived, but not with them.
    let text = "
        (set-logic HORN)
        (declare-fun p (Int Bool) Bool) (declare-fun q (Int) Bool)
        (assert (p 1 true))
        (assert (forall ((x Int) (b Bool)) (=> (and (p x b) b) (q x))))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (and (q (mod y 2)) (or (p (mod z 2) true) (<= x 0))) false)))
        (check-sat)";
    let answer = Script::read(text).unwrap().answer("auto", &Selection::all(), Duration::from_secs(20));
    assert!(matches!(&answer, Answer::Checked(checked) if checked.is_derivable()), "{answer:?}");
}
