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
mod steps;
mod verify;

pub use manifest::{Kind, Manifest};
pub use verify::{Opinion, Verification, verify};

use crate::api::{Model, Outcome, Question};
use alphorn_check::{Check, Failure, Obligations, json};
use manifest::{Entry, sha256};
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
    /// The steps of a derivation as JSON.
    Derivation(String),
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
    /// A file differs from what the input and the evidence give.
    #[error("{0} is not what the input and the evidence give")]
    Altered(String),
    /// A file that is no part of the certificate is where its obligations are.
    #[error("{0} is no part of the certificate")]
    Foreign(PathBuf),
}

impl Evidence {
    /// The evidence of an outcome.
    pub fn of(outcome: &Outcome) -> Result<Evidence, CertificateError> {
        match outcome {
            Outcome::Unknown(unknown) => Err(CertificateError::Unknown(unknown.reason.clone())),
            Outcome::Solved(Model { text, .. }) => Ok(Evidence::Model(format!("{text}\n"))),
            Outcome::Derivable(trace) => Ok(Evidence::Derivation(steps::write(trace))),
        }
    }

    /// What kind of evidence it is.
    pub fn kind(&self) -> Kind {
        match self {
            Evidence::Model(_) => Kind::Solution,
            Evidence::Derivation(_) => Kind::Derivation,
        }
    }

    fn text(&self) -> &str {
        match self {
            Evidence::Model(text) | Evidence::Derivation(text) => text,
        }
    }
}

/// All files of a certificate with their names, and what has to be shown: everything follows from the text of the input, its
/// name, the place of the question, and the evidence.
pub(super) struct Bundle {
    pub manifest: Manifest,
    pub obligations: Obligations,
    pub files: Vec<(String, String)>,
}

impl Bundle {
    pub fn new(source: &str, name: &str, question: u32, evidence: &Evidence) -> Result<Bundle, CertificateError> {
        let check = Check::new(source, question)?;
        let kind = evidence.kind();
        let verdict = kind.verdict(check.is_query()).to_string();
        let obligations = match evidence {
            Evidence::Model(model) => {
                json::no_remarks(model).map_err(|why| CertificateError::Form("model.smt2", why))?;
                check.solution(model)?
            }
            Evidence::Derivation(text) => {
                let steps = json::read(text).map_err(|why| CertificateError::Form("derivation.json", why))?;
                check.derivation(&steps)?
            }
        };
        let entries = obligations.all.iter().enumerate().map(|(n, o)| Entry::new(n, o)).collect();
        let sha256 = sha256(source.as_bytes());
        let manifest = Manifest { input: name.into(), sha256, question, verdict, kind, obligations: entries };
        let scripts = obligations.all.iter().map(|obligation| obligations.script(obligation));
        let mut files: Vec<(String, String)> =
            manifest.obligations.iter().map(|entry| entry.file.clone()).zip(scripts).collect();
        files.push((kind.file().into(), evidence.text().into()));
        files.push(("README.md".into(), readme::write(&manifest)));
        files.push(("manifest.json".into(), manifest.json()));
        Ok(Bundle { manifest, obligations, files })
    }
}

/// Writes the certificate of an outcome into a folder, which is made if need be. `name` is that of the input's file.
pub fn certify(
    question: &Question,
    name: &str,
    outcome: &Outcome,
    folder: &Path,
) -> Result<Manifest, CertificateError> {
    write(question.source(), name, question.offset(), &Evidence::of(outcome)?, folder)
}

/// Writes the certificate of evidence, wherever it was found, about the question that starts at a byte of `source`. No solver
/// is asked: that is what [`verify`] does.
pub fn write(
    source: &str,
    name: &str,
    question: u32,
    evidence: &Evidence,
    folder: &Path,
) -> Result<Manifest, CertificateError> {
    let name = Path::new(name).file_name().and_then(|name| name.to_str()).unwrap_or(name);
    let bundle = Bundle::new(source, name, question, evidence)?;
    let inner = folder.join("obligations");
    fs::create_dir_all(&inner).map_err(|error| CertificateError::File(inner.clone(), error))?;
    clear(folder, &inner)?;
    for (name, text) in &bundle.files {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| CertificateError::File(path, error))?;
    }
    Ok(bundle.manifest)
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
