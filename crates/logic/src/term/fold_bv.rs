//! Bit-vector operators on numbers, as SMT-LIB defines them, division by zero included.

use super::{BvOp, Op, TermId, Terms};
use dashu_base::{BitTest, RemEuclid, Sign};
use dashu_int::{IBig, UBig};

/// A bit-vector numeral.
struct Bits {
    width: u32,
    value: UBig,
}

impl Bits {
    /// The residue of any integer modulo `2^width`.
    fn wrap(width: u32, value: IBig) -> Bits {
        match value.into_parts() {
            (Sign::Positive, value) => Bits::cut(width, value),
            (Sign::Negative, value) => {
                let modulus = IBig::ONE << width as usize;
                Bits { width, value: (-IBig::from(value)).rem_euclid(modulus) }
            }
        }
    }

    /// The low `width` bits.
    fn cut(width: u32, mut value: UBig) -> Bits {
        value.clear_high_bits(width as usize);
        Bits { width, value }
    }

    fn negative(&self) -> bool {
        self.value.bit(self.width as usize - 1)
    }

    /// The two's complement reading.
    fn signed(&self) -> IBig {
        let value = IBig::from(self.value.clone());
        if self.negative() { value - (IBig::ONE << self.width as usize) } else { value }
    }

    fn ones(width: u32) -> UBig {
        UBig::ones(width as usize)
    }

    fn complement(self) -> Bits {
        Bits { value: self.value ^ Bits::ones(self.width), width: self.width }
    }

    /// How far a shift by these bits goes: `None` when everything is shifted out.
    fn shift(&self, width: u32) -> Option<usize> {
        usize::try_from(&self.value).ok().filter(|n| *n < width as usize)
    }
}

impl Terms {
    /// A bit-vector numeral: the low `width` bits of the value.
    pub fn bit_vec_value(&mut self, width: u32, value: UBig) -> TermId {
        let bits = Bits::cut(width, value);
        self.app(Op::BitVec { width, value: bits.value }, [])
    }

    /// The operator on numerals; `None` when an argument is no numeral.
    pub(super) fn fold_bv(&mut self, op: BvOp, args: &[TermId]) -> Option<TermId> {
        use BvOp::*;
        if let FromInt(width) = op {
            let Op::Int(value) = self.op(args[0]) else { return None };
            let bits = Bits::wrap(width, value.clone());
            return Some(self.bit_vec_value(width, bits.value));
        }
        let a = self.bits(args[0])?;
        let b = args.get(1).map(|&b| self.bits(b)).unwrap_or(Some(Bits { width: 1, value: UBig::ZERO }))?;
        match op {
            Ult => Some(self.bool(a.value < b.value)),
            Ule => Some(self.bool(a.value <= b.value)),
            Ugt => Some(self.bool(a.value > b.value)),
            Uge => Some(self.bool(a.value >= b.value)),
            Slt => Some(self.bool(a.signed() < b.signed())),
            Sle => Some(self.bool(a.signed() <= b.signed())),
            Sgt => Some(self.bool(a.signed() > b.signed())),
            Sge => Some(self.bool(a.signed() >= b.signed())),
            ToNat => Some(self.int(a.value)),
            ToInt => Some(self.int(a.signed())),
            _ => {
                let bits = apply(op, a, b);
                Some(self.bit_vec_value(bits.width, bits.value))
            }
        }
    }

    fn bits(&self, t: TermId) -> Option<Bits> {
        match self.op(t) {
            Op::BitVec { width, value } => Some(Bits { width: *width, value: value.clone() }),
            _ => None,
        }
    }
}

