//! The graph of the predicates as a picture: an arrow leads from a premise to the head of a clause.

use super::Explanation;
use crate::dialect::escaped;
use indexmap::IndexSet;
use std::{collections::BTreeSet, fmt::Write};

const ROW: usize = 72;
const BOX: usize = 30;
const CHARACTER: usize = 8;
/// How far a loop reaches out of a box, and more.
const LOOP: usize = 24;

/// *false* in the picture.
const GOAL: &str = "false";

impl Explanation<'_> {
    /// An SVG element.
    pub(super) fn predicate_graph(&self) -> String {
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut names: IndexSet<&str> = self.parameters.keys().map(String::as_str).collect();
        names.insert(GOAL);
        for clause in &self.clauses {
            let head = names.get_index_of(clause.head.as_deref().unwrap_or(GOAL));
            let premises = clause.premises.iter().filter_map(|premise| names.get_index_of(premise.as_str()));
            edges.extend(head.into_iter().flat_map(|head| premises.clone().map(move |premise| (premise, head))));
        }
        let starts = self.clauses.iter().filter(|clause| clause.premises.is_empty());
        let starts: Vec<usize> =
            starts.filter_map(|clause| names.get_index_of(clause.head.as_deref().unwrap_or(GOAL))).collect();
        let rows = rows(names.len(), names.len() - 1, &starts, &edges);
        let wide = |name: &str| (name.chars().count() + 2) * CHARACTER;
        let cell = names.iter().map(|name| wide(name)).max().unwrap_or(0) + 2 * LOOP;
        let mut columns: Vec<usize> = Vec::new();
        let mut places = Vec::new();
        for &row in &rows {
            columns.resize(columns.len().max(row + 1), 0);
            places.push((row, columns[row]));
            columns[row] += 1;
        }
        let (width, height) = (columns.iter().max().unwrap_or(&1) * cell, columns.len().max(1) * ROW);
        let center = |n: usize| (places[n].1 * cell + cell / 2, places[n].0 * ROW + ROW / 2);
        let mut out = format!(
            "<svg class=\"graph\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
             orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" class=\"tip\"/></marker></defs>\n"
        );
        for (from, to) in edges {
            let ((x, y), (to_x, to_y)) = (center(from), center(to));
            // Writing to a string cannot fail.
            let _ = if from == to {
                let right = x + wide(names[from]) / 2;
                writeln!(out, "<path class=\"edge\" d=\"M{right} {} c{LOOP} -16 {LOOP} 32 0 16\"/>", y - BOX / 4)
            } else if y < to_y {
                writeln!(out, "<path class=\"edge\" d=\"M{x} {} L{to_x} {}\"/>", y + BOX / 2, to_y - BOX / 2)
            } else {
                let bend = (x + to_x) / 2 + cell / 2;
                writeln!(
                    out,
                    "<path class=\"edge\" d=\"M{x} {} Q{bend} {} {to_x} {}\"/>",
                    y - BOX / 2,
                    y,
                    to_y + BOX / 2
                )
            };
        }
        for (n, name) in names.iter().enumerate() {
            let (x, y) = center(n);
            let wide = wide(name);
            let (open, close) = match *name {
                GOAL => ("<g class=\"goal\">".to_string(), "</g>"),
                _ => (format!("<a href=\"#p{n}\" class=\"node\">"), "</a>"),
            };
            let _ = writeln!(
                out,
                "{open}<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{BOX}\"/><text x=\"{x}\" y=\"{}\">{}</text>{close}",
                x - wide / 2,
                y - BOX / 2,
                y + 4,
                escaped(name)
            );
        }
        out.push_str("</svg>\n");
        out
    }
}

/// Rows so that every edge leads down, but for those that close a loop on the way from the facts; *false* is last.
fn rows(count: usize, goal: usize, starts: &[usize], edges: &BTreeSet<(usize, usize)>) -> Vec<usize> {
    let below = |node: usize| edges.range((node, 0)..(node + 1, 0)).map(|(_, to)| *to);
    // Depth first, with the successors that are still to be looked at; finished nodes in the order in which they finish.
    let (mut entered, mut finished, mut order) = (vec![false; count], vec![false; count], Vec::new());
    let mut forward: Vec<(usize, usize)> = Vec::new();
    for &start in starts.iter().chain(&(0..count).collect::<Vec<_>>()) {
        if std::mem::replace(&mut entered[start], true) {
            continue;
        }
        let mut path: Vec<(usize, Vec<usize>)> = vec![(start, below(start).collect())];
        while let Some((node, todo)) = path.last_mut() {
            let node = *node;
            match todo.pop() {
                Some(next) if !entered[next] => {
                    entered[next] = true;
                    forward.push((node, next));
                    path.push((next, below(next).collect()));
                }
                Some(next) if finished[next] => forward.push((node, next)),
                Some(_) => {}
                None => {
                    finished[node] = true;
                    order.push(node);
                    path.pop();
                }
            }
        }
    }
    let mut row = vec![0; count];
    for node in order.into_iter().rev() {
        for (_, to) in forward.iter().filter(|(from, _)| *from == node) {
            row[*to] = row[*to].max(row[node] + 1);
        }
    }
    row[goal] = row.iter().enumerate().filter(|(node, _)| *node != goal).map(|(_, row)| row + 1).max().unwrap_or(0);
    row
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn edges_lead_down_unless_they_close_a_loop() {
        let edges = [(0, 1), (1, 2), (2, 1), (1, 3), (2, 3), (3, 4)].into_iter().collect();
        assert_eq!(rows(5, 4, &[0], &edges), [0, 1, 2, 3, 4]);
        assert_eq!(rows(3, 2, &[], &[(1, 0)].into_iter().collect()), [1, 0, 2]);
        assert_eq!(rows(1, 0, &[], &[].into_iter().collect()), [0]);
    }
}
