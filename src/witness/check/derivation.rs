//! Checks a derivation: ground steps from the assertions to `false`.

use super::{
    Answer, Backend, Failure, Obligation, Report, Why,
    instantiate::{Choice, Given, Instance, instantiate, parameter},
    script::{Asserts, Item, Script},
    standard::{Standard, Translated},
    steps::{Reader, Step, failure},
    text,
    value::Values,
};
use crate::smtlib::sexpr::Sexprs;
use rustc_hash::FxHashMap;
use std::{fmt::Write, time::Instant};

/// Checks that `derivation` derives `false` from the assertions in force at the checking command that starts at byte
/// `query` of `source`.
///
/// The derivation is `((step N ASSERTION ((x OFFSET VALUE) …) (PREMISE …) FACT) …)`: steps numbered from 0; the byte where
/// the asserting command starts; values for its variables, each named and with the byte where its binding symbol starts;
/// the numbers of earlier steps; and the fact that follows, `(P v …)`, `P`, or in the last step `false`.
pub fn check_derivation(
    source: &str,
    query: u32,
    derivation: &str,
    backend: &mut dyn Backend,
) -> Result<Report, Failure> {
    let started = Instant::now();
    let (commands, _) = Sexprs::read_prefix(source);
    let script = Script::read(&commands, query)?;
    let evidence = text::read_evidence(derivation)?;
    let mut reader = Reader::new(&script);
    let steps = reader.read(&evidence)?;
    let prefix = text::fresh_prefix(&[source, derivation]);
    let obligations = Obligations::new(&script, &steps, &reader.values, &prefix)?;
    let standard = Standard::new(&script, &evidence, &prefix);
    let backend = &mut Translated { backend, standard: &standard };
    obligations.start(backend)?;
    obligations.check(backend)?;
    Ok(Report { obligations: steps.len(), time: started.elapsed() })
}

/// What [`check_derivation`] has to show, as a script for each step.
pub fn derivation_obligations(source: &str, query: u32, derivation: &str) -> Result<super::Obligations, Failure> {
    let (commands, _) = Sexprs::read_prefix(source);
    let script = Script::read(&commands, query)?;
    let evidence = text::read_evidence(derivation)?;
    let mut reader = Reader::new(&script);
    let steps = reader.read(&evidence)?;
    let prefix = text::fresh_prefix(&[source, derivation]);
    let obligations = Obligations::new(&script, &steps, &reader.values, &prefix)?;
    let standard = Standard::new(&script, &evidence, &prefix);
    let obligation = |(number, step): (usize, &Step<'_>)| {
        let clause = script.assertions[step.assertion].command;
        let definition = &obligations.definitions[obligations.instances[number]].1;
        standard.obligation(Obligation {
            place: super::Place::Step(number),
            line: text::line(source, clause.span().start),
            text: text::cut(clause.text()),
            prelude: format!("{}{definition}", obligations.declarations),
            asserts: format!("(assert {})", obligations.formulas[number]),
        })
    };
    Ok(super::Obligations { all: steps.iter().enumerate().map(obligation).collect() })
}

/// What is asked of the back end.
struct Obligations<'s, 'a> {
    script: &'s Script<'a>,
    steps: &'s [Step<'a>],
    /// The script's declarations and the elements of uninterpreted sorts.
    declarations: String,
    /// Definitions of the instances, each with the first step that uses it.
    definitions: Vec<(usize, String)>,
    /// For each step the definition that it uses.
    instances: Vec<usize>,
    /// For each step a formula that must be unsatisfiable.
    formulas: Vec<String>,
}

/// So many steps, or so many bytes of them, are asked about at once: most derivations are right.
const GROUP: usize = 64;
const GROUP_BYTES: usize = 1 << 16;

impl<'s, 'a> Obligations<'s, 'a> {
    fn new(script: &'s Script<'a>, steps: &'s [Step<'a>], values: &Values<'a>, prefix: &str) -> Result<Self, Failure> {
        let declarations = declarations(script, values);
        let (definitions, instances, formulas) = Default::default();
        let mut obligations = Obligations { script, steps, declarations, definitions, instances, formulas };
        // An instance is defined once, however many steps use it with other values.
        let mut known: FxHashMap<(usize, Given<'_>), usize> = FxHashMap::default();
        for (number, step) in steps.iter().enumerate() {
            let given: Given<'_> = step.values.iter().map(|(offset, (name, _))| (*offset, *name)).collect();
            let key = (step.assertion, given);
            let instance = match known.get(&key) {
                Some(instance) => *instance,
                None => {
                    let (assertion, given) = (&script.assertions[step.assertion], &key.1);
                    let made = instantiate(assertion, script, Choice::Given(given), prefix).map_err(|reason| {
                        failure(script, number, step.node, Some(step.assertion), Why::Malformed(reason))
                    })?;
                    let instance = obligations.definitions.len();
                    obligations.definitions.push((number, definition(&format!("{prefix}{instance}"), &made, prefix)));
                    known.insert(key, instance);
                    instance
                }
            };
            let formula = obligations.formula(step, &format!("{prefix}{instance}"));
            obligations.formulas.push(formula);
            obligations.instances.push(instance);
        }
        Ok(obligations)
    }