/// The operators from bit-vectors to bit-vectors; `b` is not used by the unary ones.
fn apply(op: BvOp, a: Bits, b: Bits) -> Bits {
    use BvOp::*;
    let width = a.width;
    match op {
        Concat => Bits { width: width + b.width, value: (a.value << b.width as usize) | b.value },
        Extract(high, low) => Bits::cut(high - low + 1, a.value >> low as usize),
        ZeroExtend(n) => Bits { width: width + n, value: a.value },
        SignExtend(n) => Bits::wrap(width + n, a.signed()),
        RotateLeft(n) => rotate_left(a, n % width),
        RotateRight(n) => rotate_left(a, (width - n % width) % width),
        Repeat(n) => {
            let value = (0..n).fold(UBig::ZERO, |all, _| (all << width as usize) | &a.value);
            Bits { width: width * n, value }
        }
        Not => a.complement(),
        Neg => Bits::wrap(width, -IBig::from(a.value)),
        And => Bits { width, value: a.value & b.value },
        Or => Bits { width, value: a.value | b.value },
        Xor => Bits { width, value: a.value ^ b.value },
        Nand => Bits { width, value: a.value & b.value }.complement(),
        Nor => Bits { width, value: a.value | b.value }.complement(),
        Xnor => Bits { width, value: a.value ^ b.value }.complement(),
        Add => Bits::cut(width, a.value + b.value),
        Sub => Bits::wrap(width, IBig::from(a.value) - IBig::from(b.value)),
        Mul => Bits::cut(width, a.value * b.value),
        Udiv if b.value.is_zero() => Bits { width, value: Bits::ones(width) },
        Udiv => Bits { width, value: a.value / b.value },
        Urem | Srem | Smod if b.value.is_zero() => a,
        Urem => Bits { width, value: a.value % b.value },
        Sdiv if b.value.is_zero() => Bits::wrap(width, if a.negative() { IBig::ONE } else { IBig::NEG_ONE }),
        Sdiv => Bits::wrap(width, a.signed() / b.signed()),
        Srem => Bits::wrap(width, a.signed() % b.signed()),
        Smod => {
            // The sign follows the divisor.
            let divisor = b.signed();
            let remainder = a.signed() % &divisor;
            let fits = remainder.is_zero() || remainder.sign() == divisor.sign();
            Bits::wrap(width, if fits { remainder } else { remainder + divisor })
        }
        Shl => match b.shift(width) {
            Some(n) => Bits::cut(width, a.value << n),
            None => Bits { width, value: UBig::ZERO },
        },
        Lshr => match b.shift(width) {
            Some(n) => Bits { width, value: a.value >> n },
            None => Bits { width, value: UBig::ZERO },
        },
        Ashr => match b.shift(width) {
            Some(n) => Bits::wrap(width, a.signed() >> n),
            None => Bits::wrap(width, if a.negative() { IBig::NEG_ONE } else { IBig::ZERO }),
        },
        Comp => Bits { width: 1, value: if a.value == b.value { UBig::ONE } else { UBig::ZERO } },
        Ult | Ule | Ugt | Uge | Slt | Sle | Sgt | Sge | FromInt(_) | ToNat | ToInt => {
            unreachable!("operators with another domain or range are done by the caller")
        }
    }
}

