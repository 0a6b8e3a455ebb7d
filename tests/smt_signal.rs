//! Ctrl-C belongs to the program, also while Z3 computes. In a process of its own: it gets the signal.

use alphorn::{
    smt::{Outcome, Smt, SmtConfig},
    stop::{Cause, Stop},
    term::{Op, SortId, Terms},
};
use std::{process::Command, thread, time::Duration};

#[test]
fn the_programs_handler_sees_the_signal_and_stops_the_check() {
    let stop = Stop::new();
    let stopping = stop.clone();
    ctrlc::set_handler(move || stopping.stop(Cause::Interrupt)).expect("the first handler");
    let mut terms = Terms::new();
    // x^3 + y^3 + z^3 = 42: it has a solution, which nobody finds soon.
    let cubes: Vec<_> =
        ["x", "y", "z"].map(|name| terms.fresh(name, SortId::INT)).map(|x| terms.app(Op::Mul, [x, x, x])).into();
    let (sum, number) = (terms.app(Op::Add, cubes), terms.int(42));
    let hard = terms.eq(sum, number);
    let mut smt = Smt::new(SmtConfig { timeout: Some(Duration::from_secs(20)), ..SmtConfig::default() }, &stop);
    smt.assert(&terms, hard);
    let sender = thread::spawn(|| {
        thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill").args(["-INT", &std::process::id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    });
    assert_eq!(smt.check(&terms, &[]), Outcome::Unknown("interrupted".into()));
    assert_eq!(stop.cause(), Some(Cause::Interrupt));
    sender.join().expect("the sender does not panic");
}
