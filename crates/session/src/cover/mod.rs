//! Coverage: for each rule a derivation that uses it, or a proof that it can never be used.
//!
//! All rules are goals at once, with one annotation for all of them (CAV 2010, Section 3): forward lazy annotation where the
//! rules have one premise. Where they have more there are no runs, but trees: some are tried without learning, and what is left
//! is for lazy annotation backward from the goals, as is what the first gives up. Every derivation, and the one proof for all
//! rules that can never be used, is checked against a script that has the source's clauses as they are written and the rules as
//! goals.

mod report;
mod script;
mod trees;

pub(crate) use script::rules;
pub use script::{Script, Target};

use crate::api::{OBLIGATION, Question, QuestionError};
use alphorn_check::{check_derivation, check_solution};
use alphorn_engines::{
    engine::{iterate, la::LazyAnnotation},
    forward::{Counters, Ended, Graph, Learning, Runs},
    search::Features,
    seed,
};
use alphorn_logic::{
    horn::{Problem, RuleId},
    term::Terms,
    witness::{Derivation, Solution, Trace, Unknown, Verdict},
};
use alphorn_run::{
    limit::{with_limit, with_processor_limit},
    observe::Observer,
    statistics::Statistics,
    stop::Stop,
};
use alphorn_smt::Z3Text;
use alphorn_transform::unspecified;
use rustc_hash::FxHashSet;
use std::{ops::ControlFlow, time::Duration};
use trees::{Found, Trees};

/// Forward runs are given up when no goal is reached and nothing is proved with so much τ.
const MOST_TAU: u32 = 16;
/// Z3's steps for derivation trees before something is learned (some seconds).
const TRIES: u32 = 20_000_000;
/// Time of the processor for annotation where all trees were tried, so that the rules can be projected if it takes longer.
const ANNOTATION: Duration = Duration::from_secs(3);

/// How coverage is found.
#[derive(Clone, Debug)]
pub struct Options {
    /// The predicates to cover; every rule if there are none.
    pub predicates: Vec<String>,
    /// What failures teach.
    pub learning: Learning,
    /// How many back edges a run, or a branch of a derivation tree, takes at most without learning.
    pub most_back_edges: u32,
    /// Time for all of it.
    pub timeout: Option<Duration>,
    /// Stops the work from elsewhere.
    pub stop: Stop,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            predicates: Vec::new(),
            learning: Learning::Interpolants,
            most_back_edges: 1,
            timeout: None,
            stop: Stop::new(),
        }
    }
}

/// What was found out about a target.
#[derive(Clone, Debug)]
pub enum Status {
    /// This derivation uses it in its last step.
    Covered {
        /// The derivation; its last step is the target's.
        trace: Trace,
        /// How often the search had gone back when it was found.
        backtracks: u64,
    },
    /// It can never be used.
    Never,
    /// Not found out.
    Open(String),
}

/// Coverage of a script.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The targets with what was found out.
    pub targets: Vec<(Target, Status)>,
    /// What proves that some targets can never be used: a model of all clauses in which none of them is.
    pub proof: Option<String>,
    /// What forward lazy annotation did; its backtracks include those of derivation trees and of the search from the goals.
    pub counters: Counters,
    /// How many lemmas lazy annotation learned backward from the goals, if it did.
    pub lemmas: Option<u64>,
}

impl Coverage {
    /// How often the search had gone back when the last target that can be covered was.
    pub fn saturation(&self) -> u64 {
        let backtracks = |status: &Status| match status {
            Status::Covered { backtracks, .. } => Some(*backtracks),
            _ => None,
        };
        self.targets.iter().filter_map(|(_, status)| backtracks(status)).max().unwrap_or(0)
    }

    /// How many targets are covered, can never be used, and are open.
    pub fn numbers(&self) -> [usize; 3] {
        let count = |test: fn(&Status) -> bool| self.targets.iter().filter(|(_, status)| test(status)).count();
        [
            count(|status| matches!(status, Status::Covered { .. })),
            count(|status| matches!(status, Status::Never)),
            count(|status| matches!(status, Status::Open(_))),
        ]
    }
}

