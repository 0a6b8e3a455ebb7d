//! Simplification to a normal form.
//!
//! * Linear sums are flat and sorted ([`Linear`]), atoms over them are `(R sum number)` (see `term/atom.rs`), and a negated
//!   comparison is the opposite comparison. A product has its numeral in front and its factors sorted.
//! * Formulas are built from `and`, `or`, `not`, `=`, `ite`, quantifiers and atoms: `=>` becomes `or`, `xor` a
//!   negated `=`, `(_ divisible n)` an equation with `mod`.
//! * Whatever has only values as arguments is computed, unless SMT-LIB leaves the result open.
//!
//! Simplifying twice gives the same as once. Equivalent terms need not become equal.

mod boolean;
mod data;

use super::{Linear, Op, Relation, SortId, TermId, Terms, linear::Weights, linear::flatten};
use dashu_ratio::RBig;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Nested conjunctions, disjunctions and products with more arguments than this stay nested, so that a long chain of them
/// does not take quadratic space.
const LARGEST_ABSORBED: usize = 64;

/// Simplifies terms of one pool and remembers the results.
#[derive(Clone, Debug, Default)]
pub struct Simplifier {
    done: FxHashMap<TermId, TermId>,
    /// The results that are values with parts. Constants of uninterpreted sorts are not values here: two may be equal.
    values: FxHashSet<TermId>,
}

enum Task {
    /// Simplify the term.
    Visit(TermId),
    /// Put the term together from its simplified arguments.
    Build(TermId),
    /// Add up the sum that the term is, when its parts are simplified.
    Sum(TermId, Weights, RBig),
    /// Compare the sum of the simplified parts with zero; `false` means: and negate.
    Compare(TermId, Relation, bool, Weights, RBig),
}

impl Simplifier {
    /// A simplifier that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// An equivalent term in normal form.
    pub fn simplify(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        let mut tasks = vec![Task::Visit(t)];
        while let Some(task) = tasks.pop() {
            let (t, result) = match task {
                Task::Visit(t) => {
                    if !self.done.contains_key(&t) {
                        self.visit(terms, t, &mut tasks);
                    }
                    continue;
                }
                Task::Build(t) => (t, self.build(terms, t)),
                Task::Sum(t, weights, constant) => {
                    let sort = terms.sort_of(t);
                    (t, self.sum(terms, sort, weights, constant).to_term(terms))
                }
                Task::Compare(t, relation, positive, weights, constant) => {
                    let sort = terms.sort_of(terms.args(t)[0]);
                    let atom = self.sum(terms, sort, weights, constant).compare_to_zero(terms, relation);
                    (t, if positive { atom } else { terms.negate(atom) })
                }
            };
            self.done.insert(t, result);
            self.done.insert(result, result);
        }
        self.done[&t]
    }

    /// Plans the work on a term. A sum is taken as a whole, whatever its nesting, and only its parts are simplified.
    fn visit(&mut self, terms: &Terms, t: TermId, tasks: &mut Vec<Task>) {
        let args = terms.args(t);
        let compared = match terms.op(t) {
            Op::Distinct if args.len() == 2 => Some((Relation::Eq, false)),
            op => Relation::of_op(op).map(|relation| (relation, true)),
        };
        let (task, parts): (Task, SmallVec<[TermId; 4]>) = match compared {
            Some((relation, positive)) if terms.sort_of(args[0]).is_arithmetic() => {
                let (weights, constant) = flatten(terms, [(args[0], RBig::ONE), (args[1], RBig::NEG_ONE)]);
                let parts = weights.keys().map(|w| w.0).collect();
                (Task::Compare(t, relation, positive, weights, constant), parts)
            }
            _ if terms.is_linear_op(t) => {
                let (weights, constant) = flatten(terms, [(t, RBig::ONE)]);
                let parts = weights.keys().map(|w| w.0).collect();
                (Task::Sum(t, weights, constant), parts)
            }
            _ => (Task::Build(t), args.iter().copied().collect()),
        };
        tasks.push(task);
        tasks.extend(parts.into_iter().rev().map(Task::Visit));
    }

    /// The sum of the simplified parts.
    fn sum(&self, terms: &mut Terms, sort: SortId, weights: Weights, constant: RBig) -> Linear {
        let parts: Vec<(TermId, RBig)> = weights
            .into_iter()
            .map(|((t, real), c)| {
                let part = self.done[&t];
                (if real { terms.app(Op::ToReal, [part]) } else { part }, c)
            })
            .collect();
        let mut sum = Linear::of_weights(terms, sort, parts);
        sum.add_constant(&constant);
        sum
    }

