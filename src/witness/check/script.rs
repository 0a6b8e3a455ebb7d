//! The script as the checker reads it: which declarations and which assertions are in force at one checking command.

use super::{failure::Failure, text};
use crate::smtlib::sexpr::{Sexpr, Sexprs};

/// What is in force at the checking command.
pub(super) struct Script<'a> {
    pub source: &'a str,
    /// Declarations and definitions, in order.
    pub items: Vec<Item<'a>>,
    /// Assertions, in order; the checking command's own come last.
    pub assertions: Vec<Assertion<'a>>,
}

/// A declaration or a definition.
#[derive(Clone, Copy)]
pub(super) enum Item<'a> {
    /// `declare-sort`, `define-sort`, `declare-datatype`, `declare-datatypes`.
    Sort(Sexpr<'a>),
    /// A declared function or constant whose result is not Bool.
    Function { name: &'a str, command: Sexpr<'a> },
    /// `define-fun`, `define-const`.
    Macro { name: &'a str, command: Sexpr<'a> },
    /// What a solution must define.
    Predicate(Predicate<'a>),
    /// `declare-var`.
    Variable { symbol: Sexpr<'a>, sort: Sexpr<'a> },
}

/// A declared predicate.
#[derive(Clone, Copy)]
pub(super) struct Predicate<'a> {
    pub symbol: Sexpr<'a>,
    /// The list of its argument sorts; a constant has none.
    sorts: Option<Sexpr<'a>>,
}

impl<'a> Predicate<'a> {
    pub fn name(&self) -> &'a str {
        self.symbol.symbol().unwrap_or_default()
    }

    pub fn sorts(&self) -> impl Iterator<Item = Sexpr<'a>> + use<'a> {
        self.sorts.into_iter().flat_map(|list| list.children())
    }
}

/// One or more formulas that a command asserts.
#[derive(Clone, Copy)]
pub(super) struct Assertion<'a> {
    /// The whole command.
    pub command: Sexpr<'a>,
    pub kind: Asserts<'a>,
}

/// What a command asserts.
#[derive(Clone, Copy)]
pub(super) enum Asserts<'a> {
    /// `(assert F)`: the formula.
    Formula(Sexpr<'a>),
    /// `(rule F)`: the formula, for all values of the declared variables.
    Rule(Sexpr<'a>),
    /// `(query F)`: not the formula, for all values of the declared variables.
    Query(Sexpr<'a>),
    /// `(query P)` where `P` has arguments: not `P`, for all arguments.
    QueryAll(Predicate<'a>),
    /// `(check-sat-assuming (L …))`: each of the list.
    Literals(Sexpr<'a>),
}

impl<'a> Script<'a> {
    /// Walks `commands` up to the checking command that starts at byte `query`.
    pub fn read(commands: &'a Sexprs<'a>, query: u32) -> Result<Self, Failure> {
        let source = commands.source();
        if let Some(symbol) = text::ambiguous(commands) {
            let reason = "a quoted symbol with a backslash, which solvers read in different ways";
            return Err(Failure::script(source, symbol.span().start, symbol.text(), reason));
        }
        let mut walk = Walk {
            script: Script { source, items: Vec::new(), assertions: Vec::new() },
            levels: Vec::new(),
            global_declarations: false,
        };
        for command in commands.iter() {
            let wrong = |reason: String| Failure::script(source, command.span().start, command.text(), reason);
            if command.span().start == query {
                walk.checking_command(command).map_err(wrong)?;
                return Ok(walk.script);
            }
            if !walk.command(command).map_err(wrong)? {
                break;
            }
        }
        Err(Failure::script(source, query, "", format!("no checking command starts at byte {query}")))
    }

    /// The predicates, in order.
    pub fn predicates(&self) -> impl Iterator<Item = Predicate<'a>> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Predicate(predicate) => Some(*predicate),
            _ => None,
        })
    }

    /// The declared variables as (symbol, sort), in order.
    pub fn variables(&self) -> impl Iterator<Item = (Sexpr<'a>, Sexpr<'a>)> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Variable { symbol, sort } => Some((*symbol, *sort)),
            _ => None,
        })
    }

    /// Whether a sort alias means Bool.
    fn is_bool(&self, sort: Sexpr<'a>) -> bool {
        let mut sort = sort;
        // Each alias can only mean something older: search on from where the last one was found.
        let mut known = self.items.as_slice();
        loop {
            let Some(name) = sort.symbol() else { return false };
            if name == "Bool" {
                return true;
            }
            let alias = known.iter().rposition(|item| match item {
                Item::Sort(command) => {
                    let mut parts = command.children();
                    parts.next().is_some_and(|head| head.is_word("define-sort"))
                        && parts.next().is_some_and(|alias| alias.symbol() == Some(name))
                        && parts.next().is_some_and(|parameters| parameters.head().is_none())
                }
                _ => false,
            });
            match alias.map(|at| (at, known[at])) {
                Some((at, Item::Sort(command))) => {
                    let Some(meaning) = command.children().nth(3) else { return false };
                    sort = meaning;
                    known = &known[..at];
                }
                _ => return false,
            }
        }
    }
}

