//! A memory limit on Z3 ends in `unknown`, not in the end of the process. In a process of its own: the limit is for all.

use alphorn::{
    smt::{Outcome, Smt, SmtConfig, set_memory_limit},
    stop::Stop,
    term::{BvOp, Op, Sort, Terms},
};

#[test]
fn what_needs_more_memory_is_unknown() {
    set_memory_limit(60);
    let mut terms = Terms::new();
    let sort = terms.intern_sort(Sort::BitVec(128));
    let vars: Vec<_> = (0..40).map(|_| terms.fresh("x", sort)).collect();
    // Many wide multiplications, each of which becomes a large circuit.
    let mut product = vars[0];
    let mut parts = Vec::new();
    for x in &vars[1..] {
        product = terms.app(Op::Bv(BvOp::Mul), [product, *x]);
        parts.push(terms.app(Op::Bv(BvOp::Ult), [product, *x]));
    }
    let all = terms.and(parts);
    let mut smt = Smt::new(SmtConfig::default(), &Stop::new());
    smt.assert(&terms, all);
    let outcome = smt.check(&terms, &[]);
    let Outcome::Unknown(reason) = outcome else { panic!("{outcome:?} within the limit") };
    assert!(reason.contains("memory") || reason.contains("memout"), "{reason}");
}
