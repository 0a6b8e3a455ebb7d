//! The operators that a script can use without declaring them, and how each is written.

use crate::term::{BvOp, Op};

/// How an operator's arguments become applications of a term operator. Numbers are converted as Z3 does.
#[derive(Debug)]
pub(super) enum Form {
    /// As they are.
    Plain(Op),
    /// `distinct`, of one argument true.
    Distinct,
    /// `+` and `*`; of one argument it is the argument.
    Sum(Op),
    /// `(op a b c)` is `(op (op a b) c)`.
    Left(Op),
    /// As [`Form::Left`]; of one argument it is the argument.
    Fold(Op),
    /// `bvxnor`: as [`Form::Left`]; of one argument it is the complement.
    Xnor,
    /// `(op a b c)` is `(op a (op b c))`.
    Right(Op),
    /// `(= a b c)` is `(and (= a b) (= b c))`.
    Equal,
    /// As [`Form::Equal`], of numbers; of one argument it is true.
    Compare(Op),
    /// `ite`
    Ite,
    /// Unary or left-associative minus.
    Minus,
    /// `/`: left-associative, of reals.
    Divide,
    /// `div` and `mod`, of integers.
    Integers(Op),
    /// `to_real`, `to_int` and `is_int`.
    Convert(Op),
    /// Absolute value, of reals too.
    Abs,
    /// Z3's `rem`: `mod` with the sign of the divisor.
    Rem,
    /// `^`
    Power,
    /// `select`, the index as the array wants it.
    Select,
    /// `store`, likewise.
    Store,
    /// Whether all bits, or any bit, is one: a vector of one bit.
    Reduce { all: bool },
    /// Whether a result does not fit.
    Overflow(Overflow),
    /// Rotation by the second argument.
    Rotate { left: bool },
}

use super::overflow::Overflow;
use BvOp as B;
use Form::*;

/// SMT-LIB's own: a script may not declare these names again.
pub(super) static STANDARD: &[(&str, Form)] = &[
    ("true", Plain(Op::True)),
    ("false", Plain(Op::False)),
    ("not", Plain(Op::Not)),
    ("and", Plain(Op::And)),
    ("or", Plain(Op::Or)),
    ("=>", Right(Op::Implies)),
    ("xor", Fold(Op::Xor)),
    ("=", Equal),
    ("distinct", Distinct),
    ("ite", Ite),
    ("+", Sum(Op::Add)),
    ("-", Minus),
    ("*", Sum(Op::Mul)),
    ("/", Divide),
    ("div", Integers(Op::IntDiv)),
    ("mod", Integers(Op::Mod)),
    ("abs", Abs),
    ("<=", Compare(Op::Le)),
    ("<", Compare(Op::Lt)),
    (">=", Compare(Op::Ge)),
    (">", Compare(Op::Gt)),
    ("to_real", Convert(Op::ToReal)),
    ("to_int", Convert(Op::ToInt)),
    ("is_int", Convert(Op::IsInt)),
    ("select", Select),
    ("store", Store),
    ("concat", Fold(Op::Bv(B::Concat))),
    ("bvnot", Plain(Op::Bv(B::Not))),
    ("bvneg", Plain(Op::Bv(B::Neg))),
    ("bvand", Fold(Op::Bv(B::And))),
    ("bvor", Fold(Op::Bv(B::Or))),
    ("bvxor", Fold(Op::Bv(B::Xor))),
    ("bvnand", Plain(Op::Bv(B::Nand))),
    ("bvnor", Plain(Op::Bv(B::Nor))),
    ("bvxnor", Xnor),
    ("bvadd", Fold(Op::Bv(B::Add))),
    ("bvsub", Left(Op::Bv(B::Sub))),
    ("bvmul", Fold(Op::Bv(B::Mul))),
    ("bvudiv", Plain(Op::Bv(B::Udiv))),
    ("bvurem", Plain(Op::Bv(B::Urem))),
    ("bvsdiv", Plain(Op::Bv(B::Sdiv))),
    ("bvsrem", Plain(Op::Bv(B::Srem))),
    ("bvsmod", Plain(Op::Bv(B::Smod))),
    ("bvshl", Plain(Op::Bv(B::Shl))),
    ("bvlshr", Plain(Op::Bv(B::Lshr))),
    ("bvashr", Plain(Op::Bv(B::Ashr))),
    ("bvcomp", Plain(Op::Bv(B::Comp))),
    ("bvult", Plain(Op::Bv(B::Ult))),
    ("bvule", Plain(Op::Bv(B::Ule))),
    ("bvugt", Plain(Op::Bv(B::Ugt))),
    ("bvuge", Plain(Op::Bv(B::Uge))),
    ("bvslt", Plain(Op::Bv(B::Slt))),
    ("bvsle", Plain(Op::Bv(B::Sle))),
    ("bvsgt", Plain(Op::Bv(B::Sgt))),
    ("bvsge", Plain(Op::Bv(B::Sge))),
    ("ubv_to_int", Plain(Op::Bv(B::ToNat))),
    ("sbv_to_int", Plain(Op::Bv(B::ToInt))),
];

