//! On random problems the verdict with any subset of the passes is the verdict without, and all evidence checks.

use crate::common::{
    generator::{Generated, generate_with},
    script::Script,
};
use alphorn::{
    answer::{Answer, Checked},
    transform::{NAMES, Selection},
};
use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};
use std::{cell::Cell, time::Duration};

/// Time for one answer.
const TIME: Duration = Duration::from_millis(500);

#[test]
fn any_passes_keep_the_verdict() {
    let long = std::env::var_os("ALPHORN_LONG").is_some();
    let cases = if long { 20_000 } else { 500 };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let counts = Counts::default();
    let strategy = (vec(any::<u16>(), 10..160), any::<u32>());
    // The short run is the same every time; the long one is another each time.
    let mut runner = if long {
        TestRunner::new(config)
    } else {
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
    };
    let result = runner.run(&strategy, |(choices, subset)| {
        check(&generate_with(&choices, true), subset, &counts).map_err(TestCaseError::fail)
    });
    eprintln!("{counts:?}");
    result.unwrap_or_else(|failure| panic!("{failure}"));
    let Counts { derivable, solved, .. } = counts;
    assert!(derivable.get() >= cases / 10 && solved.get() >= cases / 10, "too few of the problems are answered");
}

#[derive(Debug, Default)]
struct Counts {
    derivable: Cell<u32>,
    solved: Cell<u32>,
    open: Cell<u32>,
}

impl Counts {
    fn add(&self, checked: Option<&Checked>) {
        let count = match checked {
            Some(checked) if checked.is_derivable() => &self.derivable,
            Some(_) => &self.solved,
            None => &self.open,
        };
        count.set(count.get() + 1);
    }
}

fn check(generated: &Generated, subset: u32, counts: &Counts) -> Result<(), String> {
    let on = |i: usize| (subset >> (2 + i)) & 1 == 1;
    let names: Vec<&str> = NAMES.iter().enumerate().filter(|(i, _)| on(*i)).map(|(_, name)| *name).collect();
    let passes: Selection = match names[..] {
        _ if subset.is_multiple_of(4) => Selection::all(),
        [] => Selection::none(),
        _ => names.join(",").parse().unwrap(),
    };
    let engine = if generated.acyclic { "bmc" } else { "la" };
    let with = answer(generated, engine, &passes)?;
    let without = answer(generated, engine, &Selection::none())?;
    if let (Some(with), Some(without)) = (&with, &without)
        && with.is_derivable() != without.is_derivable()
    {
        return Err(format!("with {passes} derivable: {}\n{}", with.is_derivable(), generated.text));
    }
    counts.add(with.as_ref());
    Ok(())
}

/// The verdict, if there is one in time; evidence that does not check or cannot be carried back is an error.
fn answer(generated: &Generated, engine: &str, passes: &Selection) -> Result<Option<Checked>, String> {
    let mut script = Script::read(&generated.text)?;
    let answer = script.answer(engine, passes, TIME);
    if script.was_solved_again() {
        return Err(format!("with {passes} the evidence is not accepted\n{}", generated.text));
    }
    match answer {
        Answer::Checked(checked) => Ok(Some(checked)),
        Answer::Unknown(_) => Ok(None),
        Answer::Rejected(failure) => Err(format!("with {passes}: {failure}\n{}", generated.text)),
    }
}
