//! The tree of rules below an instance, as far as it is unfolded.

use super::{InstanceId, Instances, unfold::Target};
use alphorn_logic::{
    term::{Op, Simplifier, Substitution, TermId, Terms, VarId},
    witness::{Derivation, DerivationBuilder, Fact, Step},
};
use alphorn_smt::Model;
use rustc_hash::FxHashMap;

/// An instance at a place of the tree.
pub struct Node {
    pub instance: InstanceId,
    pub parent: Option<usize>,
    pub args: Vec<TermId>,
    /// The condition flags on the way from the root.
    pub needed: TermId,
    /// What its label says, each part under `needed`.
    pub label: Vec<TermId>,
    /// What its rule says, each part under `needed`.
    pub parts: Vec<TermId>,
    pub unfolded: Option<Unfolded>,
}

pub struct Unfolded {
    pub vars: Vec<TermId>,
    pub children: Vec<Option<usize>>,
}

/// The tree as far as it is unfolded, parents first.
pub struct Tree<'a, 'p> {
    pub instances: &'a Instances<'p>,
    pub label: &'a dyn Fn(InstanceId) -> TermId,
    pub nodes: Vec<Node>,
    /// The property over the arguments of the root.
    pub property: TermId,
}

impl<'a, 'p> Tree<'a, 'p> {
    pub fn new(terms: &mut Terms, instances: &'a Instances<'p>, target: &Target<'a>) -> Self {
        let pred = instances.pred(target.instance);
        let mut args = Vec::new();
        for &param in pred.iter().flat_map(|&pred| instances.params().of(pred)) {
            let var = terms.var(param).clone();
            args.push(terms.fresh(&var.name, var.sort));
        }
        let property = match pred {
            Some(pred) => instances.params().instantiate(terms, pred, target.property, &args),
            None => terms.top(),
        };
        let mut tree = Tree { instances, label: target.label, nodes: Vec::new(), property };
        let top = terms.top();
        tree.add(terms, target.instance, None, args, top);
        tree.unfold(terms, 0);
        tree
    }

    fn add(
        &mut self,
        terms: &mut Terms,
        instance: InstanceId,
        parent: Option<usize>,
        args: Vec<TermId>,
        needed: TermId,
    ) -> usize {
        let mut label = Vec::new();
        if let Some(pred) = self.instances.pred(instance) {
            let formula = self.instances.params().instantiate(terms, pred, (self.label)(instance), &args);
            label.extend(terms.conjuncts(formula).into_iter().map(|part| terms.implies(needed, part)));
        }
        self.nodes.push(Node { instance, parent, args, needed, label, parts: Vec::new(), unfolded: None });
        self.nodes.len() - 1
    }

    pub fn unfold(&mut self, terms: &mut Terms, at: usize) {
        let Node { instance, needed, ref args, .. } = self.nodes[at];
        let application = self.instances.get(instance);
        let renamed = self.instances.problem().rule(application.rule).rename(terms, Some(args));
        let mut parts = terms.conjuncts(renamed.constraint);
        let mut children = Vec::new();
        for (&premise, (args, flag)) in application.premises.iter().zip(renamed.premises) {
            let Some(premise) = premise else {
                parts.extend(flag.map(|flag| terms.not(flag)));
                children.push(None);
                continue;
            };
            let needed = terms.and(flag.into_iter().chain([needed]));
            children.push(Some(self.add(terms, premise, Some(at), args, needed)));
        }
        let node = &mut self.nodes[at];
        node.parts.extend(parts.into_iter().map(|part| terms.implies(needed, part)));
        node.unfolded = Some(Unfolded { vars: renamed.vars, children });
    }

    /// Whether the root is an instance of *false*.
    pub fn is_of_false(&self) -> bool {
        self.instances.pred(self.nodes[0].instance).is_none()
    }

    pub fn assumptions(&self) -> Vec<TermId> {
        let parts = self.nodes.iter().flat_map(|node| node.label.iter().chain(&node.parts));
        parts.copied().chain([self.property]).collect()
    }

    /// The leaves that a model needs.
    pub fn open(&self, terms: &Terms, model: &mut Model) -> Vec<usize> {
        let leaves = self.nodes.iter().enumerate().filter(|(_, node)| node.unfolded.is_none());
        leaves.filter(|(_, node)| model.is_true(terms, node.needed) != Some(false)).map(|(at, _)| at).collect()
    }

    /// What the interpolants say of the instances that are unfolded, each over its predicate's parameters.
    pub fn facts(&self, terms: &mut Terms, interpolants: impl Iterator<Item = TermId>) -> Vec<(InstanceId, TermId)> {
        let mut facts = Vec::new();
        for (node, interpolant) in self.nodes.iter().zip(interpolants) {
            let Some(pred) = self.instances.pred(node.instance) else { continue };
            if node.unfolded.is_none() || *terms.op(interpolant) == Op::True {
                continue;
            }
            // Where the node is needed its flags are true; elsewhere it says nothing.
            let top = terms.top();
            let mut images: FxHashMap<VarId, TermId> =
                terms.free_vars([node.needed]).into_iter().map(|flag| (flag, top)).collect();
            for (&arg, &param) in node.args.iter().zip(self.instances.params().of(pred)) {
                if let Op::Var(arg) = *terms.op(arg) {
                    images.insert(arg, terms.var_term(param));
                }
            }
            let fact = Substitution::of_vars(images).apply(terms, interpolant);
            facts.push((node.instance, Simplifier::default().simplify(terms, fact)));
        }
        facts
    }

    /// The derivation that a model of a tree without open leaves has; `None` when it has no value for some variable.
    pub fn derivation(&self, terms: &mut Terms, model: &mut Model) -> Option<Derivation> {
        let mut builder = DerivationBuilder::default();
        let mut steps: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let Some(unfolded) = &node.unfolded else { continue };
            if !model.is_true(terms, node.needed)? {
                continue;
            }
            let fact = match self.instances.pred(node.instance) {
                Some(pred) => {
                    let args = node.args.iter().map(|&a| model.value(terms, a)).collect::<Option<Vec<_>>>()?;
                    Some(Fact { pred, args })
                }
                None => None,
            };
            let values = unfolded.vars.iter().map(|&v| model.value(terms, v)).collect::<Option<Vec<_>>>()?;
            let premises = unfolded.children.iter().map(|child| child.and_then(|child| steps[child])).collect();
            let rule = self.instances.get(node.instance).rule;
            steps[at] = Some(builder.step(Step { rule, values, premises, fact }));
        }
        Some(builder.finish())
    }
}
