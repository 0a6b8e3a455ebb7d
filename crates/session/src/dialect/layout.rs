//! Where the steps of a derivation stand in a picture: in rows by height, each above its premises.

use alphorn_logic::witness::Trace;

/// The place of each step.
pub(super) struct Layout {
    /// Row (0 at the bottom) and column of each step.
    pub places: Vec<(usize, usize)>,
    /// The number of rows.
    pub rows: usize,
    /// The number of steps in the longest row.
    pub columns: usize,
}

impl Layout {
    /// A step is one row above its highest premise, and in its row near the middle of its premises.
    pub fn of(trace: &Trace) -> Layout {
        let mut row_of = Vec::with_capacity(trace.steps.len());
        for step in &trace.steps {
            let row = step.premises.iter().map(|&p: &usize| row_of[p] + 1).max().unwrap_or(0);
            row_of.push(row);
        }
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); row_of.iter().max().map_or(0, |top| top + 1)];
        for (n, &row) in row_of.iter().enumerate() {
            rows[row].push(n);
        }
        let mut places = vec![(0, 0); trace.steps.len()];
        for (row, members) in rows.iter_mut().enumerate() {
            let middle = |n: usize| {
                let premises = &trace.steps[n].premises;
                let sum: usize = premises.iter().map(|&p| places[p].1).sum();
                (1000 * sum).checked_div(premises.len()).unwrap_or(1000 * n)
            };
            let mut ordered: Vec<(usize, usize)> = members.iter().map(|&n| (middle(n), n)).collect();
            ordered.sort_unstable();
            for (column, &(_, n)) in ordered.iter().enumerate() {
                places[n] = (row, column);
            }
        }
        Layout { places, rows: rows.len(), columns: rows.iter().map(Vec::len).max().unwrap_or(0) }
    }
}
