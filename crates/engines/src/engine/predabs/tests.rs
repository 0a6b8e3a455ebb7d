//! The paper's examples: which atoms each location gets.

use super::*;
use alphorn_logic::horn::testing::problem;

const FIGURE_2: &str = include_str!("../../../../../benchmarks/papers/popl04/counter-trace-safe.smt2");
const FIGURE_7: &str = include_str!("../../../../../benchmarks/papers/popl04/fig7-safe.smt2");
const FIGURE_8: &str = include_str!("../../../../../benchmarks/papers/popl04/fig8-safe.smt2");
const FIGURE_9: &str = include_str!("../../../../../benchmarks/papers/popl04/fig9-safe.smt2");
const FIGURE_11: &str = include_str!("../../../../../benchmarks/papers/popl04/fig11-safe.smt2");
const FIGURE_1: &str = include_str!("../../../../../benchmarks/papers/popl04/locking-loop-safe.smt2");

/// The atoms of each predicate once there is a solution, with interpolants from the leaves, as the paper has them.
fn atoms(text: &str, abstraction: Abstraction) -> Vec<(String, Vec<String>)> {
    let (mut terms, problem) = problem(text);
    let learning = Learning { root: false, ..Learning::default() };
    let engine = PredicateAbstraction { abstraction, learning, store: None };
    let mut refinement = Refinement::new(&mut terms, &problem, &engine, &Stop::new());
    let verdict = refinement.run(&mut terms, &Stop::new());
    assert!(matches!(verdict, Verdict::Solved(_)), "there is a solution");
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
    // The paper has a <= c - 2 at the cut; a < c is weaker, and enough.
    let expected: [(&str, &[&str]); 5] = [
        ("pc1", &["(>= x1 0)"]),
        ("pc2", &["(<= (+ x1 (* (- 1) x2)) 0)"]),
        ("pc3", &["(<= (+ x0 (* (- 1) x2)) 0)"]),
        ("pc4", &["(<= (+ x0 (* (- 1) x2)) (- 1))"]),
        ("pc5", &["(<= (+ x0 (* (- 1) x2)) (- 1))"]),
    ];
    assert_atoms(FIGURE_7, &expected);
}

#[test]
fn figure_9_has_the_cell_and_the_alias_at_the_cut() {
    // The paper has *y = 0 at the cut (pc4); *x >= 0 and x = y say enough of it.
    let found = atoms(FIGURE_9, Abstraction::Cartesian);
    assert_eq!(found[3].1, ["(>= (select x0 x1) 0)", "(= (+ x1 (* (- 1) x2)) 0)"], "at pc4");
    assert!(found[1..3].iter().all(|(_, atoms)| *atoms == ["(>= (select x0 x1) 0)"]), "{found:?}");
}

#[test]
fn figure_11_has_a_summary_over_the_store_and_its_entry_value() {
    let expected: [(&str, &[&str]); 4] = [
        ("inc_entry", &["(= x0 x2)"]),
        // The paper's is about the cell alone, *x = phi_*x + 1; this one is about the store that has it.
        ("inc_summary", &["(= x2 (store x0 x1 (+ (select x0 x1) 1)))"]),
        ("main_call", &["(= (select x0 x1) 0)"]),
        ("main_returned", &["(<= (select x0 x1) 1)", "(>= (select x0 x1) 1)"]),
    ];
    assert_atoms(FIGURE_11, &expected);
}

/// One rule with two kinds of facts.
const TWO_KINDS: &str = "(declare-fun P (Int) Bool)
    (assert (forall ((x Int)) (=> (or (<= x 0) (>= x 10)) (P x))))
    (assert (forall ((x Int)) (=> (and (P x) (< 0 x) (< x 10)) false)))";

#[test]
fn boolean_abstraction_has_combinations_where_cartesian_has_one_state() {
    let run = |abstraction| {
        let (mut terms, problem) = problem(TWO_KINDS);
        let engine = PredicateAbstraction { abstraction, learning: Learning::default(), store: None };
        let mut refinement = Refinement::new(&mut terms, &problem, &engine, &Stop::new());
        let verdict = refinement.run(&mut terms, &Stop::new());
        assert!(matches!(verdict, Verdict::Solved(_)), "there is a solution");
        let states = refinement.instances.of(PredId(0)).iter().map(|state| refinement.labels[state.index()]);
        let states = states.map(|state| terms.display(state)).collect::<Vec<_>>();
        (refinement.atoms[0].len(), states)
    };
    // The disjunction is an atom of its own, or each part is one, and either may hold.
    assert_eq!(run(Abstraction::Cartesian), (1, vec!["(or (<= x0 0) (>= x0 10))".to_string()]));
    let (atoms, mut states) = run(Abstraction::Boolean);
    states.sort();
    assert_eq!(atoms, 2);
    assert_eq!(states, ["(and (<= x0 0) (not (>= x0 10)))", "(and (not (<= x0 0)) (>= x0 10))"]);
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
    let engine =
        PredicateAbstraction { abstraction: Abstraction::Cartesian, learning: Learning::default(), store: None };
    let mut statistics = Statistics::default();
    let verdict = engine.solve(&mut terms, &problem, &mut statistics, &Stop::new());
    assert!(matches!(verdict, Verdict::Solved(_)));
    let count = |name: &str| statistics.count(&format!("predabs-{name}"));
    assert_eq!(["atoms-of-pc0", "atoms-of-pc1", "atoms-of-pc4"].map(count), [None, Some(1), Some(1)]);
    assert_eq!(["atoms", "most-atoms", "language"].map(count), [Some(4), Some(1), Some(0)]);
}
