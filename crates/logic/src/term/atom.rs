//! The normal form of linear atoms: `(R sum number)`.
//!
//! The sum has no constant, its coefficients are coprime integers and the first is positive. Over the integers (and over
//! reals that are all `to_real` of integers) R is `<=`, `>=` or `=` and the number is an integer; over the reals R may also
//! be `<` or `>`, and the number any rational.

use super::{Linear, Op, SortId, TermId, Terms, fold::is_negative};
use dashu_base::{Gcd, UnsignedAbs};
use dashu_int::UBig;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// `<=`
    Le,
    /// `<`
    Lt,
    /// `=`
    Eq,
    /// `>=`
    Ge,
    /// `>`
    Gt,
}

impl Relation {
    /// The relation of an operator, for those that have one.
    pub fn of_op(op: &Op) -> Option<Relation> {
        match op {
            Op::Le => Some(Relation::Le),
            Op::Lt => Some(Relation::Lt),
            Op::Eq => Some(Relation::Eq),
            Op::Ge => Some(Relation::Ge),
            Op::Gt => Some(Relation::Gt),
            _ => None,
        }
    }

    /// The operator.
    pub fn op(self) -> Op {
        match self {
            Relation::Le => Op::Le,
            Relation::Lt => Op::Lt,
            Relation::Eq => Op::Eq,
            Relation::Ge => Op::Ge,
            Relation::Gt => Op::Gt,
        }
    }

    /// The relation with its sides exchanged.
    pub fn flipped(self) -> Relation {
        match self {
            Relation::Le => Relation::Ge,
            Relation::Lt => Relation::Gt,
            Relation::Eq => Relation::Eq,
            Relation::Ge => Relation::Le,
            Relation::Gt => Relation::Lt,
        }
    }

    /// Whether it holds between two things that compare so.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Relation::Le => order.is_le(),
            Relation::Lt => order.is_lt(),
            Relation::Eq => order.is_eq(),
            Relation::Ge => order.is_ge(),
            Relation::Gt => order.is_gt(),
        }
    }
}

impl Linear {
    /// Reads a comparison or an equation of Int or Real terms as `sum R 0`.
    pub fn of_atom(terms: &mut Terms, t: TermId) -> Option<(Linear, Relation)> {
        let relation = Relation::of_op(terms.op(t))?;
        let &[a, b] = terms.args(t) else { return None };
        let sort = terms.sort_of(a);
        if !sort.is_arithmetic() {
            return None;
        }
        Some((Linear::of_weights(terms, sort, [(a, RBig::ONE), (b, RBig::NEG_ONE)]), relation))
    }

    /// The atom `self R 0` in normal form, `true` or `false` where that is known.
    pub fn compare_to_zero(self, terms: &mut Terms, relation: Relation) -> TermId {
        if self.is_constant() {
            return terms.bool(relation.holds(self.constant().cmp(&RBig::ZERO)));
        }
        let (mut sum, mut constant) = self.split();
        let mut relation = relation;
        // Twice, since taking `to_real` away may put another term first.
        for _ in 0..2 {
            let factor = sum.primitive_factor();
            sum.scale(&factor);
            constant *= &factor;
            if is_negative(&factor) {
                relation = relation.flipped();
            }
            match sum.as_integer(terms) {
                Some(integer) => sum = integer,
                None => break,
            }
        }
        let mut bound = -constant;
        if sum.sort() == SortId::INT {
            (relation, bound) = match relation {
                Relation::Eq if !bound.is_int() => return terms.bottom(),
                Relation::Eq => (Relation::Eq, bound),
                Relation::Le => (Relation::Le, bound.floor().into()),
                Relation::Lt => (Relation::Le, RBig::from(bound.ceil()) - RBig::ONE),
                Relation::Ge => (Relation::Ge, bound.ceil().into()),
                Relation::Gt => (Relation::Ge, RBig::from(bound.floor()) + RBig::ONE),
            };
        }
        terms.comparison(relation, &sum, bound)
    }

    /// What makes the coefficients coprime integers, the first positive. There is at least one.
    fn primitive_factor(&self) -> RBig {
        let mut numerators = UBig::ZERO;
        let mut denominators = UBig::ONE;
        for (_, c) in self.monomials() {
            let size = c.numerator().unsigned_abs();
            if numerators.is_zero() {
                numerators = size;
            } else if !numerators.is_one() {
                numerators = numerators.gcd(size);
            }
            if !c.denominator().is_one() {
                let common = (&denominators).gcd(c.denominator());
                denominators = denominators / common * c.denominator();
            }
        }
        let factor = RBig::from_parts(denominators.into(), numerators);
        if is_negative(&self.monomials()[0].1) { -factor } else { factor }
    }
}

impl Terms {
    /// `sum R bound`, of a normal sum; decided by the condition where the sum is only a choice between two numerals.
    fn comparison(&mut self, relation: Relation, sum: &Linear, bound: RBig) -> TermId {
        if let [(t, factor)] = sum.monomials()
            && factor.is_one()
            && let (Op::Ite, &[condition, yes, no]) = (self.op(*t), self.args(*t))
            && let (Some(yes), Some(no)) = (self.number(yes), self.number(no))
        {
            match (relation.holds(yes.cmp(&bound)), relation.holds(no.cmp(&bound))) {
                (true, false) => return condition,
                (false, true) => return self.negate(condition),
                (both, _) => return self.bool(both),
            }
        }
        let left = sum.to_term(self);
        let right = self.numeral(sum.sort(), bound);
        self.app(relation.op(), [left, right])
    }

