//! Exact evaluation under an assignment. What a value is, [`crate::term::Terms::is_value`] says.

use super::{FunId, Op, TermId, Terms, VarId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Why a term has no value under an assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalError {
    /// The assignment says nothing about this variable.
    #[error("a variable has no value")]
    Unbound(VarId),
    /// SMT-LIB leaves this subterm open: division by zero, or a selector on another constructor.
    #[error("division by zero or a selector applied to another constructor")]
    Unspecified(TermId),
    /// A declared function whose meaning is not known.
    #[error("a declared function has no interpretation")]
    Uninterpreted(FunId),
    /// A quantified formula, which is not evaluated.
    #[error("a quantified formula is not evaluated")]
    Quantifier(TermId),
}

type Outcome = Result<TermId, EvalError>;

/// Evaluates many terms under one assignment and remembers the value of every subterm.
pub struct Evaluator<F> {
    lookup: F,
    known: FxHashMap<TermId, Outcome>,
}

impl Terms {
    /// The value of a term when each variable has the value that `lookup` gives.
    pub fn eval(&mut self, t: TermId, lookup: impl Fn(VarId) -> Option<TermId>) -> Result<TermId, EvalError> {
        Evaluator::new(lookup).eval(self, t)
    }
}

impl<F: Fn(VarId) -> Option<TermId>> Evaluator<F> {
    /// An evaluator under this assignment of values to variables.
    pub fn new(lookup: F) -> Self {
        Evaluator { lookup, known: FxHashMap::default() }
    }

    /// The value of a term. An error in a part does not count where the rest alone decides the value: the other branch of
    /// an `ite`, or a conjunct beside a false one.
    pub fn eval(&mut self, terms: &mut Terms, t: TermId) -> Result<TermId, EvalError> {
        let mut stack = vec![(t, 0)];
        while let Some(frame) = stack.last_mut() {
            let (t, evaluated) = *frame;
            match self.next_step(terms, t, evaluated) {
                Step::Evaluate(position) => {
                    frame.1 = position + 1;
                    let arg = terms.args(t)[position];
                    if !self.known.contains_key(&arg) {
                        stack.push((arg, 0));
                    }
                }
                Step::Done(outcome) => {
                    self.known.insert(t, outcome);
                    stack.pop();
                }
            }
        }
        self.known[&t]
    }

    /// What to do with `t` after its argument number `evaluated - 1` was evaluated.
    fn next_step(&self, terms: &mut Terms, t: TermId, evaluated: usize) -> Step {
        let args = terms.args(t);
        let last = evaluated.checked_sub(1).map(|i| self.known[&args[i]]);
        match (terms.op(t), last) {
            (Op::Var(v), _) => return Step::Done((self.lookup)(*v).ok_or(EvalError::Unbound(*v))),
            (Op::Apply(f), _) if !terms.is_atomic_value(t) => return Step::Done(Err(EvalError::Uninterpreted(*f))),
            (Op::Apply(_), _) => return Step::Done(Ok(t)),
            (Op::Forall(_) | Op::Exists(_), _) => return Step::Done(Err(EvalError::Quantifier(t))),

            (Op::Ite, Some(Ok(condition))) if evaluated == 1 => {
                return Step::Evaluate(if terms.truth(condition) == Some(true) { 1 } else { 2 });
            }
            (Op::Ite, Some(outcome)) => return Step::Done(outcome),

            (Op::And, Some(Ok(v))) if terms.truth(v) == Some(false) => return Step::Done(Ok(v)),
            (Op::Or, Some(Ok(v))) if terms.truth(v) == Some(true) => return Step::Done(Ok(v)),
            (Op::Implies, Some(Ok(v))) if terms.truth(v) == Some(evaluated == 2) => {
                return Step::Done(Ok(terms.top()));
            }
            (Op::And | Op::Or | Op::Implies, _) => {}

            (_, Some(Err(error))) => return Step::Done(Err(error)),
            _ => {}
        }
        if evaluated < args.len() {
            return Step::Evaluate(evaluated);
        }
        let values: Result<SmallVec<[TermId; 4]>, EvalError> = args.iter().map(|a| self.known[a]).collect();
        Step::Done(values.and_then(|values| {
            let op = terms.op(t).clone();
            terms.fold(&op, &values).ok_or(EvalError::Unspecified(t))
        }))
    }
}

enum Step {
    /// Evaluate the argument at this position next.
    Evaluate(usize),
    /// The term's own outcome.
    Done(Outcome),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Sort, SortId};

    #[test]
    fn errors_count_only_where_they_matter() {
        let mut terms = Terms::new();
        let (zero, one) = (terms.int(0), terms.int(1));
        let (top, bottom) = (terms.top(), terms.bottom());
        let bad = terms.app(Op::IntDiv, [one, zero]);
        let bad_atom = terms.le(bad, one);
        let error = Err(EvalError::Unspecified(bad));
        for (op, args, expected) in [
            (Op::And, vec![bad_atom, bottom], Ok(bottom)),
            (Op::And, vec![bottom, bad_atom], Ok(bottom)),
            (Op::And, vec![top, bad_atom], error),
            (Op::Or, vec![bad_atom, top], Ok(top)),
            (Op::Or, vec![bottom, bad_atom], error),
            (Op::Implies, vec![bad_atom, top], Ok(top)),
            (Op::Implies, vec![bottom, bad_atom], Ok(top)),
            (Op::Implies, vec![top, bottom], Ok(bottom)),
            (Op::Implies, vec![top, top], Ok(top)),
            (Op::Implies, vec![bad_atom, bottom], error),
            (Op::Ite, vec![top, one, bad], Ok(one)),
            (Op::Ite, vec![bottom, bad, zero], Ok(zero)),
            (Op::Ite, vec![bad_atom, one, one], error),
            (Op::Add, vec![one, bad], error),
        ] {
            let t = terms.app(op, args);
            assert_eq!(terms.eval(t, |_| None), expected, "{}", terms.display(t));
        }
    }

    #[test]
    fn what_has_no_value_says_why() {
        let mut terms = Terms::new();
        let x = terms.fresh_var("x", SortId::INT);
        let f = terms.declare_fun("f", [SortId::INT], SortId::INT);
        let c = terms.declare_fun("c", [], SortId::INT);
        let t = terms.var_term(x);
        let sum = terms.app(Op::Add, [t, t]);
        assert_eq!(terms.eval(sum, |_| None), Err(EvalError::Unbound(x)));
        let (two, four) = (terms.int(2), terms.int(4));
        assert_eq!(terms.eval(sum, |v| (v == x).then_some(two)), Ok(four));
        let call = terms.app(Op::Apply(f), [two]);
        assert_eq!(terms.eval(call, |_| None), Err(EvalError::Uninterpreted(f)));
        let constant = terms.app(Op::Apply(c), []);
        assert_eq!(terms.eval(constant, |_| None), Err(EvalError::Uninterpreted(c)));
        let atom = terms.le(t, two);
        let all = terms.app(Op::Forall([x].into()), [atom]);
        assert_eq!(terms.eval(all, |_| None), Err(EvalError::Quantifier(all)));
    }

    #[test]
    fn elements_of_a_declared_sort_are_distinct_values() {
        let mut terms = Terms::new();
        let u = terms.intern_sort(Sort::Uninterpreted("U".into()));
        let [a, b] = ["a", "b"].map(|n| {
            let f = terms.declare_fun(n, [], u);
            terms.app(Op::Apply(f), [])
        });
        let equal = terms.app(Op::Eq, [a, b]);
        assert_eq!(terms.eval(equal, |_| None), Ok(terms.bottom()));
    }

    #[test]
    fn arrays_are_compared_by_content() {
        let mut terms = Terms::new();
        let sort = terms.intern_sort(Sort::Array(SortId::INT, SortId::INT));
        let n: Vec<TermId> = (0..3).map(|n| terms.int(n)).collect();
        let base = terms.app(Op::ConstArray(sort), [n[0]]);
        let store = |terms: &mut Terms, a, i: usize, v: usize| terms.app(Op::Store, [a, n[i], n[v]]);
        let once = store(&mut terms, base, 2, 1);
        let a = store(&mut terms, once, 1, 2);
        let other = store(&mut terms, base, 1, 2);
        let again = store(&mut terms, other, 2, 2);
        let b = store(&mut terms, again, 2, 1);
        let equal = terms.app(Op::Eq, [a, b]);
        assert_eq!(terms.eval(equal, |_| None), Ok(terms.top()));
        let select = terms.app(Op::Select, [b, n[1]]);
        assert_eq!(terms.eval(select, |_| None), Ok(n[2]));
    }

    #[test]
    fn deep_and_wide_terms_need_no_stack() {
        let mut terms = Terms::new();
        let x = terms.fresh_var("x", SortId::INT);
        let one = terms.int(1);
        let mut t = terms.var_term(x);
        for _ in 0..100_000 {
            t = terms.app(Op::Add, [t, one]);
        }
        let (value, wide) = (terms.int(100_001), terms.le(one, t));
        assert_eq!(terms.eval(t, |_| Some(one)), Ok(value));
        let many = terms.app(Op::And, vec![wide; 100_000]);
        assert_eq!(terms.eval(many, |_| Some(one)), Ok(terms.top()));
    }
}
