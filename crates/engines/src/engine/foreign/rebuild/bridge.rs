//! Facts are left out of a listing where the solver has inlined their predicates. The unwinding of `bmc` looks for them: for a
//! derivation of a fact of the listing, or of *false*, from those that have steps.

use super::{Rebuild, equations};
use crate::engine::bmc::{End, Unwinding};
use alphorn_logic::{
    horn::{Atom, PredId, Premise, Rule},
    term::{TermId, Terms},
    witness::Fact,
};

impl Rebuild<'_> {
    /// Looks for a derivation of a fact, or of *false*, that goes through facts that were left out, and takes its steps.
    pub(super) fn bridge(
        &mut self,
        terms: &mut Terms,
        target: Option<(usize, &Fact)>,
        near: usize,
        steps: u32,
    ) -> Option<()> {
        let place = target.map_or(usize::MAX, |(place, _)| place);
        let mut problem = self.problem.clone();
        for rule in &mut problem.rules {
            // Goals are none where a fact is the goal.
            if rule.weakened || (rule.is_goal() && target.is_some()) {
                rule.premises.clear();
                rule.constraint = terms.bottom();
            }
        }
        let first = problem.rules.len();
        for pred in self.problem.pred_ids() {
            let around = self.around(pred, place, near);
            if !around.is_empty() {
                let constraint = self.is_one_of(terms, self.params.of(pred), &around);
                problem.rules.push(self.rule(pred, true, constraint));
            }
        }
        if let Some((_, fact)) = target {
            let constraint = equations(terms, self.params.of(fact.pred), &fact.args);
            problem.rules.push(self.rule(fact.pred, false, constraint));
        }
        let End::Derivation(derivation) = Unwinding::new(terms, &problem, None, Some(steps), self.stop).run(terms)
        else {
            return None;
        };
        let mut numbers = Vec::with_capacity(derivation.steps.len());
        for mut step in derivation.steps {
            let known = step.fact.as_ref().and_then(|fact| self.known.get(fact));
            if step.rule.index() < first && known.is_none() {
                step.premises.iter_mut().flatten().for_each(|premise| *premise = numbers[*premise]);
                numbers.push(self.steps.len());
                self.take(step, place);
            } else {
                // The last step is that of the target, which nothing follows from.
                numbers.push(*known.unwrap_or(&usize::MAX));
            }
        }
        Some(())
    }

    /// A rule that derives a predicate from nothing, or *false* from it.
    fn rule(&self, pred: PredId, is_head: bool, constraint: TermId) -> Rule {
        let vars = self.params.of(pred).to_vec();
        let atom = Atom { pred, args: vars.clone() };
        let (head, premises) = match is_head {
            true => (Some(atom), Vec::new()),
            false => (None, vec![Premise { atom, flag: None }]),
        };
        Rule { head, premises, constraint, vars, origin: 0, weakened: false }
    }
}
