use super::*;
use alphorn_run::{
    clock::thread_time,
    stop::Cause,
    turns::{Share, Turns},
};
use std::{
    thread,
    time::{Duration, Instant},
};

const PROMPT: Duration = Duration::from_millis(100);

/// Checks something endless while another thread stops it after `delay`. Returns how long the check went on after that.
fn stopped_after(delay: Duration) -> Duration {
    let stop = Stop::new();
    let mut terms = Terms::new();
    let hard = endless(&mut terms);
    let mut smt = Smt::new(SmtConfig::default(), &stop);
    smt.assert(&terms, hard);
    let stopper = thread::spawn(move || {
        thread::sleep(delay);
        let start = Instant::now();
        stop.stop(Cause::Interrupt);
        start
    });
    let outcome = smt.check(&terms, &[]);
    let end = Instant::now();
    assert_eq!(outcome, Outcome::Unknown("interrupted".into()));
    let again = Instant::now();
    assert_eq!(smt.check(&terms, &[]), Outcome::Unknown("interrupted".into()), "it stays stopped");
    assert!(again.elapsed() < PROMPT);
    end.saturating_duration_since(stopper.join().expect("the stopper does not panic"))
}

#[test]
fn a_check_under_way_ends_soon_after_a_stop() {
    let late = stopped_after(Duration::from_millis(300));
    assert!(late < PROMPT, "{late:?}");
}

#[test]
fn a_stop_just_before_or_after_the_start_of_a_check_is_not_lost() {
    // Around the moment when Z3 begins to listen; the time of a check that missed it would be without end.
    for i in 0..40 {
        let late = stopped_after(Duration::from_micros(i * 50));
        assert!(late < Duration::from_secs(1), "{late:?} for {i}");
    }
}

#[test]
fn elimination_ends_soon_after_a_stop() {
    let stop = Stop::new();
    let mut terms = Terms::new();
    let x = terms.fresh_var("x", SortId::INT);
    let xt = terms.var_term(x);
    let (hard, [y]) = (endless(&mut terms), ints(&mut terms));
    let cube = terms.app(Op::Mul, [xt, xt, y]);
    let relation = terms.le(cube, y);
    let body = terms.and([hard, relation]);
    let smt = Smt::new(SmtConfig::default(), &stop);
    let stopping = stop.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        stopping.stop(Cause::Interrupt);
    });
    let start = Instant::now();
    assert_eq!(smt.eliminate(&mut terms, &[x], body, Duration::from_secs(60)), None);
    assert!(stop.is_stopped(), "it gave up by itself");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    stopper.join().expect("the stopper does not panic");
}

#[test]
fn nothing_starts_after_a_stop() {
    let stop = Stop::new();
    let mut terms = Terms::new();
    let top = terms.top();
    let mut smt = Smt::new(SmtConfig::default(), &stop);
    stop.stop(Cause::Timeout);
    assert_eq!(smt.check(&terms, &[top]), Outcome::Unknown("timeout".into()));
    let mut late = Smt::new(SmtConfig::default(), &stop);
    assert_eq!(late.check(&terms, &[]), Outcome::Unknown("timeout".into()));
    // With a context each, these would take seconds.
    let before = thread_time();
    (0..500).for_each(|_| drop(Smt::new(SmtConfig::default(), &stop)));
    assert!(thread_time() - before < PROMPT);
}

#[test]
fn a_stop_after_the_solver_is_gone_does_no_harm() {
    let stop = Stop::new();
    let mut terms = Terms::new();
    let top = terms.top();
    let mut smt = Smt::new(SmtConfig::default(), &stop);
    assert_eq!(smt.check(&terms, &[top]), Outcome::Sat);
    let mut model = smt.model();
    drop(smt);
    assert_eq!(model.is_true(&terms, top), Some(true), "a model outlives its solver");
    drop(model);
    stop.stop(Cause::Cancelled);
}

/// One more of them than there are holes.
fn pigeons(terms: &mut Terms, holes: usize) -> TermId {
    let mut places: Vec<Vec<TermId>> = Vec::new();
    for _ in 0..=holes {
        places.push((0..holes).map(|_| terms.fresh("in", SortId::BOOL)).collect());
    }
    let mut parts: Vec<TermId> = places.iter().map(|own| terms.or(own.clone())).collect();
    for (at, one) in places.iter().enumerate() {
        for other in &places[..at] {
            for (&a, &b) in one.iter().zip(other) {
                let both = terms.and([a, b]);
                parts.push(terms.not(both));
            }
        }
    }
    terms.and(parts)
}

/// Two who take turns, each in a thread of its own, one of them in the midst of a question without end.
#[test]
fn who_takes_turns_gives_way_in_the_midst_of_a_question_and_is_woken_by_a_stop() {
    let (turns, all) = (Turns::new(1, Duration::ZERO), Stop::new());
    let [busy, quick] = [turns.join(Share::always(1)), turns.join(Share::always(1))];
    thread::scope(|scope| {
        let endless_work = || {
            let (stop, _linked) = all.taking_turns(busy.clone());
            let mut terms = Terms::new();
            let hard = endless(&mut terms);
            let mut smt = Smt::new(SmtConfig::default(), &stop);
            smt.check(&terms, &[hard])
        };
        let endless = scope.spawn(endless_work);
        // Long enough for the other to start.
        thread::sleep(Duration::from_millis(100));
        let (stop, _linked) = all.taking_turns(quick.clone());
        let (mut terms, start) = (Terms::new(), Instant::now());
        let top = terms.top();
        assert_eq!(Smt::new(SmtConfig::default(), &stop).check(&terms, &[top]), Outcome::Sat);
        assert!(!endless.is_finished() && start.elapsed() < Duration::from_secs(60));
        all.stop(Cause::Cancelled);
        assert_eq!(endless.join().expect("it ends"), Outcome::Unknown("cancelled".into()));
    });
}

#[test]
fn a_question_of_who_takes_turns_has_no_more_steps_than_its_limit() {
    let (turns, all) = (Turns::new(1, Duration::ZERO), Stop::new());
    let (stop, _linked) = all.taking_turns(turns.join(Share::always(1)));
    let mut terms = Terms::new();
    let hard = pigeons(&mut terms, 11);
    let mut smt = Smt::new(SmtConfig { rlimit: Some(2_000_000), ..SmtConfig::default() }, &stop);
    assert_eq!(smt.check(&terms, &[hard]), Outcome::Unknown("resource limit".into()));
    assert!(smt.steps() >= 2_000_000, "it was asked again after it was cut short: {}", smt.steps());
}
