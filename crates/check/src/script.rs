//! The script as the checker reads it: what is declared and asserted at one checking command.

use super::{elaborate::Text, failure::Failure, sorts::Sort, term::Term, text, world::World};
use alphorn_sexpr::{Kind, Sexpr, Sexprs};
use rustc_hash::FxHashSet;

/// What the labels of the script's variables begin with.
const LETTER: &str = "v";

/// What is in force at the checking command.
pub(super) struct Script {
    pub world: World,
    /// Assertions, in order; the checking command's own come last.
    pub assertions: Vec<Assertion>,
    /// Whether the rule dialect asks.
    pub is_query: bool,
}

/// What a command asserts.
#[derive(Clone, Debug)]
pub(super) struct Assertion {
    /// The byte where the command starts.
    pub offset: u32,
    /// The command, cut to one short line.
    pub text: String,
    pub asserts: Asserts,
}

#[derive(Clone, Debug)]
pub(super) enum Asserts {
    /// All the formulas; those of a rule hold for all values of the declared variables.
    All(Vec<Term>),
    /// Not the formula, for any values of the declared variables.
    Query(Term),
    /// Not the predicate, for any arguments.
    QueryAll(u32),
}

impl Script {
    /// Reads the commands up to the checking command that starts at byte `question`.
    pub fn read(source: &str, question: u32) -> Result<Self, Failure> {
        let (commands, _) = Sexprs::read_prefix(source);
        if let Some((offset, text, what)) = text::ambiguous(&commands) {
            let reason = format!("{what}, which solvers read in different ways");
            return Err(Failure::script(source, offset, text, reason));
        }
        let mut walk = Walk {
            script: Script { world: World::new(), assertions: Vec::new(), is_query: false },
            levels: Vec::new(),
            poison: Vec::new(),
            global_declarations: false,
        };
        for command in commands.iter() {
            let wrong = |reason: String| Failure::script(source, command.span().start, command.text(), reason);
            let is_asked = command.span().start == question;
            let mark = walk.script.world.names.mark();
            match walk.command(command, is_asked) {
                Ok(Next::Command) => {}
                Ok(Next::Asked) => {
                    return match walk.poison.into_iter().next() {
                        Some(poison) => Err(poison.failure),
                        None => Ok(walk.script),
                    };
                }
                Ok(Next::Exit) => break,
                Err(reason) if is_asked => return Err(wrong(reason)),
                Err(reason) => {
                    walk.script.world.names.undo_to(mark);
                    walk.refuse(command, wrong(reason));
                }
            }
        }
        Err(Failure::script(source, question, "", format!("no checking command starts at byte {question}")))
    }
}

/// The bytes where the commands start that ask, in the order of the script.
pub fn questions(source: &str) -> Vec<u32> {
    let (commands, _) = Sexprs::read_prefix(source);
    let word = |command: &Sexpr<'_>| command.children().next().and_then(|word| word.symbol().map(String::from));
    let until_exit = commands.iter().take_while(|command| word(command).as_deref() != Some("exit"));
    let asks = until_exit.filter(|command| word(command).is_some_and(|word| QUESTIONS.contains(&word.as_str())));
    asks.map(|command| command.span().start).collect()
}

/// The commands that ask.
const QUESTIONS: [&str; 4] = ["check-sat", "check-sat-using", "check-sat-assuming", "query"];

enum Next {
    Command,
    /// It was the command that asks.
    Asked,
    Exit,
}

struct Walk {
    script: Script,
    /// How much was declared, and how many assertions there were, at each push.
    levels: Vec<(usize, usize)>,
    poison: Vec<Poison>,
    global_declarations: bool,
}

/// A command that is refused. It has no effect, and nothing is known until what it might have done is taken back.
struct Poison {
    /// It lasts while there are at least so many levels.
    level: usize,
    /// Whether it might have declared something.
    declares: bool,
    failure: Failure,
}

/// More levels than any script needs, and few enough for memory.
const MOST_LEVELS: usize = 1_000_000;

/// Commands that change nothing, whatever they hold.
const HARMLESS: [&str; 5] = ["echo", "simplify", "eval", "display", "help"];

