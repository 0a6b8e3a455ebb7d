//! Sorts of arguments made to fit as Z3 does: integers and reals into each other, truth values into 1 and 0.

use super::{elaborate::Elaborator, literal::as_real};
use crate::term::{Op, Sort, SortId, TermId};

impl Elaborator<'_> {
    /// The term, converted if it is a number of the other sort than the one wanted.
    pub(super) fn fit(&mut self, term: TermId, wanted: SortId) -> TermId {
        match (self.terms.sort_of(term), wanted) {
            (SortId::INT, SortId::REAL) => match as_real(self.terms.op(term)) {
                Some(literal) => self.terms.app(literal, []),
                None => self.terms.app(Op::ToReal, [term]),
            },
            (SortId::REAL, SortId::INT) => self.terms.app(Op::ToInt, [term]),
            _ => term,
        }
    }

    /// As [`Elaborator::fit`]; a truth value where a number is wanted is 1 or 0.
    pub(super) fn number(&mut self, term: TermId, wanted: SortId) -> TermId {
        if self.terms.sort_of(term) != SortId::BOOL || !wanted.is_arithmetic() {
            return self.fit(term, wanted);
        }
        let [one, zero] = if wanted == SortId::REAL {
            [self.terms.real(1), self.terms.real(0)]
        } else {
            [self.terms.int(1), self.terms.int(0)]
        };
        self.terms.app(Op::Ite, [term, one, zero])
    }

    /// All arguments as numbers of one sort.
    pub(super) fn numbers(&mut self, args: &mut [TermId], wanted: SortId) {
        for arg in args {
            *arg = self.number(*arg, wanted);
        }
    }

    /// The arguments of an operator that takes integers or reals: reals if there is one among them.
    pub(super) fn arithmetic(&mut self, args: &mut [TermId]) {
        let is_real = args.iter().any(|arg| self.terms.sort_of(*arg) == SortId::REAL);
        self.numbers(args, if is_real { SortId::REAL } else { SortId::INT });
    }

    /// The arguments of an operator that takes any one sort: if there is a number among them, then numbers.
    pub(super) fn mix(&mut self, args: &mut [TermId]) {
        let Some(&first) = args.first() else { return };
        let sort = self.terms.sort_of(first);
        let is_mixed = args.iter().any(|arg| self.terms.sort_of(*arg) != sort);
        if is_mixed && args.iter().any(|arg| self.terms.sort_of(*arg).is_arithmetic()) {
            self.arithmetic(args);
        }
    }

    /// Makes an index and a value fit the array in front.
    pub(super) fn fit_array(&mut self, args: &mut [TermId]) {
        let [array, rest @ ..] = args else { return };
        if let Sort::Array(index, element) = *self.terms.sort(self.terms.sort_of(*array)) {
            for (arg, wanted) in rest.iter_mut().zip([index, element]) {
                *arg = self.fit(*arg, wanted);
            }
        }
    }
}
