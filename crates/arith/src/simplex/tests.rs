use super::*;
use crate::testing::{COLUMNS, forms, relations, rows, systems};
use alphorn_run::stop::Cause;
use dashu_int::IBig;
use proptest::prelude::*;

fn system(rows: &[Row]) -> Simplex {
    let mut simplex = Simplex::new();
    simplex.extend(rows.iter().cloned());
    simplex
}

/// The verdict, after checking its evidence.
fn checked(simplex: &mut Simplex) -> Verdict {
    let verdict = simplex.check().unwrap();
    match &verdict {
        Verdict::Feasible => {
            let model = simplex.model().unwrap();
            for (_, row) in simplex.active() {
                assert!(row.holds_at(&model), "{row} at {model:?}");
            }
        }
        Verdict::Infeasible(farkas) => {
            assert!(farkas.check(|id| simplex.active().find(|(active, _)| *active == id).map(|(_, row)| row)));
        }
    }
    verdict
}

/// What the optimum says is so: its multipliers add up to it, and a point comes to it.
fn check_optimum(simplex: &mut Simplex, objective: &Linear) -> Optimum {
    let optimum = simplex.maximise(objective).unwrap();
    match &optimum {
        Optimum::Infeasible(farkas) => assert!(farkas.check(|id| simplex.row(id))),
        Optimum::Unbounded => {
            simplex.push();
            simplex.add(Row::ge(objective.clone(), IBig::ONE << 300usize));
            assert!(checked(simplex).is_feasible());
            simplex.pop();
        }
        Optimum::Bounded { value, attained, multipliers } => {
            let parts = multipliers.iter().map(|(id, multiplier)| (simplex.row(*id).unwrap(), multiplier));
            let sum = Row::weighted_sum(parts).unwrap();
            assert_eq!((&sum.coeffs, &sum.rhs), (objective, value));
            assert_eq!(sum.relation == Relation::Lt, !attained);
            let reached = objective.evaluate(&simplex.model().unwrap());
            assert!(if *attained { reached == *value } else { reached < *value });
        }
    }
    optimum
}

