//! Eliminating private columns that only inequalities bound.

use super::{Elimination, equations::Split};
use alphorn_arith::{Linear, Rational, Relation, Row};

/// A column may be combined in pairs when this gives at most so many rows more than there were.
const GROWTH: usize = 8;

/// The rows that bound a column.
struct Bounds {
    column: usize,
    lower: Vec<Row>,
    upper: Vec<Row>,
}

/// How to eliminate a column: the smaller the better.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
enum Way {
    /// Bounds in pairs, without loss.
    Pairs,
    /// Bounds in pairs, leaving out points between bounds where perhaps no integer fits.
    DarkShadow,
    /// The column is at the bound nearest to the point.
    Pin,
}

impl Elimination {
    /// Eliminates one private column, or turns it into one that an equation determines. False when none is left.
    pub(super) fn eliminate_from_inequalities(&mut self) -> bool {
        let privates = self.bounded_privates();
        let reals: Vec<usize> = privates.iter().copied().filter(|column| !self.columns[*column].integer).collect();
        if reals.is_empty() && self.split_mixed_rows() {
            return true;
        }
        let candidates = if reals.is_empty() { privates } else { reals }.into_iter();
        let ranked = candidates.map(|column| {
            let bounds = self.bounds(column);
            (self.way(&bounds), bounds.lower.len() * bounds.upper.len(), column)
        });
        let Some((way, _, column)) = ranked.min() else { return false };
        let bounds = self.bounds(column);
        self.rows.retain(|row| row.coeffs.coefficient(column).is_zero());
        if bounds.lower.is_empty() || bounds.upper.is_empty() {
            return true;
        }
        let integer = self.columns[column].integer;
        match way {
            Way::Pairs | Way::DarkShadow => self.combine(&bounds),
            Way::Pin if integer => self.pin_integer(bounds),
            Way::Pin => self.pin_real(bounds),
        }
        true
    }

    fn bounded_privates(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = self.rows.iter().flat_map(|row| row.coeffs.columns()).collect();
        columns.sort_unstable();
        columns.dedup();
        columns.retain(|column| self.columns[*column].private);
        columns
    }

    /// Rows with private integers and shared reals get the floor of their real part in its place.
    fn split_mixed_rows(&mut self) -> bool {
        let is_mixed = |row: &Row| self.has_private(&row.coeffs) && !self.is_all_integer(&row.coeffs);
        let (mixed, rest): (Vec<Row>, Vec<Row>) = self.rows.iter().cloned().partition(is_mixed);
        self.rows = rest;
        let found = !mixed.is_empty();
        for row in mixed {
            let Split { mut integers, mut reals, rhs } = self.split(&row);
            let row = if row.relation == Relation::Lt {
                // integers < rhs - reals, so integers < -floor(reals - rhs)
                let floor = self.add_floor(reals, -rhs);
                integers.add_mul(&Rational::ONE, &Linear::column(floor));
                Row::lt(integers, Rational::ZERO)
            } else {
                reals.scale(&Rational::MINUS_ONE);
                let floor = self.add_floor(reals, rhs);
                integers.add_mul(&Rational::MINUS_ONE, &Linear::column(floor));
                Row::le(integers, Rational::ZERO)
            };
            self.rows.push(row);
        }
        found
    }

    fn bounds(&self, column: usize) -> Bounds {
        let rows = self.rows.iter().filter(|row| !row.coeffs.coefficient(column).is_zero()).cloned();
        let (lower, upper) = rows.partition(|row| row.coeffs.coefficient(column).is_negative());
        Bounds { column, lower, upper }
    }

    fn way(&self, bounds: &Bounds) -> Way {
        let (lower, upper) = (bounds.lower.len(), bounds.upper.len());
        if lower * upper > lower + upper + GROWTH {
            return Way::Pin;
        }
        if !self.columns[bounds.column].integer {
            return Way::Pairs;
        }
        let has_unit = |rows: &[Row]| rows.iter().all(|row| row.coeffs.coefficient(bounds.column).abs().is_one());
        if lower * upper == 0 || has_unit(&bounds.lower) || has_unit(&bounds.upper) {
            return Way::Pairs;
        }
        let pairs = bounds.pairs(true);
        let at_point = |row: &Row| !self.slack(row).is_negative();
        if pairs.iter().all(at_point) { Way::DarkShadow } else { Way::Pin }
    }

