//! Numerals, decimals and bit-vectors as they are written.

use super::{cursor::expected, error::Read};
use crate::term::Op;
use alphorn_sexpr::{Kind, Sexpr};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A literal as an operator without arguments; none for anything else.
pub(super) fn literal(s: Sexpr<'_>) -> Option<Op> {
    let text = s.text();
    match s.kind() {
        Kind::Numeral => Some(Op::Int(natural(text)?.into())),
        Kind::Decimal => {
            let (whole, fraction) = text.split_once('.')?;
            Some(Op::Real(decimal(whole, fraction)?))
        }
        Kind::Hex => bits(&text[2..], 16, 4),
        Kind::Binary => bits(&text[2..], 2, 1),
        _ => None,
    }
}

fn natural(digits: &str) -> Option<UBig> {
    match digits.parse::<u64>() {
        Ok(small) => Some(small.into()),
        Err(_) => UBig::from_str_radix(digits, 10).ok(),
    }
}

fn bits(digits: &str, radix: u32, bits: u32) -> Option<Op> {
    let width = u32::try_from(digits.len()).ok()?.checked_mul(bits)?;
    Some(Op::BitVec { width, value: UBig::from_str_radix(digits, radix).ok()? })
}

/// `(_ bvN w)`: the value of N in its lowest w bits.
pub(super) fn bit_vec(name: Sexpr<'_>, width: u32) -> Read<Option<Op>> {
    let Some(digits) = name.symbol().and_then(|n| n.strip_prefix("bv")) else { return Ok(None) };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(None);
    }
    let Some(value) = natural(digits) else { return Ok(None) };
    // The number is taken modulo 2^width, as Z3 does.
    let value = if dashu_base::BitTest::bit_len(&value) > width as usize {
        value % (UBig::ONE << width as usize)
    } else {
        value
    };
    Ok(Some(Op::BitVec { width, value }))
}

/// A number with a minus sign directly in front, which is a symbol in SMT-LIB and a number for most solvers.
pub(super) fn negative(text: &str) -> Option<Op> {
    let digits = text.strip_prefix('-')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    negated(&if digits.contains('.') { Op::Real(decimal(whole, fraction)?) } else { Op::Int(natural(digits)?.into()) })
}

fn decimal(whole: &str, fraction: &str) -> Option<RBig> {
    let digits = natural(&format!("{whole}{fraction}"))?;
    Some(RBig::from_parts(digits.into(), UBig::from(10u8).pow(fraction.len())))
}

/// A number that indexes an operator or a sort.
pub(super) fn index(s: Sexpr<'_>) -> Read<u32> {
    match s.kind() {
        Kind::Numeral => s.text().parse().map_err(|_| expected(s, "a number below 2^32")),
        _ => Err(expected(s, "a number")),
    }
}

/// A number of any size that indexes an operator.
pub(super) fn big_index(s: Sexpr<'_>) -> Read<UBig> {
    match (s.kind(), natural(s.text())) {
        (Kind::Numeral, Some(value)) => Ok(value),
        _ => Err(expected(s, "a number")),
    }
}

/// The negation of a literal of sort Int or Real; none for anything else.
pub(super) fn negated(op: &Op) -> Option<Op> {
    match op {
        Op::Int(value) => Some(Op::Int(-value)),
        Op::Real(value) => Some(Op::Real(-value)),
        _ => None,
    }
}

/// An integer literal as a real one; none for anything else.
pub(super) fn as_real(op: &Op) -> Option<Op> {
    match op {
        Op::Int(value) => Some(Op::Real(RBig::from(IBig::clone(value)))),
        _ => None,
    }
}
