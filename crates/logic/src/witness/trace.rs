//! A derivation as text, over the assertions of its source: what every dialect is printed from.

use super::{Derivation, Fact};
use crate::{
    horn::Problem,
    smtlib::Position,
    term::{ParameterNames, Terms, VarId, quote_symbol},
};
use alphorn_sexpr::{Sexpr, Sexprs};
use indexmap::IndexMap;
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
    /// The declared variables (`declare-var`) of a rule or a query, as `(x Int)`: it is meant for all their values.
    pub variables: Vec<String>,
    /// What is not to be derived, if it is a query: its formula, or the predicate that it names with the variables.
    pub query: Option<String>,
}

impl Clause {
    /// The clause as one closed formula; a query implies `goal`.
    pub fn closed(&self, goal: &str) -> String {
        let body = self.query.as_ref().map_or_else(|| self.formula.clone(), |query| format!("(=> {query} {goal})"));
        if self.variables.is_empty() { body } else { format!("(forall ({}) {body})", self.variables.join(" ")) }
    }

    /// `(query P)` asks about all arguments, if there are any.
    fn query_all(&mut self, name: &str, terms: &Terms, problem: &Problem) {
        let mut funs = problem.predicates.iter().map(|predicate| terms.fun(predicate.fun));
        let Some(fun) = funs.find(|fun| &*fun.name == name && !fun.params.is_empty()) else { return };
        let names = ParameterNames::new(terms).choose((0..fun.params.len()).map(|i| format!("x{i}")), |_| false);
        let sorts = fun.params.iter().map(|&sort| terms.display_sort(sort));
        self.variables = names.iter().zip(sorts).map(|(name, sort)| format!("({name} {sort})")).collect();
        self.query = Some(format!("({} {})", self.formula, names.join(" ")));
    }
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
            let is = |word: &str| command.and_then(|command| command.head()).is_some_and(|head| head.is_word(word));
            let closes = formula.filter(|_| is("rule") || is("query"));
            let mut clause = Clause {
                offset,
                line: Position::of(source, offset).line,
                name: command.and_then(name_of),
                formula: formula.map(|formula| formula.text().to_string()).unwrap_or_default(),
                variables: closes.map_or_else(Vec::new, |formula| variables(formula, &commands[..at.unwrap_or(0)])),
                query: formula.filter(|_| is("query")).map(|formula| formula.text().to_string()),
            };
            if let Some(name) = formula.filter(|_| is("query")).and_then(|formula| formula.symbol()) {
                clause.query_all(name, terms, problem);
            }
            Arc::new(clause)
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

/// The declared variables in a formula of the rule dialect, each with its sort; `before` are the commands in front of it.
fn variables(formula: Sexpr<'_>, before: &[Sexpr<'_>]) -> Vec<String> {
    let mut used: Vec<&str> = formula.descendants().filter_map(|node| node.symbol()).collect();
    used.sort_unstable();
    used.dedup();
    let mut declared: IndexMap<&str, String> = IndexMap::new();
    for command in before {
        let parts: Vec<_> = command.children().take(4).collect();
        if let [word, name, sort] = parts.as_slice()
            && word.is_word("declare-var")
            && let Some(symbol) = name.symbol().filter(|symbol| used.binary_search(symbol).is_ok())
        {
            declared.insert(symbol, format!("({} {})", name.text(), sort.text()));
        }
    }
    declared.into_values().collect()
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
