//! Random conflicts: a hidden contradiction, split over private variables on both sides, among rows that do not matter.

use crate::cube::Columns;
use alphorn_arith::{Linear, Rational, Row};
use alphorn_logic::term::{SortId, TermId, Terms, VarId};
use dashu_int::IBig;

/// Random numbers that are the same on every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }

    /// A small number, often 0 or 1.
    fn small(&mut self) -> i64 {
        let size = if self.roll(2) == 0 { 3 } else { 11 };
        self.roll(size) as i64 - size as i64 / 2
    }

    /// A positive number, mostly small, sometimes a fraction or of 80 bits.
    fn factor(&mut self) -> Rational {
        match self.roll(12) {
            0 => Rational::new(1 + self.roll(9) as i64, 1 + self.roll(9) as i64).unwrap_or(Rational::ONE),
            1 => Rational::from((IBig::ONE << 80usize) + IBig::from(self.roll(1000))),
            _ => Rational::from(1 + self.roll(3) as i64),
        }
    }
}

/// Seven variables of which some are integers: three shared, two of the prefix, two of the suffix. The column of each is
/// its number.
pub struct World {
    pub vars: Vec<VarId>,
    pub all_integers: bool,
    columns: Columns,
}

const SHARED: [usize; 3] = [0, 1, 2];
/// The private variables of the prefix and of the suffix.
pub const PRIVATE: [[usize; 2]; 2] = [[3, 4], [5, 6]];

impl World {
    pub fn new(terms: &mut Terms, sort: impl Fn(usize) -> SortId) -> Self {
        let vars: Vec<VarId> = (0..7).map(|at| terms.fresh_var(&format!("v{at}"), sort(at))).collect();
        let mut columns = Columns::new(&[]);
        for var in &vars {
            let term = terms.var_term(*var);
            columns.column(terms, term);
        }
        World { vars, all_integers: (0..7).all(|at| sort(at) == SortId::INT), columns }
    }

    pub fn shared(&self) -> &[VarId] {
        &self.vars[..SHARED.len()]
    }

    pub fn literals(&self, terms: &mut Terms, rows: &[Row]) -> Vec<TermId> {
        rows.iter().map(|row| self.columns.literal(terms, row)).collect()
    }
}

fn form(dice: &mut Dice, columns: &[usize]) -> Linear {
    Linear::new(columns.iter().map(|column| (*column, dice.small())).collect::<Vec<_>>())
}

fn own(side: usize) -> Vec<usize> {
    [&SHARED[..], &PRIVATE[side]].concat()
}

/// Rows that matter to nobody.
pub fn noise(dice: &mut Dice, side: usize, most: u64) -> Vec<Row> {
    (0..dice.roll(most + 1))
        .map(|_| {
            let (form, bound) = (form(dice, &own(side)), 20 + dice.small());
            match dice.roll(8) {
                0 => Row::eq(form, dice.small()),
                1 => Row::lt(form, bound),
                _ => Row::le(form, bound),
            }
        })
        .collect()
}

/// Rows of one side whose sum is `fact`, times a factor each.
fn hidden(dice: &mut Dice, side: usize, fact: Row) -> Vec<Row> {
    let mut rows = vec![fact];
    for _ in 0..dice.roll(4) {
        let at = dice.roll(rows.len() as u64) as usize;
        let (part, bound) = (form(dice, &own(side)), Rational::from(dice.small()));
        let mut rest = rows[at].clone();
        rest.coeffs.add_mul(&Rational::MINUS_ONE, &part);
        rest.rhs -= &bound;
        let relation = rest.relation;
        rows[at] = rest;
        rows.push(Row::new(part, if dice.roll(3) == 0 { alphorn_arith::Relation::Eq } else { relation }, bound));
    }
    for row in &mut rows {
        let factor = dice.factor();
        row.coeffs.scale(&factor);
        row.rhs *= factor;
    }
    rows
}

/// A fact over the shared variables, and one that contradicts it.
pub struct Contradiction {
    facts: [Row; 2],
}

impl Contradiction {
    pub fn random(dice: &mut Dice) -> Self {
        let mut form = form(dice, &SHARED);
        let bound = if dice.roll(3) == 0 { Rational::ZERO } else { Rational::from(dice.small()) };
        if dice.roll(8) == 0 {
            form.scale(&dice.factor());
        }
        let above = match dice.roll(5) {
            0 => Row::gt(form.clone(), bound.clone()),
            1 => Row::ge(form.clone(), &bound + Rational::new(1, 3).unwrap_or_default()),
            2 => Row::eq(form.clone(), &bound + Rational::from(1 + dice.roll(30) as i64)),
            _ => Row::ge(form.clone(), &bound + Rational::ONE),
        };
        let below = if dice.roll(4) == 0 { Row::eq(form, bound) } else { Row::le(form, bound) };
        Contradiction { facts: [below, above] }
    }

    /// Rows of a side that imply its fact.
    pub fn side(&self, dice: &mut Dice, side: usize) -> Vec<Row> {
        hidden(dice, side, self.facts[side].clone())
    }
}

/// A contradiction that only integers have: different remainders, or a remainder in a gap.
pub fn integer_conflict(dice: &mut Dice) -> [Vec<Row>; 2] {
    let sum = form(dice, &SHARED);
    let divisor = 2 + dice.roll(5) as i64;
    let remainder = dice.roll(divisor as u64) as i64;
    let other = (remainder + 1 + dice.roll(divisor as u64 - 1) as i64) % divisor;
    let minus_multiple = |column: usize| {
        let mut form = sum.clone();
        form.add_mul(&Rational::from(-divisor), &Linear::column(column));
        form
    };
    let [a, b] = [minus_multiple(PRIVATE[0][0]), minus_multiple(PRIVATE[1][1])];
    let prefix = if dice.roll(2) == 0 {
        vec![Row::eq(a, remainder)]
    } else {
        let (low, high) = if remainder < other { (0, remainder) } else { (remainder, divisor - 1) };
        vec![Row::ge(a.clone(), low), Row::le(a, high)]
    };
    [prefix, vec![Row::eq(b, other)]]
}
