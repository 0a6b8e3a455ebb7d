//! What all solvers and models over one context share.

use super::{
    encode::Encoder,
    ffi::{Context, Error, Result},
};
use alphorn_run::stop::Stop;
use std::cell::RefCell;

/// A context and the terms it knows.
pub struct Session {
    /// The context.
    pub context: Context,
    /// The terms.
    pub encoder: RefCell<Encoder>,
}

impl Session {
    /// A new context that `stop` interrupts. After a stop there is none: who goes on for a while makes many in vain, and each
    /// costs milliseconds.
    pub fn new(stop: &Stop) -> Result<Self> {
        if let Some(cause) = stop.cause() {
            return Err(Error(cause.to_string()));
        }
        let context = Context::new(stop)?;
        let encoder = RefCell::new(Encoder::new(&context));
        Ok(Session { context, encoder })
    }
}
