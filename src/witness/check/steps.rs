//! Reads the steps of a derivation and checks their shape.

use super::{
    Failure, Place, Why,
    script::{Assertion, Predicate, Script},
    text,
    value::Values,
};
use crate::smtlib::sexpr::{Sexpr, Sexprs};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// One step, read and found to have the right shape.
pub(super) struct Step<'a> {
    pub node: Sexpr<'a>,
    /// Index into the script's assertions.
    pub assertion: usize,
    /// Names and values of the variables, by offset.
    pub values: BTreeMap<u32, (&'a str, Sexpr<'a>)>,
    pub premises: Vec<usize>,
    /// The fact's text and its predicate; `false` has none.
    pub fact: (&'a str, Option<&'a str>),
}

pub(super) struct Reader<'s, 'a> {
    script: &'s Script<'a>,
    pub values: Values<'a>,
    assertions: FxHashMap<u32, usize>,
    predicates: FxHashMap<&'a str, Predicate<'a>>,
}

impl<'s, 'a> Reader<'s, 'a> {
    pub fn new(script: &'s Script<'a>) -> Self {
        let offset = |(i, assertion): (usize, &Assertion<'a>)| (assertion.command.span().start, i);
        Reader {
            script,
            values: Values::new(script),
            assertions: script.assertions.iter().enumerate().map(offset).collect(),
            predicates: script.predicates().map(|predicate| (predicate.name(), predicate)).collect(),
        }
    }

    pub fn read(&mut self, evidence: &'a Sexprs<'a>) -> Result<Vec<Step<'a>>, Failure> {
        let top: Vec<_> = evidence.iter().collect();
        let [list] = top.as_slice() else { return Err(Failure::evidence("expected one list of steps")) };
        let mut steps = Vec::new();
        for (number, node) in list.children().enumerate() {
            steps.push(self.step(number, node).map_err(|(assertion, reason)| {
                let why = Why::Malformed(reason);
                failure(self.script, number, node, assertion, why)
            })?);
        }
        match steps.last() {
            Some(Step { fact: (_, None), .. }) => Ok(steps),
            Some(_) => Err(Failure::evidence("the last step does not derive false")),
            None => Err(Failure::evidence("there are no steps")),
        }
    }

    /// Reads one step; the error has the assertion, once it is known.
    fn step(&mut self, number: usize, node: Sexpr<'a>) -> Result<Step<'a>, (Option<usize>, String)> {
        let early = |reason: &str| (None, reason.to_string());
        let parts: Vec<_> = node.children().take(7).collect();
        let [word, stated, assertion, values, premises, fact] = parts.as_slice() else {
            return Err(early("expected (step N ASSERTION (VALUES) (PREMISES) FACT)"));
        };
        if !word.is_word("step") || !values.is_list() || !premises.is_list() {
            return Err(early("expected (step N ASSERTION (VALUES) (PREMISES) FACT)"));
        }
        if stated.text().parse() != Ok(number) {
            return Err((None, format!("expected the number {number}, found {}", text::cut(stated.text()))));
        }
        let offset = assertion.text().parse().ok();
        let assertion = offset.and_then(|offset: u32| self.assertions.get(&offset).copied());
        let assertion = assertion.ok_or_else(|| early("no assertion in force starts at that byte"))?;
        let late = |reason| (Some(assertion), reason);
        let values = self.variables(*values).map_err(late)?;
        let premises = earlier(*premises, number).map_err(late)?;
        let fact = self.fact(*fact).map_err(late)?;
        Ok(Step { node, assertion, values, premises, fact })
    }

    fn variables(&mut self, list: Sexpr<'a>) -> Result<BTreeMap<u32, (&'a str, Sexpr<'a>)>, String> {
        let mut variables = BTreeMap::new();
        for entry in list.children() {
            let parts: Vec<_> = entry.children().take(4).collect();
            let variable = match parts.as_slice() {
                [name, offset, value] => name.symbol().zip(offset.text().parse().ok()).map(|known| (known, *value)),
                _ => None,
            };
            let ((name, offset), value): ((&str, u32), _) =
                variable.ok_or_else(|| format!("expected (NAME OFFSET VALUE), found {}", text::cut(entry.text())))?;
            self.values.check(value).map_err(|reason| format!("the value of {name}: {reason}"))?;
            if variables.insert(offset, (name, value)).is_some() {
                return Err(format!("two values for the variable {name} at byte {offset}"));
            }
        }
        Ok(variables)
    }

    /// The fact's text and its predicate; none for `false`.
    fn fact(&mut self, fact: Sexpr<'a>) -> Result<(&'a str, Option<&'a str>), String> {
        if fact.is_word("false") {
            return Ok(("false", None));
        }
        let name = if fact.is_list() { fact.head().and_then(|head| head.symbol()) } else { fact.symbol() };
        let predicate =
            name.and_then(|name| self.predicates.get(name)).ok_or("the fact is not of a declared predicate")?;
        let arguments = fact.children().count().saturating_sub(1);
        let arity = predicate.sorts().count();
        if arguments != arity || fact.is_list() != (arity > 0) {
            return Err(format!("the fact has {arguments} arguments, {} has {arity}", predicate.name()));
        }
        for argument in fact.children().skip(1) {
            self.values.check(argument).map_err(|reason| format!("the fact: {reason}"))?;
        }
        Ok((fact.text(), Some(predicate.name())))
    }
}

/// The premises of step `number`, which must be earlier.
fn earlier(list: Sexpr<'_>, number: usize) -> Result<Vec<usize>, String> {
    let premise = |node: Sexpr<'_>| match node.text().parse() {
        Ok(premise) if premise < number => Ok(premise),
        _ => Err(format!("the premise {} is not an earlier step", text::cut(node.text()))),
    };
    list.children().map(premise).collect()
}

pub(super) fn failure(
    script: &Script<'_>,
    number: usize,
    node: Sexpr<'_>,
    assertion: Option<usize>,
    why: Why,
) -> Failure {
    let offset = assertion.map(|assertion| script.assertions[assertion].command.span().start);
    let line = offset.map(|offset| text::line(script.source, offset));
    Failure { place: Place::Step(number), line, text: text::cut(node.text()), why }
}
