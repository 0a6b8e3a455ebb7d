//! Plays the calls of the verifiers that use Horn solvers, word by word, and reads our answers by their rules.

mod common;

use alphorn::{
    check::{Z3Text, check_solution},
    sexpr::{Sexpr, Sexprs},
    stop::Stop,
};
use common::{program, root};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::Duration,
};

/// A folder with links to the binary under the names of other solvers.
struct Solvers {
    folder: tempfile::TempDir,
}

impl Solvers {
    fn new() -> Solvers {
        let folder = tempfile::tempdir().unwrap();
        for name in ["z3", "z3-horn", "eld", "eldarica", "golem", "hoice"] {
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_alphorn"), folder.path().join(name)).unwrap();
        }
        Solvers { folder }
    }

    /// A script in a file of this folder.
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn command(&self, call: &str) -> Command {
        let mut words = call.split_whitespace();
        let mut command = Command::new(self.folder.path().join(words.next().unwrap()));
        command.args(words).env_remove("RUST_LOG");
        command
    }

    /// Runs a call with a file as its last argument.
    fn run(&self, call: &str, file: &Path) -> Output {
        self.command(call).arg(file).output().unwrap()
    }

    /// Runs a call with a script on standard input.
    fn pipe(&self, call: &str, script: &str) -> Output {
        let mut child =
            self.command(call).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A counter that never passes 5, or does.
fn counter(is_safe: bool) -> String {
    let limit = if is_safe { 5 } else { 4 };
    format!(
        "(set-logic HORN)\n(declare-fun |inv main| (Int Bool) Bool)\n(declare-fun start () Bool)
(assert start)
(assert (forall ((x Int)) (=> (and start (= x 0)) (|inv main| x true))))
(assert (forall ((x Int) (b Bool)) (=> (and (|inv main| x b) (< x 5)) (|inv main| (+ x 1) (not b)))))
(assert (forall ((x Int) (b Bool)) (=> (and (|inv main| x b) (> x {limit})) false)))
(check-sat)\n"
    )
}

/// Checks a model that follows the verdict `sat` in `answer`.
fn check_model(script: &str, answer: &str) {
    let model = answer.strip_prefix("sat\n").unwrap_or_else(|| panic!("expected sat first: {answer}"));
    let query = script.find("(check-sat)").unwrap() as u32;
    let mut z3 = Z3Text::new(Stop::new(), Duration::from_secs(20));
    check_solution(script, query, model, &mut z3).unwrap_or_else(|failure| panic!("{failure}\n{model}"));
}

/// solc's `SMTSolverCommand` for Z3: the query on standard input, standard error ignored, the answer by its first word.
#[test]
fn solc_with_z3() {
    const CALL: &str = "z3 -in -smt2 -model -t:20000 rewriter.pull_cheap_ite=true fp.spacer.q3.use_qgen=true \
        fp.spacer.mbqi=false fp.spacer.ground_pobs=false fp.xform.slice=true fp.xform.inline_linear=true \
        fp.xform.inline_eager=true";
    let solvers = Solvers::new();
    let safe = format!("(set-option :timeout 20000)\n{}", counter(true));
    let output = solvers.pipe(CALL, &safe);
    let answer = text(&output);
    check_model(&safe, &answer);
    assert!(output.stderr.is_empty());
    // Five parts each, result Bool.
    let model = Sexprs::read(&answer["sat".len()..]).unwrap();
    let definitions: Vec<Sexpr<'_>> = model.iter().next().unwrap().children().collect();
    assert_eq!(definitions.len(), 2);
    for definition in definitions {
        let parts: Vec<_> = definition.children().collect();
        assert_eq!((parts.len(), parts[0].text(), parts[3].text()), (5, "define-fun", "Bool"));
    }
    let violated = counter(false);
    assert_eq!(text(&solvers.pipe(CALL, &violated)), "unsat\n");
    // The second run asks for the proof, in front of the query and behind it.
    let again = format!("(set-option :produce-proofs true){violated}\n(get-proof)");
    let answer = text(&solvers.pipe(&CALL.replace("=true", "=false").replace("-t:20000", "rlimit=2000000"), &again));
    let proof = Sexprs::read(answer.strip_prefix("unsat").unwrap()).unwrap();
    let commands: Vec<_> = proof.iter().next().unwrap().children().collect();
    assert_eq!(proof.iter().count(), 1);
    assert!(commands.last().unwrap().head().unwrap().is_word("proof"));
    assert!(answer.contains("(|inv main| 5 false)"), "{answer}");
}

/// solc with Eldarica, and solc-js with both: a file, ten seconds.
#[test]
fn solc_with_eldarica_and_solc_js() {
    let solvers = Solvers::new();
    let safe = counter(true);
    check_model(&safe, &text(&solvers.pipe("eld -hsmt -in -t:20 -ssol", &safe)));
    assert_eq!(text(&solvers.pipe("eld -hsmt -in -t:20", &safe)), "sat\n");
    assert_eq!(text(&solvers.pipe("eld -hsmt -in -t:20 -ssol", &counter(false))), "unsat\n");
    let file = solvers.file("query.smt2", &safe);
    let call = "z3 -smt2 rlimit=20000000 rewriter.pull_cheap_ite=true fp.spacer.q3.use_qgen=true fp.spacer.mbqi=false \
        fp.spacer.ground_pobs=false";
    assert_eq!(text(&solvers.run(call, &file)), "sat\n");
    assert_eq!(text(&solvers.run("eld -horn -t:20", &file)), "sat\n");
}

/// Korn's `Solve.read`: the first line is the status; then the model, or the trace as each solver prints it.
#[test]
fn korn() {
    let solvers = Solvers::new();
    // Korn asks for a model in the script and on the command line, and records input in predicates with such names.
    let script = |is_safe| counter(is_safe).replace("|inv main|", "$__VERIFIER_nondet_int") + "(get-model)\n(exit)\n";
    let (safe, violated) = (solvers.file("safe.smt2", &script(true)), solvers.file("violated.smt2", &script(false)));
    check_model(&script(true), &text(&solvers.run("z3 -t:20000", &safe)));
    check_model(&script(true), &text(&solvers.run("eld -t:20 -ssol -cex", &safe)));
    check_model(&script(true), &text(&solvers.run("golem -l QF_LIA -e spacer --print-witness", &safe)));
    // Eldarica's trace: the text between the parentheses after the name.
    let answer = text(&solvers.run("eld -t:20 -ssol -cex", &violated));
    let mut lines = answer.lines();
    assert_eq!(lines.next(), Some("unsat"));
    let inputs: Vec<&str> = lines
        .filter_map(|line| {
            let rest = &line[line.find("__VERIFIER_nondet_")?..];
            Some(&rest[rest.find('(')? + 1..rest.find(')')?])
        })
        .collect();
    assert_eq!(inputs, ["5, false", "4, true", "3, false", "2, true", "1, false", "0, true"]);
    // Golem's trace: the first line is `true`; every other one has a number, an atom and premises.
    let answer = text(&solvers.run("golem -l QF_LIA -e spacer --print-witness", &violated));
    let mut lines = answer.lines();
    assert_eq!((lines.next(), lines.next()), (Some("unsat"), Some("0:\ttrue")));
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let (colon, arrow) = (line.find(':').unwrap(), line.find("->").unwrap());
        line[..colon].parse::<usize>().unwrap();
        assert!(colon < arrow);
        assert!(line[arrow + 2..].trim().split(' ').all(|premise| premise.parse::<usize>().is_ok()));
    }
}

/// Theta's one-shot solvers: line 0 is the status; a model is what follows. Only for Golem 0.5.0, which printed definitions
/// without parentheses around them, it adds them.
#[test]
fn theta() {
    let solvers = Solvers::new();
    let (safe, violated) = (solvers.file("safe.smt2", &counter(true)), solvers.file("violated.smt2", &counter(false)));
    let answer = text(&solvers.run("golem --print-witness", &safe));
    assert!(answer.starts_with("sat\n(\n") && answer.ends_with("\n)\n"), "{answer}");
    check_model(&counter(true), &answer);
    for call in ["golem --print-witness", "eldarica -scex"] {
        let answer = text(&solvers.run(call, &violated));
        assert_eq!(answer.lines().next(), Some("unsat"));
        assert!(answer.lines().any(|line| line.split("->").next().unwrap().ends_with("false ")), "{answer}");
    }
    // Z3 is asked interactively.
    let mut child = solvers.command("z3 -smt2 -in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    input.write_all(b"(set-option :print-success true)(set-option :produce-proofs true)\n").unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "success");
    assert_eq!(lines.next().unwrap().unwrap(), "success");
    input.write_all(b"(set-option :print-success false)\n").unwrap();
    input.write_all(counter(false).as_bytes()).unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "unsat");
    input.write_all(b"(get-proof)\n(exit)\n").unwrap();
    let proof: String = lines.map(|line| line.unwrap() + "\n").collect();
    assert!(proof.contains("(proof") && proof.contains("hyper-res"), "{proof}");
    assert!(child.wait().unwrap().success());
}

/// Thrust: the trimmed output is the verdict and nothing else, and the exit code is 0.
#[test]
fn thrust() {
    let solvers = Solvers::new();
    for (is_safe, verdict) in [(true, "sat"), (false, "unsat")] {
        let file = solvers.file("thrust.smt2", &counter(is_safe));
        let output = solvers.run("z3 fp.spacer.global=true fp.validate=true", &file);
        assert_eq!(text(&output).trim(), verdict);
        assert_eq!(output.status.code(), Some(0));
    }
}

/// Catalia: Eldarica's counterexamples, Z3's proofs without what Z3 wraps around them, Hoice's verdict.
#[test]
fn catalia() {
    const OPTIONS: &str = "fp.xform.slice=false fp.xform.inline_linear=false fp.xform.inline_eager=false \
        fp.xform.subsumption_checker=false fp.xform.tail_simplifier_pve=false fp.validate=true fp.spacer.mbqi=false \
        fp.spacer.use_iuc=true fp.spacer.global=true fp.spacer.expand_bnd=true fp.spacer.q3.use_qgen=true \
        fp.spacer.q3.instantiate=true fp.spacer.q3=true fp.spacer.ground_pobs=false";
    let solvers = Solvers::new();
    let script = counter(false).replace("|inv main|", "tag!inv");
    let answer = text(&solvers.pipe("eld -in -cex -t:60", &script));
    let lines: Vec<&str> = answer.lines().filter(|line| !line.is_empty() && *line != "unsat").collect();
    assert_eq!((lines[0], lines[1]), ("0: FALSE -> 1", "1: tag!inv(5, false) -> 2"));
    assert_eq!(*lines.last().unwrap(), format!("{}: start", lines.len() - 1));
    let prefix =
        "(set-option :produce-proofs true)\n(set-option :pp.pretty_proof true)\n(set-option :produce-unsat-cores true)";
    let answer = text(&solvers.pipe(&format!("z3 {OPTIONS} -in"), &format!("{prefix}{script}(get-proof)\n(exit)\n")));
    let (verdict, proof) = answer.split_once('\n').unwrap();
    let all = Sexprs::read(proof).unwrap();
    assert_eq!((verdict, all.iter().count()), ("unsat", 1));
    assert!(matches!(all.iter().next().unwrap().head().unwrap().text(), "let" | "mp"));
    assert!(proof.contains("query!0"));
    let answer = text(&solvers.pipe("hoice --timeout 60", &format!("{}(exit)\n", counter(true))));
    assert!(answer.starts_with("sat"));
}

/// MoCHi: Hoice, or Z3, on a file, under a limit on processor time; the output is the verdict and the model; exit code 0.
#[test]
fn mochi() {
    let solvers = Solvers::new();
    let script = counter(true).replace("|inv main|", "|inv!1|").replace("start", "|start|") + "(get-model)\n";
    let file = solvers.file("mochi.smt2", &script);
    for call in ["hoice", "z3", "z3 fixedpoint.engine=spacer"] {
        let (program, options) = call.split_once(' ').unwrap_or((call, ""));
        let shell = format!("(ulimit -t 60; {program} {options} {} > mochi.sol)", file.display());
        let path = format!("{}:/usr/bin:/bin", solvers.folder.path().display());
        let status =
            Command::new("sh").args(["-c", &shell]).env("PATH", path).current_dir(solvers.folder.path()).status();
        assert!(status.unwrap().success());
        let answer = fs::read_to_string(solvers.folder.path().join("mochi.sol")).unwrap();
        let all = Sexprs::read(&answer).unwrap();
        assert_eq!(all.iter().count(), 2, "the verdict and the model: {answer}");
        check_model(&script, &answer);
        if call == "hoice" {
            // The names are looked up with the bars that MoCHi wrote.
            assert!(answer.contains("(model") && answer.contains("|inv!1|") && answer.contains("|start|"), "{answer}");
        }
    }
    // Not safe: not the pattern `sat` and a model, and still exit code 0.
    let file = solvers.file("unsafe.smt2", &(counter(false) + "(get-model)\n"));
    let output = solvers.run("hoice", &file);
    assert!(text(&output).starts_with("unsat\n") && output.status.success());
}

/// A mistake is told, and the session goes on; what was left out might have been part of the problem, so there is no verdict
/// as long as it would be.
#[test]
fn a_mistake_does_not_end_a_session_in_z3s_style() {
    let solvers = Solvers::new();
    let script = "(declare-fun P (Int) Bool)(assert (P tru))\n(assert (P 0))(frobnicate)(set-option :timeout abc)
(assert (forall ((x Int)) (=> (P x) (< x 0))))(check-sat)(get-info :error-behavior)\n";
    let output = solvers.pipe("z3 -in", script);
    let answer = text(&output);
    let lines: Vec<&str> = answer.lines().collect();
    assert!([0, 2].iter().all(|line| lines[*line].starts_with("(error \"")), "{answer}");
    assert_eq!(lines[1], "unsupported");
    assert_eq!(lines[3..], ["unknown", "(:error-behavior continued-execution)"]);
    assert_eq!(output.status.code(), Some(1));
}

/// What was found out about assertions that are gone is gone, too.
#[test]
fn no_model_outlives_its_assertions() {
    let solvers = Solvers::new();
    let script = "(declare-fun P (Int) Bool)(push 1)(assert (P 0))(check-sat)(pop 1)(get-model)
(check-sat)(reset-assertions)(get-model)\n";
    let answer = text(&solvers.pipe("z3 -in", script));
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[2]), (4, "sat", "sat"), "{answer}");
    assert!([1, 3].iter().all(|line| lines[*line].starts_with("(error \"there is no model")), "{answer}");
}

