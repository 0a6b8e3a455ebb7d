//! The operators that a script can use without declaring them, and how each is written.

use crate::term::{BvOp, Op};

/// How an operator's arguments become applications of a term operator.
#[derive(Debug)]
pub(super) enum Form {
    /// As they are.
    Plain(Op),
    /// As they are, integers among reals made real.
    Mixed(Op),
    /// `+` and `*`: as [`Form::Mixed`]; of one argument it is the argument.
    Sum(Op),
    /// `(op a b c)` is `(op (op a b) c)`.
    Left(Op),
    /// `(op a b c)` is `(op a (op b c))`.
    Right(Op),
    /// `(op a b c)` is `(and (op a b) (op b c))`, integers among reals made real.
    Chain(Op),
    /// `ite`, integers among real branches made real.
    Ite,
    /// Unary or left-associative minus.
    Minus,
    /// `/`: left-associative, integers made real.
    Divide,
    /// Absolute value, of reals too.
    Abs,
    /// Z3's `rem`: `mod` with the sign of the divisor.
    Rem,
    /// `select`, an integer index made real where the array wants reals.
    Select,
    /// `store`, likewise.
    Store,
    /// Whether all bits, or any bit, is one: a vector of one bit.
    Reduce { all: bool },
}

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
    ("xor", Left(Op::Xor)),
    ("=", Chain(Op::Eq)),
    ("distinct", Mixed(Op::Distinct)),
    ("ite", Ite),
    ("+", Sum(Op::Add)),
    ("-", Minus),
    ("*", Sum(Op::Mul)),
    ("/", Divide),
    ("div", Left(Op::IntDiv)),
    ("mod", Plain(Op::Mod)),
    ("abs", Abs),
    ("<=", Chain(Op::Le)),
    ("<", Chain(Op::Lt)),
    (">=", Chain(Op::Ge)),
    (">", Chain(Op::Gt)),
    ("to_real", Plain(Op::ToReal)),
    ("to_int", Plain(Op::ToInt)),
    ("is_int", Plain(Op::IsInt)),
    ("select", Select),
    ("store", Store),
    ("concat", Left(Op::Bv(B::Concat))),
    ("bvnot", Plain(Op::Bv(B::Not))),
    ("bvneg", Plain(Op::Bv(B::Neg))),
    ("bvand", Left(Op::Bv(B::And))),
    ("bvor", Left(Op::Bv(B::Or))),
    ("bvxor", Left(Op::Bv(B::Xor))),
    ("bvnand", Plain(Op::Bv(B::Nand))),
    ("bvnor", Plain(Op::Bv(B::Nor))),
    ("bvxnor", Plain(Op::Bv(B::Xnor))),
    ("bvadd", Left(Op::Bv(B::Add))),
    ("bvsub", Left(Op::Bv(B::Sub))),
    ("bvmul", Left(Op::Bv(B::Mul))),
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
    ("iff", Chain(Op::Eq)),
    ("if", Ite),
    ("rem", Rem),
    ("bv2nat", Plain(Op::Bv(B::ToNat))),
    ("bv2int", Plain(Op::Bv(B::ToNat))),
    ("bvredand", Reduce { all: true }),
    ("bvredor", Reduce { all: false }),
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
        ("^", "exponentiation"),
        ("exp", "transcendental functions"),
        ("sin", "transcendental functions"),
        ("cos", "transcendental functions"),
        ("lambda", "higher-order terms"),
        ("->", "higher-order sorts"),
        ("map", "array maps"),
        ("bvnego", "overflow predicates"),
        ("bvuaddo", "overflow predicates"),
        ("bvsaddo", "overflow predicates"),
        ("bvumulo", "overflow predicates"),
        ("bvsmulo", "overflow predicates"),
        ("bvusubo", "overflow predicates"),
        ("bvssubo", "overflow predicates"),
        ("bvsdivo", "overflow predicates"),
    ];
    let family = FAMILIES.iter().find(|(prefix, _)| name.starts_with(prefix));
    family.or_else(|| NAMES.iter().find(|(n, _)| *n == name)).map(|(_, what)| *what)
}
