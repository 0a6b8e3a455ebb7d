//! Checks a solution: one formula for each predicate that makes every clause valid.

use super::{
    Answer, Backend, Failure, Obligation, Obligations, Place, Report, Why,
    instantiate::{Choice, instantiate, parameter},
    script::{Assertion, Asserts, Item, Predicate, Script},
    standard::{Standard, Translated},
    text,
};
use crate::smtlib::sexpr::{Kind, Sexpr, Sexprs};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use std::{fmt::Write, time::Instant};

/// Checks that `model` solves the assertions in force at the checking command that starts at byte `query` of `source`.
///
/// The model is `((define-fun P ((x Int)) Bool BODY) …)`, the same after the word `model`, or bare definitions: each
/// declared predicate exactly once with its declared sorts, and nothing else.
pub fn check_solution(source: &str, query: u32, model: &str, backend: &mut dyn Backend) -> Result<Report, Failure> {
    let started = Instant::now();
    let (commands, _) = Sexprs::read_prefix(source);
    let script = Script::read(&commands, query)?;
    let model = text::read_evidence(model)?;
    let solution = Solution::read(&model, &script)?;
    let prefix = text::fresh_prefix(&[source, model.source()]);
    let standard = Standard::new(&script, &model, &prefix);
    let backend = &mut Translated { backend, standard: &standard };
    solution.check_sorts(&script, backend)?;
    solution.start(&script, backend)?;
    for (number, assertion) in script.assertions.iter().enumerate() {
        let answer = negation(assertion, &script, &prefix).map(|negated| backend.check(&negated));
        let why = match answer {
            Ok(Answer::Unsat) => continue,
            Ok(Answer::Sat) => Why::Refuted,
            Ok(Answer::Unknown(reason)) => Why::Undecided(reason),
            Err(reason) => Why::Malformed(reason),
        };
        let line = text::line(source, assertion.command.span().start);
        let text = text::cut(assertion.command.text());
        return Err(Failure { place: Place::Clause(number), line: Some(line), text, why });
    }
    Ok(Report { obligations: script.assertions.len(), time: started.elapsed() })
}

/// What [`check_solution`] has to show, as a script for each clause with the definitions that it mentions.
pub fn solution_obligations(source: &str, query: u32, model: &str) -> Result<Obligations, Failure> {
    let (commands, _) = Sexprs::read_prefix(source);
    let script = Script::read(&commands, query)?;
    let model = text::read_evidence(model)?;
    let solution = Solution::read(&model, &script)?;
    let prefix = text::fresh_prefix(&[source, model.source()]);
    let standard = Standard::new(&script, &model, &prefix);
    let mut all = Vec::new();
    for (number, assertion) in script.assertions.iter().enumerate() {
        let line = text::line(source, assertion.command.span().start);
        let (place, text) = (Place::Clause(number), text::cut(assertion.command.text()));
        let asserts = negation(assertion, &script, &prefix).map_err(|reason| Failure {
            place: place.clone(),
            line: Some(line),
            text: text.clone(),
            why: Why::Malformed(reason),
        })?;
        let mentioned: FxHashSet<&str> = assertion.command.descendants().filter_map(|node| node.symbol()).collect();
        // A definition of the script may mention what the clause does not.
        let has_macros = script.items.iter().any(|item| matches!(item, Item::Macro { .. }));
        let wanted = |item: &Item<'_>| match item {
            Item::Predicate(predicate) => has_macros || mentioned.contains(predicate.name()),
            _ => true,
        };
        let prelude = solution.prelude(script.items.iter().filter(|item| wanted(item)));
        all.push(standard.obligation(Obligation { place, line, text, prelude, asserts }));
    }
    Ok(Obligations { all })
}

