//! Tokens of SMT-LIB text, with their places.

use crate::{Kind, NO_TEXT, SexprError, Span};

const NO_TEXT_MESSAGE: &str = "invalid UTF-8 or a byte 0x00, expected text";

pub(crate) enum Token {
    Open(Span),
    Close(Span),
    Atom(Kind, Span),
}

/// Reads tokens from `at` on. Unless the text is `whole`, a token that touches its end may go on in what is still to
/// come: it is left unread.
pub(crate) struct Lexer<'s> {
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
    whole: bool,
}

/// Whether a byte may be part of a plain symbol, a keyword or a number.
const fn is_word_byte(byte: u8) -> bool {
    // SMT-LIB's own characters, those that tools write though they should not, and everything beyond ASCII.
    const PUNCTUATION: &[u8] = b"~!@$%^&*_-+=<>.?/'#:[]{}\\,";
    let mut i = 0;
    while i < PUNCTUATION.len() {
        if PUNCTUATION[i] == byte {
            return true;
        }
        i += 1;
    }
    byte.is_ascii_alphanumeric() || byte >= 0x80
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

impl<'s> Lexer<'s> {
    pub(crate) fn new(source: &'s str, at: usize, whole: bool) -> Self {
        const BYTE_ORDER_MARK: &str = "\u{feff}";
        let at = if at == 0 && source.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { at };
        Lexer { source, bytes: source.as_bytes(), at, whole }
    }

    /// Where the next token will be looked for.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The next token, or none when the text ends before there is a whole one.
    pub(crate) fn next(&mut self) -> Result<Option<Token>, SexprError> {
        if !self.skip_blanks() {
            return Ok(None);
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
            byte if byte == NO_TEXT as u8 => {
                while self.bytes.get(self.at) == Some(&byte) {
                    self.at += 1;
                }
                Err(self.error(start, NO_TEXT_MESSAGE.into()))
            }
            _ => {
                let c = self.source[start..].chars().next().unwrap_or(' ');
                self.at += c.len_utf8();
                Err(self
                    .error(start, format!("unexpected character {c:?}: expected a parenthesis, a symbol or a literal")))
            }
        }
    }

    /// Whether anything follows the blanks and comments.
    fn skip_blanks(&mut self) -> bool {
        loop {
            let Some(&byte) = self.bytes.get(self.at) else { return false };
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => {
                    let length = self.bytes[self.at..].iter().position(|b| *b == b'\n');
                    match length {
                        Some(length) => self.at += length + 1,
                        None => {
                            if self.whole {
                                self.at = self.bytes.len();
                            }
                            return false;
                        }
                    }
                }
                _ => return true,
            }
        }
    }

    fn delimited(&mut self, start: usize, close: u8, kind: Kind, what: &str) -> Result<Option<Token>, SexprError> {
        let mut at = start + 1;
        while let Some(length) = self.bytes[at..].iter().position(|b| *b == close) {
            at += length + 1;
            // A doubled quote is a quote inside the string; bars cannot be doubled.
            if kind == Kind::String {
                match self.bytes.get(at) {
                    Some(b'"') => {
                        at += 1;
                        continue;
                    }
                    None if !self.whole => return Ok(None),
                    _ => {}
                }
            }
            self.at = at;
            // Different bytes must not become one name.
            return match self.bytes[start..at].contains(&(NO_TEXT as u8)) {
                true => Err(self.error(start, NO_TEXT_MESSAGE.into())),
                false => Ok(Some(Token::Atom(kind, self.span(start)))),
            };
        }
        if !self.whole {
            return Ok(None);
        }
        // The rest of the text is inside.
        self.at = self.bytes.len();
        let message = format!("this {what} is never closed: expected `{}`", close as char);
        Err(SexprError { span: Span { start: start as u32, end: start as u32 + 1 }, message })
    }

    fn word(&mut self, start: usize) -> Result<Option<Token>, SexprError> {
        let mut at = start;
        while self.bytes.get(at).is_some_and(|b| WORD[*b as usize]) {
            at += 1;
        }
        if at == self.bytes.len() && !self.whole {
            return Ok(None);
        }
        self.at = at;
        let text = &self.bytes[start..at];
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
                    // Z3 reads `5.` too.
                    && text[dot + 1..].iter().all(u8::is_ascii_digit)
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
