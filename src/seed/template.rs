//! Bounds on forms: the arguments themselves, differences and sums of two, and the forms that the rules compare. The bounds
//! tried are those that sampled states meet, and the next constants of the problem beyond them.

use super::{AffineSpace, Columns, Config, forms};
use crate::{
    arith::{Linear, Rational},
    horn::{PredId, Problem},
    term::{Relation, TermId, Terms, VarId},
};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A bound that may hold.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The form that is bounded, by its number.
    pub form: usize,
    /// Whether from above.
    pub upper: bool,
    /// The bound.
    pub value: Rational,
    /// It as a formula.
    pub clause: TermId,
}

impl Bound {
    /// Whether it is at least as strong as another.
    pub fn implies(&self, other: &Bound) -> bool {
        let closer = if self.upper { self.value <= other.value } else { self.value >= other.value };
        self.form == other.form && self.upper == other.upper && closer
    }
}

/// The forms whose bounds are tried for a predicate: those that are not constant on its hull.
pub fn forms(
    terms: &mut Terms,
    problem: &Problem,
    pred: PredId,
    columns: &Columns,
    params: &[VarId],
    hull: Option<&AffineSpace>,
    config: &Config,
) -> Vec<Linear> {
    let numeric = columns.numeric();
    let mut all: Vec<Linear> = numeric.iter().map(|&column| Linear::column(column)).collect();
    let own = forms::compared(terms, problem, pred, columns, params);
    all.extend(own.into_iter().filter(|form| form.columns().all(|column| numeric.contains(&column))));
    if numeric.len() <= config.pair_columns {
        for (at, &first) in numeric.iter().enumerate() {
            for &second in &numeric[at + 1..] {
                all.extend([-1, 1].map(|sign| Linear::new([(first, 1), (second, sign)])));
            }
        }
    }
    let mut seen: FxHashSet<Linear> = FxHashSet::default();
    all.retain(|form| !hull.is_some_and(|hull| hull.is_constant(form)) && seen.insert(form.clone()));
    all.truncate(config.forms);
    all
}

/// The bounds on the forms to try.
pub fn bounds(
    terms: &mut Terms,
    columns: &Columns,
    forms: &[Linear],
    points: &[Vec<Rational>],
    constants: &BTreeSet<Rational>,
    config: &Config,
) -> Vec<Bound> {
    let mut bounds = Vec::new();
    for (form, coeffs) in forms.iter().enumerate() {
        let values: Vec<Rational> = points.iter().map(|point| coeffs.evaluate(point)).collect();
        let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { continue };
        let above = constants.iter().filter(|&constant| constant > most).take(config.thresholds);
        let below = constants.iter().rev().filter(|&constant| constant < least).take(config.thresholds);
        let mut add = |upper: bool, value: &Rational| {
            let relation = if upper { Relation::Le } else { Relation::Ge };
            let clause = columns.compare(terms, coeffs, relation, value);
            bounds.push(Bound { form, upper, value: value.clone(), clause });
        };
        [most].into_iter().chain(above).for_each(|value| add(true, value));
        [least].into_iter().chain(below).for_each(|value| add(false, value));
    }
    bounds
}

/// Those that no other implies.
pub fn strongest<'b>(bounds: impl Iterator<Item = &'b Bound>) -> impl Iterator<Item = &'b Bound> {
    let all: Vec<&Bound> = bounds.collect();
    let stronger = |a: &Bound, b: &Bound| a.implies(b) && !b.implies(a);
    let best: Vec<&Bound> =
        all.iter().copied().filter(|bound| !all.iter().any(|other| stronger(other, bound))).collect();
    best.into_iter()
}
