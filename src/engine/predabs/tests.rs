//! The paper's examples: which atoms each location gets.

use super::*;
use crate::horn::testing::problem;

const FIGURE_2: &str = include_str!("../../../benchmarks/papers/popl04/counter-trace-safe.smt2");
const FIGURE_7: &str = include_str!("../../../benchmarks/papers/popl04/fig7-safe.smt2");
const FIGURE_8: &str = include_str!("../../../benchmarks/papers/popl04/fig8-safe.smt2");
const FIGURE_1: &str = include_str!("../../../benchmarks/papers/popl04/locking-loop-safe.smt2");

/// The atoms of each predicate once there is a solution.
fn atoms(text: &str, abstraction: Abstraction) -> Vec<(String, Vec<String>)> {
    let (mut terms, problem) = problem(text);
    let engine = PredicateAbstraction { abstraction, restriction: true };
    let mut refinement = Refinement::new(&mut terms, &problem, &engine, SmtConfig::default(), &Stop::new());
    let verdict = refinement.advance(&mut terms, &Stop::new(), &|| false);
    assert!(matches!(verdict, Some(Verdict::Solved(_))), "there is a solution");
    let shown = |atoms: &indexmap::IndexSet<TermId, _>| atoms.iter().map(|&atom| terms.display(atom)).collect();
    let preds = problem.pred_ids().zip(&refinement.atoms);
    preds.map(|(pred, atoms)| (problem.name(&terms, pred).to_string(), shown(atoms))).collect()
}

fn assert_atoms(text: &str, expected: &[(&str, &[&str])]) {
    for abstraction in [Abstraction::Cartesian, Abstraction::Boolean] {
        let found = atoms(text, abstraction);
        let found: Vec<(&str, Vec<&str>)> =
            found.iter().map(|(name, atoms)| (&name[..], atoms.iter().map(String::as_str).collect())).collect();
        let expected: Vec<(&str, Vec<&str>)> = expected.iter().map(|(name, atoms)| (*name, atoms.to_vec())).collect();
        assert_eq!(found, expected, "{abstraction:?}");
    }
}

#[test]
fn figure_2_has_one_atom_at_each_location() {
    let expected: [(&str, &[&str]); 5] = [
        ("pc0", &[]),
        ("pc1", &["(= (+ x0 (* (- 1) x2)) 0)"]),
        ("pc2", &["(= (+ x0 (* (- 1) x2)) (- 1))"]),
        ("pc3", &["(= (+ x0 (* (- 1) x1)) (- 1))"]),
        ("pc4", &["(= (+ x1 (* (- 1) x3)) 1)"]),
    ];
    assert_atoms(FIGURE_2, &expected);
}

#[test]
fn figure_8_has_atoms_over_the_locals_and_the_entry_value() {
    let expected: [(&str, &[&str]); 5] = [
        ("inc_entry", &["(= (+ x0 (* (- 1) x1)) 0)"]),
        ("inc_added", &["(= (+ x0 (* (- 1) x1)) (- 1))"]),
        ("inc_summary", &["(= (+ x0 (* (- 1) x1)) (- 1))"]),
        ("main_call", &[]),
        ("main_returned", &["(= (+ x0 (* (- 1) x1)) (- 1))"]),
    ];
    assert_atoms(FIGURE_8, &expected);
}

#[test]
fn figure_7_relates_a_and_c_after_the_cut() {
    let found = atoms(FIGURE_7, Abstraction::Cartesian);
    let (name, at_cut) = &found[3];
    assert_eq!((&name[..], at_cut.len()), ("pc4", 1));
    assert!(at_cut[0].contains("x0") && at_cut[0].contains("x2"), "{at_cut:?}");
}

#[test]
fn figure_1_tracks_each_condition_only_where_it_matters() {
    for abstraction in [Abstraction::Cartesian, Abstraction::Boolean] {
        for (name, atoms) in atoms(FIGURE_1, abstraction) {
            let own = name.strip_prefix("unlock_").and_then(|n| n.parse::<usize>().ok()).map(|n| format!("x{}", n - 1));
            let others = atoms.iter().flat_map(|atom| ["x0", "x1", "x2"].map(|p| (p, atom.contains(p))));
            for (condition, occurs) in others {
                assert!(!occurs || own.as_deref() == Some(condition), "{abstraction:?}: {name}: {atoms:?}");
            }
        }
    }
}

#[test]
fn the_statistics_say_how_many_atoms_each_location_needed() {
    let (mut terms, problem) = problem(FIGURE_2);
    let engine = PredicateAbstraction { abstraction: Abstraction::Cartesian, restriction: true };
    let mut statistics = Statistics::default();
    let verdict = engine.solve(&mut terms, &problem, &mut statistics, &Stop::new());
    assert!(matches!(verdict, Verdict::Solved(_)));
    let count = |name: &str| statistics.count(&format!("predabs-{name}"));
    assert_eq!(["atoms-of-pc0", "atoms-of-pc1", "atoms-of-pc4"].map(count), [None, Some(1), Some(1)]);
    assert_eq!(["atoms", "most-atoms", "language"].map(count), [Some(4), Some(1), Some(0)]);
}

#[test]
fn what_was_paused_goes_on_where_it_was() {
    let (mut terms, problem) = problem(FIGURE_1);
    let engine = PredicateAbstraction { abstraction: Abstraction::Cartesian, restriction: true };
    let stop = Stop::new();
    let mut counts = Vec::new();
    for pauses in [false, true] {
        let mut refinement = Refinement::new(&mut terms, &problem, &engine, SmtConfig::default(), &stop);
        let mut turns = 0;
        let verdict = loop {
            turns += 1;
            let asked = std::cell::Cell::new(0);
            let pause = || pauses && asked.replace(asked.get() + 1) > 0;
            if let Some(verdict) = refinement.advance(&mut terms, &stop, &pause) {
                break verdict;
            }
        };
        assert!(matches!(verdict, Verdict::Solved(_)) && (turns > 5) == pauses);
        counts.push((refinement.rounds, refinement.states));
    }
    assert_eq!(counts[0], counts[1]);
}
