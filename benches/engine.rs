//! The hot parts of the engine, each alone, and the engine with all of them on small problems.
//!
//! The formula is that of a step of a program with `n` branches, as clauses have them after inlining: what the search asks about,
//! decides and substitutes all the time.

use alphorn::{
    Config, Outcome, Question,
    interpolate::{self, Interpolator},
    smt::{self, Outcome as Answer, Smt, SmtConfig},
    stop::Stop,
    term::{Op, Simplifier, SortId, Substitution, TermId, Terms, VarId},
};
use divan::Bencher;
use std::{fs, path::Path};

fn main() {
    divan::main();
}

/// `n` branches over `n + 1` states, one after the other: each adds one to its variable, or keeps it and takes one away from the
/// variable before.
struct Program {
    terms: Terms,
    vars: Vec<VarId>,
    formula: TermId,
}

impl Program {
    fn new(branches: usize) -> Self {
        let mut terms = Terms::new();
        let vars: Vec<VarId> = (0..2 * branches + 2).map(|i| terms.fresh_var(&format!("x{i}"), SortId::INT)).collect();
        let at: Vec<TermId> = vars.iter().map(|&var| terms.var_term(var)).collect();
        let one = terms.int(1);
        let mut parts = Vec::new();
        for i in 0..branches {
            let (x, y, next, below) = (at[2 * i], at[2 * i + 1], at[2 * i + 2], at[2 * i + 3]);
            let more = terms.app(Op::Add, [x, one]);
            let less = terms.app(Op::Sub, [y, one]);
            let (added, kept) = (terms.eq(next, more), terms.eq(next, x));
            let (same, taken) = (terms.eq(below, y), terms.eq(below, less));
            let (up, down) = (terms.and([added, same]), terms.and([kept, taken]));
            parts.push(terms.or([up, down]));
        }
        let formula = terms.and(parts);
        Program { terms, vars, formula }
    }

    /// That the first variable grows by this much from the start to the end.
    fn grows_by(&mut self, by: i64) -> TermId {
        let last = self.vars.len() - 2;
        let [first, last] = [0, last].map(|at| self.terms.var_term(self.vars[at]));
        let by = self.terms.int(by);
        let sum = self.terms.app(Op::Add, [first, by]);
        self.terms.eq(last, sum)
    }
}

/// Z3's answer under assumptions, the same solver asked again and again, with the core.
#[divan::bench(args = [10, 100])]
fn check_and_core(bencher: Bencher, branches: usize) {
    bencher.with_inputs(|| solver(branches)).bench_refs(|(program, smt)| {
        let too_much = program.grows_by(branches as i64 + 1);
        assert_eq!(smt.check(&program.terms, &[too_much]), Answer::Unsat);
        smt.core().len()
    });
}

/// A model, and the literals that it decides: one decision of the search.
#[divan::bench(args = [10, 100])]
fn model_and_implicant(bencher: Bencher, branches: usize) {
    bencher.with_inputs(|| solver(branches)).bench_refs(|(program, smt)| {
        let some = program.grows_by(branches as i64 / 2);
        assert_eq!(smt.check(&program.terms, &[some]), Answer::Sat);
        let mut model = smt.model();
        smt::implicant(&mut program.terms, &mut model, program.formula).map(|literals| literals.len())
    });
}

fn solver(branches: usize) -> (Program, Smt) {
    let program = Program::new(branches);
    let mut smt = Smt::new(SmtConfig::default(), &Stop::new());
    smt.assert(&program.terms, program.formula);
    (program, smt)
}

/// The formula over other variables: what an expansion does to a rule.
#[divan::bench(args = [10, 100, 1000])]
fn rename(bencher: Bencher, branches: usize) {
    bencher.with_inputs(|| Program::new(branches)).bench_refs(|Program { terms, vars, formula }| {
        let fresh: Vec<TermId> = vars.iter().map(|_| terms.fresh("y", SortId::INT)).collect();
        Substitution::of_vars(vars.iter().copied().zip(fresh)).apply(terms, *formula)
    });
}

/// The formula with a value for the first variable, simplified.
#[divan::bench(args = [10, 100, 1000])]
fn put_in_and_simplify(bencher: Bencher, branches: usize) {
    bencher.with_inputs(|| Program::new(branches)).bench_refs(|Program { terms, vars, formula }| {
        let zero = terms.int(0);
        let closer = Substitution::of_vars([(vars[0], zero)]).apply(terms, *formula);
        Simplifier::default().simplify(terms, closer)
    });
}

/// A fact about the last state that excludes more than can be reached: what the search learns from a conflict.
#[divan::bench(args = [2, 6])]
fn interpolant(bencher: Bencher, branches: usize) {
    bencher.with_inputs(|| solver(branches)).bench_refs(|(program, smt)| {
        let Program { terms, vars, formula } = program;
        let (zero, too_much) = (terms.int(0), terms.int(branches as i64 + 1));
        let (first, last) = (terms.var_term(vars[0]), vars[vars.len() - 2]);
        let start = terms.eq(first, zero);
        let prefix = terms.and([start, *formula]);
        let at_end = terms.var_term(last);
        let suffix = [vec![terms.le(too_much, at_end)]];
        let question = interpolate::Question { suffix: &suffix, shared: &[last], transitions: &[] };
        Interpolator::default().interpolate_formula(terms, smt, prefix, &question).expect("there is one").formula
    });
}

/// The whole engine, checks of the evidence included.
#[divan::bench(args = [
    "papers/cav14/transition-system-safe", "papers/cav14/recursive-summary-unsafe", "families/diamonds-006-safe",
    "families/counters-004-safe", "families/bounded-008-unsafe",
])]
fn solve(bencher: Bencher, name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benchmarks/{name}.smt2"));
    let text = fs::read_to_string(file).expect("a file of this repository");
    bencher.bench(|| {
        let mut question = Question::read(&text).expect("the script is right");
        let outcome = question.solve(&Config::default());
        assert!(!matches!(outcome, Outcome::Unknown(_)));
    });
}