proptest! {
    #[test]
    fn verdicts_have_evidence(rows in systems()) {
        checked(&mut system(&rows));
    }

    #[test]
    fn certificates_are_irreducible_and_integral(rows in systems()) {
        if let Verdict::Infeasible(farkas) = checked(&mut system(&rows)) {
            prop_assert!(farkas.multipliers.iter().all(|(_, m)| m.is_integer()));
            for (left_out, _) in &farkas.multipliers {
                let others = farkas.multipliers.iter().filter(|(id, _)| id != left_out);
                let others: Vec<Row> = others.map(|(id, _)| rows[id.index()].clone()).collect();
                prop_assert!(checked(&mut system(&others)).is_feasible());
            }
        }
    }

    #[test]
    fn optima_have_evidence(rows in systems(), objective in forms()) {
        let mut simplex = system(&rows);
        let best = check_optimum(&mut simplex, &objective);
        let mut negated = objective.clone();
        negated.scale(&Rational::MINUS_ONE);
        if let (Optimum::Bounded { value, .. }, Optimum::Bounded { value: lowest, .. }) =
            (simplex.minimise(&negated).unwrap(), best)
        {
            prop_assert_eq!(-value, lowest);
        }
    }

    #[test]
    fn entailment_agrees_with_optimisation(rows in systems(), form in forms(), relation in relations(), slack in -1i64..=1) {
        let mut simplex = system(&rows);
        let mut negated = form.clone();
        negated.scale(&Rational::MINUS_ONE);
        let Optimum::Bounded { value, attained, .. } = simplex.maximise(&form).unwrap() else {
            let feasible = simplex.check().unwrap().is_feasible();
            prop_assert_eq!(simplex.entails(&Row::new(form, relation, 7)).unwrap(), !feasible);
            return Ok(());
        };
        let lowest = match simplex.minimise(&form).unwrap() {
            Optimum::Bounded { value, .. } => Some(value),
            _ => None,
        };
        let bound = &value + Rational::from(slack);
        let expected = match relation {
            Relation::Le => value <= bound,
            Relation::Lt => value < bound || (value == bound && !attained),
            Relation::Eq => value == bound && lowest == Some(value.clone()),
        };
        prop_assert_eq!(simplex.entails(&Row::new(form, relation, bound)).unwrap(), expected);
    }

    #[test]
    fn implied_equalities_are_exactly_the_tight_rows(rows in systems()) {
        let mut simplex = system(&rows);
        let Some(tight) = simplex.implied_equalities().unwrap() else {
            prop_assert!(!checked(&mut simplex).is_feasible());
            return Ok(());
        };
        let inside = simplex.model().unwrap();
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.relation == Relation::Le) {
            if tight.contains(&ConstraintId(at as u32)) {
                prop_assert!(simplex.entails(&Row::eq(row.coeffs.clone(), row.rhs.clone())).unwrap());
            } else {
                prop_assert!(row.coeffs.evaluate(&inside) < row.rhs);
            }
        }
        prop_assert_eq!(checked(&mut simplex), Verdict::Feasible);
    }

    /// Whatever was added, taken back and asked before, the answer is that of a fresh system.
    #[test]
    fn incremental_agrees_with_fresh(
        steps in prop::collection::vec((0..9, rows(), any::<prop::sample::Index>()), 0..30),
    ) {
        let mut simplex = Simplex::new();
        // The state of each constraint as it should be: present with its activity, or removed.
        let mut expected: Vec<Option<(Row, bool)>> = Vec::new();
        let mut scopes = Vec::new();
        for (kind, row, pick) in steps {
            let picked = (!expected.is_empty()).then(|| pick.index(expected.len()));
            match (kind, picked) {
                (0..=3, _) => {
                    prop_assert_eq!(simplex.add(row.clone()).index(), expected.len());
                    expected.push(Some((row, true)));
                }
                (4 | 5, Some(at)) => {
                    let active = kind == 5;
                    let id = ConstraintId(at as u32);
                    if active { simplex.activate(id) } else { simplex.deactivate(id) }
                    if let Some(constraint) = &mut expected[at] {
                        constraint.1 = active;
                    }
                }
                (6, Some(at)) => {
                    simplex.remove(ConstraintId(at as u32));
                    expected[at] = None;
                }
                (7, _) => {
                    simplex.push();
                    scopes.push(expected.len());
                }
                (8, _) => {
                    if let Some(start) = scopes.pop() {
                        simplex.pop();
                        expected.truncate(start);
                    }
                }
                _ => {}
            }
            let fresh: Vec<Row> =
                expected.iter().flatten().filter(|(_, active)| *active).map(|(row, _)| row.clone()).collect();
            let active: Vec<Row> = simplex.active().map(|(_, row)| row.clone()).collect();
            prop_assert_eq!(&active, &fresh);
            if pick.index(3) == 0 {
                prop_assert_eq!(checked(&mut simplex).is_feasible(), checked(&mut system(&fresh)).is_feasible());
            } else if pick.index(3) == 1 {
                check_optimum(&mut simplex, &row_of_all_columns());
            }
        }
    }
}

fn row_of_all_columns() -> Linear {
    Linear::new((0..COLUMNS).map(|column| (column, column as i64 - 2)))
}

fn fraction(num: i64, den: i64) -> Rational {
    Rational::new(num, den).unwrap()
}

/// `-column ≤ 0` for columns below `count`.
fn nonnegative(count: usize) -> impl Iterator<Item = Row> {
    (0..count).map(|column| Row::ge(Linear::column(column), 0))
}

