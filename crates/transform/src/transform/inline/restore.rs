//! Formulas for predicates that were inlined.
//!
//! What the rules derive, projected to the parameters, always is one. What is wanted is a small one that the rules imply and
//! with which every use still holds. So each rule with removed premises is asked, once, which of these it needs at all; for
//! each of them a fact is found that is enough: a few conjuncts of what equations leave of the bodies, else an interpolant.

use super::uses::{Need, Use};
use crate::transform::{
    LiftError,
    projection::{ELIMINATION, project},
};
use alphorn_interpolate::{Budget, Config, Interpolator, Question};
use alphorn_logic::{
    equations::solve,
    horn::{PredId, Problem, RuleId},
    term::{Simplifier, TermId, Terms, Var, VarId},
    witness::Solution,
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, SmtConfig};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;

/// Time for one question of the solver.
const QUESTION: Duration = Duration::from_secs(5);
/// Questions to make a fact smaller.
const CORE_QUESTIONS: usize = 20;
/// Cases, time and questions for one interpolant: where these are not enough, the projection is as good.
const CASES: usize = 1_000;
const SAMPLING: Duration = Duration::from_secs(1);
const QUESTIONS: usize = 300;

/// Defines the removed predicates of the old problem.
pub(super) fn restore(
    terms: &mut Terms,
    old: &Problem,
    removed: &[PredId],
    mut solution: Solution,
    stop: &Stop,
) -> Result<Solution, LiftError> {
    let mut simplifier = Simplifier::new();
    let bodies = Bodies::new(terms, &mut simplifier, old, removed, &solution);
    let limits = Budget { cases: CASES, time: SAMPLING, smt_calls: QUESTIONS, ..Budget::default() };
    let budget = Budget { stop: stop.clone(), ..limits };
    let formulas = old.constraints().chain(solution.definitions.iter().map(|definition| definition.body));
    let config = SmtConfig { timeout: Some(QUESTION), ..SmtConfig::default() }.suiting(terms, formulas);
    let mut restorer = Restorer {
        terms,
        facts: removed.iter().map(|&pred| (pred, Vec::new())).collect(),
        projected: FxHashSet::default(),
        interpolator: Interpolator::new(Config {
            budget,
            elimination_time: ELIMINATION,
            plain: true,
            ..Config::default()
        }),
        smt: Smt::new(config, stop),
        simplifier,
    };
    for rule in &old.rules {
        if rule.premises.iter().any(|premise| bodies.cases.contains_key(&premise.atom.pred)) {
            let needs = Use::new(restorer.terms, rule, &solution, &bodies);
            restorer.serve(&needs);
        }
        if stop.is_stopped() {
            return Err(LiftError::Stopped);
        }
    }
    for &pred in removed {
        if stop.is_stopped() {
            return Err(LiftError::Stopped);
        }
        let formula = restorer.formula(pred, &bodies);
        solution.definitions[pred.index()].body = restorer.simplifier.simplify(restorer.terms, formula);
    }
    Ok(solution)
}

/// The bodies of the rules for removed predicates.
pub(super) struct Bodies {
    /// For each removed predicate the conjuncts of each body, over the parameters and variables of its own.
    pub cases: FxHashMap<PredId, Vec<Vec<TermId>>>,
    /// For each removed predicate its parameters.
    pub params: FxHashMap<PredId, Vec<VarId>>,
}

impl Bodies {
    fn new(
        terms: &mut Terms,
        simplifier: &mut Simplifier,
        old: &Problem,
        removed: &[PredId],
        solution: &Solution,
    ) -> Self {
        let by_head = old.rules_by_head();
        let mut bodies = Bodies { cases: FxHashMap::default(), params: FxHashMap::default() };
        for &pred in removed {
            let params = solution.definitions[pred.index()].params.clone();
            let mut cases = Vec::new();
            for &id in &by_head[pred.index()] {
                let body = body(terms, old, id, &params, solution);
                cases.push(solve(terms, simplifier, body, |v| !params.contains(&v)).conjuncts);
            }
            bodies.cases.insert(pred, cases);
            bodies.params.insert(pred, params);
        }
        bodies
    }
}

/// The body of a rule over fresh variables, with the parameters for the arguments of its head.
fn body(terms: &mut Terms, old: &Problem, id: RuleId, params: &[VarId], solution: &Solution) -> TermId {
    let rule = old.rule(id);
    let mut renaming: FxHashMap<VarId, TermId> = FxHashMap::default();
    for (&arg, &param) in rule.head.iter().flat_map(|head| &head.args).zip(params) {
        renaming.insert(arg, terms.var_term(param));
    }
    for &var in &rule.vars {
        renaming.entry(var).or_insert_with(|| {
            let Var { name, sort } = terms.var(var).clone();
            terms.fresh(&name, sort)
        });
    }
    let body = solution.body(terms, rule);
    terms.substitute(body, &renaming)
}

struct Restorer<'a> {
    terms: &'a mut Terms,
    /// What was found for each predicate, over its parameters.
    facts: FxHashMap<PredId, Vec<TermId>>,
    /// Predicates for which facts were not found somewhere.
    projected: FxHashSet<PredId>,
    interpolator: Interpolator,
    smt: Smt,
    simplifier: Simplifier,
}

