//! What a search that was cut short has found out all the same.

use super::Annotation;
use crate::unwind::FOREVER;
use alphorn_logic::{
    term::{ParameterNames, Printer, Terms, VarId, quote_symbol},
    witness::{Known, Unknown},
};

/// So many lemmas are told at most.
const MOST_LEMMAS: usize = 200;

impl Annotation<'_> {
    /// The lemmas that hold for ever, the bound within which there is no derivation, and the goal at which it stopped.
    pub fn partial(&self, terms: &Terms, refuted: Option<u32>, reason: String, goal: String) -> Unknown {
        let lemmas = self.lemmas();
        let free = ParameterNames::new(terms);
        let forever = lemmas.ids().map(|id| lemmas.get(id)).filter(|lemma| lemma.level == FOREVER).take(MOST_LEMMAS);
        let known = forever.map(|lemma| {
            let params = lemmas.params(lemma.pred);
            let names = free.choose((0..params.len()).map(|i| format!("x{i}")), |_| false);
            let names: Vec<(VarId, String)> = params.iter().copied().zip(names).collect();
            Known {
                pred: lemma.pred,
                predicate: quote_symbol(self.name(terms, lemma.pred)).into_owned(),
                parameters: names.iter().map(|(_, name)| name.clone()).collect(),
                formula: Printer::new(terms).with_names(names).print(lemma.clause),
            }
        });
        Unknown {
            reason,
            no_derivation_within: refuted,
            lemmas: known.collect(),
            goal: Some(goal),
            ..Unknown::default()
        }
    }
}
