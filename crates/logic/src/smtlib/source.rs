//! The text of a script: all of it from a file, or as it comes through a pipe.

use super::error::ReadError;
use alphorn_sexpr::{NO_TEXT, Span};

/// Offsets are 32 bits wide.
const LONGEST: usize = u32::MAX as usize;

/// The bytes of a script as text, or where they stop being text.
pub fn decode(bytes: &[u8]) -> Result<&str, ReadError> {
    check_length(bytes.len())?;
    check_not_empty(bytes)?;
    let text = std::str::from_utf8(bytes).map_err(|e| not_text(bytes, e.valid_up_to()))?;
    check_binary(bytes, 0)?;
    Ok(text)
}

fn check_not_empty(bytes: &[u8]) -> Result<(), ReadError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        let span = Span { start: 0, end: 0 };
        return Err(ReadError::new(span, "the input is empty: expected an SMT-LIB script"));
    }
    Ok(())
}

pub(super) fn check_length(length: usize) -> Result<(), ReadError> {
    if length < LONGEST {
        return Ok(());
    }
    let span = Span { start: 0, end: 0 };
    Err(ReadError::new(span, format!("the input has {length} bytes: expected fewer than 4 GiB")))
}

fn check_binary(bytes: &[u8], base: usize) -> Result<(), ReadError> {
    match bytes.iter().position(|b| *b == 0) {
        None => Ok(()),
        Some(at) => Err(byte_error(base + at, "byte 0x00: this is a binary file, expected an SMT-LIB script".into())),
    }
}

fn not_text(bytes: &[u8], at: usize) -> ReadError {
    byte_error(at, format!("invalid UTF-8: unexpected byte 0x{:02x}, expected text", bytes[at]))
}

fn byte_error(at: usize, message: String) -> ReadError {
    ReadError::new(Span { start: at as u32, end: at as u32 + 1 }, message)
}

/// A script: its name for messages and its text, which grows while it comes through a pipe.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    /// The first bytes of a character whose others are still to come.
    tail: Vec<u8>,
    whole: bool,
}

impl Source {
    /// A script that is all there.
    pub fn whole(name: impl Into<String>, text: impl Into<String>) -> Self {
        Source { name: name.into(), text: text.into(), tail: Vec::new(), whole: true }
    }

    /// A script of which nothing has come yet.
    pub fn growing(name: impl Into<String>) -> Self {
        Source { name: name.into(), text: String::new(), tail: Vec::new(), whole: false }
    }

    /// Adds the bytes that came next. One that is no text is kept as [`NO_TEXT`]: in a comment it does no harm, and elsewhere
    /// it costs the command that it is in. The error is for what is no script at all, or too long.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let base = self.text.len();
        check_length(base + self.tail.len() + bytes.len())?;
        let mut piece = std::mem::take(&mut self.tail);
        piece.extend_from_slice(bytes);
        self.check_binary(&piece)?;
        let mut rest = piece.as_slice();
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.text.push_str(text);
                    return Ok(());
                }
                Err(error) => {
                    let (valid, others) = rest.split_at(error.valid_up_to());
                    self.text.push_str(std::str::from_utf8(valid).unwrap_or_default());
                    let Some(length) = error.error_len() else {
                        self.tail = others.to_vec();
                        return Ok(());
                    };
                    self.text.extend(std::iter::repeat_n(NO_TEXT, length));
                    rest = &others[length..];
                }
            }
        }
    }

    /// A zero before any command has begun says that this is no script.
    fn check_binary(&self, piece: &[u8]) -> Result<(), ReadError> {
        let begins = self.text.contains('(') || piece.iter().find(|byte| matches!(byte, 0 | b'(')) == Some(&b'(');
        if begins { Ok(()) } else { check_binary(piece, self.text.len()) }
    }

    /// Nothing more will come.
    pub fn finish(&mut self) -> Result<(), ReadError> {
        self.whole = true;
        self.text.extend(std::mem::take(&mut self.tail).iter().map(|_| NO_TEXT));
        check_not_empty(self.text.as_bytes())
    }

    /// Whether there is nothing but blanks.
    pub fn is_blank(&self) -> bool {
        self.tail.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_whitespace())
    }

    /// Leaves a command out; all others stay where they are.
    pub fn blank(&mut self, span: Span) {
        let (start, end) = (span.start as usize, span.end as usize);
        // Lines keep their numbers.
        let blanks: String = self.text[start..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        self.text.replace_range(start..end, &blanks);
    }

    /// The file's name, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What there is of the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether this is all of it.
    pub fn is_whole(&self) -> bool {
        self.whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_byte_is_named() {
        let error = |bytes: &[u8]| {
            let e = decode(bytes).unwrap_err();
            let place = e.position(bytes);
            (place.line, place.column, e.message)
        };
        assert_eq!(error(b"(a)\n(b \xff)").0, 2);
        assert_eq!(error(b"(a)\n(b \xff)").1, 4);
        assert!(error(b"\x7fELF\0\0").2.contains("binary"));
        assert!(error(b" \n ").2.contains("empty"));
        assert_eq!(decode("(é)".as_bytes()).unwrap(), "(é)");
    }

    #[test]
    fn characters_may_come_in_pieces() {
        let mut source = Source::growing("-");
        let text = "(é €)";
        for byte in text.as_bytes() {
            source.push(&[*byte]).unwrap();
        }
        source.finish().unwrap();
        assert_eq!(source.text(), text);
        source = Source::growing("-");
        source.push(b"(a\xc3").unwrap();
        source.finish().unwrap();
        assert_eq!(source.text(), "(a\0");
    }

    #[test]
    fn bytes_that_are_no_text_keep_the_places_of_all_others() {
        let bytes = b"; \xe4\xf6 \xc3(\n(a \xe2\x82 \"\xff\" \0 b)";
        for size in 1..bytes.len() {
            let mut source = Source::growing("-");
            bytes.chunks(size).for_each(|piece| source.push(piece).unwrap());
            source.finish().unwrap();
            assert_eq!(source.text(), "; \0\0 \0(\n(a \0\0 \"\0\" \0 b)");
        }
        // What has a zero before any command is no script.
        assert!(Source::growing("-").push(b"\x7fELF\x02\0(").is_err());
        let mut source = Source::growing("-");
        source.push(b"\x7fELF").unwrap();
        assert!(source.push(b"\x02\0(").is_err());
    }
}
