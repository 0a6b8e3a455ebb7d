//! Formulas for predicates that were inlined.
//!
//! What the rules derive, projected to the parameters, always is one. Where equations do not give that projection at once,
//! an interpolant is smaller: a fact that the rules imply and with which every use still holds.

use crate::{
    horn::{PredId, Premise, Problem, Rule, RuleId},
    interpolate::{Budget, Config, Interpolator, Question},
    smt::{Smt, SmtConfig},
    stop::Stop,
    term::{Op, Simplifier, TermId, Terms, Var, VarId},
    transform::{
        LiftError,
        equations::{flat_conjuncts, solve},
    },
    witness::Solution,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;

/// A projection with more distinct subterms than this is given up for an interpolant.
const LARGEST_PROJECTION: usize = 150;
/// Time for one question of the solver, and for one elimination.
const QUESTION: Duration = Duration::from_millis(500);
/// Cases and questions for one interpolant: where these are not enough, the projection is as good.
const CASES: usize = 30;
const QUESTIONS: usize = 300;

/// Defines the removed predicates of the old problem.
pub(super) fn restore(
    terms: &mut Terms,
    old: &Problem,
    removed: &[PredId],
    solution: Solution,
    stop: &Stop,
) -> Result<Solution, LiftError> {
    let budget = Budget { stop: stop.clone(), cases: CASES, smt_calls: QUESTIONS, ..Budget::default() };
    let config = SmtConfig { timeout: Some(QUESTION), ..SmtConfig::default() };
    let mut uses = vec![Vec::new(); old.predicates.len()];
    for (id, rule) in old.rules() {
        for (position, premise) in rule.premises.iter().enumerate() {
            uses[premise.atom.pred.index()].push((id, position));
        }
    }
    let mut restorer = Restorer {
        terms,
        old,
        rules: old.rules_by_head(),
        uses,
        open: removed.iter().copied().collect(),
        solution,
        simplifier: Simplifier::new(),
        interpolator: Interpolator::new(Config { budget, elimination_time: QUESTION, ..Config::default() }),
        smt: Smt::new(config, stop),
    };
    for &pred in removed {
        if stop.is_stopped() {
            return Err(LiftError::Stopped);
        }
        restorer.define(pred);
    }
    Ok(restorer.solution)
}

struct Restorer<'a> {
    terms: &'a mut Terms,
    old: &'a Problem,
    rules: Vec<Vec<RuleId>>,
    /// For each predicate the premises that it is.
    uses: Vec<Vec<(RuleId, usize)>>,
    /// The removed predicates that have no formula yet.
    open: FxHashSet<PredId>,
    solution: Solution,
    simplifier: Simplifier,
    interpolator: Interpolator,
    smt: Smt,
}

