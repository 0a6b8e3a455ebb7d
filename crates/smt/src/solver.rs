//! The solver: assertions for good, checks under assumptions, cores.

use super::{
    Model, ask,
    ffi::{Ast, Checked, Error, Result, Solver},
    qe,
    session::Session,
};
use alphorn_logic::term::{Op, SortId, TermId, Terms, VarId};
use alphorn_run::{statistics, stop::Stop};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::{
    rc::Rc,
    time::{Duration, Instant},
};

/// Limits on each check.
#[derive(Clone, Copy, Default, Debug)]
pub struct SmtConfig {
    /// Wall time.
    pub timeout: Option<Duration>,
    /// Z3's count of its own steps: unlike time, the same on every run.
    pub rlimit: Option<u32>,
    /// Where Z3's pseudo-random choices start.
    pub seed: u32,
    /// With Z3's older simplex, which is faster on many small questions one after the other, but knows little of products.
    pub older_simplex: bool,
}

impl SmtConfig {
    /// The same limits, with the simplex that suits some formulas and what follows from them.
    pub fn suiting(self, terms: &Terms, formulas: impl IntoIterator<Item = TermId>) -> Self {
        let older_simplex = !terms.subterms(formulas).into_iter().any(|part| terms.is_product(part));
        SmtConfig { older_simplex, ..self }
    }
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// Neither was found, for this reason. Never to be taken for one of the others.
    Unknown(String),
}

/// How often Z3 was asked, what it said, and how long it took.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Checks that found a model.
    pub sat: u64,
    /// Checks that found that there is none.
    pub unsat: u64,
    /// Checks that found neither.
    pub unknown: u64,
    /// Time in checks, translation of assumptions included.
    pub time: Duration,
}

impl Statistics {
    /// All checks.
    pub fn calls(&self) -> u64 {
        self.sat + self.unsat + self.unknown
    }

    /// What was done since an earlier look at the same solver.
    pub fn since(&self, earlier: &Statistics) -> Statistics {
        Statistics {
            sat: self.sat - earlier.sat,
            unsat: self.unsat - earlier.unsat,
            unknown: self.unknown - earlier.unknown,
            time: self.time - earlier.time,
        }
    }

    /// Adds them to a run's counters.
    pub fn record(&self, run: &mut statistics::Statistics) {
        run.add("smt-calls", self.calls());
        run.add("smt-unknown", self.unknown);
        run.add_time("smt-seconds", self.time);
    }

    /// Adds what another solver did.
    pub fn add(&mut self, other: &Statistics) {
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.time += other.time;
    }
}

/// An incremental solver in a Z3 context of its own. It belongs to one thread and to one pool of terms.
///
/// Assertions are for good. What is only tried goes into the assumptions of [`Smt::check`], which costs nothing to take
/// back and gives cores.
pub struct Smt {
    config: SmtConfig,
    /// Z3's side, or why there is none.
    live: Result<Live>,
    last: Last,
    statistics: Statistics,
}

struct Live {
    session: Rc<Session>,
    solver: Solver,
    /// For terms that were assumed and are no literals, in the order they were made.
    proxies: IndexMap<TermId, Proxy, FxBuildHasher>,
    /// An assertion that Z3 did not take: from then on nothing is known.
    failure: Option<Error>,
    scopes: Vec<Scope>,
}

/// A literal that implies a term, and its negation.
struct Proxy {
    literal: Ast,
    negation: Ast,
}

/// What to go back to when a scope is closed.
struct Scope {
    proxies: usize,
    failure: Option<Error>,
}

/// What the last check left behind.
enum Last {
    Nothing,
    Sat,
    Unsat(Vec<TermId>),
    /// The core is still in Z3, which names it by literals.
    Refuted(FxHashMap<Ast, TermId>),
}

impl Smt {
    /// A solver without assertions. When `stop` is stopped, a check under way ends as unknown, and so does every later one.
    pub fn new(config: SmtConfig, stop: &Stop) -> Smt {
        let live = Session::new(stop).and_then(|session| Live::new(Rc::new(session), config));
        Smt { config, live, last: Last::Nothing, statistics: Statistics::default() }
    }

    /// A solver without assertions in the same context: it shares the translated terms, and models of either serve both.
    pub fn sibling(&self) -> Smt {
        self.sibling_with(self.config)
    }

    /// As [`Smt::sibling`], with limits of its own.
    pub fn sibling_with(&self, config: SmtConfig) -> Smt {
        let live = self.live.as_ref().map_err(Error::clone);
        let live = live.and_then(|live| Live::new(live.session.clone(), config));
        Smt { config, live, last: Last::Nothing, statistics: Statistics::default() }
    }

