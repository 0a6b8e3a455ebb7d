//! Scripts built in code.

use alphorn_logic::term::quote_symbol;
use std::fmt::Write;

/// Builds a script in code, clause by clause.
///
/// ```
/// use alphorn_session::{api::{Config, Outcome, Question, QuestionError}, builder::ClauseBuilder};
///
/// let script = ClauseBuilder::new()
///     .predicate("inv", &["Int"])
///     .clause(&[("x", "Int")], &["(= x 0)"], Some("(inv x)"))
///     .clause(&[("x", "Int")], &["(inv x)", "(< x 5)"], Some("(inv (+ x 1))"))
///     .clause(&[("x", "Int")], &["(inv x)", "(> x 5)"], None)
///     .script();
/// let outcome = Question::read(&script)?.solve(&Config::default());
/// assert!(matches!(outcome, Outcome::Solved(_)));
/// # Ok::<(), QuestionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClauseBuilder {
    text: String,
}

impl Default for ClauseBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ClauseBuilder {
    /// No clauses.
    pub fn new() -> Self {
        ClauseBuilder { text: "(set-logic HORN)\n".into() }
    }

    /// Adds a command as it is, such as a declaration of datatypes.
    pub fn command(mut self, command: &str) -> Self {
        self.text.push_str(command);
        self.text.push('\n');
        self
    }

    /// Declares a predicate over sorts.
    pub fn predicate(self, name: &str, sorts: &[&str]) -> Self {
        let command = format!("(declare-fun {} ({}) Bool)", quote_symbol(name), sorts.join(" "));
        self.command(&command)
    }

    /// Adds a clause: for all values of the variables, the body's formulas imply the head, or *false* without one.
    pub fn clause(self, variables: &[(&str, &str)], body: &[&str], head: Option<&str>) -> Self {
        let head = head.unwrap_or("false");
        let formula = match body {
            [] => head.to_string(),
            [one] => format!("(=> {one} {head})"),
            many => format!("(=> (and {}) {head})", many.join(" ")),
        };
        let variables = variables.iter().fold(String::new(), |mut text, (name, sort)| {
            // Writing to a string cannot fail.
            let _ = write!(text, "({} {sort})", quote_symbol(name));
            text
        });
        let closed = if variables.is_empty() { formula } else { format!("(forall ({variables}) {formula})") };
        self.command(&format!("(assert {closed})"))
    }

    /// The script, which asks whether the clauses have a solution.
    pub fn script(self) -> String {
        self.command("(check-sat)").text
    }
}
