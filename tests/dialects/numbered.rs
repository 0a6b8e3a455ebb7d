//! Numbered lines, as Korn, Theta and Catalia read them.

use super::step::Step;
use std::collections::BTreeMap;

/// Korn's `Golem.readTrace`: the first line is exactly `0:\ttrue`; on others the number ends at the first colon, the atom at
/// the arrow, and the premises are separated by single blanks.
pub fn golem(text: &str, steps: &[Step]) {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("0:\ttrue"));
    let mut graph = BTreeMap::new();
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let (colon, arrow) = (line.find(':').unwrap(), line.find("->").unwrap());
        let premises: Vec<usize> = line[arrow + 2..].trim().split(' ').map(|p| p.parse().unwrap()).collect();
        graph.insert(line[..colon].parse::<usize>().unwrap(), (line[colon + 1..arrow].trim(), premises));
    }
    assert_eq!(graph.len(), steps.len());
    for (n, step) in steps.iter().enumerate() {
        let expected: Vec<usize> =
            if step.premises.is_empty() { vec![0] } else { step.premises.iter().map(|p| p + 1).collect() };
        assert_eq!(graph[&(n + 1)], (step.fact.as_str(), expected));
    }
}

/// Theta's patterns: `N: TERM -> N, N` with commas or not, or `N: TERM`; the first `false` is the root, and what it reaches
/// is the derivation.
pub fn theta(text: &str, steps: &[Step]) {
    let mut nodes: BTreeMap<usize, (String, Vec<usize>)> = BTreeMap::new();
    let mut root = None;
    for line in text.lines() {
        let Some((number, rest)) = line.split_once(':').filter(|(n, _)| n.parse::<usize>().is_ok()) else { continue };
        let (term, premises) = rest.rsplit_once("->").unwrap_or((rest, ""));
        let premises = premises.replace(',', " ").split_whitespace().map(|p| p.parse().unwrap()).collect();
        let number = number.parse().unwrap();
        if term.trim() == "false" {
            root.get_or_insert(number);
        }
        nodes.insert(number, (term.trim().to_string(), premises));
    }
    let mut pairs = vec![(root.unwrap(), steps.len() - 1)];
    while let Some((node, step)) = pairs.pop() {
        let (term, premises) = &nodes[&node];
        assert_eq!(*term, steps[step].fact);
        let is_true = |n: &&usize| nodes[*n].0 == "true" && steps[step].premises.is_empty();
        let premises: Vec<usize> = premises.iter().filter(|n| !is_true(n)).copied().collect();
        assert_eq!(premises.len(), steps[step].premises.len());
        // A line is never cheaper to visit twice, but these derivations are small.
        if steps.len() < 200 || step + 1 == steps.len() {
            pairs.extend(premises.into_iter().zip(steps[step].premises.iter().copied()));
        }
    }
}

/// Golem's own order: the clause with the values, the implication, the fact with the lines that it follows from.
pub fn golem_intermediate(text: &str, steps: &[Step]) {
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 3 * steps.len());
    let mut at = Vec::new();
    for (step, three) in steps.iter().zip(lines.chunks(3)) {
        let (number, fact) = three[2].split_once("\t ").unwrap();
        let (fact, premises) = fact.split_once("  :premises ").unwrap_or((fact, ""));
        let premises: Vec<usize> = premises.split_whitespace().map(|p| p.parse().unwrap()).collect();
        assert_eq!(fact, step.fact);
        assert_eq!(premises, step.premises.iter().map(|p: &usize| at[*p]).collect::<Vec<usize>>());
        let values: Vec<&str> = step.values.iter().map(|(_, _, value)| value.as_str()).collect();
        assert!(values.is_empty() || three[0].ends_with(&format!("  :args ({})", values.join(" "))), "{}", three[0]);
        at.push(number.parse::<usize>().unwrap());
    }
}

/// Catalia's `parse_eldarica_cex`: empty lines are skipped; the number ends at the first colon; children are separated by
/// commas; the arguments of a predicate likewise, each an integer or a Boolean.
pub fn eldarica(text: &str, steps: &[Step]) {
    assert!(text.starts_with('\n'), "Eldarica leaves a line empty");
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), steps.len());
    for (n, (line, step)) in lines.iter().zip(steps.iter().rev()).enumerate() {
        let colon = line.find(':').unwrap();
        assert_eq!(line[..colon].parse(), Ok(n));
        let rest = line[colon + 1..].trim();
        let (head, children) = match rest.find("->") {
            Some(arrow) => (
                rest[..arrow].trim(),
                rest[arrow + 2..].split(',').map(|c| c.trim().parse::<usize>().unwrap()).collect(),
            ),
            None => (rest, Vec::new()),
        };
        assert_eq!(children, step.premises.iter().map(|p| steps.len() - 1 - p).collect::<Vec<usize>>());
        let Some(predicate) = &step.predicate else {
            assert_eq!(head, "FALSE");
            continue;
        };
        // A name with a parenthesis in it cannot be told from its arguments.
        if predicate.contains('(') {
            continue;
        }
        let (name, arguments) = head.split_once('(').unwrap_or((head, ""));
        // Bars stay where a name could be taken for something else.
        assert!(name == predicate || name == predicate.trim_matches('|'), "{name}");
        // Values that Catalia can read at all come back as they are.
        let parsed: Option<Vec<String>> = match arguments.strip_suffix(')') {
            Some(list) => list.split(", ").map(simple).collect(),
            None => Some(Vec::new()),
        };
        if let Some(values) = parsed {
            let name = predicate.clone();
            let fact = if values.is_empty() { name } else { format!("({name} {})", values.join(" ")) };
            assert_eq!(fact, step.fact);
        }
    }
}

/// An integer or a Boolean, as SMT-LIB writes it.
fn simple(text: &str) -> Option<String> {
    match text.strip_prefix('-') {
        Some(digits) => digits.parse::<u128>().ok().map(|_| format!("(- {digits})")),
        None if matches!(text, "true" | "false") => Some(text.into()),
        None => text.parse::<u128>().ok().map(|_| text.into()),
    }
}

/// The same with SMT-LIB terms.
pub fn eldarica_smt(text: &str, steps: &[Step]) {
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), steps.len());
    for (line, step) in lines.iter().zip(steps.iter().rev()) {
        let (_, rest) = line.split_once(": ").unwrap();
        assert_eq!(rest.rsplit_once(" -> ").map_or(rest, |(fact, _)| fact), step.fact);
    }
}
