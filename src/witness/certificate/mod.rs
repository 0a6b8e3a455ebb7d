//! Certificates: a folder with the evidence of an answer and everything that has to be shown about it, for others to check.
//!
//! | file | what |
//! | --- | --- |
//! | `manifest.json` | the input's hash, the question, the verdict, and the obligations with what is expected of each |
//! | `model.smt2` or `derivation.json` | the evidence |
//! | `obligations/*.smt2` | one script a clause or a step, each to be answered `unsat` |
//! | `README.md` | for people |

mod manifest;
mod readme;
mod verify;

pub use manifest::{Kind, Manifest};
pub use verify::{Opinion, Verification, verify};

use super::{
    check::{Failure, Obligation, Obligations, derivation_obligations, solution_obligations},
    dialect::ProofDialect,
    trace::{Trace, TraceStep},
};
use crate::{Model, Outcome, Question};
use manifest::Entry;
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// The evidence of a certificate, as its file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// The text of a model.
    Model(String),
    /// The text of a derivation as JSON, and its steps as the checker reads them.
    Derivation {
        /// The file's text.
        json: String,
        /// `((step …) …)`
        steps: String,
    },
}

/// Why a certificate cannot be made or read.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// There is no verdict to certify.
    #[error("there is no verdict to certify: {0}")]
    Unknown(String),
    /// A file or a folder.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// The evidence does not fit the input.
    #[error("the evidence does not fit the input: {0}")]
    Evidence(#[from] Failure),
    /// A file of the certificate has not the form it must have.
    #[error("{0}: {1}")]
    Form(&'static str, String),
    /// The certificate is about another input.
    #[error("the certificate is about another input: its SHA-256 is {expected}, that of this file is {found}")]
    OtherInput {
        /// As the manifest has it.
        expected: String,
        /// Of the file given.
        found: String,
    },
    /// The certificate is about a file of another name.
    #[error("the certificate is about {expected}, not about {found}")]
    OtherName {
        /// As the manifest has it.
        expected: String,
        /// Of the file given.
        found: PathBuf,
    },
    /// The verdict is not what such evidence shows.
    #[error("the evidence does not show the verdict `{0}`")]
    OtherVerdict(String),
    /// A file differs from what the input and the evidence give.
    #[error("{0} is not what the input and the evidence give")]
    Altered(String),
}

impl Evidence {
    /// The evidence of an outcome.
    pub fn of(outcome: &Outcome, source: &str) -> Result<Evidence, CertificateError> {
        match outcome {
            Outcome::Unknown(unknown) => Err(CertificateError::Unknown(unknown.reason.clone())),
            Outcome::Solved(Model { text, .. }) => Ok(Evidence::Model(format!("{text}\n"))),
            Outcome::Derivable(trace) => {
                let json = ProofDialect::Json.write(trace, source);
                let json = json.map_err(|why| CertificateError::Form("derivation.json", why.to_string()))?;
                Ok(Evidence::Derivation { json, steps: steps(trace) })
            }
        }
    }

    /// The name of its file.
    pub fn file(&self) -> &'static str {
        match self {
            Evidence::Model(_) => "model.smt2",
            Evidence::Derivation { .. } => "derivation.json",
        }
    }

    fn text(&self) -> &str {
        match self {
            Evidence::Model(text) | Evidence::Derivation { json: text, .. } => text,
        }
    }

    /// What has to be shown about it.
    fn obligations(&self, source: &str, query: u32) -> Result<Obligations, Failure> {
        match self {
            Evidence::Model(model) => solution_obligations(source, query, model),
            Evidence::Derivation { steps, .. } => derivation_obligations(source, query, steps),
        }
    }
}

/// Writes the certificate of an outcome into a folder, which is made if need be. Gives the number of obligations.
pub fn certify(
    question: &Question,
    name: &str,
    outcome: &Outcome,
    folder: &Path,
) -> Result<Manifest, CertificateError> {
    let source = question.source();
    let evidence = Evidence::of(outcome, source)?;
    let obligations = evidence.obligations(source, question.offset())?;
    let manifest = Manifest::new(question, name, &evidence, entries(&obligations.all));
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| CertificateError::File(path, error))
    };
    let inner = folder.join("obligations");
    fs::create_dir_all(&inner).map_err(|error| CertificateError::File(inner.clone(), error))?;
    clear(folder, &inner)?;
    for (entry, obligation) in manifest.obligations.iter().zip(&obligations.all) {
        file(&entry.file, &obligation.script())?;
    }
    file(evidence.file(), evidence.text())?;
    file("README.md", &readme::write(&manifest))?;
    file("manifest.json", &manifest.json())?;
    Ok(manifest)
}

/// Takes away what an earlier certificate left in a folder.
fn clear(folder: &Path, inner: &Path) -> Result<(), CertificateError> {
    let wrong = |path: &Path| {
        let path = path.to_path_buf();
        |error| CertificateError::File(path, error)
    };
    let mut old: Vec<PathBuf> = ["model.smt2", "derivation.json", "manifest.json"].map(|name| folder.join(name)).into();
    for entry in fs::read_dir(inner).map_err(wrong(inner))? {
        let path = entry.map_err(wrong(inner))?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(Entry::is_file_name) {
            old.push(path);
        }
    }
    old.iter().filter(|path| path.exists()).try_for_each(|path| fs::remove_file(path).map_err(wrong(path)))
}

/// What the manifest says about obligations.
fn entries(obligations: &[Obligation]) -> Vec<Entry> {
    obligations.iter().enumerate().map(|(n, o)| Entry::new(n, o)).collect()
}

/// A derivation as the checker reads it.
fn steps(trace: &Trace) -> String {
    let step = |(n, step): (usize, &TraceStep)| {
        let values: String = step.values.iter().map(|b| format!("({} {} {})", b.name, b.offset, b.value)).collect();
        let premises: Vec<String> = step.premises.iter().map(ToString::to_string).collect();
        let (offset, premises, fact) = (step.clause.offset, premises.join(" "), step.fact_smtlib());
        format!("(step {n} {offset} ({values}) ({premises}) {fact})\n")
    };
    let lines: String = trace.steps.iter().enumerate().map(step).collect();
    format!("({lines})")
}
