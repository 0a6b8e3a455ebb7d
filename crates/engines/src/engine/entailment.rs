//! Whether one formula entails another; the same tests come up many times, so the answers are kept.

use alphorn_logic::term::{Op, TermId, Terms};
use alphorn_smt::{Outcome, Smt, Statistics};
use rustc_hash::FxHashMap;

/// A solver that gathered more assumed formulas than this is made anew.
const MOST_PROXIES: usize = 400;

/// Decides entailment, and remembers.
pub struct Entailment {
    smt: Smt,
    known: FxHashMap<(TermId, TermId), bool>,
    spent: Statistics,
}

impl Entailment {
    /// In the context of another solver.
    pub fn new(smt: &Smt) -> Self {
        Entailment { smt: smt.sibling(), known: FxHashMap::default(), spent: Statistics::default() }
    }

    /// What the solver did.
    pub fn statistics(&self) -> Statistics {
        let mut all = self.spent;
        all.add(&self.smt.statistics());
        all
    }

    /// Whether a formula is known to entail another.
    pub fn entails(&mut self, terms: &mut Terms, label: TermId, other: TermId) -> bool {
        let given = terms.conjuncts(label);
        *terms.op(label) == Op::False
            || terms.conjuncts(other).into_iter().all(|fact| given.contains(&fact) || self.implies(terms, label, fact))
    }

    fn implies(&mut self, terms: &mut Terms, label: TermId, fact: TermId) -> bool {
        if let Some(&known) = self.known.get(&(label, fact)) {
            return known;
        }
        if self.smt.proxies() > MOST_PROXIES {
            self.spent.add(&self.smt.statistics());
            self.smt = self.smt.sibling();
        }
        let negated = terms.not(fact);
        let implied = self.smt.check(terms, &[label, negated]) == Outcome::Unsat;
        self.known.insert((label, fact), implied);
        implied
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::SortId;
    use alphorn_run::stop::Stop;
    use alphorn_smt::SmtConfig;

    #[test]
    fn what_was_asked_before_is_not_asked_again() {
        let mut terms = Terms::new();
        let mut entailment = Entailment::new(&Smt::new(SmtConfig::default(), &Stop::new()));
        let (x, [zero, one]) = (terms.fresh("x", SortId::INT), [0, 1].map(|n| terms.int(n)));
        let (least, most) = (terms.le(x, zero), terms.le(x, one));
        for _ in 0..3 {
            assert!(entailment.entails(&mut terms, least, most) && !entailment.entails(&mut terms, most, least));
        }
        assert_eq!(entailment.statistics().calls(), 2);
    }
}
