//! The sparse tableau: each basic variable as a linear form of nonbasic ones, and the exchange of two variables.

use crate::arith::Rational;

/// A variable of the tableau: a column of the system or the value of a form.
pub(super) type Var = u32;

/// A position that no entry has.
const NOWHERE: u32 = u32::MAX;

/// One term of a row. `columns[var][place]` points back at it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub coefficient: Rational,
    pub var: Var,
    place: u32,
}

/// Where a nonbasic variable occurs: `rows[row].entries[place]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub row: u32,
    pub place: u32,
}

/// `basic = Σ coefficient · var`, in no particular order. A free row has no basic variable and no entries.
#[derive(Clone, Debug, Default)]
struct TableauRow {
    basic: Option<Var>,
    entries: Vec<Entry>,
}

/// Rows of nonbasic variables, linked both ways so that an entry is removed in constant time.
#[derive(Clone, Debug, Default)]
pub(super) struct Tableau {
    rows: Vec<TableauRow>,
    free_rows: Vec<u32>,
    /// The occurrences of each variable; empty for basic ones.
    columns: Vec<Vec<Occurrence>>,
    /// The row of each basic variable.
    row_of: Vec<Option<u32>>,
    scratch: Scratch,
}

/// Work space of [`Tableau::add_multiple`], kept to save allocations.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Where each variable stands in the source row; all `NOWHERE` between calls.
    position: Vec<u32>,
    /// The round in which each place of the source was last met in a target.
    met: Vec<u64>,
    round: u64,
    zeros: Vec<u32>,
}

impl Tableau {
    /// A fresh variable, nonbasic and in no row.
    pub fn add_variable(&mut self) -> Var {
        let var = self.row_of.len() as Var;
        self.row_of.push(None);
        self.columns.push(Vec::new());
        self.scratch.position.push(NOWHERE);
        var
    }