/// Text that is satisfiable where the assertion is false. Outermost quantifiers become constants: the solvers could do
/// that themselves, but are many times faster when they see no quantifier at all.
fn negation(assertion: &Assertion<'_>, script: &Script<'_>, prefix: &str) -> Result<String, String> {
    let mut constants = String::new();
    // Writing to a string cannot fail.
    let mut declare = |name: &str, sort: Sexpr<'_>| {
        let _ = write!(constants, "(declare-const {name} {})", sort.text());
    };
    let negated = match assertion.kind {
        Asserts::QueryAll(predicate) => {
            let mut atom = predicate.symbol.text().to_string();
            for (i, sort) in predicate.sorts().enumerate() {
                let name = format!("{prefix}{i}");
                declare(&name, sort);
                atom = atom + " " + &name;
            }
            format!("({atom})")
        }
        _ => {
            let instance = instantiate(assertion, script, Choice::Outermost, prefix)?;
            instance.parameters.iter().for_each(|(offset, sort)| declare(&parameter(prefix, *offset), *sort));
            format!("(not {})", instance.body)
        }
    };
    Ok(format!("{constants}(assert {negated})"))
}

/// A model's definitions by predicate name.
struct Solution<'a>(IndexMap<&'a str, Definition<'a>>);

struct Definition<'a> {
    node: Sexpr<'a>,
    /// `((x S) …)`
    parameters: Sexpr<'a>,
    body: Sexpr<'a>,
}

impl<'a> Solution<'a> {
    fn read(model: &'a Sexprs<'a>, script: &Script<'_>) -> Result<Self, Failure> {
        let declared: IndexMap<&str, Predicate<'_>> = script.predicates().map(|p| (p.name(), p)).collect();
        let mut definitions = IndexMap::new();
        for node in definition_nodes(model) {
            let (name, definition) = Definition::read(node)
                .ok_or_else(|| Failure::evidence(format!("expected a define-fun: {}", text::cut(node.text()))))?;
            let wrong = |reason: String| Failure::predicate(name, Some(node), reason);
            let predicate = declared.get(name).ok_or_else(|| wrong("no predicate of this name is declared".into()))?;
            definition.check(predicate, &declared).map_err(wrong)?;
            if definitions.insert(name, definition).is_some() {
                return Err(wrong("it is defined twice".into()));
            }
        }
        match declared.keys().find(|name| !definitions.contains_key(*name)) {
            Some(name) => Err(Failure::predicate(name, None, "there is none: every declared predicate needs one")),
            None => Ok(Solution(definitions)),
        }
    }

    /// Checks that each parameter has the declared sort, where it is not written in the same words.
    fn check_sorts(&self, script: &Script<'_>, backend: &mut dyn Backend) -> Result<(), Failure> {
        for predicate in script.predicates() {
            let definition = &self.0[predicate.name()];
            let stated = definition.parameters.children().filter_map(|parameter| parameter.children().nth(1));
            for (declared, stated) in predicate.sorts().zip(stated) {
                if text::same(declared, stated) {
                    continue;
                }
                // Two arrays can only be compared if their sorts are equal: not even Int and Real mix there.
                let mut prelude = sorts_prelude(script);
                let prefix = text::fresh_prefix(&[script.source, stated.text()]);
                let (a, b) = (declared.text(), stated.text());
                let _ = write!(
                    prelude,
                    "(define-fun {prefix}same ((a (Array {a} Bool)) (b (Array {b} Bool))) Bool (= a b))"
                );
                backend.start(&prelude).map_err(|message| {
                    let (a, b) = (text::cut(a), text::cut(b));
                    let reason = format!("a parameter has sort {b}, declared is {a}: {message}");
                    Failure::predicate(predicate.name(), Some(definition.node), reason)
                })?;
            }
        }
        Ok(())
    }

    /// Gives the back end the script's declarations with the definitions in the place of the predicates.
    fn start(&self, script: &Script<'_>, backend: &mut dyn Backend) -> Result<(), Failure> {
        let Err(message) = backend.start(&self.prelude(script.items.iter())) else { return Ok(()) };
        // Something is ill-sorted or unknown: find the first definition with which it is.
        let culprit = script.items.iter().enumerate().find_map(|(i, item)| match item {
            Item::Predicate(predicate) => {
                backend.start(&self.prelude(script.items[..=i].iter())).is_err().then_some(predicate)
            }
            _ => None,
        });
        let why = Why::Undecided(message);
        Err(match culprit {
            Some(predicate) => {
                let node = self.0[predicate.name()].node;
                Failure { why, ..Failure::predicate(predicate.name(), Some(node), "") }
            }
            None => Failure { why, ..Failure::evidence("") },
        })
    }

