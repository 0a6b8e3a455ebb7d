//! Scripts that a checker of proofs cannot read as they are, and derivations that have no proof.

use super::{
    alethe::{about, check},
    common::{
        alphorn,
        hard::HARD,
        linear::{STYLES, linear},
    },
    derivation,
};
use alphorn::dialect::restate;

/// The same scripts that Carcara is asked about, where it is there.
#[test]
fn scripts_that_a_checker_cannot_read() {
    for (what, script) in HARD {
        let all = derivation(script, "20").unwrap_or_else(|| panic!("{what}: no derivation of {script}"));
        let proof = &all["alethe"];
        check(proof, &about(proof, script)).unwrap_or_else(|why| panic!("{what}: {why}\n{proof}"));
    }
}

#[test]
fn random_problems_with_all_operators() {
    let mut proofs = 0;
    for seed in 1..=60 {
        let script = linear(seed, STYLES[seed as usize % STYLES.len()]);
        let Some(all) = derivation(&script, "20") else { continue };
        let proof = &all["alethe"];
        check(proof, &about(proof, &script)).unwrap_or_else(|why| panic!("{why}\n{script}\n{proof}"));
        proofs += 1;
    }
    assert!(proofs >= 40, "only {proofs} proofs");
}

/// The restated problem of a question has what is in force there, and nothing else.
#[test]
fn each_question_is_restated_by_itself() {
    let script = "(declare-fun P (Real) Bool)(assert (P 1))(push 1)(assert (not (P 2)))(check-sat)(pop 1)
        (declare-fun |a b| ((Array Int Int)) Bool)(assert (forall ((a (Array Int Int))) (|a b| a)))
        (check-sat-assuming ((not (P 1))))";
    let first =
        "(set-logic HORN)\n(declare-fun P (Real) Bool)\n(assert (P 1.0))\n(assert (not (P 2.0)))\n(check-sat)\n";
    assert_eq!(restate(script, 0).as_deref(), Some(first));
    let left_out = "; line 2 is left out: the sort (Array Int Int) has no rule\n";
    let second = first.replace("(assert (not (P 2.0)))\n", &format!("{left_out}(assert (not (P 1.0)))\n"));
    assert_eq!(restate(script, 1), Some(second));
    assert_eq!(restate(script, 2), None);
}

/// What has no proof is told on standard error, with an exit code of its own; a command gets a reply.
#[test]
fn proofs_that_cannot_be_written() {
    let script =
        "(declare-fun P ((Array Int Int)) Bool)(assert (forall ((a (Array Int Int))) (=> (= (select a 0) 1) (P a))))
        (assert (forall ((a (Array Int Int))) (not (P a))))(check-sat)";
    let run = |args: &[&str], script: &str| {
        let output = alphorn().args(["--proof-format", "alethe"]).args(args).write_stdin(script).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code(), out, err)
    };
    let why = "the alethe dialect cannot express this derivation: the sort (Array Int Int) has no rule";
    let (code, out, err) = run(&["--evidence"], script);
    assert_eq!((code, out.as_str()), (Some(5), "unsat\n"));
    assert!(err.contains(why), "{err}");
    let (code, out, err) = run(&[], &format!("{script}(get-proof)(echo \"on\")"));
    assert_eq!((code, out), (Some(5), format!("unsat\n(error \"{why}\")\non\n")));
    assert!(err.contains(why), "{err}");
}
