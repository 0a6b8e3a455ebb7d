//! The ways to read a literal as `variable = term`.

use crate::term::{Linear, Op, Relation, SortId, TermId, Terms, VarId};
use dashu_ratio::RBig;
use smallvec::{SmallVec, smallvec};

/// For which variables a literal can be solved. The terms are worked out only when they are asked for.
pub enum Solutions {
    /// Read off. The term may contain the variable.
    Sides(SmallVec<[(VarId, TermId); 2]>),
    /// This sum is zero.
    Zero(Linear),
}

impl Solutions {
    /// Of an equation, or of a variable or its negation.
    pub fn of(terms: &mut Terms, literal: TermId) -> Solutions {
        let (t, sign) = match terms.op(literal) {
            Op::Not => (terms.args(literal)[0], false),
            _ => (literal, true),
        };
        match (terms.op(t), terms.args(t)) {
            (Op::Var(v), _) => {
                let v = *v;
                Solutions::Sides(smallvec![(v, terms.bool(sign))])
            }
            (Op::Eq, &[a, b]) if terms.sort_of(a) == SortId::BOOL || sign && is_var_or_value(terms, a, b) => {
                let mut found = SmallVec::new();
                for (side, other) in [(a, b), (b, a)] {
                    if let Op::Var(v) = *terms.op(side) {
                        found.push((v, if sign { other } else { terms.not(other) }));
                    }
                }
                Solutions::Sides(found)
            }
            (Op::Eq, &[a, _]) if sign && terms.sort_of(a).is_arithmetic() => match Linear::of_atom(terms, t) {
                Some((sum, Relation::Eq)) => Solutions::Zero(sum),
                _ => Solutions::none(),
            },
            _ => Solutions::none(),
        }
    }

    /// Of the choices of one variable that make a comparison true, or false.
    pub fn deciding(terms: &mut Terms, comparison: TermId, truth: bool) -> Solutions {
        let Some((mut sum, relation)) = Linear::of_atom(terms, comparison) else { return Solutions::none() };
        let value = match (relation, truth) {
            (Relation::Eq | Relation::Le | Relation::Ge, true) | (Relation::Lt | Relation::Gt, false) => RBig::ZERO,
            (Relation::Eq | Relation::Le, false) | (Relation::Gt, true) => RBig::ONE,
            (Relation::Ge, false) | (Relation::Lt, true) => RBig::NEG_ONE,
        };
        sum.add_constant(&-value);
        Solutions::Zero(sum)
    }

    fn none() -> Solutions {
        Solutions::Sides(SmallVec::new())
    }

    /// The variables.
    pub fn vars(&self, terms: &Terms) -> SmallVec<[VarId; 4]> {
        match self {
            Solutions::Sides(found) => found.iter().map(|(var, _)| *var).collect(),
            Solutions::Zero(sum) => {
                let is_unit = |c: &RBig| sum.sort() == SortId::REAL || c.is_one() || *c == RBig::NEG_ONE;
                let units = sum.monomials().iter().filter(|(_, c)| is_unit(c));
                let vars = units.filter_map(|(t, _)| if let Op::Var(v) = terms.op(*t) { Some(*v) } else { None });
                vars.collect()
            }
        }
    }

    /// Whether a term may be a variable or a value.
    pub fn may_be_plain(&self) -> bool {
        match self {
            Solutions::Sides(_) => true,
            Solutions::Zero(sum) => sum.monomials().len() <= if sum.constant().is_zero() { 2 } else { 1 },
        }
    }

    /// The solutions that make a variable a value, or another variable and a number.
    pub fn plain(&self, terms: &mut Terms) -> SmallVec<[Plain; 2]> {
        match self {
            Solutions::Sides(sides) => sides.iter().filter_map(|&(var, term)| Plain::of(terms, var, term)).collect(),
            Solutions::Zero(sum) => Plain::of_zero(terms, sum).into_iter().collect(),
        }
    }

    /// What one of the variables is.
    pub fn term(&self, terms: &mut Terms, var: VarId) -> TermId {
        let found = match self {
            Solutions::Sides(found) => found.iter().find(|(v, _)| *v == var).map(|(_, term)| *term),
            Solutions::Zero(sum) => {
                let var = terms.var_term(var);
                sum.root(var).map(|root| root.to_term(terms))
            }
        };
        found.expect("the literal can be solved for the variable")
    }
}

/// A simple thing to know of a variable.
pub enum Plain {
    /// It is a value.
    Value(VarId, TermId),
    /// It is the other variable and a number.
    Difference(VarId, VarId, RBig),
}

impl Plain {
    fn of(terms: &Terms, var: VarId, term: TermId) -> Option<Plain> {
        match terms.op(term) {
            Op::Var(other) => Some(Plain::Difference(var, *other, RBig::ZERO)),
            _ if terms.is_value(term) => Some(Plain::Value(var, term)),
            _ => None,
        }
    }

    fn of_zero(terms: &mut Terms, sum: &Linear) -> Option<Plain> {
        let var = |t: TermId| if let Op::Var(v) = terms.op(t) { Some(*v) } else { None };
        let constant = |coefficient: &RBig| {
            let number = -(sum.constant() / coefficient);
            (sum.sort() == SortId::REAL || number.is_int()).then_some(number)
        };
        match sum.monomials() {
            [(t, c)] => {
                let (var, number) = (var(*t)?, constant(c)?);
                Some(Plain::Value(var, terms.numeral(sum.sort(), number)))
            }
            [(t, c), (other, d)] if (c + d).is_zero() => Some(Plain::Difference(var(*t)?, var(*other)?, constant(c)?)),
            _ => None,
        }
    }
}

/// Whether an equation of a sort that is not Boolean is read off: it is if it is not arithmetic, and if both sides are plain.
fn is_var_or_value(terms: &Terms, a: TermId, b: TermId) -> bool {
    let is_plain = |t: TermId| matches!(terms.op(t), Op::Var(_) | Op::Int(_) | Op::Real(_));
    !terms.sort_of(a).is_arithmetic() || is_plain(a) && is_plain(b)
}
