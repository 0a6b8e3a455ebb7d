//! Alethe proofs before Carcara.

use super::{
    answers, checker,
    common::{
        alphorn,
        linear::{STYLES, Style, linear},
        root, scripts,
    },
    quiet,
};
use std::{collections::BTreeMap, env, fs, path::Path, process::Command};

/// Larger scripts are left to `scripts/proofs`.
const LARGEST_SCRIPT: u64 = 20_000;

fn carcara() -> Result<std::path::PathBuf, String> {
    checker("ALPHORN_CARCARA", "carcara")
}

/// What Carcara says of a proof, and of the problem that the proof is about, with the flags that the proof names.
fn verdict(carcara: &Path, proof: &str, script: &str, question: usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    let [proof_file, problem_file] = ["proof.alethe", "problem.smt2"].map(|name| folder.path().join(name));
    fs::write(&proof_file, proof).unwrap();
    fs::write(&problem_file, script).unwrap();
    let line = |word: &str| proof.lines().find_map(|line| line.strip_prefix(word));
    if line("; restated: ").is_some() {
        let restate = alphorn().arg("restate").arg(&problem_file).args(["--question", &question.to_string()]).output();
        let restate = restate.unwrap();
        assert!(restate.status.success(), "{}", String::from_utf8_lossy(&restate.stderr));
        fs::write(&problem_file, restate.stdout).unwrap();
    }
    let flags = line("; flags:").expect("a proof names its flags").split_whitespace();
    let run = Command::new(carcara).arg("check").args(flags).arg(&proof_file).arg(&problem_file).output().unwrap();
    format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr)).trim().into()
}

/// The proofs of a script's questions, with the number of each question.
fn proofs(script: &str) -> Vec<(usize, String)> {
    let all = answers(&["--proof-format", "alethe"], script).into_iter().enumerate();
    all.filter(|(_, (_, evidence))| evidence.contains(":rule ")).map(|(n, (_, proof))| (n, proof)).collect()
}

/// Checks the proofs of a script; gives for each what was needed.
fn check(carcara: &Path, name: &str, script: &str) -> Vec<String> {
    let check = |(question, proof): (usize, String)| {
        let said = verdict(carcara, &proof, script, question);
        assert_eq!(said, "valid", "{name}: {said}\n{script}\n{proof}");
        let restated = proof.lines().any(|line| line.starts_with("; restated: "));
        if restated { "restated".into() } else { proof.lines().next().unwrap().replace("; flags:", "as written") }
    };
    proofs(script).into_iter().map(check).collect()
}

fn counted(all: impl IntoIterator<Item = String>) -> (usize, String) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    all.into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
    let words: Vec<String> = counts.iter().map(|(word, n)| format!("{n} {}", word.trim())).collect();
    (counts.values().sum(), words.join(", "))
}

/// Every small script that is refuted.
pub fn of_the_repository() -> Result<String, String> {
    let carcara = carcara()?;
    let is_small = |path: &str| fs::metadata(path).unwrap().len() <= LARGEST_SCRIPT;
    let files = scripts(|path| is_small(path) && (path.contains("corpus/unsat") || path.contains("unsafe")));
    let seen = files
        .iter()
        .flat_map(|path| check(&carcara, &path.display().to_string(), &quiet(&fs::read_to_string(path).unwrap())));
    let (n, text) = counted(seen);
    assert!(n >= 60, "only {n} proofs");
    Ok(text)
}

/// Problems of all styles with all operators; 300 proofs, or as many as `ALPHORN_RANDOM` says.
pub fn of_random_problems() -> Result<String, String> {
    let carcara = carcara()?;
    let wanted = env::var("ALPHORN_RANDOM").map_or(300, |n| n.parse().unwrap());
    let first: u64 = env::var("ALPHORN_SEED").map_or(1, |n| n.parse().unwrap());
    let mut seen = Vec::new();
    let mut asked = 0;
    for seed in first.. {
        let style = STYLES[seed as usize % STYLES.len()];
        asked += 1;
        assert!(asked <= 3 * wanted, "only {} of {asked} problems have proofs", seen.len());
        seen.extend(check(&carcara, &format!("seed {seed}, {style:?}"), &linear(seed, style)));
        if seen.len() >= wanted {
            break;
        }
    }
    Ok(format!("{asked} problems: {}", counted(seen).1))
}

