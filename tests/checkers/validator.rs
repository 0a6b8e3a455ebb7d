//! Models before the competition's own validator.

use super::{
    answers, checker,
    common::{self, scripts},
    quiet,
};
use std::{fs, path::Path, process::Command, process::Stdio};

/// Every small script of the benchmarks that the competition could have asked, and that has a solution.
pub fn of_the_repository() -> Result<String, String> {
    let validator = checker("ALPHORN_VALIDATOR", "validator/validate-model.py")?;
    let Some(python) = common::program("python3") else { return Err("there is no python3".into()) };
    let has_ply = Command::new(&python).args(["-c", "import ply"]).stderr(Stdio::null()).status().unwrap().success();
    if !has_ply {
        return Err("Python has no package ply".into());
    }
    let files = scripts(|path| {
        path.contains("/benchmarks/") && !path.contains("unsafe") && fs::metadata(path).unwrap().len() <= 20_000
    });
    let mut n = 0;
    for path in files {
        let script = quiet(&fs::read_to_string(&path).unwrap());
        // What the competition's scripts never have.
        if ["(declare-rel", "(push", "(set-option", "define-fun"].iter().any(|word| script.contains(word)) {
            continue;
        }
        for (verdict, model) in answers(&[], &script).into_iter().take(1).filter(|(verdict, _)| verdict == "sat") {
            let said = validate(&python, &validator, &script, &format!("{verdict}\n{model}"));
            assert_eq!(said, "unsat", "{}: {said}\n{model}", path.display());
            n += 1;
        }
    }
    assert!(n >= 40, "only {n} models");
    Ok(format!("{n} models"))
}

/// What Z3 says of the script that the validator makes of a problem and its model: `unsat` if the model holds.
fn validate(python: &Path, validator: &Path, script: &str, answer: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let [task, said, made] = ["task.smt2", "answer", "made.smt2"].map(|name| folder.path().join(name));
    let plain: Vec<&str> = script.lines().filter(|line| !line.starts_with("(set-info")).collect();
    fs::write(&task, plain.join("\n")).unwrap();
    fs::write(&said, answer).unwrap();
    let run = Command::new(python)
        .current_dir(folder.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(validator)
        .arg(&task)
        .stdin(fs::File::open(&said).unwrap())
        .output()
        .unwrap();
    if !run.status.success() {
        return String::from_utf8_lossy(&run.stderr).into_owned();
    }
    fs::write(&made, run.stdout).unwrap();
    let z3 = common::z3().replace("-in", "-T:60");
    let mut words = z3.split(' ');
    let run = Command::new(words.next().unwrap()).args(words).arg(&made).output().unwrap();
    String::from_utf8_lossy(&run.stdout).trim().into()
}
