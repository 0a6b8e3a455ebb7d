//! Z3's proofs, as solc and Catalia walk them.

use super::step::Step;
use alphorn::sexpr::{Sexpr, Sexprs};
use std::collections::HashMap;

/// What names stand for.
type Lets<'a> = HashMap<&'a str, Sexpr<'a>>;

/// solc's `graphFromZ3Answer`: the word `unsat`, then one S-expression to the end; in it declarations and `(proof P)`; the
/// fact of `P` is `false`, its first argument is the root; premises stand between the clause and the fact.
pub fn solc(response: &str, steps: &[Step]) {
    let rest = response.strip_prefix("unsat").unwrap();
    let all = Sexprs::read(rest).unwrap();
    let top: Vec<_> = all.iter().collect();
    assert_eq!(top.len(), 1);
    let mut proof = None;
    for command in top[0].children() {
        let parts: Vec<_> = command.children().collect();
        match parts[0].text() {
            "declare-fun" => assert_eq!((parts.len(), parts[3].text()), (4, "Bool")),
            "proof" => proof = Some(parts[1]),
            other => assert_eq!(other, "set-logic"),
        }
    }
    walk(proof.unwrap(), steps);
}

/// Catalia's `parse_spacer`: the proof alone, with `let`, `mp` and `hyper-res`.
pub fn catalia(text: &str, steps: &[Step]) {
    let all = Sexprs::read(text).unwrap();
    let top: Vec<_> = all.iter().collect();
    assert_eq!(top.len(), 1);
    walk(top[0], steps);
}

fn walk<'a>(mut node: Sexpr<'a>, steps: &[Step]) {
    let mut lets = Lets::new();
    while node.head().unwrap().is_word("let") {
        let parts: Vec<_> = node.children().collect();
        for binding in parts[1].children() {
            let pair: Vec<_> = binding.children().collect();
            lets.insert(pair[0].text(), pair[1]);
        }
        node = parts[2];
    }
    let parts: Vec<_> = node.children().collect();
    assert_eq!((parts[0].text(), parts[3].text()), ("mp", "false"));
    let root = parts[1];
    // Roots are found by this name.
    assert!(fact(root).text().starts_with("query!"));
    assert_eq!(parts[2].text(), format!("(asserted (=> {} false))", fact(root).text()));
    let mut seen = HashMap::new();
    let mut pairs = vec![(root, steps.len() - 1)];
    while let Some((node, number)) = pairs.pop() {
        let step = &steps[number];
        if seen.insert(number, node.id()).is_some() {
            continue;
        }
        let parts: Vec<_> = node.children().collect();
        let name: Vec<_> = parts[0].children().collect();
        assert_eq!(name[1].text(), "hyper-res");
        assert_eq!(name.len() - 2, 2 * (parts.len() - 2));
        assert_eq!(parts[1].text(), format!("(asserted {})", step.closed(fact(root).text())));
        if number + 1 < steps.len() {
            assert_eq!(fact(node).text(), step.fact);
        }
        let premises = &parts[2..parts.len() - 1];
        assert_eq!(premises.len(), step.premises.len());
        let resolved = premises.iter().map(|p| lets.get(p.text()).copied().unwrap_or(*p));
        pairs.extend(resolved.zip(step.premises.iter().copied()));
    }
}

fn fact<'a>(node: Sexpr<'a>) -> Sexpr<'a> {
    node.children().last().unwrap()
}
