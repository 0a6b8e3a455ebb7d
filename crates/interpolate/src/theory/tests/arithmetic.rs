//! Random pairs of linear arithmetic.

use super::random::{Literals, Random, answered, scaled};
use crate::theory::{integer, literals, model_based, project};
use alphorn_logic::term::{Op, SortId, TermId, Terms, VarId};
use dashu_int::IBig;
use dashu_ratio::RBig;

/// Random literals of linear arithmetic.
struct Arithmetic {
    sorts: &'static [SortId],
    /// Now and then a coefficient has hundreds of bits.
    huge: bool,
    /// The variables of each side, private ones last.
    vars: [Vec<TermId>; 2],
}

impl Arithmetic {
    fn coefficient(&self, terms: &mut Terms, random: &mut Random, real: bool) -> TermId {
        let small = random.between(-4, 4);
        let number = RBig::from(small);
        let number = if self.huge && random.below(6) == 0 {
            number * RBig::from(IBig::from(3).pow(100)) + RBig::ONE
        } else {
            number
        };
        terms.numeral(if real { SortId::REAL } else { SortId::INT }, number)
    }

    /// A sum over some of the variables; over any when it is of sort Real.
    fn sum(&self, terms: &mut Terms, random: &mut Random, vars: &[TermId], real: bool) -> TermId {
        let mut parts = vec![self.coefficient(terms, random, real)];
        for at in 0..random.between(2, 3) {
            // The private ones are last.
            let var = if at == 0 { vars[vars.len() - 1] } else { random.pick(vars) };
            let var = match (terms.sort_of(var) == SortId::REAL, real) {
                (false, true) => terms.app(Op::ToReal, [var]),
                (true, false) => terms.app(Op::ToInt, [var]),
                _ => var,
            };
            let factor = self.coefficient(terms, random, real);
            parts.push(terms.app(Op::Mul, [factor, var]));
        }
        terms.app(Op::Add, parts)
    }

    fn draw(&self, terms: &mut Terms, random: &mut Random, vars: &[TermId]) -> TermId {
        let real = vars.iter().any(|v| terms.sort_of(*v) == SortId::REAL) && random.below(6) > 0;
        let left = self.sum(terms, random, vars, real);
        let atom = match random.below(if real { 8 } else { 14 }) {
            0 | 8 => {
                let right = self.sum(terms, random, vars, real);
                terms.app(Op::Eq, [left, right])
            }
            2 => {
                let right = self.sum(terms, random, vars, real);
                terms.app(Op::Distinct, [left, right])
            }
            3 if real => terms.app(Op::IsInt, [left]),
            9 | 10 => {
                let divisor = random.pick(&[2, 2, 3, 4, -3, 6]);
                let residue = random.between(0, 2);
                let (divisor, residue) = (terms.int(divisor), terms.int(residue));
                let remainder = terms.app(Op::Mod, [left, divisor]);
                terms.app(Op::Eq, [remainder, residue])
            }
            11 => {
                let divisor = random.pick(&[2, 3, -2, 5]);
                let (divisor, right) = (terms.int(divisor), self.sum(terms, random, vars, false));
                let quotient = terms.app(Op::IntDiv, [left, divisor]);
                terms.le(quotient, right)
            }
            12 => {
                let (size, right) = (terms.app(Op::Abs, [left]), self.sum(terms, random, vars, false));
                terms.app(Op::Gt, [size, right])
            }
            _ => {
                let right = self.coefficient(terms, random, real);
                let op = random.pick(&[&Op::Le, &Op::Lt, &Op::Ge, &Op::Gt]).clone();
                terms.app(op, [left, right])
            }
        };
        if random.below(6) == 0 { terms.not(atom) } else { atom }
    }
}

impl Literals for Arithmetic {
    fn declare(&mut self, _: &mut Terms) {}

    fn begin(&mut self, terms: &mut Terms, random: &mut Random) -> Vec<VarId> {
        let least_shared = if random.below(8) == 0 { 0 } else { 1 };
        let [shared, of_a, of_b] = [least_shared, 1, 1].map(|least| {
            let count = if least == 0 { 0 } else { random.between(least, 2) };
            (0..count).map(|_| terms.fresh_var("v", random.pick(self.sorts))).collect::<Vec<_>>()
        });
        self.vars = [of_a, of_b].map(|private| shared.iter().chain(&private).map(|v| terms.var_term(*v)).collect());
        shared
    }

    fn literal(&mut self, terms: &mut Terms, random: &mut Random, side: usize) -> TermId {
        let vars = self.vars[side].clone();
        self.draw(terms, random, &vars)
    }
}

fn integers(huge: bool) -> Arithmetic {
    Arithmetic { sorts: &[SortId::INT], huge, vars: Default::default() }
}

fn mixed(sorts: &'static [SortId]) -> Arithmetic {
    Arithmetic { sorts, huge: false, vars: Default::default() }
}

#[test]
fn projection_answers_all_linear_integer_pairs() {
    assert_eq!(answered(project, scaled(1000), &mut integers(false)), 1000);
}

#[test]
fn projection_answers_all_pairs_with_huge_coefficients() {
    assert_eq!(answered(project, scaled(100), &mut integers(true)), 1000);
}

#[test]
fn projection_answers_pairs_of_reals() {
    assert_eq!(answered(project, scaled(100), &mut mixed(&[SortId::REAL])), 1000);
    // Z3 does not always decide mixed arithmetic in time.
    assert!(answered(project, scaled(40), &mut mixed(&[SortId::REAL, SortId::INT])) > 800);
}

#[test]
fn case_splits_answer_most_integer_pairs() {
    assert!(answered(integer, scaled(1000), &mut integers(false)) > 500);
    assert!(answered(integer, scaled(100), &mut integers(true)) > 400);
}

#[test]
fn literals_and_model_based_projections_are_interpolants() {
    assert!(answered(literals, scaled(200), &mut integers(false)) > 20);
    assert!(answered(model_based, scaled(200), &mut integers(false)) > 500);
}
