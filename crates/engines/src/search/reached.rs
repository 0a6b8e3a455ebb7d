//! Facts that were derived on the way: a subgoal that one of them answers need not be expanded. Without them a call tree in
//! which every call is the same has exponentially many subgoals.

use alphorn_logic::{
    horn::{PredId, RuleId},
    term::TermId,
    witness::{Derivation, Fact, Step},
};
use rustc_hash::FxHashMap;

/// So many of the newest facts of a predicate are tried.
const MOST_TRIED: usize = 16;

/// A fact of the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FactId(usize);

/// All facts, each with the step that derives it from earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// Premises count in this list.
    steps: Vec<Step>,
    known: FxHashMap<Fact, FactId>,
    by_pred: FxHashMap<PredId, Vec<FactId>>,
}

impl Reached {
    /// The steps that derive all facts, each from earlier ones.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Adds what others reached: steps that each follow from earlier ones of the list, after those `before`.
    pub fn absorb(&mut self, before: &mut Vec<FactId>, steps: Vec<Step>) {
        for Step { rule, values, premises, fact } in steps {
            let Some(fact) = fact else { continue };
            let premises = premises.into_iter().map(|premise| premise.map(|at| before[at])).collect();
            before.push(self.add(fact, rule, values, premises));
        }
    }

    /// Adds a fact with the rule that derives it and the values of its variables.
    pub fn add(&mut self, fact: Fact, rule: RuleId, values: Vec<TermId>, premises: Vec<Option<FactId>>) -> FactId {
        let id = FactId(self.steps.len());
        let known = *self.known.entry(fact.clone()).or_insert(id);
        if known == id {
            self.by_pred.entry(fact.pred).or_default().push(id);
            let premises = premises.into_iter().map(|premise| premise.map(|FactId(at)| at)).collect();
            self.steps.push(Step { rule, values, premises, fact: Some(fact) });
        }
        known
    }

    /// The newest facts of a predicate.
    pub fn newest(&self, pred: PredId) -> impl Iterator<Item = (FactId, &Fact)> {
        let ids = self.by_pred.get(&pred).map_or(&[][..], Vec::as_slice);
        ids.iter().rev().take(MOST_TRIED).filter_map(|&id| Some((id, self.steps[id.0].fact.as_ref()?)))
    }

    /// The derivation of *false* by a goal from facts.
    pub fn derivation(&self, goal: RuleId, values: Vec<TermId>, premises: Vec<Option<FactId>>) -> Derivation {
        let premises = premises.into_iter().map(|premise| premise.map(|FactId(at)| at)).collect();
        let last = Step { rule: goal, values, premises, fact: None };
        let mut derivation = Derivation { steps: self.steps.iter().cloned().chain([last]).collect() };
        derivation.prune();
        derivation
    }
}
