//! Some states that can be derived, or look so, by running the rules forwards. A premise of which no state is known may have
//! any that the lemmas allow.

use super::Component;
use crate::{
    converge::Budget,
    horn::PredId,
    smt::Outcome,
    term::{TermId, Terms},
    unwind::{FOREVER, Lemmas},
};

/// The values of all parameters of a predicate.
pub type State = Vec<TermId>;

/// States of each predicate, oldest first.
#[derive(Clone, Debug)]
pub struct Samples(Vec<Vec<State>>);

impl Samples {
    /// None yet.
    pub fn new(predicates: usize) -> Self {
        Samples(vec![Vec::new(); predicates])
    }

    /// Those of a predicate.
    pub fn of(&self, pred: PredId) -> &[State] {
        &self.0[pred.index()]
    }

    /// Looks for more states of the predicates of a component: in each round every rule is used once, mostly on the states
    /// found last, so that some lie far from the facts.
    pub fn extend(
        &mut self,
        terms: &mut Terms,
        lemmas: &Lemmas,
        component: &mut Component,
        rounds: usize,
        budget: &mut Budget,
    ) {
        for round in 0..rounds {
            let mut found = false;
            for at in 0..component.preds.len() {
                for rule in 0..component.solvers[at].template().alternatives.len() {
                    found |= self.step(terms, lemmas, component, at, rule, round, budget);
                }
            }
            if !found || budget.is_spent() {
                break;
            }
        }
    }

    /// Uses one rule of a predicate; whether it gave a new state.
    #[expect(clippy::too_many_arguments, reason = "a rule, where it is and how it is used")]
    fn step(
        &mut self,
        terms: &mut Terms,
        lemmas: &Lemmas,
        component: &mut Component,
        at: usize,
        rule: usize,
        round: usize,
        budget: &mut Budget,
    ) -> bool {
        let pred = component.preds[at];
        let alternative = &component.solvers[at].template().alternatives[rule];
        let mut assumptions = vec![alternative.chosen];
        for (i, premise) in alternative.premises.iter().enumerate() {
            let states = self.of(premise.pred);
            if let Some(at) = states.len().checked_sub(1 + pick(round + i, states.len())) {
                let equal = equations(terms, &premise.args, &states[at]);
                assumptions.push(terms.implies(premise.needed, equal));
            } else if component.position(premise.pred).is_some() {
                assumptions.push(terms.not(premise.needed));
            }
        }
        let params: Vec<TermId> = lemmas.params(pred).iter().map(|&param| terms.var_term(param)).collect();
        if let Some(last) = self.of(pred).last() {
            let same = equations(terms, &params, last);
            assumptions.push(terms.not(same));
        }
        assumptions.retain(|&assumption| terms.truth(assumption) != Some(true));
        if !budget.take() || component.solvers[at].refute(terms, FOREVER, &assumptions) != Outcome::Sat {
            return false;
        }
        let mut model = component.solvers[at].model();
        let state: Option<State> = params.iter().map(|&param| model.value(terms, param)).collect();
        match state.filter(|state| !self.0[pred.index()].contains(state)) {
            Some(state) => {
                self.0[pred.index()].push(state);
                true
            }
            None => false,
        }
    }
}

fn equations(terms: &mut Terms, args: &[TermId], state: &State) -> TermId {
    let equal: Vec<TermId> = args.iter().zip(state).map(|(&arg, &value)| terms.eq(arg, value)).collect();
    terms.and(equal)
}

/// How far back from the newest of `count` states to go: not at all in two of three rounds.
fn pick(round: usize, count: usize) -> usize {
    if round % 3 < 2 { 0 } else { (round / 3) % count.max(1) }
}
