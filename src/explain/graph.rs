//! The graph of the predicates as a picture: an arrow leads from a premise to the head of a clause.

use super::Explanation;
use crate::witness::dialect::escaped;
use indexmap::IndexMap;
use std::{collections::BTreeSet, fmt::Write};

const ROW: usize = 72;
const BOX: usize = 30;
const CHARACTER: usize = 8;

/// *false* in the picture.
const GOAL: &str = "false";

impl Explanation<'_> {
    /// An SVG element.
    pub(super) fn predicate_graph(&self) -> String {
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut names: IndexMap<&str, ()> = self.parameters.keys().map(|name| (name.as_str(), ())).collect();
        names.insert(GOAL, ());
        for clause in &self.clauses {
            let head = names.get_index_of(clause.head.as_deref().unwrap_or(GOAL));
            let premises = clause.premises.iter().filter_map(|premise| names.get_index_of(premise.as_str()));
            edges.extend(head.into_iter().flat_map(|head| premises.clone().map(move |premise| (premise, head))));
        }
        let rows = self.rows(&names, &edges);
        let cell = (names.keys().map(|name| name.chars().count()).max().unwrap_or(0) + 5) * CHARACTER;
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
                let right = x + cell / 2 - 2 * CHARACTER;
                writeln!(out, "<path class=\"edge\" d=\"M{right} {} c24 -16 24 32 0 16\"/>", y - BOX / 4)
            } else if y < to_y {
                writeln!(out, "<path class=\"edge\" d=\"M{x} {} L{to_x} {}\"/>", y + BOX / 2, to_y - BOX / 2)
            } else {
                let bend = (x + to_x) / 2 + cell / 2;
                writeln!(out, "<path class=\"edge\" d=\"M{x} {} Q{bend} {} {to_x} {}\"/>", y - BOX / 2, y, to_y + BOX / 2)
            };
        }
        for (n, name) in names.keys().enumerate() {
            let (x, y) = center(n);
            let wide = (name.chars().count() + 2) * CHARACTER;
            let (class, link) = if *name == GOAL { ("goal", String::new()) } else { ("node", format!("#p{n}")) };
            let _ = writeln!(
                out,
                "<a href=\"{link}\" class=\"{class}\"><rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{BOX}\"/>\
                 <text x=\"{x}\" y=\"{}\">{}</text></a>",
                x - wide / 2,
                y - BOX / 2,
                y + 4,
                escaped(name)
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// Rows by distance from the facts; what is never derived from them comes last but one, *false* last.
    fn rows(&self, names: &IndexMap<&str, ()>, edges: &BTreeSet<(usize, usize)>) -> Vec<usize> {
        let mut row: Vec<Option<usize>> = vec![None; names.len()];
        let starts = self.clauses.iter().filter(|clause| clause.premises.is_empty());
        let mut frontier: Vec<usize> =
            starts.filter_map(|clause| names.get_index_of(clause.head.as_deref().unwrap_or(GOAL))).collect();
        let mut depth = 0;
        while !frontier.is_empty() {
            let mut next = Vec::new();
            for node in frontier {
                if row[node].is_none() {
                    row[node] = Some(depth);
                    next.extend(edges.iter().filter(|(from, _)| *from == node).map(|(_, to)| *to));
                }
            }
            frontier = next;
            depth += 1;
        }
        let goal = names.get_index_of(GOAL);
        let deepest = row.iter().enumerate().filter(|(n, _)| Some(*n) != goal).filter_map(|(_, r)| *r).max().unwrap_or(0);
        let has_rest = row.iter().enumerate().any(|(n, r)| Some(n) != goal && r.is_none());
        let place = |(n, row): (usize, &Option<usize>)| match row {
            _ if Some(n) == goal => deepest + 1 + usize::from(has_rest),
            Some(row) => *row,
            None => deepest + 1,
        };
        row.iter().enumerate().map(place).collect()
    }
}