/// Thrust writes recursive functions; one that no clause uses, or that is not recursive after all, does no harm.
#[test]
fn recursive_functions_that_are_not_used() {
    let solvers = Solvers::new();
    let script = counter(true).replace(
        "(assert start)",
        "(define-fun-rec f ((x Int)) Int (ite (> x 0) (f (- x 1)) 0))(define-fun-rec zero () Int 0)
(define-funs-rec ((g ((x Int)) Int)) ((g x)))(assert (=> (= zero 0) start))",
    );
    let output = solvers.pipe("z3 -in", &script);
    assert_eq!((text(&output).trim(), output.status.code()), ("sat", Some(0)));
}

/// A query is answered by a proof that it implies `query!0`, and rules are closed.
#[test]
fn proofs_of_queries_are_over_closed_clauses() {
    let solvers = Solvers::new();
    let script = "(declare-rel p (Int))(declare-var x Int)(declare-var y Int)
(rule (p 0))(rule (=> (and (p x) (< x 2) (= y (+ x 1))) (p y)))\n";
    let closed = "(asserted (forall ((x Int) (y Int)) (=> (and (p x) (< x 2) (= y (+ x 1))) (p y))))";
    for (query, goal) in [
        ("(and (p x) (> x 1))", "(asserted (forall ((x Int)) (=> (and (p x) (> x 1)) query!0)))"),
        ("p", "(asserted (forall ((x0 Int)) (=> (p x0) query!0)))"),
    ] {
        let answer = text(&solvers.pipe("z3 -in", &format!("{script}(query {query} :print-certificate true)\n")));
        assert!(answer.starts_with("sat\n") && answer.contains(goal), "{answer}");
        assert!(query == "p" || answer.contains(closed), "{answer}");
    }
}

