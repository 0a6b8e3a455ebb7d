//! A script in words that the checker knows: declarations and closed assertions over Bool, Int and Real, without definitions
//! and labels, integers made real where they stand for reals, every variable with a name of its own. The rule dialect's rules
//! and queries become assertions.

use super::sort::{Sort as Known, extensible, is_taken};
use alphorn_logic::{
    smtlib::{Command, Position, Query, Reader, Source},
    term::{FunId, Op, ParameterNames, Printer, Sort, TermId, Terms, VarId, quote_symbol},
};
use alphorn_sexpr::{Sexpr, Sexprs};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::fmt::Write;

/// Terms of more nodes than this keep their `let`.
const MOST_UNFOLDED: u64 = 20_000;

/// A script, restated.
pub(super) struct Restated {
    /// The declared functions whose sorts have rules.
    pub functions: Vec<Function>,
    /// Every assertion of the script, also those that are not in force any more.
    pub assertions: Vec<Assertion>,
    /// The functions and the assertions that are in force at each question, by their places above.
    questions: Vec<(Vec<usize>, Vec<usize>)>,
}

/// A declared function.
pub(super) struct Function {
    /// Its name in the source, with bars where it needs them.
    pub source: String,
    pub params: Vec<Known>,
    pub result: Known,
    /// Its name in the restated script, with bars where it needs them.
    pub name: String,
}

/// A closed formula.
pub(super) struct Assertion {
    /// The byte where its command starts in the source.
    pub offset: u32,
    /// Where the source binds each variable, by the name that it has here.
    pub places: FxHashMap<String, u32>,
    /// The functions that it is about, by their places among all.
    pub functions: FxHashSet<usize>,
    /// What is written; the error says what has no rule.
    pub formula: Result<String, String>,
    /// The variables that stand for the arguments of `(query P)`, by the bytes that stand for their binders.
    pub arguments: Vec<u32>,
}

impl Restated {
    /// Reads a script. What has a mistake is left out, as it was when the script was read for the first time.
    pub fn read(source: &str) -> Restated {
        let mut reading = Reading {
            terms: Terms::new(),
            reader: Reader::new(),
            levels: vec![Vec::new()],
            functions: FxHashMap::default(),
            restated: Restated { functions: Vec::new(), assertions: Vec::new(), questions: Vec::new() },
        };
        let source = Source::whole("", source);
        loop {
            match reading.reader.next(&mut reading.terms, &source) {
                Ok(Some(command)) => reading.command(command.command, command.span.start),
                Ok(None) => return reading.restated,
                Err(_) => {}
            }
        }
    }

    /// The script of the n-th question, counted from 0.
    pub fn script(&self, source: &str, question: usize) -> Option<String> {
        let (functions, assertions) = self.questions.get(question)?;
        let mut out = String::from("(set-logic HORN)\n");
        for function in functions.iter().map(|&i| &self.functions[i]) {
            let params: Vec<String> = function.params.iter().map(|sort| format!("{sort:?}")).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(out, "(declare-fun {} ({}) {:?})", function.name, params.join(" "), function.result);
        }
        for assertion in assertions.iter().map(|&i| &self.assertions[i]) {
            let line = Position::of(source, assertion.offset).line;
            let _ = match &assertion.formula {
                Ok(formula) => writeln!(out, "(assert {formula})"),
                Err(why) => writeln!(out, "; line {line} is left out: {why}"),
            };
        }
        out.push_str("(check-sat)\n");
        Some(out)
    }
}

struct Reading {
    terms: Terms,
    reader: Reader,
    /// The assertions of each level of the assertion stack.
    levels: Vec<Vec<usize>>,
    /// The functions that are restated.
    functions: FxHashMap<FunId, usize>,
    restated: Restated,
}

impl Reading {
    fn command(&mut self, command: Command, offset: u32) {
        match command {
            Command::DeclareFun(fun) | Command::DeclareRel(fun) => self.declare(fun),
            Command::Assert(assertion) | Command::Rule(assertion) => self.assert(assertion.term, offset, &[]),
            Command::Query(Query { goal, vars, clause, .. }) => {
                let is_bare = matches!(self.terms.op(goal), Op::Apply(_));
                let arguments = if is_bare { vars.as_slice() } else { &[] };
                self.ask(clause, offset, arguments);
            }
            Command::CheckSat => self.question(),
            Command::CheckSatAssuming(literals) => {
                let all = self.terms.and(literals);
                self.ask(all, offset, &[]);
            }
            Command::Push(n) => self.levels.extend((0..n).map(|_| Vec::new())),
            Command::Pop(n) => self.levels.truncate((self.levels.len() - n).max(1)),
            Command::Reset | Command::ResetAssertions => self.levels = vec![Vec::new()],
            _ => {}
        }
    }

    /// A question about one more formula.
    fn ask(&mut self, formula: TermId, offset: u32, arguments: &[VarId]) {
        self.levels.push(Vec::new());
        self.assert(formula, offset, arguments);
        self.question();
        self.levels.pop();
    }

    fn question(&mut self) {
        let functions = self.reader.declared().iter().filter_map(|fun| self.functions.get(fun).copied()).collect();
        self.restated.questions.push((functions, self.levels.iter().flatten().copied().collect()));
    }

