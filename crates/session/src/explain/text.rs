//! Explanations as plain text.

use super::{Explanation, infix::infix};
use crate::api::Outcome;
use alphorn_logic::witness::Unknown;
use std::fmt::Write;

impl Explanation<'_> {
    /// For a terminal.
    pub fn text(&self) -> String {
        let mut out = format!("{}: {}\n", self.name, self.verdict);
        // Writing to a string cannot fail.
        let _ = match self.outcome {
            Outcome::Derivable(trace) => {
                let _ = writeln!(out, "false can be derived in {} steps:\n", trace.steps.len());
                self.path(&mut out)
            }
            Outcome::Solved(model) => {
                let _ = writeln!(out, "false cannot be derived, since every clause holds for these invariants:\n");
                let (told, trivial) = Self::invariants(&model.definitions);
                for definition in told {
                    let names: Vec<&str> = definition.parameters.iter().map(|(name, _)| name.as_str()).collect();
                    let _ = writeln!(out, "  {}({})", definition.predicate, names.join(", "));
                    for conjunct in infix(&definition.body) {
                        let _ = writeln!(out, "      {conjunct}");
                    }
                }
                if trivial.is_empty() { Ok(()) } else { writeln!(out, "  always true: {}", trivial.join(", ")) }
            }
            Outcome::Unknown(unknown) => self.open(unknown, &mut out),
        };
        if !matches!(self.outcome, Outcome::Unknown(_)) {
            self.clauses_needed(&mut out);
        }
        out
    }

    /// The steps of a derivation, with the values that change.
    fn path(&self, out: &mut String) -> std::fmt::Result {
        let Outcome::Derivable(trace) = self.outcome else { return Ok(()) };
        let width =
            trace.steps.iter().filter_map(|s| s.fact.as_ref()).map(|f| f.pred.chars().count()).max().unwrap_or(0);
        for (n, step) in trace.steps.iter().enumerate() {
            let name = step.fact.as_ref().map_or("false", |fact| fact.pred.as_str());
            let shown: Vec<String> = self
                .changes(&trace.steps, step)
                .iter()
                .filter_map(|change| match change.before {
                    Some(before) if before == change.value => None,
                    Some(before) => Some(format!("{}: {} → {}", change.parameter, plain(before), plain(change.value))),
                    None => Some(format!("{} = {}", change.parameter, plain(change.value))),
                })
                .collect();
            let premises: Vec<String> = step.premises.iter().map(ToString::to_string).collect();
            let from = if premises.is_empty() { String::new() } else { format!(" from {}", premises.join(", ")) };
            let called = step.clause.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
            let what = format!("{n:>4}  {name:width$}  {}", shown.join(", "));
            writeln!(out, "{:60}  line {}{called}{from}", what.trim_end(), step.clause.line)?;
        }
        Ok(())
    }

    fn open(&self, unknown: &Unknown, out: &mut String) -> std::fmt::Result {
        for (key, value) in unknown.report() {
            writeln!(out, "{key}: {value}")?;
        }
        Ok(())
    }

    fn clauses_needed(&self, out: &mut String) {
        let needed = self.needed();
        let mut lines: Vec<usize> =
            self.clauses.iter().zip(&needed).filter(|(_, needed)| **needed).map(|(clause, _)| clause.line).collect();
        lines.dedup();
        let count = needed.iter().filter(|needed| **needed).count();
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let all = self.clauses.len();
        let _ =
            writeln!(out, "\nIt rests on {count} of {all} clauses: line{} {}", plural(lines.len()), lines.join(", "));
    }
}

/// A value without SMT-LIB's parentheses around negative numbers.
pub(super) fn plain(value: &str) -> String {
    infix(value).join(" and ")
}

pub(super) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
