//! Problems about open results, from the text to the answer.

use alphorn_session::api::{Config, Outcome, Question};
use std::time::Duration;

const DECLARATIONS: &str = "(set-logic HORN)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
    (declare-fun P (Int) Bool)(declare-fun Q (Int) Bool)(declare-fun R (Real) Bool)(declare-fun S (L) Bool)";

fn answer(clauses: &str) -> Outcome {
    let script = format!("{DECLARATIONS}{clauses}(check-sat)");
    let config = Config { timeout: Some(Duration::from_secs(20)), ..Config::default() };
    Question::read(&script).unwrap().solve(&config)
}

fn clause(variables: &str, body: &str, head: &str) -> String {
    let formula = format!("(=> {body} {head})");
    if variables.is_empty() {
        format!("(assert {formula})")
    } else {
        format!("(assert (forall ({variables}) {formula}))")
    }
}

#[test]
fn what_holds_for_every_choice_is_derived() {
    let x = "(x Int)";
    let any = clause(x, "(P x)", "false");
    for clauses in [
        clause(x, "(= x (div 1 0))", "(P x)") + &any,
        clause(x, "(= x (mod 7 0))", "(P x)") + &any,
        clause(x, "(= x (hd nil))", "(P x)") + &any,
        clause("(r Real)", "(= r (/ 1.0 0.0))", "(R r)") + &clause("(r Real)", "(R r)", "false"),
        clause("(l L)", "(= l (tl nil))", "(S l)") + &clause("(l L)", "(S l)", "false"),
        // The same application is the same everywhere.
        clause("", "true", "(P (div 1 0))")
            + &clause("", "true", "(Q (+ (div 1 0) 1))")
            + &clause("(x Int)(y Int)", "(and (P x) (Q y) (= y (+ x 1)))", "false"),
        clause(x, "(> x (div 1 0))", "(P x)") + &any,
        clause(x, "(not (= x (hd nil)))", "(P x)") + &any,
        // There is another derivation.
        clause(x, "(or (= x (div 1 0)) (= x 5))", "(P x)") + &clause("", "(P 5)", "false"),
        clause("(x Int)(y Int)", "(= x (div 6 y))", "(P x)") + &clause("", "(P 3)", "false"),
        clause("(x Int)(l L)", "(= x (hd l))", "(P x)") + &clause("", "(P 4)", "false"),
        clause(x, "(= x (ite (= x 0) 0 (div 5 x)))", "(P x)") + &clause("", "(P 0)", "false"),
    ] {
        let answer = answer(&clauses);
        assert!(matches!(answer, Outcome::Derivable(_)), "{clauses}: {answer:?}");
    }
}

#[test]
fn what_depends_on_the_choice_is_not_decided() {
    let first = clause("", "true", "(P (div 1 0))");
    let answer = answer(&(first + &clause("", "(P 5)", "false")));
    let Outcome::Unknown(unknown) = &answer else { panic!("{answer:?}") };
    assert!(unknown.reason.contains("division by zero"), "{unknown:?}");
}

/// One step for which the result is 0, and another for which it is 1, are no derivation.
#[test]
fn choices_are_not_mixed() {
    let clauses = clause("", "true", "(P (div 1 0))")
        + &clause("", "(P 0)", "(Q 0)")
        + &clause("", "(P 1)", "(Q 1)")
        + &clause("", "(and (Q 0) (Q 1))", "false");
    assert!(!matches!(answer(&clauses), Outcome::Derivable(_)));
}

#[test]
fn a_solution_holds_for_every_choice() {
    let clauses =
        clause("", "true", "(P (div 1 0))") + &clause("(x Int)", "(and (P x) (not (= x (div 1 0))))", "false");
    assert!(matches!(answer(&clauses), Outcome::Solved(_)));
}