fn rotate_left(a: Bits, n: u32) -> Bits {
    let high = &a.value >> (a.width - n) as usize;
    let low = Bits::cut(a.width, a.value << n as usize);
    Bits { width: a.width, value: low.value | high }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Machine arithmetic on 8 bits, written without the code under test.
    fn by_machine(op: BvOp, x: u8, y: u8) -> u8 {
        let (s, t) = (x as i8, y as i8);
        match op {
            BvOp::Add => x.wrapping_add(y),
            BvOp::Sub => x.wrapping_sub(y),
            BvOp::Mul => x.wrapping_mul(y),
            BvOp::Nand => !(x & y),
            BvOp::Nor => !(x | y),
            BvOp::Xnor => !(x ^ y),
            BvOp::Udiv => x.checked_div(y).unwrap_or(255),
            BvOp::Urem => x.checked_rem(y).unwrap_or(x),
            BvOp::Sdiv if y == 0 => {
                if s < 0 {
                    1
                } else {
                    255
                }
            }
            BvOp::Sdiv => s.wrapping_div(t) as u8,
            BvOp::Srem if y == 0 => x,
            BvOp::Srem => s.wrapping_rem(t) as u8,
            BvOp::Smod if y == 0 => x,
            BvOp::Smod => {
                let (s, t) = (i32::from(s), i32::from(t));
                (((s % t) + t) % t) as u8
            }
            BvOp::Shl => {
                if y < 8 {
                    x << y
                } else {
                    0
                }
            }
            BvOp::Lshr => {
                if y < 8 {
                    x >> y
                } else {
                    0
                }
            }
            BvOp::Ashr => (s >> y.min(7)) as u8,
            BvOp::Not => !x,
            BvOp::Neg => x.wrapping_neg(),
            BvOp::RotateLeft(n) => x.rotate_left(n),
            BvOp::RotateRight(n) => x.rotate_right(n),
            _ => unreachable!(),
        }
    }

    #[test]
    fn all_pairs_of_bytes_agree_with_the_machine() {
        use BvOp::*;
        let mut terms = Terms::new();
        let bytes: Vec<TermId> = (0..=255u8).map(|x| terms.bit_vec_value(8, x.into())).collect();
        let binary = [Add, Sub, Mul, Nand, Nor, Xnor, Udiv, Urem, Sdiv, Srem, Smod, Shl, Lshr, Ashr];
        for op in binary {
            for x in 0..=255u8 {
                for y in (0..=255u8).step_by(if x % 16 == 0 { 1 } else { 17 }) {
                    let got = terms.fold_bv(op, &[bytes[x as usize], bytes[y as usize]]);
                    assert_eq!(got, Some(bytes[by_machine(op, x, y) as usize]), "{op:?} {x} {y}");
                }
            }
        }
        for op in [Not, Neg, RotateLeft(0), RotateLeft(3), RotateLeft(11), RotateRight(5), RotateRight(8)] {
            for x in 0..=255u8 {
                let got = terms.fold_bv(op, &[bytes[x as usize]]);
                assert_eq!(got, Some(bytes[by_machine(op, x, 0) as usize]), "{op:?} {x}");
            }
        }
    }

    #[test]
    fn widths_change_as_they_should() {
        use BvOp::*;
        let mut terms = Terms::new();
        let mut bits = |width, value: u32| terms.bit_vec_value(width, value.into());
        let (a, b) = (bits(4, 0b1010), bits(2, 0b01));
        let cases = [
            (Concat, vec![a, b], bits(6, 0b101001)),
            (Extract(3, 1), vec![a], bits(3, 0b101)),
            (ZeroExtend(2), vec![a], bits(6, 0b001010)),
            (SignExtend(2), vec![a], bits(6, 0b111010)),
            (SignExtend(2), vec![b], bits(4, 0b0001)),
            (Repeat(3), vec![b], bits(6, 0b010101)),
            (Comp, vec![a, a], bits(1, 1)),
            (FromInt(4), vec![], bits(4, 0b1101)),
        ];
        for (op, mut args, expected) in cases {
            if let FromInt(_) = op {
                args.push(terms.int(-19));
            }
            assert_eq!(terms.fold_bv(op, &args), Some(expected), "{op:?}");
        }
        let (nat, int) = (terms.int(10), terms.int(-6));
        assert_eq!(terms.fold_bv(ToNat, &[a]), Some(nat));
        assert_eq!(terms.fold_bv(ToInt, &[a]), Some(int));
    }

    #[test]
    fn comparisons_are_signed_or_not() {
        use BvOp::*;
        let mut terms = Terms::new();
        let (minus, one) = (terms.bit_vec_value(4, 15u8.into()), terms.bit_vec_value(4, 1u8.into()));
        for (op, less) in
            [(Ult, false), (Ule, false), (Ugt, true), (Uge, true), (Slt, true), (Sle, true), (Sgt, false), (Sge, false)]
        {
            let expected = terms.bool(less);
            assert_eq!(terms.fold_bv(op, &[minus, one]), Some(expected), "{op:?}");
        }
    }
}