/// A number, a rule, a premise or a literal that is changed makes a proof wrong.
pub fn changed() -> Result<String, String> {
    let carcara = carcara()?;
    let (mut n, mut accepted) = (0, Vec::new());
    for seed in 0..12 {
        let script = linear(seed * 4, Style::Standard);
        let Some((question, proof)) = proofs(&script).into_iter().next() else { continue };
        for (what, wrong) in changes(&proof) {
            n += 1;
            if verdict(&carcara, &wrong, &script, question) == "valid" {
                accepted.push(format!("{what}: {script}\n{wrong}"));
            }
        }
    }
    assert!(accepted.is_empty(), "{} of {n}, the first: {}", accepted.len(), accepted[0]);
    assert!(n >= 40, "only {n} changes");
    Ok(format!("{n} changes"))
}

/// Wrong proofs made of a right one.
fn changes(proof: &str) -> Vec<(&'static str, String)> {
    let lines: Vec<&str> = proof.lines().collect();
    let mut wrong = Vec::new();
    let changed = |i: usize, line: String| {
        let mut lines = lines.clone();
        lines[i] = &line;
        lines.join("\n")
    };
    let last = lines.len() - 1;
    wrong.push(("without its end", lines[..last].join("\n")));
    if let Some(i) = lines.iter().position(|line| line.contains(":rule forall_inst")) {
        wrong.push(("an instance is an axiom", changed(i, lines[i].replacen("forall_inst", "true", 1))));
    }
    if let Some(i) = lines.iter().position(|line| line.contains(":rule la_generic") && line.contains("(cl (not ")) {
        let line = lines[i].replacen("(cl (not ", "(cl (not (not ", 1).replacen(") :rule", ")) :rule", 1);
        wrong.push(("a comparison is negated", changed(i, line)));
    }
    if let Some(i) = lines.iter().rposition(|line| line.contains(":rule resolution")) {
        let line = lines[i].replacen(" false)", " true)", 1);
        wrong.push(("another pivot", changed(i, line)));
    }
    if let Some(i) = lines.iter().position(|line| line.starts_with("(assume ")) {
        let line = lines[i].replacen("(=> (and ", "(=> (or ", 1).replacen("(not (and ", "(not (or ", 1);
        if line != lines[i] {
            wrong.push(("another assertion", changed(i, line)));
        }
    }
    wrong
}

/// What the checker cannot read as it is written, and what it could take for something else.
pub fn by_hand() -> Result<String, String> {
    let carcara = carcara()?;
    let mut seen = Vec::new();
    for (what, script) in HARD {
        let words = check(&carcara, what, script);
        assert!(!words.is_empty(), "{what}: no proof of {script}");
        seen.extend(words);
    }
    Ok(counted(seen).1)
}

