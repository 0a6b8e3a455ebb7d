//! Alethe proofs, as the checker Carcara reads them (`carcara check FLAGS PROOF PROBLEM`): with `--expand-let-bindings` where
//! the problem has `let`, `--apply-function-defs` where it has definitions, `--allow-int-real-subtyping` where integers stand
//! among reals in its arithmetic. A proof says on its first line which of them it needs.
//!
//! A proof is about the script as it is written, if the checker reads that as we do (`written`). Otherwise it is about the
//! problem in words that the checker knows (`restate`), and says so.
//!
//! Each step of a derivation becomes one `resolution` with its pivots stated: from the assertion, which `assume` repeats,
//! through `forall_inst` and tautologies that evaluate the instance, to the fact. Which tautology refutes a literal is the
//! business of `justify`; this file drives it. Expressible is arithmetic with `ite`, `distinct` and all operators of SMT-LIB;
//! arrays, datatypes and bit-vectors are not (Carcara has no rules for the values of the first two).

mod arithmetic;
mod justify;
mod pool;
mod problem;
mod quantifier;
mod read;
mod restate;
mod sort;
mod value;
mod written;

use alphorn_logic::witness::{Trace, trace::Atom};
use justify::{Argument, Justifier};
use pool::{Id, Literal, Pool};
use problem::Problem;
use restate::Restated;
use rustc_hash::FxHashMap;
use sort::Sort;
use std::{collections::BTreeSet, fmt::Write};

/// The proof; the error says what has no rule.
///
/// Its first line names the flags that the checker needs. If there is a second comment, the proof is about the problem as
/// [`restate`] writes it, and the comment says why.
pub(super) fn write(trace: &Trace, source: &str) -> Result<String, String> {
    let (problem, pool) = Problem::read(trace, source)?;
    let mut proof = Proof { pool, ..Proof::default() };
    // Each assertion, and the step that assumes it.
    let mut assumed: FxHashMap<u32, (Id, String)> = FxHashMap::default();
    for step in &trace.steps {
        let offset = step.clause.offset;
        if assumed.contains_key(&offset) {
            continue;
        }
        let id = problem.formulas.get(&offset).copied();
        let id = id.ok_or_else(|| format!("line {} asserts nothing that has a rule", step.clause.line))?;
        let name = proof.assume(id);
        assumed.insert(offset, (id, name));
    }
    // Each fact, and the step that proves it.
    let mut proved: Vec<(Option<Id>, String)> = Vec::new();
    for step in &trace.steps {
        let (formula, assumption) = assumed[&step.clause.offset].clone();
        let fact = match &step.fact {
            Some(atom) => Some(proof.fact(&problem, atom)?),
            None => None,
        };
        let premises: Vec<(Id, String)> =
            step.premises.iter().filter_map(|&p| Some((proved[p].0?, proved[p].1.clone()))).collect();
        let mut values = FxHashMap::default();
        for binding in &step.values {
            values.insert(binding.offset, read::text(&mut proof.pool, &binding.value)?);
        }
        if let (Some(arguments), Some((fact, _))) = (problem.arguments.get(&step.clause.offset), premises.first()) {
            let facts = proof.pool.parts(*fact).map(|(_, args)| args.to_vec()).unwrap_or_default();
            values.extend(arguments.iter().copied().zip(facts));
        }
        let justifier = Justifier::new(&premises, fact, &values);
        let name = proof
            .derive(formula, assumption, fact, justifier)
            .map_err(|why| format!("the instance of line {}: {why}", step.clause.line))?;
        proved.push((fact, name));
    }
    Ok(proof.header(&problem) + &proof.out)
}

/// The script of the n-th question in words that the checker knows, counted from 0; none if there are not so many.
pub(super) fn restate(source: &str, question: usize) -> Option<String> {
    Restated::read(source).script(source, question)
}

/// No instance of a clause needs more than this many tautologies.
const MOST_PREMISES: usize = 1 << 20;

/// The text of a proof as it grows.
#[derive(Default)]
struct Proof {
    pool: Pool,
    out: String,
    steps: usize,
    /// Tautologies that are there already.
    known: FxHashMap<String, String>,
}

impl Proof {
    /// Comments for whoever runs the checker.
    fn header(&self, problem: &Problem) -> String {
        let mixed = self.pool.is_mixed().then_some("--allow-int-real-subtyping");
        let flags: String = problem.flags.iter().copied().chain(mixed).map(|flag| format!(" {flag}")).collect();
        let restated = problem.restated.as_ref().map(|why| format!("; restated: {}\n", why.replace(['\n', '\r'], " ")));
        format!("; flags:{flags}\n{}", restated.unwrap_or_default())
    }

