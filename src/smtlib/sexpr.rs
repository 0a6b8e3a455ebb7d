//! S-expressions with spans: one flat array, read without recursion, at the speed of memory.
//!
//! A list is stored as its opening node, then its children in order, each with all that belongs to it; the opening node
//! knows where the list ends. So the children of a list are found by hopping, and the text of any node is a slice of the
//! source. This layer knows nothing of SMT-LIB's commands: the reader and the evidence checker both stand on it.

use thiserror::Error;

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
        let mut lexer = Lexer { source, bytes: source.as_bytes(), at: 0 };
        let mut nodes: Vec<Node> = Vec::with_capacity(source.len() / 6);
        let mut open: Vec<u32> = Vec::new();
        let error = loop {
            match lexer.next() {
                Err(error) => break Some(error),
                Ok(None) => {
                    break open.last().map(|&i| SexprError {
                        span: nodes[i as usize].span,
                        message: "this parenthesis is never closed: expected `)` before the end of the text".into(),
                    });
                }
                Ok(Some(Token::Open(span))) => {
                    open.push(nodes.len() as u32);
                    nodes.push(Node { kind: Kind::List, span, end: 0 });
                }
                Ok(Some(Token::Close(span))) => {
                    let Some(i) = open.pop() else {
                        let message = "unexpected `)`: no parenthesis is open here".into();
                        break Some(SexprError { span, message });
                    };
                    let end = nodes.len() as u32;
                    let list = &mut nodes[i as usize];
                    list.end = end;
                    list.span.end = span.end;
                }
                Ok(Some(Token::Atom(kind, span))) => {
                    let end = nodes.len() as u32 + 1;
                    nodes.push(Node { kind, span, end });
                }
            }
        };
        if let Some(&unfinished) = open.first() {
            nodes.truncate(unfinished as usize);
        }
        (Sexprs { source, nodes }, error)
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

    /// The first child of a list.
    pub fn head(&self) -> Option<Sexpr<'a>> {
        self.children().next()
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

enum Token {
    Open(Span),
    Close(Span),
    Atom(Kind, Span),
}

struct Lexer<'s> {
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
}

/// Whether a byte may be part of a plain symbol, a keyword or a number.
const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'~' | b'!'
                | b'@'
                | b'$'
                | b'%'
                | b'^'
                | b'&'
                | b'*'
                | b'_'
                | b'-'
                | b'+'
                | b'='
                | b'<'
                | b'>'
                | b'.'
                | b'?'
                | b'/'
                | b'\''
                | b'#'
                | b':'
                | b'['
                | b']'
                | b'{'
                | b'}'
                | b'\\'
                | b','
        )
        || byte >= 0x80
}

static WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_word_byte(byte as u8);
        byte += 1;
    }
    table
};

impl Lexer<'_> {
    fn next(&mut self) -> Result<Option<Token>, SexprError> {
        loop {
            let Some(&byte) = self.bytes.get(self.at) else { return Ok(None) };
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => {
                    while self.bytes.get(self.at).is_some_and(|b| *b != b'\n') {
                        self.at += 1;
                    }
                }
                _ => break,
            }
        }
        let start = self.at;
        match self.bytes[start] {
            b'(' => {
                self.at += 1;
                Ok(Some(Token::Open(self.span(start))))
            }
            b')' => {
                self.at += 1;
                Ok(Some(Token::Close(self.span(start))))
            }
            b'|' => self.delimited(start, b'|', Kind::Quoted, "quoted symbol"),
            b'"' => self.delimited(start, b'"', Kind::String, "string"),
            byte if WORD[byte as usize] => self.word(start),
            _ => {
                let c = self.source[start..].chars().next().unwrap_or(' ');
                self.at += c.len_utf8();
                Err(self.error(start, format!("unexpected character {c:?}")))
            }
        }
    }

    fn delimited(&mut self, start: usize, close: u8, kind: Kind, what: &str) -> Result<Option<Token>, SexprError> {
        self.at = start + 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            if byte == close {
                // A doubled quote is a quote inside the string; bars cannot be doubled.
                if kind == Kind::String && self.bytes.get(self.at) == Some(&b'"') {
                    self.at += 1;
                    continue;
                }
                return Ok(Some(Token::Atom(kind, self.span(start))));
            }
        }
        let message = format!("this {what} is never closed: expected `{}`", close as char);
        Err(SexprError { span: Span { start: start as u32, end: start as u32 + 1 }, message })
    }

    fn word(&mut self, start: usize) -> Result<Option<Token>, SexprError> {
        while self.bytes.get(self.at).is_some_and(|b| WORD[*b as usize]) {
            self.at += 1;
        }
        let text = &self.bytes[start..self.at];
        let digits = |t: &[u8]| !t.is_empty() && t.iter().all(u8::is_ascii_digit);
        let kind = match text[0] {
            b':' if text.len() > 1 => Kind::Keyword,
            b'#' => match text.get(1) {
                Some(b'x') if text.len() > 2 && text[2..].iter().all(u8::is_ascii_hexdigit) => Kind::Hex,
                Some(b'b') if text.len() > 2 && text[2..].iter().all(|b| matches!(b, b'0' | b'1')) => Kind::Binary,
                _ => {
                    let message = "expected `#x` and hexadecimal digits or `#b` and binary digits".into();
                    return Err(self.error(start, message));
                }
            },
            b'0'..=b'9' => {
                if digits(text) {
                    Kind::Numeral
                } else if let Some(dot) = text.iter().position(|b| *b == b'.')
                    && digits(&text[..dot])
                    && digits(&text[dot + 1..])
                {
                    Kind::Decimal
                } else {
                    let message =
                        format!("expected a number: a symbol may not start with a digit: {}", self.clip(start));
                    return Err(self.error(start, message));
                }
            }
            _ => Kind::Symbol,
        };
        Ok(Some(Token::Atom(kind, self.span(start))))
    }

    /// The word just read, cut to what fits into a message.
    fn clip(&self, start: usize) -> String {
        self.source[start..self.at].chars().take(40).collect()
    }

    fn span(&self, start: usize) -> Span {
        Span { start: start as u32, end: self.at as u32 }
    }

    fn error(&self, start: usize, message: String) -> SexprError {
        SexprError { span: self.span(start), message }
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
    fn depth_costs_no_stack() {
        let n = 1_000_000;
        let text = "(".repeat(n) + &")".repeat(n);
        assert_eq!(Sexprs::read(&text).unwrap().iter().count(), 1);
    }
}
