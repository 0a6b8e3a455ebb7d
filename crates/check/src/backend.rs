//! What the checker asks of a solver: declarations once, then many small questions about them.

/// The answer to one question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// Neither is known, and why: time, an error message, a process that died.
    Unknown(String),
}

/// A solver that reads SMT-LIB text.
pub trait Backend {
    /// Forgets everything and reads declarations and definitions. The error is the solver's message.
    fn start(&mut self, prelude: &str) -> Result<(), String>;

    /// Whether the assertions in `asserts` are satisfiable together, under the declarations of the last [`Backend::start`].
    /// They are forgotten afterwards. It never hangs: a solver that does not answer is [`Answer::Unknown`].
    fn check(&mut self, asserts: &str) -> Answer;
}
