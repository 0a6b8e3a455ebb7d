//! Derivations of an instance without values: the tree of rules below it, unfolded from the root down, as far as it takes to
//! refute it, or to find values.
//!
//! A leaf is an instance of which only its label is used: what is above the leaves is all that matters to the refutation,
//! and only there facts are learned. What an unsatisfiable core leaves out of the rules is no part of it either (the path
//! slicing of *Lazy Abstraction with Interpolants*, done by the solver).

use super::{InstanceId, Instances, tree::Tree};
use alphorn_interpolate::{Budget, Config, Failure, Interpolator, Language, Start, Transition, TreeNode};
use alphorn_logic::{
    term::{Op, TermId, Terms, VarId},
    witness::Derivation,
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, Statistics};
use rustc_hash::FxHashSet;

/// A tree with more nodes than this is not unfolded further.
const MOST_NODES: usize = 2_000;
/// Cases that are sampled at a node within a restriction language: where it takes more, a larger language is the shorter way.
const CASES: usize = 100;
/// Where nothing is sliced away: what is found there is simple, or it is not worth its time.
const CASES_UNSLICED: usize = 16;
/// Where nothing is restricted, and nothing else is left to be tried.
const CASES_UNRESTRICTED: usize = 1_000;

/// What was found out about the derivations of an instance.
#[derive(Clone, Debug)]
pub enum Refutation {
    /// There is none with the property asked for, by these facts about instances over their predicates' parameters; with the
    /// labels, each follows from its rule and those of its premises.
    Refuted(Vec<(InstanceId, TermId)>),
    /// There is one of *false*.
    Derivation(Derivation),
    /// The labels where unfolding ends do not exclude one.
    Open,
    /// Not decided, for this reason.
    Unknown(String),
}

/// A property of an instance to be refuted.
pub struct Target<'a> {
    /// The instance.
    pub instance: InstanceId,
    /// Over its predicate's parameters; *true* for an instance of *false*.
    pub property: TermId,
    /// What is known of each instance.
    pub label: &'a dyn Fn(InstanceId) -> TermId,
    /// Whether an instance is not to be unfolded.
    pub is_leaf: &'a dyn Fn(InstanceId) -> bool,
}

/// How facts are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Learning {
    /// From a language that grows only where a derivation of *false* has no interpolants in it.
    pub restriction: bool,
    /// By interpolants from the root, which are near to what must not be derived.
    pub root: bool,
    /// By interpolants from the leaves, which are near to what can be derived; in turn with those from the root, if these are
    /// wanted too: what diverges with one often does not with the other.
    pub leaves: bool,
}

impl Default for Learning {
    fn default() -> Self {
        Learning { restriction: true, root: true, leaves: true }
    }
}

/// Unfolds, and interpolates what is contradictory.
pub struct Unfolder {
    smt: Smt,
    interpolator: Interpolator,
    /// For each predicate its rules that should preserve interpolants.
    transitions: Vec<Vec<Transition>>,
    learning: Learning,
    /// Where the last interpolation began.
    start: Start,
    spent: Statistics,
}

impl Unfolder {
    /// An unfolder whose solvers are in the context of another.
    pub fn new(terms: &mut Terms, instances: &Instances, smt: &Smt, learning: Learning, stop: &Stop) -> Self {
        let language = learning.restriction.then(|| Language::of(terms, instances.problem().constraints()));
        let config =
            Config { language, budget: Budget { stop: stop.clone(), ..Budget::default() }, ..Config::default() };
        let transitions = super::transitions(terms, instances.problem(), instances.params());
        let interpolator = Interpolator::new(config);
        Unfolder {
            smt: smt.sibling(),
            interpolator,
            transitions,
            learning,
            start: Start::Leaves,
            spent: Statistics::default(),
        }
    }

    /// What the solver did.
    pub fn statistics(&self) -> Statistics {
        self.spent
    }

    /// What the interpolator did.
    pub fn interpolation(&self) -> &alphorn_interpolate::Counters {
        self.interpolator.counters()
    }

