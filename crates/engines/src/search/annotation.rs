//! The annotation with all that is needed to strengthen it: the rules of each predicate and their solvers.

use super::{Costs, Purpose, families::Families, patience::Patience, phases::Phases, reached::Reached};
use crate::unwind::{
    BackEdges, FOREVER, Lemma, LemmaId, Lemmas, LevelPrefix, RuleSolver, Subsumption, Template, with_frames,
};
use alphorn_interpolate::{Failure, Interpolant, Interpolator, Question, Transition};
use alphorn_logic::{
    horn::{PredId, Problem, RuleId},
    term::{Op, Substitution, TermId, Terms},
    witness::Solution,
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, SmtConfig, Statistics};
use rustc_hash::FxHashSet;

/// A model of the rules that only gets stronger.
pub struct Annotation<'p> {
    problem: &'p Problem,
    /// The same as it is unwound.
    framed: Problem,
    lemmas: Lemmas,
    subsumption: Subsumption,
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
    reached: Reached,
    phases: Phases,
    /// The numerals of the rules.
    numerals: FxHashSet<TermId>,
    smt: Smt,
    costs: Costs,
    stop: Stop,
}

impl<'p> Annotation<'p> {
    /// The weakest one.
    pub fn new(terms: &mut Terms, problem: &'p Problem, stop: &Stop) -> Self {
        Annotation::with_limits(terms, problem, SmtConfig::default(), stop)
    }

    /// The weakest one, whose solvers have limits.
    pub fn with_limits(terms: &mut Terms, problem: &'p Problem, limits: SmtConfig, stop: &Stop) -> Self {
        let smt = Smt::new(limits.suiting(terms, problem.constraints()), stop);
        let lemmas = Lemmas::new(terms, problem);
        let back_edges = BackEdges::of(problem);
        let possible = problem.possible();
        let usable = |&id: &RuleId| Problem::is_usable(problem.rule(id), &possible);
        let mut by_head = problem.rules_by_head();
        by_head.iter_mut().for_each(|rules| rules.retain(usable));
        let goals = problem.goals().map(|(id, _)| id).filter(usable).collect();
        let framed = with_frames(terms, problem);
        let mut solvers = Vec::new();
        let mut transitions = Vec::new();
        for pred in problem.pred_ids() {
            let args: Vec<TermId> = lemmas.params(pred).iter().map(|&p| terms.var_term(p)).collect();
            let rules = &by_head[pred.index()];
            let template = Template::new(terms, &framed, &back_edges, rules, Some((pred, &args)));
            transitions.push(template.transitions(terms, pred, &args));
            solvers.push(RuleSolver::new(terms, Some(pred), template, smt.sibling()));
        }
        let numerals = terms.subterms(problem.constraints());
        let numerals = numerals.into_iter().filter(|&t| matches!(terms.op(t), Op::Int(_) | Op::Real(_))).collect();
        let patience = vec![Patience::default(); problem.predicates.len()];
        let value_patience = problem.pred_ids().map(|p| vec![Patience::default(); lemmas.params(p).len()]).collect();
        Annotation {
            problem,
            framed,
            lemmas,
            subsumption: Subsumption::default(),
            back_edges,
            by_head,
            goals,
            solvers,
            transitions,
            patience,
            value_patience,
            families: Families::default(),
            reached: Reached::default(),
            phases: Phases::default(),
            numerals,
            smt,
            costs: Costs::default(),
            stop: stop.clone(),
        }
    }

