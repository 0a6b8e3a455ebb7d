//! Random pairs of cubes.

use super::{
    conflicts::{Contradiction, Dice, World, integer_conflict, noise},
    *,
};
use alphorn_arith::Row;
use alphorn_logic::term::SortId;

/// Two systems: mostly contradictory, in one of several ways.
fn pair(dice: &mut Dice, world: &World) -> [Vec<Row>; 2] {
    let [mut a, mut b] = match dice.roll(10) {
        // Nothing is known.
        0 => [noise(dice, 0, 6), noise(dice, 1, 6)],
        // One side alone is contradictory.
        1 => {
            let contradiction = Contradiction::random(dice);
            let side = dice.roll(2) as usize;
            let mut sides = [Vec::new(), Vec::new()];
            // Both facts are over shared variables, so either side can have both.
            sides[side] = [contradiction.side(dice, 0), contradiction.side(dice, 1)].concat();
            sides
        }
        2..5 if world.all_integers => integer_conflict(dice),
        _ => {
            let contradiction = Contradiction::random(dice);
            [contradiction.side(dice, 0), contradiction.side(dice, 1)]
        }
    };
    a.extend(noise(dice, 0, 3));
    b.extend(noise(dice, 1, 3));
    [a, b]
}

/// What became of random pairs.
#[derive(Default)]
struct Totals {
    answered: usize,
    failed: usize,
    /// Systems with integers and reals that the methods leave open, mostly because Z3 does not decide them.
    open: usize,
    rejected: u64,
    by_method: [u64; Method::ALL.len()],
}

/// Runs pairs that share a pool, a context and the interpolators, one for each style.
fn run_batch(rounds: usize, dice: &mut Dice, totals: &mut Totals) {
    let (mut terms, mut judge) = (Terms::new(), Judge::new());
    let styles = [Strength::Strong, Strength::Middle, Strength::Weak];
    let config = |strength, decompose| Config { strength, decompose, ..Config::default() };
    let mut interpolators: Vec<Interpolator> = styles
        .into_iter()
        .flat_map(|strength| [false, true].map(|decompose| Interpolator::new(config(strength, decompose))))
        .collect();
    let worlds = [
        World::new(&mut terms, |_| SortId::INT),
        World::new(&mut terms, |_| SortId::REAL),
        World::new(&mut terms, |at| [SortId::INT, SortId::REAL][at % 2]),
    ];
    for round in 0..rounds {
        let which = dice.roll(3) as usize;
        let world = &worlds[which];
        let [a, b] = pair(dice, world).map(|rows| world.literals(&mut terms, &rows));
        let (prefix, suffix) = (terms.and(a), [b]);
        let question = Question { suffix: &suffix, shared: world.shared(), transitions: &[] };
        match judge.ask(&mut terms, &mut interpolators[round % 6], prefix, &question) {
            Ok(_) => totals.answered += 1,
            Err(Failure::Satisfiable) => {}
            Err(failure) => {
                let (a, b) = (terms.display(prefix), terms.and(suffix[0].iter().copied()));
                eprintln!("world {which}: {failure}: {a}\n{}", terms.display(b));
                match failure {
                    Failure::Unknown(_) | Failure::NoMethod if which == 2 => totals.open += 1,
                    _ => totals.failed += 1,
                }
            }
        }
    }
    for interpolator in &interpolators {
        totals.rejected += interpolator.counters().rejected;
        for (method, count) in Method::ALL.into_iter().zip(&mut totals.by_method) {
            *count += interpolator.counters().tally(method).answered;
        }
    }
}

#[test]
fn random_cubes() {
    let (mut dice, mut totals, rounds) = (Dice::new(1), Totals::default(), cases(2_000, 100_000));
    for done in (BATCH..=rounds).step_by(BATCH) {
        run_batch(BATCH, &mut dice, &mut totals);
        let Totals { answered, failed, open, .. } = totals;
        eprintln!("{answered} of {done} answered, {failed} failed, {open} open");
    }
    let count = |method: Method| totals.by_method[method as usize];
    Method::ALL.into_iter().for_each(|method| eprintln!("{}: {}", method.name(), count(method)));
    assert_eq!(totals.rejected, 0, "all methods are right by themselves");
    assert_eq!(totals.failed, 0);
    assert!(totals.answered > rounds * 3 / 4 && totals.open < rounds / 500 + 1);
    assert!(count(Method::Farkas) > 0 && count(Method::Integer) > 0);
}
