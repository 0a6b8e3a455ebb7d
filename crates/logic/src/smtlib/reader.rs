//! The reader: one command after the other, each checked against what was declared before it.

use super::{
    command::{Assertion, Attribute, Command, Spanned},
    cursor::{Cursor, expected, keyword, symbol},
    effect::{Effect, Refused, is_global_declarations},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    literal::index,
    source::{Source, check_length},
    suggest::nearest,
    tables::Tables,
};
use crate::term::{FunId, TermId, Terms, VarId};
use alphorn_sexpr::{Kind, Sexpr, Span, Stream};

/// Reads a script. It keeps the meaning of names, scoped by `push` and `pop`, and where variables are bound.
pub struct Reader {
    stream: Stream,
    tables: Tables,
    /// `:global-declarations`: `pop` and `reset-assertions` leave declarations alone.
    keep_declarations: bool,
    exited: bool,
    last_read: Span,
    refused: Option<Refused>,
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader at the start of a script.
    pub fn new() -> Self {
        let (stream, tables, last_read) = (Stream::default(), Tables::new(), Span { start: 0, end: 0 });
        Reader { stream, tables, keep_declarations: false, exited: false, last_read, refused: None }
    }

    /// The next command, or none: at the end, or when the rest of it has not come yet.
    ///
    /// A command with a mistake has no effect, and the next call goes on behind it. What it may have been meant to change is
    /// then told by [`Reader::refused`].
    pub fn next(&mut self, terms: &mut Terms, source: &Source) -> Result<Option<Spanned>, ReadError> {
        if self.exited {
            return Ok(None);
        }
        check_length(source.text().len())?;
        let sexprs = match self.stream.next(source.text(), source.is_whole()) {
            Ok(Some(sexprs)) => sexprs,
            Ok(None) => return Ok(None),
            Err(error) => {
                self.refused = self.stream.wreck(source.text()).iter().next().map(Refused::of);
                self.last_read = self.refused.as_ref().map_or(self.last_read, |refused| refused.span);
                if self.stream.is_ended() {
                    // What is cut off is no question, whatever it begins with.
                    self.refused.iter_mut().for_each(|refused| refused.effect = Effect::Scopes);
                }
                return Err(error.into());
            }
        };
        self.last_read = sexprs.iter().next().map_or(self.last_read, |s| s.span());
        let result = sexprs.iter().next().map(|s| self.command(terms, s)).transpose();
        if result.is_err() {
            self.refused = sexprs.iter().next().map(Refused::of);
        }
        self.stream.reuse(sexprs);
        result
    }

    /// Where the command stands that was read last, be it with a mistake.
    pub fn last_read(&self) -> Span {
        self.last_read
    }

    /// The command that the last error is about; none if it is not about a command.
    pub fn refused(&mut self) -> Option<Refused> {
        self.refused.take()
    }

    /// Whether `pop` and `reset-assertions` leave declarations alone.
    pub fn keeps_declarations(&self) -> bool {
        self.keep_declarations
    }

    /// Where a variable is bound: the offset of its symbol in a quantifier or `declare-var`.
    pub fn binder_offset(&self, var: VarId) -> Option<u32> {
        self.tables.binder(var)
    }

    /// The functions and predicates that are declared now, in order.
    pub fn declared(&self) -> &[FunId] {
        self.tables.symbols.funs()
    }

    /// The number of levels that `push` has opened.
    pub fn level(&self) -> usize {
        self.tables.symbols.depth()
    }

    fn command(&mut self, terms: &mut Terms, s: Sexpr<'_>) -> Read<Spanned> {
        let mark = self.tables.symbols.mark();
        let result = self.dispatch(terms, s);
        if result.is_err() {
            self.tables.symbols.leave(0);
            self.tables.symbols.undo_to(mark);
        }
        result.map(|command| Spanned { command, span: s.span() })
    }

