//! The command line as users and other programs meet it.

use assert_cmd::Command;
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

fn alphorn() -> Command {
    let mut command = Command::cargo_bin("alphorn").unwrap();
    command.env_remove("RUST_LOG").env_remove("LD_LIBRARY_PATH").current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Standard output, standard error and exit code in one text, for snapshots.
fn shown(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}--- stderr\n{}--- exit {:?}", text(&output.stdout), text(&output.stderr), output.status.code())
}

fn first_line(command: &mut Command) -> String {
    let output = command.output().unwrap();
    String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_string()
}

const UNSAFE: &str = "benchmarks/papers/cav10/simple-unsafe.smt2";
const SAFE: &str = "benchmarks/papers/cav10/simple-safe.smt2";
/// A loop without end that is safe, and that unwinding cannot prove.
const DIVERGES: &str = "(set-logic HORN)(declare-fun P (Int Int) Bool)(assert (P 0 0))
(assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (not (= x y))) false)))(check-sat)(get-info :reason-unknown)";

#[test]
fn help() {
    insta::assert_snapshot!(shown(alphorn().arg("--help")));
}

#[test]
fn version_is_one_line() {
    let shown = shown(alphorn().arg("--version"));
    assert_eq!(shown, format!("alphorn {}\n--- stderr\n--- exit Some(0)", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_derivation() {
    insta::assert_snapshot!(shown(alphorn().arg(UNSAFE)));
}

#[test]
fn a_solution() {
    insta::assert_snapshot!(shown(alphorn().arg(SAFE)));
}

#[test]
fn polarities() {
    let word = |file, polarity| first_line(alphorn().args([file, "--polarity", polarity]));
    assert_eq!(word(SAFE, "smtlib"), "sat");
    assert_eq!(word(UNSAFE, "smtlib"), "unsat");
    assert_eq!(word(SAFE, "reachability"), "unsat");
    assert_eq!(word(UNSAFE, "reachability"), "sat");
    // `query` asks for a derivation, as in Z3.
    assert_eq!(word("benchmarks/shapes/rules-unsafe.smt2", "smtlib"), "sat");
    assert_eq!(word("tests/corpus/unsat/rule-dialect.smt2", "smtlib"), "unsat");
}

#[test]
fn evidence_without_being_asked() {
    let script = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 1))(assert (not (P 1)))(check-sat)";
    assert_eq!(shown(alphorn().write_stdin(script)), "unsat\n--- stderr\n--- exit Some(0)");
    let evidence = "0: (P 1) ; line 1\n1: false -> 0 ; line 1\n--- stderr\n--- exit Some(0)";
    assert_eq!(shown(alphorn().arg("--evidence").write_stdin(script)), format!("unsat\n{evidence}"));
    let reachability = shown(alphorn().args(["--polarity", "reachability"]).write_stdin(script));
    assert_eq!(reachability, format!("sat\n{evidence}"));
    let safe = script.replace("(not (P 1))", "(not (P 2))");
    let model = "(\n  (define-fun P ((x0 Int)) Bool (= x0 1))\n)\n--- stderr\n--- exit Some(0)";
    let reachability = shown(alphorn().args(["--polarity", "reachability"]).write_stdin(safe));
    assert_eq!(reachability, format!("unsat\n{model}"));
}

#[test]
fn standard_input_with_and_without_a_dash() {
    let script = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(UNSAFE)).unwrap();
    assert_eq!(first_line(alphorn().write_stdin(script.clone())), "unsat");
    assert_eq!(first_line(alphorn().arg("-").write_stdin(script)), "unsat");
}

#[test]
fn commands_that_ask() {
    let script = r#"(set-logic HORN)
(get-info :name) (get-info :version) (get-info :error-behavior) (get-info :no-such-thing)
(declare-fun P (Int) Bool)
(assert (! (P 1) :named start))
(push)
(assert (! (forall ((x Int)) (=> (P x) (< x 1))) :named end))
(check-sat) (get-unsat-core) (get-model) (get-info :assertion-stack-levels)
(pop)
(echo "again ""quoted""")
(assert (forall ((x Int)) (=> (P x) (< x 2))))
(check-sat) (get-value ((P 1) (P 2) (+ 1 2))) (get-proof)
(reset)
(get-model)
"#;
    insta::with_settings!({filters => vec![(r#":version "[^"]*""#, r#":version "[version]""#)]}, {
        insta::assert_snapshot!(shown(alphorn().write_stdin(script)));
    });
}

#[test]
fn parse_only() {
    insta::assert_snapshot!(shown(alphorn().args(["--parse-only", "benchmarks/shapes/fibonacci-safe.smt2"])));
}

/// `2·n = i + j` proves it; searching, one bound after the other says that `i` is not 90 yet.
const NEEDS_AN_EQUATION: &str = "(set-logic HORN)(declare-fun P (Int Int Int) Bool)(assert (P 0 0 0))
(assert (forall ((i Int) (j Int) (n Int)) (=> (P i j n) (P (+ i 1) (ite (= j 0) 1 0) (ite (= j 0) (+ n 1) n)))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (P i j n) (= i 90) (distinct n 45)) false)))(check-sat)";

