//! Bounds on forms: the arguments themselves, differences and sums of two, and the forms that the rules compare. The bounds
//! tried are those that sampled states meet, and the next constants of the problem beyond them.

use super::{
    Columns, Config,
    forms::{self, Form},
};
use alphorn_arith::{Linear, Rational};
use alphorn_logic::term::{Relation, TermId, Terms};
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

/// The forms whose bounds are tried for a predicate with numeric columns: `own`, the columns, differences and sums of two.
pub fn forms(columns: &Columns, own: Vec<Form>, config: &Config) -> Vec<Form> {
    let numeric = columns.numeric();
    let mut all: Vec<Form> = own;
    all.retain(|form| form.coeffs.columns().all(|column| numeric.contains(&column)));
    all.extend(numeric.iter().map(|&column| Form::new(Linear::column(column))));
    if numeric.len() <= config.pair_columns {
        for (at, &first) in numeric.iter().enumerate() {
            for &second in &numeric[at + 1..] {
                all.extend([-1, 1].map(|sign| Form::new(Linear::new([(first, 1), (second, sign)]))));
            }
        }
    }
    let mut seen: FxHashSet<Linear> = FxHashSet::default();
    all.retain(|form| seen.insert(form.coeffs.clone()));
    all.truncate(config.forms);
    all
}

/// The bounds on the forms to try: what the points reach, and the next constants beyond.
pub fn bounds(
    terms: &mut Terms,
    columns: &Columns,
    forms: &[Form],
    points: &[Vec<Rational>],
    constants: &BTreeSet<Rational>,
    config: &Config,
) -> Vec<Bound> {
    let mut bounds = Vec::new();
    for (at, form) in forms.iter().enumerate() {
        let values: Vec<Rational> = points.iter().map(|point| form.coeffs.evaluate(point)).collect();
        let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { continue };
        let own: BTreeSet<Rational> = form.constants.iter().flat_map(forms::near).collect();
        let beyond = |numbers: &BTreeSet<Rational>, count: usize| -> Vec<Rational> {
            let above = numbers.iter().filter(|&number| number > most).take(count);
            above.chain(numbers.iter().rev().filter(|&number| number < least).take(count)).cloned().collect()
        };
        let mut values: BTreeSet<Rational> = beyond(constants, config.thresholds).into_iter().collect();
        values.extend(beyond(&own, config.own_thresholds));
        values.extend([least.clone(), most.clone()]);
        for value in values {
            for (upper, relation) in [(true, Relation::Le), (false, Relation::Ge)] {
                if if upper { value >= *most } else { value <= *least } {
                    let clause = columns.compare(terms, &form.coeffs, relation, &value);
                    bounds.push(Bound { form: at, upper, value: value.clone(), clause });
                }
            }
        }
    }
    bounds
}

/// Those that no other implies.
pub fn strongest<'b>(bounds: impl Iterator<Item = &'b Bound>) -> Vec<&'b Bound> {
    let mut best: Vec<&Bound> = Vec::new();
    for bound in bounds {
        if !best.iter().any(|other| other.implies(bound)) {
            best.retain(|other| !bound.implies(other));
            best.push(bound);
        }
    }
    best
}
