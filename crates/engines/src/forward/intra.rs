//! `IntraLA` (Figure 2): the rules Decide, Learn and Conjoin in depth-first order, within a bound on τ.

use super::{
    graph::{Graph, Location},
    labels::{Label, Labels, is_refuted},
    path::{Instance, Path},
    replace,
};
use crate::{search, unwind::FOREVER};
use alphorn_interpolate::{Budget, Config, Interpolator, Question, Strength};
use alphorn_logic::{
    horn::RuleId,
    term::{Simplifier, TermId, Terms},
    witness::Derivation,
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, SmtConfig, implicant};
use log::{debug, trace};
use rustc_hash::FxHashSet;

/// So many of the latest labels of an edge are tried before a new one is made.
const MOST_TRIED: usize = 8;

/// What is learned from a run that cannot go on to a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learning {
    /// Nothing: every run is executed.
    Nothing,
    /// An interpolant (CAV 2010).
    Interpolants,
    /// The constraints of the run, replaced by weaker ones one after the other (CP 2009); a run that comes back to a
    /// location in what will be the label of the query that it had there is not executed further.
    Replacement {
        /// Whether equations are slackened, or constraints are only deleted.
        slacken: bool,
    },
}

impl Default for Learning {
    fn default() -> Self {
        Learning::REPLACEMENTS[0].1
    }
}

impl Learning {
    /// What the traversal of CP 2009 can learn, by name; the default first.
    pub const REPLACEMENTS: [(&str, Learning); 3] = [
        ("slackening", Learning::Replacement { slacken: true }),
        ("deletion", Learning::Replacement { slacken: false }),
        ("none", Learning::Nothing),
    ];
}

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Steps executed.
    pub decisions: u64,
    /// Runs that were executed as far as they went before the search went back to another branch.
    pub backtracks: u64,
    /// Labels of edges, by interpolation.
    pub learned: u64,
    /// Labels of locations.
    pub conjoined: u64,
}

/// A goal that was reached.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The goal.
    pub goal: RuleId,
    /// How.
    pub derivation: Derivation,
    /// How often the search had gone back before.
    pub backtracks: u64,
}

/// How the runs within a bound ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every run was executed or is blocked; none but the goals in [`Runs::reached`] can be reached within the bound.
    Complete,
    /// As many goals as were asked for are reached.
    Reached,
    /// Something was not decided.
    Unknown(String),
}

/// The state `(Q, A, G)` of the algorithm, but for the queries `Q` of a run that is over.
pub struct Runs<'g, 'p> {
    pub(super) graph: &'g Graph<'p>,
    /// The annotation `A`.
    pub labels: Labels,
    /// The goals that were reached, in order.
    pub reached: Vec<Reached>,
    /// Goals that are of no interest any more: all but `G`.
    done: FxHashSet<RuleId>,
    learning: Learning,
    /// Whether runs end where they come back to a query that they had before: not once that has proved too little.
    pub(super) cyclic: bool,
    /// Whether a run was cut by the bound.
    pub cut: bool,
    /// What was done.
    pub counters: Counters,
    pub(super) scratch: Smt,
    interpolator: Interpolator,
    /// For facts that are as general as possible.
    loosener: Interpolator,
    pub(super) stop: Stop,
}

/// What was found about an edge.
enum Found {
    /// It is blocked by a label.
    Blocked(Label),
    /// Nothing can be executed any more, or nothing that was not.
    Exhausted,
    /// A step that is not blocked, as a cube that implies its constraint.
    Open(Box<Instance>, Vec<TermId>),
    /// A goal was reached.
    Goal(Derivation),
}

impl<'g, 'p> Runs<'g, 'p> {
    /// Nothing is labelled, and no goal reached.
    pub fn new(graph: &'g Graph<'p>, learning: Learning, stop: &Stop) -> Self {
        let config = Config { budget: Budget { stop: stop.clone(), ..Budget::default() }, ..Config::default() };
        let weak = Config { strength: Strength::Weak, ..config.clone() };
        Runs {
            graph,
            labels: Labels::new(graph),
            reached: Vec::new(),
            done: FxHashSet::default(),
            learning,
            cyclic: matches!(learning, Learning::Replacement { .. }),
            cut: false,
            counters: Counters::default(),
            scratch: Smt::new(SmtConfig::default(), stop),
            interpolator: Interpolator::new(config),
            loosener: Interpolator::new(weak),
            stop: stop.clone(),
        }
    }

