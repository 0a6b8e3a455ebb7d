//! What the engines of a portfolio tell each other: facts that hold for ever.
//!
//! A fact that is offered is taken only if the rules preserve it, given the facts that were taken before. Who starts gets the
//! problem with the facts as conditions on the premises: its derivations are derivations of the problem itself, and its
//! solutions are solutions together with the facts.

use crate::{
    horn::{PredId, Problem, Rule},
    smt::{Outcome, Smt, SmtConfig},
    stop::Stop,
    term::{TermId, Terms, VarId},
    unwind::Params,
    witness::Verdict,
};
use rustc_hash::FxHashMap;
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

/// More facts than this are not taken of one predicate: they would cost more than they give.
const MOST_FACTS: usize = 50;
/// Time for one question about a fact that is offered.
const QUESTION: Duration = Duration::from_millis(200);

/// A store, the same for all who hold it.
#[derive(Clone)]
pub struct Store(Arc<Mutex<Inner>>);

struct Inner {
    /// The terms that all had at the start, and more.
    terms: Terms,
    /// How many terms all had at the start.
    common: usize,
    problem: Problem,
    params: Params,
    /// For each predicate what was taken.
    facts: Vec<Vec<TermId>>,
}

/// A fact about a predicate, over the terms of who knows it.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The predicate.
    pub pred: PredId,
    /// What stands for its arguments.
    pub params: &'a [VarId],
    /// The fact.
    pub fact: TermId,
}

/// A problem with what was known of it.
pub struct Given {
    /// The problem with the facts as conditions.
    pub problem: Problem,
    params: Params,
    facts: Vec<TermId>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({} facts)", self.len())
    }
}

impl Store {
    /// An empty one; all who use it start with these terms.
    pub fn new(terms: &Terms, problem: &Problem) -> Self {
        let (common, mut terms) = (terms.len(), terms.clone());
        let params = Params::new(&mut terms, problem);
        let facts = vec![Vec::new(); problem.predicates.len()];
        Store(Arc::new(Mutex::new(Inner { terms, common, problem: problem.clone(), params, facts })))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// How many facts it has.
    pub fn len(&self) -> usize {
        self.lock().facts.iter().map(Vec::len).sum()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes of these facts what the rules preserve.
    pub fn offer<'a>(&self, terms: &Terms, offers: impl IntoIterator<Item = Offer<'a>>, stop: &Stop) {
        self.lock().offer(terms, offers, stop);
    }

    /// The problem with all facts, over the terms of who asks.
    pub fn give(&self, terms: &mut Terms) -> Given {
        let inner = self.lock();
        let params = Params::new(terms, &inner.problem);
        let mut facts = Vec::new();
        for pred in inner.problem.pred_ids() {
            let vars: FxHashMap<VarId, VarId> = pairs(inner.params.of(pred), params.of(pred));
            let known = inner.facts[pred.index()].iter();
            let known: Vec<TermId> =
                known.filter_map(|&fact| terms.carry(&inner.terms, fact, inner.common, &vars)).collect();
            facts.push(terms.and(known));
        }
        let mut problem = inner.problem.clone();
        for rule in &mut problem.rules {
            let known = premises(terms, rule, &params, &facts);
            rule.constraint = terms.and([rule.constraint, known]);
        }
        Given { problem, params, facts }
    }
}

impl Given {
    /// What an answer about this problem says about the problem itself.
    pub fn lift(&self, terms: &mut Terms, verdict: Verdict) -> Verdict {
        let Verdict::Solved(mut solution) = verdict else { return verdict };
        let facts = self.params.solution(terms, &self.problem, &self.facts);
        for (definition, known) in solution.definitions.iter_mut().zip(&facts.definitions) {
            let args: Vec<TermId> = definition.params.iter().map(|&param| terms.var_term(param)).collect();
            let known = terms.beta(known, &args);
            definition.body = terms.and([definition.body, known]);
        }
        Verdict::Solved(solution)
    }
}

impl Inner {
    fn offer<'a>(&mut self, from: &Terms, offers: impl IntoIterator<Item = Offer<'a>>, stop: &Stop) {
        let mut open: Vec<(PredId, TermId)> = Vec::new();
        let mut room: Vec<usize> = self.facts.iter().map(|facts| MOST_FACTS.saturating_sub(facts.len())).collect();
        for Offer { pred, params, fact } in offers {
            let vars = pairs(params, self.params.of(pred));
            let Some(fact) = self.terms.carry(from, fact, self.common, &vars) else { continue };
            let is_new = !self.facts[pred.index()].contains(&fact) && !open.contains(&(pred, fact));
            if is_new && room[pred.index()] > 0 {
                room[pred.index()] -= 1;
                open.push((pred, fact));
            }
        }
        if open.is_empty() {
            return;
        }
        // What is not preserved goes, until all that is left is: Houdini.
        let mut smt = Smt::new(SmtConfig { timeout: Some(QUESTION), ..SmtConfig::default() }, stop);
        let offered = open.len();
        loop {
            let before = open.len();
            for at in 0..self.problem.rules.len() {
                self.drop_violated(&mut smt, at, &mut open);
            }
            if open.len() == before || stop.is_stopped() {
                break;
            }
        }
        if !stop.is_stopped() {
            log::info!("{} of {offered} facts are shared", open.len());
            open.into_iter().for_each(|(pred, fact)| self.facts[pred.index()].push(fact));
        }
    }