struct Walk<'a> {
    script: Script<'a>,
    /// How many items and assertions there were at each push.
    levels: Vec<(usize, usize)>,
    global_declarations: bool,
}

/// More levels than any script needs, and few enough for memory.
const MOST_LEVELS: usize = 1_000_000;

impl<'a> Walk<'a> {
    /// Takes one command into account; false when the script ends here.
    fn command(&mut self, command: Sexpr<'a>) -> Result<bool, String> {
        let word = command.head().and_then(|head| head.symbol()).ok_or("expected a command")?;
        match word {
            "set-logic" | "set-info" | "check-sat" | "check-sat-assuming" | "check-sat-using" | "query" => {}
            "echo" | "eval" | "simplify" | "display" | "help" => {}
            "exit" => return Ok(false),
            "set-option" => self.option(command),
            "push" => self.push(count(command)?)?,
            "pop" => self.pop(count(command)?)?,
            "reset" => {
                self.clear();
                self.global_declarations = false;
            }
            "reset-assertions" if self.global_declarations => {
                self.levels.clear();
                self.script.assertions.clear();
            }
            "reset-assertions" => self.clear(),
            "assert" => self.assertion(command, Asserts::Formula(child(command, 1)?)),
            "rule" => self.assertion(command, Asserts::Rule(child(command, 1)?)),
            _ if word.starts_with("get-") => {}
            // No clause may use it.
            "define-funs-rec" => {}
            "define-fun-rec" if is_recursive(command) => {}
            _ => {
                let item = self.declaration(word, command)?;
                self.script.items.push(item);
            }
        }
        Ok(true)
    }

    fn declaration(&self, word: &str, command: Sexpr<'a>) -> Result<Item<'a>, String> {
        let symbol = || child(command, 1);
        let name = || symbol()?.symbol().ok_or_else(|| "expected a name".to_string());
        let function = |sorts: Option<Sexpr<'a>>, result: Sexpr<'a>| {
            Ok(if self.script.is_bool(result) {
                Item::Predicate(Predicate { symbol: symbol()?, sorts })
            } else {
                Item::Function { name: name()?, command }
            })
        };
        match word {
            "declare-sort" | "define-sort" | "declare-datatype" | "declare-datatypes" => Ok(Item::Sort(command)),
            "define-fun" | "define-fun-rec" | "define-const" => Ok(Item::Macro { name: name()?, command }),
            "declare-fun" => function(Some(child(command, 2)?), child(command, 3)?),
            "declare-const" => function(None, child(command, 2)?),
            "declare-rel" => {
                name()?;
                Ok(Item::Predicate(Predicate { symbol: symbol()?, sorts: Some(child(command, 2)?) }))
            }
            "declare-var" => {
                name()?;
                Ok(Item::Variable { symbol: symbol()?, sort: child(command, 2)? })
            }
            _ => Err(format!("the checker does not know the command {word}")),
        }
    }

    fn checking_command(&mut self, command: Sexpr<'a>) -> Result<(), String> {
        match command.head().and_then(|head| head.symbol()) {
            Some("check-sat" | "check-sat-using") => {}
            Some("check-sat-assuming") => {
                let literals = child(command, 1)?;
                self.assertion(command, Asserts::Literals(literals));
            }
            Some("query") => {
                let target = child(command, 1)?;
                let named = self.script.predicates().filter(|p| target.symbol() == Some(p.name())).last();
                let kind = match named {
                    Some(predicate) if predicate.sorts().next().is_some() => Asserts::QueryAll(predicate),
                    _ => Asserts::Query(target),
                };
                self.assertion(command, kind);
            }
            _ => return Err("expected check-sat, check-sat-assuming or query".into()),
        }
        Ok(())
    }

    fn assertion(&mut self, command: Sexpr<'a>, kind: Asserts<'a>) {
        self.script.assertions.push(Assertion { command, kind });
    }

    fn option(&mut self, command: Sexpr<'a>) {
        let mut parts = command.children().skip(1);
        if parts.next().is_some_and(|key| matches!(key.text(), ":global-declarations" | ":global-decls")) {
            self.global_declarations = parts.next().is_some_and(|value| value.is_word("true"));
        }
    }

    fn push(&mut self, count: usize) -> Result<(), String> {
        if self.levels.len().saturating_add(count) > MOST_LEVELS {
            return Err(format!("more than {MOST_LEVELS} levels"));
        }
        let level = (self.script.items.len(), self.script.assertions.len());
        self.levels.extend(std::iter::repeat_n(level, count));
        Ok(())
    }

    fn pop(&mut self, count: usize) -> Result<(), String> {
        let left = self.levels.len().checked_sub(count).ok_or("more levels popped than pushed")?;
        if let Some((items, assertions)) = self.levels.get(left) {
            if !self.global_declarations {
                self.script.items.truncate(*items);
            }
            self.script.assertions.truncate(*assertions);
        }
        self.levels.truncate(left);
        Ok(())
    }

    fn clear(&mut self) {
        self.levels.clear();
        self.script.items.clear();
        self.script.assertions.clear();
    }
}

fn child<'a>(command: Sexpr<'a>, index: usize) -> Result<Sexpr<'a>, String> {
    command.children().nth(index).ok_or_else(|| "too few parts".to_string())
}

