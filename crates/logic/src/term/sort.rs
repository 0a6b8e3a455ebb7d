//! Sorts and datatype declarations.

use super::DatatypeId;

/// An interned sort: equal ids are equal sorts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SortId(pub(super) u32);

impl SortId {
    /// Every pool interns these three first, so their ids are fixed.
    pub const BOOL: SortId = SortId(0);
    /// The integers.
    pub const INT: SortId = SortId(1);
    /// The reals, of which only rationals are ever written down.
    pub const REAL: SortId = SortId(2);

    /// Int or Real.
    pub fn is_arithmetic(self) -> bool {
        self == SortId::INT || self == SortId::REAL
    }
}

/// The structure of a sort.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Reals.
    Real,
    /// Bit-vectors of a width of at least one.
    BitVec(u32),
    /// Total maps from the first sort to the second.
    Array(SortId, SortId),
    /// An algebraic datatype, parameters already filled in.
    Datatype(DatatypeId),
    /// A declared sort of which nothing is known but that it is not empty.
    Uninterpreted(Box<str>),
}

/// A datatype with all its parameters filled in: `(List Int)` and `(List Bool)` are two of these.
#[derive(Clone, Debug)]
pub struct Datatype {
    /// The name as declared, without parameters.
    pub name: Box<str>,
    /// What the parameters stand for; empty unless the declaration has `par`.
    pub params: Box<[SortId]>,
    /// In declaration order; empty only while the declaration is being read.
    pub constructors: Vec<Constructor>,
}

/// One constructor of a datatype.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name, shared by all instances of a parametric datatype.
    pub name: Box<str>,
    /// Its fields in order.
    pub fields: Vec<Field>,
}

/// A field of a constructor; its name is the selector's name.
#[derive(Clone, Debug)]
pub struct Field {
    /// The selector's name.
    pub name: Box<str>,
    /// The field's sort.
    pub sort: SortId,
}
