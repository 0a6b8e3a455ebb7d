//! Checks many pieces of evidence, one a line of standard input, with the library's checker.
//!
//! A line is a JSON object, and so is the answer:
//!
//! * `{"do": "check", "kind": "solution" | "derivation", "source", "query", "evidence"}` is answered by
//!   `{"accepted": bool, "why"}`;
//! * `{"do": "obligations", …}` by `{"accepted", "why", "obligations": [{"about", "line", "script"}]}`;
//! * `{"do": "verify", "folder", "file"}` by `{"accepted", "why"}`.
//!
//! A panic is answered by `{"panic": message}`.

use alphorn::{
    Stop,
    certificate::verify,
    check::{Check, Z3Text, check_derivation, check_solution},
};
use serde_json::{Value, json};
use std::{
    fs,
    io::{self, BufRead, Write},
    panic,
    path::Path,
    time::Duration,
};

/// A question that takes longer is refused: forgeries are small.
const LIMIT: Duration = Duration::from_secs(2);

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = panic::catch_unwind(|| answer(&line)).unwrap_or_else(|cause| {
            let message = cause.downcast_ref::<String>().cloned();
            let message = message.or_else(|| cause.downcast_ref::<&str>().map(ToString::to_string));
            json!({ "panic": message.unwrap_or_default() })
        });
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn answer(line: &str) -> Value {
    let request: Value = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => return json!({ "error": error.to_string() }),
    };
    match request["do"].as_str() {
        Some("check") => check(&request),
        Some("obligations") => obligations(&request),
        Some("verify") => verified(&request),
        _ => json!({ "error": "nothing to do" }),
    }
}

/// The source, where the question starts, the evidence, and whether it is a solution.
fn parts(request: &Value) -> (&str, u32, &str, bool) {
    let text = |name: &str| request[name].as_str().unwrap_or_default();
    let query = request["query"].as_u64().and_then(|query| u32::try_from(query).ok()).unwrap_or(u32::MAX);
    (text("source"), query, text("evidence"), text("kind") == "solution")
}

fn check(request: &Value) -> Value {
    let (source, query, evidence, is_solution) = parts(request);
    let mut backend = Z3Text::new(Stop::new(), LIMIT);
    let checked = match is_solution {
        true => check_solution(source, query, evidence, &mut backend),
        false => check_derivation(source, query, evidence, &mut backend),
    };
    told(checked.err().map(|failure| failure.to_string()))
}

fn obligations(request: &Value) -> Value {
    let (source, query, evidence, is_solution) = parts(request);
    let made = Check::new(source, query).and_then(|check| match is_solution {
        true => check.solution(evidence),
        false => check.derivation(evidence),
    });
    match made {
        Err(failure) => told(Some(failure.to_string())),
        Ok(made) => {
            let all: Vec<Value> = made
                .all
                .iter()
                .map(|one| json!({ "about": one.place.to_string(), "line": one.line, "script": made.script(one) }))
                .collect();
            json!({ "accepted": true, "why": "", "obligations": all })
        }
    }
}

fn verified(request: &Value) -> Value {
    let text = |name: &str| request[name].as_str().unwrap_or_default();
    let file = Path::new(text("file"));
    let source = match fs::read_to_string(file) {
        Ok(source) => source,
        Err(error) => return told(Some(error.to_string())),
    };
    match verify(Path::new(text("folder")), file, &source, &[], LIMIT, &Stop::new()) {
        Ok(verification) if verification.holds() => told(None),
        Ok(verification) => told(Some(verification.to_string())),
        Err(error) => told(Some(error.to_string())),
    }
}

/// What is wrong, if anything is.
fn told(why: Option<String>) -> Value {
    json!({ "accepted": why.is_none(), "why": why.unwrap_or_default() })
}