    /// Runs that come back to where they were go on all the same.
    pub fn without_guesses(self) -> Self {
        Runs { cyclic: false, ..self }
    }

    /// Whether a goal need not be reached any more.
    pub(super) fn is_done(&self, goal: RuleId) -> bool {
        self.done.contains(&goal)
    }

    /// The goals that are left.
    pub fn left(&self) -> impl Iterator<Item = RuleId> {
        self.graph.problem().goals().map(|(id, _)| id).filter(|id| !self.done.contains(id))
    }

    /// Executes all runs that use at most `tau` back edges and are not blocked, until `most` goals are reached.
    pub fn execute(&mut self, terms: &mut Terms, tau: u32, most: usize) -> Ended {
        self.cut = false;
        let mut path = Path::new(self.scratch.sibling(), tau);
        loop {
            if let Some(cause) = self.stop.cause() {
                return Ended::Unknown(cause.to_string());
            }
            if self.reached.len() >= most || self.left().next().is_none() {
                return Ended::Reached;
            }
            let query = path.last();
            let (at, next) = (query.at, query.next);
            let Some(&edge) = self.graph.out(at).get(next) else {
                if path.is_at_start() {
                    return Ended::Complete;
                }
                self.conjoin(terms, &mut path);
                continue;
            };
            let found = match self.look(terms, &mut path, edge) {
                Ok(found) => found,
                Err(reason) => return Ended::Unknown(reason),
            };
            match found {
                Found::Blocked(label) => {
                    path.last().blocked.push(label);
                    path.last().turn();
                }
                Found::Exhausted => path.last().turn(),
                Found::Goal(derivation) => {
                    let goal = self.graph.edge(edge).rule;
                    debug!("goal {} is reached after {} backtracks", goal.0, self.counters.backtracks);
                    self.done.insert(goal);
                    self.reached.push(Reached { goal, derivation, backtracks: self.counters.backtracks });
                }
                Found::Open(instance, cube) => {
                    self.counters.decisions += 1;
                    if self.learning == Learning::Nothing {
                        let cube = terms.and(cube.iter().copied());
                        path.last().taken.push(cube);
                    }
                    path.execute(terms, self.graph, *instance, cube);
                }
            }
        }
    }

    /// Conjoin: all edges are blocked, so the location is, under the conjunction of what blocks them.
    fn conjoin(&mut self, terms: &mut Terms, path: &mut Path) {
        let blocked = path.last().blocked.clone();
        let formula = terms.and(blocked.iter().map(|label| label.formula));
        let formula = Simplifier::new().simplify(terms, formula);
        if self.goes_round_again(terms, path, formula) {
            return;
        }
        let query = path.discard();
        self.counters.backtracks += u64::from(!query.executed);
        let (true, Some(at)) = (self.learning != Learning::Nothing, query.at) else { return };
        let level = blocked.iter().map(|label| label.level).min().unwrap_or(FOREVER);
        trace!("label {}: {}", self.graph.problem().name(terms, at), terms.display(formula));
        self.counters.conjoined += 1;
        self.labels.add(terms, &mut self.scratch, at, Label { formula, level });
    }

    /// Whether the last query can go on over an edge; if not, Learn.
    fn look(&mut self, terms: &mut Terms, path: &mut Path, number: usize) -> Result<Found, String> {
        let edge = self.graph.edge(number);
        let tau = path.last().tau;
        let top = terms.top();
        if edge.to.is_none() && self.done.contains(&edge.rule) {
            return Ok(Found::Blocked(Label { formula: top, level: FOREVER }));
        }
        let instance = path.instance(terms, self.graph, number);
        if matches!(self.learning, Learning::Replacement { .. })
            && is_refuted(terms, &mut path.smt, &[instance.constraint])
        {
            // What is infeasible stays so (CP 2009, Section 2.1), even where the target would hold beyond it.
            return self.learn(terms, path, number, edge.constraint, tau).map(Found::Blocked);
        }
        if let Some(label) = self.come_back(terms, path, number) {
            self.cut = true;
            return Ok(Found::Blocked(label));
        }
        if edge.drop > tau {
            self.cut = true;
            return Ok(Found::Blocked(Label { formula: top, level: edge.drop - 1 }));
        }
        if let Some(label) = self.known(terms, path, number, tau) {
            return Ok(Found::Blocked(label));
        }
        let step = self.labels.step(terms, self.graph, number, tau);
        let mut asked = vec![instance.rename(terms, step)];
        asked.extend(path.last().taken.clone().into_iter().map(|cube| terms.not(cube)));
        path.smt.push();
        asked.iter().for_each(|&formula| path.smt.assert(terms, formula));
        let outcome = path.smt.check(terms, &[]);
        let mut model = path.smt.model();
        path.smt.pop();
        match outcome {
            Outcome::Unknown(reason) => Err(reason),
            Outcome::Sat if edge.to.is_none() => {
                let derivation = path.derivation(terms, self.graph, &mut model, &instance);
                derivation.map(Found::Goal).ok_or_else(|| "Z3's model has a value that cannot be written down".into())
            }
            Outcome::Sat => match implicant(terms, &mut model, instance.constraint) {
                Some(cube) => Ok(Found::Open(Box::new(instance), cube)),
                None => Err("Z3's model is incomplete".into()),
            },
            Outcome::Unsat if self.learning == Learning::Nothing => Ok(Found::Exhausted),
            Outcome::Unsat => self.learn(terms, path, number, step, tau).map(Found::Blocked),
        }
    }

