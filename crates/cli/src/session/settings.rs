//! Options: those that the session itself heeds, and those that a dialect refuses.

use super::Session;
use crate::{channel::Channel, compat, options};
use alphorn_logic::smtlib::{Attribute, Position, ReadError};
use alphorn_sexpr::Span;

impl Session {
    pub(super) fn set_option(&mut self, option: &Attribute, span: Span) {
        let option = self.named(option);
        let set = self
            .set_parameter(&option)
            .and_then(|()| self.open_channel(&option))
            .and_then(|()| self.options.set(&option));
        if let Err(message) = set {
            self.tell(&ReadError { span, message, help: None });
            self.fail(self.args.style.codes.mistake);
        }
    }

    fn is_in_z3s_style(&self) -> bool {
        self.args.style.solver == Some(compat::Compat::Z3)
    }

    /// An option by the name and the value that Z3 takes it for: names of parameters are written in many ways, and a value may
    /// be a string.
    fn named(&self, option: &Attribute) -> Attribute {
        if !self.is_in_z3s_style() || is_channel(&option.keyword) {
            return option.clone();
        }
        let value = &option.value;
        let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value).to_string();
        let keyword = match options::is_standard(&option.keyword) {
            true => option.keyword.clone(),
            false => format!(":{}", compat::canonical(&option.keyword)),
        };
        Attribute { keyword, value }
    }

    /// In Z3's style an option that is not one of the standard is a parameter, as on the command line. Others let pass what
    /// they do not know.
    fn set_parameter(&mut self, Attribute { keyword, value }: &Attribute) -> Result<(), String> {
        if !self.is_in_z3s_style() || options::is_standard(keyword) {
            return Ok(());
        }
        compat::parameter(&mut self.args, keyword.trim_start_matches(':'), value)
    }

    fn open_channel(&mut self, Attribute { keyword, value }: &Attribute) -> Result<(), String> {
        match keyword.as_str() {
            ":regular-output-channel" => self.output.redirect(Channel::open(value)?),
            ":diagnostic-output-channel" => self.diagnostics = Channel::open(value)?,
            _ => {}
        }
        Ok(())
    }

    pub(super) fn get_option(&mut self, keyword: &str, span: Span) {
        let named = self.named(&Attribute { keyword: keyword.into(), value: String::new() }).keyword;
        let parameter = || match self.is_in_z3s_style() {
            true => alphorn_smt::parameter(named.trim_start_matches(':')),
            false => None,
        };
        match self.options.get(&named).or_else(parameter) {
            Some(value) => self.output.print(&value),
            None => {
                self.output.print("unsupported");
                let Position { line, column } = Position::of(self.source.text(), span.end - 1);
                self.diagnose(&format!("; {keyword} line: {line} position: {column}\n"));
            }
        }
    }
}

/// Whether an option names a file, whose name is a string.
fn is_channel(keyword: &str) -> bool {
    matches!(keyword, ":regular-output-channel" | ":diagnostic-output-channel")
}
