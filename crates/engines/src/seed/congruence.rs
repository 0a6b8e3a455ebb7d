//! Lattices of integer points: equations and congruences.

use super::{Columns, Domain};
use alphorn_arith::{Congruence, Lattice, Rational};
use alphorn_logic::term::{Op, TermId, Terms};
use dashu_int::IBig;

impl Domain for Lattice {
    fn of_point(point: Vec<Rational>) -> Option<Self> {
        Some(Lattice::point(integers(&point)?))
    }

    fn join_point(&mut self, point: &[Rational]) -> Option<bool> {
        Some(Lattice::join_point(self, &integers(point)?))
    }

    fn clauses(&self, terms: &mut Terms, columns: &Columns) -> Vec<TermId> {
        let description = self.describe();
        let equations = description.equations.iter();
        let mut clauses: Vec<TermId> = equations.map(|row| columns.equation(terms, &row.coeffs, &row.rhs)).collect();
        clauses.extend(description.congruences.iter().map(|congruence| formula(terms, columns, congruence)));
        clauses
    }
}

fn integers(point: &[Rational]) -> Option<Vec<IBig>> {
    point.iter().map(Rational::to_integer).collect()
}

/// `(= (mod coeffs modulus) rhs)`
fn formula(terms: &mut Terms, columns: &Columns, congruence: &Congruence) -> TermId {
    let sum = columns.sum(terms, &congruence.coeffs, &Rational::ZERO).to_term(terms);
    let modulus = terms.int(congruence.modulus.clone());
    let rest = terms.app(Op::Mod, [sum, modulus]);
    let rhs = terms.int(congruence.rhs.clone());
    terms.eq(rest, rhs)
}
