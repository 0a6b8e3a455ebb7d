//! From S-expressions to sort-checked terms, with a stack of its own: depth costs memory, not machine stack.
//!
//! The top frame says what is being read. Each turn takes its next part: an atom becomes a value at once, a list becomes
//! a new frame; when a frame has all its values it gives way to one value, the term it stands for.

use super::{
    builtin::{Form, builtin},
    cursor::{Cursor, expected, symbol},
    error::{Read, ReadError, quoted},
    head::Head,
    literal::{literal, negative},
    open::Value,
    pattern::Match,
    symbols::{Meaning, RESERVED},
    tables::Tables,
};
use crate::term::{Op, SortId, TermId, Terms, VarId};
use alphorn_sexpr::{Children, Kind, Sexpr};

/// Reads terms and sorts: the tables say what names mean, the pool takes the terms.
pub(super) struct Elaborator<'t> {
    pub tables: &'t mut Tables,
    pub terms: &'t mut Terms,
}

enum Frame<'a> {
    /// An application; the values from `base` on are its arguments so far.
    Apply { list: Sexpr<'a>, head: Head, args: Children<'a>, base: usize },
    /// The bound terms of a `let`; the values from `base` on are those so far.
    Let { list: Sexpr<'a>, bindings: Children<'a>, base: usize },
    /// The body of a `let`.
    LetBody { scope: u32 },
    /// The body of a quantifier.
    Quantifier { list: Sexpr<'a>, universal: bool, vars: Vec<VarId>, scope: u32 },
    /// The term under `!`.
    Annotated { list: Sexpr<'a> },
    /// A `match`, with all its parts.
    Match(Match<'a>),
}

impl Elaborator<'_> {
    /// A closed term, unless it is over variables of a rule.
    pub(super) fn term(&mut self, s: Sexpr<'_>) -> Read<TermId> {
        self.term_of(s, None)
    }

    /// As [`Elaborator::term`]; a sort that it should have tells what its own text does not.
    pub(super) fn term_of(&mut self, s: Sexpr<'_>, sort: Option<SortId>) -> Read<TermId> {
        let value = self.run(s);
        // An error leaves scopes open.
        self.tables.symbols.leave(0);
        let term = value.and_then(|value| match sort {
            Some(sort) => self.settle(s, value, sort),
            None => self.settle_default(s, value),
        });
        self.tables.opens.clear();
        term
    }

    /// A closed formula.
    pub(super) fn formula(&mut self, s: Sexpr<'_>) -> Read<TermId> {
        let term = self.term_of(s, Some(SortId::BOOL))?;
        self.expect_sort(s, term, SortId::BOOL, "a formula")?;
        Ok(term)
    }

    pub(super) fn expect_sort(&self, s: Sexpr<'_>, term: TermId, wanted: SortId, what: &str) -> Read<()> {
        let found = self.terms.sort_of(term);
        if found == wanted {
            return Ok(());
        }
        let (wanted, found) = (self.terms.display_sort(wanted), self.terms.display_sort(found));
        Err(ReadError::new(s.span(), format!("expected {what} of the sort {wanted}, found the sort {found}")))
    }

    fn run(&mut self, s: Sexpr<'_>) -> Read<Value> {
        let mut frames: Vec<Frame<'_>> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let mut next = Some(s);
        loop {
            if let Some(s) = next.take() {
                if s.is_list() {
                    next = self.open(s, &mut frames, &mut values)?;
                } else {
                    values.push(self.atom(s)?);
                }
                continue;
            }
            let Some(top) = frames.last_mut() else { break };
            match top {
                Frame::Apply { args, .. } => {
                    next = args.next();
                    if next.is_some() {
                        continue;
                    }
                }
                Frame::Let { bindings, .. } => {
                    if let Some(binding) = bindings.next() {
                        next = Some(bound_term(binding)?);
                        continue;
                    }
                }
                Frame::Match(m) => {
                    next = self.match_next(m, &mut values)?;
                    if next.is_some() {
                        continue;
                    }
                }
                Frame::LetBody { .. } | Frame::Quantifier { .. } | Frame::Annotated { .. } => {}
            }
            if let Some(frame) = frames.pop() {
                next = self.close_frame(frame, &mut frames, &mut values)?;
            }
        }
        values.pop().ok_or_else(|| expected(s, "a term"))
    }

    /// Starts on a list. The result is the part to read first, if the frame does not choose it.
    fn open<'a>(
        &mut self,
        list: Sexpr<'a>,
        frames: &mut Vec<Frame<'a>>,
        values: &mut Vec<Value>,
    ) -> Read<Option<Sexpr<'a>>> {
        let mut cursor = Cursor::new(list);
        let head = cursor.next("a term")?;
        if head.kind() == Kind::Symbol {
            match head.text() {
                "let" => {
                    let bindings = Cursor::list(cursor.next("a list of bindings")?, "a list of bindings")?.rest();
                    frames.push(Frame::Let { list, bindings, base: values.len() });
                    return Ok(None);
                }
                quantifier @ ("forall" | "exists") => {
                    let scope = self.tables.symbols.enter();
                    let binders = cursor.next("a list of variables with their sorts")?;
                    let vars = self.bind_variables(binders, scope)?;
                    let body = cursor.next("a formula")?;
                    cursor.end()?;
                    let universal = quantifier == "forall";
                    frames.push(Frame::Quantifier { list, universal, vars, scope });
                    return Ok(Some(body));
                }
                "!" => {
                    frames.push(Frame::Annotated { list });
                    return cursor.next("a term").map(Some);
                }
                "match" => {
                    let scrutinee = cursor.next("a term of a datatype")?;
                    let cases = Cursor::list(cursor.next("a list of cases")?, "a list of cases")?.rest();
                    cursor.end()?;
                    frames.push(Frame::Match(Match::new(list, cases, values.len())));
                    return Ok(Some(scrutinee));
                }
                "_" => {
                    let head = self.indexed(list)?;
                    values.push(Value::Term(self.constant(list, head)?));
                    return Ok(None);
                }
                "as" => {
                    let head = self.qualified(list)?;
                    values.push(Value::Term(self.constant(list, head)?));
                    return Ok(None);
                }
                "par" => return Err(expected(head, "a term")),
                _ => {}
            }
        }
        let head = self.head(head)?;
        frames.push(Frame::Apply { list, head, args: cursor.rest(), base: values.len() });
        Ok(None)
    }

    /// Replaces a frame by its value, or a `let` by its body.
    fn close_frame<'a>(
        &mut self,
        frame: Frame<'a>,
        frames: &mut Vec<Frame<'a>>,
        values: &mut Vec<Value>,
    ) -> Read<Option<Sexpr<'a>>> {
        match frame {
            Frame::Apply { list, head, base, .. } => {
                let value = self.apply_values(list, &head, &values[base..])?;
                values.truncate(base);
                values.push(value);
            }
            Frame::Let { list, base, .. } => {
                let scope = self.tables.symbols.enter();
                let mut cursor = Cursor::new(list);
                cursor.next("`let`")?;
                for (binding, value) in cursor.next("a list of bindings")?.children().zip(values.drain(base..)) {
                    let name = binding.head().unwrap_or(binding);
                    self.bind(name, value, scope)?;
                }
                let body = cursor.next("a term")?;
                cursor.end()?;
                frames.push(Frame::LetBody { scope });
                return Ok(Some(body));
            }
            Frame::LetBody { scope } => self.tables.symbols.leave(scope),
            Frame::Quantifier { list, universal, vars, scope } => {
                self.tables.symbols.leave(scope);
                let body = values.pop().ok_or_else(|| expected(list, "a formula"))?;
                let written = list.children().nth(2).unwrap_or(list);
                let body = self.settle(written, body, SortId::BOOL)?;
                self.expect_sort(written, body, SortId::BOOL, "a formula")?;
                let op = if universal { Op::Forall(vars.into()) } else { Op::Exists(vars.into()) };
                values.push(Value::Term(self.quantify(op, body)));
            }
            Frame::Annotated { list } => self.annotate(list, values.last().copied())?,
            Frame::Match(m) => {
                let value = self.match_close(&m, &mut values[m.base..])?;
                values.truncate(m.base);
                values.push(value);
            }
        }
        Ok(None)
    }

    /// A quantifier over a formula; over no variables it is the formula.
    pub(super) fn quantify(&mut self, op: Op, body: TermId) -> TermId {
        match &op {
            Op::Forall(vars) | Op::Exists(vars) if vars.is_empty() => body,
            _ => self.terms.app(op, [body]),
        }
    }

    /// Binds a name in a scope, which must not have it yet.
    pub(super) fn bind(&mut self, s: Sexpr<'_>, value: Value, scope: u32) -> Read<()> {
        let name = symbol(s, "a variable")?;
        let symbol = self.tables.symbols.intern(name);
        if self.tables.symbols.bind(symbol, value, scope) {
            return Ok(());
        }
        Err(ReadError::new(s.span(), format!("the variable {} is bound twice here", quoted(name))))
    }

    /// Makes and binds the variables of `((x S) …)`.
    pub(super) fn bind_variables(&mut self, binders: Sexpr<'_>, scope: u32) -> Read<Vec<VarId>> {
        let what = "a list of variables with their sorts, such as ((x Int))";
        let binders = Cursor::list(binders, what)?.rest();
        let mut vars = Vec::new();
        for binder in binders {
            let mut cursor = Cursor::list(binder, "a variable with its sort, such as (x Int)")?;
            let written = cursor.next("a variable")?;
            let name = symbol(written, "a variable")?;
            let sort = self.sort(cursor.next("a sort")?)?;
            cursor.end()?;
            let var = self.terms.fresh_var(name, sort);
            self.tables.set_binder(var, written.span().start);
            let term = self.terms.var_term(var);
            self.bind(written, Value::Term(term), scope)?;
            vars.push(var);
        }
        Ok(vars)
    }

    /// Checks the attributes of `(! term :keyword value …)` and takes note of a name.
    fn annotate(&mut self, list: Sexpr<'_>, annotated: Option<Value>) -> Read<()> {
        let mut attributes = list.children().skip(2).peekable();
        if attributes.peek().is_none() {
            return Err(expected(list, "an attribute, such as `:named`, after the term"));
        }
        while let Some(attribute) = attributes.next() {
            super::cursor::keyword(attribute)?;
            let value = attributes.next_if(|v| v.kind() != Kind::Keyword);
            if attribute.text() == ":named" {
                let value = value.ok_or_else(|| expected(attribute, "a name after `:named`"))?;
                let name = symbol(value, "a name after `:named`")?;
                // A term under a binder has no meaning outside of it, so its name is only a remark.
                if self.tables.symbols.enter() == 0
                    && let Some(annotated) = annotated
                {
                    let term = self.settle_default(list, annotated)?;
                    let symbol = self.tables.symbols.intern(name);
                    self.check_free(value, symbol)?;
                    self.tables.symbols.declare(symbol, Meaning::Term(term));
                }
            }
        }
        Ok(())
    }

    /// An operator without arguments.
    fn constant(&mut self, s: Sexpr<'_>, head: Head) -> Read<TermId> {
        if let Head::Op(op) = &head
            && let Ok(term) = self.terms.try_app(op.clone(), [])
        {
            return Ok(term);
        }
        match head {
            Head::Term(term) => Ok(term),
            Head::Fun(fun) if self.terms.fun(fun).params.is_empty() => Ok(self.terms.app(Op::Apply(fun), [])),
            _ => Err(ReadError::new(s.span(), format!("{} needs arguments here", quoted(s.text())))),
        }
    }

    /// A name or a literal.
    fn atom(&mut self, s: Sexpr<'_>) -> Read<Value> {
        let Some(name) = s.symbol() else {
            let literal = literal(s).ok_or_else(|| expected(s, "a term"))?;
            let term = self.terms.try_app(literal, []);
            return term.map(Value::Term).map_err(|_| ReadError::new(s.span(), "this literal is too wide"));
        };
        let needs_arguments = || ReadError::new(s.span(), format!("{} needs arguments", quoted(name)));
        let term = match self.tables.symbols.meaning_of(name) {
            Meaning::Local { value, .. } => return Ok(value),
            Meaning::Term(term) => Ok(term),
            Meaning::Fun(fun) => {
                let wanted = self.terms.fun(fun).params.len();
                self.terms.try_app(Op::Apply(fun), []).map_err(|_| {
                    let plural = if wanted == 1 { "" } else { "s" };
                    ReadError::new(s.span(), format!("{} takes {wanted} argument{plural}, found none", quoted(name)))
                })
            }
            Meaning::Builtin(i) => match builtin(i) {
                Form::Plain(op) => self.terms.try_app(op.clone(), []).map_err(|_| needs_arguments()),
                _ => Err(needs_arguments()),
            },
            Meaning::Constructor { decl, index } => {
                if !self.tables.datatypes.get(decl).constructors[index as usize].fields.is_empty() {
                    return Err(needs_arguments());
                }
                return self.apply_values(s, &Head::Constructor { decl, index }, &[]);
            }
            Meaning::RuleVar(i) => self.rule_variable(s, i),
            Meaning::Macro(_) | Meaning::Selector { .. } => Err(needs_arguments()),
            Meaning::Unbound if RESERVED.contains(&s.text()) => Err(expected(s, "a term")),
            Meaning::Unbound => match negative(s.text()) {
                Some(number) => Ok(self.terms.app(number, [])),
                None => Err(self.unknown(s, name)),
            },
        };
        term.map(Value::Term)
    }
}

/// The term of `(name term)`.
fn bound_term(binding: Sexpr<'_>) -> Read<Sexpr<'_>> {
    let what = "a binding, such as (x 1)";
    let mut cursor = Cursor::list(binding, what)?;
    symbol(cursor.next("a variable")?, "a variable")?;
    let term = cursor.next("a term")?;
    cursor.end().map(|()| term)
}
