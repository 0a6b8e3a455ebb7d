//! Options: those that the session itself heeds, and those that a dialect refuses.

use super::Session;
use crate::{channel::Channel, compat, options};
use alphorn_logic::smtlib::{Attribute, Position, ReadError};
use alphorn_sexpr::Span;

impl Session {
    pub(super) fn set_option(&mut self, option: &Attribute, span: Span) {
        let set =
            self.check_option(option).and_then(|()| self.open_channel(option)).and_then(|()| self.options.set(option));
        if let Err(message) = set {
            self.tell(&ReadError { span, message, help: None });
            self.fail(self.args.style.codes.mistake);
        }
    }

    /// Z3 refuses what it has no parameter for. Others let pass what they do not know.
    fn check_option(&self, Attribute { keyword, value }: &Attribute) -> Result<(), String> {
        if self.args.style.solver != Some(compat::Compat::Z3) || options::is_standard(keyword) {
            return Ok(());
        }
        compat::check_parameter(keyword.trim_start_matches(':'), value)
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
        let parameter = || match self.args.style.solver {
            Some(compat::Compat::Z3) => alphorn_smt::parameter(keyword.trim_start_matches(':')),
            _ => None,
        };
        match self.options.get(keyword).or_else(parameter) {
            Some(value) => self.output.print(&value),
            None => {
                self.output.print("unsupported");
                let Position { line, column } = Position::of(self.source.text(), span.end - 1);
                self.diagnose(&format!("; {keyword} line: {line} position: {column}\n"));
            }
        }
    }
}