impl Restorer<'_> {
    /// Finds facts with which a rule holds. Premises are taken one after the other: either what is known of all of them and
    /// the bodies of those left are enough without it, or a fact is found that is. Rules may be very large, so no question is
    /// asked whose answer is likely, or known from another.
    fn serve(&mut self, needs: &Use) {
        if needs.is_hard(self.terms) {
            self.projected.extend(needs.premises.iter().map(|need| need.pred));
            return;
        }
        self.smt.push();
        needs.rest.iter().for_each(|&part| self.smt.assert(self.terms, part));
        let mut left: Vec<&Need> = needs.premises.iter().rev().collect();
        let known = self.known(needs);
        if known.is_empty() || !self.is_served(needs) {
            let mut core = self.core(&with_bodies(known, &left));
            match &core {
                Some(core) => left.retain(|need| core.contains(&need.body)),
                None => self.projected.extend(left.drain(..).map(|need| need.pred)),
            }
            while let Some(need) = left.pop() {
                let mut others = with_bodies(self.known(needs), &left);
                let without = if others.is_empty() { None } else { self.core(&others) };
                if let Some(without) = without {
                    left.retain(|need| without.contains(&need.body));
                    core = Some(without);
                    continue;
                }
                let enough = core.take().or_else(|| self.core(&[&others[..], &[need.body]].concat()));
                if let Some(enough) = enough {
                    others.retain(|part| enough.contains(part));
                }
                self.find_fact(needs, need, &others);
                // A fact about one premise holds of all with its predicate.
                if !left.is_empty() && self.is_served(needs) {
                    break;
                }
            }
        }
        self.smt.pop();
    }

    /// Whether a rule holds by what is known.
    fn is_served(&mut self, needs: &Use) -> bool {
        let known = self.known(needs);
        self.smt.check(self.terms, &known) == Outcome::Unsat
    }

    /// What is known of the premises of a rule.
    fn known(&mut self, needs: &Use) -> Vec<TermId> {
        let mut known = Vec::new();
        for need in &needs.premises {
            if self.projected.contains(&need.pred) {
                known.push(need.body);
            } else if !self.facts[&need.pred].is_empty() {
                known.push(need.known(self.terms, &self.facts));
            }
        }
        known
    }

    /// Finds a fact that is enough in place of a body, or marks its predicate.
    fn find_fact(&mut self, needs: &Use, need: &Need, others: &[TermId]) {
        let found = self.closed_fact(need, others).or_else(|| self.interpolant(needs, need, others));
        match found {
            Some(fact) => self.facts.entry(need.pred).or_default().push(fact),
            None => {
                self.projected.insert(need.pred);
            }
        }
    }

    /// A small part of what is assumed that contradicts what is asserted, if that is found.
    fn core(&mut self, assumed: &[TermId]) -> Option<FxHashSet<TermId>> {
        let contradicts = self.smt.check(self.terms, assumed) == Outcome::Unsat;
        contradicts.then(|| self.smt.core().into_iter().collect())
    }

    /// Conjuncts of the bodies over the parameters that, with the other premises, contradict what is asserted.
    fn closed_fact(&mut self, need: &Need, others: &[TermId]) -> Option<TermId> {
        let mut disjuncts = Vec::with_capacity(need.cases.len());
        for case in need.cases {
            let closed: Vec<TermId> = case.iter().copied().filter(|&c| is_over(self.terms, c, need.params)).collect();
            let stated: Vec<TermId> = closed.iter().map(|&c| need.on_args(self.terms, c)).collect();
            if self.smt.check(self.terms, &[others, &stated].concat()) != Outcome::Unsat {
                return None;
            }
            let core: FxHashSet<TermId> = self.smt.minimal_core(self.terms, CORE_QUESTIONS).into_iter().collect();
            let kept = closed.into_iter().zip(stated).filter(|(_, on_args)| core.contains(on_args));
            let kept: Vec<TermId> = kept.map(|(on_params, _)| on_params).collect();
            disjuncts.push(self.terms.and(kept));
        }
        Some(self.terms.or(disjuncts))
    }

    fn interpolant(&mut self, needs: &Use, need: &Need, others: &[TermId]) -> Option<TermId> {
        let bodies: Vec<TermId> = need.cases.iter().map(|case| self.terms.and(case.iter().copied())).collect();
        let prefix = self.terms.or(bodies);
        let mut suffix = needs.rest.clone();
        suffix.extend(others);
        suffix.extend(need.flag.map(|flag| self.terms.var_term(flag)));
        let suffix: Vec<TermId> = suffix.into_iter().map(|part| need.on_params(self.terms, part)).collect();
        let suffix = self.terms.and(suffix);
        let suffix = solve(self.terms, &mut self.simplifier, suffix, |v| !need.params.contains(&v)).conjuncts;
        let question = Question { suffix: &[suffix], shared: need.params, transitions: &[] };
        let found = self.interpolator.interpolate_formula(self.terms, &self.smt, prefix, &question);
        found.ok().map(|found| found.formula)
    }

    fn formula(&mut self, pred: PredId, bodies: &Bodies) -> TermId {
        if self.projected.contains(&pred) {
            // The last resort.
            let mut disjuncts = Vec::new();
            for case in &bodies.cases[&pred] {
                let body = self.terms.and(case.iter().copied());
                disjuncts.push(project(self.terms, &self.smt, &bodies.params[&pred], body));
            }
            return self.terms.or(disjuncts);
        }
        let facts = self.facts.remove(&pred).unwrap_or_default();
        self.terms.and(facts)
    }
}

/// What is known, and the bodies of some premises.
fn with_bodies(mut known: Vec<TermId>, premises: &[&Need]) -> Vec<TermId> {
    known.extend(premises.iter().map(|need| need.body));
    known
}

/// Whether no other variables occur in the term.
fn is_over(terms: &Terms, term: TermId, params: &[VarId]) -> bool {
    terms.free_vars([term]).iter().all(|var| params.contains(var))
}
