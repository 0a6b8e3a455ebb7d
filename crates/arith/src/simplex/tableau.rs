//! The sparse tableau: each basic variable as a linear form of nonbasic ones, in integers.

use super::int::Int;

/// A variable of the simplex: a column of the system or the value of a form.
pub(super) type Var = u32;

/// A position that no entry has.
const NOWHERE: u32 = u32::MAX;

/// An equation `denominator · variable = Σ coefficient · var` in coprime integers, for some variable that its owner
/// knows. The denominator is positive.
#[derive(Clone, Debug)]
pub(super) struct Equation {
    pub denominator: Int,
    pub terms: Vec<(Var, Int)>,
}

impl Equation {
    /// The same equation solved for the variable of the term at `place` in place of `variable`.
    pub fn solved_for(mut self, place: usize, variable: Var) -> Equation {
        let pivot = std::mem::replace(&mut self.terms[place], (variable, self.denominator)).1;
        for (at, (_, coefficient)) in self.terms.iter_mut().enumerate() {
            // `p·x = d·y - Σ c·z`; all signs turn when p is negative.
            if (at == place) == pivot.is_negative() {
                *coefficient = coefficient.negated();
            }
        }
        self.denominator = if pivot.is_negative() { pivot.negated() } else { pivot };
        self
    }
}

/// One term of a row. `columns[var][place]` points back at it.
#[derive(Clone, Debug)]
struct Entry {
    coefficient: Int,
    var: Var,
    place: u32,
}

/// Where a nonbasic variable occurs: `rows[row].entries[place]`.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    row: u32,
    place: u32,
}

/// `denominator · basic = Σ coefficient · var` in coprime integers. A free row has no basic variable and no entries.
#[derive(Clone, Debug)]
struct TableauRow {
    basic: Option<Var>,
    denominator: Int,
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
    /// Where each variable stands in the equation to add; all `NOWHERE` between calls.
    position: Vec<u32>,
    /// The round in which each place of that equation was last met in a row.
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

    /// Whether a row defines the variable.
    pub fn defines(&self, var: Var) -> bool {
        self.row_of[var as usize].is_some()
    }

    /// The equation that defines a basic variable, copied.
    pub fn equation(&self, var: Var) -> Option<Equation> {
        let row = &self.rows[self.row_of[var as usize]? as usize];
        let terms = row.entries.iter().map(|entry| (entry.var, entry.coefficient.clone())).collect();
        Some(Equation { denominator: row.denominator.clone(), terms })
    }

    /// The denominator and the terms of the row that defines a basic variable.
    pub fn definition(&self, var: Var) -> Option<(&Int, impl Iterator<Item = (Var, &Int)>)> {
        let row = &self.rows[self.row_of[var as usize]? as usize];
        Some((&row.denominator, row.entries.iter().map(|entry| (entry.var, &entry.coefficient))))
    }

    /// In how many rows a nonbasic variable occurs.
    pub fn occurrences(&self, var: Var) -> usize {
        self.columns[var as usize].len()
    }

    /// The basic variables whose rows mention a nonbasic one: with its coefficient and the row's denominator.
    pub fn dependents(&self, var: Var) -> impl Iterator<Item = (Var, &Int, &Int)> {
        self.columns[var as usize].iter().filter_map(|at| {
            let row = &self.rows[at.row as usize];
            row.basic.map(|basic| (basic, &row.entries[at.place as usize].coefficient, &row.denominator))
        })
    }

    /// The length of the row of a basic variable.
    pub fn row_length(&self, var: Var) -> usize {
        self.row_of[var as usize].map_or(0, |row| self.rows[row as usize].entries.len())
    }

    /// Takes the row of a basic variable out: the variable is nonbasic afterwards, in no row.
    pub fn take(&mut self, var: Var) -> Option<Equation> {
        let row = self.row_of[var as usize].take()?;
        let taken = &mut self.rows[row as usize];
        taken.basic = None;
        let entries = std::mem::take(&mut taken.entries);
        let denominator = std::mem::replace(&mut taken.denominator, Int::ONE);
        entries.iter().for_each(|entry| self.unlink(entry.var, entry.place));
        self.free_rows.push(row);
        let terms = entries.into_iter().map(|entry| (entry.var, entry.coefficient)).collect();
        Some(Equation { denominator, terms })
    }

