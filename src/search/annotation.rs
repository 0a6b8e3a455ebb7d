//! The annotation with all that is needed to strengthen it: the rules of each predicate and their solvers.

use super::{families::Families, patience::Patience};
use crate::{
    horn::{PredId, Problem, RuleId},
    interpolate::{Failure, Interpolant, Interpolator, Question, Transition},
    smt::{Outcome, Smt, SmtConfig, Statistics},
    stop::Stop,
    term::{Op, Substitution, TermId, Terms},
    unwind::{BackEdges, FOREVER, Lemma, LemmaId, Lemmas, LevelPrefix, RuleSolver, Template},
    witness::Solution,
};
use rustc_hash::FxHashSet;

/// A model of the rules that only gets stronger.
pub struct Annotation<'p> {
    problem: &'p Problem,
    lemmas: Lemmas,
    back_edges: BackEdges,
    /// For each predicate the rules that can derive it.
    by_head: Vec<Vec<RuleId>>,
    goals: Vec<RuleId>,
    solvers: Vec<RuleSolver>,
    transitions: Vec<Vec<Transition>>,
    /// How often half-spaces are looked for.
    patience: Vec<Patience>,
    /// How often the values of each parameter are listed.
    value_patience: Vec<Vec<Patience>>,
    families: Families,
    /// The numerals of the rules.
    numerals: FxHashSet<TermId>,
    smt: Smt,
    stop: Stop,
}

impl<'p> Annotation<'p> {
    /// The weakest one.
    pub fn new(terms: &mut Terms, problem: &'p Problem, stop: &Stop) -> Self {
        let smt = Smt::new(SmtConfig { no_relevancy: true, ..SmtConfig::default() }, stop);
        let lemmas = Lemmas::new(terms, problem);
        let back_edges = BackEdges::of(problem);
        let possible = problem.possible();
        let usable = |&id: &RuleId| Problem::is_usable(problem.rule(id), &possible);
        let mut by_head = problem.rules_by_head();
        by_head.iter_mut().for_each(|rules| rules.retain(usable));
        let goals = problem.goals().map(|(id, _)| id).filter(usable).collect();
        let mut solvers = Vec::new();
        let mut transitions = Vec::new();
        for pred in problem.pred_ids() {
            let args: Vec<TermId> = lemmas.params(pred).iter().map(|&p| terms.var_term(p)).collect();
            let rules = &by_head[pred.index()];
            let template = Template::new(terms, problem, &back_edges, rules, Some((pred, &args)));
            transitions.push(template.transitions(terms, pred, &args));
            solvers.push(RuleSolver::new(terms, pred, template, smt.sibling()));
        }
        let parts = terms.subterms(problem.rules.iter().map(|rule| rule.constraint));
        let numerals = parts.into_iter().filter(|&t| matches!(terms.op(t), Op::Int(_) | Op::Real(_))).collect();
        let patience = vec![Patience::default(); problem.predicates.len()];
        let value_patience = problem.pred_ids().map(|p| vec![Patience::default(); lemmas.params(p).len()]).collect();
        Annotation {
            problem,
            lemmas,
            back_edges,
            by_head,
            goals,
            solvers,
            transitions,
            patience,
            value_patience,
            families: Families::default(),
            numerals,
            smt,
            stop: stop.clone(),
        }
    }

    /// The problem.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// How often half-spaces are looked for in lemmas of a predicate.
    pub fn patience(&mut self, pred: PredId) -> &mut Patience {
        &mut self.patience[pred.index()]
    }

    /// How often the values of a parameter are listed.
    pub fn value_patience(&mut self, pred: PredId, place: usize) -> &mut Patience {
        &mut self.value_patience[pred.index()][place]
    }

    /// Lemmas that differ only in numerals.
    pub fn families(&mut self) -> &mut Families {
        &mut self.families
    }

    /// What ends the work.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The lemmas.
    pub fn lemmas(&self) -> &Lemmas {
        &self.lemmas
    }

