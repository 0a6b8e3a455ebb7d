//! Random linear systems for property tests.

use super::{Linear, Rational, Relation, Row};
use dashu_int::IBig;
use proptest::prelude::*;

/// The columns of random systems are below this.
pub const COLUMNS: usize = 5;

/// Small numbers, often 0 or 1, now and then a fraction or one of 200 bits.
pub fn numbers() -> impl Strategy<Value = Rational> {
    prop_oneof![
        8 => (-1i64..=1).prop_map(Rational::from),
        4 => (-7i64..=7).prop_map(Rational::from),
        2 => (-9i64..=9, 1i64..=4).prop_map(|(n, d)| Rational::new(n, d).unwrap_or_default()),
        1 => (-9i64..=9).prop_map(|n| Rational::from((IBig::from(n) << 200usize) + IBig::ONE)),
    ]
}

/// Relations, inequalities more often than equations.
pub fn relations() -> impl Strategy<Value = Relation> {
    prop_oneof![5 => Just(Relation::Le), 2 => Just(Relation::Lt), 1 => Just(Relation::Eq)]
}

/// Linear forms over [`COLUMNS`] columns, of up to four terms.
pub fn forms() -> impl Strategy<Value = Linear> {
    prop::collection::vec((0..COLUMNS, numbers()), 0..=4).prop_map(Linear::new)
}

/// Single rows.
pub fn rows() -> impl Strategy<Value = Row> {
    (forms(), relations(), numbers()).prop_map(|(form, relation, rhs)| Row::new(form, relation, rhs))
}

/// Systems of up to twelve rows. Some are degenerate: through one point, as many vertices of cones are.
pub fn systems() -> impl Strategy<Value = Vec<Row>> {
    let any = prop::collection::vec(rows(), 0..=12);
    let through_a_point =
        (prop::collection::vec(rows(), 0..=12), prop::collection::vec(-2i64..=2, COLUMNS)).prop_map(|(rows, point)| {
            let point: Vec<Rational> = point.into_iter().map(Rational::from).collect();
            rows.into_iter().map(|row| Row { rhs: row.coeffs.evaluate(&point), ..row }).collect()
        });
    prop_oneof![2 => any, 1 => through_a_point]
}
