//! Questions of who takes turns with others: they give way before a question, and in the midst of a long one, too. It is cut
//! short and asked again at the next turn, with many more steps.

use super::{
    SmtConfig,
    ffi::{Ast, Checked, Context, Limits, Solver},
    milliseconds,
};

/// Z3's steps after which a question is cut short for the first time (some tenths of a second).
const SLICE: u32 = 1_500_000;
/// How many times as many it has the next time.
const LONGER: u32 = 4;
/// What Z3 says when its own count of steps stops it.
pub(super) const OUT_OF_STEPS: &str = "canceled";

/// The limits of a solver.
pub(super) fn limits(context: &Context, config: SmtConfig) -> Limits {
    let slice = Some(SLICE).filter(|_| context.stop().takes_turns());
    Limits {
        timeout: config.timeout.map_or(0, milliseconds),
        rlimit: config.rlimit.into_iter().chain(slice).min().unwrap_or(0),
        seed: config.seed,
        older_simplex: config.older_simplex,
    }
}

/// Checks the assertions of a solver that was made with these [`limits`] under literals.
pub(super) fn check(context: &Context, solver: &Solver, config: SmtConfig, literals: &[Ast]) -> Checked {
    let stop = context.stop();
    stop.pass();
    let (first, most) = (limits(context, config), config.rlimit.unwrap_or(u32::MAX));
    let mut steps = first.rlimit;
    let mut checked = solver.check(literals);
    while matches!(&checked, Checked::Unknown(reason) if reason == OUT_OF_STEPS)
        && stop.takes_turns()
        && steps < most
        && !stop.is_stopped()
    {
        stop.pass();
        steps = steps.saturating_mul(LONGER).min(most);
        checked = match context.limit(solver, Limits { rlimit: steps, ..first }) {
            Ok(()) => solver.check(literals),
            Err(error) => Checked::Unknown(error.0),
        };
    }
    // Should this fail, the next question only takes longer.
    let _ = if steps == first.rlimit { Ok(()) } else { context.limit(solver, first) };
    checked
}
