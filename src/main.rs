//! The command line of Alphorn.

use std::process::ExitCode;

/// Looks at standard output before the runtime does, which puts another in the place of one that is closed.
extern "C" fn look() {
    alphorn::cli::look_at_standard_output();
}

// SAFETY: the loader calls what stands in this section before `main`, and `look` needs nothing of the runtime.
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

fn main() -> ExitCode {
    alphorn::cli::main()
}
