//! Horn problems: predicates, rules `premises ∧ constraint ⇒ head`, goals, and the way from assertions to them.
//!
//! [`normalise`] takes the assertions of a script in whatever shape they were written and gives a [`Problem`] in normal
//! form. Nothing here knows how a problem is solved.

mod body;
mod clausify;
mod describe;
mod graph;
mod polarity;
mod problem;
mod rename;
mod script;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use clausify::{Assertion, HornError, normalise};
pub use describe::Description;
pub use problem::{Atom, PredId, Predicate, Premise, Problem, Rule, RuleId};
pub use rename::Renamed;
pub use script::sort_declarations;
