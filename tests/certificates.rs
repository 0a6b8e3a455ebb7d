//! Certificates: written, checked by several solvers and by the Python checker, and refused when anything was changed.

mod common;

use common::{alphorn, bench, competition::competition_accepts, program, root, scripts, solvers, z3};
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

const SAFE: &str = "benchmarks/papers/cav10/simple-safe.smt2";
const UNSAFE: &str = "benchmarks/papers/cav10/simple-unsafe.smt2";

fn certify(file: &Path, folder: &Path, seconds: &str) -> Output {
    alphorn().args(["certify", "--timeout", seconds, "-o"]).arg(folder).arg(file).output().unwrap()
}

fn verify(folder: &Path, file: &Path, more: &[&str]) -> Output {
    alphorn().arg("verify").arg(folder).arg(file).args(more).output().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn python(folder: &Path, file: &Path, solver: &str) -> Option<Output> {
    let python = program("python3")?;
    let script = root().join("scripts/check_certificate.py");
    Some(Command::new(python).arg(script).args([folder, file]).args(["--solver", solver]).output().unwrap())
}

#[test]
fn both_verdicts_are_certified_and_confirmed() {
    for (file, verdict, kind, count) in [(SAFE, "sat", "solution", 9), (UNSAFE, "unsat", "derivation", 8)] {
        let (folder, file) = (tempfile::tempdir().unwrap(), root().join(file));
        let output = certify(&file, folder.path(), "60");
        assert!(text(&output).starts_with(&format!("{verdict}\n")), "{}", text(&output));
        let solvers = solvers();
        let with: Vec<&str> = solvers.iter().flat_map(|solver| ["--with", solver]).collect();
        for more in [&[][..], &with] {
            let output = verify(folder.path(), &file, more);
            let said = text(&output);
            assert!(output.status.success() && said.ends_with("\nverified\n"), "{said}");
            assert!(said.contains(&format!("{verdict}, by a {kind} with {count} obligations")), "{said}");
            let names = more.iter().filter(|word| **word != "--with");
            names.for_each(|name| assert!(said.contains(&format!("{name} ")), "{said}"));
        }
        if let Some(output) = python(folder.path(), &file, &z3()) {
            assert!(output.status.success(), "{}", text(&output));
            assert!(text(&output).contains(&format!("{count} confirmed")), "{}", text(&output));
        }
        // Each script alone is answered `unsat`.
        for entry in fs::read_dir(folder.path().join("obligations")).unwrap() {
            let path = entry.unwrap().path();
            let run = Command::new(root().join("third_party/z3/bin/z3")).arg(&path).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&run.stdout), "unsat\n", "{path:?}");
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.lines().filter(|line| !line.starts_with(';')).all(|line| !line.contains("(forall")), "{text}");
        }
    }
}

/// The switches of lazy annotation, limits and the checker are those of a script.
#[test]
fn subcommands_take_the_switches() {
    let folder = tempfile::tempdir().unwrap();
    for task in [&["certify", "-o", folder.path().to_str().unwrap()][..], &["explain"]] {
        let run = |more: &[&str]| alphorn().args(task).arg(root().join(SAFE)).args(more).output().unwrap();
        let output = run(&["--mark", "I", "--with", "scores", "--no", "scores", "--timeout", "60", "--memory", "4000"]);
        assert!(output.status.success(), "{}", text(&output));
        let said = text(&run(&["--mark", "no such mark"]));
        assert!(said.contains("no such mark"), "{said}");
        let said = text(&run(&["--check-with", "/bin/false"]));
        assert!(said.contains("failed its check"), "{said}");
    }
}

/// Whatever is changed is noticed by us and by the Python checker.
#[test]
fn changed_certificates_are_refused() {
    for (file, evidence, from, to) in [
        (SAFE, "model.smt2", "l7_error ((x0 Int)) Bool false", "l7_error ((x0 Int)) Bool true"),
        (UNSAFE, "derivation.json", "\"(- 1)\"", "\"(- 2)\""),
    ] {
        let (folder, file) = (tempfile::tempdir().unwrap(), root().join(file));
        assert!(certify(&file, folder.path(), "60").status.success());
        let path = folder.path().join(evidence);
        let right = fs::read_to_string(&path).unwrap();
        assert!(right.contains(from));
        fs::write(&path, right.replacen(from, to, 1)).unwrap();
        let output = verify(folder.path(), &file, &[]);
        assert!(!output.status.success() && text(&output).contains("is not what the input and the evidence give"));
        if let Some(output) = python(folder.path(), &file, &z3()) {
            assert!(!output.status.success() && text(&output).contains("not verified"), "{}", text(&output));
        }
        fs::write(&path, &right).unwrap();
        // The obligations may not be replaced by easier ones.
        let first = fs::read_dir(folder.path().join("obligations")).unwrap().next().unwrap().unwrap().path();
        let script = fs::read_to_string(&first).unwrap();
        fs::write(&first, "(assert false)(check-sat)").unwrap();
        assert!(!verify(folder.path(), &file, &[]).status.success());
        fs::write(&first, script).unwrap();
        assert!(verify(folder.path(), &file, &[]).status.success());
        // Another input, though it only has one blank more.
        let other = folder.path().join("other.smt2");
        fs::write(&other, fs::read_to_string(&file).unwrap() + " ").unwrap();
        assert!(text(&verify(folder.path(), &other, &[])).contains("about another input"));
        if let Some(output) = python(folder.path(), &other, &z3()) {
            assert!(text(&output).contains("another input"));
        }
        assert!(text(&verify(folder.path(), &file, &["--with", "/bin/false"])).contains("undecided"));
        // The manifest may not say more than the evidence shows.
        let path = folder.path().join("manifest.json");
        let right = fs::read_to_string(&path).unwrap();
        let (verdict, other) = if evidence == "model.smt2" { ("sat", "unsat") } else { ("unsat", "sat") };
        for (from, to) in [
            (format!("\"verdict\": \"{verdict}\""), format!("\"verdict\": \"{other}\"")),
            ("simple-".into(), "another-".into()),
            ("\"line\": 2".into(), "\"line\": 1".into()),
        ] {
            assert!(right.contains(&from));
            fs::write(&path, right.replace(&from, &to)).unwrap();
            assert!(!verify(folder.path(), &file, &[]).status.success(), "{to}");
            if !to.contains("line")
                && let Some(output) = python(folder.path(), &file, &z3())
            {
                assert!(text(&output).starts_with("not verified: "), "{}", text(&output));
            }
        }
    }
    let nothing = tempfile::tempdir().unwrap();
    assert!(text(&verify(nothing.path(), &root().join(SAFE), &[])).contains("manifest.json"));
}

