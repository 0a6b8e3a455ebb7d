//! Affine hulls.

use super::{Columns, Domain};
use alphorn_arith::{AffineSpace, Rational};
use alphorn_logic::term::{TermId, Terms};

impl Domain for AffineSpace {
    fn of_point(point: Vec<Rational>) -> Option<Self> {
        Some(AffineSpace::of_point(point))
    }

    fn join_point(&mut self, point: &[Rational]) -> Option<bool> {
        Some(AffineSpace::join_point(self, point))
    }

    fn clauses(&self, terms: &mut Terms, columns: &Columns) -> Vec<TermId> {
        let equations = self.equations();
        equations.iter().map(|row| columns.equation(terms, &row.coeffs, &row.rhs)).collect()
    }
}
