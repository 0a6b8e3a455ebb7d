//! Commands that are left out, and questions that cannot be asked: what is said, and what it means for the exit code.

use super::{
    super::{compat::Compat, input::Unreadable, output, reply},
    End, Session,
};
use alphorn_logic::{
    scopes::{Obstacle, Refusal},
    smtlib::{Effect, Position, ReadError, Refused},
    witness::Unknown,
};
use alphorn_session::answer::Answer;

impl Session {
    /// Leaves out the command that the reader has refused.
    pub(super) fn refuse(&mut self, error: ReadError) -> Result<(), End> {
        let Some(refused) = self.reader.refused() else { return Err(End::Error(error)) };
        let refusal = Refusal { refused, error };
        match refusal.refused.effect {
            Effect::Answer => self.unanswerable(&refusal),
            _ if refusal.refused.is_unknown && self.args.style.solver == Some(Compat::Z3) => {
                self.unsupported(&refusal.refused);
            }
            _ => {
                self.tell(&refusal.error);
                self.fail(self.args.style.codes.mistake);
            }
        }
        self.source.blank(refusal.refused.span);
        self.scopes.refuse(refusal);
        Ok(())
    }

    /// A question with a mistake: clients wait for a line.
    fn unanswerable(&mut self, refusal: &Refusal) {
        self.diagnose(&refusal.error.render(self.source.name(), self.source.text()));
        self.fail(self.args.style.codes.mistake);
        if !self.args.parse_only && !self.args.print_problem {
            self.answer_unknown(refusal.tell(self.source.text()));
        }
    }

    /// A question that there is no problem for.
    pub(super) fn no_problem(&mut self, obstacle: &Obstacle) {
        let reason = obstacle.tell(self.source.text());
        match obstacle {
            Obstacle::Refused(_) => self.diagnose(&format!("alphorn: unknown: {reason}\n")),
            Obstacle::Outside(error) => {
                self.diagnose(&error.render(self.source.name(), self.source.text()));
                self.fail(self.args.style.codes.outside);
            }
        }
        self.answer_unknown(reason);
    }

    /// As [`Self::no_problem`], where nothing is solved.
    pub(super) fn not_described(&mut self, obstacle: &Obstacle) {
        if let Obstacle::Outside(error) = obstacle {
            self.tell(error);
        }
        self.fail(self.args.style.codes.mistake);
    }

    fn answer_unknown(&mut self, reason: String) {
        (self.asked, self.changed) = (true, false);
        self.output.answer("unknown");
        self.last = Some((Answer::Unknown(Unknown::because(reason)), None));
    }

    /// As Z3 does: a word on standard output, the place on standard error, and no mistake.
    fn unsupported(&mut self, refused: &Refused) {
        let Position { line, column } = Position::of(self.source.text(), refused.span.end - 1);
        self.output.print("unsupported");
        self.diagnose(&format!("; {} line: {line} position: {column}\n", refused.name.trim_matches('`')));
    }

    /// Tells a mistake in the script.
    pub(super) fn tell(&mut self, error: &ReadError) {
        self.diagnose(&error.render(self.source.name(), self.source.text()));
        self.output.answer(&error.smtlib(self.source.text()));
    }

    /// Answers a command by an error: what it asks for is not there.
    pub(super) fn cannot(&mut self, why: &str) {
        self.output.print(&reply::error(why));
        self.failed = true;
        self.fail(self.args.style.codes.cannot);
    }

    /// Remembers an exit code; the greatest one counts.
    pub(super) fn fail(&mut self, code: u8) {
        self.failed = true;
        self.code = self.code.max(code);
    }

    /// The script cannot be read; the exit code.
    pub(super) fn unreadable(&mut self, fault: &Unreadable) -> u8 {
        match self.args.style.solver {
            Some(Compat::Z3) => {
                eprintln!("{}", reply::error(&format!("failed to open file '{}': {}", fault.name, fault.why)))
            }
            _ => {
                eprintln!("alphorn: {fault}");
                self.output.answer(&reply::error(&fault.to_string()));
            }
        }
        self.args.style.codes.unreadable
    }

    /// Writes where messages go.
    pub(super) fn diagnose(&mut self, text: &str) {
        // Who does not read messages is told the answers all the same; the exit code says that something is lost.
        if self.diagnostics.write(text).is_err() {
            output::note_is_lost();
        }
    }
}
