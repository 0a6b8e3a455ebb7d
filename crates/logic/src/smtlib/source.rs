//! The text of a script: all of it from a file, or as it comes through a pipe.

use super::error::ReadError;
use alphorn_sexpr::Span;

/// Offsets are 32 bits wide.
const LONGEST: usize = u32::MAX as usize;

/// The bytes of a script as text, or where they stop being text.
pub fn decode(bytes: &[u8]) -> Result<&str, ReadError> {
    check_length(bytes.len())?;
    check_not_empty(bytes)?;
    let text = std::str::from_utf8(bytes).map_err(|e| not_text(bytes, e.valid_up_to(), 0))?;
    check_binary(text, 0)?;
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

fn check_binary(text: &str, base: usize) -> Result<(), ReadError> {
    match text.bytes().position(|b| b == 0) {
        None => Ok(()),
        Some(at) => Err(byte_error(base + at, "byte 0x00: this is a binary file, expected an SMT-LIB script".into())),
    }
}

fn not_text(bytes: &[u8], at: usize, base: usize) -> ReadError {
    byte_error(base + at, format!("invalid UTF-8: unexpected byte 0x{:02x}, expected text", bytes[at]))
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

    /// Adds the bytes that came next.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let base = self.text.len();
        check_length(base + self.tail.len() + bytes.len())?;
        let mut piece = std::mem::take(&mut self.tail);
        piece.extend_from_slice(bytes);
        let (valid, incomplete) = match std::str::from_utf8(&piece) {
            Ok(text) => (text, &[][..]),
            Err(e) if e.error_len().is_none() => {
                let (valid, rest) = piece.split_at(e.valid_up_to());
                (std::str::from_utf8(valid).unwrap_or_default(), rest)
            }
            Err(e) => {
                // What comes before is a script all the same.
                self.text.push_str(std::str::from_utf8(&piece[..e.valid_up_to()]).unwrap_or_default());
                return Err(not_text(&piece, e.valid_up_to(), base));
            }
        };
        check_binary(valid, base)?;
        self.text.push_str(valid);
        self.tail = incomplete.to_vec();
        Ok(())
    }

    /// Nothing more will come.
    pub fn finish(&mut self) -> Result<(), ReadError> {
        self.whole = true;
        match self.tail.first() {
            None => check_not_empty(self.text.as_bytes()),
            Some(_) => Err(not_text(&self.tail, 0, self.text.len())),
        }
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
        let mut broken = Source::growing("-");
        broken.push("(é".as_bytes().split_last().unwrap().1).unwrap();
        assert_eq!(broken.finish().unwrap_err().span.start, 1);
        assert!(Source::growing("-").push(b"(a \xc3(").is_err());
    }
}
