//! The evidence checker accepts right evidence for scripts of every shape, and rejects it when any one place is changed.
//!
//! In the scripts here `@name@` marks a byte: it is cut out, and `@name@` in the evidence becomes its offset.

use alphorn::{
    check::{Backend, Failure, Place, Process, Report, Why, Z3Text, check_derivation, check_solution},
    sexpr::{Kind, Sexpr, Sexprs},
    stop::Stop,
};
use std::{path::Path, time::Duration};

const TIMEOUT: Duration = Duration::from_secs(30);
const EXTERNAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/third_party/z3/bin/z3");

/// A script without its marks, and the evidence with offsets in their place. The last command is the checking one.
struct Case {
    source: String,
    evidence: String,
    check: fn(&str, u32, &str, &mut dyn Backend) -> Result<Report, Failure>,
}

impl Case {
    fn solution(source: &str, model: &str) -> Case {
        Case { source: source.into(), evidence: model.into(), check: check_solution }
    }

    fn derivation(marked: &str, derivation: &str) -> Case {
        let mut source = String::new();
        let mut evidence = derivation.to_string();
        for (i, part) in marked.split('@').enumerate() {
            if i % 2 == 0 {
                source.push_str(part);
            } else {
                evidence = evidence.replace(&format!("@{part}@"), &source.len().to_string());
            }
        }
        assert!(!evidence.contains('@'), "a mark without a place: {evidence}");
        Case { source, evidence, check: check_derivation }
    }

    fn query(&self) -> u32 {
        Sexprs::read(&self.source).unwrap().iter().last().unwrap().span().start
    }

    fn check_text(&self, evidence: &str) -> Result<Report, Failure> {
        (self.check)(&self.source, self.query(), evidence, &mut Z3Text::new(Stop::new(), TIMEOUT))
    }

    #[track_caller]
    fn accepted(&self) -> Report {
        let report = self.check_text(&self.evidence);
        if !Path::new(EXTERNAL).exists() {
            eprintln!("skipped: no external solver at {EXTERNAL}");
        } else {
            let mut external = Process::new(&format!("{EXTERNAL} -in"), Stop::new(), TIMEOUT);
            let second = (self.check)(&self.source, self.query(), &self.evidence, &mut external);
            assert_eq!(report.as_ref().map(|r| r.obligations), second.as_ref().map(|r| r.obligations));
        }
        report.unwrap_or_else(|failure| panic!("{failure}\n{}", self.evidence))
    }

    #[track_caller]
    fn rejected(&self, evidence: &str) -> Failure {
        match self.check_text(evidence) {
            Err(failure) => failure,
            Ok(_) => panic!("accepted: {evidence}"),
        }
    }

    /// Replaces one place of the evidence, which must then be rejected.
    #[track_caller]
    fn rejects(&self, from: &str, to: &str) -> Failure {
        assert_eq!(self.evidence.matches(from).count(), 1, "{from} in {}", self.evidence);
        self.rejected(&self.evidence.replacen(from, to, 1))
    }

    /// Accepted as it is, and rejected with any one number of it one more or one less.
    #[track_caller]
    fn tight(&self) -> &Self {
        self.accepted();
        let all = Sexprs::read(&self.evidence).unwrap();
        let mut open: Vec<Sexpr<'_>> = all.iter().collect();
        let mut changed = 0;
        while let Some(node) = open.pop() {
            open.extend(node.children());
            for neighbour in neighbours(node) {
                let (start, end) = (node.span().start as usize, node.span().end as usize);
                self.rejected(&format!("{}{neighbour}{}", &self.evidence[..start], &self.evidence[end..]));
                changed += 1;
            }
        }
        assert!(changed > 0, "no number in {}", self.evidence);
        self
    }
}

