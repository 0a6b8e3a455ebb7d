//! Walking the parts of a list, with an error for each that is missing or one too many.

use super::{
    error::{Read, ReadError, quoted},
    symbols::RESERVED,
};
use alphorn_sexpr::{Children, Kind, Sexpr, Span};

#[derive(Clone)]
pub(super) struct Cursor<'a> {
    list: Sexpr<'a>,
    rest: Children<'a>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(list: Sexpr<'a>) -> Self {
        Cursor { list, rest: list.children() }
    }

    /// The parts of `s`, which must be a list.
    pub(super) fn list(s: Sexpr<'a>, what: &str) -> Read<Self> {
        if s.is_list() { Ok(Cursor::new(s)) } else { Err(expected(s, what)) }
    }

    /// The next part, which must be there.
    pub(super) fn next(&mut self, what: &str) -> Read<Sexpr<'a>> {
        self.rest.next().ok_or_else(|| {
            let end = self.list.span().end;
            ReadError::new(Span { start: end - 1, end }, format!("unexpected `)`: expected {what}"))
        })
    }

    /// The next part, if there is one.
    pub(super) fn next_if_any(&mut self) -> Option<Sexpr<'a>> {
        self.rest.next()
    }

    /// All that is left.
    pub(super) fn rest(self) -> Children<'a> {
        self.rest
    }

    /// Nothing may be left.
    pub(super) fn end(mut self) -> Read<()> {
        match self.rest.next() {
            None => Ok(()),
            Some(extra) => Err(expected(extra, "`)`")),
        }
    }
}

/// A name, which may not be a reserved word.
pub(super) fn symbol<'a>(s: Sexpr<'a>, what: &str) -> Read<&'a str> {
    if s.kind() == Kind::Symbol && RESERVED.contains(&s.text()) {
        return Err(ReadError::new(s.span(), format!("unexpected reserved word {}: expected {what}", shown(s))));
    }
    s.symbol().ok_or_else(|| expected(s, what))
}

/// A keyword, colon included.
pub(super) fn keyword(s: Sexpr<'_>) -> Read<String> {
    match s.kind() {
        Kind::Keyword => Ok(s.text().into()),
        _ => Err(expected(s, "a keyword, such as `:status`")),
    }
}

pub(super) fn expected(s: Sexpr<'_>, what: &str) -> ReadError {
    ReadError::new(s.span(), format!("expected {what}, found {}", shown(s)))
}

/// What stands there, for messages.
pub(super) fn shown(s: Sexpr<'_>) -> String {
    match s.kind() {
        Kind::List if s.children().next().is_none() => "an empty list".into(),
        Kind::List => "a list".into(),
        Kind::String => "a string".into(),
        _ => quoted(s.text()),
    }
}