    fn dispatch(&mut self, terms: &mut Terms, s: Sexpr<'_>) -> Read<Command> {
        let mut cursor = Cursor::list(s, "a command in parentheses")?;
        let word = cursor.next("the name of a command")?;
        let name = symbol(word, "the name of a command")?;
        let mut e = Elaborator { tables: &mut self.tables, terms };
        match name {
            "assert" => {
                let written = cursor.next("a formula")?;
                cursor.end()?;
                let term = e.formula(written)?;
                Ok(Command::Assert(Assertion { term, span: written.span(), name: name_of(written) }))
            }
            "declare-fun" => e.declare_fun(cursor),
            "declare-const" => e.declare_const(cursor),
            "declare-sort" => e.declare_sort(cursor),
            "define-sort" => e.define_sort(cursor),
            "declare-datatype" => e.declare_datatype(cursor),
            "declare-datatypes" => e.declare_datatypes(cursor),
            "define-fun" => e.define_fun(cursor),
            "define-const" => e.define_const(cursor),
            "declare-rel" => e.declare_rel(cursor),
            "declare-var" => e.declare_var(cursor),
            "rule" => e.rule(cursor),
            "query" => e.query(cursor),
            "check-sat" => alone(cursor, Command::CheckSat),
            "check-sat-using" => {
                cursor.next("a tactic")?;
                Ok(Command::CheckSat)
            }
            "check-sat-assuming" => {
                let literals = Cursor::list(cursor.next("a list of literals")?, "a list of literals")?.rest();
                cursor.end()?;
                literals.map(|l| e.formula(l)).collect::<Read<_>>().map(Command::CheckSatAssuming)
            }
            "get-value" => {
                let list = Cursor::list(cursor.next("a list of terms")?, "a list of terms")?.rest();
                cursor.end()?;
                list.map(|t| Ok((e.term(t)?, t.text().to_string()))).collect::<Read<_>>().map(Command::GetValue)
            }
            "eval" => written_term(&mut e, cursor, false).map(|(term, _)| Command::Eval(term)),
            "simplify" => written_term(&mut e, cursor, false).map(|(term, _)| Command::Simplify(term)),
            "display" => written_term(&mut e, cursor, true).map(|(_, text)| Command::Display(text)),
            "help" => {
                let names = cursor.rest().map(|name| symbol(name, "the name of a command").map(String::from));
                names.collect::<Read<_>>().map(Command::Help)
            }
            "push" => {
                let levels = levels(cursor)?;
                const MOST: usize = 1_000_000;
                if levels.saturating_add(self.tables.symbols.depth()) > MOST {
                    return Err(expected(s, &format!("{MOST} levels at most")));
                }
                (0..levels).for_each(|_| self.tables.symbols.push());
                Ok(Command::Push(levels))
            }
            "pop" => {
                let levels = levels(cursor)?;
                let depth = self.tables.symbols.depth();
                let left = depth.checked_sub(levels).ok_or_else(|| {
                    let message = format!("cannot pop {levels} levels: expected at most {depth}, as many as are open");
                    ReadError::new(s.span(), message)
                })?;
                self.tables.symbols.pop_to(left, self.keep_declarations);
                Ok(Command::Pop(levels))
            }
            "reset" => {
                cursor.end()?;
                self.tables.symbols.pop_to(0, true);
                self.tables.symbols.undo_to(0);
                self.tables.recursive.clear();
                self.keep_declarations = false;
                Ok(Command::Reset)
            }
            "reset-assertions" => {
                cursor.end()?;
                self.tables.symbols.pop_to(0, true);
                if !self.keep_declarations {
                    self.tables.symbols.undo_to(0);
                }
                Ok(Command::ResetAssertions)
            }
            "set-logic" => {
                let logic = symbol(cursor.next("the name of a logic, such as `HORN`")?, "the name of a logic")?;
                alone(cursor, Command::SetLogic(logic.into()))
            }
            "set-info" => attribute(cursor).map(Command::SetInfo),
            "set-option" => {
                let option = attribute(cursor)?;
                if is_global_declarations(&option.keyword) {
                    self.keep_declarations = match option.value.as_str() {
                        "true" => true,
                        "false" => false,
                        _ => return Err(expected(s, &format!("true or false after {}", option.keyword))),
                    };
                }
                Ok(Command::SetOption(option))
            }
            "get-info" => {
                let keyword = keyword(cursor.next("a keyword, such as `:status`")?)?;
                alone(cursor, Command::GetInfo(keyword))
            }
            "get-option" => {
                let keyword = keyword(cursor.next("a keyword, such as `:status`")?)?;
                alone(cursor, Command::GetOption(keyword))
            }
            "get-assignment" => alone(cursor, Command::GetAssignment),
            "get-model" => alone(cursor, Command::GetModel),
            "get-proof" => alone(cursor, Command::GetProof),
            "get-unsat-core" => alone(cursor, Command::GetUnsatCore),
            "get-assertions" => alone(cursor, Command::GetAssertions),
            "echo" => echo(cursor),
            "exit" => {
                cursor.end()?;
                self.exited = true;
                Ok(Command::Exit)
            }
            "define-fun-rec" => e.define_fun_rec(cursor),
            "define-funs-rec" => e.define_funs_rec(cursor),
            _ => Err(unknown_command(word, name)),
        }
    }
}

