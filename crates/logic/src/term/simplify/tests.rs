use super::*;
use crate::term::{
    BvOp, Constructor, ConstructorId, Datatype, Field, Sort, VarId,
    random::{Sample, program},
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn simplification_keeps_values_and_is_idempotent(program in program(40), seeds in any::<[u8; 18]>()) {
        let mut sample = Sample::run(&program);
        let values: Vec<TermId> = (0..seeds.len())
            .map(|i| sample.value(sample.terms.var(sample.vars[i]).sort, seeds[i]))
            .collect();
        let mut simplifier = Simplifier::new();
        for t in sample.last() {
            let terms = &mut sample.terms;
            let simple = simplifier.simplify(terms, t);
            let again = Simplifier::new().simplify(terms, simple);
            prop_assert_eq!(terms.display(again), terms.display(simple), "not normal, from {}", terms.display(t));
            let vars = &sample.vars;
            let lookup = |v: VarId| vars.iter().position(|w| *w == v).map(|i| values[i]);
            if let Ok(value) = terms.eval(t, lookup) {
                prop_assert!(terms.is_value(value));
                let after = terms.eval(simple, lookup);
                prop_assert_eq!(after, Ok(value), "{} became {}", terms.display(t), terms.display(simple));
            }
        }
    }
}

struct Bench {
    terms: Terms,
    p: TermId,
    q: TermId,
    x: TermId,
    y: TermId,
}

fn bench() -> Bench {
    let mut terms = Terms::new();
    let [p, q] = ["p", "q"].map(|n| terms.fresh(n, SortId::BOOL));
    let [x, y] = ["x", "y"].map(|n| terms.fresh(n, SortId::INT));
    Bench { terms, p, q, x, y }
}

impl Bench {
    fn app(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.terms.app(op, args.iter().copied())
    }

    fn becomes(&mut self, t: TermId, text: &str) {
        let simple = Simplifier::new().simplify(&mut self.terms, t);
        assert_eq!(self.terms.display(simple), text, "from {}", self.terms.display(t));
    }
}

#[test]
fn arithmetic_atoms_take_their_normal_form() {
    let mut b = bench();
    let (x, y) = (b.x, b.y);
    let two = b.terms.int(2);
    let sum = b.app(Op::Add, &[x, two, x]);
    let less = b.app(Op::Lt, &[sum, y]);
    b.becomes(less, "(<= (+ (* 2 x) (* (- 1) y)) (- 3))");
    let not = b.app(Op::Not, &[less]);
    b.becomes(not, "(>= (+ (* 2 x) (* (- 1) y)) (- 2))");
    let even = b.app(Op::Eq, &[sum, two]);
    b.becomes(even, "(= x 0)");
    let three = b.terms.int(3);
    let odd = b.app(Op::Eq, &[sum, three]);
    b.becomes(odd, "false");
    let different = b.app(Op::Distinct, &[x, y]);
    b.becomes(different, "(not (= (+ x (* (- 1) y)) 0))");
    let product = b.app(Op::Mul, &[y, sum]);
    b.becomes(product, "(* y (+ (* 2 x) 2))");
    let double = b.app(Op::Add, &[x, x]);
    let product = b.app(Op::Mul, &[y, double, y]);
    b.becomes(product, "(* 2 (* x y y))");
}

