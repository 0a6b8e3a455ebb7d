//! Another solver as a member of a portfolio: it is given the problem as a script, and what it prints is read. That it answers
//! counts for nothing. A solution counts when it holds. Of a derivation only the ground facts are read, in whatever dialect it
//! is; it counts when it can be made anew from them.

mod facts;
mod printed;
mod rebuild;

use super::Engine;
use alphorn_logic::{
    horn::{Problem, sort_declarations},
    smtlib::{Command as Read, Reader, Source},
    term::{Lambda, Op, Terms, quote_symbol},
    witness::{Derivation, Solution, Unknown, Verdict},
};
use alphorn_run::{group::Group, limit::with_limit, statistics::Statistics, stop::Stop};
use alphorn_sexpr::{Sexpr, Sexprs};
use std::{
    fmt::Write as _,
    fs,
    io::{self, Read as _},
    path::PathBuf,
    process::{self, Command, Stdio},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
    time::Duration,
};

/// How often it is looked whether the solver has to end.
const LOOK: Duration = Duration::from_millis(10);
/// Time for making a derivation anew.
const REBUILDING: Duration = Duration::from_secs(20);

/// Another solver.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// Its command line, with blanks between the words; the script's path is added, or put in for `{file}`.
    pub command: String,
}

impl Engine for Foreign {
    fn name(&self) -> &'static str {
        "foreign"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, _: &mut Statistics, stop: &Stop) -> Verdict {
        // One of the two is answered with an error, and what some solvers do not know they pass over. A script that also asked
        // that proofs be kept would be answered `unknown` by Z3 5.4.
        let declarations = sort_declarations(terms);
        let script = problem.script(terms, &declarations) + "(get-model)\n(get-proof)\n";
        let said = match self.run(&script, stop) {
            Ok(said) => said,
            Err(error) => return Verdict::Unknown(Unknown::because(format!("{}: {error}", self.command))),
        };
        if let Some(solution) = solution(terms, problem, &said) {
            return Verdict::Solved(solution);
        }
        match derivation(terms, problem, &said, stop) {
            Some(derivation) => Verdict::Derivable(derivation),
            None => Verdict::Unknown(Unknown::because(format!("{} shows nothing that holds", self.command))),
        }
    }
}

impl Foreign {
    /// What the solver prints about a script.
    fn run(&self, script: &str, stop: &Stop) -> io::Result<String> {
        let file = Temporary::new(script)?;
        let path = file.0.display().to_string();
        let mut words: Vec<String> =
            self.command.split_whitespace().map(|word| word.replace("{file}", &path)).collect();
        if !self.command.contains("{file}") {
            words.push(path);
        }
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = Group::spawn(&mut command)?;
        let output = group.leader().stdout.take();
        let reader = thread::Builder::new().spawn(move || {
            let mut said = String::new();
            output.map(|mut output| output.read_to_string(&mut said)).transpose().map(|_| said)
        })?;
        while !reader.is_finished() {
            // What has left the group may hold the pipe open for ever. It ends with the process, and so does the thread.
            if stop.is_stopped() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            thread::sleep(LOOK);
        }
        reader.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
    }
}

/// A file that is removed when it is no longer needed.
struct Temporary(PathBuf);

impl Temporary {
    fn new(text: &str) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("alphorn-{}-{}.smt2", process::id(), NEXT.fetch_add(1, Relaxed));
        let file = Temporary(std::env::temp_dir().join(name));
        fs::write(&file.0, text)?;
        Ok(file)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // It may have been removed by others.
        let _ = fs::remove_file(&self.0);
    }
}

/// The solution in what a solver printed: `(define-fun …)` for each predicate, bare or in a list.
fn solution(terms: &mut Terms, problem: &Problem, said: &str) -> Option<Solution> {
    let (printed, _) = Sexprs::read_prefix(said);
    let is_definition = |part: &Sexpr| part.head().is_some_and(|head| head.is_word("define-fun"));
    let mut script = String::new();
    for part in printed.iter() {
        let own = is_definition(&part).then_some(part);
        for definition in part.children().filter(is_definition).chain(own) {
            script += definition.text();
            script.push('\n');
        }
    }
    for predicate in &problem.predicates {
        let fun = terms.fun(predicate.fun);
        let name = quote_symbol(&fun.name);
        let sorts = fun.params.iter().map(|&sort| terms.display_sort(sort)).enumerate();
        let binders: Vec<String> = sorts.map(|(i, sort)| format!("(y{i} {sort})")).collect();
        let args: Vec<String> = (0..binders.len()).map(|i| format!(" y{i}")).collect();
        // Writing to a string cannot fail.
        let _ = match binders.is_empty() {
            true => writeln!(script, "(assert {name})"),
            false => writeln!(script, "(assert (forall ({}) ({name}{})))", binders.join(" "), args.concat()),
        };
    }
    let (mut reader, source) = (Reader::new(), Source::whole("model", script));
    let mut definitions = Vec::new();
    while let Some(command) = reader.next(terms, &source).ok()? {
        let Read::Assert(assertion) = command.command else { continue };
        let arity = terms.fun(problem.predicates.get(definitions.len())?.fun).params.len();
        definitions.push(match terms.op(assertion.term) {
            _ if arity == 0 => Lambda { params: Vec::new(), body: assertion.term },
            Op::Forall(params) => Lambda { params: params.to_vec(), body: terms.args(assertion.term)[0] },
            _ => return None,
        });
    }
    (definitions.len() == problem.predicates.len()).then_some(Solution { definitions })
}

/// The derivation that can be made from the facts in what a solver printed, if it says `unsat`.
fn derivation(terms: &mut Terms, problem: &Problem, said: &str, stop: &Stop) -> Option<Derivation> {
    if !said.lines().any(|line| line.trim() == "unsat") {
        return None;
    }
    let facts = facts::facts(terms, problem, said);
    let (limited, _linked) = stop.child();
    with_limit(Some(REBUILDING), &limited, || rebuild::rebuild(terms, problem, facts, &limited))
}

#[cfg(test)]
mod tests;
