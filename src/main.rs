//! The command line of Alphorn.

use std::process::ExitCode;

fn main() -> ExitCode {
    alphorn::cli::main()
}