#[test]
fn formulas_absorb() {
    let mut b = bench();
    let (p, q, x, y) = (b.p, b.q, b.x, b.y);
    let not_p = b.app(Op::Not, &[p]);
    let (le, gt) = (b.app(Op::Le, &[x, y]), b.app(Op::Lt, &[y, x]));
    let nested = b.app(Op::And, &[q, p]);
    let (top, bottom) = (b.terms.top(), b.terms.bottom());
    for (op, args, text) in [
        (Op::And, vec![p, q, not_p], "false"),
        (Op::Or, vec![p, q, not_p], "true"),
        (Op::And, vec![le, q, gt], "false"),
        (Op::Or, vec![le, gt], "true"),
        (Op::And, vec![p, nested, p], "(and p q)"),
        (Op::And, vec![top, p], "p"),
        (Op::And, vec![bottom, p], "false"),
        (Op::And, vec![], "true"),
        (Op::Implies, vec![p, q], "(or (not p) q)"),
        (Op::Implies, vec![p, p], "true"),
        (Op::Xor, vec![q, not_p], "(= p q)"),
        (Op::Eq, vec![p, not_p], "false"),
        (Op::Eq, vec![le, gt], "false"),
        (Op::Ite, vec![not_p, x, y], "(ite p y x)"),
        (Op::Ite, vec![p, x, x], "x"),
        (Op::Ite, vec![p, top, q], "(or p q)"),
        (Op::Ite, vec![p, bottom, q], "(and (not p) q)"),
        (Op::Ite, vec![p, q, top], "(or (not p) q)"),
        (Op::Ite, vec![p, q, bottom], "(and p q)"),
        (Op::Ite, vec![p, p, q], "(or p q)"),
        (Op::Ite, vec![q, p, not_p], "(= p q)"),
    ] {
        let t = b.app(op, &args);
        b.becomes(t, text);
    }
    let inner = b.app(Op::Ite, &[p, x, y]);
    let outer = b.app(Op::Ite, &[p, inner, y]);
    b.becomes(outer, "(ite p x y)");
}

#[test]
fn what_holds_in_both_cases_holds() {
    let mut b = bench();
    let (p, q, x, y) = (b.p, b.q, b.x, b.y);
    let (le, gt) = (b.app(Op::Le, &[x, y]), b.app(Op::Lt, &[y, x]));
    let not_p = b.app(Op::Not, &[p]);
    let [yes, no, other] = [[le, q, p], [gt, p, q], [le, q, not_p]].map(|args| b.app(Op::Or, &args));
    let both = b.app(Op::And, &[yes, no]);
    b.becomes(both, "(or p q)");
    let all = b.app(Op::And, &[yes, no, other]);
    b.becomes(all, "(and (or (<= (+ x (* (- 1) y)) 0) q (not p)) (or p q))");
    let cases: Vec<TermId> = [[le, p], [le, not_p], [gt, p], [gt, not_p]].map(|args| b.app(Op::And, &args)).to_vec();
    let any = b.app(Op::Or, &cases);
    b.becomes(any, "true");
}

#[test]
fn arrays_are_read_through_stores() {
    let mut b = bench();
    let sort = b.terms.intern_sort(Sort::Array(SortId::INT, SortId::INT));
    let a = b.terms.fresh("a", sort);
    let (x, y) = (b.x, b.y);
    let (zero, one) = (b.terms.int(0), b.terms.int(1));
    let next = b.app(Op::Add, &[x, one]);
    let once = b.app(Op::Store, &[a, x, y]);
    let twice = b.app(Op::Store, &[once, next, zero]);
    for (array, index, text) in [
        (twice, next, "0"),
        (twice, x, "y"),
        (twice, y, "(select (store (store a x y) (+ x 1) 0) y)"),
        (once, next, "(select a (+ x 1))"),
    ] {
        let t = b.app(Op::Select, &[array, index]);
        b.becomes(t, text);
    }
    let again = b.app(Op::Store, &[once, x, zero]);
    b.becomes(again, "(store a x 0)");
    let read = b.app(Op::Select, &[a, x]);
    let same = b.app(Op::Store, &[a, x, read]);
    b.becomes(same, "a");
    let constant = b.app(Op::ConstArray(sort), &[y]);
    let read = b.app(Op::Select, &[constant, x]);
    b.becomes(read, "y");
    let same = b.app(Op::Store, &[constant, x, y]);
    b.becomes(same, "((as const (Array Int Int)) y)");
    let zeros = b.app(Op::ConstArray(sort), &[zero]);
    let second = b.app(Op::Store, &[zeros, one, one]);
    let first = b.app(Op::Store, &[second, zero, one]);
    b.becomes(first, "(store (store ((as const (Array Int Int)) 0) 0 1) 1 1)");
}

