//! Lemmas of other predicates as candidates: what was learned of a variable at one place of a program is often an invariant at
//! the next, where the variable is another argument.

use super::Candidate;
use crate::unwind::Lemmas;
use alphorn_logic::{
    equations::Classes,
    horn::{Atom, PredId, Problem, Rule},
    term::{Substitution, TermId, Terms, VarId},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A rule hands arguments of one predicate on to another: for each of them where it is found there.
struct Copies {
    from: PredId,
    to: PredId,
    places: FxHashMap<usize, usize>,
}

/// The candidates, followed by what they say of other predicates to which rules hand on the arguments (or from which they
/// have them), and so on, up to so many in all.
pub fn with_neighbours(
    terms: &mut Terms,
    problem: &Problem,
    lemmas: &Lemmas,
    mut candidates: Vec<Candidate>,
    most: usize,
) -> Vec<Candidate> {
    let copies: Vec<Copies> = problem.rules.iter().flat_map(|rule| copies(terms, rule)).collect();
    let mut known: FxHashSet<Candidate> = candidates.iter().copied().collect();
    let mut next = 0;
    while let Some(&candidate) = candidates.get(next) {
        next += 1;
        for copies in copies.iter().filter(|copies| copies.from == candidate.pred) {
            if candidates.len() >= most {
                return candidates;
            }
            let told = copies.tell(terms, lemmas, candidate.clause);
            candidates.extend(told.filter(|told| known.insert(*told)));
        }
    }
    candidates
}

impl Copies {
    /// What a clause says of the other predicate, if all its variables are handed on.
    fn tell(&self, terms: &mut Terms, lemmas: &Lemmas, clause: TermId) -> Option<Candidate> {
        let (from, to) = (lemmas.params(self.from), lemmas.params(self.to));
        let place = |var: &VarId| from.iter().position(|param| param == var).and_then(|at| self.places.get(&at));
        let used = terms.free_vars([clause]);
        let found: Vec<(VarId, VarId)> = used.iter().filter_map(|var| Some((*var, to[*place(var)?]))).collect();
        if found.len() < used.len() {
            return None;
        }
        let renaming: Vec<(VarId, TermId)> = found.into_iter().map(|(from, to)| (from, terms.var_term(to))).collect();
        let clause = Substitution::of_vars(renaming).apply(terms, clause);
        Some(Candidate { pred: self.to, clause })
    }
}

/// What a rule hands on between its head and its premises, both ways.
fn copies(terms: &mut Terms, rule: &Rule) -> Vec<Copies> {
    let Some(head) = &rule.head else { return Vec::new() };
    let classes = Classes::of(terms, &terms.conjuncts(rule.constraint));
    let places = |from: &Atom, to: &Atom| {
        let place = |var: &VarId| to.args.iter().position(|arg| classes.are_equal(*var, *arg));
        let pairs = from.args.iter().enumerate().filter_map(|(at, var)| Some((at, place(var)?)));
        pairs.collect::<FxHashMap<_, _>>()
    };
    let others = rule.premises.iter().map(|premise| &premise.atom).filter(|atom| atom.pred != head.pred);
    let both = others.flat_map(|atom| [(head, atom), (atom, head)]);
    both.map(|(from, to)| Copies { from: from.pred, to: to.pred, places: places(from, to) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Annotation;
    use alphorn_logic::horn::testing::problem;
    use alphorn_run::stop::Stop;

    #[test]
    fn lemmas_are_told_along_the_arguments_that_rules_hand_on() {
        let (mut terms, problem) = problem(
            "(declare-fun p (Int Int) Bool) (declare-fun q (Int Int) Bool) (declare-fun r (Int) Bool)
             (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y) (= (- z x) 0)) (q 7 z))))
             (assert (forall ((x Int) (y Int)) (=> (q y x) (r (+ y 1)))))",
        );
        let annotation = Annotation::new(&mut terms, &problem, &Stop::new());
        let lemmas = annotation.lemmas();
        let mut positive = |pred: u32, at: usize| {
            let (zero, param) = (terms.int(0), terms.var_term(lemmas.params(PredId(pred))[at]));
            Candidate { pred: PredId(pred), clause: terms.le(zero, param) }
        };
        let [p0, p1, q0, q1] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(pred, at)| positive(pred, at));
        let mut told = |from: Candidate, most| with_neighbours(&mut terms, &problem, lemmas, vec![from], most);
        assert_eq!(told(p0, 9), [p0, q1]);
        assert_eq!(told(q1, 9), [q1, p0]);
        assert_eq!(told(p0, 1), [p0]);
        assert_eq!(told(p1, 9), [p1]);
        assert_eq!(told(q0, 9), [q0]);
    }
}