#[test]
fn the_pre_analysis_is_a_switch() {
    let found = |args: &[&str]| {
        let mut command = alphorn();
        let command = command.args(["--engine", "la", "--statistics=json"]).args(args).write_stdin(NEEDS_AN_EQUATION);
        let output = command.output().unwrap();
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let json = stderr.lines().find(|line| line.starts_with('{')).unwrap();
        let json: serde_json::Value = serde_json::from_str(json).unwrap();
        (stdout.trim().to_string(), json["seed-equations"].as_u64(), json["la-bound"].as_u64())
    };
    let (answer, equations, early) = found(&["--timeout", "30"]);
    assert_eq!((answer.as_str(), equations), ("sat", Some(1)));
    let (_, equations, late) = found(&["--no", "seed", "--timeout", "5"]);
    assert!(equations.is_none() && late > early, "{equations:?} at bound {late:?}");
}

#[test]
fn the_problem_after_preprocessing_is_a_script() {
    let script = "(set-logic HORN)(declare-sort U 0)(declare-fun P (Int U) Bool)(declare-fun Q (Int) Bool)
        (assert (forall ((u U)) (P 1 u)))(assert (forall ((x Int) (u U)) (=> (P x u) (Q x))))
        (assert (forall ((x Int)) (=> (Q x) (< x 2))))(check-sat)";
    for (passes, expected) in [("none", 2), ("inline", 0), ("-inline,-known,-affine,-goals", 2), ("all", 0)] {
        let list = format!("--transform={passes}");
        let output = alphorn().args(["--print-problem", &list]).write_stdin(script).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.matches("declare-fun").count(), expected, "{printed}");
        assert_eq!(first_line(alphorn().write_stdin(printed)), "sat");
    }
}

#[test]
fn statistics() {
    let output = alphorn().args([UNSAFE, "--statistics=json"]).output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(json["checked-obligations"], 8);
    assert!(json["smt-calls"].as_u64().unwrap() > 0 && json["total-seconds"].as_f64().unwrap() > 0.0);
    let output = alphorn().args(["--statistics", UNSAFE]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let checked = text.lines().find_map(|line| line.trim_start().strip_prefix(":checked-obligations"));
    assert!(text.starts_with("(:") && checked.map(str::trim) == Some("8"), "{text}");
}

#[test]
fn a_time_limit_ends_in_unknown_with_what_was_found() {
    let start = Instant::now();
    let output = alphorn()
        .args(["--engine", "bmc", "--transform", "none", "--timeout", "1"])
        .write_stdin(DIVERGES)
        .output()
        .unwrap();
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "unknown\n(:reason-unknown \"timeout\")\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("alphorn: unknown: timeout (no derivation up to height "), "{said}");
    assert!(output.status.success());
}

/// In a portfolio some give up before, each with a reason of its own.
#[test]
fn the_reason_after_a_limit_is_the_limit() {
    let script = "(set-logic HORN)(declare-fun P (Int Int) Bool)(assert (P 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (P x y) (P (+ x 1) z))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (= (* y y) (+ 7 (* x x x)))) false)))(check-sat)(get-info :reason-unknown)";
    let output = alphorn().args(["--timeout", "2"]).write_stdin(script).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "unknown\n(:reason-unknown \"timeout\")\n");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("alphorn: unknown: timeout"), "{output:?}");
}

