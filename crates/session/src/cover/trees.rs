//! Derivation trees one after the other, without learning: subgoal by subgoal, from left to right, a rule is chosen, and taken
//! back when the conditions of the tree so far cannot hold together. It is to rules with several premises what the execution of
//! run after run is to rules with one.

use alphorn_logic::{
    horn::{PredId, Problem, RuleId},
    term::{TermId, Terms},
    witness::{Derivation, DerivationBuilder, Fact, Step},
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Model, Outcome, Smt, SmtConfig};
use rustc_hash::FxHashMap;

/// What is said when no steps are left.
const MANY: &str = "there are too many derivation trees";

/// The search for one tree after the other.
pub(super) struct Trees<'a> {
    problem: &'a Problem,
    /// For each predicate the rules that derive it.
    by_head: Vec<Vec<RuleId>>,
    /// How often a predicate may come back below itself.
    most_back_edges: u32,
    /// Z3's steps that are left.
    steps: u32,
    stop: &'a Stop,
    nodes: Vec<Node>,
    /// Whether some trees were left out because of their back edges.
    pub cut: bool,
    /// How often a choice was taken back because the conditions cannot hold.
    pub backtracks: u64,
    /// The most rules on a branch.
    pub height: u32,
}

/// What a search for a tree ends with.
pub(super) enum Found {
    Tree(Derivation),
    /// There is none, apart from those that were cut.
    Nothing,
    Unknown(String),
}

/// A place in the tree: the goal, or a premise of the rule at another place, which is before it.
struct Node {
    subgoal: Option<(PredId, Vec<TermId>)>,
    /// Where this is false, nothing is to be derived.
    flag: Option<TermId>,
    parent: Option<usize>,
    depth: u32,
    chosen: Option<Chosen>,
}

struct Chosen {
    rule: RuleId,
    vars: Vec<TermId>,
    children: Vec<usize>,
}

/// The choice at a place.
struct Decision {
    node: usize,
    /// The places where nothing is chosen yet, the next one last.
    open: Vec<usize>,
    /// How many places there were before.
    nodes: usize,
    /// How many alternatives were tried.
    tried: usize,
}

impl<'a> Trees<'a> {
    pub fn new(problem: &'a Problem, most_back_edges: u32, steps: u32, stop: &'a Stop) -> Self {
        let by_head = problem.rules_by_head();
        Trees { problem, by_head, most_back_edges, steps, stop, nodes: vec![], cut: false, backtracks: 0, height: 0 }
    }

    /// A tree for a goal.
    pub fn search(&mut self, terms: &mut Terms, goal: RuleId) -> Found {
        if self.steps == 0 {
            return Found::Unknown(MANY.into());
        }
        let mut smt = Smt::new(SmtConfig { rlimit: Some(self.steps), ..SmtConfig::default() }, self.stop);
        let start = smt.steps();
        let found = self.enumerate(terms, goal, &mut smt);
        self.steps = self.steps.saturating_sub(smt.steps().wrapping_sub(start));
        found
    }

    fn enumerate(&mut self, terms: &mut Terms, goal: RuleId, smt: &mut Smt) -> Found {
        let (start, most) = (smt.steps(), self.steps);
        self.nodes = vec![Node { subgoal: None, flag: None, parent: None, depth: 0, chosen: None }];
        let mut trail = vec![Decision { node: 0, open: Vec::new(), nodes: 1, tried: 0 }];
        while let Some(decision) = trail.last_mut() {
            self.nodes.truncate(decision.nodes);
            let node = decision.node;
            let Some(alternative) = self.alternatives(node, goal).get(decision.tried).copied() else {
                trail.pop();
                // What was chosen at the place before had led here.
                if !trail.is_empty() {
                    smt.pop();
                }
                continue;
            };
            decision.tried += 1;
            let mut open = decision.open.clone();
            smt.push();
            let condition = self.choose(terms, node, alternative, &mut open);
            smt.assert(terms, condition);
            if smt.steps().wrapping_sub(start) > most {
                return Found::Unknown(MANY.into());
            }
            match smt.check(terms, &[]) {
                Outcome::Unknown(reason) => return Found::Unknown(reason),
                Outcome::Unsat => {
                    self.backtracks += 1;
                    smt.pop();
                }
                Outcome::Sat => match open.pop() {
                    Some(node) => trail.push(Decision { node, open, nodes: self.nodes.len(), tried: 0 }),
                    None => {
                        let derivation = self.derivation(terms, &mut smt.model());
                        let unwritable = || Found::Unknown("Z3's model has a value that cannot be written down".into());
                        return derivation.map_or_else(unwritable, Found::Tree);
                    }
                },
            }
        }
        Found::Nothing
    }

    /// What can be chosen at a place: that nothing is to be derived, or a rule.
    fn alternatives(&mut self, at: usize, goal: RuleId) -> Vec<Option<RuleId>> {
        let node = &self.nodes[at];
        let Some((pred, _)) = &node.subgoal else { return vec![Some(goal)] };
        let without = node.flag.map(|_| None);
        let is_same = |&above: &usize| self.nodes[above].subgoal.as_ref().is_some_and(|(other, _)| other == pred);
        let above = std::iter::successors(node.parent, |&above| self.nodes[above].parent);
        if above.filter(is_same).count() as u32 > self.most_back_edges {
            self.cut = true;
            return without.into_iter().collect();
        }
        without.into_iter().chain(self.by_head[pred.index()].iter().copied().map(Some)).collect()
    }

    /// Makes a choice, whose condition it gives; the premises of a rule are open then.
    fn choose(&mut self, terms: &mut Terms, at: usize, rule: Option<RuleId>, open: &mut Vec<usize>) -> TermId {
        let Node { flag, depth, .. } = self.nodes[at];
        let flag = flag.unwrap_or_else(|| terms.top());
        let Some(id) = rule else {
            self.nodes[at].chosen = None;
            return terms.not(flag);
        };
        self.height = self.height.max(depth + 1);
        let rule = self.problem.rule(id);
        let renamed = rule.rename(terms, self.nodes[at].subgoal.as_ref().map(|(_, args)| &args[..]));
        let first = self.nodes.len();
        for (premise, (args, flag)) in rule.premises.iter().zip(renamed.premises) {
            let subgoal = Some((premise.atom.pred, args));
            self.nodes.push(Node { subgoal, flag, parent: Some(at), depth: depth + 1, chosen: None });
        }
        let children: Vec<usize> = (first..self.nodes.len()).collect();
        open.extend(children.iter().rev());
        self.nodes[at].chosen = Some(Chosen { rule: id, vars: renamed.vars, children });
        terms.and([flag, renamed.constraint])
    }

    /// The derivation of a tree without open places. `None` when the model has no value for some variable.
    fn derivation(&self, terms: &mut Terms, model: &mut Model) -> Option<Derivation> {
        let mut builder = DerivationBuilder::default();
        let mut step_of: FxHashMap<usize, usize> = FxHashMap::default();
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let Some(Chosen { rule, vars, children }) = &node.chosen else { continue };
            let mut value = |&term: &TermId| model.value(terms, term);
            let fact = match &node.subgoal {
                None => None,
                Some((pred, args)) => {
                    Some(Fact { pred: *pred, args: args.iter().map(&mut value).collect::<Option<_>>()? })
                }
            };
            let values = vars.iter().map(&mut value).collect::<Option<_>>()?;
            let premises = children.iter().map(|child| step_of.get(child).copied()).collect();
            step_of.insert(at, builder.step(Step { rule: *rule, values, premises, fact }));
        }
        Some(builder.finish())
    }
}