/// All commands that are read, for messages.
pub const COMMANDS: &[&str] = &[
    "assert",
    "check-sat",
    "check-sat-assuming",
    "check-sat-using",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-rel",
    "declare-sort",
    "declare-var",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "display",
    "echo",
    "eval",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-core",
    "get-value",
    "help",
    "pop",
    "push",
    "query",
    "reset",
    "reset-assertions",
    "rule",
    "set-info",
    "set-logic",
    "set-option",
    "simplify",
];

fn unknown_command(s: Sexpr<'_>, name: &str) -> ReadError {
    let error = ReadError::new(s.span(), format!("unknown command {}: expected a command", quoted(name)));
    match nearest(name, COMMANDS.iter().copied()) {
        Some(near) => error.help(format!("did you mean {}?", quoted(near))),
        None => error.help(format!("known commands are {}", COMMANDS.join(", "))),
    }
}

/// A command that ends here.
fn alone(cursor: Cursor<'_>, command: Command) -> Read<Command> {
    cursor.end().map(|()| command)
}

/// A term and its text; what follows it is for other solvers, unless it has to be alone.
fn written_term(e: &mut Elaborator<'_>, mut cursor: Cursor<'_>, is_alone: bool) -> Read<(TermId, String)> {
    let written = cursor.next("a term")?;
    if is_alone {
        cursor.end()?;
    }
    Ok((e.term(written)?, written.flat()))
}

/// The name that `(! F :named name)` gives to an assertion.
fn name_of(s: Sexpr<'_>) -> Option<String> {
    let mut parts = s.children();
    parts.next().filter(|word| word.is_word("!"))?;
    parts.find(|part| part.kind() == Kind::Keyword && part.text() == ":named")?;
    parts.next()?.symbol().map(String::from)
}

fn attribute(mut cursor: Cursor<'_>) -> Read<Attribute> {
    let keyword = keyword(cursor.next("a keyword, such as `:status`")?)?;
    let value = cursor.next_if_any().map(|v| v.text().to_string()).unwrap_or_default();
    cursor.end().map(|()| Attribute { keyword, value })
}

/// The number of levels to push or pop, one unless it is given.
fn levels(mut cursor: Cursor<'_>) -> Read<usize> {
    let levels = cursor.next_if_any().map_or(Ok(1), index)?;
    cursor.end().map(|()| levels as usize)
}

fn echo(mut cursor: Cursor<'_>) -> Read<Command> {
    let text = cursor.next("a string")?;
    cursor.end()?;
    match text.text().strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        Some(inner) if text.kind() == Kind::String => Ok(Command::Echo(inner.replace("\"\"", "\""))),
        _ => Err(expected(text, "a string")),
    }
}
