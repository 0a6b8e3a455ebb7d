//! Interpolants for any two formulas, from cubes sampled on both sides.
//!
//! The interpolant is a conjunction of clauses, one for each sampled cube of the suffix. A clause is a disjunction of
//! cases; each is implied by one or more sampled cubes of the prefix and contradicts the suffix cube. Sampling ends when the
//! prefix implies the clause, and when the clauses contradict the suffix, so that a case need not be right to be harmless.

use super::{
    Budget, Config, Counters, Failure, Method, Prefix, Question,
    cube::{self, Columns},
    farkas::{self, Style},
    generalise, group,
    inductive::{self, Guards, Step},
    solvers::Solvers,
};
use alphorn_arith::{OutOfBudget, Row, project, substitute_equations};
use alphorn_logic::term::{TermId, Terms, VarId};
use alphorn_run::clock::thread_time;
use alphorn_smt::{Outcome, implicant};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// Larger programs are not tried: their cost grows with the cube of the rows.
const MOST_PROGRAM_ROWS: usize = 240;
/// Larger cubes are not projected.
const MOST_PROJECTED_ROWS: usize = 40;
/// Larger cubes of the prefix are first reduced to what contradicts the suffix.
const MOST_LITERALS: usize = 100;
/// Older groups that a new cube is offered to.
const MOST_JOINS: usize = 3;

/// A cube with its rational relaxation.
pub(super) struct Cube {
    literals: Vec<TermId>,
    /// Projected onto the shared columns where that is cheap.
    rows: Vec<Row>,
}

/// A cube of the suffix that a clause is to contradict.
pub(super) struct Target {
    cube: Cube,
    guards: Guards,
    /// There is no half-space for all cubes of the prefix, and so there is none for more.
    needs_several: bool,
    /// Literals over shared variables that say that its other variables have values: their negation is a clause that would do.
    pub shared: Option<Vec<TermId>>,
    /// Those of them that contradict the prefix, once they are known.
    pub core: Option<Vec<TermId>>,
}

/// A disjunct of a clause and the cubes of the prefix it was made for.
struct Case {
    cubes: Vec<usize>,
    formula: TermId,
    method: Method,
}

/// The work on one question.
pub struct Sampler<'a> {
    pub(super) terms: &'a mut Terms,
    pub(super) config: &'a Config,
    pub(super) counters: &'a mut Counters,
    pub(super) budget: &'a Budget,
    pub(super) prefix: &'a mut dyn Prefix,
    pub(super) suffix: TermId,
    pub(super) shared: &'a [VarId],
    pub(super) solvers: &'a mut Solvers,
    columns: Columns,
    steps: Vec<Step>,
    cubes: Vec<Cube>,
    cases: usize,
    /// When it began, on the clock of the thread.
    start: Duration,
}

impl<'a> Sampler<'a> {
    /// Prepares the work on a question, which is open in the solvers; the suffix is given as a formula.
    pub fn new(
        terms: &'a mut Terms,
        config: &'a Config,
        counters: &'a mut Counters,
        solvers: &'a mut Solvers,
        question: &Question<'a>,
        prefix: &'a mut dyn Prefix,
        suffix: TermId,
    ) -> Self {
        let mut columns = Columns::new(question.shared);
        let steps = inductive::steps(terms, &mut columns, question.shared, question.transitions);
        let (budget, shared) = (&config.budget, question.shared);
        let (cubes, cases, start) = (Vec::new(), 0, thread_time());
        Sampler {
            terms,
            config,
            counters,
            budget,
            prefix,
            suffix,
            shared,
            solvers,
            columns,
            steps,
            cubes,
            cases,
            start,
        }
    }

    /// An interpolant and the last method that it took.
    pub fn run(&mut self) -> Result<(TermId, Method), Failure> {
        self.solvers.below.push();
        let found = self.clauses();
        self.solvers.below.pop();
        let (clauses, method) = found?;
        Ok((generalise::rejoin(self.terms, clauses), method))
    }

    /// Clauses that the prefix implies, and that contradict the suffix together.
    fn clauses(&mut self) -> Result<(Vec<TermId>, Method), Failure> {
        let mut clauses = Vec::new();
        let mut method = Method::Trivial;
        while self.is_sat(Side::Suffix, &[])? {
            let mut model = self.solvers.below.model();
            let literals = implicant(self.terms, &mut model, self.suffix).ok_or_else(no_implicant)?;
            let shared = self.over_shared(&literals, &mut model);
            let (clause, by) = self.clause_against(literals, shared)?;
            method = method.max(by);
            self.solvers.below.assert(self.terms, clause);
            clauses.push(clause);
        }
        Ok((clauses, method))
    }