    /// How it was made.
    pub fn config(&self) -> SmtConfig {
        self.config
    }

    /// Limits the steps of each later check, or no longer does.
    pub fn limit_steps(&mut self, steps: Option<u32>) {
        self.config.rlimit = steps;
        if let Ok(live) = &mut self.live {
            let limited = live.session.context.limit(&live.solver, ask::limits(&live.session.context, self.config));
            live.note(limited);
        }
    }

    /// Adds an assertion for good (or to the innermost scope).
    pub fn assert(&mut self, terms: &Terms, formula: TermId) {
        self.last = Last::Nothing;
        if let Ok(live) = &mut self.live {
            let result = live.encode(terms, formula).and_then(|ast| live.solver.assert(&ast));
            live.note(result);
        }
    }

    /// Checks the assertions together with assumptions, which may be any formulas. A formula that is no literal is switched
    /// off again by itself; a literal that guards something should be assumed false when it is not assumed true, or Z3 may
    /// work on what it guards.
    pub fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> Outcome {
        let start = Instant::now();
        let (outcome, last) = match &mut self.live {
            Ok(live) => live.check(terms, self.config, assumptions),
            Err(error) => (Outcome::Unknown(error.0.clone()), Last::Nothing),
        };
        self.last = last;
        self.statistics.time += start.elapsed();
        match outcome {
            Outcome::Sat => self.statistics.sat += 1,
            Outcome::Unsat => self.statistics.unsat += 1,
            Outcome::Unknown(_) => self.statistics.unknown += 1,
        }
        outcome
    }

    /// After [`Outcome::Unsat`]: assumptions of that check that are enough for it. Empty otherwise.
    pub fn core(&mut self) -> Vec<TermId> {
        if let (Last::Refuted(names), Ok(live)) = (&self.last, &self.live) {
            // Should Z3 fail to give it, all the assumptions are a core.
            let core = match live.solver.core() {
                Ok(core) => core.iter().filter_map(|literal| names.get(literal).copied()).collect(),
                Err(_) => names.values().copied().collect(),
            };
            self.last = Last::Unsat(core);
        }
        match &self.last {
            Last::Unsat(core) => core.clone(),
            _ => Vec::new(),
        }
    }

    /// As [`Smt::core`], made smaller by leaving out one assumption after the other, in at most `max_calls` checks. It is
    /// minimal if the calls sufficed and none ended as unknown. Afterwards [`Smt::core`] gives the same.
    pub fn minimal_core(&mut self, terms: &Terms, max_calls: usize) -> Vec<TermId> {
        self.minimal_core_under(terms, &[], max_calls)
    }

    /// As [`Smt::minimal_core`], but some assumptions cost nothing: they are always made, and not part of the result.
    pub fn minimal_core_under(&mut self, terms: &Terms, free: &[TermId], max_calls: usize) -> Vec<TermId> {
        let free_set: FxHashSet<TermId> = free.iter().copied().collect();
        let mut open = self.core();
        open.retain(|t| !free_set.contains(t));
        let mut needed = Vec::new();
        for _ in 0..max_calls {
            let Some(tried) = open.pop() else { break };
            let rest = [free, &open, &needed].concat();
            if self.check(terms, &rest) == Outcome::Unsat {
                let core: FxHashSet<TermId> = self.core().into_iter().collect();
                open.retain(|t| core.contains(t));
                needed.retain(|t| core.contains(t));
            } else {
                needed.push(tried);
            }
        }
        open.extend(needed.into_iter().rev());
        self.last = Last::Unsat([free, &open].concat());
        open
    }

    /// After [`Outcome::Sat`]: the model. After anything else nothing has a value in it.
    pub fn model(&mut self) -> Model {
        let found = match (&self.last, &self.live) {
            (Last::Sat, Ok(live)) => live.solver.model().ok().map(|model| (live.session.clone(), model)),
            _ => None,
        };
        Model::new(found)
    }

    /// Opens a scope: [`Smt::pop`] takes back what is asserted from now on. Only for checks that are thrown away, since
    /// what Z3 learns in a scope is lost with it.
    pub fn push(&mut self) {
        self.last = Last::Nothing;
        if let Ok(live) = &mut self.live {
            live.scopes.push(Scope { proxies: live.proxies.len(), failure: live.failure.clone() });
            let result = live.solver.push();
            live.note(result);
        }
    }

    /// Closes the innermost scope; nothing happens when none is open.
    pub fn pop(&mut self) {
        self.last = Last::Nothing;
        if let Ok(live) = &mut self.live
            && let Some(scope) = live.scopes.pop()
        {
            live.proxies.truncate(scope.proxies);
            live.failure = scope.failure;
            let result = live.solver.pop();
            live.note(result);
        }
    }