    /// Clause, premises and the negated fact.
    fn formula(&self, step: &Step<'a>, instance: &str) -> String {
        let facts = || step.premises.iter().map(|premise| self.steps[*premise].fact);
        let mut parts = Vec::new();
        match self.script.assertions[step.assertion].kind {
            // All arguments are excluded: those of the premises, too.
            Asserts::QueryAll(predicate) => {
                let excluded = facts().filter(|(_, name)| *name == Some(predicate.name()));
                parts.extend(excluded.map(|(fact, _)| format!("(not {fact})")));
            }
            _ if step.values.is_empty() => parts.push(instance.to_string()),
            _ => {
                let values = step.values.values().fold(String::new(), |text, (_, value)| text + " " + value.text());
                parts.push(format!("({instance}{values})"));
            }
        }
        parts.extend(facts().map(|(fact, _)| fact.to_string()));
        parts.push(format!("(not {})", step.fact.0));
        text::conjunction(&parts)
    }

    /// Gives the back end all definitions.
    fn start(&self, backend: &mut dyn Backend) -> Result<(), Failure> {
        let prelude = self.definitions.iter().fold(self.declarations.clone(), |text, (_, next)| text + next);
        let Err(message) = backend.start(&prelude) else { return Ok(()) };
        // Something in it is not understood: find the first step to which it belongs.
        if let Err(message) = backend.start(&self.declarations) {
            return Err(Failure { why: Why::Undecided(message), ..Failure::evidence("") });
        }
        let mut is_wrong = |definition: &str| backend.start(&format!("{}{definition}", self.declarations)).is_err();
        let culprit = self.definitions.iter().find(|(_, definition)| is_wrong(definition));
        Err(self.failure(culprit.map_or(0, |(number, _)| *number), Why::Undecided(message)))
    }

    /// Asks about the steps in groups, and about each one alone where a group is not found right.
    fn check(&self, backend: &mut dyn Backend) -> Result<(), Failure> {
        let mut first = 0;
        while first < self.formulas.len() {
            let mut bytes = 0;
            let fits = |formula: &&String| {
                bytes += formula.len();
                bytes <= GROUP_BYTES
            };
            let count = self.formulas[first..].iter().take(GROUP).take_while(fits).count().max(1);
            let group = &self.formulas[first..first + count];
            if count == 1 || backend.check(&format!("(assert (or {}))", group.join("\n"))) != Answer::Unsat {
                for (i, formula) in group.iter().enumerate() {
                    match backend.check(&format!("(assert {formula})")) {
                        Answer::Unsat => {}
                        Answer::Sat => return Err(self.failure(first + i, Why::Refuted)),
                        Answer::Unknown(reason) => return Err(self.failure(first + i, Why::Undecided(reason))),
                    }
                }
            }
            first += count;
        }
        Ok(())
    }

    fn failure(&self, number: usize, why: Why) -> Failure {
        let step = &self.steps[number];
        failure(self.script, number, step.node, Some(step.assertion), why)
    }
}

/// The script's declarations, with the predicates left open, and the elements of uninterpreted sorts.
fn declarations(script: &Script<'_>, values: &Values<'_>) -> String {
    let mut text = text::PRELUDE.to_string();
    for item in &script.items {
        // Writing to a string cannot fail.
        let _ = match item {
            Item::Sort(command) | Item::Function { command, .. } | Item::Macro { command, .. } => {
                writeln!(text, "{}", command.text())
            }
            Item::Predicate(predicate) => {
                let sorts: Vec<_> = predicate.sorts().map(|sort| sort.text()).collect();
                writeln!(text, "(declare-fun {} ({}) Bool)", predicate.symbol.text(), sorts.join(" "))
            }
            Item::Variable { .. } => Ok(()),
        };
    }
    for (element, sort) in values.elements.values() {
        let _ = writeln!(text, "(declare-const {element} {sort})");
    }
    text
}

/// The instance as a function of its variables.
fn definition(name: &str, instance: &Instance<'_>, prefix: &str) -> String {
    let parameters = instance.parameters.iter().fold(String::new(), |text, (offset, sort)| {
        text + &format!("({} {})", parameter(prefix, *offset), sort.text())
    });
    format!("(define-fun {name} ({parameters}) Bool {})\n", instance.body)
}