    /// A clause that the prefix implies and that contradicts one cube of the suffix.
    fn clause_against(
        &mut self,
        literals: Vec<TermId>,
        shared: Option<Vec<TermId>>,
    ) -> Result<(TermId, Method), Failure> {
        let cube = self.cube(literals);
        let guards = Guards::new(&self.columns, &self.steps, &cube.rows);
        let mut target = Target { cube, guards, needs_several: false, shared, core: None };
        if self.config.plain
            && let Some(clause) = self.shorter(usize::MAX, &mut target)?
        {
            return Ok((clause, Method::Literals));
        }
        let mut cases: Vec<Case> = Vec::new();
        if !self.cubes.is_empty() {
            let known: Vec<usize> = (0..self.cubes.len()).collect();
            cases.extend(self.one_half_space(known, &mut target)?);
        }
        loop {
            let negations: Vec<TermId> = cases.iter().map(|case| self.terms.not(case.formula)).collect();
            if !self.is_sat(Side::Prefix, &negations)? {
                let needed = self.prefix.minimal_core(self.terms, self.config.generalisation_calls);
                let needed = cases.iter().zip(negations).filter(|(_, not)| needed.contains(not)).map(|(case, _)| case);
                let needed: Vec<(TermId, Method)> = needed.map(|case| (case.formula, case.method)).collect();
                let method = needed.iter().map(|(_, method)| *method).max().unwrap_or(Method::Trivial);
                return Ok((self.terms.or(needed.into_iter().map(|(formula, _)| formula)), method));
            }
            let literals = self.sample().ok_or_else(no_implicant)?;
            let literals = self.reduced(literals, &target.cube)?;
            let cube = self.cube(literals);
            self.cubes.push(cube);
            self.counters.cubes += 1;
            self.cover(self.cubes.len() - 1, &mut cases, &mut target)?;
            if self.config.most_disjuncts.is_some_and(|most| cases.len() > most) {
                return Err(Failure::Disjuncts);
            }
            if let Some(clause) = self.shorter(cases.len(), &mut target)? {
                return Ok((clause, Method::Literals));
            }
        }
    }

    /// After the prefix was found consistent: literals that are true in the model and imply the prefix.
    fn sample(&mut self) -> Option<Vec<TermId>> {
        let mut model = self.prefix.solver().0.model();
        let case = self.prefix.case(self.terms, &mut model)?;
        let case = cube::without_abs(self.terms, case);
        implicant(self.terms, &mut model, case)
    }

    /// Extends the cases to a new cube: by one half-space for everything, by a wider group, or by a case of its own.
    fn cover(&mut self, new: usize, cases: &mut Vec<Case>, target: &mut Target) -> Result<(), Failure> {
        if let Some(case) = self.one_half_space((0..=new).collect(), target)? {
            *cases = vec![case];
            return Ok(());
        }
        if new > 0 {
            for position in (0..cases.len()).rev().take(MOST_JOINS) {
                let cubes = [&cases[position].cubes[..], &[new]].concat();
                if let Some(case) = self.one_half_space(cubes, target)? {
                    cases[position] = case;
                    return Ok(());
                }
            }
            if let Some(case) = self.one_half_space(vec![new], target)? {
                cases.push(case);
                return Ok(());
            }
        }
        let (prefix, suffix) = (self.cubes[new].literals.clone(), &target.cube.literals);
        let (formula, method) = self.by_theory(&prefix, suffix)?;
        let calls = self.config.generalisation_calls;
        let formula = generalise::weaken(self.terms, &mut self.solvers.free, formula, suffix, calls);
        cases.push(Case { cubes: vec![new], formula, method });
        Ok(())
    }

    /// One half-space for some cubes: one that is inductive, if they are all that there are, or any.
    fn one_half_space(&mut self, cubes: Vec<usize>, target: &mut Target) -> Result<Option<Case>, Failure> {
        let is_all = cubes.len() == self.cubes.len();
        let size: usize = cubes.iter().map(|cube| self.cubes[*cube].rows.len()).sum::<usize>() + target.cube.rows.len();
        let is_small = size <= MOST_PROGRAM_ROWS;
        if is_all
            && is_small
            && self.config.inductive
            && !self.steps.is_empty()
            && let Some(formula) = self.inductive(&cubes, target)?
        {
            return Ok(Some(Case { cubes, formula, method: Method::Inductive }));
        }
        if is_all && target.needs_several || !is_small && cubes.len() > 1 {
            return Ok(None);
        }
        let method = if cubes.len() > 1 { Method::Group } else { Method::Farkas };
        let start = Instant::now();
        let rows: Vec<&[Row]> = cubes.iter().map(|cube| self.cubes[*cube].rows.as_slice()).collect();
        let (columns, strength, budget) = (&self.columns, self.config.strength, self.budget);
        let found = match (rows.as_slice(), &self.config.language) {
            (rows, Some(language)) if is_small => {
                let row = group::separate_within(columns, rows, &target.cube.rows, language, budget);
                row.map(|row| row.map(|row| vec![row]))
            }
            ([rows], _) if !is_small || self.config.decompose => {
                let style = Style { strength, decompose: self.config.decompose };
                farkas::separate(columns, rows, &target.cube.rows, style, budget)
            }
            (rows, _) => {
                let row = group::separate(columns, rows, &target.cube.rows, strength, budget);
                row.map(|row| row.map(|row| vec![row]))
            }
        };
        target.needs_several |= is_all && matches!(found, Ok(None));
        let found = found.or_else(|stopped| go_on(stopped, budget))?;
        self.counters.note(method, found.is_some(), start.elapsed());
        let Some(found) = found else { return Ok(None) };
        let literals: Vec<TermId> = found.iter().map(|row| columns.literal(self.terms, row)).collect();
        let formula = self.terms.and(literals);
        let allowed = is_small || self.is_allowed(formula);
        Ok(allowed.then_some(Case { cubes, formula, method }))
    }

