//! Reads the steps of a derivation, and checks that each has the shape and the sorts that it must have.

use super::{
    Failure, Place, Why,
    elaborate::{Text, name_of},
    script::Script,
    sorts::Sort,
    term::{Head, Node, Term},
    text,
};
use alphorn_sexpr::{Sexpr, Sexprs};
use rustc_hash::FxHashMap;
use std::{collections::BTreeMap, rc::Rc};

/// One step, read and found to have the right shape.
pub(super) struct Step {
    /// Its text, cut to one short line.
    pub text: String,
    /// The byte where its assertion starts.
    pub offset: u32,
    /// Index into the script's assertions.
    pub assertion: usize,
    /// Names and values of the variables, by offset.
    pub values: BTreeMap<u32, (Rc<str>, Term)>,
    pub premises: Vec<usize>,
    /// The fact and its predicate; `false` has none.
    pub fact: Option<(Term, u32)>,
}

impl Step {
    /// What is wrong with it.
    pub fn failure(&self, source: &str, number: usize, reason: String) -> Failure {
        let line = Some(text::line(source, self.offset));
        Failure { place: Place::Step(number), line, text: self.text.clone(), why: Why::Malformed(reason) }
    }
}

/// How values are read: nothing is bound, no variable of the script is known.
const EVIDENCE: Text<'static> = Text { letter: "w", is_script: false, rule: None };

/// Operators that a value is made of, beside numbers and constructors. All are functions, so that a value is one value.
const VALUES: [&str; 10] = ["-", "+", "*", "/", "div", "mod", "to_real", "to_int", "store", "ubv_to_int"];

pub(super) struct Reader<'s> {
    source: &'s str,
    script: &'s mut Script,
    assertions: FxHashMap<u32, usize>,
    /// The script's variables, by the byte where they are bound.
    variables: FxHashMap<u32, u32>,
}

impl<'s> Reader<'s> {
    pub fn new(source: &'s str, script: &'s mut Script) -> Self {
        let assertions = script.assertions.iter().enumerate().map(|(i, assertion)| (assertion.offset, i)).collect();
        let variables = script.world.terms.vars.iter().zip(0u32..).map(|(var, number)| (var.offset, number)).collect();
        Reader { source, script, assertions, variables }
    }

    /// Reads `((step N ASSERTION ((x OFFSET VALUE) …) (PREMISE …) FACT) …)`: steps numbered from 0; the byte where the
    /// asserting command starts; values for its variables, each named and with the byte where its binding symbol starts; the
    /// numbers of earlier steps; and the fact that follows, `(P v …)`, `P`, or in the last step `false`.
    pub fn read(mut self, evidence: &Sexprs<'_>) -> Result<Vec<Step>, Failure> {
        let top: Vec<_> = evidence.iter().collect();
        let [list] = top.as_slice() else { return Err(Failure::evidence("expected one list of steps")) };
        let mut steps = Vec::new();
        for (number, node) in list.children().enumerate() {
            let source = self.source;
            steps.push(self.step(number, node).map_err(|(offset, reason)| {
                let (line, text) = (offset.map(|offset| text::line(source, offset)), text::cut(node.text()));
                Failure { place: Place::Step(number), line, text, why: Why::Malformed(reason) }
            })?);
        }
        match steps.last() {
            Some(Step { fact: None, .. }) => Ok(steps),
            Some(_) => Err(Failure::evidence("the last step does not derive false")),
            None => Err(Failure::evidence("there are no steps")),
        }
    }