impl Walk {
    fn command(&mut self, command: Sexpr<'_>, is_asked: bool) -> Result<Next, String> {
        let parts: Vec<_> = command.children().collect();
        let word = parts.first().and_then(|word| word.symbol()).ok_or("expected a command")?;
        if is_asked {
            return self.question(command, word, &parts[1..]).map(|()| Next::Asked);
        }
        match (word, &parts[1..]) {
            ("set-logic", [logic]) if logic.symbol().is_some() => {}
            ("set-info" | "set-option", [key, rest @ ..]) if key.kind() == Kind::Keyword && rest.len() < 2 => {
                if word == "set-option" && matches!(key.text(), ":global-declarations" | ":global-decls") {
                    self.global_declarations = rest.first().is_some_and(|value| value.is_word("true"));
                }
            }
            ("check-sat" | "check-sat-using" | "check-sat-assuming" | "query", _) => {}
            ("exit", []) => return Ok(Next::Exit),
            ("push", [..]) => self.push(count(&parts[1..])?)?,
            ("pop", [..]) => self.pop(count(&parts[1..])?)?,
            ("reset", []) => {
                self.clear(false);
                self.global_declarations = false;
            }
            ("reset-assertions", []) => self.clear(self.global_declarations),
            ("assert", [formula]) => {
                let formula = self.formula(*formula, None)?;
                self.assertion(command, Asserts::All(vec![formula]));
            }
            ("rule", [formula, name @ ..]) if name.len() < 2 && name.iter().all(|name| name.symbol().is_some()) => {
                let formula = self.open_formula(*formula)?;
                self.assertion(command, Asserts::All(vec![formula]));
            }
            _ if HARMLESS.contains(&word) || word.starts_with("get-") => {}
            (_, parts) => self.script.world.declaration(word, parts)?,
        }
        Ok(Next::Command)
    }

    fn question(&mut self, command: Sexpr<'_>, word: &str, parts: &[Sexpr<'_>]) -> Result<(), String> {
        match (word, parts) {
            ("check-sat", []) | ("check-sat-using", [_]) => {}
            ("check-sat-assuming", [literals]) if literals.is_list() => {
                let formulas: Result<_, _> = literals.children().map(|literal| self.formula(literal, None)).collect();
                self.assertion(command, Asserts::All(formulas?));
            }
            ("query", [target, ..]) => {
                self.script.is_query = true;
                let named = target.symbol().and_then(|name| self.script.world.predicate_named(name));
                let asserts = match named {
                    Some(predicate) if !self.script.world.names.function(predicate).params.is_empty() => {
                        Asserts::QueryAll(predicate)
                    }
                    _ => Asserts::Query(self.open_formula(*target)?),
                };
                self.assertion(command, asserts);
            }
            _ => return Err("expected check-sat, check-sat-assuming or query".into()),
        }
        Ok(())
    }

    fn formula(&mut self, node: Sexpr<'_>, rule: Option<&FxHashSet<u32>>) -> Result<Term, String> {
        self.script.world.read_term(node, Sort::BOOL, Text { letter: LETTER, is_script: true, rule })
    }

    /// A formula in which the declared variables may occur.
    fn open_formula(&mut self, node: Sexpr<'_>) -> Result<Term, String> {
        let rule = self.script.world.rule_variables(node);
        self.formula(node, Some(&rule))
    }

    fn assertion(&mut self, command: Sexpr<'_>, asserts: Asserts) {
        let (offset, text) = (command.span().start, text::cut(command.text()));
        self.script.assertions.push(Assertion { offset, text, asserts });
    }

    fn push(&mut self, count: usize) -> Result<(), String> {
        if self.levels.len().saturating_add(count) > MOST_LEVELS {
            return Err(format!("more than {MOST_LEVELS} levels"));
        }
        let level = (self.script.world.names.mark(), self.script.assertions.len());
        self.levels.extend(std::iter::repeat_n(level, count));
        Ok(())
    }

    fn pop(&mut self, count: usize) -> Result<(), String> {
        let left = self.levels.len().checked_sub(count).ok_or("more levels popped than pushed")?;
        if let Some((declared, assertions)) = self.levels.get(left) {
            if !self.global_declarations {
                self.script.world.names.undo_to(*declared);
            }
            self.script.assertions.truncate(*assertions);
        }
        self.levels.truncate(left);
        self.poison.retain(|poison| poison.level <= left);
        Ok(())
    }

    fn refuse(&mut self, command: Sexpr<'_>, failure: Failure) {
        let word = command.children().next().and_then(|word| word.symbol());
        let (level, declares) = match word {
            Some("assert" | "rule") => (self.levels.len(), false),
            // After one of these it is not known which levels there are.
            None | Some("push" | "pop" | "reset" | "reset-assertions" | "set-option") => (0, false),
            Some(_) if self.global_declarations => (0, true),
            Some(_) => (self.levels.len(), true),
        };
        self.poison.push(Poison { level, declares, failure });
    }

    fn clear(&mut self, keep_declarations: bool) {
        self.levels.clear();
        self.poison.retain(|poison| poison.declares && keep_declarations);
        self.script.assertions.clear();
        if !keep_declarations {
            self.script.world.names.undo_to(0);
        }
    }
}

/// The number of a push or a pop.
fn count(parts: &[Sexpr<'_>]) -> Result<usize, String> {
    match parts {
        [] => Ok(1),
        [count] if count.kind() == Kind::Numeral => count.text().parse().map_err(|_| "too large a number".to_string()),
        _ => Err("expected a number".into()),
    }
}

#[cfg(test)]
mod tests;
