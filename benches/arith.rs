//! Farkas problems: our simplex against the same problems given to Z3 in process.
//!
//! Each problem has `rows` rows of which the last contradicts a weighted sum of some others. Ours builds the system and
//! returns a certificate. Z3 is asked in two ways, each time with a fresh solver and with terms built beforehand (building
//! them is measured as well): the rows with tracking literals, giving a core without multipliers; and the linear program
//! whose unknowns are the multipliers, giving multipliers. A problem on which Z3 takes more than two seconds counts as two
//! seconds.

use alphorn::arith::{Linear, Rational, Relation, Row, Simplex, Verdict};
use divan::{Bencher, counter::ItemsCount};
use z3::{
    Params, SatResult, Solver,
    ast::{Bool, Real},
};

fn main() {
    divan::main();
}

/// The problems of one kind and size that a benchmark goes through.
const BATCH: u64 = 8;

#[derive(Clone, Copy)]
struct Size {
    rows: usize,
    columns: usize,
    /// How many columns a row mentions.
    width: usize,
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{} by {}", self.rows, self.columns, self.width)
    }
}

/// Sparse as in programs, and dense.
const SIZES: [Size; 6] = [
    Size { rows: 10, columns: 5, width: 3 },
    Size { rows: 40, columns: 15, width: 3 },
    Size { rows: 150, columns: 50, width: 3 },
    Size { rows: 10, columns: 5, width: 5 },
    Size { rows: 40, columns: 10, width: 10 },
    Size { rows: 150, columns: 15, width: 15 },
];

/// A small generator of random numbers, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

fn problem(size: Size, seed: u64) -> Vec<Row> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (seed + 1));
    let point: Vec<Rational> = (0..size.columns).map(|_| random.between(-9, 9).into()).collect();
    let mut rows: Vec<Row> = Vec::new();
    while rows.len() + 1 < size.rows {
        let mut terms = Vec::new();
        for at in 0..size.width {
            let column = if size.width == size.columns { at } else { random.below(size.columns as u64) as usize };
            terms.push((column, random.between(-5, 5)));
        }
        let form = Linear::new(terms);
        if !form.is_zero() {
            let rhs = form.evaluate(&point) + Rational::from(random.between(0, 6));
            rows.push(Row::le(form, rhs));
        }
    }
    loop {
        let weights: Vec<Rational> = rows
            .iter()
            .map(|_| if random.below(3) == 0 { random.between(1, 4).into() } else { Rational::ZERO })
            .collect();
        let sum = Row::weighted_sum(rows.iter().zip(&weights)).expect("weights are positive");
        if !sum.coeffs.is_zero() {
            rows.push(Row::gt(sum.coeffs, sum.rhs));
            return rows;
        }
    }
}

fn batch(size: Size) -> Vec<Vec<Row>> {
    (0..BATCH).map(|seed| problem(size, seed)).collect()
}

#[divan::bench(args = SIZES, sample_count = 50, sample_size = 1, max_time = 10)]
fn ours(bencher: Bencher, size: Size) {
    let problems = batch(size);
    bencher.counter(ItemsCount::new(BATCH)).bench(|| {
        for rows in &problems {
            let mut simplex = Simplex::new();
            simplex.extend(rows.iter().cloned());
            let Ok(Verdict::Infeasible(farkas)) = simplex.check() else { panic!("infeasible by construction") };
            divan::black_box(farkas);
        }
    });
}

#[divan::bench(args = SIZES, sample_count = 10, sample_size = 1, max_time = 10)]
fn z3_build_terms_and_core(bencher: Bencher, size: Size) {
    let problems = batch(size);
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        for rows in &problems {
            find_core(&tracked(rows));
        }
    });
}

#[divan::bench(args = SIZES, sample_count = 10, sample_size = 1, max_time = 10)]
fn z3_core(bencher: Bencher, size: Size) {
    let problems: Vec<_> = batch(size).iter().map(|rows| tracked(rows)).collect();
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| problems.iter().for_each(|rows| find_core(rows)));
}

#[divan::bench(args = SIZES, sample_count = 10, sample_size = 1, max_time = 10)]
fn z3_multipliers(bencher: Bencher, size: Size) {
    let problems: Vec<_> = batch(size).iter().map(|rows| multiplier_program(rows, size.columns)).collect();
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        for (unknowns, program) in &problems {
            let solver = solver();
            program.iter().for_each(|row| solver.assert(row));
            assert_ne!(solver.check(), SatResult::Unsat);
            if let Some(model) = solver.get_model() {
                for unknown in unknowns {
                    divan::black_box(model.eval(unknown, true));
                }
            }
        }
    });
}

/// A fresh solver that gives up after two seconds.
fn solver() -> Solver {
    let solver = Solver::new();
    let mut params = Params::new();
    params.set_u32("timeout", 2000);
    solver.set_params(&params);
    solver
}

fn find_core(rows: &[(Bool, Bool)]) {
    let solver = solver();
    for (row, literal) in rows {
        solver.assert_and_track(row, literal);
    }
    assert_ne!(solver.check(), SatResult::Sat);
    divan::black_box(solver.get_unsat_core());
}

/// The rows with a tracking literal each.
fn tracked(rows: &[Row]) -> Vec<(Bool, Bool)> {
    let with_literal = rows.iter().enumerate().map(|(at, row)| {
        let left = weighted(row.coeffs.terms().iter().map(|(column, c)| (c, column_name(*column))));
        let compare = match row.relation {
            Relation::Le => left.le(number(&row.rhs)),
            Relation::Lt => left.lt(number(&row.rhs)),
            Relation::Eq => left.eq(number(&row.rhs)),
        };
        (compare, Bool::new_const(format!("row{at}")))
    });
    with_literal.collect()
}

/// The program for the multipliers `λ ≥ 0`: the columns cancel, and the right sides add up to at most -1, or to 0 with a
/// strict row in play, whose multiplier is then 1.
fn multiplier_program(rows: &[Row], columns: usize) -> (Vec<Real>, Vec<Bool>) {
    let unknowns: Vec<Real> = (0..rows.len()).map(|at| Real::new_const(format!("multiplier{at}"))).collect();
    let zero = Real::from_rational(0, 1);
    let mut program: Vec<Bool> = unknowns.iter().map(|unknown| unknown.ge(&zero)).collect();
    for column in 0..columns {
        let coefficients: Vec<Rational> = rows.iter().map(|row| row.coeffs.coefficient(column)).collect();
        let parts = coefficients.iter().zip(unknowns.iter().cloned()).filter(|(c, _)| !c.is_zero());
        program.push(weighted(parts.chain([(&Rational::ZERO, zero.clone())])).eq(&zero));
    }
    program.push(weighted(rows.iter().map(|row| &row.rhs).zip(unknowns.iter().cloned())).le(&zero));
    // The last row is the only strict one, and the others alone are feasible.
    program.push(unknowns[unknowns.len() - 1].eq(Real::from_rational(1, 1)));
    (unknowns, program)
}

fn weighted<'a>(parts: impl Iterator<Item = (&'a Rational, Real)>) -> Real {
    let parts: Vec<Real> = parts.map(|(coefficient, real)| number(coefficient) * real).collect();
    Real::add(&parts)
}

fn column_name(column: usize) -> Real {
    Real::new_const(format!("x{column}"))
}

fn number(value: &Rational) -> Real {
    let (num, den) = (value.numerator().to_string(), value.denominator().to_string());
    Real::from_rational_str(&num, &den).expect("digits")
}
