//! Which lemmas say no more than others do: a clause with all the literals of another, and some more.

use super::{LemmaId, Lemmas};
use alphorn_logic::term::{Op, TermId, Terms};

/// For each lemma its literals, and the lemmas of its predicate with fewer of them.
#[derive(Clone, Debug, Default)]
pub struct Subsumption {
    literals: Vec<Vec<TermId>>,
    stronger: Vec<Vec<LemmaId>>,
}

impl Subsumption {
    /// Takes a lemma into account; all lemmas come in the order of their numbers, and those that are known change nothing.
    pub fn note(&mut self, terms: &Terms, lemmas: &Lemmas, id: LemmaId) {
        let new = id.0 as usize;
        if new < self.literals.len() {
            return;
        }
        let lemma = lemmas.get(id);
        let mut own = match terms.op(lemma.clause) {
            Op::Or => terms.args(lemma.clause).to_vec(),
            _ => vec![lemma.clause],
        };
        own.sort_unstable();
        let mut stronger = Vec::new();
        for old in lemmas.of(lemma.pred).filter(|old| *old != id) {
            let others = &self.literals[old.0 as usize];
            if is_subset(others, &own) {
                stronger.push(old);
            } else if is_subset(&own, others) {
                self.stronger[old.0 as usize].push(id);
            }
        }
        self.literals.push(own);
        self.stronger.push(stronger);
    }

    /// Whether a lemma that holds wherever this one does says at least as much.
    pub fn is_subsumed(&self, lemmas: &Lemmas, id: LemmaId) -> bool {
        let level = lemmas.get(id).level;
        self.stronger[id.0 as usize].iter().any(|&other| lemmas.get(other).level >= level)
    }
}

/// Whether all of one sorted list is in another.
fn is_subset(few: &[TermId], many: &[TermId]) -> bool {
    let mut many = many.iter();
    few.len() < many.len() && few.iter().all(|term| many.any(|other| other == term))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unwind::Lemma;
    use alphorn_logic::horn::{PredId, testing::problem};

    #[test]
    fn a_clause_is_subsumed_by_a_part_of_it_that_holds_as_high() {
        let (mut terms, problem) = problem("(declare-fun p (Int Int) Bool)");
        let (mut lemmas, mut subsumption) = (Lemmas::new(&mut terms, &problem), Subsumption::default());
        let pred = PredId(0);
        let [x, y] = [0, 1].map(|at| terms.var_term(lemmas.params(pred)[at]));
        let literals = [terms.le(x, y), terms.eq(x, y)];
        let long = terms.or(literals);
        let mut add = |lemmas: &mut Lemmas, clause, level| {
            let id = lemmas.add(Lemma { pred, clause, level }).expect("a new lemma");
            subsumption.note(&terms, lemmas, id);
            id
        };
        let (weak, strong) = (add(&mut lemmas, long, 3), add(&mut lemmas, literals[0], 2));
        assert!(!subsumption.is_subsumed(&lemmas, weak), "it holds higher");
        lemmas.raise(strong, 3);
        assert!(subsumption.is_subsumed(&lemmas, weak) && !subsumption.is_subsumed(&lemmas, strong));
    }
}
