//! Sequence and tree interpolants: the chain property, checked apart.

use super::*;
use alphorn_logic::term::SortId;

/// Formulas over integers, given by name, one a line.
fn read(names: &str, formulas: &[&str]) -> (Terms, Vec<TermId>) {
    let posed = Posed::ints(names, "", "true", &formulas.concat());
    (posed.terms, posed.suffix)
}

fn check_tree(terms: &mut Terms, nodes: &[TreeNode], interpolants: &[TermId]) {
    let mut judge = Judge::new();
    for (at, node) in nodes.iter().enumerate() {
        let children = (0..at).filter(|child| nodes[*child].parent == Some(at)).map(|child| interpolants[child]);
        let negated = terms.not(interpolants[at]);
        let step: Vec<TermId> = children.chain([node.formula, negated]).collect();
        assert!(judge.is_unsat(terms, &step), "node {at}");
    }
    let bottom = terms.bottom();
    assert_eq!(interpolants.last(), Some(&bottom));
}

#[test]
fn a_loop_unrolled() {
    let (mut terms, formulas) = read(
        "x0 y0 x1 y1 x2 y2",
        &[
            "(and (= x0 0) (= y0 0))",
            "(and (= x1 (+ x0 1)) (= y1 (+ y0 1)))",
            "(and (= x2 (+ x1 1)) (= y2 (+ y1 1)))",
            "(> x2 y2)",
        ],
    );
    let interpolants = Interpolator::default().sequence(&mut terms, &Judge::new().smt, &formulas).unwrap();
    let nodes: Vec<TreeNode> =
        formulas.iter().enumerate().map(|(at, formula)| TreeNode::new(*formula, (at < 3).then_some(at + 1))).collect();
    check_tree(&mut terms, &nodes, &interpolants);
    let shown: Vec<String> = interpolants.iter().map(|fact| terms.display(*fact)).collect();
    assert_eq!(shown[1], "(<= (+ x1 (* (- 1) y1)) 0)");
}

#[test]
fn a_call_tree() {
    let (mut terms, formulas) = read(
        "a b c d e p q",
        &["(= b (+ a 1))", "(and (= p 3) (= d (+ c p)))", "(and (= c b) (> e d))", "(and (= q a) (= a 0) (< e q))"],
    );
    let parents = [Some(2), Some(2), Some(3), None];
    let nodes: Vec<TreeNode> =
        formulas.iter().zip(parents).map(|(formula, parent)| TreeNode::new(*formula, parent)).collect();
    for start in [Start::Leaves, Start::Root] {
        let interpolants = Interpolator::default().tree(&mut terms, &Judge::new().smt, &nodes, start).unwrap();
        check_tree(&mut terms, &nodes, &interpolants);
        let shared: Vec<Vec<VarId>> = interpolants.iter().map(|fact| terms.free_vars([*fact])).collect();
        assert!(shared.iter().take(3).all(|vars| !vars.is_empty()), "each is needed");
    }
}

#[test]
fn from_the_root_less_is_said_than_from_the_leaves() {
    let (mut terms, formulas) =
        read("x y z", &["(and (= x 0) (= y 0))", "(or (and (= z x) (> y 0)) (= z (+ x y)))", "(> z 10)"]);
    let nodes: Vec<TreeNode> =
        formulas.iter().enumerate().map(|(at, formula)| TreeNode::new(*formula, (at < 2).then_some(at + 1))).collect();
    let mut ask = |start| {
        let interpolants = Interpolator::default().tree(&mut terms, &Judge::new().smt, &nodes, start).unwrap();
        check_tree(&mut terms, &nodes, &interpolants);
        interpolants
    };
    let [leaves, root] = [Start::Leaves, Start::Root].map(&mut ask);
    let stronger = terms.not(root[1]);
    assert!(Judge::new().is_unsat(&terms, &[leaves[1], stronger]));
}

#[test]
fn a_tree_of_one_node_is_asked_about_too() {
    let (mut terms, formulas) = read("x", &["(and (> x 0) (< x 0))", "(> x 0)"]);
    let mut ask = |formula| {
        let node = [TreeNode::new(formula, None)];
        Interpolator::default().tree(&mut terms, &Judge::new().smt, &node, Start::Root)
    };
    let [contradiction, consistent] = [formulas[0], formulas[1]].map(&mut ask);
    assert!(consistent.is_err());
    assert_eq!(contradiction, Ok(vec![terms.bottom()]));
}

#[test]
fn satisfiable_sequences_have_none() {
    let mut terms = Terms::new();
    let x = terms.fresh("x", SortId::INT);
    let zero = terms.int(0);
    let (below, above) = (terms.le(x, zero), terms.app(Op::Ge, [x, zero]));
    let found = Interpolator::default().sequence(&mut terms, &Judge::new().smt, &[below, above]);
    assert_eq!(found, Err(Failure::Satisfiable));
}
