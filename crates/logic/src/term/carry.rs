//! From one pool to another that started as the same.

use super::{Op, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

impl Terms {
    /// A formula of another pool: the first `common` terms, and the declarations then, are the same in both, and `vars` says
    /// what its free variables are here. None if it has other variables, quantifiers, an array of a sort that may be new, or a
    /// function that this pool does not have, such as an element of a declared sort.
    pub fn carry(
        &mut self,
        from: &Terms,
        formula: TermId,
        common: usize,
        vars: &FxHashMap<VarId, VarId>,
    ) -> Option<TermId> {
        let mut image: FxHashMap<TermId, TermId> = FxHashMap::default();
        for t in from.subterms([formula]) {
            let op = match from.op(t) {
                Op::Var(var) => Op::Var(*vars.get(var)?),
                Op::Forall(_) | Op::Exists(_) => return None,
                Op::ConstArray(_) if t.index() >= common => return None,
                &Op::Apply(fun) if !self.funs().any(|(id, own)| id == fun && own == from.fun(fun)) => return None,
                op => op.clone(),
            };
            let here = match t.index() < common {
                true if !matches!(op, Op::Var(_)) => t,
                _ => self.app(op, from.args(t).iter().map(|arg| image[arg]).collect::<Vec<TermId>>()),
            };
            image.insert(t, here);
        }
        image.get(&formula).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::SortId;

    #[test]
    fn what_is_carried_means_the_same() {
        let mut start = Terms::new();
        let int = SortId::INT;
        let [one, two] = [1, 2].map(|n| start.int(n));
        let common = start.len();
        let (mut a, mut b) = (start.clone(), start);
        let (x, y) = (a.fresh_var("x", int), a.fresh_var("y", int));
        // The other pool has other variables and terms at the same places.
        let others: Vec<VarId> = (0..3).map(|i| b.fresh_var(&format!("u{i}"), int)).collect();
        let other = b.var_term(others[0]);
        b.lt(other, one);
        let (vx, vy) = (a.var_term(x), a.var_term(y));
        let sum = a.app(Op::Add, [vx, two]);
        let formula = a.le(sum, vy);
        let vars = FxHashMap::from_iter([(x, others[2]), (y, others[1])]);
        let carried = b.carry(&a, formula, common, &vars).unwrap();
        assert_eq!(b.display(carried), a.display(formula).replace('x', "u2").replace('y', "u1"));
        assert_eq!(
            b.carry(&a, formula, common, &FxHashMap::from_iter([(x, others[2])])),
            None,
            "a variable is unknown"
        );
    }
    #[test]
    fn a_function_that_only_one_pool_declares_is_not_carried() {
        let mut start = Terms::new();
        let known = start.declare_fun("known", [], SortId::INT);
        let common = start.len();
        let (mut a, mut b) = (start.clone(), start);
        let element = a.declare_fun("element", [], SortId::INT);
        let none = FxHashMap::default();
        let (known, element) = (a.app(Op::Apply(known), []), a.app(Op::Apply(element), []));
        assert_eq!(b.carry(&a, element, common, &none), None, "there is no such function");
        b.declare_fun("other", [], SortId::INT);
        assert_eq!(b.carry(&a, element, common, &none), None, "another function has its number");
        let carried = b.carry(&a, known, common, &none).unwrap();
        assert_eq!(b.display(carried), "known");
    }
}
