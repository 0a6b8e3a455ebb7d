//! Operators on numbers whose meaning depends on the sorts of their arguments.

use super::{
    apply::SAME,
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    literal::negated,
};
use crate::term::{Op, SortId, TermId};
use alphorn_sexpr::Sexpr;
use dashu_base::BitTest;

/// The greatest exponent of a power, which is read as a product.
const GREATEST_POWER: u32 = 1000;

impl Elaborator<'_> {
    pub(super) fn minus(&mut self, list: Sexpr<'_>, args: &mut [TermId]) -> Read<TermId> {
        self.arithmetic(args);
        match args {
            [one] => match negated(self.terms.op(*one)) {
                Some(literal) => self.make(list, literal, &[], SAME),
                None => self.make(list, Op::Neg, args, SAME),
            },
            _ => self.left(list, &Op::Sub, args),
        }
    }

    /// `to_real`, `to_int` and `is_int` of a number of either sort.
    pub(super) fn convert(&mut self, list: Sexpr<'_>, op: &Op, args: &mut [TermId]) -> Read<TermId> {
        let [arg] = args else { return self.make(list, op.clone(), args, SAME) };
        if self.terms.sort_of(*arg) == SortId::BOOL {
            *arg = self.number(*arg, SortId::INT);
        }
        match (op, self.terms.sort_of(*arg)) {
            (Op::ToReal, SortId::REAL) | (Op::ToInt, SortId::INT) => Ok(*arg),
            (Op::IsInt, SortId::INT) => {
                *arg = self.fit(*arg, SortId::REAL);
                self.make(list, Op::IsInt, args, SAME)
            }
            _ => self.make(list, op.clone(), args, SAME),
        }
    }

    pub(super) fn divide(&mut self, list: Sexpr<'_>, args: &mut [TermId]) -> Read<TermId> {
        if let [one] = args
            && self.terms.sort_of(*one) == SortId::REAL
        {
            return Ok(*one);
        }
        self.numbers(args, SortId::REAL);
        // A fraction of literals is how a rational number is written.
        if let [a, b] = args
            && let (Op::Real(a), Op::Real(b)) = (self.terms.op(*a), self.terms.op(*b))
            && !b.is_zero()
        {
            let quotient = a / b;
            return Ok(self.terms.real(quotient));
        }
        self.left(list, &Op::Divide, args)
    }

    /// `^` with a natural number for an exponent: a product.
    pub(super) fn power(&mut self, list: Sexpr<'_>, args: &mut [TermId]) -> Read<TermId> {
        self.arithmetic(args);
        // It takes two numbers, as a product does.
        let [base, exponent] = args else { return self.make(list, Op::Sub, args, SAME) };
        self.make(list, Op::Mul, &[*base, *exponent], SAME)?;
        let number = self.terms.number(*exponent).filter(|number| number.is_int());
        let times = number.and_then(|number| u32::try_from(number.into_parts().0).ok());
        match times.filter(|times| *times <= GREATEST_POWER) {
            Some(0) if self.terms.sort_of(*base) == SortId::INT => Ok(self.terms.int(1)),
            Some(0) => Ok(self.terms.real(1)),
            Some(1) => Ok(*base),
            Some(times) => match self.terms.number(*base) {
                Some(number) if self.terms.sort_of(*base) == SortId::INT && number.numerator().bit_len() < 100 => {
                    Ok(self.terms.int(number.into_parts().0.pow(times as usize)))
                }
                _ => Ok(self.terms.app(Op::Mul, vec![*base; times as usize])),
            },
            None => {
                let at = list.children().nth(2).unwrap_or(list);
                let message = format!("`^` is not supported with this exponent, {}", quoted(at.text()));
                Err(ReadError::new(at.span(), message)
                    .help(format!("supported are the natural numbers up to {GREATEST_POWER}")))
            }
        }
    }
}
