//! Every engine on the same problems: none answers wrongly, no two disagree, and all evidence is checked.

mod common;

use alphorn::{
    answer::{Answer, Checked},
    engine::NAMES,
    transform::Selection,
};
use common::{
    generator::{Generated, generate},
    root,
    script::Script,
};
use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};
use std::{cell::RefCell, collections::BTreeMap, fs, ops::Range, time::Duration};

/// What it takes to prove the safe variant of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// Finitely many derivations to refute.
    Paths,
    /// A fact about a loop, or about a procedure that calls itself.
    Induction,
}

/// Each has a file `-safe` and one `-unsafe`.
const CASES: [(&str, Needs); 19] = [
    ("papers/cav06/lock", Needs::Induction),
    ("papers/cav06/lock-paths", Needs::Induction),
    ("papers/cav10/diamond", Needs::Paths),
    ("papers/cav10/call1", Needs::Paths),
    ("papers/cav10/simple", Needs::Paths),
    ("papers/cav10/loop1", Needs::Induction),
    ("papers/cav10/fixed-loop", Needs::Paths),
    ("papers/cav10/rec1", Needs::Induction),
    ("papers/cav14/transition-system", Needs::Induction),
    ("papers/cav14/procedure-summary", Needs::Paths),
    ("papers/cav14/recursive-summary", Needs::Induction),
    ("papers/cp09/fig1", Needs::Paths),
    ("papers/cp09/fig2a", Needs::Paths),
    ("papers/cp09/fig4", Needs::Induction),
    ("papers/popl04/fig7", Needs::Paths),
    ("papers/popl04/fig8", Needs::Paths),
    ("papers/popl04/fig9", Needs::Paths),
    ("papers/popl04/locking-loop", Needs::Induction),
    ("shapes/multi-goal", Needs::Induction),
];

/// All engines, and some with other options than their defaults.
fn engines() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain(["la+lawi", "clp+deletion", "predabs+boolean", "portfolio+threads"])
}

/// What an engine does not prove: it is not k-inductive, or no constraint of a run says it, so that deletion leaves nothing of
/// it.
const NOT_PROVED: [(&str, &str); 4] = [
    ("kind", "papers/cav10/loop1"),
    ("kind", "papers/cav10/rec1"),
    ("clp+deletion", "papers/cav10/loop1"),
    ("clp+deletion", "papers/cav14/transition-system"),
];

/// Engines that answer only where no rule has several premises.
const LINEAR: [&str; 4] = ["forward", "clp", "clp+deletion", "imc"];

/// Time for an answer that must come, for one that may not, and for one that may not among thousands.
const MUST: Duration = Duration::from_secs(120);
const MAY: Duration = Duration::from_millis(300);
const MAY_OF_MANY: Duration = Duration::from_millis(100);

#[test]
fn every_engine_answers_the_table() {
    let mut failures = Vec::new();
    for engine in engines() {
        for (case, needs) in CASES {
            // Bounded model checking proves no more than that there are no derivations up to some height.
            let proves = !NOT_PROVED.contains(&(engine, case)) && (engine != "bmc" || needs == Needs::Paths);
            for (variant, derivable, must) in [("safe", false, proves), ("unsafe", true, true)] {
                let text = fs::read_to_string(root().join(format!("benchmarks/{case}-{variant}.smt2"))).unwrap();
                let must = must && (!LINEAR.contains(&engine) || Script::read(&text).unwrap().problem.is_linear());
                match answer(&text, engine, &Selection::none(), if must { MUST } else { MAY }) {
                    Ok(Some(checked)) if checked.is_derivable() == derivable => {}
                    Ok(Some(_)) => failures.push(format!("{engine} is wrong about {case}-{variant}")),
                    Ok(None) if must => failures.push(format!("{engine} does not answer {case}-{variant}")),
                    Ok(None) => {}
                    Err(reason) => failures.push(format!("{engine} on {case}-{variant}: {reason}")),
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Each problem has a number. The long run has thousands, and can be split, and go on where another ended:
/// `ALPHORN_PROBLEMS=2500..5000`.
#[test]
fn no_two_engines_disagree() {
    let long = std::env::var_os("ALPHORN_LONG").is_some();
    let chosen = std::env::var("ALPHORN_PROBLEMS").ok().filter(|_| long).map(|text| range(&text));
    let (numbers, time) = if long { (chosen.unwrap_or(0..10_000), MAY_OF_MANY) } else { (0..100, MAY) };
    let strategy = (vec(any::<u16>(), 10..160), any::<bool>());
    let answered = RefCell::new(BTreeMap::new());
    for number in numbers.clone() {
        if long && number % 100 == 0 {
            eprintln!("from {number} on: {:?}", answered.borrow());
        }
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        let config = Config { cases: 1, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
        let result = runner.run(&strategy, |(choices, plain)| {
            let passes = if plain { Selection::none() } else { Selection::all() };
            compare(&generate(&choices), &passes, time, &mut answered.borrow_mut()).map_err(TestCaseError::fail)
        });
        result.unwrap_or_else(|failure| panic!("problem {number}: {failure}"));
    }
    let answered = answered.into_inner();
    eprintln!("{} problems: {answered:?}", numbers.end - numbers.start);
    for engine in engines() {
        let [solved, derivable] = answered[engine];
        let least = (numbers.end - numbers.start) / 10;
        assert!(solved.min(derivable) >= least, "{engine} answers too few of the problems: {answered:?}");
    }
}

fn range(text: &str) -> Range<u64> {
    let ends = text.split_once("..").and_then(|(from, to)| from.parse().ok().zip(to.parse().ok()));
    let (from, to) = ends.expect("two numbers, such as 2500..5000");
    from..to
}

/// Counts for each engine the problems with a solution and those with a derivation.
fn compare(
    generated: &Generated,
    passes: &Selection,
    time: Duration,
    answered: &mut BTreeMap<&str, [u64; 2]>,
) -> Result<(), String> {
    let mut first: Option<(&str, bool)> = None;
    for engine in engines() {
        let text = &generated.text;
        let found = answer(text, engine, passes, time).map_err(|e| format!("{engine}: {e}\n{text}"))?;
        let counts = answered.entry(engine).or_default();
        let Some(derivable) = found.map(|checked| checked.is_derivable()) else { continue };
        counts[usize::from(derivable)] += 1;
        let (other, verdict) = *first.get_or_insert((engine, derivable));
        if verdict != derivable {
            return Err(format!("{engine} says derivable: {derivable}, {other} says {verdict}\n{text}"));
        }
    }
    Ok(())
}

/// The verdict, if there is one in time; evidence that does not check is an error.
fn answer(text: &str, engine: &str, passes: &Selection, time: Duration) -> Result<Option<Checked>, String> {
    match Script::read(text)?.answer(engine, passes, time) {
        Answer::Checked(checked) => Ok(Some(checked)),
        Answer::Unknown(_) => Ok(None),
        Answer::Rejected(failure) => Err(failure.to_string()),
    }
}
