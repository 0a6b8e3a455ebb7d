//! Exact rationals, simplex with Farkas certificates, integer tools.

mod rational;

pub use rational::{Rational, content};