/// A value is a value and no way to smuggle in a command, an assumption or another name.
#[test]
fn forged_values_are_refused_by_the_python_checker() {
    let Some(_) = program("python3") else { return };
    let (folder, file) = (tempfile::tempdir().unwrap(), root().join(UNSAFE));
    assert!(certify(&file, folder.path(), "60").status.success());
    let path = folder.path().join("derivation.json");
    let right = fs::read_to_string(&path).unwrap();
    for forged in [
        "0) (zz 0)) true))(assert false)(assert (let ((x 0",
        "0)(assert false",
        "0 0",
        "",
        "; 0",
        "l1_entry",
        "(let ((a 0)) a)",
        "(! 0 :named n)",
        "(ite true 0 1)",
        "|0|",
        "(as const Int)",
    ] {
        fs::write(&path, right.replace("\"(- 1)\"", &format!("\"{forged}\""))).unwrap();
        let output = python(folder.path(), &file, &z3()).unwrap();
        assert!(text(&output).starts_with("not verified: ") && output.status.code() == Some(2), "{forged}: {output:?}");
    }
}

/// What an earlier certificate left in the folder is gone.
#[test]
fn a_folder_holds_one_certificate() {
    let folder = tempfile::tempdir().unwrap();
    for file in [UNSAFE, SAFE] {
        let file = root().join(file);
        assert!(certify(&file, folder.path(), "60").status.success());
        assert!(verify(folder.path(), &file, &[]).status.success());
    }
    assert!(!folder.path().join("derivation.json").exists());
    assert_eq!(fs::read_dir(folder.path().join("obligations")).unwrap().count(), 9);
}

/// Clauses of all shapes, checked by Python alone: some of the corpus, or with `ALPHORN_LONG` all of it.
#[test]
fn the_python_checker_knows_the_corpus() {
    let Some(_) = program("python3") else { return };
    let (mut certified, mut confirmed) = (0, 0);
    let every = if std::env::var_os("ALPHORN_LONG").is_some() { 1 } else { 4 };
    for path in scripts(|path| path.contains("tests/corpus")).into_iter().step_by(every) {
        let folder = tempfile::tempdir().unwrap();
        if !certify(&path, folder.path(), "5").status.success() {
            continue;
        }
        certified += 1;
        let output = python(folder.path(), &path, &z3()).unwrap();
        match output.status.success() {
            true => confirmed += 1,
            false => println!("{}: {}", path.display(), text(&output)),
        }
    }
    assert!(certified * every >= 80, "only {certified} certificates");
    assert!(confirmed * 20 >= certified * 19, "{confirmed} of {certified} confirmed");
}

/// Models of other people's problems pass the competition's validation, and both solvers confirm the obligations.
#[test]
fn models_of_other_peoples_problems_are_valid() {
    let Some(files) = bench(|set, verdict| set == "smoke" && verdict == "sat") else { return };
    let z3 = root().join("third_party/z3/bin/z3").display().to_string();
    let (mut solved, mut confirmed) = (0, 0);
    for path in files {
        let output = alphorn().args(["--evidence", "--timeout", "3"]).arg(&path).output().unwrap();
        let answer = String::from_utf8(output.stdout).unwrap();
        if !answer.starts_with("sat\n") {
            continue;
        }
        solved += 1;
        let script = fs::read_to_string(&path).unwrap();
        competition_accepts(&script, &answer, &format!("{z3} -T:60")).unwrap_or_else(|why| panic!("{path:?}: {why}"));
        let folder = tempfile::tempdir().unwrap();
        if !certify(&path, folder.path(), "6").status.success() {
            continue;
        }
        let solvers = solvers();
        let with: Vec<&str> = solvers.iter().flat_map(|solver| ["--with", solver]).collect();
        let output = verify(folder.path(), &path, &[&["--timeout", "20"], with.as_slice()].concat());
        assert!(output.status.success(), "{path:?}: {}", text(&output));
        match text(&output).contains("undecided:") {
            true => println!("{}", text(&output)),
            false => confirmed += 1,
        }
    }
    println!("{solved} models, all obligations confirmed by all solvers for {confirmed}");
    assert!(solved >= 5, "only {solved} models");
}
