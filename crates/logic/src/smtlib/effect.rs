//! What a command that was left out may have been meant to change: the only place that knows it for each command.

use super::{error::quoted, reader::COMMANDS, suggest::nearest};
use alphorn_sexpr::{Sexpr, Span};

/// What is uncertain where a command was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: it only asks about what is known, or says what changes no meaning.
    Nothing,
    /// The answer to it, for it is a question.
    Answer,
    /// What is asserted in this scope.
    Assertions,
    /// What names mean in this scope, and in those around it when declarations are global.
    Declarations,
    /// Which scopes there are: nothing that is asserted or declared is certain any more.
    Scopes,
}

/// A command that was left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Where it stands.
    pub span: Span,
    /// Its name, or what stands in its place.
    pub name: String,
    /// Whether it has the form of a command, and there is none of this name.
    pub is_unknown: bool,
    /// What it may have been meant to change.
    pub effect: Effect,
}

impl Refused {
    /// What a command that cannot be read might have done.
    pub fn of(command: Sexpr<'_>) -> Refused {
        let word = command.head().unwrap_or(command);
        let name = word.symbol().unwrap_or(word.text());
        let is_named = command.head().is_some_and(|word| word.symbol().is_some());
        Refused {
            span: command.span(),
            name: quoted(name),
            is_unknown: is_named && !COMMANDS.contains(&name),
            effect: Effect::of(command),
        }
    }
}

/// Commands that change nothing, with those of other solvers.
const HARMLESS: &[&str] = &[
    "apply",
    "display",
    "echo",
    "eval",
    "exit",
    "labels",
    "maximize",
    "minimize",
    "set-info",
    "set-logic",
    "simplify",
];

/// Beginnings of names of commands that only ask.
const ASKING: &[&str] = &["get-", "help", "dbg-", "check-", "print-"];

impl Effect {
    /// Of what stands at the top of a script and was left out.
    pub(super) fn of(command: Sexpr<'_>) -> Effect {
        let Some(word) = command.head() else { return Effect::Scopes };
        let Some(name) = word.symbol() else { return Effect::Scopes };
        let mut arguments = command.children().skip(1);
        match name {
            "check-sat" | "check-sat-assuming" | "check-sat-using" | "query" => Effect::Answer,
            "assert" | "rule" => Effect::Assertions,
            "push" | "pop" | "reset" | "reset-assertions" => Effect::Scopes,
            "set-option" => match arguments.next() {
                Some(key) if is_global_declarations(key.text()) => Effect::Scopes,
                _ => Effect::Nothing,
            },
            _ if HARMLESS.contains(&name) || ASKING.iter().any(|start| name.starts_with(start)) => Effect::Nothing,
            _ if COMMANDS.contains(&name) => Effect::Declarations,
            _ => Effect::unknown(name, arguments.next().is_some()),
        }
    }

    /// Of a command that nobody knows. Without an argument there is nothing that it could add; what looks like another
    /// command may have been meant to be that one.
    fn unknown(name: &str, has_arguments: bool) -> Effect {
        let lower = name.to_lowercase();
        match nearest(&lower, COMMANDS.iter().copied()) {
            Some("push" | "pop" | "reset" | "reset-assertions") => Effect::Scopes,
            _ if has_arguments => Effect::Declarations,
            _ => Effect::Nothing,
        }
    }
}

/// The option that changes what `pop` takes back, by its two names.
pub(super) fn is_global_declarations(key: &str) -> bool {
    matches!(key, ":global-declarations" | ":global-decls")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_sexpr::Sexprs;

    #[test]
    fn what_may_add_or_nest_is_told_from_what_only_asks() {
        let effect = |text: &str| Effect::of(Sexprs::read(text).unwrap().iter().next().unwrap());
        for (commands, expected) in [
            (&["(check-sat 1)", "(check-sat-assuming)", "(query)", "(check-sat-using)"][..], Effect::Answer),
            (&["(assert)", "(rule (P x) a b)", "(|assert| x)"], Effect::Assertions),
            (
                &["(declare-fun)", "(define-fun f)", "(declare-heap h)", "(assret x)", "(include f)"],
                Effect::Declarations,
            ),
            (&["(push -1)", "(pop 7)", "(Push)", "(pushh 2)", "(reset 1)", "(rest)"], Effect::Scopes),
            (&["(set-option :global-declarations maybe)", "(set-option :global-decls)"], Effect::Scopes),
            (&["word", "()", "(12)", "((assert x))", "(\"a\" b)"], Effect::Scopes),
            (
                &["(set-option :timeout x)", "(set-info)", "(get-model 1)", "(get-frob)", "(frobnicate)"],
                Effect::Nothing,
            ),
            (&["(echo)", "(eval)", "(help-tactic)", "(exit 1)", "(set-logic)", "(labels)"], Effect::Nothing),
        ] {
            for command in commands {
                assert_eq!(effect(command), expected, "{command}");
            }
        }
    }
}
