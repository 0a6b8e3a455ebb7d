//! The command lines of all dialects.

use std::{ffi::OsString, os::unix::ffi::OsStringExt};

/// Each line is an argument. Nothing is run.
pub fn calls(data: &[u8]) {
    let arguments = data.split(|byte| *byte == b'\n').map(|word| OsString::from_vec(word.to_vec()));
    alphorn::cli::understands(arguments.collect());
}