    /// Makes a nonbasic variable in no row basic by an equation over other nonbasic ones.
    pub fn insert(&mut self, var: Var, equation: Equation) {
        let row = self.free_rows.pop().unwrap_or_else(|| {
            self.rows.push(TableauRow { basic: None, denominator: Int::ONE, entries: Vec::new() });
            self.rows.len() as u32 - 1
        });
        let target = &mut self.rows[row as usize];
        target.basic = Some(var);
        target.denominator = equation.denominator;
        for (part, coefficient) in equation.terms {
            push_entry(&mut target.entries, &mut self.columns, row, part, coefficient);
        }
        self.row_of[var as usize] = Some(row);
    }

    /// Puts the right side of an equation for a nonbasic variable in its place everywhere.
    pub fn substitute(&mut self, var: Var, equation: &Equation) {
        self.enter(equation);
        for at in std::mem::take(&mut self.columns[var as usize]) {
            let coefficient = self.remove_from_row(at.row, at.place).coefficient;
            let common = coefficient.gcd(&equation.denominator);
            let (own_factor, factor) = (equation.denominator.divided_by(&common), coefficient.divided_by(&common));
            self.add_multiple(at.row, &own_factor, &factor, equation);
            self.reduce(at.row);
        }
        self.leave(equation);
    }

    /// Notes where each variable of the equation stands.
    fn enter(&mut self, equation: &Equation) {
        for (at, (var, _)) in equation.terms.iter().enumerate() {
            self.scratch.position[*var as usize] = at as u32;
        }
        if self.scratch.met.len() < equation.terms.len() {
            self.scratch.met.resize(equation.terms.len(), 0);
        }
    }

    fn leave(&mut self, equation: &Equation) {
        for (var, _) in &equation.terms {
            self.scratch.position[*var as usize] = NOWHERE;
        }
    }

    /// Multiplies a row by `own_factor` and adds `factor` times the equation's right side, between `enter` and `leave`.
    fn add_multiple(&mut self, row: u32, own_factor: &Int, factor: &Int, equation: &Equation) {
        let target = &mut self.rows[row as usize];
        let scratch = &mut self.scratch;
        scratch.round += 1;
        target.denominator = target.denominator.times(own_factor);
        for (at, entry) in target.entries.iter_mut().enumerate() {
            let position = scratch.position[entry.var as usize];
            if position != NOWHERE {
                scratch.met[position as usize] = scratch.round;
                entry.coefficient.combine(own_factor, factor, &equation.terms[position as usize].1);
                if entry.coefficient.is_zero() {
                    scratch.zeros.push(at as u32);
                }
            } else if !own_factor.is_one() {
                entry.coefficient = entry.coefficient.times(own_factor);
            }
        }
        for (at, (var, coefficient)) in equation.terms.iter().enumerate() {
            if scratch.met[at] != scratch.round {
                push_entry(&mut target.entries, &mut self.columns, row, *var, factor.times(coefficient));
            }
        }
        // Last ones first, so that the places not yet visited stay valid.
        while let Some(place) = self.scratch.zeros.pop() {
            let removed = self.remove_from_row(row, place);
            self.unlink(removed.var, removed.place);
        }
    }

    /// Divides a row by the greatest common divisor of its numbers.
    fn reduce(&mut self, row: u32) {
        let row = &mut self.rows[row as usize];
        let common = content(&row.denominator, row.entries.iter().map(|entry| &entry.coefficient));
        if !common.is_one() {
            row.denominator = row.denominator.divided_by(&common);
            row.entries.iter_mut().for_each(|entry| entry.coefficient = entry.coefficient.divided_by(&common));
        }
    }

    /// Takes an entry out of its row, but leaves its occurrence in the column.
    fn remove_from_row(&mut self, row: u32, place: u32) -> Entry {
        let entries = &mut self.rows[row as usize].entries;
        let removed = entries.swap_remove(place as usize);
        if let Some(moved) = entries.get(place as usize) {
            self.columns[moved.var as usize][moved.place as usize].place = place;
        }
        removed
    }