    /// A half-space, or a clause with one, for all cubes that the transitions preserve.
    fn inductive(&mut self, cubes: &[usize], target: &mut Target) -> Result<Option<TermId>, Failure> {
        let rows: Vec<&[Row]> = cubes.iter().map(|cube| self.cubes[*cube].rows.as_slice()).collect();
        let (columns, strength, budget) = (&self.columns, self.config.strength, self.budget);
        let start = Instant::now();
        let guards = &mut target.guards;
        let found = inductive::separate(columns, &self.steps, guards, &rows, &target.cube.rows, strength, budget);
        let found = found.or_else(|stopped| go_on(stopped, budget))?;
        self.counters.note(Method::Inductive, found.is_some(), start.elapsed());
        let Some(found) = found else { return Ok(None) };
        let half_space = columns.literal(self.terms, &found.half_space);
        let outside = found.guard.into_iter().flat_map(|guard| guard.negations());
        let outside: Vec<TermId> = outside.map(|row| columns.literal(self.terms, &row)).collect();
        let clause = self.terms.or(outside.into_iter().chain([half_space]));
        Ok(self.is_allowed(clause).then_some(clause))
    }

    /// Whether a formula is in the restriction language.
    pub(super) fn is_allowed(&mut self, formula: TermId) -> bool {
        self.config.language.as_ref().is_none_or(|language| language.contains(self.terms, formula))
    }

    /// A large cube of the prefix without the literals that are not needed against the suffix.
    fn reduced(&mut self, literals: Vec<TermId>, suffix: &Cube) -> Result<Vec<TermId>, Failure> {
        if literals.len() <= MOST_LITERALS {
            return Ok(literals);
        }
        let both = [&literals[..], &suffix.literals].concat();
        match self.solvers.free.check(self.terms, &both) {
            Outcome::Sat => Err(Failure::Satisfiable),
            Outcome::Unknown(reason) => Err(self.unknown(reason)),
            Outcome::Unsat => {
                let core: FxHashSet<TermId> = self.solvers.free.core().into_iter().collect();
                Ok(literals.into_iter().filter(|literal| core.contains(literal)).collect())
            }
        }
    }

    fn cube(&mut self, literals: Vec<TermId>) -> Cube {
        let mut rows = self.columns.rows(self.terms, &literals);
        let is_shared = |column| self.columns.is_shared(column);
        if rows.iter().all(|row| row.coeffs.columns().all(is_shared)) {
            return Cube { literals, rows };
        }
        if rows.len() > MOST_PROJECTED_ROWS {
            substitute_equations(&mut rows, is_shared);
        }
        let projected = if rows.len() <= MOST_PROJECTED_ROWS {
            project(&rows, is_shared, MOST_PROJECTED_ROWS, &self.budget.stop)
        } else {
            None
        };
        let rows = projected.unwrap_or(rows).into_iter().map(|row| self.columns.tightened(row)).collect();
        Cube { literals, rows }
    }

    /// Whether one side is consistent with some formulas, within the budget.
    fn is_sat(&mut self, side: Side, assumptions: &[TermId]) -> Result<bool, Failure> {
        if let Some(cause) = self.budget.stop.cause() {
            return Err(Failure::Stopped(cause));
        }
        self.cases += 1;
        if self.cases > self.budget.cases {
            return Err(Failure::Budget("cases"));
        }
        if thread_time().saturating_sub(self.start) > self.budget.time {
            return Err(Failure::Budget("time"));
        }
        let outcome = match side {
            Side::Prefix => self.prefix.check(self.terms, assumptions),
            Side::Suffix => self.solvers.below.check(self.terms, assumptions),
        };
        match outcome {
            Outcome::Sat => Ok(true),
            Outcome::Unsat => Ok(false),
            Outcome::Unknown(reason) => Err(self.unknown(reason)),
        }
    }

    pub(super) fn unknown(&self, reason: String) -> Failure {
        self.budget.stop.cause().map_or(Failure::Unknown(reason), Failure::Stopped)
    }
}

#[derive(Clone, Copy)]
enum Side {
    Prefix,
    Suffix,
}

fn no_implicant() -> Failure {
    Failure::Unknown("a model does not say why a formula is true".into())
}

/// A program that is too large is one without an answer, unless everything is to stop.
fn go_on<T>(_: OutOfBudget, budget: &Budget) -> Result<Option<T>, Failure> {
    budget.stop.cause().map_or(Ok(None), |cause| Err(Failure::Stopped(cause)))
}
