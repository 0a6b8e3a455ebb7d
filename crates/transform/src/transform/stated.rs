//! What the rules of a predicate state: conjuncts about the arguments of its head alone. What all of them state holds of every
//! fact, so it says nothing new about a premise.
//!
//! Two conjuncts are the same here if they are up to the names of variables, equations between variables, and the order of
//! arguments where that does not matter.

use super::arguments::parameters;
use alphorn_logic::{
    equations::{Classes, Solutions, flat_conjuncts},
    horn::{Atom, PredId, Problem, Rule, RuleId},
    term::{Op, Simplifier, Substitution, TermId, Terms, VarId},
};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Formulas over the parameters of a predicate.
pub(super) type Facts = IndexSet<TermId, FxBuildHasher>;

/// What the rules of each predicate state.
pub(super) struct Stated {
    /// For each predicate variables for its arguments.
    pub params: Vec<Vec<VarId>>,
    /// For each predicate what each of its rules states.
    pub by_rule: Vec<Vec<(RuleId, Facts)>>,
    normal: Normal,
}

impl Stated {
    /// Of a problem.
    pub fn new(terms: &mut Terms, problem: &Problem) -> Self {
        let params: Vec<Vec<VarId>> = problem.pred_ids().map(|pred| parameters(terms, problem, pred)).collect();
        let mut stated =
            Stated { params, by_rule: vec![Vec::new(); problem.predicates.len()], normal: Normal::default() };
        for (id, rule) in problem.rules() {
            if let Some(head) = &rule.head {
                let facts = stated.views(terms, rule, head).into_iter().flatten().collect();
                stated.by_rule[head.pred.index()].push((id, facts));
            }
        }
        stated
    }

    /// What all rules of a predicate state.
    pub fn by_all(&self, pred: PredId) -> Facts {
        let Some(((_, first), others)) = self.by_rule[pred.index()].split_first() else { return Facts::default() };
        first.iter().copied().filter(|fact| others.iter().all(|(_, facts)| facts.contains(fact))).collect()
    }

    /// For each conjunct of a rule what it says of an atom's arguments, over the predicate's parameters, if it speaks of nothing
    /// else.
    pub fn views(&mut self, terms: &mut Terms, rule: &Rule, atom: &Atom) -> Vec<Option<TermId>> {
        let conjuncts = flat_conjuncts(terms, [rule.constraint]);
        let classes = Classes::of(terms, &conjuncts);
        let mut names: FxHashMap<VarId, TermId> = FxHashMap::default();
        let mut equal = FxHashMap::default();
        for (&arg, &param) in atom.args.iter().zip(&self.params[atom.pred.index()]) {
            let param = terms.var_term(param);
            names.insert(arg, param);
            equal.entry((terms.var(arg).sort, classes.root(arg))).or_insert(param);
        }
        for var in rule.vars.iter().filter(|var| !atom.args.contains(var)) {
            if let Some(&param) = equal.get(&(terms.var(*var).sort, classes.root(*var))) {
                names.insert(*var, param);
            }
        }
        let is_about = |terms: &mut Terms, conjunct: TermId| {
            let vars = terms.free_vars([conjunct]);
            if terms.contains_quantifier([conjunct]) || !vars.iter().all(|var| names.contains_key(var)) {
                return false;
            }
            // An equation between variables is not read by its own light.
            let is_equation = !Solutions::of(terms, conjunct).plain(terms).is_empty();
            !is_equation || vars.iter().all(|var| atom.args.contains(var))
        };
        let about: Vec<bool> = conjuncts.iter().map(|&conjunct| is_about(terms, conjunct)).collect();
        let mut names = Substitution::of_vars(names);
        let view = |(conjunct, about): (TermId, bool)| {
            let view = about.then(|| names.apply(terms, conjunct))?;
            Some(self.normal.form(terms, view)).filter(|view| *terms.op(*view) != Op::True)
        };
        conjuncts.into_iter().zip(about).map(view).collect()
    }
}

/// Makes formulas equal that differ only in the order of arguments.
#[derive(Default)]
struct Normal {
    simplifier: Simplifier,
    done: FxHashMap<TermId, TermId>,
}

impl Normal {
    fn form(&mut self, terms: &mut Terms, formula: TermId) -> TermId {
        let formula = self.simplifier.simplify(terms, formula);
        for part in terms.subterms([formula]) {
            if self.done.contains_key(&part) {
                continue;
            }
            let op = terms.op(part).clone();
            let mut args: Vec<TermId> = terms.args(part).iter().map(|arg| self.done[arg]).collect();
            if matches!(op, Op::And | Op::Or | Op::Eq | Op::Add | Op::Mul | Op::Distinct) {
                args.sort_unstable();
            }
            let sorted = if args == terms.args(part) { part } else { terms.app(op, args) };
            self.done.insert(part, sorted);
        }
        self.done[&formula]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;

    #[test]
    fn what_all_rules_state_is_found_whatever_its_order_and_names() {
        let (mut terms, problem) = problem(
            "(declare-fun P (Int Bool Bool) Bool)
             (assert (forall ((x Int) (a Bool) (b Bool)) (=> (and (= x 0) (or a b (< x 7))) (P x a b))))
             (assert (forall ((x Int) (y Int) (z Int) (a Bool) (b Bool) (c Bool) (d Bool))
                 (=> (and (P x a b) (= z y) (or (> 7 z) d c) (< x 7)) (P y c d))))",
        );
        let stated = Stated::new(&mut terms, &problem);
        let facts = stated.by_all(PredId(0));
        assert_eq!(facts.len(), 1);
        let shown = terms.display(facts[0]);
        assert!(shown.starts_with("(or ") && shown.contains("x1") && shown.contains("x2"), "{shown}");
    }
}
