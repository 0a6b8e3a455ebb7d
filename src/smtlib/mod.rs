//! SMT-LIB scripts: S-expressions with spans, commands, sort checking, error messages.

pub mod sexpr;
