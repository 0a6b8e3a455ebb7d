//! `alphorn-check FILE EVIDENCE`: does the evidence show the answer to a question of FILE?

use alphorn_check::{Check, Failure, Obligations, Solver, json, questions};
use std::{env, fs, path::Path, process::ExitCode, time::Duration};

const HELP: &str = "\
Checks evidence about constrained Horn clauses on the text of the original script.

Usage: alphorn-check FILE EVIDENCE [--with COMMAND] [--timeout SECONDS] [--question N]

  FILE            an SMT-LIB script in logic HORN
  EVIDENCE        a model, ((define-fun P ((x Int)) Bool BODY) …), which may follow a line `sat`, as `alphorn --evidence`
                  prints it; or the steps of a derivation, `derivation.json` of `alphorn certify`; or a folder with either
  --with COMMAND  a solver that reads SMT-LIB on its standard input; `z3 -in` if not given
  --timeout S     the limit for each obligation, 60 seconds if not given
  --question N    the N-th question of the script, counted from 1, which is the default

Exit code 0: every obligation is confirmed. 1: some are not. 2: the evidence or the script is not accepted, or the arguments
are wrong.
";

/// What the arguments say.
struct Call {
    file: String,
    evidence: String,
    solver: String,
    timeout: Duration,
    question: usize,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.iter().any(|word| word == "--help" || word == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let told = read_arguments(arguments).and_then(|call| check(&call));
    match told {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(reason) => {
            eprintln!("alphorn-check: {reason}");
            ExitCode::from(2)
        }
    }
}

fn read_arguments(arguments: Vec<String>) -> Result<Call, String> {
    let (mut files, mut solver, mut timeout, mut question) = (Vec::new(), "z3 -in".to_string(), 60.0, 1);
    let mut words = arguments.into_iter();
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            files.push(word);
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let wrong = || format!("{word} {value}: expected a number");
        match word.as_str() {
            "--with" => solver = value,
            "--timeout" => timeout = value.parse().map_err(|_| wrong())?,
            "--question" => question = value.parse().map_err(|_| wrong())?,
            _ => return Err(format!("{word} is not known: see --help")),
        }
    }
    let timeout = Duration::try_from_secs_f64(timeout).map_err(|error| format!("--timeout: {error}"))?;
    let [file, evidence] = <[String; 2]>::try_from(files).map_err(|_| "expected FILE and EVIDENCE: see --help")?;
    Ok(Call { file, evidence, solver, timeout, question })
}

/// Whether all is confirmed; what was found is told on standard output.
fn check(call: &Call) -> Result<bool, String> {
    let source = read(Path::new(&call.file))?;
    let asked = questions(&source);
    let question = call.question.checked_sub(1).and_then(|at| asked.get(at));
    let &question = question
        .ok_or_else(|| format!("{}: there are {} questions, and no {}", call.file, asked.len(), call.question))?;
    let check = Check::new(&source, question).map_err(|failure| told(&failure))?;
    let is_query = check.is_query();
    let (evidence, obligations) = obligations(check, Path::new(&call.evidence))?;
    // A query is answered by `sat` if there is a derivation, any other question by `unsat`.
    let verdict = if (evidence == "derivation") == is_query { "sat" } else { "unsat" };
    let solver = Solver { command: &call.solver, timeout: call.timeout };
    let objections = solver.objections(&obligations);
    for (at, objection) in &objections {
        let obligation = &obligations.all[*at];
        println!("{} (line {}): {objection}: {}", obligation.place, obligation.line, obligation.text);
    }
    let (all, confirmed) = (obligations.all.len(), obligations.all.len() - objections.len());
    let result = if objections.is_empty() { "verified" } else { "not verified" };
    println!("{verdict}, by a {evidence} of {all} parts, {confirmed} confirmed by {}: {result}", call.solver);
    Ok(objections.is_empty())
}

/// The kind of the evidence in a file or a folder, and what has to be shown of it.
fn obligations(check: Check<'_>, path: &Path) -> Result<(&'static str, Obligations), String> {
    let inside = ["model.smt2", "derivation.json"].map(|name| path.join(name));
    let path = inside.iter().find(|path| path.exists()).map_or(path, |path| path.as_path());
    let text = read(path)?;
    let text = text.as_str();
    if text.starts_with('{') {
        let steps = json::read(text).map_err(|reason| format!("{}: {reason}", path.display()))?;
        return Ok(("derivation", check.derivation(&steps).map_err(|failure| told(&failure))?));
    }
    let model = text.strip_prefix("sat\n").unwrap_or(text);
    Ok(("solution", check.solution(model).map_err(|failure| told(&failure))?))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn told(failure: &Failure) -> String {
    failure.to_string()
}