    /// The restriction language that it took so far, by its place in the chain; none if there is no restriction (any more).
    pub fn language(&self) -> Option<u32> {
        self.interpolator.language().map(Language::level)
    }

    /// Looks for a derivation of an instance with a property.
    pub fn refute(&mut self, terms: &mut Terms, instances: &Instances, target: &Target) -> Refutation {
        let mut tree = Tree::new(terms, instances, target);
        let mut smt = self.smt.sibling();
        let refutation = loop {
            match smt.check(terms, &tree.assumptions()) {
                Outcome::Unknown(reason) => break Refutation::Unknown(reason),
                Outcome::Unsat => break self.explain(terms, &tree, &smt.core()),
                Outcome::Sat => {}
            }
            let mut model = smt.model();
            let open = tree.open(terms, &mut model);
            let unfoldable: Vec<usize> =
                open.iter().copied().filter(|&node| !(target.is_leaf)(tree.nodes[node].instance)).collect();
            if unfoldable.is_empty() {
                let is_proof = open.is_empty() && instances.pred(target.instance).is_none();
                break match is_proof.then(|| tree.derivation(terms, &mut model)) {
                    None => Refutation::Open,
                    Some(Some(derivation)) => Refutation::Derivation(derivation),
                    Some(None) => Refutation::Unknown("Z3's model has a value that cannot be written down".into()),
                };
            }
            if tree.nodes.len() + unfoldable.len() > MOST_NODES {
                break Refutation::Unknown("the derivation is too large".into());
            }
            unfoldable.into_iter().for_each(|node| tree.unfold(terms, node));
        };
        self.spent.add(&smt.statistics());
        refutation
    }

    /// Facts for the unfolded nodes of a contradictory tree, by tree interpolants of what its core has. In a restriction
    /// language what the core leaves out may be what can be said.
    fn explain(&mut self, terms: &mut Terms, tree: &Tree, core: &[TermId]) -> Refutation {
        let core: FxHashSet<TermId> = core.iter().copied().collect();
        self.start = match self.start {
            Start::Leaves if self.learning.root => Start::Root,
            Start::Root if !self.learning.leaves => Start::Root,
            _ => Start::Leaves,
        };
        let mut sliced = true;
        loop {
            self.interpolator.limit_cases(match self.language() {
                None => CASES_UNRESTRICTED,
                Some(_) if sliced => CASES,
                Some(_) => CASES_UNSLICED,
            });
            match self.interpolants(terms, tree, |part| !sliced || core.contains(part)) {
                Ok(interpolants) => return Refutation::Refuted(tree.facts(terms, interpolants.into_iter())),
                Err(Failure::Restricted) if sliced => sliced = false,
                // Only what must be refuted is worth a larger language.
                Err(Failure::Restricted) if tree.is_of_false() && self.interpolator.grow() => {
                    let level = self.language().map_or("none".into(), |level| format!("L{level}"));
                    log::info!("restriction language: {level}");
                    sliced = true;
                }
                Err(failure) => return Refutation::Unknown(failure.to_string()),
            }
        }
    }

    /// Tree interpolants of the wanted parts, one for each node.
    fn interpolants(
        &mut self,
        terms: &mut Terms,
        tree: &Tree,
        is_wanted: impl Fn(&TermId) -> bool,
    ) -> Result<Vec<TermId>, Failure> {
        let mut keep = |parts: &[&[TermId]]| terms.and(parts.concat().into_iter().filter(&is_wanted));
        let property = keep(&[&[tree.property]]);
        // A label is said on both sides of the node's interpolant, which so need not say it again.
        let mut formulas: Vec<TermId> = tree.nodes.iter().map(|node| keep(&[&node.label, &node.parts])).collect();
        let labels: Vec<TermId> = tree.nodes.iter().map(|node| keep(&[&node.label])).collect();
        for (node, &label) in tree.nodes.iter().zip(&labels) {
            if let Some(parent) = node.parent {
                formulas[parent] = terms.and([formulas[parent], label]);
            }
        }
        let (last, has_top) = (tree.nodes.len() - 1, *terms.op(property) != Op::True);
        let mut nodes = Vec::with_capacity(last + 2);
        let vars: Vec<Vec<VarId>> = tree.nodes.iter().map(|node| terms.free_vars(node.args.iter().copied())).collect();
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            let parent = node.parent.map(|parent| last - parent).or(has_top.then_some(last + 1));
            let mut tree_node = TreeNode::new(formulas[at], parent);
            if let Some(pred) = tree.instances.pred(node.instance) {
                tree_node.vars = &vars[at];
                tree_node.transitions = &self.transitions[pred.index()];
            }
            nodes.push(tree_node);
        }
        nodes.extend(has_top.then(|| TreeNode::new(terms.and([labels[0], property]), None)));
        let mut interpolants = self.interpolator.tree(terms, &self.smt, &nodes, self.start)?;
        interpolants.truncate(last + 1);
        interpolants.reverse();
        Ok(interpolants)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;
    use alphorn_smt::SmtConfig;