const HARD: [(&str, &str); 14] = [
    (
        "unary minus of ML",
        "(declare-fun P (Int) Bool)(assert (forall ((x Int)) (=> (= x (~ 4)) (P x))))
        (assert (forall ((x Int)) (=> (P (~ x)) (< x (~ x)))))(check-sat)",
    ),
    (
        "an integer where a real is meant",
        "(declare-fun P (Real) Bool)(assert (forall ((x Real)) (=> (= (* 3 x) 1) (P x))))
        (assert (forall ((x Int)) (=> (P (/ x 3)) (> x 1))))(check-sat)",
    ),
    (
        "a mixture that a flag allows",
        "(declare-fun P (Int Real) Bool)(assert (forall ((x Int) (r Real)) (=> (< (+ x 0.5) r (* 2 x)) (P x r))))
        (assert (forall ((x Int) (r Real)) (not (P x r))))(check-sat)",
    ),
    (
        "the rule dialect",
        "(declare-rel P (Int Bool))(declare-var x Int)(declare-var b Bool)(rule (=> (= b (> x 2)) (P x b)) one)
        (rule (=> (P x b) (P (- x 3) (not b))) two)(query P)(query (and (P x true) (< x 3)))",
    ),
    (
        "an inner variable hides an outer one",
        "(declare-fun P (Int) Bool)(assert (forall ((x Int)) (=> (exists ((x Int)) (= x 3)) (P (+ x 1)))))
        (assert (forall ((x Int)) (let ((y x)) (=> (exists ((x Int)) (and (P x) (= x y))) (< x 0)))))(check-sat)",
    ),
    (
        "a definition that binds",
        "(declare-fun P (Int) Bool)(define-const two Int 2)(define-fun below ((y Int)) Bool (< y two))
        (assert (forall ((y Int)) (=> (below y) (P y))))(assert (forall ((z Int)) (not (P z))))(check-sat)",
    ),
    (
        "two questions, and a name that comes back",
        "(push 1)(declare-fun P (Int) Bool)(assert (P 1))(assert (not (P 1)))(check-sat)(pop 1)
        (declare-fun P (Real) Bool)(assert (P 1.0))(assert (forall ((x Real)) (=> (P x) (> x 1))))(check-sat)",
    ),
    (
        "assumptions of a question",
        "(declare-fun P (Int) Bool)(declare-fun q () Bool)(assert (P 1))(assert (forall ((x Int)) (=> (P x) q)))
        (check-sat-assuming ((not q)))",
    ),
    (
        "words of the checker as names",
        "(declare-fun step (Int) Bool)(declare-fun cl (Bool) Bool)(assert (forall ((anchor Int)) (step anchor)))
        (assert (forall ((assume Int)) (=> (step assume) (cl (> assume 1)))))(assert (not (cl true)))(check-sat)",
    ),
    (
        "names that need bars",
        "(declare-fun |a b| (Int) Bool)(assert (forall ((|x y| Int)) (=> (> |x y| 1) (|a b| |x y|))))
        (assert (forall ((|x y| Int)) (not (|a b| |x y|))))(check-sat)",
    ),
    (
        "a label that is a variable elsewhere",
        "(declare-fun P (Int) Bool)(assert (! (forall ((y Int)) (P y)) :named x))
        (assert (! (forall ((x Int)) (=> (P x) (< x 0))) :named other))(check-sat)",
    ),
    (
        "sorts without rules beside",
        "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-fun P (Int) Bool)(declare-fun Q (L) Bool)
        (assert (Q nil))(assert (P 1))(assert (not (P 1)))(check-sat)",
    ),
    (
        "operators of any number of arguments",
        "(declare-fun P (Int Bool) Bool)(assert (forall ((x Int) (b Bool)) (=> (xor b (> x 1) (< x 3) true)
        (=> b (> x 5) (not b)) (and) (or (distinct x 1 2 3 (- x 1)) (= x 2 3)) (P (- x 1 2) (and b)))))
        (assert (forall ((x Int) (b Bool)) (=> (= 0 (* 1 2 (- x x))) (P x b) false)))(check-sat)",
    ),
    (
        "division by numerals",
        "(declare-fun P (Int Real) Bool)(assert (forall ((x Int) (r Real)) (=> (and (= (div (- 7) 2 2) x) (= r (/ 1 2 2))
        (= (mod x 3) 2) (= (rem (- 7) (- 2)) (- 1))) (P x r))))(assert (forall ((x Int) (r Real)) (not (P x r))))(check-sat)",
    ),
];

/// `scripts/proofs` counts what it sees, and says so where there is no checker.
pub fn table() -> Result<String, String> {
    let carcara = carcara()?;
    if super::common::program("python3").is_none() {
        return Err("there is no python3".into());
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problem.smt2");
    fs::write(&file, HARD[0].1).unwrap();
    let run = |carcara: &str| {
        let mut command = Command::new("python3");
        command.arg(root().join("scripts/proofs")).arg(env!("CARGO_BIN_EXE_alphorn")).arg(&file);
        let output = command.args(["--carcara", carcara]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, text) = run(&carcara.display().to_string());
    assert_eq!((code, text.contains("| all |  | 1 | 0 | 1 | 0 | 0 | 0 | 0 |")), (Some(0), true), "{text}");
    let (code, text) = run("none");
    assert_eq!((code, text.contains("| all |  | 1 | 0 | 0 | 0 | 0 | 0 | 1 |")), (Some(2), true), "{text}");
    Ok("two runs".into())
}