    /// Makes `var`, which is nonbasic and in no row, basic: the value of a form, without zeros, over other variables.
    pub fn define<'a>(&mut self, var: Var, form: impl IntoIterator<Item = (Var, &'a Rational)>) {
        let row = self.free_rows.pop().unwrap_or_else(|| {
            self.rows.push(TableauRow::default());
            self.rows.len() as u32 - 1
        });
        for (part, coefficient) in form {
            match self.row_of[part as usize] {
                None => self.add_term(row, part, coefficient),
                Some(source) => {
                    self.enter_source(source, None);
                    self.add_multiple(row, coefficient, source, None);
                    self.leave_source(source);
                }
            }
        }
        self.rows[row as usize].basic = Some(var);
        self.row_of[var as usize] = Some(row);
    }

    fn add_term(&mut self, row: u32, var: Var, coefficient: &Rational) {
        let entries = &mut self.rows[row as usize].entries;
        match entries.iter().position(|entry| entry.var == var) {
            None => push_entry(entries, &mut self.columns, row, var, coefficient.clone()),
            Some(place) => {
                entries[place].coefficient += coefficient;
                if entries[place].coefficient.is_zero() {
                    self.remove_entry(row, place as u32);
                }
            }
        }
    }

    /// Takes back the definition of a basic variable: it is nonbasic and in no row afterwards.
    pub fn undefine(&mut self, row: u32) {
        while let Some(last) = self.rows[row as usize].entries.len().checked_sub(1) {
            self.remove_entry(row, last as u32);
        }
        if let Some(var) = self.rows[row as usize].basic.take() {
            self.row_of[var as usize] = None;
            self.free_rows.push(row);
        }
    }

    /// The row that defines a variable, if it is basic.
    pub fn row_of(&self, var: Var) -> Option<u32> {
        self.row_of[var as usize]
    }

    /// The rows and their basic variables.
    pub fn rows(&self) -> impl Iterator<Item = (u32, Var)> {
        self.rows.iter().enumerate().filter_map(|(row, r)| r.basic.map(|var| (row as u32, var)))
    }

    /// The number of rows, free ones included.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The terms of a row.
    pub fn entries(&self, row: u32) -> &[Entry] {
        &self.rows[row as usize].entries
    }

    /// The basic variable of a row that is in use.
    pub fn basic(&self, row: u32) -> Option<Var> {
        self.rows[row as usize].basic
    }

    /// The rows in which a nonbasic variable occurs.
    pub fn occurrences(&self, var: Var) -> &[Occurrence] {
        &self.columns[var as usize]
    }

    /// The basic variables whose rows mention a nonbasic one, with its coefficients.
    pub fn dependents(&self, var: Var) -> impl Iterator<Item = (u32, Var, &Rational)> {
        self.columns[var as usize].iter().filter_map(|at| {
            let row = &self.rows[at.row as usize];
            row.basic.map(|basic| (at.row, basic, &row.entries[at.place as usize].coefficient))
        })
    }

    /// Exchanges the basic variable of `row` with the nonbasic one at `place` in it.
    pub fn pivot(&mut self, row: u32, place: u32) {
        let pivot_row = &mut self.rows[row as usize];
        let entering = pivot_row.entries[place as usize].var;
        let Some(leaving) = pivot_row.basic.replace(entering) else { return };
        let inverse = &Rational::ONE / &pivot_row.entries[place as usize].coefficient;
        let factor = -&inverse;
        for (at, entry) in pivot_row.entries.iter_mut().enumerate() {
            if at == place as usize {
                entry.coefficient = inverse.clone();
                entry.var = leaving;
            } else {
                entry.coefficient *= &factor;
            }
        }
        self.row_of[entering as usize] = Some(row);
        self.row_of[leaving as usize] = None;
        // Wherever the entering variable was, the leaving one is now.
        self.columns[leaving as usize] = std::mem::take(&mut self.columns[entering as usize]);
        self.enter_source(row, Some(leaving));
        for at in 0..self.columns[leaving as usize].len() {
            let target = self.columns[leaving as usize][at];
            if target.row != row {
                let entry = &mut self.rows[target.row as usize].entries[target.place as usize];
                let new = &entry.coefficient * &inverse;
                let factor = std::mem::replace(&mut entry.coefficient, new);
                entry.var = leaving;
                self.add_multiple(target.row, &factor, row, Some(leaving));
            }
        }
        self.leave_source(row);
    }

    /// Notes where each variable of the source row stands, but for `except`.
    fn enter_source(&mut self, source: u32, except: Option<Var>) {
        let entries = &self.rows[source as usize].entries;
        for (at, entry) in entries.iter().enumerate() {
            if Some(entry.var) != except {
                self.scratch.position[entry.var as usize] = at as u32;
            }
        }
        if self.scratch.met.len() < entries.len() {
            self.scratch.met.resize(entries.len(), 0);
        }
    }

    fn leave_source(&mut self, source: u32) {
        for entry in &self.rows[source as usize].entries {
            self.scratch.position[entry.var as usize] = NOWHERE;
        }
    }

    /// `target += factor · source` on all variables but `except`, between `enter_source` and `leave_source`.
    fn add_multiple(&mut self, target: u32, factor: &Rational, source: u32, except: Option<Var>) {
        let Ok([to, from]) = self.rows.get_disjoint_mut([target as usize, source as usize]) else { return };
        let scratch = &mut self.scratch;
        scratch.round += 1;
        for (at, entry) in to.entries.iter_mut().enumerate() {
            let position = scratch.position[entry.var as usize];
            if position != NOWHERE {
                scratch.met[position as usize] = scratch.round;
                entry.coefficient.add_mul(factor, &from.entries[position as usize].coefficient);
                if entry.coefficient.is_zero() {
                    scratch.zeros.push(at as u32);
                }
            }
        }
        for (at, entry) in from.entries.iter().enumerate() {
            if scratch.met[at] != scratch.round && Some(entry.var) != except {
                push_entry(&mut to.entries, &mut self.columns, target, entry.var, factor * &entry.coefficient);
            }
        }
        // Last ones first, so that the places not yet visited stay valid.
        while let Some(place) = self.scratch.zeros.pop() {
            self.remove_entry(target, place);
        }
    }

    fn remove_entry(&mut self, row: u32, place: u32) {
        let entries = &mut self.rows[row as usize].entries;
        let removed = entries.swap_remove(place as usize);
        if let Some(moved) = entries.get(place as usize) {
            self.columns[moved.var as usize][moved.place as usize].place = place;
        }
        let column = &mut self.columns[removed.var as usize];
        column.swap_remove(removed.place as usize);
        if let Some(moved) = column.get(removed.place as usize) {
            self.rows[moved.row as usize].entries[moved.place as usize].place = removed.place;
        }
    }
}

