//! The exit codes; `docs/src/faults.md` tells them to users.

/// Every question was answered, be it by `unknown`.
pub const ANSWERED: u8 = 0;
/// The script has a mistake, or cannot be read.
pub const MISTAKE: u8 = 1;
/// The arguments are wrong.
pub const USAGE: u8 = 2;
/// Evidence failed its check.
pub const REJECTED: u8 = 3;
/// The solver died of a defect; what it owed was answered by `unknown`.
pub const CRASHED: u8 = 4;
/// Something could not be written.
pub const UNWRITTEN: u8 = 5;
