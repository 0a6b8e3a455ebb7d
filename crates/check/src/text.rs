//! Small helpers on text and S-expressions.

use super::Failure;
use alphorn_sexpr::{Kind, Sexpr, Sexprs};

/// What every question to a back end begins with.
pub(super) const PRELUDE: &str = "(set-logic ALL)\n";

/// Reads evidence as S-expressions that every solver reads alike.
pub(super) fn read_evidence(evidence: &str) -> Result<Sexprs<'_>, Failure> {
    let all = Sexprs::read(evidence).map_err(|error| Failure::unreadable_evidence(evidence, &error))?;
    match ambiguous(&all) {
        Some((_, text, what)) => Err(Failure::evidence(format!("{what}: {}", cut(text)))),
        None => Ok(all),
    }
}

/// The conjunction of formulas. Not every solver takes an `and` of less than two.
pub(super) fn conjunction(formulas: &[impl AsRef<str>]) -> String {
    match formulas {
        [] => "true".into(),
        [one] => one.as_ref().into(),
        many => many.iter().fold("(and".to_string(), |text, formula| text + " " + formula.as_ref()) + ")",
    }
}

/// The line, counted from 1, of a byte of `source`.
pub(super) fn line(source: &str, offset: u32) -> u32 {
    let before = &source.as_bytes()[..(offset as usize).min(source.len())];
    before.iter().filter(|byte| **byte == b'\n').count() as u32 + 1
}

/// `text` on one line, cut to what fits into a message.
pub fn cut(text: &str) -> String {
    const LONGEST: usize = 160;
    // Far more than is shown, so that a text of megabytes is not taken apart for one line.
    let start: String = text.chars().take(8 * LONGEST).collect();
    let flat = start.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.chars().count() <= LONGEST && start.len() == text.len() {
        return flat;
    }
    flat.chars().take(LONGEST).chain(['…']).collect()
}

/// What solvers may end elsewhere than we do, so that commands can be hidden in it: where it is, its text, and what it is.
///
/// Some take `\|` in a quoted symbol for an escaped bar; SMT-LIB allows no backslash there. And some end a remark at a carriage
/// return, as SMT-LIB has it, others only at the end of the line.
pub(super) fn ambiguous<'a>(all: &'a Sexprs<'a>) -> Option<(u32, &'a str, &'static str)> {
    let source = all.source();
    let atoms = || all.iter().flat_map(|node| node.descendants()).filter(|node| !node.is_list());
    if source.contains('\\')
        && let Some(symbol) = atoms().find(|node| node.kind() == Kind::Quoted && node.text().contains('\\'))
    {
        return Some((symbol.span().start, symbol.text(), "a quoted symbol with a backslash"));
    }
    if source.contains('\r') {
        let mut end = 0;
        for span in atoms().map(|atom| atom.span()) {
            let blanks = &source[end as usize..span.start as usize];
            let mut remarks = blanks.split('\n').filter_map(|line| line.split_once(';')).map(|parts| parts.1);
            if let Some(remark) = remarks.find(|remark| remark.trim_end_matches('\r').contains('\r')) {
                return Some((end, remark, "a remark with a carriage return"));
            }
            end = span.end;
        }
    }
    None
}

/// Words that are names only between bars.
const RESERVED: [&str; 8] = ["!", "_", "as", "exists", "forall", "let", "match", "par"];

/// Whether it is a word of the language and no name.
pub(super) fn is_reserved(node: Sexpr<'_>) -> bool {
    node.kind() == Kind::Symbol && RESERVED.contains(&node.text())
}

/// The word of the language that it is, if it is one.
pub(super) fn reserved_word(node: Sexpr<'_>) -> Option<&str> {
    is_reserved(node).then(|| node.text())
}

/// A name as a symbol that every solver reads alike; none if there is no way to write it.
pub(super) fn quoted(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    // Some solvers take `-1` for a number.
    let starts_well = name.starts_with(|c: char| !c.is_ascii_digit() && c != '-');
    if starts_well && name.chars().all(simple) { name.into() } else { format!("|{name}|") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_is_one_short_line() {
        assert_eq!(cut("(a\n   b)"), "(a b)");
        let long = cut(&"(a b) ".repeat(10_000));
        assert_eq!(long.chars().count(), 161);
        assert!(long.ends_with('…'));
    }

    #[test]
    fn names_are_quoted_where_solvers_would_misread_them() {
        assert_eq!(["a!", "-1", "1", "a b", "é"].map(quoted), ["a!", "|-1|", "|1|", "|a b|", "|é|"]);
    }

    #[test]
    fn what_solvers_end_in_other_places_is_found() {
        for hidden in ["(a (|b\\|))", "; a\r(b)\n(c)", "(a ; b\r\n ; c\rd\r\n e)"] {
            assert!(ambiguous(&Sexprs::read(hidden).unwrap()).is_some(), "{hidden}");
        }
        for clear in ["(a \"\\\" |b|) ; \\", "; a\r\n(b\r) ; c\r\r\n(d |;\r|)", "(a)\r(b) ; c\rd"] {
            assert!(ambiguous(&Sexprs::read(clear).unwrap()).is_none(), "{clear}");
        }
    }
}