    /// Z3's count of its own steps in the solver's context, modulo 2^32: unlike time, the same on every run.
    pub fn steps(&self) -> u32 {
        self.live.as_ref().ok().and_then(|live| live.solver.steps().ok()).unwrap_or(0)
    }

    /// Number of assumed formulas that were given a literal: each stays in the solver for good.
    pub fn proxies(&self) -> usize {
        self.live.as_ref().map_or(0, |live| live.proxies.len())
    }

    /// Calls and time so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// A quantifier-free formula that is equivalent to `exists vars. body`, whatever is asserted; `None` when Z3 finds none
    /// in about `budget`.
    pub fn eliminate(&self, terms: &mut Terms, vars: &[VarId], body: TermId, budget: Duration) -> Option<TermId> {
        qe::eliminate(&self.live.as_ref().ok()?.session, terms, vars, body, budget)
    }

    /// Z3's simplification of a term; `None` when our terms cannot express it.
    pub fn simplify(&self, terms: &mut Terms, term: TermId) -> Option<TermId> {
        qe::simplify(&self.live.as_ref().ok()?.session, terms, term)
    }
}

impl Live {
    fn new(session: Rc<Session>, config: SmtConfig) -> Result<Live> {
        let solver = session.context.solver(ask::limits(&session.context, config))?;
        Ok(Live { session, solver, proxies: Default::default(), failure: None, scopes: Vec::new() })
    }

    fn encode(&self, terms: &Terms, term: TermId) -> Result<Ast> {
        self.session.encoder.borrow_mut().term(terms, term)
    }

    fn note(&mut self, result: Result<()>) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
        }
    }

    fn check(&mut self, terms: &Terms, config: SmtConfig, assumptions: &[TermId]) -> (Outcome, Last) {
        let reason = match self.literals(terms, assumptions) {
            Ok((literals, names)) => match ask::check(&self.session.context, &self.solver, config, &literals) {
                Checked::Sat => return (Outcome::Sat, Last::Sat),
                Checked::Unsat => return (Outcome::Unsat, Last::Refuted(names)),
                Checked::Unknown(reason) => reason,
            },
            Err(error) => error.0,
        };
        let reason = match self.session.context.stop().cause() {
            Some(cause) => cause.to_string(),
            None if reason == ask::OUT_OF_STEPS => "resource limit".into(),
            None => reason,
        };
        (Outcome::Unknown(reason), Last::Nothing)
    }

    /// The literals to assume, and the assumption that each stands for.
    #[expect(
        clippy::mutable_key_type,
        reason = "a handle is compared and hashed by its pointer, which does not change"
    )]
    fn literals(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<(Vec<Ast>, FxHashMap<Ast, TermId>)> {
        let mut names = FxHashMap::default();
        let mut literals = Vec::with_capacity(assumptions.len());
        for term in assumptions {
            let literal = self.literal(terms, *term)?;
            if !names.contains_key(&literal) {
                names.insert(literal.clone(), *term);
                literals.push(literal);
            }
        }
        // What is not assumed this time is switched off. Left to choose, Z3 would often pick it up again, and work on it;
        // it cannot be part of a core, since nothing implies a proxy.
        let idle = self.proxies.values().filter(|proxy| !names.contains_key(&proxy.literal));
        literals.extend(idle.map(|proxy| proxy.negation.clone()));
        match &self.failure {
            Some(error) => Err(error.clone()),
            None => Ok((literals, names)),
        }
    }

    fn literal(&mut self, terms: &Terms, term: TermId) -> Result<Ast> {
        if is_literal(terms, term) {
            return self.encode(terms, term);
        }
        if let Some(proxy) = self.proxies.get(&term) {
            return Ok(proxy.literal.clone());
        }
        let context = &self.session.context;
        let literal = context.fresh_bool("assume")?;
        let negation = context.apply(&Op::Not, std::slice::from_ref(&literal))?;
        let meaning = context.apply(&Op::Or, &[negation.clone(), self.encode(terms, term)?])?;
        self.solver.assert(&meaning)?;
        self.proxies.insert(term, Proxy { literal: literal.clone(), negation });
        Ok(literal)
    }
}

/// A Boolean constant or its negation: what Z3 takes as an assumption.
fn is_literal(terms: &Terms, term: TermId) -> bool {
    let atom = if *terms.op(term) == Op::Not { terms.args(term)[0] } else { term };
    let constant = matches!(terms.op(atom), Op::Var(_) | Op::Apply(_)) && terms.args(atom).is_empty();
    constant && terms.sort_of(atom) == SortId::BOOL
}