/// The numbers next to a literal.
fn neighbours(node: Sexpr<'_>) -> Vec<String> {
    let text = node.text();
    match node.kind() {
        Kind::Numeral => {
            let n: u64 = text.parse().unwrap();
            vec![(n + 1).to_string(), if n == 0 { "(- 1)".into() } else { (n - 1).to_string() }]
        }
        Kind::Hex => {
            let (n, digits) = (u32::from_str_radix(&text[2..], 16).unwrap(), text.len() - 2);
            let last = 16u32.pow(digits as u32) - 1;
            [(n + 1) & last, n.wrapping_sub(1) & last].iter().map(|n| format!("#x{n:0digits$x}")).collect()
        }
        Kind::Binary => {
            let (rest, last) = text.split_at(text.len() - 1);
            vec![format!("{rest}{}", if last == "0" { 1 } else { 0 })]
        }
        _ => vec![],
    }
}

const COUNTER: &str = "(set-logic HORN)
(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (and (P x) (< x 10)) (P (+ x 1)))))
(assert (forall ((x Int)) (=> (P x) (and (<= 0 x) (<= x 10)))))
(check-sat)";
const COUNTER_MODEL: &str = "((define-fun P ((x Int)) Bool (and (<= 0 x) (<= x 10))))";

#[test]
fn solutions_of_every_shape_are_tight() {
    let bounds = "(and (<= 0 x) (<= x 10))";
    let cases = [
        (COUNTER.to_string(), COUNTER_MODEL),
        // The way SDV writes its queries.
        (
            format!(
                "(declare-fun P (Int) Bool)
                (assert (let ((a!1 (exists ((x Int)) (not (or (not (= x 0)) (P x)))))) (not a!1)))
                (assert (not (exists ((x Int)) (and (P x) (< x 10) (not (P (+ x 1)))))))
                (assert (let ((a!1 (exists ((x Int)) (not (=> (and (P x) (not {bounds})) false))))) (not a!1)))(check-sat)"
            ),
            COUNTER_MODEL,
        ),
        (
            format!(
                "(declare-fun P (Int) Bool)(assert (! (and (P 0) (forall ((x Int)) (or (not (P x)) (>= x 10) (P (+ x 1))))
                (forall ((x Int)) (not (and (P x) (not {bounds}))))) :named all))(check-sat)"
            ),
            COUNTER_MODEL,
        ),
        (
            format!(
                "(declare-rel P (Int))(declare-rel fail ())(declare-var x Int)(declare-var y Int)
                (rule (=> (= x 0) (P x)) start)(rule (=> (and (P x) (< x 10) (= y (+ x 1))) (P y)))
                (rule (=> (and (P x) (not {bounds})) fail))(query fail :print-certificate true)"
            ),
            "((define-fun P ((x Int)) Bool (and (<= 0 x) (<= x 10))) (define-fun fail () Bool false))",
        ),
        (
            format!(
                "(declare-rel P (Int))(declare-rel Q (Int))(declare-var x Int)(rule (P 0))
                (rule (=> (and (P x) (< x 10)) (P (+ x 1))))(rule (=> (and (P x) (not {bounds})) (Q x)))(query Q)"
            ),
            "(model (define-fun P ((x Int)) Bool (and (<= 0 x) (<= x 10))) (define-fun Q ((y Int)) Bool false))",
        ),
        (
            "(declare-fun P ((Array Int Int) Int) Bool)
            (assert (forall ((a (Array Int Int))) (P a 0)))
            (assert (forall ((a (Array Int Int)) (i Int)) (=> (P a i) (P (store a i 7) (+ i 1)))))
            (assert (forall ((a (Array Int Int)) (i Int)) (=> (P a i) (>= i 0))))
            (assert (forall ((a (Array Int Int)) (i Int)) (=> (and (P a i) (> i 0)) (= 7 (select a (- i 1))))))(check-sat)"
                .into(),
            "((define-fun P ((a (Array Int Int)) (i Int)) Bool
                (and (>= i 0) (=> (> i 0) (= (select a (- i 1)) 7)))))",
        ),
        (
            "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))(declare-fun P (List) Bool)
            (assert (P nil))(assert (forall ((l List)) (=> (P l) (P (cons 3 l)))))
            (assert (forall ((l List)) (=> (and (P l) ((_ is cons) l)) (= (head l) 3))))(check-sat)"
                .into(),
            "((define-fun P ((l List)) Bool (=> ((_ is cons) l) (= (head l) 3))))",
        ),
        (
            "(declare-fun P ((_ BitVec 8)) Bool)(assert (P #x00))
            (assert (forall ((x (_ BitVec 8))) (=> (P x) (P (bvadd x #x02)))))
            (assert (forall ((x (_ BitVec 8))) (=> (P x) (= #b0 ((_ extract 0 0) x)))))(check-sat)"
                .into(),
            "((define-fun P ((x (_ BitVec 8))) Bool (= #b0 (bvand #b1 ((_ extract 0 0) x)))))",
        ),
        (
            "(declare-fun P (Real) Bool)(assert (P 0.5))(assert (forall ((x Real)) (=> (P x) (P (* 2.0 x)))))
            (assert (forall ((x Real)) (=> (P x) (>= x 0.5))))(check-sat)"
                .into(),
            "((define-fun P ((x Real)) Bool (<= (/ 1 2) x)))",
        ),
        (
            "(declare-fun |P x| (Int) Bool)(declare-const |q| Bool)(assert (|P x| 0))(assert (=> (|P x| 1) q))(assert q)
            (check-sat-assuming ((not (|P x| 1)) q))"
                .into(),
            "((define-fun |P x| ((x Int)) Bool (= x 0)) (define-fun q () Bool (= 0 0)))",
        ),
        (
            "(define-sort N () Int)(declare-fun P (N) Bool)(define-fun M ((x N)) Bool (and (P x) (> x 4)))
            (declare-fun f (Int) Int)(assert (forall ((x N)) (=> (= x 5) (P x))))(assert (forall ((x N)) (=> (M x) (= x 5))))
            (assert (forall ((x N)) (=> (P x) (>= x 5))))(assert (=> (P (f 0)) (M 5)))(check-sat)"
                .into(),
            "(define-fun P ((x Int)) Bool (= x 5))",
        ),
    ];
    for (source, model) in &cases {
        Case::solution(source, model).tight();
    }
}

#[test]
fn a_wrong_solution_is_named_by_its_clause() {
    let case = Case::solution(COUNTER, COUNTER_MODEL);
    assert_eq!(case.accepted().obligations, 3);
    let failure = case.rejects("(and (<= 0 x) (<= x 10))", "(<= 0 x)");
    assert_eq!((failure.place.clone(), failure.line, failure.why.clone()), (Place::Clause(2), Some(5), Why::Refuted));
    assert_eq!(
        failure.to_string(),
        "clause 2 (line 5 of the script): does not hold: (assert (forall ((x Int)) (=> (P x) (and (<= 0 x) (<= x 10)))))"
    );
    assert_eq!(case.rejects("(and (<= 0 x) (<= x 10))", "false").place, Place::Clause(0));
    assert_eq!(case.rejects("(<= x 10)", "(<= x 5)").place, Place::Clause(1));
}

#[test]
fn malformed_solutions_are_rejected() {
    let case = Case::solution(COUNTER, COUNTER_MODEL);
    let malformed = |evidence: &str, reason: &str| {
        let failure = case.rejected(evidence).to_string();
        assert!(failure.contains(reason), "{evidence}\n{failure}");
    };
    malformed("()", "every declared predicate needs one");
    malformed("", "every declared predicate needs one");
    malformed("((define-fun P ((x Int)) Bool true) (define-fun P ((x Int)) Bool true))", "twice");
    malformed("((define-fun P ((x Int)) Bool true) (define-fun H () Bool true))", "no predicate of this name");
    malformed("((define-fun and ((x Bool) (y Bool)) Bool true) (define-fun P ((x Int)) Bool true))", "no predicate");
    malformed("((define-fun-rec P ((x Int)) Bool true))", "expected a define-fun");
    malformed("((define-fun P ((x Int)) Int 1))", "expected a define-fun");
    malformed("((define-fun P ((x Int)) Bool true true))", "expected a define-fun");
    malformed("((define-fun P ((x Real)) Bool true))", "sort Real, declared is Int");
    malformed("((define-fun P ((x Int) (y Int)) Bool true))", "2 parameters where 1");
    malformed("((define-fun P () Bool true))", "0 parameters where 1");
    malformed("((define-fun P (x) Bool true))", "expected a parameter");
    malformed("((define-fun P ((x Int)) Bool (P x)))", "mentions the predicate P");
    malformed("((define-fun P ((x Int)) Bool (! (<= 0 x) :named n)))", "annotation");
    malformed("((define-fun P ((x Int)) Bool (<= y 10)))", "unknown symbol y");
    malformed("((define-fun P ((x Int)) Bool true)) (assert false)", "expected a define-fun");
    malformed("((define-fun P ((x Int)) Bool true)) (assert false) (define-fun P ((x Int)) Bool true)", "expected");
    malformed("((define-fun P ((x Int)) Bool true)", "never closed");
    malformed("((define-fun P ((x Int)) Bool (= x |a\\|)(assert false)(|b|)))", "backslash");
    malformed("((define-fun P ((|x\\| Int)) Bool true))", "backslash");
    let two =
        Case::solution("(declare-fun P (Int Int) Bool)(check-sat)", "((define-fun P ((x Int) (y Int)) Bool true))");
    two.accepted();
    two.rejects("(y Int)", "(x Int)");
    // What a rule's variable is called must not become a constant that the definitions could share.
    let source = "(declare-rel P (Int))(declare-var x Int)(rule (P x))(query (P 3))";
    let shared = Case::solution(source, "((define-fun P ((y Int)) Bool (= y x)))");
    assert_eq!(shared.rejected(&shared.evidence).place, Place::Predicate("P".into()));
}

#[test]
fn a_binder_may_have_a_predicates_name() {
    Case::solution(COUNTER, "((define-fun P ((P Int)) Bool (let ((Q 10)) (and (<= 0 P) (<= P Q)))))").tight();
}

#[test]
fn only_what_is_in_force_counts() {
    let source = "(declare-fun P (Int) Bool)(assert (P 0))(push 1)(assert (not (P 0)))(check-sat)(pop 1)(check-sat)";
    let model = "((define-fun P ((x Int)) Bool (= x 0)))";
    let case = Case::solution(source, model);
    case.tight();
    let z3 = &mut Z3Text::new(Stop::new(), TIMEOUT);
    let inner = source.find("(check-sat)").unwrap() as u32;
    assert_eq!(check_solution(source, inner, model, z3).unwrap_err().place, Place::Clause(1));
    let (yes, no) = (source.find("(assert (P").unwrap(), source.find("(assert (not").unwrap());
    let derivation = format!("((step 0 {yes} () () (P 0)) (step 1 {no} () (0) false))");
    assert!(check_derivation(source, inner, &derivation, z3).is_ok());
    assert!(check_derivation(source, case.query(), &derivation, z3).is_err());
    assert_eq!(check_solution(source, 3, model, z3).unwrap_err().place, Place::Script);
}

/// Two premises of one predicate; every number of the derivation matters.
const SUM: (&str, &str) = (
    "(set-logic HORN)
(declare-fun P (Int) Bool)
(declare-fun Q (Int Int) Bool)
@one@(assert (P 1))
@next@(assert (forall ((@nx@x Int)) (=> (and (P x) (< x 3)) (P (+ x 1)))))
@pair@(assert (forall ((@px@x Int) (@py@y Int)) (=> (and (P x) (P y) (< x y)) (Q x (- y x)))))
@goal@(assert (forall ((@gx@x Int) (@gy@y Int)) (=> (and (Q x y) (= (+ x y) 3)) false)))
(check-sat)",
    "((step 0 @one@ () () (P 1))
 (step 1 @next@ ((x @nx@ 1)) (0) (P 2))
 (step 2 @next@ ((x @nx@ 2)) (1) (P 3))
 (step 3 @pair@ ((x @px@ 1) (y @py@ 3)) (0 2) (Q 1 2))
 (step 4 @goal@ ((x @gx@ 1) (y @gy@ 2)) (3) false))",
);

#[test]
fn derivations_of_every_shape_are_tight() {
    let cases = [
        SUM,
        // The way SDV writes its queries, and a rule in the same style.
        (
            "(declare-fun P (Int) Bool)
            @a@(assert (let ((a!1 (exists ((@ax@x Int)) (not (or (not (= x 4)) (P x)))))) (not a!1)))
            @b@(assert (let ((a!1 (exists ((@bx@x Int)) (let ((a!2 (not (=> (and (P x) (not false)) (> x 4))))) a!2)))) (not a!1)))
            (check-sat)",
            "((step 0 @a@ ((x @ax@ 4)) () (P 4)) (step 1 @b@ ((x @bx@ 4)) (0) false))",
        ),
        (
            "(declare-fun P (Int) Bool)
            @a@(assert (! (and (forall ((@ux@x Int)) (=> (= x 4) (P x))) (P 9) (not (exists ((@vx@x Int)) (and (P x) (< x 5))))) :named n))
            (check-sat)",
            "((step 0 @a@ ((x @ux@ 4)) () (P 4)) (step 1 @a@ ((x @vx@ 4)) (0) false))",
        ),
        (
            "(declare-rel P (Int))(declare-rel fail ())(declare-var @x@x Int)(declare-var @y@y Int)
            @a@(rule (P 6))@b@(rule (=> (and (P x) (= y (+ x 1))) (P y)))@c@(rule (=> (and (P x) (> x 6)) fail))@q@(query fail)",
            "((step 0 @a@ () () (P 6)) (step 1 @b@ ((x @x@ 6) (y @y@ 7)) (0) (P 7))
            (step 2 @c@ ((x @x@ 7)) (1) fail) (step 3 @q@ () (2) false))",
        ),
        (
            "(declare-rel P (Int Int))(declare-var @x@x Int)@a@(rule (P 6 7))@q@(query (P x (+ x 1)))",
            "((step 0 @a@ () () (P 6 7)) (step 1 @q@ ((x @x@ 6)) (0) false))",
        ),
        (
            "(declare-rel P (Int Int))@a@(rule (P 6 7))@q@(query P)",
            "((step 0 @a@ () () (P 6 7)) (step 1 @q@ () (0) false))",
        ),
        (
            "(declare-fun P ((Array Int Int)) Bool)@a@(assert (forall ((@x@x (Array Int Int))) (=> (= x ((as const (Array Int Int)) 5)) (P (store x 1 2)))))
            @b@(assert (forall ((@y@y (Array Int Int))) (not (and (P y) (= 7 (+ (select y 0) (select y 1)))))))(check-sat)",
            "((step 0 @a@ ((x @x@ ((as const (Array Int Int)) 5))) () (P (store ((as const (Array Int Int)) 5) 1 2)))
            (step 1 @b@ ((y @y@ (store ((as const (Array Int Int)) 5) 1 2))) (0) false))",
        ),
        (
            "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-fun P (L) Bool)
            @a@(assert (P (cons 1 nil)))@b@(assert (forall ((@l@l L)) (=> (P l) (P (cons 2 l)))))
            @c@(assert (forall ((@m@l L)) (=> (P l) (not (= (head l) 2)))))(check-sat)",
            "((step 0 @a@ () () (P (cons 1 nil))) (step 1 @b@ ((l @l@ (cons 1 nil))) (0) (P (cons 2 (cons 1 nil))))
            (step 2 @c@ ((l @m@ (cons 2 (cons 1 nil)))) (1) false))",
        ),
        (
            "(declare-fun P ((_ BitVec 8)) Bool)@a@(assert (P #xff))@b@(assert (forall ((@x@x (_ BitVec 8))) (=> (P x) (P (bvadd x #x01)))))
            @c@(assert (not (P #x00)))(check-sat)",
            "((step 0 @a@ () () (P #xff)) (step 1 @b@ ((x @x@ #xff)) (0) (P #x00)) (step 2 @c@ () (1) false))",
        ),
        (
            "(declare-fun P (Real) Bool)@a@(assert (P (/ 1 3)))@b@(assert (forall ((@x@x Real)) (not (and (P x) (= (* 3.0 x) 1.0)))))(check-sat)",
            "((step 0 @a@ () () (P (/ 1 3))) (step 1 @b@ ((x @x@ (/ 1 3))) (0) false))",
        ),
        (
            "(declare-fun |P x| (Int) Bool)(declare-const q Bool)@a@(assert (|P x| (- 3)))
            @b@(assert (forall ((@y@|y y| Int)) (=> (|P x| |y y|) (< |y y| 0) q)))@c@(check-sat-assuming ((|P x| (- 4)) (not q)))",
            "((step 0 @a@ () () (|P x| (- 3))) (step 1 @b@ ((|y y| @y@ (- 3))) (0) |q|) (step 2 @c@ () (1) false))",
        ),
        (
            "(declare-sort U 0)(declare-fun P (U Int) Bool)@a@(assert (forall ((@u@u U)) (P u 1)))
            @b@(assert (forall ((@v@u U)) (not (P u 1))))(check-sat)",
            "((step 0 @a@ ((u @u@ U!val!0)) () (P U!val!0 1)) (step 1 @b@ ((u @v@ U!val!0)) (0) false))",
        ),
        (
            "(declare-fun P (Int) Bool)(define-fun M ((x Int)) Bool (and (P x) (> x 2)))(declare-fun f (Int) Int)
            @a@(assert (P 3))@b@(assert (forall ((@x@x Int)) (=> (M x) (distinct (f x) (f 3)))))(check-sat)",
            "((step 0 @a@ () () (P 3)) (step 1 @b@ ((x @x@ 3)) (0) false))",
        ),
    ];
    for (source, derivation) in cases {
        Case::derivation(source, derivation).tight();
    }
}

#[test]
fn corrupted_derivations_are_rejected() {
    let case = Case::derivation(SUM.0, SUM.1);
    assert_eq!(case.accepted().obligations, 5);
    let step = |failure: Failure| match failure.place {
        Place::Step(number) => (number, failure.line, failure.why),
        place => panic!("expected a step, got {place}"),
    };
    assert_eq!(step(case.rejects("(0 2)", "(0 1)")), (3, Some(6), Why::Refuted));
    assert_eq!(step(case.rejects("(0 2)", "(0)")), (3, Some(6), Why::Refuted));
    assert_eq!(step(case.rejects("(Q 1 2)", "(Q 2 1)")), (3, Some(6), Why::Refuted));
    let malformed = |from: &str, to: &str, number: usize, reason: &str| {
        let failure = case.rejects(from, to);
        assert_eq!(failure.place, Place::Step(number), "{failure}");
        assert!(failure.to_string().contains(reason), "{failure}");
    };
    malformed("(0 2)", "(0 3)", 3, "not an earlier step");
    malformed("(0 2)", "(0 4)", 3, "not an earlier step");
    malformed("(0) (P 2)", "(2) (P 2)", 1, "not an earlier step");
    malformed("(step 4", "(step 3", 4, "expected the number 4");
    malformed("(Q 1 2)", "(Q 1)", 3, "arguments");
    malformed("(Q 1 2)", "(R 1 2)", 3, "declared predicate");
    malformed("(Q 1 2)", "(and (Q 1 2))", 3, "declared predicate");
    malformed("(Q 1 2)", "(Q 1 (let ((a 2)) a))", 3, "is no value");
    malformed("() () (P 1)", "()", 0, "expected (step");
    let offset = |mark: &str| Case::derivation(SUM.0, &format!("@{mark}@")).evidence;
    let (px, py, gx, gy) = (offset("px"), offset("py"), offset("gx"), offset("gy"));
    malformed(&format!("(y {py} 3)"), "", 3, "the variable y has no value");
    malformed(&format!("(y {py} 3)"), &format!("(y {py} 3) (y {py} 3)"), 3, "two values");
    malformed(&format!("(x {gx} 1) (y {gy} 2)"), &format!("(x {gx} 1) (y {py} 2)"), 4, "y has no value");
    malformed(&format!("(x {gx} 1) (y {gy} 2)"), &format!("(x {gx} 1) (y {gy} 2) (x {px} 1)"), 4, "binds x");
    malformed(&format!("(x {gx} 1) (y {gy} 2)"), &format!("(y {gx} 1) (x {gy} 2)"), 4, "is x, not y");
    // Premises of two steps exchanged, and the values of two variables.
    case.rejected(&case.evidence.replace("(0 2)", "(3)").replacen("(3) false", "(0 2) false", 1));
    case.rejected(
        &case.evidence.replace(&format!("{px} 1"), &format!("{px} 3")).replace(&format!("{py} 3"), &format!("{py} 1")),
    );
    let last = case.evidence.find("(step 4").unwrap();
    let unfinished = case.rejected(&format!("{})", &case.evidence[..last]));
    assert!(unfinished.to_string().contains("does not derive false"));
    for nothing in ["", "()", "false", "(step 0 0 () () false)", "(()) ())"] {
        case.rejected(nothing);
    }
    // A cycle: each of two steps needs the other.
    let cycle = "(declare-fun P () Bool)(declare-fun Q () Bool)@a@(assert (=> P Q))@b@(assert (=> Q P))@c@(assert (not P))(check-sat)";
    let cycle = Case::derivation(cycle, "((step 0 @a@ () (1) Q) (step 1 @b@ () (0) P) (step 2 @c@ () (1) false))");
    assert_eq!(cycle.rejected(&cycle.evidence).place, Place::Step(0));
}

#[test]
fn nothing_follows_from_less_than_the_clauses_say() {
    // Existential quantifiers have no instances, and elements of a sort need not differ.
    let source = "(declare-sort U 0)(declare-fun P (U) Bool)(declare-fun R (Int) Bool)
        @a@(assert (exists ((@x@x Int)) (R x)))@b@(assert (not (R 0)))@c@(assert (forall ((@u@u U) (@v@v U)) (=> (distinct u v) false)))(check-sat)";
    let wrong = |derivation: &str| {
        let case = Case::derivation(source, derivation);
        case.rejected(&case.evidence).why
    };
    let exists = wrong("((step 0 @a@ ((x @x@ 0)) () (R 0)) (step 1 @b@ () (0) false))");
    assert!(matches!(exists, Why::Malformed(reason) if reason.contains("not universal")));
    assert_eq!(wrong("((step 0 @a@ () () (R 0)) (step 1 @b@ () (0) false))"), Why::Refuted);
    assert_eq!(wrong("((step 0 @c@ ((u @u@ U!val!0) (v @v@ U!val!1)) () false))"), Why::Refuted);
}

#[test]
fn many_steps_are_checked_in_groups_and_the_wrong_one_is_named() {
    let source = "(declare-fun P (Int) Bool)@a@(assert (P 0))@b@(assert (forall ((@x@x Int)) (=> (P x) (P (+ x 1)))))@c@(assert (not (P 3000)))(check-sat)";
    let steps = |wrong: usize| {
        let step = |n: usize| {
            let fact = if n == wrong { n + 1 } else { n };
            format!("(step {n} @b@ ((x @x@ {})) ({}) (P {fact}))", n - 1, n - 1)
        };
        let middle: String = (1..=3000).map(step).collect();
        Case::derivation(source, &format!("((step 0 @a@ () () (P 0)){middle}(step 3001 @c@ () (3000) false))"))
    };
    assert_eq!(steps(0).accepted().obligations, 3002);
    let case = steps(2021);
    let failure = case.rejected(&case.evidence);
    assert_eq!((failure.place, failure.why), (Place::Step(2021), Why::Refuted));
}

#[test]
fn deep_terms_are_checked() {
    let depth = 20_000;
    let lets: String = (1..=depth).map(|i| format!("(let ((a{i} (ite (> a{0} 5) a{0} (+ 1 a{0})))) ", i - 1)).collect();
    let deep = |conclusion: &str| {
        let close = ")".repeat(depth);
        format!(
            "(declare-fun P (Int) Bool)@a@(assert (forall ((@x@a0 Int)) {lets}(=> (> a{depth} 6) {conclusion}){close}))(check-sat)"
        )
    };
    Case::derivation(&deep("false"), "((step 0 @a@ ((a0 @x@ 7)) () false))").accepted();
    let case = Case::derivation(&deep("(P a0)"), "((define-fun P ((x Int)) Bool true))");
    Case { check: check_solution, ..case }.accepted();
}

#[test]
fn an_external_solver_that_fails_is_reported() {
    let mut missing = Process::new("/no/such/solver", Stop::new(), TIMEOUT);
    let case = Case::solution(COUNTER, COUNTER_MODEL);
    let failure = check_solution(&case.source, case.query(), &case.evidence, &mut missing).unwrap_err();
    assert!(matches!(failure.why, Why::Undecided(reason) if reason.contains("/no/such/solver")));
}
