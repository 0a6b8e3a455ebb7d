//! Every interpolant is checked by a Z3 context of its own: A implies it, it contradicts B, its variables are shared.

mod arithmetic;
mod equalities;
mod functions;
mod named;
mod pair;
mod random;

use pair::{Method, Pair};
