//! SMT-LIB scripts: S-expressions with spans, commands, sort checking, error messages.
//!
//! A [`Source`] is the text, whole or as it comes through a pipe; a [`Reader`] gives its commands one by one, with
//! terms in a [`crate::term::Terms`] pool. A [`ReadError`] names the innermost place that is wrong.

mod apply;
mod builtin;
mod coerce;
mod command;
mod cursor;
mod datatypes;
mod declare;
mod declare_data;
mod effect;
mod elaborate;
mod error;
mod head;
mod literal;
mod macros;
mod numeric;
mod open;
mod overflow;
mod pattern;
mod place;
mod reader;
mod rules;
mod shape;
mod sorts;
mod source;
mod suggest;
mod symbols;
mod tables;
#[cfg(test)]
mod tests;

pub use command::{Assertion, Attribute, Command, Query, Spanned};
pub use effect::{Effect, Refused};
pub use error::{Position, ReadError};
pub use reader::{COMMANDS, Reader};
pub use source::{Source, decode};
