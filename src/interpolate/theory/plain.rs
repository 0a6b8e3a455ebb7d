//! Arithmetic with fewer operators: `abs` becomes a choice, `is_int` and `divisible` become equations.

use crate::term::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

/// Equivalent literals without `abs`, `is_int` and `divisible`. What is below a quantifier stays as it is.
pub fn plain(terms: &mut Terms, cube: &[TermId]) -> Vec<TermId> {
    if !terms.any_op(cube.iter().copied(), |op| matches!(op, Op::Abs | Op::IsInt | Op::Divisible(_))) {
        return cube.to_vec();
    }
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for t in terms.subterms(cube.iter().copied()) {
        let op = terms.op(t).clone();
        let args: Vec<TermId> = terms.args(t).iter().map(|arg| done[arg]).collect();
        let result = match (&op, args.as_slice()) {
            (Op::Abs, &[x]) => {
                let zero = terms.int(0);
                let (positive, negated) = (terms.le(zero, x), terms.app(Op::Neg, [x]));
                terms.ite(positive, x, negated)
            }
            (Op::IsInt, &[x]) => {
                let floor = terms.app(Op::ToInt, [x]);
                let floor = terms.app(Op::ToReal, [floor]);
                terms.eq(x, floor)
            }
            (Op::Divisible(n), &[x]) => {
                let (n, zero) = (terms.int(n.clone()), terms.int(0));
                let remainder = terms.app(Op::Mod, [x, n]);
                terms.eq(remainder, zero)
            }
            (Op::Forall(_) | Op::Exists(_), _) => t,
            _ if args == terms.args(t) => t,
            _ => terms.app(op, args),
        };
        done.insert(t, result);
    }
    cube.iter().map(|literal| done[literal]).collect()
}
