//! Hands evidence on: a derivation to a proof checker, and a certificate that any SMT-LIB solver can check.

use alphorn::{
    Config, Explanation, Outcome, Question, Stop,
    certificate::{certify, verify},
    dialect::ProofDialect,
};
use std::{env, error::Error, fs, time::Duration};

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).unwrap_or_else(|| "benchmarks/papers/cav10/simple-unsafe.smt2".into());
    let source = fs::read_to_string(&file)?;
    let mut question = Question::read(&source)?;
    let outcome = question.solve(&Config { timeout: Some(Duration::from_secs(60)), ..Config::default() });
    if let Outcome::Derivable(trace) = &outcome {
        // What cannot be expressed in a dialect says so.
        match ProofDialect::Alethe.write(trace, &source) {
            Ok(proof) => println!("an Alethe proof of {} steps", proof.lines().count()),
            Err(why) => println!("{why}"),
        }
    }
    let folder = env::temp_dir().join(format!("certificate-{}", std::process::id()));
    certify(&question, &file, &outcome, &folder)?;
    // Without the name of a solver, the built-in Z3 is asked.
    println!("{}", verify(&folder, file.as_ref(), &source, &[], Duration::from_secs(60), &Stop::new())?);
    fs::remove_dir_all(&folder)?;
    print!("{}", Explanation::new(&file, &question, &outcome).text());
    Ok(())
}