    /// A label of an edge that blocks the last query.
    fn known(&mut self, terms: &mut Terms, path: &mut Path, edge: usize, tau: u32) -> Option<Label> {
        let labels: Vec<Label> = self.labels.of_edge(edge, tau).take(MOST_TRIED).collect();
        labels.into_iter().find(|label| {
            let not = terms.not(label.formula);
            let query = path.last();
            let not = self.graph.instantiate(terms, query.at, not, &query.args);
            is_refuted(terms, &mut path.smt, &[not])
        })
    }

    /// Learn: an interpolant between the state and what of the edge is not blocked is a label of the edge.
    fn learn(
        &mut self,
        terms: &mut Terms,
        path: &mut Path,
        edge: usize,
        step: TermId,
        tau: u32,
    ) -> Result<Label, String> {
        let from = self.graph.edge(edge).from;
        let formula = match from {
            None => terms.top(),
            Some(_) => self.interpolate(terms, path, from, step)?,
        };
        let level = self.level(terms, edge, formula, tau);
        let label = Label { formula, level };
        self.counters.learned += 1;
        self.labels.add_to_edge(edge, label);
        Ok(label)
    }

    pub(super) fn interpolate(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        from: Location,
        step: TermId,
    ) -> Result<TermId, String> {
        let shared = self.graph.params(from);
        let mut state = path.state(terms, self.graph);
        if let Some(shadow) = search::shadow(terms, shared, &state, &self.stop)
            && is_refuted(terms, &mut self.scratch, &[&shadow[..], &[step]].concat())
        {
            state = shadow;
        }
        if let Learning::Replacement { slacken } = self.learning {
            let all = path.state(terms, self.graph);
            let smt = &mut self.scratch;
            if let Some(left) = replace::replaced(terms, smt, &all, step, shared, slacken, &self.stop) {
                let left = terms.and(left);
                let loose = slacken.then(|| replace::loosened(terms, &mut self.loosener, smt, left, step, shared));
                return Ok(loose.unwrap_or(left));
            }
        }
        let prefix = terms.and(state);
        let loops = self.graph.loops(terms, from);
        let question = Question { suffix: &[terms.conjuncts(step)], shared, transitions: &loops };
        let interpolant = self.interpolator.interpolate_formula(terms, &self.scratch, prefix, &question);
        let formula = interpolant.map_err(|failure| format!("no interpolant: {failure}"))?.formula;
        Ok(Simplifier::new().simplify(terms, formula))
    }

    /// The highest level at which a label of an edge is justified, given that it is so at `tau`.
    fn level(&mut self, terms: &mut Terms, number: usize, formula: TermId, tau: u32) -> u32 {
        let edge = self.graph.edge(number);
        let Some(to) = edge.to else { return FOREVER };
        let above = |level: u32| if level == FOREVER { FOREVER } else { level + edge.drop };
        let mut levels: Vec<u32> = self.labels.of(to).iter().map(|label| above(label.level)).collect();
        levels.push(FOREVER);
        levels.retain(|&level| level > tau);
        levels.sort_unstable();
        levels.dedup();
        let justified = levels.into_iter().rev().find(|&level| {
            let step = self.labels.step(terms, self.graph, number, level);
            is_refuted(terms, &mut self.scratch, &[formula, step])
        });
        justified.unwrap_or(tau)
    }
}
