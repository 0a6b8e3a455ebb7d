//! What the engines of a portfolio tell each other: facts that hold for ever, and facts that were reached.
//!
//! A fact that is offered as one that holds for ever is taken only if the rules preserve it, given those that were taken
//! before. Who starts gets the problem with these as conditions on the premises: its derivations are derivations of the problem
//! itself, and its solutions are solutions together with the facts. A fact that was reached is taken only if its step follows
//! by the rules. Who unwinds from the goals gets those as rules of their own; a search that
//! runs can ask for new ones.

mod derived;
mod teller;

pub use teller::Teller;

use crate::unwind::Params;
use alphorn_logic::{
    horn::{PredId, Problem, Rule, RuleId},
    term::{TermId, Terms, VarId},
    witness::{Step, Verdict},
};
use alphorn_run::{clock::thread_time, stop::Stop};
use alphorn_smt::{Outcome, Smt, SmtConfig};
use derived::Derived;
use rustc_hash::{FxHashMap, FxHashSet};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

/// More facts than this are not taken of one predicate: they would cost more than they give.
const MOST_FACTS: usize = 50;
/// Time for one question about a fact that is offered. Who asks has the store, and does not give way to others: they may wait
/// for it.
const QUESTION: Duration = Duration::from_millis(200);

/// Time of the processor for a look at all that is new.
const LOOK: Duration = Duration::from_millis(500);

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
    /// What was suggested and not looked at yet, and all that ever was.
    suggested: Vec<(PredId, TermId)>,
    considered: FxHashSet<(PredId, TermId)>,
    derived: Derived,
    /// Whether somebody does the pre-analysis.
    seeded: bool,
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

/// What somebody wants to know of what others found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Nothing.
    Nothing,
    /// What holds for ever, as conditions on premises.
    Lasting,
    /// What was reached, as rules.
    Reached,
    /// Both.
    All,
}

/// A problem with what was known of it.
pub struct Given {
    /// The problem with the facts as conditions.
    pub problem: Problem,
    /// The facts of each predicate over its parameters, if there are any.
    facts: Option<(Params, Vec<TermId>)>,
    /// Facts that were reached, and the first of the rules that derive them at once, if there are any.
    derived: Derived,
    first: RuleId,
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
        let problem = problem.clone();
        let (suggested, considered, derived, seeded) = Default::default();
        let inner = Inner { terms, common, problem, params, facts, suggested, considered, derived, seeded };
        Store(Arc::new(Mutex::new(inner)))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// How many facts that hold for ever it has.
    pub fn len(&self) -> usize {
        self.lock().facts.iter().map(Vec::len).sum()
    }

    /// Whether it has none of them.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many facts that were reached it has.
    pub fn reached(&self) -> usize {
        self.lock().derived.steps.len()
    }

    /// Whether who asks is the first one to do a pre-analysis: those who start later are told what it finds.
    pub fn seeds_first(&self) -> bool {
        !std::mem::replace(&mut self.lock().seeded, true)
    }

