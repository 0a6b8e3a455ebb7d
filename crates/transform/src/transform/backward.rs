//! The values of Boolean arguments in the facts that can lead to a goal, found backward by models.
//!
//! Z3 is asked of each rule whose head may lead to a goal whether its premises may have other values than were seen so far.

use super::Budget;
use alphorn_logic::{
    horn::{Atom, PredId, Premise, Problem, Rule, RuleId},
    term::{Op, SortId, TermId, Terms, VarId},
};
use alphorn_run::clock::thread_time;
use alphorn_smt::{Outcome, Smt, SmtConfig, Statistics};
use log::debug;
use rustc_hash::{FxHashMap, FxHashSet};
use std::{collections::VecDeque, time::Duration};

/// Z3's steps for all questions (about 40 ms); what takes more is left as it is.
const STEPS: u32 = 200_000;
/// Processor time for all questions: Z3 does not count all that it does.
const TIME: Duration = Duration::from_millis(300);

/// The values that the arguments of a predicate have in every fact that can lead to a goal.
pub(super) type Values = Vec<Option<bool>>;

/// For each predicate and argument whether it may have one value only: it is Boolean, and every rule that asks for it says
/// something about it. `None` if there is no such argument.
pub(super) fn open(terms: &Terms, problem: &Problem) -> Option<Vec<Vec<bool>>> {
    let mut open: Vec<Vec<bool>> = Vec::with_capacity(problem.predicates.len());
    for predicate in &problem.predicates {
        open.push(terms.fun(predicate.fun).params.iter().map(|sort| *sort == SortId::BOOL).collect());
    }
    if !open.iter().flatten().any(|open| *open) {
        return None;
    }
    let mut asked_for = vec![false; open.len()];
    for rule in problem.rules.iter().filter(|rule| !rule.premises.is_empty()) {
        let vars: FxHashSet<VarId> = terms.free_vars([rule.constraint]).into_iter().collect();
        for Atom { pred, args } in rule.premises.iter().map(|premise| &premise.atom) {
            asked_for[pred.index()] = true;
            open[pred.index()].iter_mut().zip(args).for_each(|(open, arg)| *open &= vars.contains(arg));
        }
    }
    let left = open.iter().zip(asked_for).any(|(open, asked_for)| asked_for && open.contains(&true));
    left.then_some(open)
}

/// What the values say about the arguments of an atom.
pub(super) fn literals(terms: &mut Terms, args: &[VarId], values: &Values) -> Vec<TermId> {
    let known = args.iter().zip(values).filter_map(|(&arg, value)| Some((arg, (*value)?)));
    known.map(|(arg, value)| literal(terms, arg, value)).collect()
}

pub(super) fn literal(terms: &mut Terms, var: VarId, value: bool) -> TermId {
    let var = terms.var_term(var);
    if value { var } else { terms.not(var) }
}

/// That a premise with this flag is used: in each disjunction on the way to the flag the part with the flag holds. A rule that
/// can be used can be used with only such premises, since a part that holds is enough of each disjunction. `parts` are the
/// subterms of its constraint.
fn is_used(terms: &mut Terms, parts: &[TermId], constraint: TermId, flag: VarId) -> TermId {
    let mut used: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &part in parts {
        let below: Vec<TermId> = terms.args(part).iter().copied().filter(|arg| used.contains_key(arg)).collect();
        let condition = match terms.op(part) {
            Op::Var(var) if *var == flag => part,
            _ if below.is_empty() => continue,
            Op::And => terms.or(below.iter().map(|arg| used[arg])),
            Op::Or => {
                let ways: Vec<TermId> = below.iter().map(|arg| terms.and([*arg, used[arg]])).collect();
                terms.or(ways)
            }
            _ => terms.top(),
        };
        used.insert(part, condition);
    }
    used.get(&constraint).copied().unwrap_or_else(|| terms.bottom())
}

/// The search for the values, from below: at first no fact leads to a goal.
pub(super) struct Backward<'a> {
    problem: &'a Problem,
    open: &'a [Vec<bool>],
    budget: &'a Budget,
    /// As [`thread_time`] tells it.
    end: Duration,
    smt: Smt,
    /// `None` where no fact is known to lead to a goal.
    values: Vec<Option<Values>>,
}

impl<'a> Backward<'a> {
    pub fn new(terms: &Terms, problem: &'a Problem, open: &'a [Vec<bool>], steps: u32, budget: &'a Budget) -> Self {
        let end = thread_time() + TIME;
        let config = SmtConfig { rlimit: Some(steps), ..SmtConfig::default() };
        let smt = Smt::new(config.suiting(terms, problem.constraints()), &budget.stop);
        Backward { problem, open, budget, end, smt, values: vec![None; problem.predicates.len()] }
    }