    /// A fact as a term.
    fn fact(&mut self, problem: &Problem, atom: &Atom) -> Result<Id, String> {
        let pred = problem.names.get(&atom.pred).unwrap_or(&atom.pred);
        if atom.args.is_empty() {
            return Ok(self.pool.symbol(pred));
        }
        let args = atom.args.iter().map(|arg| read::text(&mut self.pool, arg)).collect::<Result<Vec<Id>, String>>()?;
        Ok(self.pool.app(pred, &args))
    }

    fn assume(&mut self, formula: Id) -> String {
        let name = self.fresh();
        let text = self.pool.write(formula);
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "(assume {name} {text})");
        name
    }

    /// Adds a step and gives its name; the same step is not added twice.
    fn step(&mut self, clause: &[Literal], rule: &str, premises: &[String], args: &[Argument]) -> String {
        let key = format!("{rule} {clause:?} {premises:?} {args:?}");
        if let Some(name) = self.known.get(&key) {
            return name.clone();
        }
        let list = |word: &str, items: &[String]| match items {
            [] => String::new(),
            items => format!(" :{word} ({})", items.join(" ")),
        };
        let name = self.fresh();
        // In the order of the text: a term gets its name where it is written first.
        let literals: String = clause.iter().map(|&literal| format!(" {}", self.pool.write_literal(literal))).collect();
        let args: Vec<String> = args.iter().map(|arg| arg.write(&mut self.pool)).collect();
        let (premises, args) = (list("premises", premises), list("args", &args));
        let _ = writeln!(self.out, "(step {name} (cl{literals}) :rule {rule}{premises}{args})");
        self.known.insert(key, name.clone());
        name
    }

    /// Adds a proof under variables that are bound to themselves, and gives the name of the step that ends it.
    fn bind(&mut self, vars: &[(String, String)], rule: &str, inner: Literal, outer: Literal) -> String {
        let key = format!("bind {outer:?}");
        if let Some(name) = self.known.get(&key) {
            return name.clone();
        }
        let name = self.fresh();
        let declared = vars.iter().map(|(var, sort)| format!("({var} {sort})"));
        let fixed = vars.iter().map(|(var, sort)| format!("(:= ({var} {sort}) {var})"));
        let args: Vec<String> = declared.chain(fixed).collect();
        let _ = writeln!(self.out, "(anchor :step {name} :args ({}))", args.join(" "));
        let inner = self.pool.write_literal(inner);
        let _ = writeln!(self.out, "(step {name}.t1 (cl {inner}) :rule {rule})");
        let outer = self.pool.write_literal(outer);
        let _ = writeln!(self.out, "(step {name} (cl {outer}) :rule bind)");
        self.known.insert(key, name.clone());
        name
    }

    fn fresh(&mut self) -> String {
        self.steps += 1;
        format!("t{}", self.steps)
    }

    /// Resolves the assertion away, literal by literal, until nothing but the fact is left.
    fn derive(
        &mut self,
        formula: Id,
        assumption: String,
        fact: Option<Id>,
        mut justifier: Justifier<'_>,
    ) -> Result<String, String> {
        let kept = fact.map(Literal::positive);
        let mut premises = vec![assumption];
        let mut pivots = Vec::new();
        // Larger terms have larger ids, so that what is shared is resolved after all its uses.
        let mut open: BTreeSet<Literal> = BTreeSet::new();
        open.insert(self.pool.literal(formula));
        while let Some(&literal) = open.iter().rev().find(|&&literal| Some(literal) != kept) {
            open.remove(&literal);
            if premises.len() > MOST_PREMISES {
                return Err(format!("an instance that needs more than {MOST_PREMISES} steps has no rule"));
            }
            let tautology = justifier.refute(&mut self.pool, literal)?;
            let complement = tautology.complement;
            if let Some(bad) = tautology.rest.iter().find(|rest| self.pool.sort(rest.term) != Some(Sort::Bool)) {
                return Err(written::unsorted(&self.pool, bad.term));
            }
            premises.push(self.emit(&tautology.steps));
            // The pivot is the literal with fewer negations.
            let in_current = literal.negations < complement.negations;
            let pivot = if in_current { literal } else { complement };
            pivots.extend([Argument::Literal(pivot), Argument::Truth(in_current)]);
            open.extend(tautology.rest.iter().copied());
        }
        if premises.len() == 1 {
            return Ok(premises.remove(0));
        }
        let clause: Vec<Literal> = kept.into_iter().collect();
        Ok(self.step(&clause, "resolution", &premises, &pivots))
    }

    /// Adds steps of which each has the one before as its premise; gives the name of the last.
    fn emit(&mut self, steps: &[justify::Step]) -> String {
        let mut last = String::new();
        for step in steps {
            last = match step {
                justify::Step::Named(name) => name.clone(),
                justify::Step::Tautology { rule, clause, args } => self.step(clause, rule, &[], args),
                justify::Step::Follows { rule, clause } => self.step(clause, rule, &[last], &[]),
                justify::Step::Bind { vars, rule, inner, outer } => self.bind(vars, rule, *inner, *outer),
            };
        }
        last
    }
}
