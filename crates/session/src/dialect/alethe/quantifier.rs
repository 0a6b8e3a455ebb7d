//! Quantifiers: an instance refutes a universal one, and proves an existential one.

use super::{
    justify::{Argument, Justifier, Step, Tautology},
    pool::{Id, Literal, Node, Pool, Quantifier},
};

impl Justifier<'_> {
    /// The instance of a quantifier whose variables all have values.
    pub(super) fn instance(&mut self, pool: &mut Pool, id: Id) -> Option<Id> {
        if let Some(&known) = self.instances.get(&id) {
            return Some(known);
        }
        let Node::Quantifier(quantifier) = pool.node(id).clone() else { return None };
        if !quantifier.vars.iter().all(|(offset, ..)| self.variables.contains_key(offset)) {
            return None;
        }
        let chosen = quantifier.vars.iter().map(|(offset, ..)| (*offset, self.variables[offset])).collect();
        let instance = pool.instance(quantifier.body, &chosen);
        self.instances.insert(id, instance);
        Some(instance)
    }

    /// A clause about a quantifier, true or false as its instance is.
    pub(super) fn quantified(&self, pool: &mut Pool, id: Id, quantifier: &Quantifier, instance: Id) -> Tautology {
        if quantifier.word == "forall" {
            return self.instantiation(pool, id, quantifier, instance);
        }
        match pool.parts(quantifier.body) {
            Some(("not", &[inner])) => duality(pool, id, quantifier, inner),
            _ => doubly_negated(pool, id, quantifier),
        }
    }

    /// `(not (forall X f))`, `f` with the values.
    fn instantiation(&self, pool: &mut Pool, id: Id, quantifier: &Quantifier, instance: Id) -> Tautology {
        let values = quantifier.vars.iter().map(|(offset, ..)| Argument::Term(self.variables[offset])).collect();
        let not = pool.app("not", &[id]);
        let either = pool.app("or", &[not, instance]);
        let complement = Literal::positive(id).negated();
        let rest = vec![pool.literal(instance)];
        let clause = [&[complement], rest.as_slice()].concat();
        let steps = vec![
            Step::Tautology { rule: "forall_inst", clause: vec![Literal::positive(either)], args: values },
            Step::Follows { rule: "or", clause },
        ];
        Tautology { steps, complement, rest }
    }
}

/// `(forall X f)`, `(not (not (exists X (not f))))`.
fn duality(pool: &mut Pool, exists: Id, quantifier: &Quantifier, inner: Id) -> Tautology {
    let all = pool.quantifier("forall", quantifier, inner);
    let not = pool.app("not", &[exists]);
    let same = pool.app("=", &[all, not]);
    let complement = Literal { term: exists, negations: 2 };
    let rest = vec![Literal::positive(all)];
    let steps = vec![
        Step::Tautology { rule: "connective_def", clause: vec![Literal::positive(same)], args: Vec::new() },
        Step::Follows { rule: "equiv2", clause: vec![Literal::positive(all), complement] },
    ];
    Tautology { steps, complement, rest }
}

/// `(not (exists X (not (not f))))`, `(exists X f)`.
fn doubly_negated(pool: &mut Pool, exists: Id, quantifier: &Quantifier) -> Tautology {
    let once = pool.app("not", &[quantifier.body]);
    let twice = pool.app("not", &[once]);
    let inner = pool.app("=", &[twice, quantifier.body]);
    let other = pool.quantifier("exists", quantifier, twice);
    let same = pool.app("=", &[other, exists]);
    let complement = Literal::positive(exists);
    let rest = vec![Literal::positive(other).negated()];
    let vars = quantifier.vars.iter().map(|(_, name, sort)| (name.clone(), sort.clone())).collect();
    let steps = vec![
        Step::Bind { vars, rule: "not_simplify", inner: Literal::positive(inner), outer: Literal::positive(same) },
        Step::Follows { rule: "equiv1", clause: vec![rest[0], complement] },
    ];
    Tautology { steps, complement, rest }
}
