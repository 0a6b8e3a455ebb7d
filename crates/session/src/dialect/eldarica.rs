//! Eldarica's numbered lines: *false* first, each step before those it follows from.

use alphorn_logic::witness::{Trace, trace::Atom};
use alphorn_sexpr::{Kind, Sexpr, Sexprs};
use std::fmt::Write;

/// `-cex`: `0: FALSE -> 1`, `1: p(1, -2) -> 2`. The empty line in front is Eldarica's.
pub(super) fn write(trace: &Trace) -> String {
    lines(trace, "FALSE", |atom| {
        let name = bare(&atom.pred);
        if atom.args.is_empty() {
            return name.into();
        }
        let args: Vec<String> = atom.args.iter().map(|arg| value(arg)).collect();
        format!("{name}({})", args.join(", "))
    })
}

/// A symbol without bars, which Eldarica's own language does not know; with them where it could not be told from others.
pub(super) fn bare(symbol: &str) -> &str {
    let Some(name) = symbol.strip_prefix('|').and_then(|name| name.strip_suffix('|')) else { return symbol };
    let is_clear = |c: char| !c.is_whitespace() && !"(),;|\"".contains(c);
    let is_word = name.starts_with(|c: char| !c.is_ascii_digit() && c != '-') && name.chars().all(is_clear);
    if is_word && name != "FALSE" { name } else { symbol }
}

/// `-scex`: the same with SMT-LIB terms.
pub(super) fn write_smt(trace: &Trace) -> String {
    lines(trace, "false", Atom::smtlib)
}

fn lines(trace: &Trace, bottom: &str, fact: impl Fn(&Atom) -> String) -> String {
    let last = trace.steps.len().saturating_sub(1);
    let mut out = String::from("\n");
    for (n, step) in trace.steps.iter().rev().enumerate() {
        let fact = step.fact.as_ref().map_or_else(|| bottom.into(), &fact);
        let premises: Vec<String> = step.premises.iter().map(|p| (last - p).to_string()).collect();
        let arrow = if premises.is_empty() { "" } else { " -> " };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{n}: {fact}{arrow}{}", premises.join(", "));
    }
    out
}

/// A value as Eldarica's own language has it: `-1`, `f(a, b)`, without bars.
fn value(text: &str) -> String {
    let Ok(all) = Sexprs::read(text) else { return text.into() };
    let mut out = String::new();
    // What is still to be written; the last comes first.
    let mut todo: Vec<Piece<'_>> = all.iter().map(Piece::Node).collect();
    while let Some(piece) = todo.pop() {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Node(node) if !node.is_list() => out.push_str(bare(node.text())),
            Piece::Node(node) => {
                let parts: Vec<_> = node.children().collect();
                match parts.as_slice() {
                    [minus, number] if minus.is_word("-") && matches!(number.kind(), Kind::Numeral | Kind::Decimal) => {
                        out.push('-');
                        out.push_str(number.text());
                    }
                    [head, args @ ..] => {
                        todo.push(Piece::Text(")"));
                        for (i, arg) in args.iter().enumerate().rev() {
                            todo.push(Piece::Node(*arg));
                            todo.push(Piece::Text(if i == 0 { "(" } else { ", " }));
                        }
                        todo.push(Piece::Node(*head));
                    }
                    [] => out.push_str("()"),
                }
            }
        }
    }
    out
}

enum Piece<'a> {
    Text(&'static str),
    Node(Sexpr<'a>),
}

#[cfg(test)]
mod tests {
    use super::{bare, value};

    #[test]
    fn bars_stay_where_a_name_is_not_one_word() {
        for (symbol, expected) in [
            ("p", "p"),
            ("|p:1|", "p:1"),
            ("|p 1|", "|p 1|"),
            ("|(p 5)|", "|(p 5)|"),
            ("|a,b|", "|a,b|"),
            ("|5|", "|5|"),
            ("|FALSE|", "|FALSE|"),
            ("||", "||"),
        ] {
            assert_eq!(bare(symbol), expected);
        }
    }

    #[test]
    fn values_are_written_as_terms_with_commas() {
        assert_eq!(value("(- 1)"), "-1");
        assert_eq!(value("true"), "true");
        assert_eq!(value("(cons (- 2) (cons 3 nil))"), "cons(-2, cons(3, nil))");
        assert_eq!(value("(/ 1.0 3.0)"), "/(1.0, 3.0)");
        assert_eq!(value("((as const (Array Int Int)) 0)"), "as(const, Array(Int, Int))(0)");
    }
}
