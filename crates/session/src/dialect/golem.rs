//! Golem's numbered lines. Step 0 is *true*, and every step has premises: those without any follow from step 0.

use alphorn_logic::witness::{Trace, TraceStep};
use alphorn_sexpr::Sexprs;
use std::fmt::Write;

/// `n:\tfact -> p q`, as `--print-witness` prints it.
pub(super) fn write(trace: &Trace) -> String {
    let mut out = String::from("0:\ttrue\n");
    for (n, step) in trace.steps.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}:\t{} ->  {}", n + 1, step.fact_smtlib(), premises(step));
    }
    out
}

/// The numbers of a step's premises, one higher than ours.
fn premises(step: &TraceStep) -> String {
    if step.premises.is_empty() {
        return "0".into();
    }
    step.premises.iter().map(|p| (p + 1).to_string()).collect::<Vec<_>>().join(" ")
}

/// The clause, the values and what follows, as `--proof-format intermediate` prints them.
pub(super) fn write_intermediate(trace: &Trace) -> String {
    let mut out = String::new();
    let mut number = 0;
    let mut line = |text: String| {
        let _ = writeln!(out, "{number}\t {text}");
        number += 1;
        number - 1
    };
    let mut proved = Vec::new();
    for step in &trace.steps {
        let formula = step.clause.closed("false");
        let formula = Sexprs::read(&formula);
        let formula = formula.ok().and_then(|all| Some(all.iter().next()?.flat())).unwrap_or_default();
        let values: Vec<&str> = step.values.iter().map(|binding| binding.value.as_str()).collect();
        match values.is_empty() {
            true => line(formula),
            false => line(format!("{formula}  :args ({})", values.join(" "))),
        };
        let facts: Vec<String> = step.premises.iter().map(|&p| trace.steps[p].fact_smtlib()).collect();
        let facts = if facts.is_empty() { "true".into() } else { facts.join(" ") };
        line(format!("(=> {facts} {})", step.fact_smtlib()));
        let from: Vec<String> = step.premises.iter().map(|&p: &usize| proved_at(&proved, p)).collect();
        let from = if from.is_empty() { String::new() } else { format!("  :premises {}", from.join(" ")) };
        proved.push(line(format!("{}{from}", step.fact_smtlib())));
    }
    out
}

/// The line that proves a step.
fn proved_at(proved: &[usize], step: usize) -> String {
    proved[step].to_string()
}
