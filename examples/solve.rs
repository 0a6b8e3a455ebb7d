//! Reads a script, solves it with a time limit, and walks the evidence: `cargo run --example solve -- FILE [SECONDS]`.

use alphorn::{Config, Outcome, Question};
use std::{env, error::Error, fs, time::Duration};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "benchmarks/papers/cav10/simple-unsafe.smt2".into());
    let seconds: u64 = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let mut question = Question::read(&fs::read_to_string(&file)?)?;
    println!("{file}: {}", question.describe());
    let config = Config { timeout: Some(Duration::from_secs(seconds)), ..Config::default() };
    match question.solve(&config) {
        Outcome::Derivable(trace) => {
            println!("false can be derived in {} steps", trace.steps.len());
            for (number, step) in trace.steps.iter().enumerate() {
                println!("{number:>4}: {} by line {} from {:?}", step.fact_smtlib(), step.clause.line, step.premises);
            }
        }
        Outcome::Solved(model) => {
            println!("false cannot be derived");
            for definition in &model.definitions {
                println!("  {}{:?} is {}", definition.predicate, definition.parameters, definition.body);
            }
        }
        Outcome::Unknown(unknown) => println!("unknown: {}", unknown.reason),
    }
    Ok(())
}