    fn combine(&mut self, bounds: &Bounds) {
        let integer = self.columns[bounds.column].integer;
        self.rows.extend(bounds.pairs(integer));
    }

    /// Moves the column to the nearest place that a bound of one kind allows, and says by an equation where that is.
    fn pin_integer(&mut self, bounds: Bounds) {
        let Bounds { column, lower, upper } = bounds;
        let weight = |rows: &[Row]| rows.iter().map(|row| row.coeffs.coefficient(column).abs()).sum::<Rational>();
        let towards = if weight(&lower) <= weight(&upper) { &lower } else { &upper };
        let Some(nearest) = towards.iter().min_by_key(|row| self.distance(row, column)) else { return };
        let step = self.distance(nearest, column).floor();
        let direction = nearest.coeffs.coefficient(column).is_positive();
        let value = &mut self.columns[column].value;
        *value = if direction { &*value + step } else { &*value - step };
        let pin = Row::eq(nearest.coeffs.clone(), self.value(&nearest.coeffs));
        self.rows.push(pin);
        self.rows.extend(lower);
        self.rows.extend(upper);
    }

    /// Keeps that a bound is the nearest of its kind, and combines it with those of the other kind.
    fn pin_real(&mut self, bounds: Bounds) {
        let Bounds { column, lower, upper } = bounds;
        let (same, other) = if lower.len() <= upper.len() { (lower, upper) } else { (upper, lower) };
        let nearest = same.iter().min_by_key(|row| (self.distance(row, column), row.relation == Relation::Le));
        let Some(nearest) = nearest.map(|row| unit(row, column)) else { return };
        for row in &same {
            let mut row = unit(row, column);
            let relation = if nearest.relation == Relation::Lt { Relation::Le } else { row.relation };
            row.coeffs.add_mul(&Rational::MINUS_ONE, &nearest.coeffs);
            self.rows.push(Row::new(row.coeffs, relation, row.rhs - &nearest.rhs));
        }
        self.rows.extend(other.iter().map(|row| sum(&nearest, &unit(row, column))));
    }

    /// How far the column is from where a row would no longer hold.
    fn distance(&self, row: &Row, column: usize) -> Rational {
        self.slack(row) / row.coeffs.coefficient(column).abs()
    }
}

impl Bounds {
    /// Every lower bound with every upper bound; over the integers, so much tighter that an integer fits between them.
    fn pairs(&self, integer: bool) -> Vec<Row> {
        let mut pairs = Vec::with_capacity(self.lower.len() * self.upper.len());
        for lower in &self.lower {
            for upper in &self.upper {
                let (a, b) = (lower.coeffs.coefficient(self.column).abs(), upper.coeffs.coefficient(self.column).abs());
                let mut pair = sum(&scaled(lower, &b), &scaled(upper, &a));
                if integer {
                    pair.rhs -= (a - Rational::ONE) * (b - Rational::ONE);
                }
                pairs.push(pair);
            }
        }
        pairs
    }
}

fn scaled(row: &Row, factor: &Rational) -> Row {
    let mut coeffs = row.coeffs.clone();
    coeffs.scale(factor);
    Row::new(coeffs, row.relation, &row.rhs * factor)
}

/// The row with coefficient 1 or -1 for a column.
fn unit(row: &Row, column: usize) -> Row {
    scaled(row, &(Rational::ONE / row.coeffs.coefficient(column).abs()))
}

fn sum(a: &Row, b: &Row) -> Row {
    let mut coeffs = a.coeffs.clone();
    coeffs.add_mul(&Rational::ONE, &b.coeffs);
    Row::new(coeffs, a.relation.max(b.relation), &a.rhs + &b.rhs)
}