    /// Takes an occurrence out of its column.
    fn unlink(&mut self, var: Var, place: u32) {
        let column = &mut self.columns[var as usize];
        column.swap_remove(place as usize);
        if let Some(moved) = column.get(place as usize) {
            self.rows[moved.row as usize].entries[moved.place as usize].place = place;
        }
    }
}

/// The greatest common divisor of a positive number and others.
pub(super) fn content<'a>(first: &Int, others: impl Iterator<Item = &'a Int>) -> Int {
    let mut common = first.clone();
    for other in others {
        if common.is_one() {
            break;
        }
        if !common.divides(other) {
            common = common.gcd(other);
        }
    }
    common
}

fn push_entry(entries: &mut Vec<Entry>, columns: &mut [Vec<Occurrence>], row: u32, var: Var, coefficient: Int) {
    let column = &mut columns[var as usize];
    column.push(Occurrence { row, place: entries.len() as u32 });
    entries.push(Entry { coefficient, var, place: column.len() as u32 - 1 });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rational;
    use proptest::prelude::*;

    impl Tableau {
        /// The two-way links and the places of all variables are as documented.
        fn check_links(&self) {
            for (at, row) in self.rows.iter().enumerate() {
                let Some(basic) = row.basic else {
                    assert!(row.entries.is_empty());
                    continue;
                };
                assert_eq!(self.row_of[basic as usize], Some(at as u32));
                assert_eq!(self.occurrences(basic), 0);
                assert!(content(&row.denominator, row.entries.iter().map(|entry| &entry.coefficient)).is_one());
                assert!(!row.denominator.is_negative());
                for (place, entry) in row.entries.iter().enumerate() {
                    assert!(!entry.coefficient.is_zero());
                    assert!(!self.defines(entry.var));
                    let back = self.columns[entry.var as usize][entry.place as usize];
                    assert_eq!((back.row as usize, back.place as usize), (at, place));
                }
            }
            let entries: usize = self.rows.iter().map(|row| row.entries.len()).sum();
            assert_eq!(entries, self.columns.iter().map(Vec::len).sum::<usize>());
            assert!(self.scratch.position.iter().all(|&at| at == NOWHERE));
        }

        fn holds_at(&self, values: &[Rational]) -> bool {
            (0..values.len() as Var).all(|var| {
                let Some((denominator, terms)) = self.definition(var) else { return true };
                let sum: Rational = terms.map(|(part, c)| Rational::from(c) * &values[part as usize]).sum();
                sum == Rational::from(denominator) * &values[var as usize]
            })
        }
    }

    proptest! {
        /// Whatever is exchanged, the tableau describes the same space.
        #[test]
        fn exchanges_keep_the_space(
            forms in prop::collection::vec((1i64..=3, prop::collection::vec(-2i64..=2, 4)), 5),
            steps in prop::collection::vec((0u32..9, any::<prop::sample::Index>()), 0..20),
            point in prop::collection::vec(-9i64..=9, 4),
        ) {
            let mut tableau = Tableau::default();
            let mut values: Vec<Rational> = point.iter().map(|&v| v.into()).collect();
            (0..9).for_each(|_| { tableau.add_variable(); });
            for (var, (denominator, form)) in (4..).zip(forms) {
                let terms: Vec<(Var, Int)> = (0..).zip(&form).filter(|(_, c)| **c != 0)
                    .map(|(part, c)| (part, Int::Small(*c))).collect();
                let sum: Rational = terms.iter().map(|(part, c)| Rational::from(c) * &values[*part as usize]).sum();
                values.push(sum / Rational::from(denominator));
                let common = content(&Int::Small(denominator), terms.iter().map(|(_, c)| c));
                let terms = terms.into_iter().map(|(part, c)| (part, c.divided_by(&common))).collect();
                tableau.insert(var, Equation { denominator: Int::Small(denominator).divided_by(&common), terms });
            }
            for (leaving, pick) in steps {
                let length = tableau.row_length(leaving);
                if length > 0 {
                    let place = pick.index(length);
                    let equation = tableau.take(leaving).unwrap();
                    let entering = equation.terms[place].0;
                    let solved = equation.solved_for(place, leaving);
                    tableau.substitute(entering, &solved);
                    tableau.insert(entering, solved);
                }
                tableau.check_links();
                prop_assert!(tableau.holds_at(&values));
            }
        }
    }
}