/// Covers the rules of a question.
pub fn cover(question: &mut Question, options: &Options) -> Result<Coverage, QuestionError> {
    let script = Script::new(question, &options.predicates).map_err(QuestionError::Script)?;
    let mut covering = Question::read(&script.text)?;
    let (stop, _linked) = options.stop.child();
    Ok(with_limit(options.timeout, &stop, || {
        let (terms, problem, _) = covering.parts();
        let search = Search::run(terms, problem, options, &stop);
        finish(&script, &mut covering, search, &stop)
    }))
}

/// What was found, before it is checked.
#[derive(Default)]
struct Search {
    reached: Vec<(RuleId, Derivation, u64)>,
    proof: Option<Solution>,
    /// Why there is no proof.
    reason: String,
    counters: Counters,
    lemmas: Option<u64>,
}

impl Search {
    fn run(terms: &mut Terms, problem: &Problem, options: &Options, stop: &Stop) -> Search {
        let mut search = Search::default();
        let learns = options.learning != Learning::Nothing;
        let mut height = None;
        match Graph::new(terms, problem) {
            Some(graph) => search.forward(terms, &graph, options, stop),
            None => height = search.trees(terms, problem, if learns { TRIES } else { u32::MAX }, options, stop),
        }
        let mut is_open = search.proof.is_none() && search.left(problem).next().is_some();
        if learns && is_open && !stop.is_stopped() {
            let problem = search.without_reached(terms, problem);
            let (own, _linked) = stop.child();
            with_processor_limit(height.map(|_| ANNOTATION), &own, || search.backward(terms, &problem, &own));
            is_open = search.proof.is_none() && search.left(&problem).next().is_some();
            if let Some(height) = height.filter(|_| is_open && !stop.is_stopped()) {
                search.proof = iterate::solution(terms, &problem, None, height, stop).ok();
            }
        }
        search
    }

    fn left<'a>(&'a self, problem: &'a Problem) -> impl Iterator<Item = RuleId> + 'a {
        let is_reached = |id: &RuleId| self.reached.iter().any(|(goal, _, _)| goal == id);
        problem.goals().map(|(id, _)| id).filter(move |id| !is_reached(id))
    }

    /// Runs with more and more back edges, until all goals are reached or proved unreachable.
    fn forward(&mut self, terms: &mut Terms, graph: &Graph, options: &Options, stop: &Stop) {
        let mut runs = Runs::new(graph, options.learning, stop);
        let mut tau = if options.learning == Learning::Nothing { options.most_back_edges } else { 1 };
        loop {
            let before = runs.reached.len();
            match runs.execute(terms, tau, usize::MAX) {
                Ended::Reached => break,
                Ended::Unknown(reason) => {
                    self.reason = reason;
                    break;
                }
                Ended::Complete if options.learning == Learning::Nothing => {
                    self.reason = match runs.cut {
                        true => format!("not reached with {tau} back edges"),
                        false => "not reached by any run".into(),
                    };
                    break;
                }
                Ended::Complete => {}
            }
            self.proof = runs.strengthen(terms);
            if self.proof.is_some() || !runs.cut || tau >= MOST_TAU && runs.reached.len() == before {
                break;
            }
            tau *= 2;
        }
        self.counters = runs.counters;
        self.reached = runs.reached.into_iter().map(|r| (r.goal, r.derivation, r.backtracks)).collect();
    }

    /// Tries derivation trees for each goal. If there are none for those that are left, the height up to which they were tried.
    fn trees(
        &mut self,
        terms: &mut Terms,
        problem: &Problem,
        steps: u32,
        options: &Options,
        stop: &Stop,
    ) -> Option<u32> {
        let mut trees = Trees::new(problem, options.most_back_edges, steps, stop);
        let mut reason = None;
        for (goal, _) in problem.goals() {
            match trees.search(terms, goal) {
                Found::Tree(derivation) => self.reached.push((goal, derivation, trees.backtracks)),
                Found::Nothing => {}
                Found::Unknown(unknown) => reason = Some(unknown),
            }
        }
        self.counters.backtracks += trees.backtracks;
        let is_complete = reason.is_none() && !trees.cut;
        self.reason = reason.unwrap_or_else(|| match trees.cut {
            true => format!("not reached with {} back edges on a branch", options.most_back_edges),
            false => "not reached by any derivation tree".into(),
        });
        is_complete.then_some(trees.height)
    }