    /// Takes of these facts what the rules preserve.
    pub fn offer<'a>(&self, terms: &Terms, offers: impl IntoIterator<Item = Offer<'a>>, stop: &Stop) {
        let mut inner = self.lock();
        let open = inner.carried_offers(terms, offers);
        inner.take(open, stop);
    }

    /// Keeps the conjuncts of these facts for [`Store::consider`], which costs time that who suggests them need not spend.
    pub fn suggest(&self, terms: &Terms, params: &Params, facts: impl IntoIterator<Item = (PredId, TermId)>) {
        let conjuncts = |(pred, fact)| terms.conjuncts(fact).into_iter().map(move |fact| (pred, fact));
        let parts = facts.into_iter().flat_map(conjuncts);
        let mut inner = self.lock();
        let new = inner.carried_offers(terms, parts.map(|(pred, fact)| Offer { pred, params: params.of(pred), fact }));
        for fact in new {
            if inner.considered.insert(fact) {
                inner.suggested.push(fact);
            }
        }
    }

    /// Takes of the facts that were suggested since the last time what the rules preserve.
    pub fn consider(&self, stop: &Stop) {
        let mut inner = self.lock();
        let open = std::mem::take(&mut inner.suggested);
        inner.take(open, stop);
    }

    /// Takes of these steps, each of which follows from earlier ones of the list, those that hold.
    pub fn reach(&self, terms: &Terms, steps: &[Step], stop: &Stop) {
        let Inner { terms: own, common, problem, derived, .. } = &mut *self.lock();
        let (stop, _linked) = stop.without_turns();
        let mut smt = Smt::new(SmtConfig { timeout: Some(QUESTION), ..SmtConfig::default() }, &stop);
        let carry = |own: &mut Terms, value| own.carry(terms, value, *common, &FxHashMap::default());
        derived.offer(own, problem, steps, carry, &mut smt);
    }

    /// The steps after those that were heard of; their premises count in the list of all.
    pub fn new_steps(&self, terms: &mut Terms, heard: usize) -> Vec<Step> {
        self.lock().carried(terms, heard)
    }

    /// The problem with what is `wanted`, over the terms of who asks; the problem itself if there is nothing.
    pub fn give(&self, terms: &mut Terms, wanted: Wanted) -> Given {
        let inner = self.lock();
        let lasting = matches!(wanted, Wanted::Lasting | Wanted::All);
        let reached = matches!(wanted, Wanted::Reached | Wanted::All);
        let lasting = lasting && inner.facts.iter().any(|facts| !facts.is_empty());
        let mut problem = inner.problem.clone();
        let facts = lasting.then(|| {
            let params = Params::new(terms, &inner.problem);
            let mut facts = Vec::new();
            for pred in inner.problem.pred_ids() {
                let vars: FxHashMap<VarId, VarId> = pairs(inner.params.of(pred), params.of(pred));
                let known = inner.facts[pred.index()].iter();
                let known: Vec<TermId> =
                    known.filter_map(|&fact| terms.carry(&inner.terms, fact, inner.common, &vars)).collect();
                facts.push(terms.and(known));
            }
            for rule in &mut problem.rules {
                let known = premises(terms, rule, &params, &facts);
                rule.constraint = terms.and([rule.constraint, known]);
            }
            (params, facts)
        });
        let first = RuleId(problem.rules.len() as u32);
        let mut derived = Derived::default();
        if reached {
            derived.steps = inner.carried(terms, 0);
            problem.rules.extend(derived.rules(terms));
        }
        Given { problem, facts, derived, first }
    }
}

impl Given {
    /// What an answer about this problem says about the problem itself.
    pub fn lift(&self, terms: &mut Terms, verdict: Verdict) -> Verdict {
        let mut solution = match verdict {
            Verdict::Solved(solution) => solution,
            Verdict::Derivable(derivation) => return Verdict::Derivable(self.derived.expand(derivation, self.first)),
            Verdict::Unknown(_) => return verdict,
        };
        let Some((params, facts)) = &self.facts else { return Verdict::Solved(solution) };
        let facts = params.solution(terms, &self.problem, facts);
        for (definition, known) in solution.definitions.iter_mut().zip(&facts.definitions) {
            let args: Vec<TermId> = definition.params.iter().map(|&param| terms.var_term(param)).collect();
            let known = terms.beta(known, &args);
            definition.body = terms.and([definition.body, known]);
        }
        Verdict::Solved(solution)
    }
}

impl Inner {
    /// The steps from one on, over the terms of who asks; all up to one that cannot be carried.
    fn carried(&self, terms: &mut Terms, from: usize) -> Vec<Step> {
        let none = FxHashMap::default();
        let mut carry = |value| terms.carry(&self.terms, value, self.common, &none);
        self.derived.steps[from..].iter().map_while(|step| derived::carried(step, &mut carry)).collect()
    }

    /// The facts over its own terms that are new, as many as there is room for.
    fn carried_offers<'a>(
        &mut self,
        from: &Terms,
        offers: impl IntoIterator<Item = Offer<'a>>,
    ) -> Vec<(PredId, TermId)> {
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
        open
    }

    fn take(&mut self, mut open: Vec<(PredId, TermId)>, stop: &Stop) {
        if open.is_empty() {
            return;
        }
        // What is not preserved goes, until all that is left is: Houdini.
        let (stop, _linked) = stop.without_turns();
        let mut smt = Smt::new(SmtConfig { timeout: Some(QUESTION), ..SmtConfig::default() }, &stop);
        let (offered, start) = (open.len(), thread_time());
        loop {
            let before = open.len();
            for at in 0..self.problem.rules.len() {
                self.drop_violated(&mut smt, at, &mut open);
                if stop.is_stopped() || thread_time() - start >= LOOK {
                    return;
                }
            }
            if open.len() == before {
                break;
            }
        }
        log::info!("{} of {offered} facts are shared", open.len());
        open.into_iter().for_each(|(pred, fact)| self.facts[pred.index()].push(fact));
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
mod tests;
