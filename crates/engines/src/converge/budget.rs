//! A cap on work that may be left undone.

use alphorn_run::{clock::thread_time, stop::Stop};
use alphorn_smt::Smt;
use std::time::Duration;

/// How much may be done.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Calls of solvers.
    pub calls: u64,
    /// Z3's own steps in all these calls.
    pub steps: u32,
    /// Time of the processor for the thread that does it: on a busy machine no less is done.
    pub time: Duration,
}

/// What is left of it. Calls and steps are the same on every run; the time is there to end what they do not count.
pub struct Budget {
    calls: u64,
    steps: u32,
    /// A solver in the context whose steps count, and their number when the budget was made.
    clock: Smt,
    start: u32,
    deadline: Duration,
    stop: Stop,
}

impl Budget {
    /// All of what the caps say, for solvers in the context of `clock`, and nothing after `stop`.
    pub fn new(caps: Caps, clock: Smt, stop: &Stop) -> Self {
        let Caps { calls, steps, time } = caps;
        Budget { calls, steps, start: clock.steps(), clock, deadline: thread_time() + time, stop: stop.clone() }
    }

    /// The steps that were made.
    pub fn steps_done(&self) -> u32 {
        self.clock.steps().wrapping_sub(self.start)
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.calls == 0 || self.steps_done() >= self.steps || self.stop.is_stopped() || thread_time() >= self.deadline
    }

    /// Takes a call; whether there was one to take.
    pub fn take(&mut self) -> bool {
        let open = !self.is_spent();
        self.calls -= u64::from(open);
        open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::{Op, SortId, Terms};
    use alphorn_run::stop::Cause;
    use alphorn_smt::{Outcome, SmtConfig};
    use std::{hint::black_box, thread};

    const CAPS: Caps = Caps { calls: 2, steps: u32::MAX, time: Duration::from_secs(60) };

    #[test]
    fn it_ends_by_calls_by_time_and_by_the_stop() {
        let stop = Stop::new();
        let clock = || Smt::new(SmtConfig::default(), &stop);
        let mut calls = Budget::new(CAPS, clock(), &stop);
        assert_eq!([(); 3].map(|()| calls.take()), [true, true, false]);
        let mut time = Budget::new(Caps { time: Duration::from_millis(20), ..CAPS }, clock(), &stop);
        thread::sleep(Duration::from_millis(40));
        assert!(time.take(), "a thread that sleeps spends nothing");
        let mut n = 0u64;
        while !time.is_spent() {
            n = black_box(n + 1);
        }
        assert!(!time.take());
        let mut stopped = Budget::new(CAPS, clock(), &stop);
        stop.stop(Cause::Cancelled);
        assert!(!stopped.take());
    }

    #[test]
    fn it_ends_by_the_steps_of_other_solvers_in_the_same_context() {
        let (mut terms, stop) = (Terms::new(), Stop::new());
        let mut smt = Smt::new(SmtConfig::default(), &stop);
        let budget = Budget::new(Caps { steps: 100, ..CAPS }, smt.sibling(), &stop);
        assert!(!budget.is_spent());
        let numbers: Vec<_> = (0..9).map(|i| terms.fresh(&format!("x{i}"), SortId::INT)).collect();
        let (zero, seven) = (terms.int(0), terms.int(7));
        for &number in &numbers {
            let bounds = [terms.le(zero, number), terms.app(Op::Lt, [number, seven])];
            bounds.iter().for_each(|&bound| smt.assert(&terms, bound));
        }
        let distinct = terms.app(Op::Distinct, numbers);
        smt.assert(&terms, distinct);
        assert_eq!(smt.check(&terms, &[]), Outcome::Unsat, "nine pigeons in seven holes");
        assert!(budget.is_spent());
    }
}