#[test]
fn beale_does_not_cycle() {
    let mut simplex = Simplex::new();
    simplex.extend(nonnegative(4));
    let first = [fraction(1, 4), fraction(-8, 1), fraction(-1, 1), fraction(9, 1)];
    let second = [fraction(1, 2), fraction(-12, 1), fraction(-1, 2), fraction(3, 1)];
    simplex.add(Row::le(Linear::new(first.into_iter().enumerate()), 0));
    simplex.add(Row::le(Linear::new(second.into_iter().enumerate()), 0));
    simplex.add(Row::le(Linear::column(2), 1));
    let objective = [fraction(3, 4), fraction(-20, 1), fraction(1, 2), fraction(-6, 1)];
    let objective = Linear::new(objective.into_iter().enumerate());
    let Optimum::Bounded { value, attained: true, .. } = check_optimum(&mut simplex, &objective) else {
        panic!("bounded");
    };
    assert_eq!(value, fraction(5, 4));
}

/// The twisted cube that leads some rules through all of its 2^n corners.
#[test]
fn klee_minty_cube() {
    const SIZE: usize = 9;
    let mut simplex = Simplex::new();
    simplex.extend(nonnegative(SIZE));
    for i in 0..SIZE {
        let twist = (0..i).map(|j| (j, 1i64 << (i - j + 1)));
        simplex.add(Row::le(Linear::new(twist.chain([(i, 1)])), 5i64.pow(i as u32 + 1)));
    }
    let objective = Linear::new((0..SIZE).map(|j| (j, 1i64 << (SIZE - 1 - j))));
    let Optimum::Bounded { value, .. } = check_optimum(&mut simplex, &objective) else { panic!("bounded") };
    assert_eq!(value, Rational::from(5i64.pow(SIZE as u32)));
}

#[test]
fn hilbert_equations_have_their_exact_solution() {
    const SIZE: usize = 12;
    let mut simplex = Simplex::new();
    for i in 0..SIZE {
        let form = Linear::new((0..SIZE).map(|j| (j, fraction(1, (i + j + 1) as i64))));
        let rhs = form.evaluate(&vec![Rational::ONE; SIZE]);
        simplex.add(Row::eq(form, rhs));
    }
    assert!(checked(&mut simplex).is_feasible());
    assert_eq!(simplex.model().unwrap(), vec![Rational::ONE; SIZE]);
    simplex.add(Row::lt(Linear::new((0..SIZE).map(|j| (j, 1))), SIZE as i64));
    assert!(!checked(&mut simplex).is_feasible());
}

#[test]
fn a_gap_far_below_the_coefficients_is_seen() {
    let huge = Rational::from(IBig::ONE << 200usize);
    let form = Linear::new([(0, huge.clone()), (1, &huge + Rational::ONE)]);
    let below = Row::le(form.clone(), huge.clone());
    let mut simplex = system(&[below, Row::gt(form, &huge - fraction(1, 3))]);
    assert!(checked(&mut simplex).is_feasible());
    simplex.extend([Row::eq(Linear::column(1), 0), Row::gt(Linear::column(0), 1)]);
    assert!(!checked(&mut simplex).is_feasible());
}

#[test]
fn a_long_chain_of_differences() {
    const LENGTH: usize = 400;
    let mut simplex = Simplex::new();
    simplex.extend((0..LENGTH).map(|i| Row::le(Linear::new([(i, 1), (i + 1, -1)]), -1)));
    assert!(checked(&mut simplex).is_feasible());
    simplex.add(Row::lt(Linear::new([(LENGTH, 1), (0, -1)]), LENGTH as i64));
    let Verdict::Infeasible(farkas) = checked(&mut simplex) else { panic!("the chain is too long") };
    assert_eq!(farkas.multipliers.len(), LENGTH + 1);
}

#[test]
fn rows_without_columns_decide_themselves() {
    let mut simplex = Simplex::new();
    simplex.add(Row::le(Linear::default(), 0));
    assert!(checked(&mut simplex).is_feasible());
    let strict = simplex.add(Row::lt(Linear::default(), 0));
    let Verdict::Infeasible(farkas) = checked(&mut simplex) else { panic!("0 < 0") };
    assert_eq!(farkas.multipliers, [(strict, Rational::ONE)]);
}