    /// A predicate's name.
    pub fn name<'t>(&self, terms: &'t Terms, pred: PredId) -> &'t str {
        self.problem.name(terms, pred)
    }

    /// A new solver that shares the translated terms.
    pub fn solver(&self) -> Smt {
        self.smt.sibling()
    }

    /// A solver of its own for the rules of a predicate, which knows all that holds for ever.
    pub fn rule_solver(&self, terms: &mut Terms, pred: PredId, config: SmtConfig) -> RuleSolver {
        let template = self.solvers[pred.index()].template().clone();
        let premises: FxHashSet<PredId> = template.premises().map(|premise| premise.pred).collect();
        let mut solver = RuleSolver::new(terms, pred, template, self.smt.sibling_with(config));
        for premise in premises {
            for lemma in self.lemmas.at(premise, FOREVER) {
                solver.assert(terms, &self.lemmas, lemma);
            }
        }
        solver
    }

    /// Adds a clause that holds of a predicate at all levels; all that are added together must be inductive together.
    pub fn add_invariant(&mut self, terms: &mut Terms, pred: PredId, clause: TermId) {
        let lemma = Lemma { pred, clause, level: FOREVER };
        if self.lemmas.add(lemma).is_some() {
            self.publish(terms, lemma);
        }
    }

    /// Calls of all solvers of rules so far.
    pub fn calls(&self) -> u64 {
        self.statistics().map(|smt| smt.calls()).sum()
    }

    /// What the rules of all solvers cost so far.
    pub fn statistics(&self) -> impl Iterator<Item = Statistics> {
        self.solvers.iter().map(RuleSolver::statistics)
    }

    /// The rules that derive a predicate, or *false*, over arguments.
    pub fn template(&self, terms: &mut Terms, head: Option<(PredId, &[TermId])>) -> Template {
        let rules = head.map_or(&self.goals, |(pred, _)| &self.by_head[pred.index()]);
        Template::new(terms, self.problem, &self.back_edges, rules, head)
    }

    /// An interpolant between what the rules derive of a predicate at a level and a suffix over its parameters.
    pub fn interpolate(
        &mut self,
        terms: &mut Terms,
        interpolator: &mut Interpolator,
        (pred, level): (PredId, u32),
        suffix: &[Vec<TermId>],
    ) -> Result<Interpolant, Failure> {
        let mut prefix = LevelPrefix::new(terms, &mut self.solvers[pred.index()], &self.lemmas, level);
        let (shared, transitions) = (self.lemmas.params(pred), self.transitions[pred.index()].as_slice());
        interpolator.interpolate(terms, &mut prefix, &Question { suffix, shared, transitions })
    }

    /// Adds a lemma that holds at its level, and at as many levels up to `top` as it holds. `None` if it was known.
    pub fn learn(&mut self, terms: &mut Terms, mut lemma: Lemma, top: u32) -> Option<LemmaId> {
        let id = self.lemmas.add(lemma)?;
        self.publish(terms, lemma);
        while lemma.level < top && self.holds(terms, lemma.pred, lemma.level + 1, lemma.clause) {
            lemma.level += 1;
            self.raise(terms, id, lemma.level);
        }
        Some(id)
    }

    /// Whether the rules of a predicate derive at a level only what satisfies the clause.
    pub fn holds(&mut self, terms: &mut Terms, pred: PredId, level: u32, clause: TermId) -> bool {
        let cube = terms.not(clause);
        let cube = terms.conjuncts(cube);
        self.refute(terms, pred, level, &cube).is_ok()
    }

    /// What of a cube over a predicate's parameters is enough for its rules to derive nothing at a level that satisfies it.
    pub fn refute(
        &mut self,
        terms: &mut Terms,
        pred: PredId,
        level: u32,
        cube: &[TermId],
    ) -> Result<Vec<TermId>, Outcome> {
        let solver = &mut self.solvers[pred.index()];
        solver.renew(terms, &self.lemmas);
        match solver.refute(terms, level, cube) {
            Outcome::Unsat => Ok(solver.core(cube)),
            other => Err(other),
        }
    }

    /// Drops literals from a refuted cube as long as it is refuted, or, by induction, as long as its negation is inductive
    /// relative to the level below.
    pub fn generalise(
        &mut self,
        terms: &mut Terms,
        pred: PredId,
        level: u32,
        mut cube: Vec<TermId>,
        by_induction: bool,
    ) -> Vec<TermId> {
        let solver = &mut self.solvers[pred.index()];
        let mut i = 0;
        while i < cube.len() {
            let mut shorter = cube.clone();
            shorter.remove(i);
            solver.renew(terms, &self.lemmas);
            let outcome = if by_induction {
                solver.refute_inductively(terms, &self.lemmas, level, &shorter)
            } else {
                solver.refute(terms, level, &shorter)
            };
            if outcome == Outcome::Unsat {
                let core = solver.core(&shorter);
                i = cube[..i].iter().filter(|l| core.contains(l)).count();
                cube = core;
            } else {
                i += 1;
            }
        }
        cube
    }

    /// The values of a term at a level where a cube holds, if there are at most `most` and all are numerals of the problem,
    /// as the clause that says so; what of the cube matters comes with it.
    pub fn values(
        &mut self,
        terms: &mut Terms,
        pred: PredId,
        level: u32,
        cube: &[TermId],
        term: TermId,
        most: usize,
    ) -> Option<TermId> {
        let solver = &mut self.solvers[pred.index()];
        solver.renew(terms, &self.lemmas);
        let mut assumptions = cube.to_vec();
        for _ in 0..=most {
            match solver.refute(terms, level, &assumptions) {
                Outcome::Sat => {
                    let value = solver.value(terms, term).filter(|value| self.numerals.contains(value))?;
                    let equal = terms.eq(term, value);
                    assumptions.push(terms.not(equal));
                }
                Outcome::Unsat => {
                    let core = solver.core(&assumptions);
                    let cube = terms.and(core);
                    return Some(terms.not(cube));
                }
                Outcome::Unknown(_) => return None,
            }
        }
        None
    }

    /// Moves a lemma to a higher level, at which it holds.
    pub fn raise(&mut self, terms: &mut Terms, id: LemmaId, level: u32) {
        self.lemmas.raise(id, level);
        self.publish(terms, self.lemmas.get(id));
    }

    fn publish(&mut self, terms: &mut Terms, lemma: Lemma) {
        for solver in &mut self.solvers {
            solver.assert(terms, &self.lemmas, lemma);
        }
    }

    /// The lemmas above a level as a solution; *false* for what no rule can derive.
    pub fn solution(&self, terms: &mut Terms, above: u32) -> Solution {
        let mut solution = Solution::top(terms, self.problem);
        let possible = self.problem.possible();
        for (pred, definition) in self.problem.pred_ids().zip(&mut solution.definitions) {
            let clauses: Vec<TermId> = self.lemmas.at(pred, above).map(|lemma| lemma.clause).collect();
            let body = if possible[pred.index()] { terms.and(clauses) } else { terms.bottom() };
            let args: Vec<TermId> = definition.params.iter().map(|&p| terms.var_term(p)).collect();
            let params = self.lemmas.params(pred).iter().copied();
            definition.body = Substitution::of_vars(params.zip(args)).apply(terms, body);
        }
        solution
    }
}
