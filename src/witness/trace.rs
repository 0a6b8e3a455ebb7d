//! A derivation as text, over the assertions of its source: what every dialect is printed from.

use super::{Derivation, Fact};
use crate::{
    horn::Problem,
    smtlib::{
        Position,
        sexpr::{Sexpr, Sexprs},
    },
    term::{Terms, VarId, quote_symbol},
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A derivation of *false* with everything spelled as in SMT-LIB.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The steps, each after its premises; the last derives *false*.
    pub steps: Vec<TraceStep>,
}

/// One step of a [`Trace`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    /// The assertion it instantiates.
    pub clause: Arc<Clause>,
    /// The values of the assertion's variables.
    pub values: Vec<Binding>,
    /// The steps it follows from.
    pub premises: Vec<usize>,
    /// What it derives; `None` is *false*.
    pub fact: Option<Atom>,
}

/// An assertion of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The byte where its command starts.
    pub offset: u32,
    /// The line of its command.
    pub line: usize,
    /// What `:named` or the rule dialect calls it.
    pub name: Option<String>,
    /// The formula as it is written in the source.
    pub formula: String,
}

/// A value of a variable of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The variable's name, as written.
    pub name: String,
    /// The byte where the variable is bound.
    pub offset: u32,
    /// Its sort.
    pub sort: String,
    /// Its value.
    pub value: String,
}

/// A predicate applied to values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The predicate's name, with bars where it needs them.
    pub pred: String,
    /// The arguments.
    pub args: Vec<String>,
}

impl Trace {
    /// The text of a derivation found for a problem of `source`; `binder` tells where a variable of the source is bound.
    pub fn new(
        derivation: &Derivation,
        terms: &Terms,
        problem: &Problem,
        source: &str,
        binder: impl Fn(VarId) -> Option<u32>,
    ) -> Trace {
        let (commands, _) = Sexprs::read_prefix(source);
        let commands: Vec<Sexpr<'_>> = commands.iter().collect();
        let mut clauses: FxHashMap<u32, Arc<Clause>> = FxHashMap::default();
        let clause = |offset: u32| {
            let at = commands.binary_search_by_key(&offset, |command| command.span().start);
            let command = at.ok().map(|at| commands[at]);
            let formula = command.and_then(|command| command.children().nth(1));
            Arc::new(Clause {
                offset,
                line: Position::of(source, offset).line,
                name: command.and_then(name_of),
                formula: formula.map(|formula| formula.text().to_string()).unwrap_or_default(),
            })
        };
        let step = |step: &super::Step| {
            let rule = problem.rule(step.rule);
            let binding = |(&var, &value)| {
                let offset = binder(var)?;
                let name = quote_symbol(&terms.var(var).name).into_owned();
                let sort = terms.display_sort(terms.var(var).sort);
                Some(Binding { name, offset, sort, value: terms.display_unshared(value) })
            };
            TraceStep {
                clause: clauses.entry(rule.origin).or_insert_with(|| clause(rule.origin)).clone(),
                values: rule.vars.iter().zip(&step.values).filter_map(binding).collect(),
                premises: step.premises.iter().flatten().copied().collect(),
                fact: step.fact.as_ref().map(|fact| Atom::new(fact, terms, problem)),
            }
        };
        Trace { steps: derivation.steps.iter().map(step).collect() }
    }
}

impl Atom {
    fn new(fact: &Fact, terms: &Terms, problem: &Problem) -> Atom {
        let pred = quote_symbol(problem.name(terms, fact.pred)).into_owned();
        Atom { pred, args: fact.args.iter().map(|&arg| terms.display_unshared(arg)).collect() }
    }

    /// As an SMT-LIB term.
    pub fn smtlib(&self) -> String {
        match self.args.as_slice() {
            [] => self.pred.clone(),
            args => format!("({} {})", self.pred, args.join(" ")),
        }
    }
}

impl TraceStep {
    /// What it derives as an SMT-LIB term.
    pub fn fact_smtlib(&self) -> String {
        self.fact.as_ref().map_or_else(|| "false".into(), Atom::smtlib)
    }
}

/// The name that a command gives to what it asserts.
fn name_of(command: Sexpr<'_>) -> Option<String> {
    let parts: Vec<_> = command.children().take(3).collect();
    match parts.as_slice() {
        [word, _, name] if word.is_word("rule") => name.symbol().map(String::from),
        [_, formula, ..] if formula.head().is_some_and(|head| head.is_word("!")) => {
            let mut attributes = formula.children();
            attributes.find(|part| part.text() == ":named")?;
            attributes.next()?.symbol().map(String::from)
        }
        _ => None,
    }
}