/// Whether a definition mentions what it defines.
fn is_recursive(command: Sexpr<'_>) -> bool {
    let Some(name) = command.children().nth(1).and_then(|name| name.symbol()) else { return false };
    command.children().skip(2).flat_map(|part| part.descendants()).any(|node| node.symbol() == Some(name))
}

/// The number of a push or a pop.
fn count(command: Sexpr<'_>) -> Result<usize, String> {
    command.children().nth(1).map_or(Ok(1), |n| n.text().parse().map_err(|_| "expected a number".to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names declared and the assertions at the last command of `source`.
    fn at_end(source: &str) -> Result<(Vec<String>, Vec<String>), Failure> {
        let all = Sexprs::read(source).unwrap();
        let query = all.iter().last().unwrap().span().start;
        let script = Script::read(&all, query)?;
        let names = script.predicates().map(|p| p.name().to_string()).collect();
        Ok((names, script.assertions.iter().map(|a| a.command.text().to_string()).collect()))
    }

    #[test]
    fn pop_takes_back_declarations_and_assertions() {
        let source =
            "(declare-fun P () Bool)(push)(declare-fun Q () Bool)(assert Q)(push 2)(pop 2)(pop 1)(assert P)(check-sat)";
        assert_eq!(at_end(source).unwrap(), (vec!["P".into()], vec!["(assert P)".into()]));
        let global = format!("(set-option :global-declarations true){source}");
        assert_eq!(at_end(&global).unwrap(), (vec!["P".into(), "Q".into()], vec!["(assert P)".into()]));
        assert!(at_end("(push 1)(pop 2)(check-sat)").is_err());
    }

    #[test]
    fn resets_take_back_everything() {
        let (names, assertions) =
            at_end("(declare-fun P () Bool)(push 1)(assert P)(reset-assertions)(check-sat)").unwrap();
        assert!(names.is_empty() && assertions.is_empty());
        let global = "(set-option :global-declarations true)(declare-fun P () Bool)(assert P)";
        let (names, assertions) = at_end(&format!("{global}(reset-assertions)(check-sat)")).unwrap();
        assert!(names.len() == 1 && assertions.is_empty());
        let (names, _) = at_end(&format!("{global}(reset)(check-sat)")).unwrap();
        assert!(names.is_empty());
    }

    #[test]
    fn predicates_are_what_returns_bool() {
        let source = "(define-sort A () Bool)(define-sort B () A)(define-sort C (X) Bool)
            (declare-fun P (Int) B)(declare-const |q| Bool)(declare-fun f (Int) Int)(declare-rel r (Int))(check-sat)";
        assert_eq!(at_end(source).unwrap().0, ["P", "q", "r"]);
    }

    #[test]
    fn unknown_commands_and_wrong_offsets_are_errors() {
        assert!(at_end("(declare-codatatype T ((c)))(check-sat)").is_err());
        assert!(at_end("(define-fun-rec f ((x Int)) Int (+ 1 (f x)))(define-fun-rec g () Int 1)(check-sat)").is_ok());
        assert!(at_end("(exit)(check-sat)").is_err());
        assert!(at_end("(set-logic HORN)").is_err());
    }
}
