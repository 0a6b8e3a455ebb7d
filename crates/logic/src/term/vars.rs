//! Walking over terms: subterms bottom-up, free variables, and what kinds of operators occur. Shared subterms are visited once.

use super::{Op, TermId, Terms, VarId};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// The free variables of each quantified formula, in order of first occurrence.
pub(super) type QuantifierVars = FxHashMap<TermId, Vec<VarId>>;

impl Terms {
    /// The roots and all that is below them, each once, arguments before what they are part of.
    pub fn subterms(&self, roots: impl IntoIterator<Item = TermId>) -> Vec<TermId> {
        self.subterms_outside(roots, |_| false)
    }

    /// As [`Terms::subterms`], without the terms that are `hidden` and without what is only below these.
    pub(super) fn subterms_outside(
        &self,
        roots: impl IntoIterator<Item = TermId>,
        hidden: impl Fn(TermId) -> bool,
    ) -> Vec<TermId> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack: Vec<TermId> = roots.into_iter().collect();
        while let Some(t) = stack.pop() {
            if !hidden(t) && seen.insert(t) {
                stack.extend_from_slice(self.args(t));
            }
        }
        let mut found: Vec<TermId> = seen.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// Whether an operator that satisfies `test` occurs in one of the terms, also inside quantifiers.
    pub fn any_op(&self, roots: impl IntoIterator<Item = TermId>, test: impl Fn(&Op) -> bool) -> bool {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack: Vec<TermId> = roots.into_iter().collect();
        while let Some(t) = stack.pop() {
            if seen.insert(t) {
                if test(self.op(t)) {
                    return true;
                }
                stack.extend_from_slice(self.args(t));
            }
        }
        false
    }

    /// Whether a declared function or predicate occurs in one of the terms.
    pub fn contains_apply(&self, roots: impl IntoIterator<Item = TermId>) -> bool {
        self.any_op(roots, |op| matches!(op, Op::Apply(_)))
    }

    /// Whether a quantifier occurs in one of the terms.
    pub fn contains_quantifier(&self, roots: impl IntoIterator<Item = TermId>) -> bool {
        self.any_op(roots, |op| op.bound_vars().is_some())
    }

    /// The variables that occur free in the terms, each once, in order of first occurrence.
    pub fn free_vars(&self, roots: impl IntoIterator<Item = TermId>) -> Vec<VarId> {
        let roots: Vec<TermId> = roots.into_iter().collect();
        // Only a term with quantifiers needs the second walk.
        let quantified = if self.contains_quantifier(roots.iter().copied()) {
            self.quantifier_vars(&self.subterms(roots.iter().copied()))
        } else {
            QuantifierVars::default()
        };
        self.vars_outside_quantifiers(&roots, &quantified).into_iter().collect()
    }

    /// The free variables of every quantified formula among `nodes`, which are closed under subterms and in order.
    pub(super) fn quantifier_vars(&self, nodes: &[TermId]) -> QuantifierVars {
        let mut result = QuantifierVars::default();
        for &t in nodes {
            if let Some(bound) = self.op(t).bound_vars() {
                let mut vars = self.vars_outside_quantifiers(self.args(t), &result);
                vars.retain(|v| !bound.contains(v));
                result.insert(t, vars.into_iter().collect());
            }
        }
        result
    }

    /// Walks down to the quantifiers, whose free variables are known.
    fn vars_outside_quantifiers(&self, roots: &[TermId], known: &QuantifierVars) -> IndexSet<VarId, FxBuildHasher> {
        let mut vars = IndexSet::default();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack: Vec<TermId> = roots.iter().rev().copied().collect();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.op(t) {
                Op::Var(v) => {
                    vars.insert(*v);
                }
                Op::Forall(_) | Op::Exists(_) => vars.extend(known[&t].iter().copied()),
                _ => stack.extend(self.args(t).iter().rev()),
            }
        }
        vars
    }
}

impl Op {
    /// The variables a quantifier binds; `None` for other operators.
    pub fn bound_vars(&self) -> Option<&[VarId]> {
        match self {
            Op::Forall(vars) | Op::Exists(vars) => Some(vars),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::SortId;

    #[test]
    fn free_variables_respect_the_scope_of_quantifiers() {
        let mut terms = Terms::new();
        let vars: Vec<VarId> = ["x", "y", "z"].iter().map(|n| terms.fresh_var(n, SortId::INT)).collect();
        let [x, y, z] = [vars[0], vars[1], vars[2]].map(|v| terms.var_term(v));
        let (below, above) = (terms.lt(z, x), terms.lt(x, y));
        let inner = terms.app(Op::Exists([vars[2]].into()), [below]);
        let body = terms.and([above, inner]);
        let all = terms.app(Op::Forall([vars[0]].into()), [body]);
        assert_eq!(terms.free_vars([all]), [vars[1]]);
        assert_eq!(terms.free_vars([inner]), [vars[0]]);
        assert_eq!(terms.free_vars([all, x, y]), [vars[1], vars[0]], "x is free beside the quantifier that binds it");
        assert_eq!(terms.free_vars([below]), [vars[2], vars[0]]);
    }

    #[test]
    fn subterms_come_bottom_up_and_once() {
        let mut terms = Terms::new();
        let mut t = terms.fresh("x", SortId::INT);
        for _ in 0..100_000 {
            t = terms.app(Op::Add, [t, t]);
        }
        let all = terms.subterms([t]);
        assert_eq!(all.len(), 100_001);
        for (i, &s) in all.iter().enumerate() {
            assert!(terms.args(s).iter().all(|a| all[..i].binary_search(a).is_ok()));
        }
    }

    #[test]
    fn kinds_of_operators_are_found_anywhere() {
        let mut terms = Terms::new();
        let x = terms.fresh_var("x", SortId::INT);
        let p = terms.declare_fun("P", [SortId::INT], SortId::BOOL);
        let t = terms.var_term(x);
        let atom = terms.app(Op::Apply(p), [t]);
        let all = terms.app(Op::Forall([x].into()), [atom]);
        let plain = terms.lt(t, t);
        assert!(terms.contains_apply([plain, all]) && terms.contains_quantifier([plain, all]));
        assert!(!terms.contains_apply([plain]) && !terms.contains_quantifier([plain, atom]));
    }
}
