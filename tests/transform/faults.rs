//! A pass that is wrong costs time, and no answer.

use crate::common::script::{Script, stop_after};
use alphorn::{
    answer::Answer,
    stop::Stop,
    term::Terms,
    transform::{Lift, LiftError, Rewritten, Transformed},
    witness::{Derivation, Known, Solution},
};
use std::time::Duration;

const SCRIPT: &str = "
    (set-logic HORN)
    (declare-fun p (Int) Bool)
    (assert (p 0))
    (assert (forall ((x Int)) (=> (and (p x) (< x 3)) (p (+ x 1)))))
    (assert (forall ((x Int)) (=> (and (p x) (= x @)) false)))
    (check-sat)";

/// How a way back is wrong.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// It says something else than what it was given.
    Lies,
    /// It finds nothing.
    Fails,
    /// It does not end.
    Hangs,
}

impl Fault {
    /// What goes wrong before a lie is told.
    fn strike(self, stop: &Stop) -> Result<(), LiftError> {
        match self {
            Fault::Lies => Ok(()),
            Fault::Fails => Err(LiftError::Step),
            Fault::Hangs => {
                while !stop.is_stopped() {
                    std::thread::sleep(Duration::from_millis(10));
                }
                Err(LiftError::Stopped)
            }
        }
    }
}

impl Lift for Fault {
    fn solution(&self, terms: &mut Terms, mut solution: Solution, stop: &Stop) -> Result<Solution, LiftError> {
        self.strike(stop)?;
        for definition in &mut solution.definitions {
            definition.body = terms.top();
        }
        Ok(solution)
    }

    fn derivation(&self, _: &mut Terms, mut derivation: Derivation, stop: &Stop) -> Result<Derivation, LiftError> {
        self.strike(stop)?;
        derivation.steps.remove(1);
        for premise in derivation.steps.iter_mut().flat_map(|step| &mut step.premises).flatten() {
            *premise = premise.saturating_sub(1);
        }
        Ok(derivation)
    }

    fn known(&self, _: &Terms, known: Known) -> Option<Known> {
        Some(known)
    }
}

/// What becomes of a problem after a pass with this fault.
fn check(fault: Fault, value: &str, derivable: bool) {
    let mut script = Script::read(&SCRIPT.replace('@', value)).unwrap();
    let mut transformed = Transformed::unchanged(&script.problem);
    let same = transformed.problem.clone();
    transformed.push(Rewritten { problem: same, lift: Box::new(fault) });
    transformed.lift_time = Duration::from_secs(1);
    let (stop, _timer) = stop_after(Duration::from_secs(60));
    let answer = script.answer_transformed("auto", &transformed, &stop);
    assert!(
        matches!(&answer, Answer::Checked(checked) if checked.is_derivable() == derivable),
        "{fault:?} {value}: {answer:?}"
    );
    assert_eq!(script.statistics.count("lift-retries"), Some(1), "{fault:?} {value}");
}

#[test]
fn no_answer_is_lost_by_a_wrong_way_back() {
    for fault in [Fault::Lies, Fault::Fails] {
        check(fault, "3", true);
        check(fault, "7", false);
    }
}

#[test]
fn no_answer_is_lost_by_an_endless_way_back() {
    check(Fault::Hangs, "7", false);
}
