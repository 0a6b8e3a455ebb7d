//! Some states that can be derived, or look so, by running the rules forwards.

use super::Component;
use crate::{
    converge::Budget,
    unwind::{FOREVER, Lemmas},
};
use alphorn_logic::{
    horn::PredId,
    term::{TermId, Terms},
};
use alphorn_smt::Outcome;

/// The values of all parameters of a predicate.
pub type State = Vec<TermId>;

/// States of each predicate, oldest first.
#[derive(Clone, Debug)]
pub struct Samples {
    states: Vec<Vec<State>>,
    /// Whether a premise has a state that is known. Otherwise one of which none is known may have any that the lemmas allow.
    derived: bool,
}

impl Samples {
    /// None yet.
    pub fn new(predicates: usize) -> Self {
        Samples { states: vec![Vec::new(); predicates], derived: false }
    }

    /// None yet, and only such as can be derived, if none else is added.
    pub fn derived(predicates: usize) -> Self {
        Samples { derived: true, ..Samples::new(predicates) }
    }

    /// Those of a predicate.
    pub fn of(&self, pred: PredId) -> &[State] {
        &self.states[pred.index()]
    }

    /// Adds a state.
    pub fn add(&mut self, pred: PredId, state: State) {
        self.states[pred.index()].push(state);
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
        let params: Vec<TermId> = lemmas.params(pred).iter().map(|&param| terms.var_term(param)).collect();
        let known = self.of(pred);
        let others = if self.derived { known } else { known.last().map_or(&[][..], std::slice::from_ref) };
        let mut new: Vec<TermId> = Vec::with_capacity(others.len());
        for state in others {
            let same = equations(terms, &params, state);
            new.push(terms.not(same));
        }
        // Where the states that are picked do not fit together, others may.
        for any in [false, true].into_iter().take(if self.derived { 2 } else { 1 }) {
            let solver = &mut component.solvers[at];
            let alternative = &solver.template().alternatives[rule];
            let mut assumptions = vec![alternative.chosen];
            for (i, premise) in alternative.premises.iter().enumerate() {
                let states = self.of(premise.pred);
                let states = match states.len().checked_sub(1 + pick(round + i, states.len())) {
                    Some(at) if !any => &states[at..=at],
                    _ => states,
                };
                if !states.is_empty() {
                    let equal: Vec<TermId> =
                        states.iter().map(|state| equations(terms, &premise.args, state)).collect();
                    let equal = terms.or(equal);
                    assumptions.push(terms.implies(premise.needed, equal));
                } else if self.derived || component.preds.contains(&premise.pred) {
                    assumptions.push(terms.not(premise.needed));
                }
            }
            assumptions.extend(&new);
            assumptions.retain(|&assumption| terms.truth(assumption) != Some(true));
            if !budget.take() {
                return false;
            }
            if solver.refute(terms, FOREVER, &assumptions) == Outcome::Sat {
                let mut model = solver.model();
                let state: Option<State> = params.iter().map(|&param| model.value(terms, param)).collect();
                let state = state.filter(|state| !self.of(pred).contains(state));
                let found = state.is_some();
                self.states[pred.index()].extend(state);
                return found;
            }
        }
        false
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
