//! Value sets: for each column the few values that it takes. Control locations kept in a variable have them.

use super::{Columns, Domain};
use alphorn_arith::{Linear, Rational};
use alphorn_logic::term::{TermId, Terms};
use std::collections::BTreeSet;

/// A column with more values has any value.
const MOST_VALUES: usize = 24;

/// The product of finite sets of values, and of all values for the other columns.
#[derive(Clone, Debug)]
pub struct ValueSets {
    /// For each column its values, while they are few.
    sets: Vec<Option<BTreeSet<Rational>>>,
}

impl Domain for ValueSets {
    fn of_point(point: Vec<Rational>) -> Option<Self> {
        Some(ValueSets { sets: point.into_iter().map(|value| Some(BTreeSet::from([value]))).collect() })
    }

    fn join_point(&mut self, point: &[Rational]) -> Option<bool> {
        let mut grown = false;
        for (set, value) in self.sets.iter_mut().zip(point) {
            let Some(values) = set else { continue };
            grown |= values.insert(value.clone());
            if values.len() > MOST_VALUES {
                *set = None;
            }
        }
        Some(grown)
    }

    fn clauses(&self, terms: &mut Terms, columns: &Columns) -> Vec<TermId> {
        let mut clauses = Vec::new();
        for column in columns.numeric() {
            let Some(values) = &self.sets[column] else { continue };
            let form = Linear::column(column);
            let cases: Vec<TermId> = values.iter().map(|value| columns.equation(terms, &form, value)).collect();
            clauses.push(terms.or(cases));
        }
        clauses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(values: [i64; 2]) -> Vec<Rational> {
        values.into_iter().map(Rational::from).collect()
    }

    #[test]
    fn a_column_with_many_values_has_any() {
        let mut sets = ValueSets::of_point(point([0, 7])).unwrap();
        assert_eq!(sets.join_point(&point([1, 7])), Some(true));
        assert_eq!(sets.join_point(&point([0, 7])), Some(false), "a product");
        for n in 0..=MOST_VALUES as i64 {
            sets.join_point(&point([n, 7]));
        }
        assert_eq!(sets.sets[0], None);
        assert_eq!(sets.sets[1], Some(BTreeSet::from([Rational::from(7)])));
        assert_eq!(sets.join_point(&point([-5, 7])), Some(false));
    }
}
