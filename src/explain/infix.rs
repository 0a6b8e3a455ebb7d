//! SMT-LIB terms as people write them: operators between their arguments, one conjunct a line.

use crate::smtlib::sexpr::{Sexpr, Sexprs};

/// The conjuncts of a term.
pub(super) fn infix(term: &str) -> Vec<String> {
    let Ok(all) = Sexprs::read(term) else { return vec![term.into()] };
    let mut conjuncts = Vec::new();
    let mut todo: Vec<Sexpr<'_>> = all.iter().collect();
    todo.reverse();
    while let Some(node) = todo.pop() {
        if node.head().is_some_and(|head| head.is_word("and")) {
            let mut parts: Vec<_> = node.children().skip(1).collect();
            parts.reverse();
            todo.extend(parts);
        } else {
            conjuncts.push(write(node));
        }
    }
    conjuncts
}

/// How tightly an operator binds its arguments; the sign it is written with.
fn operator(word: &str) -> Option<(u8, &'static str)> {
    Some(match word {
        "=>" => (1, "⇒"),
        "or" => (2, "∨"),
        "xor" => (2, "⊻"),
        "and" => (3, "∧"),
        "=" => (4, "="),
        "distinct" => (4, "≠"),
        "<=" => (4, "≤"),
        "<" => (4, "<"),
        ">=" => (4, "≥"),
        ">" => (4, ">"),
        "+" => (5, "+"),
        "-" => (5, "-"),
        "*" => (6, "·"),
        "/" => (6, "/"),
        "div" => (6, "div"),
        "mod" => (6, "mod"),
        _ => return None,
    })
}

/// What is still to be written; the last piece comes first.
enum Piece<'a> {
    Text(&'static str),
    /// A term in a place that needs this much tightness.
    Term(Sexpr<'a>, u8),
}

fn write(root: Sexpr<'_>) -> String {
    let mut out = String::new();
    let mut todo = vec![Piece::Term(root, 0)];
    while let Some(piece) = todo.pop() {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Term(node, tightness) => term(node, tightness, &mut out, &mut todo),
        }
    }
    out
}

fn term<'a>(node: Sexpr<'a>, tightness: u8, out: &mut String, todo: &mut Vec<Piece<'a>>) {
    let parts: Vec<Sexpr<'a>> = node.children().collect();
    let Some((head, args)) = parts.split_first() else { return out.push_str(node.text()) };
    let word = head.symbol().unwrap_or_default();
    match (word, args, operator(word)) {
        // Whoever nests lets and quantifiers is better served by SMT-LIB itself.
        ("let" | "forall" | "exists" | "match", _, _) | (_, [], _) => out.push_str(node.text()),
        ("-", [a], _) => {
            out.push('-');
            todo.push(Piece::Term(*a, 7));
        }
        ("not", [a], _) => {
            out.push('¬');
            todo.push(Piece::Term(*a, 7));
        }
        (_, [_, _, ..], Some((level, sign))) => {
            if level < tightness {
                out.push('(');
                todo.push(Piece::Text(")"));
            }
            for (i, arg) in args.iter().enumerate().rev() {
                todo.push(Piece::Term(*arg, level + 1));
                if i > 0 {
                    todo.extend([Piece::Text(" "), Piece::Text(sign), Piece::Text(" ")]);
                }
            }
        }
        _ => {
            todo.push(Piece::Text(")"));
            for (i, arg) in args.iter().enumerate().rev() {
                todo.push(Piece::Term(*arg, 0));
                todo.push(Piece::Text(if i == 0 { "(" } else { ", " }));
            }
            todo.push(Piece::Term(*head, 8));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::infix;

    #[test]
    fn operators_stand_between_their_arguments() {
        for (term, expected) in [
            ("(and (>= x 0) (<= (+ x (* 2 y)) (- 5)))", &["x ≥ 0", "x + 2 · y ≤ -5"][..]),
            ("(or (= x 1) (and p (not (= y z))))", &["x = 1 ∨ p ∧ ¬(y = z)"]),
            ("(* 2 (+ x 1))", &["2 · (x + 1)"]),
            ("(- x (- y 1))", &["x - (y - 1)"]),
            ("(=> p (=> q r))", &["p ⇒ (q ⇒ r)"]),
            ("(select a (+ i 1))", &["select(a, i + 1)"]),
            ("(_ bv3 8)", &["_(bv3, 8)"]),
            ("(exists ((x Int)) (> x y))", &["(exists ((x Int)) (> x y))"]),
            ("true", &["true"]),
        ] {
            assert_eq!(infix(term), expected, "{term}");
        }
    }
}
