//! Coverage as a table, and as JSON.

use super::{Coverage, Status, Target};
use crate::witness::TraceStep;
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
                trace.steps.iter().for_each(|step| _ = writeln!(out, "{:>10}{}", "", Told::new(step, target).text()));
            }
        }
        let [covered, never, open] = self.numbers();
        let (backtracks, labels) = (self.counters.backtracks, self.counters.conjoined);
        let _ = write!(out, "{covered} covered, {never} can never be used, {open} open; ");
        let _ = writeln!(out, "backtracks: {} to saturation, {backtracks} in all; {labels} labels", self.saturation());
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
                    object["steps"] = trace.steps.iter().map(|step| Told::new(step, target).json()).collect();
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
            "targets": self.targets.iter().map(target).collect::<Vec<_>>(),
            "proof": self.proof,
        })
    }
}

/// A step for people and programs; the last one is the target's.
struct Told {
    line: Option<usize>,
    fact: String,
    values: Vec<(String, String)>,
}

impl Told {
    fn new(step: &TraceStep, target: &Target) -> Self {
        let is_last = step.fact.is_none();
        let told = step.values.iter().filter(|value| !is_last || !target.made.contains(&value.name));
        Told {
            line: if is_last { target.line } else { Some(step.clause.line) },
            fact: step.fact.as_ref().map_or_else(|| target.fact(&step.values), |fact| fact.smtlib()),
            values: told.map(|value| (value.name.clone(), value.value.clone())).collect(),
        }
    }

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
