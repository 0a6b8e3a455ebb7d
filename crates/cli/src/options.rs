//! Options that scripts set: those with an effect, and what `get-option` says about them.

use super::compat::{self, Style};
use alphorn_logic::smtlib::{Attribute, Command};
use alphorn_session::dialect::{ModelDialect, ProofDialect};
use indexmap::IndexMap;
use std::time::Duration;

/// The standard options with the values that they have unless a script sets them, and those of Z3 that have an effect.
const STANDARD: [(&str, &str); 19] = [
    (":diagnostic-output-channel", "stderr"),
    (":expand-definitions", "false"),
    (":global-declarations", "false"),
    (":global-decls", "false"),
    (":interactive-mode", "false"),
    (":model-format", "z3"),
    (":print-success", "false"),
    (":produce-assertions", "false"),
    (":produce-assignments", "false"),
    (":produce-models", "true"),
    (":produce-proofs", "false"),
    (":produce-unsat-assumptions", "false"),
    (":produce-unsat-cores", "false"),
    (":proof-format", "steps"),
    (":random-seed", "0"),
    (":regular-output-channel", "stdout"),
    (":reproducible-resource-limit", "0"),
    (":timeout", "4294967295"),
    (":verbosity", "0"),
];

/// Whether an option is one of those.
pub(super) fn is_standard(keyword: &str) -> bool {
    STANDARD.iter().any(|(name, _)| *name == keyword)
}

/// The options of a script.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// `:timeout` (milliseconds): time for each question.
    timeout: Option<Duration>,
    /// `:rlimit`: time that stands for Z3's units of work.
    resources: Option<Duration>,
    /// `:pp.pretty_proof`
    pub pretty_proof: bool,
    /// `:proof-format`, as `--proof-format`
    pub proof_format: Option<ProofDialect>,
    /// `:model-format`, as `--model-format`
    pub model_format: Option<ModelDialect>,
    /// `:print-success`
    pub print_success: bool,
    /// Whether models or proofs were switched off.
    no_models: bool,
    no_proofs: bool,
    stated: IndexMap<String, String>,
}

impl Options {
    /// Sets an option, or says why not. What has no effect is noted in the log.
    pub fn set(&mut self, Attribute { keyword, value }: &Attribute) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("{keyword}: expected a number, found {value}"));
        let truth = || match value.as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{keyword}: expected true or false, found {value}")),
        };
        let unknown = || format!("{keyword}: there is no format {value}");
        match keyword.as_str() {
            ":timeout" => self.timeout = Some(number()?).filter(|ms| *ms > 0).map(Duration::from_millis),
            ":rlimit" | ":reproducible-resource-limit" => self.resources = compat::resources(number()?),
            ":produce-models" | ":model" => self.no_models = !truth()?,
            ":produce-proofs" | ":proof" => self.no_proofs = !truth()?,
            ":proof-format" => self.proof_format = Some(ProofDialect::by_name(value).ok_or_else(unknown)?),
            ":model-format" => self.model_format = Some(ModelDialect::by_name(value).ok_or_else(unknown)?),
            ":pp.pretty_proof" => self.pretty_proof = truth()?,
            ":print-success" => self.print_success = truth()?,
            _ => log::info!("the option {keyword} has no effect"),
        }
        self.stated.insert(keyword.clone(), value.clone());
        Ok(())
    }

    /// The time for a question, and whether it stands for a limit on resources.
    pub fn limit(&self, style: &Style) -> (Option<Duration>, bool) {
        let (time, resources) = (self.timeout.or(style.question_timeout), self.resources.or(style.question_resources));
        let counts_resources = resources.is_some_and(|limit| time.is_none_or(|time| limit < time));
        (if counts_resources { resources } else { time }, counts_resources)
    }

    /// The value of an option; none of what is no option.
    pub fn get(&self, keyword: &str) -> Option<String> {
        let standard = || STANDARD.iter().find(|(name, _)| *name == keyword).map(|(_, default)| (*default).into());
        self.stated.get(keyword).cloned().or_else(standard)
    }

    /// Why there is no model, if the script does not want any.
    pub fn model_refused(&self) -> Option<&'static str> {
        self.no_models.then_some("there is no model: the script sets :produce-models to false")
    }

    /// Why there is no proof, if the script does not want any.
    pub fn proof_refused(&self) -> Option<&'static str> {
        self.no_proofs.then_some("there is no proof: the script sets :produce-proofs to false")
    }
}

/// Whether a command has no answer of its own: then `:print-success` asks for the word `success`.
pub(super) fn is_silent(command: &Command) -> bool {
    matches!(
        command,
        Command::SetLogic(_)
            | Command::SetInfo(_)
            | Command::SetOption(_)
            | Command::DeclareFun(_)
            | Command::DeclareRel(_)
            | Command::DeclareVar(_)
            | Command::DeclareSort(_)
            | Command::DefineSort(_)
            | Command::DeclareDatatypes(_)
            | Command::DefineFun(_)
            | Command::Assert(_)
            | Command::Rule(_)
            | Command::Push(_)
            | Command::Pop(_)
            | Command::Reset
            | Command::ResetAssertions
            | Command::Exit
    )
}
