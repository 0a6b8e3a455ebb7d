//! Hash-consed, typed terms in an arena.
//!
//! A [`Terms`] pool owns everything; a [`TermId`] is a `u32` into it. Terms are immutable, equal terms have equal ids, and
//! the arguments of a term always have smaller ids than the term: walking ids upwards is a bottom-up traversal, so nothing
//! here recurses on the machine stack, however deep a term is.

mod array;
mod atom;
mod build;
mod carry;
mod eval;
mod fold;
mod fold_bv;
mod linear;
mod names;
mod op;
mod pool;
mod print;
mod print_op;
#[cfg(any(test, feature = "testing"))]
pub mod random;
mod rank;
mod sharing;
mod simplify;
mod sort;
mod subst;
mod symbol;
mod value;
mod vars;

pub use array::ArrayEntries;
pub use atom::Relation;
pub use eval::{EvalError, Evaluator};
pub use linear::Linear;
pub use names::ParameterNames;
pub use op::{BvOp, Op};
pub use pool::{ConstructorId, DatatypeId, Fun, FunId, Node, TermId, Terms, Var, VarId};
pub use print::Printer;
pub use rank::SortError;
pub use simplify::Simplifier;
pub use sort::{Constructor, Datatype, Field, Sort, SortId};
pub use subst::{Lambda, Substitution};
pub use symbol::quote_symbol;