    /// Items of the script as declarations. Declared variables are not among them: no definition may mention one.
    fn prelude<'s>(&self, items: impl Iterator<Item = &'s Item<'s>>) -> String {
        let mut prelude = text::PRELUDE.to_string();
        for item in items {
            let _ = match item {
                Item::Sort(command) | Item::Function { command, .. } | Item::Macro { command, .. } => {
                    writeln!(prelude, "{}", command.text())
                }
                Item::Predicate(predicate) => {
                    let Definition { parameters, body, .. } = &self.0[predicate.name()];
                    let (name, parameters, body) = (predicate.symbol.text(), parameters.text(), body.text());
                    writeln!(prelude, "(define-fun {name} {parameters} Bool {body})")
                }
                Item::Variable { .. } => Ok(()),
            };
        }
        prelude
    }
}

impl<'a> Definition<'a> {
    fn read(node: Sexpr<'a>) -> Option<(&'a str, Self)> {
        let parts: Vec<_> = node.children().take(6).collect();
        let [word, name, parameters, result, body] = parts.as_slice() else { return None };
        let shaped = word.is_word("define-fun") && parameters.is_list() && result.symbol() == Some("Bool");
        let name = name.symbol().filter(|_| shaped)?;
        Some((name, Definition { node, parameters: *parameters, body: *body }))
    }

    fn check(&self, predicate: &Predicate<'_>, declared: &IndexMap<&str, Predicate<'_>>) -> Result<(), String> {
        let mut bound = FxHashSet::default();
        for parameter in self.parameters.children() {
            let parts: Vec<_> = parameter.children().take(3).collect();
            let name = match parts.as_slice() {
                [name, _] => name.symbol(),
                _ => None,
            };
            let name =
                name.ok_or_else(|| format!("expected a parameter (NAME SORT): {}", text::cut(parameter.text())))?;
            if !bound.insert(name) {
                return Err(format!("the parameter {name} occurs twice"));
            }
        }
        let arity = predicate.sorts().count();
        if bound.len() != arity {
            return Err(format!("{} parameters where {arity} are declared", bound.len()));
        }
        for node in self.parameters.descendants().chain(self.body.descendants()) {
            if node.kind() == Kind::Keyword {
                return Err(format!("the annotation {} is not allowed", node.text()));
            }
        }
        // A name that is bound somewhere in the body is left to the solver, which knows the scopes.
        bound.extend(self.body.descendants().flat_map(bound_names));
        let mention = self
            .body
            .descendants()
            .filter_map(|node| node.symbol())
            .find(|name| declared.contains_key(name) && !bound.contains(name));
        mention.map_or(Ok(()), |name| Err(format!("it mentions the predicate {name}")))
    }
}

/// The names that `node` binds, if it is a let or a quantifier.
fn bound_names<'a>(node: Sexpr<'a>) -> impl Iterator<Item = &'a str> {
    let binds = matches!(text::head_word(node), Some("let" | "forall" | "exists"));
    let list = node.children().nth(1).filter(|_| binds);
    list.into_iter().flat_map(|list| list.children()).filter_map(|binding| binding.head()?.symbol())
}

/// The nodes that should be definitions, whichever way the model is wrapped.
fn definition_nodes<'a>(model: &'a Sexprs<'a>) -> Vec<Sexpr<'a>> {
    let top: Vec<_> = model.iter().collect();
    match top.as_slice() {
        [list] if list.head().is_none_or(|head| head.is_list()) && list.is_list() => list.children().collect(),
        [list] if list.head().is_some_and(|head| head.is_word("model")) => list.children().skip(1).collect(),
        _ => top,
    }
}

fn sorts_prelude(script: &Script<'_>) -> String {
    let sorts = script.items.iter().filter_map(|item| match item {
        Item::Sort(command) => Some(command.text()),
        _ => None,
    });
    sorts.fold(text::PRELUDE.to_string(), |prelude, sort| prelude + sort + "\n")
}
