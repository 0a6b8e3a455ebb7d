//! What has to be shown about evidence, as text for any solver.

use super::Place;

/// Everything that has to be shown. It suffices that each obligation is unsatisfiable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligations {
    /// One a clause, or one a step.
    pub all: Vec<Obligation>,
}

/// One thing that has to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// The clause or the step that it is about.
    pub place: Place,
    /// The line of the script where the clause stands.
    pub line: u32,
    /// The clause or the step, cut to one short line.
    pub text: String,
    /// Declarations and definitions.
    pub prelude: String,
    /// The assertions that must be unsatisfiable together.
    pub asserts: String,
}

impl Obligation {
    /// As a script of its own that a solver answers with `unsat`.
    pub fn script(&self) -> String {
        let Obligation { place, line, text, prelude, asserts } = self;
        let text = text.replace('|', "");
        format!("; {place}, line {line}: {text}\n; expected: unsat\n{prelude}{asserts}\n(check-sat)\n")
    }
}