    /// The problem in which goals that were reached are none. A rule keeps its number.
    fn without_reached(&self, terms: &mut Terms, problem: &Problem) -> Problem {
        let mut problem = problem.clone();
        let bottom = terms.bottom();
        self.reached.iter().for_each(|(goal, _, _)| problem.rules[goal.index()].constraint = bottom);
        problem
    }

    /// Lazy annotation backward from the goals that are left, which share it.
    fn backward(&mut self, terms: &mut Terms, problem: &Problem, stop: &Stop) {
        let mut left: FxHashSet<RuleId> = self.left(problem).collect();
        let la = LazyAnnotation {
            features: Features::default(),
            seed: seed::Config::default(),
            observer: Observer::default(),
            store: None,
        };
        let mut statistics = Statistics::default();
        let found = &mut |derivation: &Derivation| {
            let Some(goal) = derivation.steps.last().map(|step| step.rule) else { return ControlFlow::Break(()) };
            self.reached.push((goal, derivation.clone(), self.counters.backtracks));
            self.counters.backtracks += 1;
            left.remove(&goal);
            if left.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(FxHashSet::from_iter([goal])) }
        };
        match la.solve_goals(terms, problem, &mut statistics, stop, found) {
            Verdict::Derivable(_) => {}
            Verdict::Solved(solution) => self.proof = Some(solution),
            Verdict::Unknown(Unknown { reason, .. }) => self.reason = reason,
        }
        self.counters.backtracks += statistics.count("la-conflicts").unwrap_or(0);
        self.lemmas = statistics.count("la-lemmas");
    }
}

/// Checks the evidence, and says for each target what it shows.
fn finish(script: &Script, covering: &mut Question, search: Search, stop: &Stop) -> Coverage {
    let mut backend = Z3Text::new(stop.clone(), OBLIGATION);
    let asked = covering.offset();
    let (terms, problem, reader) = covering.parts();
    let binder = |var| reader.binder_offset(var);
    let unproved = || Status::Open(search.reason.clone());
    let mut targets: Vec<(Target, Status)> = script.targets.iter().map(|t| (t.clone(), unproved())).collect();
    for (goal, derivation, backtracks) in &search.reached {
        let offset = problem.rule(*goal).origin;
        let Some((target, status)) = targets.iter_mut().find(|(target, _)| target.offset == offset) else { continue };
        if matches!(status, Status::Covered { .. }) {
            continue;
        }
        *status = if derivation.steps.iter().any(|step| problem.rule(step.rule).weakened) {
            Status::Open("a derivation needs a universally quantified premise".into())
        } else {
            let mut check = |terms: &Terms, derivation: &Derivation| {
                let evidence = derivation.evidence(terms, problem, binder);
                check_derivation(&script.text, asked, &evidence, &mut backend)
            };
            // One that depends on open results may hold with other values.
            let checked = check(terms, derivation).map(|_| derivation.clone()).or_else(|failure| {
                let holds = |terms: &mut Terms, other: &Derivation| check(terms, other).is_ok();
                unspecified::terms_for_values(terms, problem, derivation, holds).ok_or(failure)
            });
            match checked {
                Err(failure) => Status::Open(format!("the derivation failed its check: {failure}")),
                Ok(derivation) => {
                    let mut trace = Trace::new(&derivation, terms, problem, &script.text, binder);
                    script.restore(&mut trace, target);
                    Status::Covered { trace, backtracks: *backtracks }
                }
            }
        };
    }
    let mut proof = None;
    if let Some(solution) = &search.proof {
        let reached: FxHashSet<u32> = search.reached.iter().map(|(goal, _, _)| problem.rule(*goal).origin).collect();
        let text = script.without(|target| reached.contains(&target.offset));
        let model = solution.display(terms, problem);
        let checked = check_solution(&text, asked, &model, &mut backend);
        for (target, status) in targets.iter_mut().filter(|(target, _)| !reached.contains(&target.offset)) {
            log::debug!("{}: not reached", target.head);
            *status = match &checked {
                Ok(_) => Status::Never,
                Err(failure) => Status::Open(format!("the proof failed its check: {failure}")),
            };
        }
        proof = checked.ok().map(|_| model);
    }
    Coverage { targets, proof, counters: search.counters, lemmas: search.lemmas }
}
