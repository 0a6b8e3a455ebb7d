//! Options that scripts set: those with an effect, and what `get-option` says about them.

use super::compat;
use crate::{
    smtlib::{Attribute, Command},
    witness::dialect::{ModelDialect, ProofDialect},
};
use indexmap::IndexMap;
use std::time::Duration;

/// The options of a script.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// `:timeout` (milliseconds) or `:rlimit`: time for each question.
    pub timeout: Option<Duration>,
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
            ":rlimit" | ":reproducible-resource-limit" => self.timeout = compat::resources(number()?),
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

    /// The answer to `get-option`.
    pub fn get(&self, keyword: &str) -> String {
        let known = match keyword {
            ":produce-models" => Some((!self.no_models).to_string()),
            ":produce-proofs" => Some((!self.no_proofs).to_string()),
            ":print-success" => Some(self.print_success.to_string()),
            _ => self.stated.get(keyword).cloned(),
        };
        known.unwrap_or_else(|| "unsupported".into())
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
