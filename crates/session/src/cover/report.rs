//! Coverage as a table, and as JSON.

use super::{Coverage, Status, Target};
use alphorn_logic::witness::Trace;
use serde_json::{Map, Value, json};
use std::fmt::Write;

impl Coverage {
    /// A table with a line for each target; with `tests`, the derivations as well, and with `proof` the proof.
    pub fn text(&self, tests: bool, proof: bool) -> String {
        let width = self.targets.iter().map(|(target, _)| target.head.chars().count()).max().unwrap_or(0).max(4);
        let mut out = format!("{:>6}  {:width$}  outcome\n", "line", "head");
        for (target, status) in &self.targets {
            let line = target.line.map(|line| line.to_string()).unwrap_or_default();
            let outcome = match status {
                Status::Covered { trace, backtracks } => {
                    format!("covered in {} steps, after {backtracks} backtracks", trace.steps.len())
                }
                Status::Never => "can never be used".into(),
                Status::Open(reason) => format!("open: {reason}"),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{line:>6}  {:width$}  {outcome}", target.head);
            if let (true, Status::Covered { trace, .. }) = (tests, status) {
                told(trace, target).for_each(|step| _ = writeln!(out, "{:>10}{}", "", step.text()));
            }
        }
        let [covered, never, open] = self.numbers();
        let (backtracks, labels) = (self.counters.backtracks, self.counters.conjoined);
        let _ = write!(out, "{covered} covered, {never} can never be used, {open} open; ");
        let _ = write!(out, "backtracks: {} to saturation, {backtracks} in all; {labels} labels", self.saturation());
        match self.lemmas {
            Some(lemmas) => _ = writeln!(out, ", {lemmas} lemmas backward from the goals"),
            None => out.push('\n'),
        }
        if let (true, Some(model)) = (proof, &self.proof) {
            out += model;
            out.push('\n');
        }
        out
    }

    /// All of it.
    pub fn json(&self) -> Value {
        let target = |(target, status): &(Target, Status)| {
            let mut object = json!({ "line": target.line, "head": target.head });
            match status {
                Status::Covered { trace, backtracks } => {
                    object["outcome"] = "covered".into();
                    object["backtracks"] = (*backtracks).into();
                    object["steps"] = told(trace, target).map(|step| step.json()).collect();
                }
                Status::Never => object["outcome"] = "never".into(),
                Status::Open(reason) => {
                    object["outcome"] = "open".into();
                    object["reason"] = reason.as_str().into();
                }
            }
            object
        };
        let [covered, never, open] = self.numbers();
        json!({
            "covered": covered,
            "never": never,
            "open": open,
            "backtracks-to-saturation": self.saturation(),
            "backtracks": self.counters.backtracks,
            "decisions": self.counters.decisions,
            "labels": self.counters.conjoined,
            "backward-lemmas": self.lemmas,
            "targets": self.targets.iter().map(target).collect::<Vec<_>>(),
            "proof": self.proof,
        })
    }
}

/// The steps of a derivation for people and programs.
fn told<'a>(trace: &'a Trace, target: &'a Target) -> impl Iterator<Item = Told> + 'a {
    let last = trace.steps.len() - 1;
    trace.steps.iter().enumerate().map(move |(at, step)| Told {
        line: if at == last { target.line } else { Some(step.clause.line) },
        fact: step.fact_smtlib(),
        values: step.values.iter().map(|value| (value.name.clone(), value.value.clone())).collect(),
    })
}

struct Told {
    line: Option<usize>,
    fact: String,
    values: Vec<(String, String)>,
}

impl Told {
    fn text(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let by = self.line.map(|line| format!(" by line {line}")).unwrap_or_default();
        let sign = if values.is_empty() { "" } else { ": " };
        format!("{}{by}{sign}{}", self.fact, values.join(", "))
    }

    fn json(&self) -> Value {
        let values: Map<String, Value> = self.values.iter().map(|(n, v)| (n.clone(), v.as_str().into())).collect();
        json!({ "line": self.line, "fact": self.fact, "values": values })
    }
}