    /// Whether it takes too long.
    fn is_over(&self) -> bool {
        self.budget.is_over() || thread_time() >= self.end || self.smt.steps() >= STEPS
    }

    /// The strongest values that were found; `None` if it takes too long.
    pub fn values(mut self, terms: &mut Terms) -> Option<Vec<Option<Values>>> {
        let by_head = self.problem.rules_by_head();
        let mut todo: VecDeque<RuleId> = self.problem.goals().map(|(id, _)| id).collect();
        let mut waits = vec![false; self.problem.rules.len()];
        while let Some(id) = todo.pop_front() {
            waits[id.index()] = false;
            let rule = self.problem.rule(id);
            let open = rule.premises.iter().filter(|premise| !self.is_settled(premise.atom.pred));
            let open: Vec<&Premise> = open.collect();
            if open.is_empty() {
                continue;
            }
            let has_flags = open.iter().any(|premise| premise.flag.is_some());
            let parts = if has_flags { terms.subterms([rule.constraint]) } else { Vec::new() };
            self.smt.push();
            self.smt.assert(terms, rule.constraint);
            // Else each premise might be a hard question.
            let head = self.head_literals(terms, rule);
            let open = if self.smt.check(terms, &head) == Outcome::Unsat { Vec::new() } else { open };
            for Premise { atom, flag } in open {
                let used = flag.map(|flag| is_used(terms, &parts, rule.constraint, flag));
                while !self.is_over()
                    && let Some(values) = self.weaker(terms, rule, atom, used)
                {
                    let pred = atom.pred.index();
                    self.values[pred] = Some(values);
                    let again = by_head[pred].iter().filter(|id| !std::mem::replace(&mut waits[id.index()], true));
                    todo.extend(again);
                }
            }
            self.smt.pop();
            if self.is_over() {
                return None;
            }
        }
        let (Statistics { sat, unsat, unknown, .. }, steps) = (self.smt.statistics(), self.smt.steps());
        debug!("facts that lead to a goal: {sat} found, {unsat} times none, {unknown} times not known; {steps} steps");
        Some(self.values)
    }

    /// Whether there is nothing more to find out about a predicate.
    fn is_settled(&self, pred: PredId) -> bool {
        self.values[pred.index()].as_ref().is_some_and(|values| values.iter().all(Option::is_none))
    }

    /// What the values say about the head of a rule, which has some.
    fn head_literals(&self, terms: &mut Terms, rule: &Rule) -> Vec<TermId> {
        let values = rule.head.iter().filter_map(|head| Some((head, self.values[head.pred.index()].as_ref()?)));
        values.flat_map(|(head, values)| literals(terms, &head.args, values)).collect()
    }

    /// What holds of the facts of a premise so far, and of one more that the rule uses for a head with its values; `None` if
    /// there is no such fact.
    fn weaker(&mut self, terms: &mut Terms, rule: &Rule, premise: &Atom, used: Option<TermId>) -> Option<Values> {
        let Atom { pred, args } = premise;
        let mut assumptions = self.head_literals(terms, rule);
        assumptions.extend(used);
        let before = self.values[pred.index()].as_ref();
        if let Some(values) = before {
            let same = literals(terms, args, values);
            if same.is_empty() {
                return None;
            }
            let same = terms.and(same);
            assumptions.push(terms.not(same));
        }
        let anything = vec![None; args.len()];
        match self.smt.check(terms, &assumptions) {
            Outcome::Unsat => None,
            Outcome::Unknown(_) => Some(anything),
            Outcome::Sat => {
                let mut model = self.smt.model();
                let mut values = anything.clone();
                for (position, value) in values.iter_mut().enumerate().filter(|(i, _)| self.open[pred.index()][*i]) {
                    let var = terms.var_term(args[position]);
                    let seen = before.map(|before| before[position]);
                    *value = model.is_true(terms, var).filter(|now| seen.is_none_or(|seen| seen == Some(*now)));
                }
                // Else the same would be asked for ever.
                Some(if before == Some(&values) { anything } else { values })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;

    /// There is nothing to ask without a Boolean argument, or if a rule says nothing about it.
    #[test]
    fn there_is_no_question_about_arguments_that_are_not_open() {
        let number =
            "(declare-fun p (Int) Bool)(assert (p 0))(assert (forall ((x Int)) (=> (and (p x) (> x 0)) false)))";
        let stated = "(declare-fun p (Bool Int) Bool)(assert (forall ((x Int)) (p (> x 0) x)))
            (assert (forall ((s Bool) (x Int)) (=> (and (p s x) s (< x 0)) false)))";
        let copied = stated.replace("(p s x) s", "(p s x)");
        for (script, expected) in [(number, None), (&copied, None), (stated, Some(vec![vec![true, false]]))] {
            let (terms, problem) = problem(script);
            assert_eq!(open(&terms, &problem), expected, "{script}");
        }
    }
}
