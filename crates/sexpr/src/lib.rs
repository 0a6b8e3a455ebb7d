//! S-expressions with spans: one flat array, read without recursion, at the speed of memory.
//!
//! A list is stored as its opening node, then its children in order, each with all that belongs to it; the opening node
//! knows where the list ends. So the children of a list are found by hopping, and the text of any node is a slice of the
//! source. This layer knows nothing of SMT-LIB's commands: the reader and the evidence checker both stand on it.

mod lexer;

use crate::lexer::{Lexer, Token};
use thiserror::Error;

/// What stands for a byte that is no text. It is as long, so that all others keep their places, and no part of any word.
pub const NO_TEXT: char = '\0';

/// A range of bytes of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes of `source` that it covers.
    pub fn of<'s>(&self, source: &'s str) -> &'s str {
        &source[self.start as usize..self.end as usize]
    }
}

/// What a node is. Only lists have children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `( … )`
    List,
    /// A plain symbol.
    Symbol,
    /// `|…|`; its meaning is the text between the bars.
    Quoted,
    /// `:word`
    Keyword,
    /// `123`
    Numeral,
    /// `1.50`
    Decimal,
    /// `#x1f`
    Hex,
    /// `#b01`
    Binary,
    /// `"…"`, a quote inside written twice
    String,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    span: Span,
    /// Index one past the node and all it contains.
    end: u32,
}

/// Why a text is not a sequence of S-expressions.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct SexprError {
    /// Where.
    pub span: Span,
    /// What is wrong and what was expected.
    pub message: String,
}

/// The S-expressions of a text.
#[derive(Clone, Debug)]
pub struct Sexprs<'s> {
    source: &'s str,
    nodes: Vec<Node>,
}

/// One S-expression.
#[derive(Clone, Copy)]
pub struct Sexpr<'a> {
    all: &'a Sexprs<'a>,
    index: u32,
}

impl<'s> Sexprs<'s> {
    /// Reads a whole text.
    pub fn read(source: &'s str) -> Result<Self, SexprError> {
        let (sexprs, error) = Self::read_prefix(source);
        error.map_or(Ok(sexprs), Err)
    }

    /// Reads as many whole top-level S-expressions as there are, and says what stopped it before the end.
    /// A solver in a pipe answers the commands before a mistake and only then reports it.
    pub fn read_prefix(source: &'s str) -> (Self, Option<SexprError>) {
        let mut lexer = Lexer::new(source, 0, true);
        let mut tree = Tree { nodes: Vec::with_capacity(source.len() / 6), open: Vec::new() };
        let error = loop {
            let added = lexer.next().and_then(|token| match token {
                Some(token) => tree.add(token).map(|()| true),
                None => tree.unclosed().map_or(Ok(false), Err),
            });
            match added {
                Ok(true) => {}
                Ok(false) => break None,
                Err(error) => break Some(error),
            }
        };
        if let Some(&unfinished) = tree.open.first() {
            tree.nodes.truncate(unfinished as usize);
        }
        (Sexprs { source, nodes: tree.nodes }, error)
    }

    /// The text that was read.
    pub fn source(&self) -> &'s str {
        self.source
    }

    /// The top-level S-expressions in order.
    pub fn iter(&self) -> impl Iterator<Item = Sexpr<'_>> {
        Children { all: self, at: 0, end: self.nodes.len() as u32 }
    }
}

impl<'a> Sexpr<'a> {
    fn node(&self) -> &'a Node {
        &self.all.nodes[self.index as usize]
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        self.node().kind
    }

    /// Where it stands in the source.
    pub fn span(&self) -> Span {
        self.node().span
    }

    /// Its text, exactly as written.
    pub fn text(&self) -> &'a str {
        self.node().span.of(self.all.source)
    }

    /// The name, if it is a symbol: `|p|` and `p` have the same name.
    pub fn symbol(&self) -> Option<&'a str> {
        match self.kind() {
            Kind::Symbol => Some(self.text()),
            Kind::Quoted => {
                let text = self.text();
                Some(&text[1..text.len() - 1])
            }
            _ => None,
        }
    }

    /// Whether it is the plain word `word`.
    pub fn is_word(&self, word: &str) -> bool {
        self.kind() == Kind::Symbol && self.text() == word
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        self.kind() == Kind::List
    }

    /// The children of a list; none for anything else.
    pub fn children(&self) -> Children<'a> {
        Children { all: self.all, at: self.index + 1, end: self.node().end }
    }

    /// It and every node below it, in text order.
    pub fn descendants(&self) -> impl Iterator<Item = Sexpr<'a>> + use<'a> {
        let all = self.all;
        (self.index..self.node().end).map(move |index| Sexpr { all, index })
    }

    /// The first child of a list.
    pub fn head(&self) -> Option<Sexpr<'a>> {
        self.children().next()
    }

    /// Its text with single spaces and without comments. Line breaks are left only in quoted symbols and strings.
    pub fn flat(&self) -> String {
        let mut out = String::new();
        let mut open: Vec<u32> = Vec::new();
        for node in self.descendants() {
            while open.pop_if(|end| *end <= node.index).is_some() {
                out.push(')');
            }
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            match node.is_list() {
                true => {
                    out.push('(');
                    open.push(node.node().end);
                }
                false => out.push_str(node.text()),
            }
        }
        out.extend(open.iter().map(|_| ')'));
        out
    }

    /// A number that is unique to this node among those of its text and grows in text order.
    pub fn id(&self) -> u32 {
        self.index
    }
}

