//! The reader of certificates.

use alphorn::{
    Config, Question, Stop,
    certificate::{Manifest, certify, verify},
};
use std::{env, fs, path::PathBuf, process, str, sync::OnceLock, time::Duration};

/// A right bundle, of which one file is replaced: the first byte says which.
pub fn certificate(data: &[u8]) {
    let Some((&which, rest)) = data.split_first() else { return };
    let Ok(text) = str::from_utf8(rest) else { return };
    drop(Manifest::read(text));
    let bundle = &bundles()[usize::from(which) % bundles().len()];
    let file = FILES[usize::from(which) / bundles().len() % FILES.len()];
    let file = match file {
        "evidence" => bundle.evidence,
        "obligation" => &bundle.obligation,
        file => file,
    };
    let path = bundle.folder.join(file);
    let before = fs::read(&path).expect("the bundle was written");
    fs::write(&path, rest).expect("the bundle can be written");
    let found = bundle.verify();
    fs::write(&path, &before).expect("the bundle can be written");
    let is_evidence = file == bundle.evidence;
    assert!(!found || is_evidence || before == rest, "{file} was changed, and the bundle is accepted");
}

const FILES: [&str; 4] = ["manifest.json", "evidence", "README.md", "obligation"];

const SCRIPTS: [&str; 2] = [
    "(declare-fun P (Int) Bool)(assert (P 0))(assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))(check-sat)",
    "(declare-fun P (Int) Bool)(assert (P 0))(assert (forall ((x Int)) (=> (and (P x) (> 1 x)) false)))(check-sat)",
];

struct Bundle {
    source: &'static str,
    folder: PathBuf,
    evidence: &'static str,
    obligation: String,
}

impl Bundle {
    fn new(source: &'static str, number: usize) -> Bundle {
        let folder = env::temp_dir().join(format!("alphorn-fuzz-{}-{number}", process::id()));
        let mut question = Question::read(source).expect("a right script");
        let outcome = question.solve(&Config::default());
        let manifest = certify(&question, "s.smt2", &outcome, &folder).expect("it can be certified");
        let obligation = manifest.obligations[0].file.clone();
        let evidence = ["model.smt2", "derivation.json"].into_iter().find(|name| folder.join(name).exists());
        Bundle { source, folder, evidence: evidence.expect("there is evidence"), obligation }
    }

    fn verify(&self) -> bool {
        let (name, timeout) = (PathBuf::from("s.smt2"), Duration::from_secs(5));
        match verify(&self.folder, &name, self.source, &[], timeout, &Stop::new()) {
            Ok(verification) => verification.holds(),
            Err(_) => false,
        }
    }
}

fn bundles() -> &'static [Bundle] {
    static BUNDLES: OnceLock<Vec<Bundle>> = OnceLock::new();
    BUNDLES.get_or_init(|| SCRIPTS.iter().enumerate().map(|(n, source)| Bundle::new(source, n)).collect())
}
