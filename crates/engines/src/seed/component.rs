//! The predicates that are derived from each other, with solvers for their rules.

use super::Columns;
use crate::{
    converge::Candidate,
    search::Annotation,
    unwind::{FOREVER, Lemma, Lemmas, RuleSolver},
};
use alphorn_logic::{
    horn::PredId,
    term::{SortId, TermId, Terms},
};
use alphorn_smt::{Outcome, SmtConfig, Statistics};
use log::debug;

/// A strongly connected component of the predicate graph. Its solvers know all that holds for ever.
pub struct Component {
    /// The predicates.
    pub preds: Vec<PredId>,
    /// For each predicate its rules.
    pub solvers: Vec<RuleSolver>,
    limits: SmtConfig,
    /// What other solvers did for it.
    statistics: Statistics,
}

impl Component {
    /// Makes the solvers.
    pub fn new(terms: &mut Terms, annotation: &Annotation, preds: Vec<PredId>, limits: SmtConfig) -> Self {
        let solvers = preds.iter().map(|&pred| annotation.rule_solver(terms, pred, limits)).collect();
        Component { preds, solvers, limits, statistics: Statistics::default() }
    }

    /// The columns of each predicate.
    pub fn columns(&self, terms: &mut Terms, annotation: &Annotation, sorts: &[SortId]) -> Vec<Columns> {
        self.preds.iter().map(|&pred| Columns::new(terms, annotation.lemmas().params(pred), sorts)).collect()
    }

    /// The place of a predicate in it.
    pub fn position(&self, pred: PredId) -> Option<usize> {
        self.preds.binary_search(&pred).ok()
    }

    /// The places of the predicates whose rules have one as a premise.
    pub fn users(&self, of: usize) -> impl Iterator<Item = usize> {
        let uses = move |at: &usize| self.solvers[*at].template().premises().any(|p| p.pred == self.preds[of]);
        (0..self.preds.len()).filter(uses)
    }

    /// Makes a clause known of a predicate in all solvers.
    pub fn assume(&mut self, terms: &mut Terms, lemmas: &Lemmas, fact: Candidate) {
        let Candidate { pred, clause } = fact;
        for solver in &mut self.solvers {
            solver.assert(terms, lemmas, Lemma { pred, clause, level: FOREVER });
        }
    }

    /// Adds clauses to what is known of a predicate for ever, here and in the annotation, but for those that follow from
    /// the rest; how many were added. The clauses must be inductive together with what is known and with each other.
    pub fn learn(&mut self, terms: &mut Terms, annotation: &mut Annotation, pred: PredId, clauses: Vec<TermId>) -> u64 {
        let clauses = self.irredundant(terms, annotation, pred, clauses);
        for &clause in &clauses {
            debug!("for ever {}: {}", annotation.name(terms, pred), terms.display(clause));
            annotation.add_invariant(terms, pred, clause);
            self.assume(terms, annotation.lemmas(), Candidate { pred, clause });
        }
        clauses.len() as u64
    }

    /// Leaves out clauses that follow from the others and from what the annotation has for ever, the last ones first.
    pub fn irredundant(
        &mut self,
        terms: &mut Terms,
        annotation: &Annotation,
        pred: PredId,
        mut clauses: Vec<TermId>,
    ) -> Vec<TermId> {
        let mut smt = annotation.solver().sibling_with(self.limits);
        for lemma in annotation.lemmas().at(pred, FOREVER) {
            smt.assert(terms, lemma.clause);
        }
        for at in (0..clauses.len()).rev() {
            let mut assumptions = clauses.clone();
            assumptions[at] = terms.not(clauses[at]);
            if smt.check(terms, &assumptions) == Outcome::Unsat {
                clauses.remove(at);
            }
        }
        self.statistics.add(&smt.statistics());
        clauses
    }

    /// What its solvers did.
    pub fn statistics(&self) -> Statistics {
        let mut sum = self.statistics;
        self.solvers.iter().for_each(|solver| sum.add(&solver.statistics()));
        sum
    }
}