    #[test]
    fn a_fact_does_not_say_again_what_the_label_says() {
        let (mut terms, problem) = problem(
            "(declare-fun P (Int Int) Bool)
             (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))
             (assert (forall ((x Int) (y Int)) (=> (and (P x y) (or (< x 0) (< y 0))) false)))",
        );
        let (stop, mut instances) = (Stop::new(), Instances::new(&mut terms, &problem));
        let first = instances.initial().remove(0);
        let premise = instances.add(first);
        let goal = instances.applications(premise, |_| true).remove(0);
        let goal = instances.add(goal);
        let params = instances.params().of(instances.pred(premise).unwrap()).to_vec();
        let (x, zero) = (terms.var_term(params[0]), terms.int(0));
        let known = terms.app(Op::Ge, [x, zero]);
        let smt = Smt::new(SmtConfig::default(), &stop);
        let learning = Learning { restriction: false, ..Learning::default() };
        let mut unfolder = Unfolder::new(&mut terms, &instances, &smt, learning, &stop);
        let fact_with = |terms: &mut Terms, unfolder: &mut Unfolder, known: TermId| {
            let label = |instance| if instance == premise { known } else { zero };
            let property = terms.top();
            let target = Target { instance: goal, property, label: &label, is_leaf: &|_| false };
            let mut tree = Tree::new(terms, &instances, &target);
            tree.unfold(terms, 1);
            let interpolants = unfolder.interpolants(terms, &tree, |_| true).expect("it is contradictory");
            tree.facts(terms, interpolants.into_iter())[0].1
        };
        let nothing = terms.top();
        let all = fact_with(&mut terms, &mut unfolder, nothing);
        assert_eq!(terms.free_vars([all]).len(), 2);
        let fact = fact_with(&mut terms, &mut unfolder, known);
        assert_eq!(terms.free_vars([fact]), params[1..]);
    }

    #[test]
    fn paths_are_interpolated_from_both_ends_in_turn() {
        let (mut terms, problem) = problem(
            "(declare-fun P (Int) Bool) (assert (P 0))
             (assert (forall ((x Int)) (=> (and (P x) (> x 9)) false)))",
        );
        let (stop, mut instances) = (Stop::new(), Instances::new(&mut terms, &problem));
        let first = instances.initial().remove(0);
        let premise = instances.add(first);
        let goal = instances.applications(premise, |_| true).remove(0);
        let goal = instances.add(goal);
        let smt = Smt::new(SmtConfig::default(), &stop);
        let mut starts = |root, leaves| {
            let learning = Learning { root, leaves, ..Learning::default() };
            let mut unfolder = Unfolder::new(&mut terms, &instances, &smt, learning, &stop);
            [(); 3].map(|()| {
                let top = terms.top();
                let target = Target { instance: goal, property: top, label: &|_| top, is_leaf: &|_| false };
                assert!(matches!(unfolder.refute(&mut terms, &instances, &target), Refutation::Refuted(_)));
                unfolder.start
            })
        };
        assert_eq!(starts(true, true), [Start::Root, Start::Leaves, Start::Root]);
        assert_eq!(starts(true, false), [Start::Root; 3]);
        assert_eq!(starts(false, true), [Start::Leaves; 3]);
    }
}
