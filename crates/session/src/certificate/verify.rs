//! Checks certificates with any number of solvers at once.

use super::{Bundle, CertificateError, Evidence, Kind, Manifest, manifest::sha256};
use crate::process::Process;
use alphorn_check::{Answer, Backend, Obligation, Obligations};
use alphorn_run::stop::Stop;
use alphorn_smt::Z3Text;
use std::{fmt, fs, path::Path, thread, time::Duration};

/// What a solver says about one obligation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// It is unsatisfiable, as it must be.
    Confirmed,
    /// It is satisfiable: the certificate is wrong.
    Refuted,
    /// The solver could not tell, and why.
    Undecided(String),
}

/// Who confirmed what.
#[derive(Clone, Debug)]
pub struct Verification {
    /// What the certificate says.
    pub manifest: Manifest,
    /// The line of the input that asks.
    pub line: u32,
    /// For each solver its name and its opinion on each obligation.
    pub opinions: Vec<(String, Vec<Opinion>)>,
}

/// Reads the certificate in `folder` about `source`, the text of the file `name`, makes its obligations again from the source
/// and the evidence, compares all that it says with what these give, and asks the solvers. Without any, the built-in Z3 is
/// asked.
pub fn verify(
    folder: &Path,
    name: &Path,
    source: &str,
    solvers: &[String],
    timeout: Duration,
    stop: &Stop,
) -> Result<Verification, CertificateError> {
    let file = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).map_err(|error| CertificateError::File(path, error))
    };
    let manifest = Manifest::read(&file("manifest.json")?)?;
    let found = sha256(source.as_bytes());
    if found != manifest.sha256 {
        return Err(CertificateError::OtherInput { expected: manifest.sha256, found });
    }
    if name.file_name().and_then(|name| name.to_str()) != Some(&manifest.input) {
        return Err(CertificateError::OtherName { expected: manifest.input, found: name.into() });
    }
    let text = file(manifest.kind.file())?;
    let evidence = match manifest.kind {
        Kind::Solution => Evidence::Model(text),
        Kind::Derivation => Evidence::Derivation(text),
    };
    let Bundle { obligations, files, .. } = Bundle::new(source, &manifest.input, manifest.question, &evidence)?;
    // The manifest comes last, so it names exactly the files that were compared before.
    for (name, text) in &files {
        if file(name)? != *text {
            return Err(CertificateError::Altered(name.clone()));
        }
    }
    nothing_else(&folder.join("obligations"), &files)?;
    let names = if solvers.is_empty() { vec!["built-in Z3".to_string()] } else { solvers.to_vec() };
    let opinions = thread::scope(|scope| {
        let asked: Vec<_> = names
            .iter()
            .map(|name| {
                let obligations = &obligations;
                scope.spawn(move || {
                    let mut backend: Box<dyn Backend> = match solvers.is_empty() {
                        true => Box::new(Z3Text::new(stop.clone(), timeout)),
                        false => Box::new(Process::new(name, stop.clone(), timeout)),
                    };
                    obligations.all.iter().map(|one| ask(backend.as_mut(), obligations, one)).collect::<Vec<_>>()
                })
            })
            .collect();
        let opinion = |handle: thread::ScopedJoinHandle<'_, Vec<Opinion>>| handle.join().unwrap_or_default();
        names.iter().cloned().zip(asked.into_iter().map(opinion)).collect()
    });
    let before = source.as_bytes().iter().take(manifest.question as usize);
    let line = before.filter(|byte| **byte == b'\n').count() as u32 + 1;
    Ok(Verification { manifest, line, opinions })
}

/// Checks that the folder of the obligations holds no other files.
fn nothing_else(inner: &Path, files: &[(String, String)]) -> Result<(), CertificateError> {
    let wrong = |error| CertificateError::File(inner.into(), error);
    for entry in fs::read_dir(inner).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let name = format!("obligations/{}", entry.file_name().to_string_lossy());
        if !files.iter().any(|(known, _)| *known == name) {
            return Err(CertificateError::Foreign(entry.path()));
        }
    }
    Ok(())
}

fn ask(backend: &mut dyn Backend, obligations: &Obligations, obligation: &Obligation) -> Opinion {
    if let Err(reason) = backend.start(&obligations.prelude(obligation)) {
        return Opinion::Undecided(reason);
    }
    match backend.check(&obligation.asserts()) {
        Answer::Unsat => Opinion::Confirmed,
        Answer::Sat => Opinion::Refuted,
        Answer::Unknown(reason) => Opinion::Undecided(reason),
    }
}

impl Verification {
    /// Whether every obligation was confirmed by somebody and refuted by nobody.
    pub fn holds(&self) -> bool {
        let by = |i: usize, wanted: fn(&Opinion) -> bool| {
            self.opinions.iter().any(|(_, all)| all.get(i).is_some_and(wanted))
        };
        (0..self.manifest.obligations.len())
            .all(|i| by(i, |o| *o == Opinion::Confirmed) && !by(i, |o| *o == Opinion::Refuted))
    }
}

/// A table: a line a solver, then what was not confirmed by all.
impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Manifest { input, verdict, kind, obligations, .. } = &self.manifest;
        let kind = kind.name();
        writeln!(f, "{input}, line {}: {verdict}, by a {kind} with {} obligations", self.line, obligations.len())?;
        let width = self.opinions.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(6);
        writeln!(f, "{:width$}  confirmed  refuted  undecided", "solver")?;
        for (name, all) in &self.opinions {
            let count = |wanted: fn(&Opinion) -> bool| all.iter().filter(|o| wanted(o)).count();
            let (confirmed, refuted) = (count(|o| *o == Opinion::Confirmed), count(|o| *o == Opinion::Refuted));
            writeln!(f, "{name:width$}  {confirmed:>9}  {refuted:>7}  {:>9}", all.len() - confirmed - refuted)?;
        }
        for (name, all) in &self.opinions {
            for (entry, opinion) in obligations.iter().zip(all) {
                match opinion {
                    Opinion::Confirmed => {}
                    Opinion::Refuted => writeln!(f, "{name}: {} (line {}) is refuted", entry.about, entry.line)?,
                    Opinion::Undecided(why) => {
                        writeln!(f, "{name}: {} (line {}) is undecided: {why}", entry.about, entry.line)?;
                    }
                }
            }
        }
        write!(f, "{}", if self.holds() { "verified" } else { "not verified" })
    }
}
