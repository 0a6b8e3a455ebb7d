//! Conflicts that are known to be hard, by name.

use super::*;

fn method(posed: Posed) -> Method {
    let mut posed = posed;
    posed.answer().unwrap().1
}

#[test]
fn parity_needs_more_than_half_spaces() {
    let mut posed = Posed::ints("x", "a b", "(= x (* 2 a))", "(= x (+ (* 2 b) 1))");
    let (formula, _) = posed.answer().unwrap();
    assert!(formula.contains("mod") || formula.contains("div"), "{formula}");
}

#[test]
fn three_x_is_two_y_plus_one() {
    for suffix in ["(= y (* 3 b))", "(= (mod x 2) 0)", "(= (mod y 3) 2)"] {
        Posed::ints("x y", "b", "(= (* 3 x) (+ (* 2 y) 1))", suffix).answer().unwrap();
    }
}

#[test]
fn dark_shadow() {
    // No multiple of 6 in the gap: rationals see no conflict.
    Posed::ints("x", "a b", "(and (<= (+ 2 x) (* 6 a)) (<= (* 6 a) (+ 3 x)) (= x (* 6 b)))", "(> x (- 5))")
        .answer()
        .unwrap();
    Posed::ints("x y", "a", "(and (<= (* 3 a) x) (<= x (+ (* 3 a) 1)) (<= (* 5 a) y))", "(= x 2) (< y 0) (> y (- 3))")
        .answer()
        .unwrap();
}

#[test]
fn long_difference_chains() {
    let names = |from: usize, to: usize| (from..to).map(|i| format!("v{i} ")).collect::<String>();
    let chain = |from: usize, to: usize| (from..to).map(|i| format!("(<= v{i} (- v{} 1))", i + 1)).collect::<String>();
    let private = names(1, 60) + &names(61, 120);
    let mut posed = Posed::ints(
        "v0 v60",
        &private,
        &format!("(and {})", chain(0, 60)),
        &format!("(= v60 v61) {} (<= v119 (+ v0 100))", chain(61, 119)),
    );
    let (formula, method) = posed.answer().unwrap();
    assert_eq!((formula.as_str(), method), ("(<= (+ v0 (* (- 1) v60)) (- 43))", Method::Farkas));
}

#[test]
fn hilbert_like_coefficients() {
    let declare = |prefix: &str| (0..6).map(|i| format!("({prefix}{i} Real) ")).collect::<String>();
    let row = |i: usize, sign: &str, bound: &str| {
        let sum: String = (0..6).map(|j| format!("(* (/ 1.0 {}.0) x{j}) ", i + j + 1)).collect();
        format!("({sign} (+ {sum}) {bound})")
    };
    let prefix: String = (0..6).map(|i| row(i, "<=", "1.0")).collect();
    let suffix: String = (0..6).map(|i| row(i, ">", "0.999999")).collect();
    let suffix = suffix + &row(5, ">", "1.0");
    let mut posed = Posed::read(&declare("x"), "", &format!("(and {prefix})"), &suffix);
    posed.answer().unwrap();
}

#[test]
fn unbounded_cones() {
    assert_eq!(
        method(Posed::ints("x y", "a", "(and (<= x (- a y)) (<= a (* 2 y)))", "(>= x (+ y 1))")),
        Method::Farkas
    );
    let mut posed = Posed::read("(x Real) (y Real)", "(a Real)", "(and (< x a) (< a y))", "(>= x y)");
    assert_eq!(posed.answer().unwrap().0, "(< (+ x (* (- 1.0) y)) 0.0)");
}

#[test]
fn one_side_is_false_by_itself() {
    let mut posed = Posed::ints("x", "a", "(and (< a x) (< x a))", "(= x 0)");
    assert_eq!(posed.answer().unwrap(), ("false".into(), Method::Trivial));
    let mut posed = Posed::ints("x", "a", "(= x 0)", "(< a x) (< x a)");
    assert_eq!(posed.answer().unwrap(), ("true".into(), Method::Trivial));
}

