//! Stops a hard question from another thread.

use alphorn::{Cause, Config, Outcome, Question, QuestionError, Stop};
use std::{thread, time::Duration};

const HARD: &str = "(set-logic HORN)(declare-fun P (Int Int) Bool)(assert (P 0 0))
    (assert (forall ((x Int) (y Int) (z Int)) (=> (P x y) (P (+ x 1) z))))
    (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= (* y y) (+ 7 (* x x x)))) false)))(check-sat)";

fn main() -> Result<(), QuestionError> {
    let mut question = Question::read(HARD)?;
    let stop = Stop::new();
    let config = Config { stop: stop.clone(), ..Config::default() };
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        stop.stop(Cause::Cancelled);
    });
    match question.solve(&config) {
        Outcome::Unknown(unknown) => println!("unknown: {}", unknown.reason),
        _ => println!("solved before it was cancelled"),
    }
    Ok(())
}
