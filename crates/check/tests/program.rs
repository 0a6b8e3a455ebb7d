//! The program `alphorn-check`: what it accepts, what it refuses, and its exit codes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const SCRIPT: &str = "(set-logic HORN)
(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (and (P x) (< x 2)) (P (+ x 1)))))
(push 1)
(assert (forall ((x Int)) (=> (and (P x) (> x 2)) false)))
(check-sat)
(pop 1)
(assert (forall ((x Int)) (=> (and (P x) (= x 1)) false)))
(check-sat)
";

const MODEL: &str = "((define-fun P ((x Int)) Bool (<= x 2)))";

/// The steps of a derivation of the second question.
fn steps() -> String {
    let at = |text: &str| SCRIPT.find(text).expect("it is part of the script");
    let (first, next, goal) =
        (at("(assert (P 0)"), at("(assert (forall"), at("(assert (forall ((x Int)) (=> (and (P x) (= x 1"));
    let bound = |command: usize| command + "(assert (forall ((".len();
    let value = |command, value| format!(r#"[{{"name":"x","offset":{},"value":"{value}"}}]"#, bound(command));
    let fact = |n: u32| format!(r#"{{"arguments":["{n}"],"predicate":"P"}}"#);
    let step = |clause: usize, fact: &str, premises: &str, values: &str| {
        format!(r#"    {{"clause":{clause},"fact":{fact},"premises":{premises},"values":{values}}}"#)
    };
    let all = [
        step(first, &fact(0), "[]", "[]"),
        step(next, &fact(1), "[0]", &value(next, "0")),
        step(goal, "null", "[1]", &value(goal, "1")),
    ];
    format!("{{\n  \"format\": \"alphorn-steps\",\n  \"version\": 1,\n  \"steps\": [\n{}\n  ]\n}}\n", all.join(",\n"))
}

fn z3() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../third_party/z3/bin/z3");
    assert!(path.exists(), "{} is missing: run scripts/setup", path.display());
    format!("{} -in", path.display())
}

/// A folder with the script and a piece of evidence.
struct Case(PathBuf);

impl Case {
    fn new(name: &str, evidence: &str) -> Case {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder can be made");
        fs::write(folder.join("script.smt2"), SCRIPT).expect("a file can be written");
        fs::write(folder.join("evidence"), evidence).expect("a file can be written");
        Case(folder)
    }

    /// The exit code and what is printed.
    fn check(&self, more: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_alphorn-check"));
        command.current_dir(&self.0).args(["script.smt2", "evidence"]).args(more);
        let output = command.output().expect("the program starts");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&text).into_owned())
    }
}

#[test]
fn right_evidence_is_verified() {
    let (code, told) = Case::new("model", MODEL).check(&["--with", &z3()]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("sat, by a solution of 3 parts, 3 confirmed") && told.contains(": verified"), "{told}");
    let (code, _) = Case::new("printed", &format!("sat\n{MODEL}\n")).check(&["--with", &z3()]);
    assert_eq!(code, Some(0));
    let (code, told) = Case::new("steps", &steps()).check(&["--question", "2", "--with", &z3()]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("unsat, by a derivation of 3 parts"), "{told}");
}

#[test]
fn wrong_evidence_is_not() {
    let z3 = z3();
    for (name, evidence, more, expected) in [
        ("weak", MODEL.replace("(<= x 2)", "true"), &["--with", &z3][..], 1),
        ("other-question", MODEL.into(), &["--question", "2", "--with", &z3], 1),
        ("steps-of-other-question", steps(), &["--with", &z3], 2),
        ("no-such-question", MODEL.into(), &["--question", "3", "--with", &z3], 2),
        ("other-sort", MODEL.replace("(x Int)", "(x Real)"), &["--with", &z3], 2),
        ("other-name", MODEL.replace('P', "Q"), &["--with", &z3], 2),
        ("more-steps", steps().replace("\"premises\":[0]", "\"premises\":[2]"), &["--question", "2", "--with", &z3], 2),
        ("other-value", steps().replace("\"value\":\"1\"", "\"value\":\"2\""), &["--question", "2", "--with", &z3], 1),
        ("nothing", String::new(), &["--with", &z3], 2),
        ("no-solver", MODEL.into(), &["--with", "/no/such/solver"], 1),
        ("says-too-much", MODEL.into(), &["--with", "echo unsat unsat"], 1),
        ("late", MODEL.into(), &["--with", "sleep 100", "--timeout", "0.2"], 1),
        ("unknown-option", MODEL.into(), &["--what", "1"], 2),
    ] {
        let (code, told) = Case::new(name, &evidence).check(more);
        assert_eq!(code, Some(expected), "{name}: {told}");
        assert!(!told.contains(": verified"), "{name}: {told}");
    }
}