    fn declare(&mut self, fun: FunId) {
        let declared = self.terms.fun(fun);
        let known = |sort| match self.terms.sort(sort) {
            Sort::Bool => Some(Known::Bool),
            Sort::Int => Some(Known::Int),
            Sort::Real => Some(Known::Real),
            _ => None,
        };
        let params: Option<Vec<Known>> = declared.params.iter().map(|&sort| known(sort)).collect();
        let (Some(params), Some(result)) = (params, known(declared.result)) else { return };
        let taken: FxHashSet<&str> = self.restated.functions.iter().map(|function| function.name.as_str()).collect();
        let plain = declared.name.replace('\\', "/");
        let base = extensible(&plain);
        let mut names = std::iter::once(plain.clone()).chain((1..).map(|n| format!("{base}!{n}")));
        let name = names.find(|name| !is_taken(name) && !taken.contains(&*quote_symbol(name)));
        let name = quote_symbol(&name.unwrap_or(plain)).into_owned();
        let source = quote_symbol(&declared.name).into_owned();
        self.functions.insert(fun, self.restated.functions.len());
        self.restated.functions.push(Function { source, params, result, name });
    }

    fn assert(&mut self, formula: TermId, offset: u32, arguments: &[VarId]) {
        let quantifiers = self.terms.subterms([formula]);
        let bound = quantifiers.iter().filter_map(|&term| self.terms.op(term).bound_vars()).flatten();
        let vars: IndexSet<VarId, FxBuildHasher> = bound.copied().collect();
        let wanted = vars.iter().map(|&var| extensible(&self.terms.var(var).name));
        let new: FxHashSet<&str> = self.restated.functions.iter().map(|function| function.name.as_str()).collect();
        let used = |name: &str| is_taken(name) || new.contains(&*quote_symbol(name));
        let names = ParameterNames::new(&self.terms).choose(wanted, used);
        let names: FxHashMap<VarId, String> = vars.iter().copied().zip(names).collect();
        // Those without a binder get a byte where no command can be.
        let place = |var: VarId| {
            let position = vars.get_index_of(&var).unwrap_or_default();
            self.reader.binder_offset(var).unwrap_or(u32::MAX - 1 - position as u32)
        };
        let assertion = Assertion {
            offset,
            places: names.iter().map(|(&var, name)| (name.clone(), place(var))).collect(),
            functions: self.applied(formula).collect(),
            formula: self.write(formula, &names),
            arguments: arguments.iter().map(|&var| place(var)).collect(),
        };
        if let Some(level) = self.levels.last_mut() {
            level.push(self.restated.assertions.len());
        }
        self.restated.assertions.push(assertion);
    }

    /// The restated functions in a formula.
    fn applied(&self, formula: TermId) -> impl Iterator<Item = usize> {
        self.terms.subterms([formula]).into_iter().filter_map(|term| match self.terms.op(term) {
            Op::Apply(fun) => self.functions.get(fun).copied(),
            _ => None,
        })
    }

    /// A formula as text.
    fn write(&self, formula: TermId, names: &FxHashMap<VarId, String>) -> Result<String, String> {
        let printer = Printer::new(&self.terms).with_names(names.iter().map(|(&var, name)| (var, name.clone())));
        let is_small = self.unfolded(formula) <= MOST_UNFOLDED;
        let text = if is_small { printer.without_sharing() } else { printer }.print(formula);
        let mut renamed: FxHashMap<&str, &str> = FxHashMap::default();
        for term in self.terms.subterms([formula]) {
            if !matches!(self.terms.sort(self.terms.sort_of(term)), Sort::Bool | Sort::Int | Sort::Real) {
                let sort = self.terms.display_sort(self.terms.sort_of(term));
                return Err(format!("the sort {sort} has no rule"));
            }
            let Op::Apply(fun) = self.terms.op(term) else { continue };
            let function = self.functions.get(fun).map(|&i| &self.restated.functions[i]);
            let name = &*self.terms.fun(*fun).name;
            let function = function.ok_or_else(|| format!("the sorts of {} have no rule", quote_symbol(name)))?;
            renamed.insert(name, &function.name);
        }
        renamed.retain(|old, new| quote_symbol(old) != *new);
        if renamed.is_empty() { Ok(text) } else { rename(&text, &renamed) }
    }

    /// How many nodes a term has when nothing is shared.
    fn unfolded(&self, root: TermId) -> u64 {
        let mut sizes: FxHashMap<TermId, u64> = FxHashMap::default();
        for term in self.terms.subterms([root]) {
            let below = self.terms.args(term).iter().map(|arg| sizes[arg]).fold(1, u64::saturating_add);
            sizes.insert(term, below);
        }
        sizes[&root]
    }
}

/// A text with other names for functions; no variable has such a name.
fn rename(text: &str, names: &FxHashMap<&str, &str>) -> Result<String, String> {
    let all = Sexprs::read(text).map_err(|error| error.to_string())?;
    let (mut out, mut end) = (String::new(), 0);
    for node in all.iter().flat_map(|root: Sexpr<'_>| root.descendants()) {
        let Some(new) = node.symbol().and_then(|name| names.get(name)) else { continue };
        out.push_str(&text[end..node.span().start as usize]);
        out.push_str(new);
        end = node.span().end as usize;
    }
    out.push_str(&text[end..]);
    Ok(out)
}
