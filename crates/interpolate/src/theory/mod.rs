//! Interpolation of two cubes where rational Farkas multipliers do not settle the conflict.
//!
//! Each method takes two lists of literals A and B that contradict each other, and the variables they share. What it
//! returns is a quantifier-free formula over the shared variables that A implies and that contradicts B; `None` means
//! that the method does not apply or that the budget is spent.
//!
//! | method | settles | by |
//! | --- | --- | --- |
//! | `literals` | conflicts with one side's shared literals, of any theory | unsatisfiable cores |
//! | `integer` | most conflicts of linear integers | congruences, case splits, Farkas multipliers |
//! | `project` | all conflicts of linear integers, reals and both mixed | exact projection, guided by models |
//! | `equality` | all conflicts of uninterpreted functions, most of datatypes | congruence closure |
//! | `array` | reads and writes whose indices one side knows | congruence closure, case splits |
//! | `model_based` | what Z3 can project: bit-vectors, arrays, datatypes | model-based projection |

mod array;
mod closure;
mod cover;
mod eliminate;
mod equality;
mod explain;
mod integer;
mod integral;
mod literals;
mod meter;
mod model_based;
mod project;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use array::array;
pub use equality::equality;
pub use integer::integer;
pub use literals::literals;
pub use model_based::model_based;
pub use project::project;