/// Several questions, assertions pushed and popped, and a question with a limit of its own that others follow.
#[test]
fn one_process_many_questions() {
    let solvers = Solvers::new();
    let hard = "(push 1)(declare-fun P (Int Int) Bool)(assert (P 0 0))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (P x y) (P (+ x 1) z))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= (* y y) (+ 7 (* x x x)))) false)))(check-sat)
        (get-info :reason-unknown)(pop 1)";
    let script = format!(
        "(set-logic HORN)(declare-fun q (Int) Bool)(assert (q 1))(check-sat)(push 1)(assert (not (q 1)))(check-sat)(pop 1)
        (set-option :timeout 700){hard}(check-sat)(get-option :timeout)(get-option :produce-models)
        (set-option :produce-models false)(get-model)(echo \"end\")"
    );
    let answer = text(&solvers.pipe("z3 -in", &script));
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[..3], ["sat", "unsat", "unknown"], "{answer}");
    assert_eq!(lines[3..7], ["(:reason-unknown \"timeout\")", "sat", "700", "true"], "{answer}");
    assert!(lines[7].starts_with("(error \"there is no model: the script sets"), "{answer}");
    assert_eq!(lines[8..], ["end"]);
    // A limit on resources counts as time: two hundred thousand a second.
    let script =
        format!("(set-option :rlimit 100000){hard}(set-option :rlimit 0)(check-sat)(get-info :all-statistics)");
    let answer = text(&solvers.pipe("z3 -in", &script));
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[..3], ["unknown", "(:reason-unknown \"max. resource limit exceeded\")", "sat"], "{answer}");
    assert!(lines[3].starts_with("(:") && answer.contains(" :solve-seconds "), "{answer}");
}