    /// The negation of a simplified formula, simplified: of a comparison in normal form, the opposite comparison.
    pub(super) fn negate(&mut self, t: TermId) -> TermId {
        self.opposite(t).unwrap_or_else(|| self.not(t))
    }

    /// The opposite of a comparison in normal form, equations excepted.
    pub(super) fn opposite(&mut self, t: TermId) -> Option<TermId> {
        let relation = Relation::of_op(self.op(t)).filter(|r| *r != Relation::Eq)?;
        let &[sum, bound] = self.args(t) else { return None };
        let number = self.number(bound)?;
        let (relation, number) = match relation {
            Relation::Le if self.sort_of(sum) == SortId::INT => (Relation::Ge, number + RBig::ONE),
            Relation::Ge if self.sort_of(sum) == SortId::INT => (Relation::Le, number - RBig::ONE),
            Relation::Le => (Relation::Gt, number),
            Relation::Lt => (Relation::Ge, number),
            Relation::Ge => (Relation::Lt, number),
            Relation::Gt | Relation::Eq => (Relation::Le, number),
        };
        let bound = self.numeral(self.sort_of(sum), number);
        Some(self.app(relation.op(), [sum, bound]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sort: SortId, text: &str, relation: Relation, coefficients: [i32; 2], constant: RBig) {
        let mut terms = Terms::new();
        let parts = [terms.fresh("x", sort), terms.fresh("y", sort)];
        let weights = parts.into_iter().zip(coefficients.map(RBig::from));
        let mut sum = Linear::of_weights(&mut terms, sort, weights);
        sum.add_constant(&constant);
        let atom = sum.compare_to_zero(&mut terms, relation);
        assert_eq!(terms.display(atom), text);
        let (again, relation) = Linear::of_atom(&mut terms, atom).unwrap();
        assert_eq!(again.compare_to_zero(&mut terms, relation), atom, "normal");
        if relation != Relation::Eq {
            let negated = terms.negate(atom);
            assert_ne!(negated, atom);
            assert_eq!(terms.negate(negated), atom);
        }
    }

    #[test]
    fn integer_atoms_are_tightened() {
        let check = |text, relation, coefficients, constant: i32| {
            check(SortId::INT, text, relation, coefficients, constant.into())
        };
        check("(<= (+ x (* (- 2) y)) 2)", Relation::Le, [2, -4], -5);
        check("(<= (+ x (* 2 y)) 2)", Relation::Lt, [2, 4], -5);
        check("(<= (+ x (* 2 y)) 1)", Relation::Lt, [2, 4], -4);
        check("(>= (+ x (* (- 2) y)) (- 2))", Relation::Le, [-2, 4], -5);
        check("(>= x 3)", Relation::Gt, [2, 0], -5);
        check("(>= x 3)", Relation::Ge, [2, 0], -5);
        check("(= y (- 2))", Relation::Eq, [0, -3], -6);
    }

    #[test]
    fn real_atoms_keep_strictness_and_fractions() {
        let half = RBig::from_parts(1.into(), 2u8.into());
        check(SortId::REAL, "(< (+ x (* 2.0 y)) (- (/ 1.0 4.0)))", Relation::Lt, [2, 4], half.clone());
        check(SortId::REAL, "(> x (/ 1.0 6.0))", Relation::Lt, [-3, 0], half);
    }

    #[test]
    fn constants_and_indivisible_equations_are_decided() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", SortId::INT);
        let mut sum = Linear::of_weights(&mut terms, SortId::INT, [(x, RBig::from(2))]);
        sum.add_constant(&RBig::ONE);
        assert_eq!(sum.compare_to_zero(&mut terms, Relation::Eq), terms.bottom());
        let one = Linear::constant_of(SortId::INT, 1);
        assert_eq!(one.clone().compare_to_zero(&mut terms, Relation::Gt), terms.top());
        assert_eq!(one.compare_to_zero(&mut terms, Relation::Le), terms.bottom());
    }

    #[test]
    fn reals_made_of_integers_are_tightened_too() {
        let mut terms = Terms::new();
        let y = terms.fresh("y", SortId::INT);
        let x = terms.fresh("x", SortId::INT);
        let [a, b] = [x, y].map(|t| terms.app(Op::ToReal, [t]));
        let weights = [(a, RBig::from(2)), (b, RBig::from(-2))];
        let mut sum = Linear::of_weights(&mut terms, SortId::REAL, weights);
        sum.add_constant(&RBig::NEG_ONE);
        let atom = sum.compare_to_zero(&mut terms, Relation::Lt);
        assert_eq!(terms.display(atom), "(>= (+ y (* (- 1) x)) 0)");
    }

    #[test]
    fn a_choice_between_numerals_is_decided_by_its_condition() {
        let mut terms = Terms::new();
        let p = terms.fresh("p", SortId::BOOL);
        let (one, zero) = (terms.int(1), terms.int(0));
        let choice = terms.app(Op::Ite, [p, one, zero]);
        let sum = Linear::of(&mut terms, choice);
        assert_eq!(sum.clone().compare_to_zero(&mut terms, Relation::Gt), p);
        let not = terms.not(p);
        assert_eq!(sum.clone().compare_to_zero(&mut terms, Relation::Eq), not);
        assert_eq!(sum.clone().compare_to_zero(&mut terms, Relation::Ge), terms.top());
        assert_eq!(sum.compare_to_zero(&mut terms, Relation::Lt), terms.bottom());
    }
}