#[test]
fn satisfiable_questions_have_no_answer() {
    assert_eq!(Posed::ints("x", "", "(<= x 5)", "(>= x 5)").answer(), Err(Failure::Satisfiable));
    assert_eq!(Posed::ints("x", "", "(or (<= x 5) (= x 9))", "(>= x 6)").answer(), Err(Failure::Satisfiable));
}

#[test]
fn several_sampled_cubes_get_one_half_space() {
    let points = "(or (and (= x 0) (= y 0)) (and (= x 1) (= y 2)) (and (= x 2) (= y 4)))";
    let mut posed = Posed::ints("x y", "", points, "(= x 2) (= y 0)");
    let (formula, method) = posed.answer().unwrap();
    assert_eq!((formula.as_str(), method), ("(<= (+ x (* (- 1) y)) 0)", Method::Group));
}

#[test]
fn what_one_half_space_cannot_cover_becomes_a_clause() {
    let mut posed = Posed::ints("x", "", "(or (<= x 0) (>= x 10) (= x 1))", "(> x 3) (< x 7)");
    assert_eq!(posed.answer().unwrap().0.matches("(or").count(), 1);
}

#[test]
fn disequalities_of_the_suffix_give_equations() {
    let mut posed = Posed::ints("x y", "a", "(and (= x a) (= y a))", "(not (= x y))");
    assert_eq!(posed.answer().unwrap().0, "(= (+ x (* (- 1) y)) 0)");
}

#[test]
fn choices_absolute_values_and_remainders_on_both_sides() {
    let prefix = "(and (= x (ite (> a 0) a (- a))) (= y (abs (- x 3))) (= (mod a 4) 2))";
    Posed::ints("x y", "a b", prefix, "(= x (* 2 b)) (= (div x 2) (* 2 b)) (> x 0)").answer().unwrap();
    Posed::ints("x y", "a b", prefix, "(or (< (+ x y) 3) (= (mod x 2) 1)) (distinct x y 100)").answer().unwrap();
}

#[test]
fn mixed_sorts() {
    let mut posed =
        Posed::read("(x Int) (r Real)", "(a Real)", "(and (<= (to_real x) a) (< a r))", "(= (to_int r) (- x 1))");
    posed.answer().unwrap();
}

#[test]
fn strength_and_decomposition_are_chosen() {
    let with = |strength, decompose| {
        let mut posed = Posed::ints("x y", "", "(and (<= x 0) (<= y 0))", "(>= (+ x y) 10)");
        posed.answer_with(Config { strength, decompose, ..Config::default() }).unwrap().0
    };
    assert_eq!(with(Strength::Strong, false), "(<= (+ x y) 0)");
    assert_eq!(with(Strength::Weak, false), "(<= (+ x y) 9)");
    let parts = with(Strength::Middle, true);
    assert!(parts.contains("(<= x 0)") && parts.contains("(<= y 0)"), "{parts}");
}

#[test]
fn a_spent_budget_is_a_failure_or_the_fall_back() {
    let prefix = "(or (<= x 0) (>= x 10) (= x 1))";
    let budget = Budget { cases: 1, ..Budget::default() };
    let mut posed = Posed::ints("x", "", prefix, "(> x 3) (< x 7)");
    let (_, method) = posed.answer_with(Config { budget, ..Config::default() }).unwrap();
    assert_eq!(method, Method::Elimination);
    let stop = Stop::new();
    stop.stop(alphorn_run::stop::Cause::Timeout);
    let budget = Budget { stop, ..Budget::default() };
    let mut posed = Posed::ints("x", "", prefix, "(> x 3) (< x 7)");
    let stopped = posed.answer_with(Config { budget, ..Config::default() });
    assert_eq!(stopped, Err(Failure::Stopped(alphorn_run::stop::Cause::Timeout)));
}