impl std::fmt::Debug for Sexpr<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

/// Iterator over the children of a list.
#[derive(Clone)]
pub struct Children<'a> {
    all: &'a Sexprs<'a>,
    at: u32,
    end: u32,
}

impl<'a> Iterator for Children<'a> {
    type Item = Sexpr<'a>;

    fn next(&mut self) -> Option<Sexpr<'a>> {
        if self.at >= self.end {
            return None;
        }
        let child = Sexpr { all: self.all, index: self.at };
        self.at = child.node().end;
        Some(child)
    }
}

/// Nodes being read: those there are and which of them are open lists.
#[derive(Default, Debug)]
struct Tree {
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl Tree {
    fn add(&mut self, token: Token) -> Result<(), SexprError> {
        let here = self.nodes.len() as u32;
        match token {
            Token::Open(span) => {
                self.open.push(here);
                self.nodes.push(Node { kind: Kind::List, span, end: 0 });
            }
            Token::Close(span) => {
                let Some(i) = self.open.pop() else {
                    let message = "unexpected `)`: no parenthesis is open here".into();
                    return Err(SexprError { span, message });
                };
                let list = &mut self.nodes[i as usize];
                list.end = here;
                list.span.end = span.end;
            }
            Token::Atom(kind, span) => self.nodes.push(Node { kind, span, end: here + 1 }),
        }
        Ok(())
    }

    fn unclosed(&self) -> Option<SexprError> {
        self.open.last().map(|&i| SexprError {
            span: self.nodes[i as usize].span,
            message: "this parenthesis is never closed: expected `)` before the end of the text".into(),
        })
    }
}

/// Reads one top-level S-expression after the other from a text that may still grow at its end. What was read of an
/// unfinished one is kept, so each byte is looked at about once however small the pieces are that the text comes in.
#[derive(Default, Debug)]
pub struct Stream {
    tree: Tree,
    at: usize,
    ended: bool,
    /// The first mistake in the list that is being read, which is still to be closed.
    broken: Option<SexprError>,
    /// What the last error is about.
    wreck: Vec<Node>,
}

impl Stream {
    /// The next S-expression of `text`, or none if there is no other; if the text is not `whole`, there may be one
    /// when it has grown. An error is about all of the list that it is in, or about a word between lists: reading goes on
    /// behind it. What is never closed is the end.
    pub fn next<'s>(&mut self, text: &'s str, whole: bool) -> Result<Option<Sexprs<'s>>, SexprError> {
        if self.ended {
            return Ok(None);
        }
        let mut lexer = Lexer::new(text, self.at, whole);
        loop {
            let read = lexer.next();
            // A mistake is not read again.
            self.at = lexer.at();
            let added = match read {
                Ok(Some(token)) => self.tree.add(token),
                Ok(None) if whole => return self.end(text),
                Ok(None) => return Ok(None),
                Err(error) => Err(error),
            };
            if let Err(error) = added {
                self.broken.get_or_insert(error);
            }
            if self.tree.open.is_empty() {
                return self.complete(text);
            }
        }
    }

    /// What was read is a list that was closed, or stands between lists.
    fn complete<'s>(&mut self, text: &'s str) -> Result<Option<Sexprs<'s>>, SexprError> {
        let mut nodes = std::mem::take(&mut self.tree.nodes);
        let Some(error) = self.broken.take() else { return Ok(Some(Sexprs { source: text, nodes })) };
        if nodes.is_empty() {
            nodes.push(Node { kind: Kind::Symbol, span: error.span, end: 1 });
        }
        self.wreck = nodes;
        Err(error)
    }

    /// The text ends: no list may be open.
    fn end<'s>(&mut self, text: &'s str) -> Result<Option<Sexprs<'s>>, SexprError> {
        self.ended = true;
        let unclosed = self.tree.unclosed();
        let Some(error) = self.broken.take().or(unclosed) else { return Ok(None) };
        let mut nodes = std::mem::take(&mut self.tree.nodes);
        let length = nodes.len() as u32;
        for &open in &self.tree.open {
            nodes[open as usize].end = length;
            nodes[open as usize].span.end = text.len() as u32;
        }
        self.wreck = nodes;
        Err(error)
    }

    /// Whether nothing more can be read: something is never closed.
    pub fn is_ended(&self) -> bool {
        self.ended
    }

    /// What the last error is about, as far as it could be read: a list without the words that are none, or one word.
    pub fn wreck<'s>(&mut self, text: &'s str) -> Sexprs<'s> {
        Sexprs { source: text, nodes: std::mem::take(&mut self.wreck) }
    }

    /// Takes back what is no longer needed, to use its memory for the next one.
    pub fn reuse(&mut self, done: Sexprs<'_>) {
        if self.tree.nodes.is_empty() {
            self.tree.nodes = done.nodes;
            self.tree.nodes.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_by_hopping() {
        let all = Sexprs::read("(a (b |c d|) #x1F) ; comment\n\"q\"\"r\" :k 1.5").unwrap();
        let top: Vec<_> = all.iter().collect();
        assert_eq!(top.len(), 4);
        let inner: Vec<_> = top[0].children().map(|c| c.text()).collect();
        assert_eq!(inner, ["a", "(b |c d|)", "#x1F"]);
        assert_eq!(top[0].children().nth(1).unwrap().children().nth(1).unwrap().symbol(), Some("c d"));
        let kinds: Vec<_> = top[1..].iter().map(|s| s.kind()).collect();
        assert_eq!(kinds, [Kind::String, Kind::Keyword, Kind::Decimal]);
    }

    #[test]
    fn flat_text_has_no_comments_and_means_the_same() {
        let all = Sexprs::read("(a ; c (\n\t(b  |c  d|)() \"q  ;\" (((e))))").unwrap();
        assert_eq!(all.iter().next().unwrap().flat(), "(a (b |c  d|) () \"q  ;\" (((e))))");
    }

    #[test]
    fn errors_say_where() {
        let wrong = |text: &str| Sexprs::read(text).unwrap_err();
        assert_eq!(wrong("(a (b)").span.start, 0);
        assert_eq!(wrong("(a))").span.start, 3);
        assert_eq!(wrong("(a |b").span.start, 3);
        assert_eq!(wrong("(a 1x)").span.start, 3);
    }

    #[test]
    fn what_comes_before_a_mistake_is_kept() {
        let (all, error) = Sexprs::read_prefix("(a) (b) (c");
        assert_eq!(all.iter().count(), 2);
        assert!(error.is_some());
    }

    #[test]
    fn a_growing_text_gives_the_same_as_a_whole_one() {
        let text = "; one\n(a \"x\"\"y\" |b c| 12.5) sym ; two\n(d (e))";
        let whole: Vec<_> = Sexprs::read(text).unwrap().iter().map(|s| s.text().to_string()).collect();
        let mut stream = Stream::default();
        let mut found = Vec::new();
        for end in 0..=text.len() {
            while let Some(next) = stream.next(&text[..end], end == text.len()).unwrap() {
                found.extend(next.iter().map(|s| s.text().to_string()));
                stream.reuse(next);
            }
        }
        assert_eq!(found, whole);
    }

    #[test]
    fn a_stream_answers_before_the_next_command_is_there() {
        let mut stream = Stream::default();
        assert!(stream.next("(a)", false).unwrap().is_some());
        assert!(stream.next("(a) (b", false).unwrap().is_none());
        assert!(stream.next("(a) (b", true).is_err());
        assert!(stream.next("(a) (b", true).unwrap().is_none());
    }

    /// A mistake costs the list that it is in, or the word that stands alone, and nothing else.
    #[test]
    fn a_stream_goes_on_behind_a_mistake() {
        let text = "(a) (b #q (c { d)) ) (e) 1x (f) ` (g \u{7f}) (h";
        let (mut stream, mut read, mut wrecks) = (Stream::default(), Vec::new(), Vec::new());
        for end in 0..=text.len() {
            loop {
                match stream.next(&text[..end], end == text.len()) {
                    Ok(None) => break,
                    Ok(Some(next)) => read.push(next.iter().next().unwrap().text().to_string()),
                    Err(_) => {
                        let wreck = stream.wreck(&text[..end]);
                        wrecks.push(wreck.iter().next().unwrap().text().to_string());
                    }
                }
            }
        }
        assert_eq!(read, ["(a)", "(e)", "(f)"]);
        assert_eq!(wrecks, ["(b #q (c { d))", ")", "1x", "`", "(g \u{7f})", "(h"]);
        // A string that is never closed takes the rest with it.
        let mut stream = Stream::default();
        assert!(stream.next("(a \"b) (c)", true).is_err());
        assert_eq!(stream.wreck("(a \"b) (c)").iter().next().unwrap().text(), "(a \"b) (c)");
        assert!(stream.next("(a \"b) (c)", true).unwrap().is_none());
    }

    #[test]
    fn depth_costs_no_stack() {
        let n = 1_000_000;
        let text = "(".repeat(n) + &")".repeat(n);
        assert_eq!(Sexprs::read(&text).unwrap().iter().count(), 1);
    }
}
