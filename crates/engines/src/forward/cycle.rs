//! Loops (CP 2009, Sections 2.2 and 5.2): a run that comes back to a location is not executed further if it arrives in what
//! will be the label of the query that it had there.
//!
//! The paper is given the loop's invariant, and generalises it. Here the label is found in rounds: in the first, runs may
//! come back with anything, and the label is what the ways out of the loop need; in each later one they must come back with
//! the label of the round before. When a label is as weak as what runs came back with, it is invariant, and speaks only of
//! what the target needs: in Figure 2b of y ≤ 0 and y ≥ 0, which are invariant together, and not of φ, which is, too. It is
//! a guess all the same, since runs come back that were executed by parts; Strengthen decides.

use super::{
    intra::Runs,
    labels::{Label, Labels, is_refuted},
    path::Path,
};
use alphorn_logic::term::{Simplifier, TermId, Terms};

/// After so many rounds, runs must come back to the very state of the query, as the paper has it.
const MOST_ROUNDS: u32 = 8;

/// How runs come back to a query.
pub(super) struct Closing {
    /// What they must arrive in.
    guess: TermId,
    /// The labels before the first came back: they rest on no guess.
    before: Labels,
    rounds: u32,
}

impl Runs<'_, '_> {
    /// The label of a back edge over which the last query comes back to a query of the run.
    pub(super) fn come_back(&mut self, terms: &mut Terms, path: &mut Path, number: usize) -> Option<Label> {
        let edge = self.graph.edge(number);
        let to = edge.to.filter(|_| self.cyclic && edge.drop > 0)?;
        let instance = path.instance(terms, self.graph, number);
        let level = path.last().tau;
        for place in path.places(to) {
            let guess = path.query(place).closing.as_ref().map_or_else(|| terms.top(), |closing| closing.guess);
            let not = terms.not(guess);
            let violated = self.graph.instantiate(terms, edge.to, not, &instance.args);
            if !is_refuted(terms, &mut path.smt, &[instance.constraint, violated]) {
                continue;
            }
            let violated = self.graph.instantiate(terms, edge.to, not, &edge.args);
            let step = terms.and([edge.constraint, violated]);
            let formula = self.interpolate(terms, path, edge.from, step).ok()?;
            let closing = &mut path.query(place).closing;
            closing.get_or_insert_with(|| Closing { guess, before: self.labels.clone(), rounds: 0 });
            return Some(Label { formula, level });
        }
        None
    }

    /// Whether runs came back to the last query with more than its label allows. Then its edges are looked at again, without
    /// what was learned since.
    pub(super) fn goes_round_again(&mut self, terms: &mut Terms, path: &mut Path, label: TermId) -> bool {
        let query = path.last();
        let (at, Some(closing)) = (query.at, &query.closing) else { return false };
        let (guess, rounds, not) = (closing.guess, closing.rounds + 1, terms.not(label));
        if rounds > MOST_ROUNDS + 1 || is_refuted(terms, &mut self.scratch, &[guess, not]) {
            return false;
        }
        let guess = match rounds <= MOST_ROUNDS {
            true => terms.and([label, guess]),
            false => {
                let state = path.state(terms, self.graph);
                let cube = crate::search::shadow(terms, self.graph.params(at), &state, &self.stop);
                let nowhere = vec![terms.bottom()];
                terms.and(cube.unwrap_or(nowhere))
            }
        };
        let guess = Simplifier::new().simplify(terms, guess);
        log::trace!("round {rounds}: runs come back with {}", terms.display(guess));
        if let Some(closing) = &mut path.last().closing {
            (closing.guess, closing.rounds) = (guess, rounds);
            self.labels = closing.before.clone();
        }
        path.last().look_again();
        true
    }
}
