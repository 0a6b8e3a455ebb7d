//! Rows over integer columns, as tight as their coefficients allow.

use crate::{Rational, Relation, Row};

/// A row with the same integer points, divided by the gcd of its coefficients and rounded: strict rows become non-strict.
/// `None` when it is an equation without an integer point. Rows with a column that is not an integer keep their points
/// and relation.
pub fn tighten(row: Row, is_integer: impl Fn(usize) -> bool) -> Option<Row> {
    let mut row = row.primitive();
    if row.coeffs.is_zero() || !row.coeffs.columns().all(is_integer) {
        return Some(row);
    }
    match row.relation {
        Relation::Eq if !row.rhs.is_integer() => return None,
        Relation::Eq => {}
        Relation::Le => row.rhs = row.rhs.floor(),
        Relation::Lt => {
            row.rhs = row.rhs.ceil() - Rational::ONE;
            row.relation = Relation::Le;
        }
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Linear,
        testing::{numbers, relations},
    };
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn integer_points_stay_and_the_bound_is_met(a in -6i64..=6, b in -6i64..=6, rhs in numbers(), relation in relations()) {
            let row = Row::new(Linear::new([(0, a), (1, b)]), relation, rhs);
            let tight = tighten(row.clone(), |_| true);
            for x in -9i64..=9 {
                for y in -9i64..=9 {
                    let point = [x.into(), y.into()];
                    let holds = tight.as_ref().is_some_and(|row| row.holds_at(&point));
                    prop_assert_eq!(row.holds_at(&point), holds, "{} and {:?}", row, tight);
                }
            }
            if let Some(tight) = tight.filter(|tight| !tight.coeffs.is_zero()) {
                prop_assert!(tight.rhs.is_integer() && tight.relation != Relation::Lt);
                let unit = crate::content(tight.coeffs.coefficients());
                prop_assert!(unit.is_one());
            }
        }
    }

    #[test]
    fn mixed_rows_are_not_rounded() {
        let row = Row::lt(Linear::new([(0, 2), (1, 4)]), 3);
        assert_eq!(tighten(row.clone(), |column| column == 0).unwrap().to_string(), "x0 + 2·x1 < 3/2");
        assert_eq!(tighten(row, |_| true).unwrap().to_string(), "x0 + 2·x1 ≤ 1");
        assert_eq!(tighten(Row::eq(Linear::new([(0, 3), (1, -6)]), 1), |_| true), None);
        assert_eq!(
            tighten(Row::eq(Linear::new([(0, 3), (1, -6)]), 1), |_| false).unwrap().to_string(),
            "x0 - 2·x1 = 1/3"
        );
    }
}