    fn build(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        let op = terms.op(t).clone();
        let args: SmallVec<[TermId; 4]> = terms.args(t).iter().map(|a| self.done[a]).collect();
        if let Some(value) = self.compute(terms, &op, &args) {
            return value;
        }
        match &op {
            Op::Not => terms.negate(args[0]),
            Op::And | Op::Or => terms.simple_junction(op, &args),
            Op::Implies => {
                let not = terms.negate(args[0]);
                terms.simple_junction(Op::Or, &[not, args[1]])
            }
            Op::Xor => {
                let equal = terms.simple_iff(args[0], args[1]);
                terms.negate(equal)
            }
            Op::Eq => self.equation(terms, args[0], args[1]),
            Op::Distinct => self.distinct(terms, &args),
            Op::Ite => terms.simple_ite(args[0], args[1], args[2]),
            Op::Mul => terms.simple_product(&args),
            Op::Divide => match terms.number(args[1]) {
                Some(n) if !n.is_zero() => {
                    let quotient = Linear::of_weights(terms, SortId::REAL, [(args[0], RBig::ONE / n)]);
                    quotient.to_term(terms)
                }
                _ => terms.app(op, args),
            },
            Op::IntDiv if terms.number(args[1]).is_some_and(|n| n.is_one()) => args[0],
            Op::Mod if terms.number(args[1]).is_some_and(|n| n.is_one()) => terms.int(0),
            Op::Divisible(n) if n.is_one() => terms.top(),
            Op::Divisible(n) => {
                let divisor = terms.int(n.clone());
                let remainder = terms.app(Op::Mod, [args[0], divisor]);
                Linear::of(terms, remainder).compare_to_zero(terms, Relation::Eq)
            }
            Op::ToInt | Op::IsInt => {
                let whole = Linear::of(terms, args[0]).as_integer(terms);
                match (op, whole) {
                    (Op::ToInt, Some(whole)) => whole.to_term(terms),
                    (Op::IsInt, Some(_)) => terms.top(),
                    (op, _) => terms.app(op, args),
                }
            }
            Op::Select => self.select(terms, args[0], args[1]),
            Op::Store => self.store(terms, args[0], args[1], args[2]),
            Op::Is(_) | Op::Field(..) => terms.simple_inspection(op, args[0]),
            Op::Forall(_) | Op::Exists(_) if terms.truth(args[0]).is_some() => args[0],
            _ => terms.app(op, args),
        }
    }

    /// The value of an operator on values, if it has one.
    fn compute(&mut self, terms: &mut Terms, op: &Op, args: &[TermId]) -> Option<TermId> {
        if !args.iter().all(|a| self.is_value(terms, *a)) {
            return None;
        }
        let value = terms.fold(op, args)?;
        if !terms.args(value).is_empty() {
            self.values.insert(value);
        }
        Some(value)
    }

    fn is_value(&self, terms: &Terms, t: TermId) -> bool {
        match terms.op(t) {
            Op::Apply(_) => false,
            _ => terms.is_atomic_value(t) || self.values.contains(&t),
        }
    }
}

impl Terms {
    /// A product of simplified factors: the numerals together, the other factors flat and sorted.
    fn simple_product(&mut self, args: &[TermId]) -> TermId {
        let sort = self.sort_of(args[0]);
        let mut number = RBig::ONE;
        let mut factors: Vec<TermId> = Vec::new();
        for &arg in args {
            let sum = Linear::of(self, arg);
            let factor = match sum.monomials() {
                [] => {
                    number *= sum.constant();
                    continue;
                }
                [(t, c)] if sum.constant().is_zero() => {
                    number *= c;
                    *t
                }
                _ => arg,
            };
            match self.op(factor) {
                Op::Mul if self.args(factor).len() <= LARGEST_ABSORBED => factors.extend_from_slice(self.args(factor)),
                _ => factors.push(factor),
            }
        }
        factors.sort_unstable();
        let product = match factors[..] {
            [] => return self.numeral(sort, number),
            [only] => only,
            _ => self.app(Op::Mul, factors),
        };
        Linear::of_weights(self, sort, [(product, number)]).to_term(self)
    }
}

#[cfg(test)]
mod tests;
