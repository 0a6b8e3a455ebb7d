//! What reads text that strangers wrote, as plain functions of bytes that any fuzzer can call.
//!
//! A target fails by a panic or by the end of the process. What it is given may be wrong in every way: that is an error
//! that the library reports, and no failure.

mod targets;

pub use targets::{calls, certificate, evidence, reader, script, sexprs};

/// A target.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 6] = [
    ("sexprs", sexprs),
    ("reader", reader),
    ("evidence", evidence),
    ("certificate", certificate),
    ("calls", calls),
    ("script", script),
];

/// The line that parts a script from the evidence about it.
pub const EVIDENCE: &str = "\n;;; evidence\n";