#[test]
fn transitions_lead_to_inductive_facts() {
    let mut posed = Posed::ints("x y", "", "(and (= x 0) (= y 0))", "(>= x 10) (<= y 5)");
    let [x, y] = [0, 1].map(|at| posed.terms.var_term(posed.shared[at]));
    let one = posed.terms.int(1);
    let next = [x, y].map(|var| posed.terms.app(Op::Add, [var, one]));
    let transitions = [Transition { cubes: vec![vec![]], premises: vec![vec![x, y]], conclusion: next.to_vec() }];
    let suffix = [posed.suffix.clone()];
    let question = Question { suffix: &suffix, shared: &posed.shared, transitions: &transitions };
    let mut ask = |inductive| {
        let mut judge = Judge::new();
        let mut interpolator = Interpolator::new(Config { inductive, ..Config::default() });
        let answer = judge.ask(&mut posed.terms, &mut interpolator, posed.prefix, &question).unwrap();
        assert_eq!(interpolator.counters().tally(answer.method).answered, 1);
        (posed.terms.display(answer.formula), answer.method)
    };
    assert_eq!(ask(true), ("(<= (+ x (* (- 1) y)) 0)".into(), Method::Inductive));
    assert_eq!(ask(false), ("(<= x 0)".into(), Method::Farkas));
}

#[test]
fn large_cubes_are_reduced_first() {
    let chain: String = (0..600).map(|i| format!("(<= v{i} v{}) (<= v{i} w{i})", i + 1)).collect();
    let names: String = (1..600).map(|i| format!("v{i} ")).chain((0..600).map(|i| format!("w{i} "))).collect();
    let mut posed = Posed::ints("v0 v600", &names, &format!("(and {chain})"), "(> v0 v600)");
    assert_eq!(posed.answer().unwrap(), ("(<= (+ v0 (* (- 1) v600)) 0)".into(), Method::Farkas));
}

#[test]
fn a_clause_of_the_suffix_is_taken_when_it_is_shorter() {
    let prefix = "(or (<= x 0) (and (>= x 20) (>= y 9)) (= x 40) (and (= x 41) (= y 5)))";
    let mut posed = Posed::ints("x y", "", prefix, "(> x 3) (< x 7)");
    assert_eq!(posed.answer().unwrap(), ("(or (not (> x 3)) (not (< x 7)))".into(), Method::Literals));
}

#[test]
fn the_clause_is_of_what_is_left_of_the_suffix_without_its_own_variables() {
    let prefix = "(or (<= x 0) (and (>= x 20) (>= y 9)) (= x 40) (and (= x 41) (= y 5)))";
    let mut posed = Posed::ints("x y", "a b", prefix, "(> x a) (= a 3) (< x b) (or (= b 7) (= b 6))");
    assert_eq!(posed.answer().unwrap().1, Method::Literals);
}

#[test]
fn a_clause_of_the_suffix_is_taken_at_once_by_who_likes_it_as_well() {
    let posed = || Posed::ints("x y", "a", "(and (<= x y) (<= y 2))", "(> x a) (>= a 3) (< y a)");
    let with = |plain| posed().answer_with(Config { plain, ..Config::default() }).unwrap();
    assert_eq!(with(false).1, Method::Farkas);
    assert_eq!(with(true).1, Method::Literals);
}

#[test]
fn what_takes_too_long_is_the_weakest() {
    let budget = Budget { time: std::time::Duration::ZERO, ..Budget::default() };
    let mut posed = Posed::ints("x", "", "(or (<= x 0) (>= x 10))", "(> x 3) (< x 7)");
    assert_eq!(posed.answer_with(Config { budget, ..Config::default() }).unwrap().1, Method::Elimination);
}

#[test]
fn too_many_disjuncts_are_no_answer() {
    let posed = || Posed::ints("x", "", "(or (<= x 0) (>= x 10) (= x 1))", "(> x 3) (< x 7)");
    let with = |most| posed().answer_with(Config { most_disjuncts: Some(most), ..Config::default() });
    assert_eq!(with(1), Err(Failure::Disjuncts));
    assert!(with(2).is_ok());
}