/// What Z3 and older scripts write; a declaration of the name takes precedence.
pub(super) static EXTENSIONS: &[(&str, Form)] = &[
    ("~", Minus),
    ("implies", Right(Op::Implies)),
    ("iff", Equal),
    ("if", Ite),
    ("rem", Rem),
    ("bv2nat", Plain(Op::Bv(B::ToNat))),
    ("bv2int", Plain(Op::Bv(B::ToNat))),
    ("bvredand", Reduce { all: true }),
    ("bvredor", Reduce { all: false }),
    ("^", Power),
    ("ext_rotate_left", Rotate { left: true }),
    ("ext_rotate_right", Rotate { left: false }),
    ("bvnego", Overflow(Overflow::Negation)),
    ("bvuaddo", Overflow(Overflow::Result { op: B::Add, signed: false, more: Some(1) })),
    ("bvsaddo", Overflow(Overflow::Result { op: B::Add, signed: true, more: Some(1) })),
    ("bvumulo", Overflow(Overflow::Result { op: B::Mul, signed: false, more: None })),
    ("bvsmulo", Overflow(Overflow::Result { op: B::Mul, signed: true, more: None })),
    ("bvusubo", Overflow(Overflow::Difference)),
    ("bvssubo", Overflow(Overflow::Result { op: B::Sub, signed: true, more: Some(1) })),
    ("bvsdivo", Overflow(Overflow::Quotient)),
    ("bvumul_noovfl", Overflow(Overflow::FitsUnsigned)),
    ("bvsmul_noovfl", Overflow(Overflow::NotAbove)),
    ("bvsmul_noudfl", Overflow(Overflow::NotBelow)),
    ("bit0", Plain(Op::BitVec { width: 1, value: dashu_int::UBig::ZERO })),
    ("bit1", Plain(Op::BitVec { width: 1, value: dashu_int::UBig::ONE })),
    // Z3 prints its total division operators so; division by zero gives what SMT-LIB says.
    ("bvudiv_i", Plain(Op::Bv(B::Udiv))),
    ("bvurem_i", Plain(Op::Bv(B::Urem))),
    ("bvsdiv_i", Plain(Op::Bv(B::Sdiv))),
    ("bvsrem_i", Plain(Op::Bv(B::Srem))),
    ("bvsmod_i", Plain(Op::Bv(B::Smod))),
];

/// The operator at a position of the two tables in a row.
pub(super) fn builtin(position: u16) -> &'static Form {
    let i = position as usize;
    match STANDARD.get(i) {
        Some((_, form)) => form,
        None => &EXTENSIONS[i - STANDARD.len()].1,
    }
}

/// What is read of SMT-LIB's theories, for messages.
pub(super) const SUPPORTED: &str = "supported are Bool, Int, Real, (_ BitVec n), (Array I E), datatypes and declared sorts with their standard operators";

/// Why an unknown operator or sort is not supported, if it is one of a theory that is not read.
pub(super) fn unsupported(name: &str) -> Option<&'static str> {
    const FAMILIES: &[(&str, &str)] = &[
        ("str.", "strings"),
        ("re.", "regular expressions"),
        ("seq.", "sequences"),
        ("fp.", "floating-point numbers"),
        ("set.", "sets"),
        ("bag.", "bags"),
    ];
    const NAMES: &[(&str, &str)] = &[
        ("String", "strings"),
        ("RegLan", "regular expressions"),
        ("Seq", "sequences"),
        ("Set", "sets"),
        ("Float16", "floating-point numbers"),
        ("Float32", "floating-point numbers"),
        ("Float64", "floating-point numbers"),
        ("Float128", "floating-point numbers"),
        ("FloatingPoint", "floating-point numbers"),
        ("RoundingMode", "floating-point numbers"),
        ("to_fp", "floating-point numbers"),
        ("fp", "floating-point numbers"),
        ("exp", "transcendental functions"),
        ("sin", "transcendental functions"),
        ("cos", "transcendental functions"),
        ("lambda", "higher-order terms"),
        ("choice", "choice terms"),
        ("->", "higher-order sorts"),
        ("pi", "transcendental functions"),
        ("tan", "transcendental functions"),
        ("map", "array maps"),
        ("default", "default values of arrays"),
        ("update-field", "updates of fields"),
        ("bit2bool", "internal operators of Z3"),
        ("mkbv", "internal operators of Z3"),
        ("div0", "internal operators of Z3"),
        ("mod0", "internal operators of Z3"),
        ("rem0", "internal operators of Z3"),
        ("/0", "internal operators of Z3"),
        ("bvudiv0", "internal operators of Z3"),
        ("bvurem0", "internal operators of Z3"),
        ("bvsdiv0", "internal operators of Z3"),
        ("bvsrem0", "internal operators of Z3"),
        ("bvsmod0", "internal operators of Z3"),
        ("at-most", "pseudo-Boolean constraints"),
        ("at-least", "pseudo-Boolean constraints"),
        ("pble", "pseudo-Boolean constraints"),
        ("pbge", "pseudo-Boolean constraints"),
        ("pbeq", "pseudo-Boolean constraints"),
    ];
    let family = FAMILIES.iter().find(|(prefix, _)| name.starts_with(prefix));
    family.or_else(|| NAMES.iter().find(|(n, _)| *n == name)).map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each has a value there that all who check evidence confirm.
    #[test]
    fn every_operator_is_in_the_table_of_values() {
        let rows = include_str!("../../../../tests/operators.txt");
        let words: Vec<&str> = rows.split(|c: char| c.is_whitespace() || "()".contains(c)).collect();
        for (name, _) in STANDARD.iter().chain(EXTENSIONS) {
            assert!(words.contains(name), "{name}");
        }
    }
}
