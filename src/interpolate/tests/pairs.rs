//! Random pairs of cubes.

use super::{
    conflicts::{Contradiction, Dice, World, integer_conflict, noise},
    *,
};
use crate::{arith::Row, term::SortId};

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

#[test]
fn random_cubes() {
    let (mut terms, mut judge, mut dice) = (Terms::new(), Judge::new(), Dice::new(1));
    let styles = [Strength::Strong, Strength::Middle, Strength::Weak];
    let elimination_time = Duration::from_millis(100);
    let config = |strength, decompose| Config { strength, decompose, elimination_time, ..Config::default() };
    let mut interpolators: Vec<Interpolator> = styles
        .into_iter()
        .flat_map(|strength| [false, true].map(|decompose| Interpolator::new(config(strength, decompose))))
        .collect();
    let worlds = [
        World::new(&mut terms, |_| SortId::INT),
        World::new(&mut terms, |_| SortId::REAL),
        World::new(&mut terms, |at| [SortId::INT, SortId::REAL][at % 2]),
    ];
    let rounds = cases(2_000, 100_000);
    let (mut answered, mut failed, mut unknown) = (0, 0, 0);
    for round in 0..rounds {
        let which = dice.roll(3) as usize;
        let world = &worlds[which];
        let [a, b] = pair(&mut dice, world).map(|rows| world.literals(&mut terms, &rows));
        let (prefix, suffix) = (terms.and(a), [b]);
        let question = Question { suffix: &suffix, shared: world.shared(), transitions: &[] };
        match judge.ask(&mut terms, &mut interpolators[round % 6], prefix, &question) {
            Ok(_) => answered += 1,
            Err(Failure::Satisfiable) => {}
            // Z3 does not decide all systems with integers and reals.
            Err(Failure::Unknown(_)) if which == 2 => unknown += 1,
            Err(failure) => {
                failed += 1;
                let (a, b) = (terms.display(prefix), terms.and(suffix[0].iter().copied()));
                eprintln!("world {which}: {failure}: {a}\n{}", terms.display(b));
            }
        }
    }
    let counters: Vec<&Counters> = interpolators.iter().map(Interpolator::counters).collect();
    let count = |method| counters.iter().map(|counters| counters.tally(method).answered).sum::<u64>();
    Method::ALL.into_iter().for_each(|method| eprintln!("{}: {}", method.name(), count(method)));
    eprintln!("{answered} of {rounds} answered, {failed} failed, {unknown} beyond the solver");
    assert_eq!(
        counters.iter().map(|counters| counters.rejected).sum::<u64>(),
        0,
        "all methods are right by themselves"
    );
    assert_eq!(failed, 0);
    assert!(answered > rounds * 3 / 4 && unknown < rounds / 1000 + 1);
    assert!(count(Method::Farkas) > 0 && count(Method::Integer) > 0);
}
