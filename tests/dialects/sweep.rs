//! All evidence for other people's problems: a long run (`ALPHORN_LONG=1`), one line a file.
//!
//! Derivations are read back in every dialect. Models pass the competition's validation, and every obligation is confirmed
//! by the built-in Z3 and by the solvers of `ALPHORN_SOLVERS` (a command a line). `ALPHORN_SWEEP` chooses files by a part of
//! their path, `ALPHORN_SECONDS` the time for each.

use super::{Said, ask, common, question_start, verify};
use alphorn::{
    check::{Answer, Backend, Process, Why, Z3Text, check_solution},
    stop::Stop,
};
use std::{collections::BTreeMap, fs, panic, path::Path, time::Duration};

/// Time for a solver to decide one obligation.
const OBLIGATION: Duration = Duration::from_secs(20);

/// The outcome for one file: a short word and what there is to say.
type Line = (&'static str, String);

#[test]
fn all_evidence_of_other_peoples_problems_is_confirmed() {
    if std::env::var_os("ALPHORN_LONG").is_none() {
        return;
    }
    let Some(files) = common::bench(|_, _| true) else { return };
    let part = std::env::var("ALPHORN_SWEEP").unwrap_or_default();
    let seconds = std::env::var("ALPHORN_SECONDS").unwrap_or("5".into());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in files.iter().filter(|path| path.display().to_string().contains(&part)) {
        let (word, text) = panic::catch_unwind(|| sweep(path, &seconds)).unwrap_or_else(|cause| {
            let text = cause.downcast_ref::<String>().cloned();
            ("FAILED", text.unwrap_or_else(|| "a panic without a message".into()))
        });
        println!("{word}\t{}\t{}", path.display(), text.replace('\n', " "));
        *counts.entry(word).or_default() += 1;
    }
    println!("{counts:?}");
    assert!(!counts.contains_key("FAILED") && counts.len() > 1, "{counts:?}");
}

fn sweep(path: &Path, seconds: &str) -> Line {
    let source = fs::read_to_string(path).unwrap();
    let Some(said) = ask(&source, seconds) else { return ("asks nothing", String::new()) };
    let rejected = said.errors.contains("failed its check") && !said.errors.contains("timeout");
    assert!(!rejected, "rejected evidence: {}", said.errors);
    assert!(!said.errors.contains("panicked"), "{}", said.errors);
    if let Some(all) = &said.derivation {
        let reason = verify(&path.display().to_string(), &source, all);
        return reason.map_or(("derivation", String::new()), |reason| ("derivation without Alethe", reason));
    }
    let Some(model) = &said.model else { return ("open", said.verdict) };
    let open = confirm(&source, &said, model);
    if open.is_empty() { ("model", String::new()) } else { ("model with doubts", open.join("; ")) }
}

/// Confirms a model; what a solver could not decide is returned. A refutation is a panic.
fn confirm(source: &str, said: &Said, model: &str) -> Vec<String> {
    let mut open = Vec::new();
    let is_of_the_competition = !said.is_query && !source.contains("(declare-rel");
    if is_of_the_competition {
        let solver = common::z3().replace("-in", "-T:60");
        let accepted = common::competition::competition_accepts(source, &format!("sat\n{model}"), &solver);
        if let Err(why) = accepted {
            let is_undecided = ["timeout", "unknown"].iter().any(|word| why.ends_with(word));
            assert!(is_undecided, "the competition would refuse it: {why}");
            open.push(format!("the competition's validation: {why}"));
        }
    }
    let query = question_start(source).unwrap() as u32;
    let built_in = ("built-in Z3".to_string(), Box::new(Z3Text::new(Stop::new(), OBLIGATION)) as Box<dyn Backend>);
    let processes = common::solvers().into_iter().map(|command| {
        let process = Process::new(&command, Stop::new(), OBLIGATION);
        (command, Box::new(process) as Box<dyn Backend>)
    });
    for (name, backend) in [built_in].into_iter().chain(processes) {
        let mut patient = Patient { backend, undecided: Vec::new() };
        match check_solution(source, query, model, &mut patient) {
            Ok(_) => {}
            Err(failure) if failure.why == Why::Refuted => panic!("{name} refutes it: {failure}"),
            Err(failure) => open.push(format!("{name}: {failure}")),
        }
        let undecided = patient.undecided.first();
        open.extend(undecided.map(|why| format!("{name}: {} undecided: {why}", patient.undecided.len())));
    }
    open
}

/// Goes on where a solver does not know, and keeps why.
struct Patient {
    backend: Box<dyn Backend>,
    undecided: Vec<String>,
}

impl Backend for Patient {
    fn start(&mut self, prelude: &str) -> Result<(), String> {
        self.backend.start(prelude)
    }

    fn check(&mut self, asserts: &str) -> Answer {
        match self.backend.check(asserts) {
            Answer::Unknown(why) => {
                self.undecided.push(why);
                Answer::Unsat
            }
            answer => answer,
        }
    }
}
