//! Graphs: as many boxes as steps, and a line for each premise.

use super::step::Step;

/// Graphviz's language, as far as it is used: a statement a line.
pub fn dot(text: &str, steps: &[Step]) {
    let body = text.trim_end().strip_prefix("digraph derivation {\n").unwrap().strip_suffix('}').unwrap();
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    for statement in body.lines().map(|line| line.trim().strip_suffix(';').unwrap()) {
        if let Some((from, to)) = statement.split_once(" -> ").filter(|(from, _)| !from.contains('[')) {
            let number = |name: &str| name.strip_prefix('s').unwrap().parse::<usize>().unwrap();
            edges.push((number(from), number(to)));
        } else if let Some((_, attributes)) = statement.split_once(" [label=\"") {
            let label = attributes.split("\", tooltip").next().unwrap();
            nodes.push(label.replace("\\\"", "\"").replace("\\\\", "\\"));
        }
    }
    assert_eq!(nodes, steps.iter().map(|step| step.fact.clone()).collect::<Vec<_>>());
    let expected = steps.iter().enumerate().flat_map(|(n, step)| step.premises.iter().map(move |p| (*p, n)));
    assert_eq!(edges, expected.collect::<Vec<_>>());
}

/// XML in which every element is closed.
pub fn svg(text: &str, steps: &[Step]) {
    let mut open = Vec::new();
    let (mut boxes, mut lines) = (0, 0);
    for tag in text.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        boxes += usize::from(name == "rect" && !tag.starts_with('/'));
        lines += usize::from(name == "path");
    }
    assert!(open.is_empty() && text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_eq!((boxes, lines), (steps.len(), steps.iter().map(|step| step.premises.len()).sum()));
}
