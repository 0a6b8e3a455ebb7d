//! Builds a problem in code: two counters that run together.

use alphorn::{ClauseBuilder, Config, Outcome, Question, QuestionError};

fn counters(limit: u32) -> String {
    let (x, y) = (("x", "Int"), ("y", "Int"));
    ClauseBuilder::new()
        .predicate("loop", &["Int", "Int"])
        .clause(&[], &[], Some("(loop 0 0)"))
        .clause(&[x, y], &["(loop x y)", "(< x 10)"], Some("(loop (+ x 1) (+ y 1))"))
        .clause(&[x, y], &["(loop x y)", &format!("(> y {limit})")], None)
        .script()
}

fn main() -> Result<(), QuestionError> {
    for limit in [10, 9] {
        let mut question = Question::read(&counters(limit))?;
        match question.solve(&Config::default()) {
            Outcome::Solved(model) => println!("y never passes {limit}: {}", model.definitions[0].body),
            Outcome::Derivable(trace) => println!("y passes {limit} after {} steps", trace.steps.len()),
            Outcome::Unknown(unknown) => println!("limit {limit} is open: {}", unknown.reason),
        }
    }
    Ok(())
}