#[test]
fn half_of_a_certificate_separates_the_sides() {
    // A: x0 ≤ x1, x1 ≤ x2. B: x2 < x0. Shared: x0 and x2.
    let mut simplex = Simplex::new();
    let a = simplex.extend([Row::le(Linear::new([(0, 1), (1, -1)]), 0), Row::le(Linear::new([(1, 1), (2, -1)]), 0)]);
    simplex.add(Row::lt(Linear::new([(2, 1), (0, -1)]), 0));
    let Verdict::Infeasible(farkas) = checked(&mut simplex) else { panic!("a cycle") };
    let between = farkas.sum(|id| a.contains(&id).then(|| simplex.row(id)).flatten()).unwrap();
    assert_eq!(between.to_string(), "x0 - x2 ≤ 0");
}

/// The program of an interpolator: a half-space `h·x ≤ c` that two cubes imply and a third contradicts.
#[test]
fn one_half_space_for_two_cubes() {
    // Cubes x ≤ 0, y ≥ 0 and x ≤ 2, y ≥ 2 against x ≥ y + 1. The unknowns: h, c, and the multipliers of the rows.
    let (hx, hy, c, first, second, third) = (0, 1, 2, [3, 4], [5, 6], 7);
    let mut program = Simplex::new();
    program.extend((3..8).map(|multiplier| Row::ge(Linear::column(multiplier), 0)));
    for [upper, lower] in [first, second] {
        program.add(Row::eq(Linear::new([(upper, 1), (hx, -1)]), 0));
        program.add(Row::eq(Linear::new([(lower, -1), (hy, -1)]), 0));
    }
    program.add(Row::ge(Linear::column(c), 0));
    program.add(Row::le(Linear::new([(second[0], 2), (second[1], -2), (c, -1)]), 0));
    program.add(Row::eq(Linear::new([(third, -1), (hx, 1)]), 0));
    program.add(Row::eq(Linear::new([(third, 1), (hy, 1)]), 0));
    program.add(Row::le(Linear::new([(third, -1), (c, 1)]), -1));
    let sum = Linear::new((3..8).map(|multiplier| (multiplier, 1)));
    let Optimum::Bounded { value, attained: true, .. } = program.minimise(&sum).unwrap() else { panic!("bounded") };
    assert_eq!(value, Rational::from(5));
    assert_eq!(program.model().unwrap()[..3], [1, -1, 0].map(Rational::from), "x - y ≤ 0");
}

#[test]
fn certificates_of_other_rows_are_refused() {
    let mut simplex = system(&[Row::le(Linear::column(0), 0), Row::ge(Linear::column(0), 1)]);
    let Verdict::Infeasible(mut farkas) = checked(&mut simplex) else { panic!("0 < 1") };
    simplex.remove(farkas.multipliers[0].0);
    assert!(!farkas.check(|id| simplex.row(id)), "a constraint is gone");
    let loose = [Row::le(Linear::column(0), 1), Row::ge(Linear::column(0), 1)];
    assert!(!farkas.check(|id| loose.get(id.index())), "1 ≤ x0 ≤ 1 has a point");
    let tight = [Row::le(Linear::column(0), 0), Row::ge(Linear::column(0), 1)];
    assert!(farkas.check(|id| tight.get(id.index())));
    farkas.multipliers[0].1 = Rational::MINUS_ONE;
    assert!(!farkas.check(|id| tight.get(id.index())), "a negative multiplier");
}

#[test]
fn stops_and_goes_on() {
    let mut simplex = system(&[
        Row::ge(Linear::new([(0, 1), (1, 1)]), 3),
        Row::ge(Linear::new([(0, 1), (1, -1)]), 3),
        Row::ge(Linear::new([(0, -1), (1, 3)]), 3),
    ]);
    let stop = Stop::new();
    simplex.limit(stop.clone(), Some(1));
    assert_eq!(simplex.check(), Err(OutOfBudget));
    assert_eq!(simplex.model(), None);
    simplex.limit(stop.clone(), None);
    stop.stop(Cause::Timeout);
    assert_eq!(simplex.check(), Err(OutOfBudget));
    simplex.limit(Stop::new(), None);
    assert!(checked(&mut simplex).is_feasible());
}