    /// The problem.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// Leaves out goals; what was learned on the way to them holds all the same.
    pub fn drop_goals(&mut self, done: impl Fn(RuleId) -> bool) {
        self.goals.retain(|&goal| !done(goal));
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

    /// The numerals of the rules.
    pub(super) fn numerals(&self) -> &FxHashSet<TermId> {
        &self.numerals
    }

    /// Facts that were derived.
    pub fn reached(&mut self) -> &mut Reached {
        &mut self.reached
    }

    /// Decisions that were made.
    pub(super) fn phases(&mut self) -> &mut Phases {
        &mut self.phases
    }

    /// Half-spaces about a predicate are asked to be preserved by these, in place of the rules from it to itself.
    pub fn set_transitions(&mut self, pred: PredId, transitions: Vec<Transition>) {
        self.transitions[pred.index()] = transitions;
    }

    /// What ends the work.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The lemmas.
    pub fn lemmas(&self) -> &Lemmas {
        &self.lemmas
    }

    /// Whether another lemma says as much as this one wherever it holds.
    pub fn is_subsumed(&self, id: LemmaId) -> bool {
        self.subsumption.is_subsumed(&self.lemmas, id)
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
        let mut solver = RuleSolver::new(terms, Some(pred), template, self.smt.sibling_with(config));
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
        let Some(id) = self.lemmas.add(lemma) else { return };
        self.subsumption.note(terms, &self.lemmas, id);
        let config = self.smt.config();
        if config.older_simplex && terms.subterms([clause]).iter().any(|&part| terms.is_product(part)) {
            self.smt = self.smt.sibling_with(SmtConfig { older_simplex: false, ..config });
            for solver in &mut self.solvers {
                solver.replace(terms, &self.lemmas, self.smt.sibling());
            }
        } else {
            self.publish(terms, lemma);
        }
    }

    /// The limits of the solvers, and how they are made.
    pub fn config(&self) -> SmtConfig {
        self.smt.config()
    }

    /// Adds what another annotation of the same problem knows to hold at all levels.
    pub fn adopt(&mut self, terms: &mut Terms, other: &Annotation) {
        for lemma in other.lemmas.ids().map(|id| other.lemmas.get(id)).filter(|lemma| lemma.level == FOREVER) {
            let own: Vec<TermId> = self.lemmas.params(lemma.pred).iter().map(|&p| terms.var_term(p)).collect();
            let params = other.lemmas.params(lemma.pred).iter().copied();
            let clause = Substitution::of_vars(params.zip(own)).apply(terms, lemma.clause);
            self.add_invariant(terms, lemma.pred, clause);
        }
    }

    /// A measure of the work done so far, modulo 2^32, that is the same on every run: Z3's own steps, and a price for each
    /// question, since what comes with one costs as much as so many steps.
    pub fn work(&self) -> u32 {
        const QUESTION: u32 = 5000;
        self.smt.steps().wrapping_add((self.costs.calls() as u32).wrapping_mul(QUESTION))
    }

    /// What the solvers of rules were asked so far.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }

    /// Counts what other solvers did for a purpose.
    pub fn charge_for(&mut self, purpose: Purpose, done: &Statistics) {
        self.costs.add(purpose, done);
    }

    /// Does some work with the rules of a predicate, and counts what it costs.
    fn charge<T>(&mut self, purpose: Purpose, pred: PredId, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.solvers[pred.index()].statistics();
        let result = work(self);
        let done = self.solvers[pred.index()].statistics().since(&before);
        self.costs.add(purpose, &done);
        result
    }

    /// The rules that derive a predicate, or *false*, over arguments.
    pub fn template(&self, terms: &mut Terms, head: Option<(PredId, &[TermId])>) -> Template {
        let rules = head.map_or(&self.goals, |(pred, _)| &self.by_head[pred.index()]);
        Template::new(terms, &self.framed, &self.back_edges, rules, head)
    }

    /// An interpolant between what the rules derive of a predicate at a level and a suffix over its parameters.
    pub fn interpolate(
        &mut self,
        terms: &mut Terms,
        interpolator: &mut Interpolator,
        (pred, level): (PredId, u32),
        suffix: &[Vec<TermId>],
    ) -> Result<Interpolant, Failure> {
        self.charge(Purpose::Interpolate, pred, |this| {
            let mut prefix = LevelPrefix::new(terms, &mut this.solvers[pred.index()], &this.lemmas, level);
            let (shared, transitions) = (this.lemmas.params(pred), this.transitions[pred.index()].as_slice());
            interpolator.interpolate(terms, &mut prefix, &Question { suffix, shared, transitions })
        })
    }

    /// Adds a lemma that holds at its level, and at as many levels up to `top` as it holds. `None` if it was known.
    pub fn learn(&mut self, terms: &mut Terms, mut lemma: Lemma, top: u32) -> Option<LemmaId> {
        let id = self.lemmas.add(lemma)?;
        self.subsumption.note(terms, &self.lemmas, id);
        self.publish(terms, lemma);
        while lemma.level < top && self.holds(terms, Purpose::Propagate, lemma.pred, lemma.level + 1, lemma.clause) {
            lemma.level += 1;
            self.raise(terms, id, lemma.level);
        }
        Some(id)
    }

    /// Whether the rules of a predicate derive at a level only what satisfies the clause.
    pub fn holds(&mut self, terms: &mut Terms, purpose: Purpose, pred: PredId, level: u32, clause: TermId) -> bool {
        let cube = terms.not(clause);
        let cube = terms.conjuncts(cube);
        self.charge(purpose, pred, |this| this.ask(terms, pred, level, &cube) == Outcome::Unsat)
    }

    /// Whether a clause that holds at a level holds at the next one, too.
    pub fn lasts(&mut self, terms: &mut Terms, pred: PredId, level: u32, clause: TermId) -> bool {
        let cube = terms.not(clause);
        let cube = terms.conjuncts(cube);
        self.charge(Purpose::Last, pred, |this| {
            let Annotation { solvers, lemmas, .. } = this;
            let solver = &mut solvers[pred.index()];
            solver.renew(terms, lemmas);
            let outcome = solver.sparingly(|solver| solver.refute_inductively(terms, lemmas, level + 1, &cube));
            outcome == Outcome::Unsat
        })
    }

    /// Whether the rules of a predicate derive at a level nothing that satisfies the cube.
    pub fn ask_for(
        &mut self,
        terms: &mut Terms,
        purpose: Purpose,
        pred: PredId,
        level: u32,
        cube: &[TermId],
    ) -> Outcome {
        self.charge(purpose, pred, |this| this.ask(terms, pred, level, cube))
    }

    /// The rules of a predicate, as they were asked last.
    pub fn rules(&mut self, pred: PredId) -> &mut RuleSolver {
        &mut self.solvers[pred.index()]
    }

    fn ask(&mut self, terms: &mut Terms, pred: PredId, level: u32, cube: &[TermId]) -> Outcome {
        let solver = &mut self.solvers[pred.index()];
        solver.renew(terms, &self.lemmas);
        solver.refute(terms, level, cube)
    }

    /// What of a cube over a predicate's parameters is enough for its rules to derive nothing at a level that satisfies it.
    pub fn refute(
        &mut self,
        terms: &mut Terms,
        pred: PredId,
        level: u32,
        cube: &[TermId],
    ) -> Result<Vec<TermId>, Outcome> {
        match self.charge(Purpose::Refute, pred, |this| this.ask(terms, pred, level, cube)) {
            Outcome::Unsat => Ok(self.solvers[pred.index()].core(cube)),
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
        cube: Vec<TermId>,
        by_induction: bool,
    ) -> Vec<TermId> {
        self.charge(Purpose::Generalise, pred, |this| {
            let Annotation { solvers, lemmas, .. } = this;
            solvers[pred.index()].sparingly(|solver| solver.shorten(terms, lemmas, level, cube, by_induction))
        })
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
        self.charge(Purpose::Values, pred, |this| {
            let Annotation { solvers, lemmas, numerals, .. } = this;
            let is_listed = |value: &TermId| numerals.contains(value);
            let solver = &mut solvers[pred.index()];
            solver.sparingly(|solver| solver.values(terms, lemmas, level, cube, (term, most), is_listed))
        })
    }

    /// Whether a formula contradicts a cube, whatever the rules say.
    pub fn excludes(&mut self, terms: &Terms, formula: TermId, cube: &[TermId]) -> bool {
        self.smt.push();
        cube.iter().chain([&formula]).for_each(|&part| self.smt.assert(terms, part));
        let outcome = self.smt.check(terms, &[]);
        self.smt.pop();
        outcome == Outcome::Unsat
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
