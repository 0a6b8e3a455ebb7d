//! The operators of terms. Every operator of SMT-LIB that the reader accepts has one constructor here, except those that
//! are only notation (`let`, `match`, `!`, chains of comparisons), which the reader unfolds.

use super::{ConstructorId, FunId, SortId, VarId};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// What a term applies to its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// `true`
    True,
    /// `false`
    False,
    /// An integer numeral; negative ones are values, not applications of [`Op::Neg`].
    Int(IBig),
    /// A rational numeral of sort Real.
    Real(RBig),
    /// A bit-vector numeral: `value < 2^width`.
    BitVec {
        /// Number of bits.
        width: u32,
        /// The bits as an unsigned number.
        value: UBig,
    },
    /// A variable, bound by a quantifier or a rule, or free.
    Var(VarId),
    /// A declared predicate or function.
    Apply(FunId),

    /// `not`
    Not,
    /// `and`, any number of arguments
    And,
    /// `or`, any number of arguments
    Or,
    /// `=>`, two arguments
    Implies,
    /// `xor`, two arguments
    Xor,
    /// `=`, two arguments of one sort
    Eq,
    /// `distinct`, two or more arguments of one sort
    Distinct,
    /// `ite`
    Ite,

    /// Unary minus.
    Neg,
    /// `+`, two or more arguments
    Add,
    /// Binary minus.
    Sub,
    /// `*`, two or more arguments
    Mul,
    /// `/` on reals
    Divide,
    /// `div`, Euclidean
    IntDiv,
    /// `mod`, Euclidean
    Mod,
    /// `abs` on integers
    Abs,
    /// `<=`
    Le,
    /// `<`
    Lt,
    /// `>=`
    Ge,
    /// `>`
    Gt,
    /// `to_real`
    ToReal,
    /// `to_int` (floor)
    ToInt,
    /// `is_int`
    IsInt,
    /// `(_ divisible n)`
    Divisible(UBig),

    /// `select`
    Select,
    /// `store`
    Store,
    /// `((as const A) v)` for the array sort A
    ConstArray(SortId),

    /// A bit-vector operator.
    Bv(BvOp),

    /// A constructor applied to its fields.
    Construct(ConstructorId),
    /// The selector of a field, numbered from 0; on values of other constructors its result is unspecified.
    Field(ConstructorId, u32),
    /// `(_ is C)`
    Is(ConstructorId),

    /// `forall` over these variables, one argument
    Forall(Box<[VarId]>),
    /// `exists` over these variables, one argument
    Exists(Box<[VarId]>),
}

/// Bit-vector operators, named as in SMT-LIB without the `bv`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BvOp {
    /// `concat`, two arguments
    Concat,
    /// `(_ extract high low)`
    Extract(u32, u32),
    /// `(_ zero_extend n)`
    ZeroExtend(u32),
    /// `(_ sign_extend n)`
    SignExtend(u32),
    /// `(_ rotate_left n)`
    RotateLeft(u32),
    /// `(_ rotate_right n)`
    RotateRight(u32),
    /// `(_ repeat n)`
    Repeat(u32),
    /// `bvnot`
    Not,
    /// `bvneg`
    Neg,
    /// `bvand`, two arguments as all that follow up to the comparisons
    And,
    /// `bvor`
    Or,
    /// `bvxor`
    Xor,
    /// `bvnand`
    Nand,
    /// `bvnor`
    Nor,
    /// `bvxnor`
    Xnor,
    /// `bvadd`
    Add,
    /// `bvsub`
    Sub,
    /// `bvmul`
    Mul,
    /// `bvudiv`; division by zero gives all ones
    Udiv,
    /// `bvurem`; remainder by zero gives the first argument
    Urem,
    /// `bvsdiv`
    Sdiv,
    /// `bvsrem`
    Srem,
    /// `bvsmod`
    Smod,
    /// `bvshl`
    Shl,
    /// `bvlshr`
    Lshr,
    /// `bvashr`
    Ashr,
    /// `bvcomp`, gives one bit
    Comp,
    /// `bvult`
    Ult,
    /// `bvule`
    Ule,
    /// `bvugt`
    Ugt,
    /// `bvuge`
    Uge,
    /// `bvslt`
    Slt,
    /// `bvsle`
    Sle,
    /// `bvsgt`
    Sgt,
    /// `bvsge`
    Sge,
    /// `(_ int_to_bv n)`, also written `int2bv`
    FromInt(u32),
    /// `ubv_to_int`, also written `bv2nat`
    ToNat,
    /// `sbv_to_int`
    ToInt,
}