    /// Reads one step; the error has the byte of the assertion, once it is known.
    fn step(&mut self, number: usize, node: Sexpr<'_>) -> Result<Step, (Option<u32>, String)> {
        let early = |reason: &str| (None, reason.to_string());
        const SHAPE: &str = "expected (step N ASSERTION (VALUES) (PREMISES) FACT)";
        let parts: Vec<_> = node.children().take(7).collect();
        let [word, stated, assertion, values, premises, fact] = parts.as_slice() else { return Err(early(SHAPE)) };
        if !word.is_word("step") || !values.is_list() || !premises.is_list() {
            return Err(early(SHAPE));
        }
        if stated.text().parse() != Ok(number) {
            return Err((None, format!("expected the number {number}, found {}", text::cut(stated.text()))));
        }
        let offset: Option<u32> = assertion.text().parse().ok();
        let known = offset.and_then(|offset| Some((offset, *self.assertions.get(&offset)?)));
        let (offset, assertion) = known.ok_or_else(|| early("no assertion in force starts at that byte"))?;
        let late = |reason| (Some(offset), reason);
        let values = self.values(*values).map_err(late)?;
        let premises = earlier(*premises, number).map_err(late)?;
        let fact = self.fact(*fact).map_err(late)?;
        Ok(Step { text: text::cut(node.text()), offset, assertion, values, premises, fact })
    }

    fn values(&mut self, list: Sexpr<'_>) -> Result<BTreeMap<u32, (Rc<str>, Term)>, String> {
        let mut values = BTreeMap::new();
        for entry in list.children() {
            let parts: Vec<_> = entry.children().take(4).collect();
            let variable = match parts.as_slice() {
                [name, offset, value] => {
                    name_of(*name).ok().zip(offset.text().parse().ok()).map(|known| (known, *value))
                }
                _ => None,
            };
            let ((name, offset), value): ((&str, u32), _) =
                variable.ok_or_else(|| format!("expected (NAME OFFSET VALUE), found {}", text::cut(entry.text())))?;
            let var = self.variables.get(&offset).map(|var| self.script.world.terms.vars[*var as usize].clone());
            let var =
                var.ok_or_else(|| format!("no quantifier to be instantiated here binds {name} at byte {offset}"))?;
            if *var.name != *name {
                return Err(format!("the variable at byte {offset} is {}, not {name}", var.name));
            }
            let value = self.value(value, var.sort).map_err(|reason| format!("the value of {name}: {reason}"))?;
            if values.insert(offset, (name.into(), value)).is_some() {
                return Err(format!("two values for the variable {name} at byte {offset}"));
            }
        }
        Ok(values)
    }

    /// A ground value of a sort.
    fn value(&mut self, node: Sexpr<'_>, sort: Sort) -> Result<Term, String> {
        let world = &mut self.script.world;
        let term = world.read_term(node, sort, EVIDENCE)?;
        let is_part = |node: &Node| match node {
            Node::Literal(_) => true,
            Node::App(Head::Op(op), _) => VALUES.contains(op),
            Node::App(head, _) => !matches!(head, Head::Function(_) | Head::Indexed(_) | Head::Tester(..)),
            Node::Var(_) | Node::Let(..) | Node::Quantifier(_) => false,
        };
        match world.terms.any(term, |node| !is_part(node)) {
            true => Err(format!("{} is no value", text::cut(node.text()))),
            false => Ok(term),
        }
    }

    /// The fact and its predicate; none for `false`.
    fn fact(&mut self, fact: Sexpr<'_>) -> Result<Option<(Term, u32)>, String> {
        if fact.is_word("false") {
            return Ok(None);
        }
        let name = if fact.is_list() { fact.head().and_then(|head| head.symbol()) } else { fact.symbol() };
        let predicate = name.and_then(|name| self.script.world.predicate_named(name));
        let predicate = predicate.ok_or("the fact is not of a declared predicate")?;
        let params = self.script.world.names.function(predicate).params.clone();
        let arguments = fact.children().count().saturating_sub(1);
        if arguments != params.len() || fact.is_list() == params.is_empty() {
            let (name, arity) = (name.unwrap_or_default(), params.len());
            return Err(format!("the fact has {arguments} arguments, {name} has {arity}"));
        }
        let mut args = Vec::new();
        for (argument, sort) in fact.children().skip(1).zip(&*params) {
            args.push(self.value(argument, *sort).map_err(|reason| format!("the fact: {reason}"))?);
        }
        self.script.world.terms.app(Head::Function(predicate), &args, Sort::BOOL).map(|term| Some((term, predicate)))
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
