//! What is wrong with a script, where, and how it is shown to people and to programs.

use alphorn_sexpr::{SexprError, Span};
use thiserror::Error;

/// A mistake in a script.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct ReadError {
    /// The innermost place that is wrong.
    pub span: Span,
    /// What is wrong and what was expected, in one line.
    pub message: String,
    /// What to do about it, when there is something to say.
    pub help: Option<String>,
}

pub(super) type Read<T> = Result<T, ReadError>;

impl From<SexprError> for ReadError {
    fn from(error: SexprError) -> Self {
        ReadError::new(error.span, error.message)
    }
}

/// A place in a text as people count: from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

impl Position {
    /// The place of a byte of the source.
    pub fn of(source: impl AsRef<[u8]>, offset: u32) -> Position {
        let before = &source.as_ref()[..source.as_ref().len().min(offset as usize)];
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        Position {
            line: before.iter().filter(|b| **b == b'\n').count() + 1,
            column: String::from_utf8_lossy(&before[line_start..]).chars().count() + 1,
        }
    }
}

/// Characters of a long source line that are shown on either side of the mistake.
const WINDOW: usize = 50;

impl ReadError {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Self {
        ReadError { span, message: message.into(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Line and column.
    pub fn position(&self, source: impl AsRef<[u8]>) -> Position {
        Position::of(source, self.span.start)
    }

    /// For people: `file:line:col: error: message`, the source line with a mark under the place, and the help.
    pub fn render(&self, file: &str, source: impl AsRef<[u8]>) -> String {
        let source = source.as_ref();
        let Position { line, column } = self.position(source);
        let mut shown = format!("{file}:{line}:{column}: error: {}\n", self.message);
        if let Some((excerpt, marks)) = self.excerpt(source) {
            let number = line.to_string();
            let margin = " ".repeat(number.len());
            shown += &format!("{number} | {excerpt}\n{margin} | {marks}\n");
        }
        if let Some(help) = &self.help {
            shown += &format!("help: {help}\n");
        }
        shown
    }

    /// For programs: SMT-LIB's `(error "…")` on one line.
    pub fn smtlib(&self, source: impl AsRef<[u8]>) -> String {
        let Position { line, column } = self.position(source);
        let help = self.help.as_ref().map(|h| format!(" ({h})")).unwrap_or_default();
        let text = format!("line {line} column {column}: {}{help}", self.message);
        format!("(error \"{}\")", text.replace('"', "\"\"").replace(['\n', '\r'], " "))
    }

    /// The source line, cut to a window around the place, and what goes under it.
    fn excerpt(&self, source: &[u8]) -> Option<(String, String)> {
        let start = self.span.start as usize;
        if start >= source.len() {
            return None;
        }
        let line_start = source[..start].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let line_end = source[start..].iter().position(|b| *b == b'\n').map_or(source.len(), |i| start + i);
        let printable = |bytes: &[u8]| -> Vec<char> {
            let text = String::from_utf8_lossy(bytes);
            text.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect()
        };
        let before = printable(&source[line_start..start]);
        let after = printable(source[start..line_end].strip_suffix(b"\r").unwrap_or(&source[start..line_end]));
        let (cut_before, cut_after) = (before.len().saturating_sub(WINDOW), after.len().min(WINDOW));
        let mut excerpt = String::new();
        let mut marks = String::new();
        if cut_before > 0 {
            excerpt.push('…');
            marks.push(' ');
        }
        for &c in &before[cut_before..] {
            excerpt.push(c);
            // A tab stays a tab, so that the mark stands under the place whatever its width.
            marks.push(if c == '\t' { '\t' } else { ' ' });
        }
        excerpt.extend(&after[..cut_after]);
        if cut_after < after.len() {
            excerpt.push('…');
        }
        let wrong = String::from_utf8_lossy(&source[start..line_end.min(self.span.end as usize).max(start)]);
        marks += &"^".repeat(wrong.chars().count().clamp(1, cut_after.max(1)));
        Some((excerpt, marks))
    }
}

/// A name or a piece of source in backquotes, cut to what fits into a message.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let one_line: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("`{one_line}{more}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(start: u32, end: u32) -> ReadError {
        ReadError::new(Span { start, end }, "expected \"x\"")
    }

    #[test]
    fn people_see_the_line_and_a_mark() {
        let shown = error(9, 12).help("try y").render("f.smt2", "(a)\n\t(é foo)\n");
        assert_eq!(shown, "f.smt2:2:5: error: expected \"x\"\n2 | \t(é foo)\n  | \t   ^^^\nhelp: try y\n");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let source = format!("{} wrong {}", "a".repeat(1000), "b".repeat(1000));
        let shown = error(1001, 1006).render("f", &source);
        let lines: Vec<_> = shown.lines().collect();
        assert!(lines[1].starts_with("1 | …aaa") && lines[1].ends_with("bbb…"), "{}", lines[1]);
        assert!(lines[1].chars().count() < 2 * WINDOW + 10);
        let place = lines[2].find('^').unwrap();
        let shown: String = lines[1].chars().skip(place).take(5).collect();
        assert_eq!(shown, "wrong");
    }

    #[test]
    fn programs_see_one_line_with_quotes_doubled() {
        assert_eq!(error(0, 1).smtlib("(a)"), "(error \"line 1 column 1: expected \"\"x\"\"\")");
    }
}
