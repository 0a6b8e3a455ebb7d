//! Answers for people: what the evidence says, in the source's own names.
//!
//! A derivation is shown as a path through the clauses with the values that change; a solution as the invariant of each
//! predicate, and the clauses on which the proof rests.

mod graph;
mod html;
mod infix;
mod text;

use crate::{
    api::{Outcome, Question},
    dialect::ProofDialect,
};
use alphorn_logic::{
    smtlib::Position,
    witness::{Definition, TraceStep},
};
use indexmap::IndexMap;
use serde_json::{Value, json};

/// An answer with what is needed to explain it.
pub struct Explanation<'a> {
    name: &'a str,
    source: &'a str,
    outcome: &'a Outcome,
    /// What the question's command is answered.
    verdict: &'static str,
    /// Names of the parameters of each predicate.
    parameters: IndexMap<String, Vec<String>>,
    clauses: Vec<ClauseShape>,
}

/// The shape of a clause.
struct ClauseShape {
    offset: u32,
    line: usize,
    premises: Vec<String>,
    /// A goal has none.
    head: Option<String>,
}

/// A value of a predicate's parameter in a step, and what it was in a premise.
struct Change<'a> {
    parameter: &'a str,
    value: &'a str,
    before: Option<&'a str>,
}

impl<'a> Explanation<'a> {
    /// Explains the outcome of a question; `name` is that of the input.
    pub fn new(name: &'a str, question: &'a Question, outcome: &'a Outcome) -> Self {
        let source = question.source();
        let shape =
            |(offset, premises, head)| ClauseShape { offset, line: Position::of(source, offset).line, premises, head };
        let derivable = matches!(outcome, Outcome::Derivable(_));
        let verdict = match outcome {
            Outcome::Unknown(_) => "unknown",
            _ if derivable == question.is_query() => "sat",
            _ => "unsat",
        };
        let clauses = question.clauses().into_iter().map(shape).collect();
        Explanation { name, source, outcome, verdict, parameters: question.parameters(), clauses }
    }

    /// For programs: the verdict, the lines of the clauses that were needed, and the evidence or what is known without it.
    pub fn json(&self) -> Value {
        let needed = self.clauses.iter().zip(self.needed()).filter(|(_, needed)| *needed);
        let mut lines: Vec<usize> = needed.map(|(clause, _)| clause.line).collect();
        lines.dedup();
        let evidence = match self.outcome {
            Outcome::Derivable(trace) => {
                let json = ProofDialect::Json.write(trace, self.source).unwrap_or_default();
                ("derivation", serde_json::from_str(&json).unwrap_or(Value::Null))
            }
            Outcome::Solved(model) => {
                let definition = |d: &Definition| {
                    let parameters: Vec<Value> =
                        d.parameters.iter().map(|(name, sort)| json!({ "name": name, "sort": sort })).collect();
                    json!({ "predicate": d.predicate, "parameters": parameters, "formula": d.body })
                };
                ("invariants", model.definitions.iter().map(definition).collect())
            }
            Outcome::Unknown(unknown) => ("unknown", unknown.json()),
        };
        json!({ "input": self.name, "verdict": self.verdict, "lines-needed": lines, evidence.0: evidence.1 })
    }

    /// The clauses that a derivation uses or a solution rests on, of all clauses: those that do not hold already because
    /// their head is *true* or a premise *false*.
    fn needed(&self) -> Vec<bool> {
        match self.outcome {
            Outcome::Unknown(_) => vec![true; self.clauses.len()],
            Outcome::Derivable(trace) => {
                let used = |clause: &ClauseShape| trace.steps.iter().any(|step| step.clause.offset == clause.offset);
                self.clauses.iter().map(used).collect()
            }
            Outcome::Solved(model) => {
                let is = |name: &String, constant: &str| {
                    model.definitions.iter().any(|d| d.predicate == *name && d.body == constant)
                };
                let matters = |clause: &ClauseShape| {
                    let is_idle = clause.premises.iter().any(|premise| is(premise, "false"));
                    !is_idle && !clause.head.as_ref().is_some_and(|head| is(head, "true"))
                };
                self.clauses.iter().map(matters).collect()
            }
        }
    }

    /// The values of a step's fact, each with what it was in a premise where a parameter has the same name.
    fn changes(&'a self, steps: &'a [TraceStep], step: &'a TraceStep) -> Vec<Change<'a>> {
        let Some(fact) = &step.fact else { return Vec::new() };
        let named = |pred: &str| self.parameters.get(pred).map(Vec::as_slice).unwrap_or_default();
        let before = |parameter: &str| {
            step.premises.iter().filter_map(|&premise| steps[premise].fact.as_ref()).find_map(|premise| {
                let at = named(&premise.pred).iter().position(|name| name == parameter)?;
                premise.args.get(at).map(String::as_str)
            })
        };
        let values = named(&fact.pred).iter().zip(&fact.args);
        values.map(|(parameter, value)| Change { parameter, value, before: before(parameter) }).collect()
    }

    /// The definitions of a solution that say something, and the names of the predicates that are *true*.
    fn invariants(definitions: &[Definition]) -> (Vec<&Definition>, Vec<&str>) {
        let (trivial, told): (Vec<&Definition>, Vec<&Definition>) = definitions.iter().partition(|d| d.body == "true");
        (told, trivial.iter().map(|d| d.predicate.as_str()).collect())
    }
}
