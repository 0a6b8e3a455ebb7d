//! Another solver as a member of a portfolio: it is given the problem as a script, and its solution is read back. That it
//! answers counts for nothing; a solution counts when it holds. Derivations of other solvers are not read, so a member that
//! says that *false* can be derived is not heard.

use super::{Engine, Statistics};
use crate::{
    group::Group,
    horn::Problem,
    smtlib::{
        Command as Read, Reader, Source,
        sexpr::{Sexpr, Sexprs},
    },
    stop::Stop,
    term::{Lambda, Op, Terms, quote_symbol},
    witness::{Solution, Unknown, Verdict},
};
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
        let script = problem.script(terms, "") + "(get-model)\n";
        let said = match self.run(&script, stop) {
            Ok(said) => said,
            Err(error) => return Verdict::Unknown(Unknown::because(format!("{}: {error}", self.command))),
        };
        match solution(terms, problem, &said) {
            Some(solution) => Verdict::Solved(solution),
            None => Verdict::Unknown(Unknown::because(format!("{} gives no solution", self.command))),
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
        let reader = thread::spawn(move || {
            let mut said = String::new();
            output.map(|mut output| output.read_to_string(&mut said)).transpose().map(|_| said)
        });
        while !reader.is_finished() {
            if stop.is_stopped() {
                group.end();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine::confirm, horn::testing::problem};

    const SAFE: &str = "(declare-fun P (Int) Bool) (declare-fun |q r| () Bool) (assert (P 0)) (assert (=> false |q r|))
        (assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))
        (assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))";

    fn verdict(said: &str) -> Option<bool> {
        let (mut terms, problem) = problem(SAFE);
        let solution = solution(&mut terms, &problem, said)?;
        Some(confirm::holds(&mut terms, &problem, &Verdict::Solved(solution), &Stop::new()))
    }

    #[test]
    fn solutions_are_read_in_every_shape_and_only_good_ones_hold() {
        let p = "(define-fun P ((a Int)) Bool (help a))";
        let help = "(define-fun help ((b Int)) Bool (>= b 0))";
        let q = "(define-fun |q r| () Bool false)";
        assert_eq!(verdict(&format!("sat\n{help}{p}{q}")), Some(true));
        assert_eq!(verdict(&format!("sat\n(model {help}{p}{q})")), Some(true));
        assert_eq!(verdict(&format!("sat\n({q}(define-fun P ((a Int)) Bool true))")), Some(false));
        assert_eq!(verdict(&format!("sat\n({q})")), None);
        assert_eq!(verdict("unsat"), None);
    }

    #[test]
    fn a_program_is_run_and_what_it_prints_is_read() {
        let (mut terms, problem) = problem(SAFE);
        let said = "(define-fun P ((a Int)) Bool (>= a 0))(define-fun |q r| () Bool true)";
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("model");
        fs::write(&model, said).unwrap();
        let (stop, mut statistics) = (Stop::new(), Statistics::default());
        let foreign = Foreign { command: format!("cat {}", model.display()) };
        // What `cat` prints of the script itself is passed over: it has no definitions.
        let verdict = foreign.solve(&mut terms, &problem, &mut statistics, &stop);
        assert!(confirm::holds(&mut terms, &problem, &verdict, &stop));
        let missing = Foreign { command: "no-such-solver".into() };
        assert!(matches!(missing.solve(&mut terms, &problem, &mut statistics, &stop), Verdict::Unknown(_)));
    }
}