#[test]
fn datatypes_are_taken_apart() {
    let mut b = bench();
    let (id, list) =
        b.terms.add_datatype(Datatype { name: "list".into(), params: [].into(), constructors: Vec::new() });
    let field = |name: &str, sort| Field { name: name.into(), sort };
    b.terms.datatype_mut(id).constructors = vec![
        Constructor { name: "nil".into(), fields: vec![] },
        Constructor { name: "cons".into(), fields: vec![field("head", SortId::INT), field("tail", list)] },
    ];
    let [nil, cons] = [0, 1].map(|index| ConstructorId { datatype: id, index });
    let (x, y, l) = (b.x, b.y, b.terms.fresh("l", list));
    let empty = b.app(Op::Construct(nil), &[]);
    let (a, c) = (b.app(Op::Construct(cons), &[x, l]), b.app(Op::Construct(cons), &[y, empty]));
    for (op, args, text) in [
        (Op::Is(cons), vec![a], "true"),
        (Op::Is(nil), vec![a], "false"),
        (Op::Is(nil), vec![l], "((_ is nil) l)"),
        (Op::Field(cons, 0), vec![a], "x"),
        (Op::Field(cons, 1), vec![a], "l"),
        (Op::Field(cons, 1), vec![empty], "(tail nil)"),
        (Op::Eq, vec![a, empty], "false"),
        (Op::Eq, vec![a, c], "(and (= (+ x (* (- 1) y)) 0) (= l nil))"),
        (Op::Eq, vec![empty, l], "(= l nil)"),
    ] {
        let t = b.app(op, &args);
        b.becomes(t, text);
    }
}

#[test]
fn what_smtlib_leaves_open_stays() {
    let mut b = bench();
    let (zero, one) = (b.terms.int(0), b.terms.int(1));
    let real = b.terms.real(0);
    for (op, args, text) in [
        (Op::IntDiv, [one, zero], "(div 1 0)"),
        (Op::Mod, [one, zero], "(mod 1 0)"),
        (Op::Divide, [real, real], "(/ 0.0 0.0)"),
    ] {
        let t = b.app(op, &args);
        b.becomes(t, text);
    }
}

#[test]
fn constants_of_a_declared_sort_may_be_equal() {
    let mut b = bench();
    let u = b.terms.intern_sort(Sort::Uninterpreted("U".into()));
    let [c, d] = ["c", "d"].map(|n| {
        let f = b.terms.declare_fun(n, [], u);
        b.terms.app(Op::Apply(f), [])
    });
    let t = b.app(Op::Eq, &[c, d]);
    b.becomes(t, "(= c d)");
}

#[test]
fn values_are_computed() {
    let mut b = bench();
    let (three, five) = (b.terms.bit_vec_value(4, 3u8.into()), b.terms.bit_vec_value(4, 5u8.into()));
    let sum = b.app(Op::Bv(BvOp::Mul), &[three, five]);
    b.becomes(sum, "#xf");
    let t = b.app(Op::Eq, &[sum, three]);
    b.becomes(t, "false");
    let x = b.terms.fresh_var("x", SortId::INT);
    let t = b.app(Op::Forall([x].into()), &[t]);
    b.becomes(t, "false");
}

#[test]
fn long_chains_take_neither_stack_nor_quadratic_time() {
    let mut b = bench();
    let (mut sum, mut all) = (b.x, b.p);
    for i in 0..60_000 {
        let y = b.terms.fresh("y", SortId::INT);
        let q = b.terms.fresh("q", SortId::BOOL);
        sum = b.app(if i % 2 == 0 { Op::Add } else { Op::Sub }, &[sum, y]);
        all = b.app(Op::And, &[all, q]);
    }
    let zero = b.terms.int(0);
    let atom = b.app(Op::Le, &[sum, zero]);
    let simple = Simplifier::new().simplify(&mut b.terms, atom);
    assert_eq!(Linear::of_atom(&mut b.terms, simple).map(|(sum, _)| sum.monomials().len()), Some(60_001));
    let before = b.terms.len();
    let simple = Simplifier::new().simplify(&mut b.terms, all);
    assert_eq!(b.terms.free_vars([simple]).len(), 60_001);
    assert!(b.terms.len() - before < 120_000);
}