impl Restorer<'_> {
    fn define(&mut self, pred: PredId) {
        let params = self.solution.definitions[pred.index()].params.clone();
        let cases = self.bodies(pred, &params);
        let projected: Vec<Result<TermId, TermId>> = cases.iter().map(|&case| self.project(case, &params)).collect();
        let exact: Option<Vec<TermId>> = projected.iter().map(|case| case.ok()).collect();
        let exact = exact.map(|cases| self.terms.or(cases));
        let small = exact.filter(|&formula| self.terms.subterms([formula]).len() <= LARGEST_PROJECTION);
        let body = match small.or_else(|| self.interpolant(pred, &params, &projected)).or(exact) {
            Some(body) => body,
            None => self.eliminate(&params, &projected),
        };
        self.solution.definitions[pred.index()].body = self.simplifier.simplify(self.terms, body);
        self.open.remove(&pred);
    }

    /// A body without all variables but the parameters; if equations do not suffice, what they leave.
    fn project(&mut self, body: TermId, params: &[VarId]) -> Result<TermId, TermId> {
        let solved = solve(self.terms, &mut self.simplifier, body, |v| !params.contains(&v));
        let formula = self.terms.and(solved.conjuncts);
        let closed = self.terms.free_vars([formula]).iter().all(|v| params.contains(v));
        if closed { Ok(formula) } else { Err(formula) }
    }

    /// A fact that the cases imply and with which all uses hold.
    fn interpolant(&mut self, pred: PredId, params: &[VarId], cases: &[Result<TermId, TermId>]) -> Option<TermId> {
        let prefix = self.terms.or(cases.iter().map(|case| case.unwrap_or_else(|rest| rest)));
        let mut facts: Vec<TermId> = Vec::new();
        for (id, position) in self.uses[pred.index()].clone() {
            // Facts for other uses are part of the formula, and often enough.
            let known = self.terms.and(facts.iter().copied());
            let suffix = self.outside(id, position, params, known);
            let question = Question { suffix: &[suffix], shared: params, transitions: &[] };
            let found = self.interpolator.interpolate_formula(self.terms, &self.smt, prefix, &question);
            facts.push(found.ok()?.formula);
        }
        Some(self.terms.and(facts))
    }

    /// The last resort: elimination by Z3, or the quantifier itself.
    fn eliminate(&mut self, params: &[VarId], cases: &[Result<TermId, TermId>]) -> TermId {
        let mut disjuncts = Vec::with_capacity(cases.len());
        for case in cases {
            disjuncts.push(case.unwrap_or_else(|body| {
                let vars = self.terms.free_vars([body]);
                let locals: Vec<VarId> = vars.into_iter().filter(|v| !params.contains(v)).collect();
                let without = self.smt.eliminate(self.terms, &locals, body, QUESTION);
                without.unwrap_or_else(|| self.terms.app(Op::Exists(locals.into()), [body]))
            }));
        }
        self.terms.or(disjuncts)
    }

    /// The bodies of the rules for a predicate with these arguments, over variables of their own.
    fn bodies(&mut self, pred: PredId, args: &[VarId]) -> Vec<TermId> {
        let mut bodies = Vec::new();
        for id in self.rules[pred.index()].clone() {
            let rule = self.old.rule(id);
            let head = rule.head.as_ref().map_or(&[][..], |head| &head.args);
            let renaming = self.rename(rule, head, args);
            let body = self.solution.body(self.terms, rule);
            bodies.push(self.terms.substitute(body, &renaming));
        }
        bodies
    }

    /// What contradicts a use of a predicate: the rest of the rule and the opposite of what it derives. The premise at
    /// `position` has the parameters as arguments; `known` holds for the same predicate elsewhere in the rule.
    fn outside(&mut self, id: RuleId, position: usize, params: &[VarId], known: TermId) -> Vec<TermId> {
        let rule = self.old.rule(id);
        let this = &rule.premises[position];
        let renaming = self.rename(rule, &this.atom.args, params);
        let mut parts = vec![rule.constraint];
        parts.extend(this.flag.map(|flag| self.terms.var_term(flag)));
        for (at, premise) in rule.premises.iter().enumerate() {
            if at != position {
                let known = (premise.atom.pred == this.atom.pred).then_some((params, known));
                parts.push(self.premise(premise, known, at < position));
            }
        }
        let derived = self.solution.head(self.terms, rule);
        parts.push(self.terms.not(derived));
        let whole = self.terms.and(parts);
        let whole = self.terms.substitute(whole, &renaming);
        let solved = solve(self.terms, &mut self.simplifier, whole, |v| !params.contains(&v));
        flat_conjuncts(self.terms, solved.conjuncts)
    }

    /// What is assumed of another premise: its formula, or as long as it has none, the bodies of its rules. Of the same
    /// predicate the facts for earlier uses are known, and are all that is known of earlier premises.
    fn premise(&mut self, premise: &Premise, known: Option<(&[VarId], TermId)>, earlier: bool) -> TermId {
        let pred = premise.atom.pred;
        if !self.open.contains(&pred) {
            return self.solution.premise(self.terms, premise);
        }
        let mut parts = Vec::new();
        if known.is_none() || !earlier {
            let bodies = self.bodies(pred, &premise.atom.args);
            parts.push(self.terms.or(bodies));
        }
        if let Some((params, known)) = known {
            let map = params.iter().zip(&premise.atom.args).map(|(&p, &a)| (p, self.terms.var_term(a))).collect();
            parts.push(self.terms.substitute(known, &map));
        }
        let holds = self.terms.and(parts);
        match premise.flag {
            Some(flag) => {
                let flag = self.terms.var_term(flag);
                self.terms.implies(flag, holds)
            }
            None => holds,
        }
    }

    /// Fresh variables for those of a rule, except for an atom's arguments, which become the given ones.
    fn rename(&mut self, rule: &Rule, from: &[VarId], to: &[VarId]) -> FxHashMap<VarId, TermId> {
        let mut renaming: FxHashMap<VarId, TermId> = FxHashMap::default();
        for (&from, &to) in from.iter().zip(to) {
            renaming.insert(from, self.terms.var_term(to));
        }
        for &var in &rule.vars {
            renaming.entry(var).or_insert_with(|| {
                let Var { name, sort } = self.terms.var(var).clone();
                self.terms.fresh(&name, sort)
            });
        }
        renaming
    }
}