fn push_entry(entries: &mut Vec<Entry>, columns: &mut [Vec<Occurrence>], row: u32, var: Var, coefficient: Rational) {
    let column = &mut columns[var as usize];
    column.push(Occurrence { row, place: entries.len() as u32 });
    entries.push(Entry { coefficient, var, place: column.len() as u32 - 1 });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    impl Tableau {
        /// The two-way links and the places of all variables are as documented.
        fn check_links(&self) {
            for (row, basic) in self.rows() {
                assert_eq!(self.row_of(basic), Some(row));
                assert!(self.occurrences(basic).is_empty());
                for (place, entry) in self.entries(row).iter().enumerate() {
                    assert!(!entry.coefficient.is_zero());
                    assert_eq!(self.row_of(entry.var), None);
                    let back = self.columns[entry.var as usize][entry.place as usize];
                    assert_eq!((back.row, back.place as usize), (row, place));
                }
            }
            let entries: usize = self.rows.iter().map(|row| row.entries.len()).sum();
            assert_eq!(entries, self.columns.iter().map(Vec::len).sum::<usize>());
            assert!(self.scratch.position.iter().all(|&at| at == NOWHERE));
        }

        fn holds_at(&self, values: &[Rational]) -> bool {
            self.rows().all(|(row, basic)| {
                let sum: Rational = self.entries(row).iter().map(|e| &e.coefficient * &values[e.var as usize]).sum();
                sum == values[basic as usize]
            })
        }
    }

    proptest! {
        /// Whatever is exchanged, the tableau describes the same space.
        #[test]
        fn pivots_keep_the_space(
            forms in prop::collection::vec(prop::collection::vec(-2i64..=2, 4), 1..6),
            steps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..8), 0..12),
            point in prop::collection::vec(-9i64..=9, 4),
        ) {
            let mut tableau = Tableau::default();
            let mut values: Vec<Rational> = point.iter().map(|&v| v.into()).collect();
            (0..4).for_each(|_| { tableau.add_variable(); });
            let mut forms = forms.into_iter();
            let mut add_form = |tableau: &mut Tableau, values: &mut Vec<Rational>| {
                if let Some(form) = forms.next() {
                    let form: Vec<Rational> = form.into_iter().map(Rational::from).collect();
                    let var = tableau.add_variable();
                    let terms = form.iter().enumerate().map(|(at, c)| (at as Var, c));
                    tableau.define(var, terms.filter(|(_, c)| !c.is_zero()));
                    values.push(form.iter().zip(&values[..4]).map(|(c, v)| c * v).sum());
                }
            };
            add_form(&mut tableau, &mut values);
            for (row, place, kind) in steps {
                let rows: Vec<u32> = tableau.rows().map(|(row, _)| row).collect();
                if kind == 0 {
                    add_form(&mut tableau, &mut values);
                } else if kind == 1 && !rows.is_empty() {
                    tableau.undefine(*row.get(&rows));
                } else if !rows.is_empty() && !tableau.entries(*row.get(&rows)).is_empty() {
                    let row = *row.get(&rows);
                    tableau.pivot(row, place.index(tableau.entries(row).len()) as u32);
                }
                tableau.check_links();
                prop_assert!(tableau.holds_at(&values));
            }
        }
    }
}
