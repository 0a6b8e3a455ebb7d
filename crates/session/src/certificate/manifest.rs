//! The manifest: what a certificate is about, and what it holds.

use super::CertificateError;
use alphorn_check::{
    Obligation,
    json::{fields, list, natural, string},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// What kind of evidence a certificate has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A solution: *false* cannot be derived.
    Solution,
    /// A derivation of *false*.
    Derivation,
}

impl Kind {
    /// What a `(query …)`, or another command that asks, is answered by such evidence.
    pub(super) fn verdict(self, is_query: bool) -> &'static str {
        if (self == Kind::Derivation) == is_query { "sat" } else { "unsat" }
    }

    /// The name of its file.
    pub(super) fn file(self) -> &'static str {
        match self {
            Kind::Solution => "model.smt2",
            Kind::Derivation => "derivation.json",
        }
    }

    /// What it is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Solution => "solution",
            Kind::Derivation => "derivation",
        }
    }
}

/// The contents of `manifest.json`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// The input's name when the certificate was made.
    pub input: String,
    /// The SHA-256 of the input, in hexadecimal.
    pub sha256: String,
    /// The byte where the command that asks starts.
    pub question: u32,
    /// What the command is answered: `sat` or `unsat`.
    pub verdict: String,
    /// What the evidence is.
    pub kind: Kind,
    /// What has to be shown.
    pub obligations: Vec<Entry>,
}

/// An obligation of the manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its file.
    pub file: String,
    /// The clause or the step that it is about.
    pub about: String,
    /// The line of the input where the clause stands.
    pub line: u32,
}

const FORMAT: &str = "alphorn-certificate";
const VERSION: u64 = 2;

impl Entry {
    pub(super) fn new(number: usize, obligation: &Obligation) -> Entry {
        let about = obligation.place.to_string();
        let word = about.split(' ').next().unwrap_or("part");
        Entry { file: format!("obligations/{word}-{number:04}.smt2"), line: obligation.line, about }
    }

    /// Whether a file in the folder of the obligations has a name that [`Entry::new`] gives.
    pub(super) fn is_file_name(name: &str) -> bool {
        let number =
            name.strip_suffix(".smt2").and_then(|name| name.strip_prefix("clause-").or(name.strip_prefix("step-")));
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

impl Manifest {
    /// As JSON text.
    pub fn json(&self) -> String {
        let obligation = |e: &Entry| json!({ "file": e.file, "about": e.about, "line": e.line, "expect": "unsat" });
        let value = json!({
            "format": FORMAT,
            "version": VERSION,
            "input": { "name": self.input, "sha256": self.sha256 },
            "question": self.question,
            "verdict": self.verdict,
            "evidence": { "kind": self.kind.name(), "file": self.kind.file() },
            "obligations": self.obligations.iter().map(obligation).collect::<Vec<_>>(),
        });
        format!("{value:#}\n")
    }

    /// Reads JSON text, which must be exactly as [`Manifest::json`] gives it.
    pub fn read(text: &str) -> Result<Manifest, CertificateError> {
        let manifest = Self::fields(text).map_err(|why| CertificateError::Form("manifest.json", why))?;
        match manifest.json() == text {
            true => Ok(manifest),
            false => Err(CertificateError::Form("manifest.json", "it is not written as it must be".into())),
        }
    }

    fn fields(text: &str) -> Result<Manifest, String> {
        let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if json["format"] != FORMAT || json["version"] != VERSION {
            return Err("not a certificate of a version that is known".into());
        }
        let json = fields(&json, ["evidence", "format", "input", "obligations", "question", "verdict", "version"])?;
        let entry = |json: &Value| {
            let entry = fields(json, ["about", "expect", "file", "line"])?;
            let (file, about) = (string(&entry["file"])?.into(), string(&entry["about"])?.into());
            Ok(Entry { file, about, line: natural(&entry["line"])? })
        };
        let obligations = list(&json["obligations"])?.iter().map(entry).collect::<Result<_, String>>()?;
        let input = fields(&json["input"], ["name", "sha256"])?;
        let kind = match string(&fields(&json["evidence"], ["file", "kind"])?["kind"])? {
            "solution" => Kind::Solution,
            "derivation" => Kind::Derivation,
            other => return Err(format!("{other} is no kind of evidence that is known")),
        };
        Ok(Manifest {
            input: string(&input["name"])?.into(),
            sha256: string(&input["sha256"])?.into(),
            question: natural(&json["question"])?,
            verdict: string(&json["verdict"])?.into(),
            kind,
            obligations,
        })
    }
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_read_back() {
        let entry = Entry { file: "obligations/clause-0000.smt2".into(), about: "clause 0".into(), line: 3 };
        let sha256 = sha256(b"abc");
        assert_eq!(sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let (input, verdict) = ("a \"b\".smt2".to_string(), "sat".to_string());
        let manifest =
            Manifest { input, sha256, question: 17, verdict, kind: Kind::Solution, obligations: vec![entry] };
        assert_eq!(Manifest::read(&manifest.json()).unwrap(), manifest);
        for wrong in ["", "{}", "[1]"] {
            assert!(Manifest::read(wrong).is_err());
        }
        let json = manifest.json();
        let more = json.replacen("\"question\"", "\"made-by\": \"me\", \"question\"", 1);
        for other in
            [&json.replace("\"unsat\"", "\"sat\""), &json.replace("model.smt2", "other"), &more, &(json.clone() + " ")]
        {
            assert!(Manifest::read(other).is_err(), "{other}");
        }
        for part in ["sha256", "verdict", "question", "about", "kind"] {
            assert!(Manifest::read(&manifest.json().replace(&format!("\"{part}\""), "\"other\"")).is_err(), "{part}");
        }
    }
}
