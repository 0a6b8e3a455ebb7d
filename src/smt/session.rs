//! What all solvers and models over one context share.

use super::{
    encode::Encoder,
    ffi::{Context, Result},
};
use crate::stop::Stop;
use std::cell::RefCell;

/// A context and the terms it knows.
pub struct Session {
    /// The context.
    pub context: Context,
    /// The terms.
    pub encoder: RefCell<Encoder>,
}

impl Session {
    /// A new context that `stop` interrupts.
    pub fn new(stop: &Stop) -> Result<Self> {
        let context = Context::new(stop)?;
        let encoder = RefCell::new(Encoder::new(&context));
        Ok(Session { context, encoder })
    }
}