/// What is ignored is said when asked, and what is not understood is refused.
#[test]
fn options_that_have_no_effect_or_no_meaning() {
    let solvers = Solvers::new();
    let file = solvers.file("a.smt2", &counter(true));
    let noted = |call: &str| String::from_utf8(solvers.run(call, &file).stderr).unwrap();
    assert_eq!(noted("z3 fp.spacer.global=true"), "");
    assert!(noted("z3 -v:1 fp.spacer.global=true").contains("no effect: fp.spacer.global=true"));
    assert!(noted("golem -v -e split-tpa --tpa.maypo-gas 5 --force-ts").contains("no effect: --force-ts"));
    assert!(text(&solvers.run("z3 -st", &file)).contains("(:"));
    for (call, expected, code) in [
        ("z3 -nonsense", "invalid command line option: -nonsense", 109),
        ("z3 -t:soon", "It was given argument 'soon'", 110),
        ("golem --proof-format lfsc", "unknown proof format lfsc", 134),
        ("golem -x", "unrecognized option '-x'", 134),
        ("eld -hin", "unrecognized option '-hin'", 0),
        ("hoice -x", "Found argument '-x'", 1),
        ("hoice other.smt2", "two input files", 1),
    ] {
        let output = solvers.run(call, &file);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(expected) && output.status.code() == Some(code), "{call}: {said}");
    }
    let version = text(&solvers.command("z3 -version").output().unwrap());
    assert!(version.starts_with("Z3 version 5.") && version.contains("Alphorn"), "{version}");
    for name in ["eld -version", "golem --version", "hoice --version"] {
        assert!(text(&solvers.command(name).output().unwrap()).starts_with("Alphorn "));
    }
    let compat = Command::new(env!("CARGO_BIN_EXE_alphorn")).args(["--compat", "eld", "-ssol"]).arg(&file).output();
    check_model(&counter(true), &text(&compat.unwrap()));
    for wrong in [&["--compat=vampire"][..], &["--evidence", "--compat", "z3"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_alphorn")).args(wrong).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

/// The real solc, where Node and the package `solc` are installed (`scripts/setup-extras`): its SMT callback is answered by our
/// binary; one assertion is proved, the other violated.
#[test]
fn the_real_solc() {
    let packages = root().join(".tools/node_modules");
    let Some(node) = program("node") else { return };
    if !packages.join("solc").exists() {
        eprintln!("skipped: there is no {}: run scripts/setup-extras", packages.join("solc").display());
        return;
    }
    let output = Command::new(node)
        .arg(root().join("scripts/solc-with-alphorn.js"))
        .arg(env!("CARGO_BIN_EXE_alphorn"))
        .arg(root().join("tests/solidity/counter.sol"))
        .env("NODE_PATH", &packages)
        .output()
        .unwrap();
    let said = format!("{}{}", text(&output), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
    assert!(said.contains("Assertion violation happens here") && said.contains("Counterexample"), "{said}");
    assert!(said.contains("Assertion violation check is safe!"), "{said}");
    // The path through the contract: the goal, the violated assertion in `leap`, and the constructor.
    assert!(said.contains("query!0") && said.contains("leap") && said.contains("constructor"), "{said}");
}

#[test]
fn help_texts() {
    let solvers = Solvers::new();
    for (name, call) in [("z3", "z3 -h"), ("eld", "eld -h"), ("golem", "golem -h"), ("hoice", "hoice -h")] {
        insta::assert_snapshot!(format!("help_{name}"), text(&solvers.command(call).output().unwrap()));
    }
    for task in ["certify", "verify", "explain"] {
        let output = Command::new(env!("CARGO_BIN_EXE_alphorn")).args([task, "--help"]).output().unwrap();
        insta::assert_snapshot!(format!("help_{task}"), text(&output));
    }
}