    /// Drops the facts that a rule does not preserve.
    fn drop_violated(&mut self, smt: &mut Smt, rule: usize, open: &mut Vec<(PredId, TermId)>) {
        let Inner { terms, problem, params, facts, .. } = self;
        let rule = &problem.rules[rule];
        let Some(head) = rule.head.as_ref().filter(|head| open.iter().any(|(pred, _)| *pred == head.pred)) else {
            return;
        };
        let mut all: Vec<TermId> = Vec::new();
        for pred in problem.pred_ids() {
            let offered = open.iter().filter(|(of, _)| *of == pred).map(|(_, fact)| *fact);
            all.push(terms.and(facts[pred.index()].iter().copied().chain(offered)));
        }
        let known = premises(terms, rule, params, &all);
        let args: Vec<TermId> = head.args.iter().map(|&arg| terms.var_term(arg)).collect();
        smt.push();
        smt.assert(terms, rule.constraint);
        smt.assert(terms, known);
        open.retain(|&(pred, fact)| {
            if pred != head.pred {
                return true;
            }
            let holds = params.instantiate(terms, pred, fact, &args);
            let violated = terms.not(holds);
            smt.check(terms, &[violated]) == Outcome::Unsat
        });
        smt.pop();
    }
}

/// What is known of a rule's premises. Of those under a flag nothing is said: flags occur positively only.
fn premises(terms: &mut Terms, rule: &Rule, params: &Params, facts: &[TermId]) -> TermId {
    let mut known = Vec::new();
    for premise in rule.premises.iter().filter(|premise| premise.flag.is_none()) {
        let args: Vec<TermId> = premise.atom.args.iter().map(|&arg| terms.var_term(arg)).collect();
        known.push(params.instantiate(terms, premise.atom.pred, facts[premise.atom.pred.index()], &args));
    }
    terms.and(known)
}

fn pairs(from: &[VarId], to: &[VarId]) -> FxHashMap<VarId, VarId> {
    from.iter().copied().zip(to.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{Engine, Statistics, confirm, kind::KInduction},
        horn::testing::problem,
        term::Op,
        witness::Unknown,
    };

    /// `x = y` is needed, and is no k-induction's; it follows from `x = z` and `z = y`, which need each other.
    const THREE: &str = "(declare-fun P (Int Int Int) Bool) (assert (P 0 0 0))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P (+ z 1) (+ x 1) (+ y 1)))))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (> x (+ y 5))) false)))";

    fn equal(terms: &mut Terms, params: &[VarId], a: usize, b: usize, more: i32) -> TermId {
        let [a, b, more] = [terms.var_term(params[a]), terms.var_term(params[b]), terms.int(more)];
        let b = terms.app(Op::Add, [b, more]);
        terms.eq(a, b)
    }

    #[test]
    fn what_is_not_preserved_is_not_taken_and_what_is_taken_proves() {
        let (start, problem) = problem(THREE);
        let (store, stop) = (Store::new(&start, &problem), Stop::new());
        let mut one = start.clone();
        // The pool of who tells is not that of who is told.
        one.fresh("unused", crate::term::SortId::INT);
        let params = Params::new(&mut one, &problem);
        let pred = PredId(0);
        let params = params.of(pred);
        let [xy, yz, wrong, alone] =
            [(0, 1, 0), (1, 2, 0), (0, 1, 1), (2, 0, 0)].map(|(a, b, more)| equal(&mut one, params, a, b, more));
        let offer = |facts: &[TermId]| {
            let offers = facts.iter().map(|&fact| Offer { pred, params, fact });
            store.offer(&one, offers.collect::<Vec<_>>(), &stop);
        };
        offer(&[wrong, alone]);
        assert!(store.is_empty(), "neither is preserved by itself");
        offer(&[xy, wrong, yz]);
        assert_eq!(store.len(), 2, "two that need each other");
        offer(&[xy, alone]);
        assert_eq!(store.len(), 3, "one follows now, the other was there");

        let mut other = start.clone();
        let given = store.give(&mut other);
        let (limited, _guard) = stop.child();
        let verdict = KInduction.solve(&mut other, &given.problem, &mut Statistics::default(), &limited);
        assert!(!confirm::holds(&mut other, &problem, &verdict, &stop), "the facts are needed");
        let verdict = given.lift(&mut other, verdict);
        assert!(matches!(verdict, Verdict::Solved(_)));
        assert!(confirm::holds(&mut other, &problem, &verdict, &stop), "a solution of the problem itself");
        let unknown = given.lift(&mut other, Verdict::Unknown(Unknown::because("x")));
        assert!(matches!(unknown, Verdict::Unknown(_)));
    }
}
