//! Bit-vector operators that are written in terms of others: overflow predicates and rotation by a term.

use super::elaborate::Elaborator;
use crate::term::{BvOp, Op, Sort, TermId};
use dashu_int::UBig;

/// When a result does not fit the width of the arguments, or when it does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Overflow {
    /// The negation of the least number.
    Negation,
    /// The operator's result in so many more bits (`None`: twice as many) is not what the bits that are left stand for.
    Result { op: BvOp, signed: bool, more: Option<u32> },
    /// An unsigned difference below zero.
    Difference,
    /// The least number divided by -1.
    Quotient,
    /// The unsigned product fits.
    FitsUnsigned,
    /// The signed product is not too great.
    NotAbove,
    /// The signed product is not too small.
    NotBelow,
}

impl Elaborator<'_> {
    fn bits(&mut self, width: u32, value: UBig) -> TermId {
        self.terms.app(Op::BitVec { width, value }, [])
    }

    fn bv(&mut self, op: BvOp, args: &[TermId]) -> TermId {
        self.terms.app(Op::Bv(op), args.iter().copied())
    }

    /// The predicate of one or two arguments of one width; none if there is no such width.
    pub(super) fn overflow(&mut self, kind: Overflow, args: &[TermId]) -> Option<TermId> {
        let Sort::BitVec(width) = *self.terms.sort(self.terms.sort_of(args[0])) else { return None };
        let least = UBig::ONE << (width - 1) as usize;
        match kind {
            Overflow::Negation => {
                let least = self.bits(width, least);
                Some(self.terms.app(Op::Eq, [args[0], least]))
            }
            Overflow::Difference => Some(self.bv(BvOp::Ult, args)),
            Overflow::Quotient => {
                let ones = (UBig::ONE << width as usize) - UBig::ONE;
                let (least, ones) = (self.bits(width, least), self.bits(width, ones));
                let parts = [(args[0], least), (args[1], ones)].map(|(a, b)| self.terms.app(Op::Eq, [a, b]));
                Some(self.terms.app(Op::And, parts))
            }
            Overflow::Result { op, signed, more } => {
                let wide = self.wide(op, signed, more.unwrap_or(width), args)?;
                let low = self.bv(BvOp::Extract(width - 1, 0), &[wide]);
                let same = self.extended(low, signed, more.unwrap_or(width))?;
                let equal = self.terms.app(Op::Eq, [wide, same]);
                Some(self.terms.app(Op::Not, [equal]))
            }
            Overflow::FitsUnsigned => {
                let product = Overflow::Result { op: BvOp::Mul, signed: false, more: None };
                let overflow = self.overflow(product, args)?;
                Some(self.terms.app(Op::Not, [overflow]))
            }
            Overflow::NotAbove | Overflow::NotBelow => {
                let product = self.wide(BvOp::Mul, true, width, args)?;
                let is_above = matches!(kind, Overflow::NotAbove);
                let bound = if is_above { least - UBig::ONE } else { least };
                let bound = self.bits(width, bound);
                let bound = self.extended(bound, true, width)?;
                Some(self.bv(if is_above { BvOp::Sle } else { BvOp::Sge }, &[product, bound]))
            }
        }
    }

    /// The operator's result in `more` bits more than its arguments have.
    fn wide(&mut self, op: BvOp, signed: bool, more: u32, args: &[TermId]) -> Option<TermId> {
        let args = [self.extended(args[0], signed, more)?, self.extended(args[1], signed, more)?];
        Some(self.bv(op, &args))
    }

    fn extended(&mut self, arg: TermId, signed: bool, more: u32) -> Option<TermId> {
        let op = if signed { BvOp::SignExtend(more) } else { BvOp::ZeroExtend(more) };
        self.terms.try_app(Op::Bv(op), [arg]).ok()
    }

    /// Rotation to the left or to the right by the value of the second argument.
    pub(super) fn rotate(&mut self, left: bool, args: &[TermId]) -> Option<TermId> {
        let Sort::BitVec(width) = *self.terms.sort(self.terms.sort_of(args[0])) else { return None };
        let all = self.bits(width, width.into());
        let places = self.bv(BvOp::Urem, &[args[1], all]);
        let rest = self.bv(BvOp::Sub, &[all, places]);
        let (near, far) = if left { (BvOp::Shl, BvOp::Lshr) } else { (BvOp::Lshr, BvOp::Shl) };
        let parts = [self.bv(near, &[args[0], places]), self.bv(far, &[args[0], rest])];
        Some(self.bv(BvOp::Or, &parts))
    }
}
