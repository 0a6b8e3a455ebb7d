//! Random formulas against random cubes.

use super::*;
use crate::term::SortId;
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

/// A program of small numbers that builds formulas from those built before.
type Instruction = (u8, [u8; 4]);

fn programs() -> impl Strategy<Value = (Vec<Instruction>, Vec<Instruction>)> {
    let program = |length| prop::collection::vec((any::<u8>(), any::<[u8; 4]>()), length);
    (program(8..26), program(2..10))
}

/// Runs a program over some variables; the sums are linear, with `ite`, `abs`, `div` and `mod` in between.
fn run(terms: &mut Terms, vars: &[TermId], program: &[Instruction]) -> (Vec<TermId>, Vec<TermId>) {
    let mut sums: Vec<TermId> = vars.to_vec();
    let mut formulas: Vec<TermId> = Vec::new();
    for (which, choices) in program {
        let sum = |at: u8| sums[at as usize % sums.len()];
        let (a, b) = (sum(choices[0]), sum(choices[1]));
        let small = i64::from(choices[2] % 9) - 4;
        let number = terms.int(small);
        let divisor = terms.int(if small == 0 { 2 } else { small });
        let earlier = |at: u8| (!formulas.is_empty()).then(|| formulas[at as usize % formulas.len()]);
        match which % 20 {
            0 => sums.push(terms.app(Op::Add, [a, b])),
            1 => sums.push(terms.app(Op::Sub, [a, number])),
            2 => sums.push(terms.app(Op::Mul, [number, a])),
            3 => sums.push(terms.app(Op::Mod, [a, divisor])),
            4 => sums.push(terms.app(Op::IntDiv, [a, divisor])),
            5 => sums.push(terms.app(Op::Abs, [a])),
            6 => sums.extend(earlier(choices[3]).map(|condition| terms.app(Op::Ite, [condition, a, b]))),
            7 | 8 => formulas.push(terms.app(Op::Le, [a, b])),
            9 | 10 => formulas.push(terms.app(Op::Lt, [a, number])),
            11 => formulas.push(terms.app(Op::Ge, [a, number])),
            12 => formulas.push(terms.app(Op::Eq, [a, b])),
            13 => formulas.push(terms.app(Op::Distinct, [a, b, number])),
            14 => formulas.extend(earlier(choices[0]).map(|formula| terms.not(formula))),
            15 => formulas.push(terms.app(Op::Gt, [a, b])),
            other => {
                let (Some(p), Some(q)) = (earlier(choices[0]), earlier(choices[1])) else { continue };
                formulas.push(match other {
                    16 => terms.and([p, q]),
                    17 => terms.or([p, q]),
                    18 => terms.app(Op::Implies, [p, q]),
                    _ => terms.app(Op::Eq, [p, q]),
                });
            }
        }
    }
    (sums, formulas)
}

#[test]
fn random_formulas() {
    let mut runner = TestRunner::deterministic();
    let (mut terms, mut judge) = (Terms::new(), Judge::new());
    let mut interpolator = Interpolator::default();
    let vars: Vec<VarId> = (0..7).map(|at| terms.fresh_var(&format!("v{at}"), SortId::INT)).collect();
    let all: Vec<TermId> = vars.iter().map(|var| terms.var_term(*var)).collect();
    let (mut answered, mut failed) = (0, 0);
    for _ in 0..cases(800, 10_000) {
        let (a, b) = programs().new_tree(&mut runner).unwrap().current();
        let (_, mut above) = run(&mut terms, &all[..5], &a);
        let own = [&all[..3], &all[5..]].concat();
        let (_, below) = run(&mut terms, &own, &b);
        let keep = above.len().saturating_sub(3);
        let prefix = terms.and(above.split_off(keep));
        let half = below.len() / 2;
        let suffix = [below[..half].to_vec(), below[half..].to_vec()];
        let question = Question { prefix, suffix: &suffix, shared: &vars[..3], transitions: &[] };
        match judge.ask(&mut terms, &mut interpolator, &question) {
            Ok(_) => answered += 1,
            Err(Failure::Satisfiable) => {}
            Err(failure) => {
                failed += 1;
                let suffix: Vec<TermId> = suffix.iter().map(|cube| terms.and(cube.iter().copied())).collect();
                let suffix = terms.or(suffix);
                eprintln!("{failure}: {}\n{}", terms.display(prefix), terms.display(suffix));
            }
        }
    }
    eprintln!("{answered} answered, {failed} failed; {:?}", interpolator.counters());
    assert_eq!(interpolator.counters().rejected, 0, "all methods are right by themselves");
    assert!(failed == 0 && answered > cases(800, 10_000) / 10, "{answered} answered, {failed} failed");
}
