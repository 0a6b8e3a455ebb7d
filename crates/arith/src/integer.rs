//! Tools for integer columns: tightened rows, integer equations, lattices of integer points.

mod basis;
mod congruence;
mod equations;
mod lattice;
mod tighten;

pub use congruence::{Congruence, Description};
pub use equations::{NoIntegerPoint, solve_equations};
pub use lattice::Lattice;
pub use tighten::tighten;

use dashu_int::IBig;

/// A vector of integers, one a column.
pub type Vector = Vec<IBig>;

/// `Σ a_i · b_i`.
fn dot(a: &[IBig], b: &[IBig]) -> IBig {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `target += factor · other`.
fn add_mul(target: &mut [IBig], factor: &IBig, other: &[IBig]) {
    for (target, other) in target.iter_mut().zip(other) {
        *target += factor * other;
    }
}
