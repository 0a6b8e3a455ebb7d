//! The engines: what they share (search, annotation, pre-analysis, interpolation along derivations), and one driver for each name.

pub mod converge;
pub mod engine;
pub mod forward;
pub mod search;
pub mod seed;
pub mod unwind;
