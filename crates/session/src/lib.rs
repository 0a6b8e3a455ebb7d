//! Scripts in, checked answers out.

pub mod answer;
pub mod api;
pub mod bound;
pub mod builder;
pub mod certificate;
pub mod cover;
pub mod dialect;
pub mod explain;
pub mod process;