#[test]
fn a_memory_limit_ends_in_unknown() {
    let output = alphorn()
        .args(["--engine", "bmc", "--transform", "none", "--memory", "1", "--timeout", "60"])
        .write_stdin(DIVERGES)
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("unknown\n"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("memory"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_in_unknown() {
    use std::{
        io::Write,
        process::{Command, Stdio},
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_alphorn"))
        .args(["--engine", "bmc", "--transform", "none"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(DIVERGES.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let start = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "took {:?}", start.elapsed());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "unknown\n(:reason-unknown \"interrupted\")\n");
    assert!(output.status.success());
}

/// A process in a pipe gets its answer before it closes the pipe.
#[test]
fn answers_come_at_once() {
    use std::{
        io::{BufRead, BufReader, Write},
        process::{Command, Stdio},
    };
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_alphorn")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(input, "(set-logic HORN)(declare-fun p () Bool)(assert (not p))(check-sat)").unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "sat");
    writeln!(input, "(assert p)(check-sat)").unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "unsat");
    writeln!(input, "(exit)").unwrap();
    assert!(child.wait().unwrap().success());
}

/// A premise that has to hold for all values is taken as some of its instances: enough for solutions, not for derivations.
#[test]
fn universal_premises_prove_no_derivation() {
    let script = |goal: &str| {
        format!(
            "(set-logic HORN)(declare-fun P (Int Int) Bool)(declare-fun q (Int) Bool)
(assert (forall ((i Int) (x Int)) (=> (and (<= 0 i) (<= i 1)) (P i x))))
(assert (forall ((x Int)) (=> (and (> x 0) (forall ((i Int)) (P i x))) (q x))))
(assert (forall ((x Int)) (=> (q x) {goal})))(check-sat)"
        )
    };
    assert_eq!(first_line(alphorn().write_stdin(script("(> x 0)"))), "sat");
    // The instance `i = x` can be derived for `x = 1`, the premise cannot: there is a solution, and none is found.
    let output = alphorn().args(["--engine", "bmc"]).write_stdin(script("(> x 1)")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "unknown\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("universally quantified premise"));
    assert!(output.status.success());
}

#[test]
fn what_is_not_horn_is_shown_and_explained() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/not-horn");
    let paths: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(paths.len() >= 9);
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().unwrap().strip_prefix("; expect: ").unwrap();
        let (place, message) = expected.split_once(": ").unwrap();
        let output = alphorn().arg(&path).output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let (line, column) = place.split_once(':').unwrap();
        let asked = alphorn().write_stdin(format!("{text}\n(get-info :reason-unknown)")).output().unwrap();
        let told = format!("unknown\n(:reason-unknown \"line {line} column {column}: {message}");
        assert!(String::from_utf8_lossy(&asked.stdout).starts_with(&told), "{path:?}: {asked:?}");
        assert_eq!(out, "unknown\n", "{path:?}");
        assert!(err.contains(&format!(":{place}: error: {message}")), "{path:?}: {err}");
        let clause = text.lines().nth(line.parse::<usize>().unwrap() - 1).unwrap();
        assert!(err.contains(&clause[..40.min(clause.len())]), "{path:?} does not show the clause: {err}");
        assert_eq!(output.status.code(), Some(1), "{path:?}");
    }
}

#[test]
fn mistakes_of_the_file_system_and_of_the_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let binary = folder.path().join("binary.smt2");
    fs::write(&binary, [0x7f, b'E', b'L', b'F', 0, 0]).unwrap();
    let invalid = folder.path().join("invalid.smt2");
    fs::write(&invalid, b"(set-logic HORN)\n(echo \"\xff\")").unwrap();
    let empty = folder.path().join("empty.smt2");
    fs::write(&empty, "").unwrap();
    for (arg, expected) in [
        ("no/such/file.smt2".to_string(), "no such file"),
        (folder.path().display().to_string(), "this is a directory"),
        (binary.display().to_string(), "binary"),
        (invalid.display().to_string(), "invalid UTF-8"),
        (empty.display().to_string(), "the input is empty"),
    ] {
        let output = alphorn().arg(&arg).output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{arg}: {out}{err}");
        assert!(out.starts_with("(error \"") && out.contains(expected), "{arg}: {out}");
        assert!(err.contains(expected), "{arg}: {err}");
    }
    let wrong = alphorn().args(["--engine", "nonsense", UNSAFE]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    let wrong = alphorn().args(["--timeout", "-1", UNSAFE]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn what_comes_before_a_mistake_is_answered() {
    let script = "(set-logic HORN)(declare-fun p () Bool)(assert p)(check-sat)\n(assert (q))";
    insta::assert_snapshot!(shown(alphorn().write_stdin(script)));
}

#[test]
fn another_solver_checks_the_evidence() {
    let z3 = Path::new(env!("CARGO_MANIFEST_DIR")).join("third_party/z3/bin/z3");
    assert!(z3.exists(), "scripts/setup puts a z3 there");
    let command = format!("{} -in", z3.display());
    assert_eq!(first_line(alphorn().args([UNSAFE, "--check-with", &command])), "unsat");
    assert_eq!(first_line(alphorn().args([SAFE, "--check-with", &command])), "sat");
}

/// A checker that does not confirm: the verdict is withheld, the reason is told, the exit code is not 0.
#[test]
fn an_unconfirmed_verdict_is_not_printed() {
    let output = alphorn().args([UNSAFE, "--check-with", "/bin/false"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("unknown\n"));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("the evidence failed its check"), "{err}");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn members_of_the_portfolio_have_names_and_shares() {
    let script =
        "(declare-fun P (Int) Bool)(assert (P 0))(assert (forall ((x Int)) (=> (and (P x) (> x 0)) false)))(check-sat)";
    let run =
        |members: &str| alphorn().args(["--statistics", "--members", members]).write_stdin(script).output().unwrap();
    let output = run("kind:3,la");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "sat");
    assert!(String::from_utf8_lossy(&output.stderr).contains("portfolio-won-by-kind"));
    for (members, expected) in
        [("kind:0", "greater than 0"), ("magic", "expected one of la, pdr"), ("auto", "expected one of")]
    {
        let output = run(members);
        assert_eq!(output.status.code(), Some(2), "{members}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(expected), "{members}");
    }
}
