//! The rules, each as the Alethe specification states it.

use super::terms::{Id, Terms};
use alphorn::sexpr::Sexpr;
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::collections::HashMap;

pub fn check(
    terms: &mut Terms,
    rule: &str,
    clause: &[Id],
    premises: &[Vec<Id>],
    args: &[Sexpr<'_>],
) -> Result<(), String> {
    let holds = match rule {
        "forall_inst" => forall_inst(terms, clause, args)?,
        "or" => premises.len() == 1 && premises[0].len() == 1 && terms.args(premises[0][0], "or") == Some(clause),
        "equiv1" | "equiv2" => equivalence(terms, rule, clause, premises),
        "connective_def" => connective_def(terms, clause),
        "not_simplify" => not_simplify(terms, clause),
        "nary_elim" => nary_elim(terms, clause),
        "prod_simplify" => prod_simplify(terms, clause),
        "div_simplify" | "mod_simplify" => quotient(terms, rule, clause),
        "evaluate" => evaluate(terms, clause),
        "distinct_elim" => distinct_elim(terms, clause),
        "la_generic" => clause.len() == 1 && args.len() == 1 && args[0].text() == "1" && is_true(terms, clause[0])?,
        "la_disequality" => la_disequality(terms, clause),
        "eq_reflexive" => matches!(clause, [c] if matches!(terms.args(*c, "="), Some([a, b]) if a == b)),
        "eq_transitive" => eq_transitive(terms, clause),
        "eq_congruent" | "eq_congruent_pred" => congruence(terms, rule, clause),
        "ite_simplify" => ite_simplify(terms, clause),
        _ => tautology(terms, rule, clause, args)?,
    };
    if holds && (premises.is_empty() || matches!(rule, "or" | "equiv1" | "equiv2")) {
        Ok(())
    } else {
        Err(format!("the rule {rule} does not give this"))
    }
}

/// Tautologies about one connective: its literal first, then the others.
fn tautology(terms: &mut Terms, rule: &str, clause: &[Id], args: &[Sexpr<'_>]) -> Result<bool, String> {
    let not = |terms: &mut Terms, id: Id| terms.list("not", &[id]);
    let Some((&first, rest)) = clause.split_first() else { return Ok(false) };
    if rule == "true" || rule == "false" {
        let constant = if rule == "true" { Some(first) } else { terms.args(first, "not").map(|args| args[0]) };
        return Ok(rest.is_empty() && constant.is_some_and(|c| terms.is_atom(c, rule)));
    }
    let (word, kind) = rule.split_once('_').ok_or_else(|| format!("unknown rule {rule}"))?;
    let word = match word {
        "implies" => "=>",
        "equiv" => "=",
        other => other,
    };
    let connective = if kind.starts_with("pos") { terms.args(first, "not").map(|args| args[0]) } else { Some(first) };
    let parts = connective.and_then(|c| terms.args(c, word)).map(<[Id]>::to_vec);
    let Some(parts) = parts else { return Ok(false) };
    let index = || args.first().and_then(|arg| arg.text().parse::<usize>().ok());
    // The expected literals: part and whether it is negated.
    let expected: Vec<(usize, bool)> = match (rule, parts.len()) {
        ("and_neg", n) => (0..n).map(|i| (i, true)).collect(),
        ("or_pos", n) => (0..n).map(|i| (i, false)).collect(),
        ("and_pos", n) => index().filter(|i| *i < n).map(|i| (i, false)).into_iter().collect(),
        ("or_neg", n) => index().filter(|i| *i < n).map(|i| (i, true)).into_iter().collect(),
        ("implies_pos", 2) => vec![(0, true), (1, false)],
        ("implies_neg1", 2) => vec![(0, false)],
        ("implies_neg2", 2) => vec![(1, true)],
        ("equiv_pos1", 2) | ("xor_neg1", 2) => vec![(0, false), (1, true)],
        ("equiv_pos2", 2) | ("xor_neg2", 2) => vec![(0, true), (1, false)],
        ("equiv_neg1", 2) | ("xor_pos2", 2) => vec![(0, true), (1, true)],
        ("equiv_neg2", 2) | ("xor_pos1", 2) => vec![(0, false), (1, false)],
        ("ite_pos1", 3) => vec![(0, false), (2, false)],
        ("ite_pos2", 3) => vec![(0, true), (1, false)],
        ("ite_neg1", 3) => vec![(0, false), (2, true)],
        ("ite_neg2", 3) => vec![(0, true), (1, true)],
        _ => return Err(format!("unknown rule {rule}")),
    };
    let expected: Vec<Id> =
        expected.into_iter().map(|(i, negated)| if negated { not(terms, parts[i]) } else { parts[i] }).collect();
    Ok(!expected.is_empty() && expected == rest)
}

fn forall_inst(terms: &mut Terms, clause: &[Id], args: &[Sexpr<'_>]) -> Result<bool, String> {
    let [only] = clause else { return Ok(false) };
    let Some(&[not, instance]) = terms.args(*only, "or") else { return Ok(false) };
    let quantifier = terms.args(not, "not").and_then(|args| terms.args(args[0], "forall"));
    let Some(&[vars, body]) = quantifier else { return Ok(false) };
    let vars = terms.parts(vars).to_vec();
    if vars.len() != args.len() {
        return Ok(false);
    }
    let mut map = HashMap::new();
    for (var, arg) in vars.into_iter().zip(args) {
        let name = terms.text(terms.parts(var)[0]).unwrap().to_string();
        let value = terms.read(*arg)?;
        map.insert(name, value);
    }
    Ok(terms.substitute(body, &map) == instance)
}

fn equivalence(terms: &mut Terms, rule: &str, clause: &[Id], premises: &[Vec<Id>]) -> bool {
    let [premise] = premises else { return false };
    let &[equation] = premise.as_slice() else { return false };
    let Some(&[a, b]) = terms.args(equation, "=") else { return false };
    let expected = match rule {
        "equiv1" => [terms.list("not", &[a]), b],
        _ => [a, terms.list("not", &[b])],
    };
    clause == expected
}

/// `(= (forall X f) (not (exists X (not f))))`
fn connective_def(terms: &mut Terms, clause: &[Id]) -> bool {
    let &[equation] = clause else { return false };
    let Some(&[all, not]) = terms.args(equation, "=") else { return false };
    let Some(&[vars, body]) = terms.args(all, "forall") else { return false };
    let body = terms.list("not", &[body]);
    let exists = terms.list("exists", &[vars, body]);
    terms.list("not", &[exists]) == not
}

fn not_simplify(terms: &Terms, clause: &[Id]) -> bool {
    let &[equation] = clause else { return false };
    let Some(&[twice, inner]) = terms.args(equation, "=") else { return false };
    let once = terms.args(twice, "not").map(|args| args[0]);
    once.and_then(|once| terms.args(once, "not")) == Some(&[inner])
}

fn nary_elim(terms: &mut Terms, clause: &[Id]) -> bool {
    let &[equation] = clause else { return false };
    let Some(&[term, meaning]) = terms.args(equation, "=") else { return false };
    if let Some(args) = terms.args(term, "=>").map(<[Id]>::to_vec) {
        let (last, body) = args.split_last().unwrap();
        return meaning == body.iter().rev().fold(*last, |tail, arg| terms.list("=>", &[*arg, tail]));
    }
    let Some(args) = terms.args(term, "=").map(<[Id]>::to_vec) else { return false };
    let links: Vec<Id> = args.windows(2).map(|pair| terms.list("=", pair)).collect();
    terms.list("and", &links) == meaning
}

fn prod_simplify(terms: &Terms, clause: &[Id]) -> bool {
    let &[equation] = clause else { return false };
    let Some(&[product, value]) = terms.args(equation, "=") else { return false };
    let factors = terms.args(product, "*").unwrap_or_default().iter().map(|factor| number(terms, *factor));
    let product = factors.collect::<Option<Vec<RBig>>>().map(|all| all.into_iter().fold(RBig::ONE, |a, b| a * b));
    product.is_some() && product == number(terms, value)
}

fn distinct_elim(terms: &mut Terms, clause: &[Id]) -> bool {
    let &[equation] = clause else { return false };
    let Some(&[distinct, meaning]) = terms.args(equation, "=") else { return false };
    let Some(args) = terms.args(distinct, "distinct").map(<[Id]>::to_vec) else { return false };
    if args.len() > 2 && is_formula(terms, args[0]) {
        return terms.is_atom(meaning, "false");
    }
    let mut pairs = Vec::new();
    for i in 0..args.len() {
        for j in i + 1..args.len() {
            let equal = terms.list("=", &[args[i], args[j]]);
            pairs.push(terms.list("not", &[equal]));
        }
    }
    let expected = if pairs.len() == 1 { pairs[0] } else { terms.list("and", &pairs) };
    meaning == expected
}

/// Whether a ground term is of sort Bool, as far as its head tells.
fn is_formula(terms: &Terms, id: Id) -> bool {
    let heads = ["and", "or", "not", "=>", "=", "xor", "distinct", "<", "<=", ">", ">=", "is_int", "forall", "exists"];
    let head = terms.parts(id).first().and_then(|head| terms.text(*head)).or(terms.text(id)).unwrap_or_default();
    heads.contains(&head) || ["true", "false"].contains(&head)
}

/// `(= (div 7 2) 3)`, `(= (mod 7 2) 1)`, of numbers.
fn quotient(terms: &Terms, rule: &str, clause: &[Id]) -> bool {
    let &[equation] = clause else { return false };
    let Some(&[left, right]) = terms.args(equation, "=") else { return false };
    let word = if rule == "mod_simplify" { "mod" } else { "div" };
    let Some([a, b]) = terms.args(left, word) else { return false };
    let (Some(a), Some(b), Some(right)) = (number(terms, *a), number(terms, *b), number(terms, right)) else {
        return false;
    };
    if b.is_zero() {
        return false;
    }
    let whole = RBig::from(if b > RBig::ZERO { (&a / &b).floor() } else { (&a / &b).ceil() });
    right == if word == "div" { whole } else { a - b * whole }
}

/// `(= atom true)` or `(= atom false)`, where the atom is `(is_int n)`, `(= (op n) n)`, a chain of comparisons, or
/// `xor` of constants.
fn evaluate(terms: &Terms, clause: &[Id]) -> bool {
    let &[equation] = clause else { return false };
    let Some(&[atom, constant]) = terms.args(equation, "=") else { return false };
    let operand = |word: &str, id: Id| number(terms, terms.args(id, word).filter(|args| args.len() == 1)?[0]);
    let value = |id: Id| {
        let absolute = |n: RBig| if n < RBig::ZERO { -n } else { n };
        let by_word =
            [operand("abs", id).map(absolute), operand("to_real", id), operand("to_int", id).map(|n| n.floor().into())];
        let quotient = || match terms.args(id, "/") {
            Some([a, b]) => Some(number(terms, *a)? / number(terms, *b).filter(|b| !b.is_zero())?),
            _ => None,
        };
        number(terms, id).or(by_word.into_iter().flatten().next()).or_else(quotient)
    };
    let chain = |word: &str, holds: fn(&RBig, &RBig) -> bool| {
        let numbers = terms.args(atom, word)?.iter().map(|n| number(terms, *n)).collect::<Option<Vec<RBig>>>()?;
        Some(numbers.windows(2).all(|pair| holds(&pair[0], &pair[1])))
    };
    let chains =
        [chain("<", |a, b| a < b), chain("<=", |a, b| a <= b), chain(">", |a, b| a > b), chain(">=", |a, b| a >= b)];
    let odd = |args: &[Id]| {
        args.iter().try_fold(false, |odd, arg| match terms.text(*arg)? {
            "true" => Some(!odd),
            "false" => Some(odd),
            _ => None,
        })
    };
    let truth = match (terms.args(atom, "="), operand("is_int", atom)) {
        _ if terms.args(atom, "xor").is_some() => terms.args(atom, "xor").and_then(odd),
        (Some(&[a, b]), _) => value(a).zip(value(b)).map(|(a, b)| a == b),
        (_, Some(n)) => Some(n.is_int()),
        _ => chains.into_iter().flatten().next(),
    };
    truth.is_some_and(|truth| terms.is_atom(constant, if truth { "true" } else { "false" }))
}

fn la_disequality(terms: &mut Terms, clause: &[Id]) -> bool {
    let &[either] = clause else { return false };
    let Some(&[equal, low, high]) = terms.args(either, "or") else { return false };
    let Some(&[a, b]) = terms.args(equal, "=") else { return false };
    let (le, ge) = (terms.list("<=", &[a, b]), terms.list("<=", &[b, a]));
    low == terms.list("not", &[le]) && high == terms.list("not", &[ge])
}

/// `(not (= a b)) (not (= b c)) … (= a z)`, the equations in any order and either way round.
fn eq_transitive(terms: &mut Terms, clause: &[Id]) -> bool {
    let mut links = Vec::new();
    let mut goal = None;
    for &literal in clause {
        let (n, inner) = terms.negations(literal);
        let Some(&[a, b]) = terms.args(inner, "=") else { return false };
        if n == 1 {
            links.push((a, b));
        } else if n > 1 || goal.replace((a, b)).is_some() {
            return false;
        }
    }
    let Some((mut at, end)) = goal else { return false };
    while let Some(i) = links.iter().position(|&(a, b)| a == at || b == at) {
        let (a, b) = links.swap_remove(i);
        at = if a == at { b } else { a };
    }
    at == end && links.is_empty()
}

fn congruence(terms: &mut Terms, rule: &str, clause: &[Id]) -> bool {
    let (equations, from, to) = match (rule, clause) {
        ("eq_congruent", [equations @ .., last]) => match terms.args(*last, "=") {
            Some(&[a, b]) => (equations, a, b),
            _ => return false,
        },
        (_, [equations @ .., from, to]) => match terms.args(*from, "not") {
            Some(&[from]) => (equations, from, *to),
            _ => return false,
        },
        _ => return false,
    };
    let (a, b) = (terms.parts(from).to_vec(), terms.parts(to).to_vec());
    if a.len() != b.len() || a.is_empty() || a[0] != b[0] {
        return false;
    }
    let mut expected = Vec::new();
    for (a, b) in a[1..].iter().zip(&b[1..]) {
        let equal = terms.list("=", &[*a, *b]);
        expected.push(terms.list("not", &[equal]));
    }
    equations == expected
}

fn ite_simplify(terms: &Terms, clause: &[Id]) -> bool {
    let &[equation] = clause else { return false };
    let Some(&[ite, chosen]) = terms.args(equation, "=") else { return false };
    let Some(&[condition, a, b]) = terms.args(ite, "ite") else { return false };
    terms.is_atom(condition, "true") && chosen == a || terms.is_atom(condition, "false") && chosen == b
}

/// Whether a comparison of linear combinations of numbers, or its negation, holds.
fn is_true(terms: &Terms, literal: Id) -> Result<bool, String> {
    let (n, atom) = terms.negations(literal);
    let [head, a, b] = *terms.parts(atom) else { return Err("not a comparison".into()) };
    let (a, b) = (linear(terms, a)?, linear(terms, b)?);
    let holds = match terms.text(head) {
        Some("<=") => a <= b,
        Some("<") => a < b,
        Some(">=") => a >= b,
        Some(">") => a > b,
        Some("=") if n == 1 => a == b,
        _ => return Err("not a comparison".into()),
    };
    Ok(n < 2 && holds == (n == 0))
}

/// A number as Carcara sees one in a linear combination: `1`, `1.5`, `(/ 1.0 (- 3.0))`, or one of these negated.
fn number(terms: &Terms, id: Id) -> Option<RBig> {
    let fraction = |id: Id| match terms.args(id, "/") {
        Some([a, b]) => Some(signed(terms, *a)? / signed(terms, *b).filter(|b| !b.is_zero())?),
        _ => numeral(terms, id),
    };
    match terms.args(id, "-") {
        Some([a]) => Some(-fraction(*a)?),
        _ => fraction(id),
    }
}

/// `1`, `1.5`, `(- 1)`
fn signed(terms: &Terms, id: Id) -> Option<RBig> {
    match terms.args(id, "-") {
        Some([a]) => Some(-numeral(terms, *a)?),
        _ => numeral(terms, id),
    }
}

/// `1`, `1.5`
fn numeral(terms: &Terms, id: Id) -> Option<RBig> {
    let (whole, part) = terms.text(id).map(|text| text.split_once('.').unwrap_or((text, "")))?;
    let digits: IBig = format!("{whole}{part}").parse().ok()?;
    Some(RBig::from(digits) / RBig::from(IBig::from(10).pow(part.len())))
}

/// A linear combination as `la_generic` sees it: sums, differences, and products with a number.
fn linear(terms: &Terms, id: Id) -> Result<RBig, String> {
    if let Some(n) = number(terms, id) {
        return Ok(n);
    }
    if let Some(args) = terms.args(id, "+") {
        return args.iter().try_fold(RBig::ZERO, |sum, arg| Ok(sum + linear(terms, *arg)?));
    }
    match (terms.args(id, "-"), terms.args(id, "*")) {
        (Some([a]), _) => Ok(-linear(terms, *a)?),
        (Some([a, rest @ ..]), _) => {
            let first = linear(terms, *a)?;
            rest.iter().try_fold(first, |sum, arg| Ok(sum - linear(terms, *arg)?))
        }
        (_, Some([a, b])) => match (number(terms, *a), number(terms, *b)) {
            (Some(n), _) => Ok(n * linear(terms, *b)?),
            (_, Some(n)) => Ok(n * linear(terms, *a)?),
            _ => Err("a product of two terms".into()),
        },
        _ => Err("not linear".into()),
    }
}
