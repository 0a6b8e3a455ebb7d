//! Terms, formulas and Horn problems; the reader of SMT-LIB scripts; derivations and solutions.

pub mod equations;
pub mod horn;
pub mod scopes;
pub mod smtlib;
pub mod term;
pub mod witness;
