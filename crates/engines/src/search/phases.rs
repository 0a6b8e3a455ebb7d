//! Decisions that are tried again: phase saving, by which a predicate is decided as it was the last time anywhere, and goal
//! preservation, by which the next bound's search starts with the goal that the last one ended with.

use super::goal::Place;
use alphorn_logic::{
    horn::PredId,
    term::{Op, Substitution, TermId, Terms},
};
use rustc_hash::FxHashMap;

/// Deeper places are not remembered: each is as long as it is deep.
const DEEPEST: usize = 200;

/// A decision: the rule that was chosen, and literals over what the rule is written with.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Which of the predicate's rules.
    pub which: usize,
    /// The literal of its choice and its variables.
    pub names: Vec<TermId>,
    /// What was decided.
    pub literals: Vec<TermId>,
}

/// The last decision at each predicate (`None` stands for *false*), and at each place of the goal.
#[derive(Clone, Debug, Default)]
pub struct Phases {
    by_pred: FxHashMap<Option<PredId>, Phase>,
    by_place: FxHashMap<Place, Phase>,
}

impl Phases {
    /// Remembers a decision.
    pub fn remember(&mut self, pred: Option<PredId>, place: Place, phase: Phase) {
        if place.len() <= DEEPEST {
            self.by_place.insert(place, phase.clone());
        }
        self.by_pred.insert(pred, phase);
    }

    /// The last decision for a predicate.
    pub fn of_pred(&self, pred: Option<PredId>) -> Option<&Phase> {
        self.by_pred.get(&pred)
    }

    /// The last decision at a place.
    pub fn of_place(&self, place: &Place) -> Option<&Phase> {
        self.by_place.get(place)
    }
}

impl Phase {
    /// The decision in other words for the same rule.
    pub fn renamed(&self, terms: &mut Terms, names: &[TermId]) -> Vec<TermId> {
        let own = self.names.iter().zip(names).filter_map(|(&from, &to)| match terms.op(from) {
            Op::Var(var) => Some((*var, to)),
            _ => None,
        });
        let mut renaming = Substitution::of_vars(own.collect::<Vec<_>>());
        self.literals.iter().map(|&literal| renaming.apply(terms, literal)).collect()
    }
}
