//! Random formulas against random cubes.

use super::{
    conflicts::{Contradiction, Dice, PRIVATE, World, integer_conflict, noise},
    *,
};
use alphorn_logic::term::SortId;

/// Terms and formulas over one side's variables, with `ite`, `abs`, `div` and `mod`, each built from earlier ones.
fn soup(terms: &mut Terms, dice: &mut Dice, world: &World, side: usize, size: u64) -> Vec<TermId> {
    let own = [&[0, 1, 2][..], &PRIVATE[side]].concat();
    let mut sums: Vec<TermId> = own.iter().map(|at| terms.var_term(world.vars[*at])).collect();
    let mut formulas: Vec<TermId> = Vec::new();
    for _ in 0..size {
        let mut sum = || sums[dice.roll(sums.len() as u64) as usize];
        let (a, b) = (sum(), sum());
        let small = dice.roll(9) as i64 - 4;
        let (number, divisor) = (terms.int(small), terms.int(if small == 0 { 2 } else { small }));
        let earlier =
            (!formulas.is_empty()).then(|| [(); 2].map(|()| formulas[dice.roll(formulas.len() as u64) as usize]));
        match (dice.roll(16), earlier) {
            (0, _) => sums.push(terms.app(Op::Add, [a, b])),
            (1, _) => sums.push(terms.app(Op::Mul, [number, a])),
            (2, _) => sums.push(terms.app(Op::Mod, [a, divisor])),
            (3, _) => sums.push(terms.app(Op::IntDiv, [a, divisor])),
            (4, _) => sums.push(terms.app(Op::Abs, [a])),
            (5, Some([condition, _])) => sums.push(terms.app(Op::Ite, [condition, a, b])),
            (6, Some([formula, _])) => formulas.push(terms.not(formula)),
            (7, Some(both)) => formulas.push(terms.and(both)),
            (8 | 9, Some(both)) => formulas.push(terms.or(both)),
            (10, Some(both)) => formulas.push(terms.app(Op::Eq, both)),
            (11, _) => formulas.push(terms.app(Op::Distinct, [a, b, number])),
            (12, _) => formulas.push(terms.app(Op::Eq, [a, b])),
            (13, _) => formulas.push(terms.app(Op::Ge, [a, number])),
            _ => formulas.push(terms.app(Op::Lt, [a, b])),
        }
    }
    formulas
}

/// A disjunction of cubes, each in conflict with the suffix in one of two ways, with formulas that do not matter.
fn pose(terms: &mut Terms, dice: &mut Dice, world: &World) -> (TermId, Vec<Vec<TermId>>) {
    let contradictions = [Contradiction::random(dice), Contradiction::random(dice)];
    let [odd, even] = integer_conflict(dice);
    let mut cubes = Vec::new();
    for _ in 0..=dice.roll(4) {
        let mut rows = match dice.roll(5) {
            0 => odd.clone(),
            way => contradictions[way as usize % 2].side(dice, 0),
        };
        rows.extend(noise(dice, 0, 2));
        let mut cube = world.literals(terms, &rows);
        cube.extend(soup(terms, dice, world, 0, 6).pop());
        cubes.push(terms.and(cube));
    }
    let cases = terms.or(cubes);
    let extra = soup(terms, dice, world, 0, 12).pop();
    let prefix = terms.and(extra.into_iter().chain([cases]));
    let suffix = (0..=dice.roll(4) / 3)
        .map(|_| {
            let mut rows = [contradictions[0].side(dice, 1), contradictions[1].side(dice, 1), even.clone()].concat();
            rows.extend(noise(dice, 1, 1));
            let mut cube = world.literals(terms, &rows);
            cube.extend(soup(terms, dice, world, 1, 6).pop());
            cube
        })
        .collect();
    (prefix, suffix)
}

#[test]
fn random_formulas() {
    let (mut dice, rounds) = (Dice::new(2), cases(BATCH, 10_000));
    let (mut answered, mut cubes, mut by_method) = (0, 0, [0; Method::ALL.len()]);
    for done in (0..rounds).step_by(BATCH) {
        let (mut terms, mut judge, mut interpolator) = (Terms::new(), Judge::new(), Interpolator::default());
        let world = World::new(&mut terms, |_| SortId::INT);
        for _ in 0..BATCH {
            let (prefix, suffix) = pose(&mut terms, &mut dice, &world);
            let question = Question { suffix: &suffix, shared: world.shared(), transitions: &[] };
            match judge.ask(&mut terms, &mut interpolator, prefix, &question) {
                Ok(_) => answered += 1,
                Err(failure) => {
                    let suffix: Vec<TermId> = suffix.iter().map(|cube| terms.and(cube.iter().copied())).collect();
                    let suffix = terms.or(suffix);
                    eprintln!("{failure}: {}\n{}", terms.display(prefix), terms.display(suffix));
                }
            }
        }
        let counters = interpolator.counters();
        assert_eq!(counters.rejected, 0, "all methods are right by themselves");
        cubes += counters.cubes;
        for (method, count) in Method::ALL.into_iter().zip(&mut by_method) {
            *count += counters.tally(method).answered;
        }
        eprintln!("{answered} of {} answered, {cubes} cubes", done + BATCH);
    }
    let count = |method: Method| by_method[method as usize];
    Method::ALL.into_iter().for_each(|method| eprintln!("{}: {}", method.name(), count(method)));
    assert_eq!(answered, rounds);
    for method in [Method::Group, Method::Farkas, Method::Integer] {
        assert!(count(method) > 0, "{} answers for some", method.name());
    }
}
