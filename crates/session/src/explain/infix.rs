//! SMT-LIB terms as people write them: operators between their arguments, one conjunct a line.

use alphorn_sexpr::{Sexpr, Sexprs};

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

/// How tightly comparisons bind their arguments.
const COMPARISON: u8 = 4;

/// How tightly an operator binds its arguments; the sign it is written with.
fn operator(word: &str) -> Option<(u8, &'static str)> {
    Some(match word {
        "=>" => (1, "⇒"),
        "or" => (2, "∨"),
        "xor" => (2, "⊻"),
        "and" => (3, "∧"),
        "=" => (COMPARISON, "="),
        "distinct" => (COMPARISON, "≠"),
        "<=" => (COMPARISON, "≤"),
        "<" => (COMPARISON, "<"),
        ">=" => (COMPARISON, "≥"),
        ">" => (COMPARISON, ">"),
        "+" => (5, "+"),
        "-" => (5, "-"),
        "*" => (6, "·"),
        "/" => (6, "/"),
        "div" => (6, "div"),
        "mod" => (6, "mod"),
        _ => return None,
    })
}

/// The sign of a comparison that does not hold.
fn opposite(word: &str) -> Option<&'static str> {
    Some(match word {
        "=" => "≠",
        "<=" => ">",
        "<" => "≥",
        ">=" => "<",
        ">" => "≤",
        _ => return None,
    })
}

/// What is still to be written; the last piece comes first.
enum Piece<'a> {
    Text(&'a str),
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
        ("not", [a], _) => match comparison(*a) {
            Some((word, left, right)) if opposite(word).is_some() => {
                open(COMPARISON, tightness, out, todo);
                compare(left, opposite(word).unwrap_or_default(), right, todo);
            }
            _ => {
                out.push('¬');
                todo.push(Piece::Term(*a, 7));
            }
        },
        (_, [left, right], Some((COMPARISON, sign))) => {
            open(COMPARISON, tightness, out, todo);
            compare(*left, sign, *right, todo);
        }
        (_, [_, _, ..], Some((level, sign))) => {
            open(level, tightness, out, todo);
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

/// Parentheses where the place is tighter than what stands in it.
fn open(level: u8, tightness: u8, out: &mut String, todo: &mut Vec<Piece<'_>>) {
    if level < tightness {
        out.push('(');
        todo.push(Piece::Text(")"));
    }
}

/// The operator and the sides of what compares two terms.
fn comparison<'a>(node: Sexpr<'a>) -> Option<(&'a str, Sexpr<'a>, Sexpr<'a>)> {
    let parts: Vec<Sexpr<'a>> = node.children().collect();
    let [head, left, right] = parts[..] else { return None };
    let word = head.symbol()?;
    (operator(word)?.0 == COMPARISON).then_some((word, left, right))
}

/// Two sides with a sign between. What is subtracted from a sum is added to a number on the other side: `x = y + 1` is easier
/// to read than `x - y = 1`.
fn compare<'a>(left: Sexpr<'a>, sign: &'static str, right: Sexpr<'a>, todo: &mut Vec<Piece<'a>>) {
    let between = [Piece::Text(" "), Piece::Text(sign), Piece::Text(" ")];
    let is_sum = left.head().is_some_and(|head| head.is_word("+"));
    let summands: Vec<Sexpr<'a>> = if is_sum { left.children().skip(1).collect() } else { Vec::new() };
    let (less, more): (Vec<_>, Vec<_>) = summands.into_iter().partition(|summand| subtracted(*summand).is_some());
    let less: Vec<(&str, Sexpr<'a>)> = less.into_iter().filter_map(subtracted).collect();
    let (true, Some(constant)) = (!less.is_empty() && !more.is_empty(), number(right)) else {
        todo.push(Piece::Term(right, COMPARISON + 1));
        todo.extend(between);
        todo.push(Piece::Term(left, COMPARISON + 1));
        return;
    };
    match constant {
        (_, "0" | "0.0") => {}
        (negative, digits) => todo.extend([Piece::Text(digits), Piece::Text(if negative { " - " } else { " + " })]),
    }
    for (i, (factor, term)) in less.into_iter().enumerate().rev() {
        todo.push(Piece::Term(term, 7));
        if !matches!(factor, "1" | "1.0") {
            todo.extend([Piece::Text(" · "), Piece::Text(factor)]);
        }
        todo.extend((i > 0).then_some(Piece::Text(" + ")));
    }
    todo.extend(between);
    for (i, summand) in more.into_iter().enumerate().rev() {
        todo.push(Piece::Term(summand, 6));
        todo.extend((i > 0).then_some(Piece::Text(" + ")));
    }
}

/// The factor and the rest of a product with a negative number.
fn subtracted<'a>(node: Sexpr<'a>) -> Option<(&'a str, Sexpr<'a>)> {
    let parts: Vec<Sexpr<'a>> = node.children().collect();
    let [head, factor, term] = parts[..] else { return None };
    match number(factor) {
        Some((true, digits)) if head.is_word("*") => Some((digits, term)),
        _ => None,
    }
}

/// Whether a numeral is negative, and its digits.
fn number<'a>(node: Sexpr<'a>) -> Option<(bool, &'a str)> {
    let parts: Vec<Sexpr<'a>> = node.children().collect();
    let (negative, digits) = match parts[..] {
        [] => (false, node.text()),
        [minus, digits] if minus.is_word("-") => (true, digits.text()),
        _ => return None,
    };
    digits.starts_with(|c: char| c.is_ascii_digit()).then_some((negative, digits))
}

#[cfg(test)]
mod tests {
    use super::infix;

    #[test]
    fn operators_stand_between_their_arguments() {
        for (term, expected) in [
            ("(and (>= x 0) (<= (+ x (* 2 y)) (- 5)))", &["x ≥ 0", "x + 2 · y ≤ -5"][..]),
            ("(or (= x 1) (and p (not (= y z))))", &["x = 1 ∨ p ∧ y ≠ z"]),
            ("(not (and p (<= x 0)))", &["¬(p ∧ x ≤ 0)"]),
            ("(not (not (>= x 0)))", &["¬(x < 0)"]),
            ("(= (+ x (* (- 1) y)) 0)", &["x = y"]),
            ("(not (<= (+ x (* (- 1) y) z (* (- 2) (+ u 1))) (- 3)))", &["x + z > y + 2 · (u + 1) - 3"]),
            ("(>= (+ x (* (- 1.0) y)) 2.0)", &["x ≥ y + 2.0"]),
            ("(<= (+ (* (- 1) x) (* (- 1) y)) 5)", &["-1 · x + -1 · y ≤ 5"]),
            ("(<= (+ x (* (- 1) y)) z)", &["x + -1 · y ≤ z"]),
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
