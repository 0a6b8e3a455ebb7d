//! Checks certificates with any number of solvers at once.

use super::{CertificateError, Evidence, Kind, Manifest, entries, manifest::sha256, readme};
use crate::{
    smtlib::sexpr::Sexprs,
    stop::Stop,
    witness::check::{Answer, Backend, Obligation, Process, Z3Text},
};
use serde_json::Value;
use std::{fmt, fmt::Write, fs, path::Path, thread, time::Duration};

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
    if Path::new(&manifest.input).file_name() != name.file_name() {
        return Err(CertificateError::OtherName { expected: manifest.input, found: name.into() });
    }
    let commands = Sexprs::read_prefix(source).0;
    let asking = commands.iter().find(|command| command.span().start == manifest.question);
    let is_query = asking.and_then(|command| command.head()).is_some_and(|word| word.is_word("query"));
    if manifest.verdict != manifest.kind.verdict(is_query) {
        return Err(CertificateError::OtherVerdict(manifest.verdict));
    }
    let evidence = match manifest.kind {
        Kind::Solution => Evidence::Model(file("model.smt2")?),
        Kind::Derivation => {
            let json = file("derivation.json")?;
            let steps = steps(&json).map_err(|why| CertificateError::Form("derivation.json", why))?;
            Evidence::Derivation { json, steps }
        }
    };
    let obligations = evidence.obligations(source, manifest.question)?.all;
    if manifest.obligations != entries(&obligations) {
        return Err(CertificateError::Altered("manifest.json".into()));
    }
    if file("README.md")? != readme::write(&manifest) {
        return Err(CertificateError::Altered("README.md".into()));
    }
    for (entry, obligation) in manifest.obligations.iter().zip(&obligations) {
        if file(&entry.file)? != obligation.script() {
            return Err(CertificateError::Altered(entry.file.clone()));
        }
    }
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
                    obligations.iter().map(|obligation| ask(backend.as_mut(), obligation)).collect::<Vec<_>>()
                })
            })
            .collect();
        let opinion = |handle: thread::ScopedJoinHandle<'_, Vec<Opinion>>| handle.join().unwrap_or_default();
        names.iter().cloned().zip(asked.into_iter().map(opinion)).collect()
    });
    Ok(Verification { manifest, opinions })
}

fn ask(backend: &mut dyn Backend, obligation: &Obligation) -> Opinion {
    if let Err(reason) = backend.start(&obligation.prelude) {
        return Opinion::Undecided(reason);
    }
    match backend.check(&obligation.asserts) {
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
        let kind = match kind {
            Kind::Solution => "solution",
            Kind::Derivation => "derivation",
        };
        writeln!(f, "{input}: {verdict}, by a {kind} with {} obligations", obligations.len())?;
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

/// The steps of a derivation's JSON as the checker reads them.
fn steps(json: &str) -> Result<String, String> {
    let json: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let list = |value: &Value, what: &str| value.as_array().cloned().ok_or_else(|| format!("no {what}"));
    let string = |value: &Value, what: &str| value.as_str().map(String::from).ok_or_else(|| format!("no {what}"));
    let number = |value: &Value, what: &str| value.as_u64().ok_or_else(|| format!("no {what}"));
    let mut out = String::from("(");
    for (n, step) in list(&json["steps"], "steps")?.iter().enumerate() {
        let clause = number(&step["clause"], "clause of a step")?;
        let offset = number(&json["clauses"][clause as usize]["offset"], "offset of a clause")?;
        // Writing to a string cannot fail.
        let _ = write!(out, "(step {n} {offset} (");
        for binding in list(&step["values"], "values of a step")? {
            let name = string(&binding["name"], "name of a variable")?;
            let (offset, value) =
                (number(&binding["offset"], "offset of a variable")?, string(&binding["value"], "value")?);
            let _ = write!(out, "({name} {offset} {value})");
        }
        let mut premises = Vec::new();
        for premise in list(&step["premises"], "premises of a step")? {
            premises.push(number(&premise, "number of a premise")?.to_string());
        }
        let fact = match &step["fact"] {
            Value::Null => "false".into(),
            fact => {
                let predicate = string(&fact["predicate"], "predicate of a fact")?;
                let arguments = list(&fact["arguments"], "arguments of a fact")?;
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| string(argument, "argument")).collect::<Result<_, _>>()?;
                if arguments.is_empty() { predicate } else { format!("({predicate} {})", arguments.join(" ")) }
            }
        };
        let _ = writeln!(out, ") ({}) {fact})", premises.join(" "));
    }
    out.push(')');
    Ok(out)
}
