use super::*;
use crate::{
    ffi::{Checked, Limits},
    session::Session,
};
use alphorn_logic::term::{BvOp, Constructor, ConstructorId, Datatype, Field, Sort, VarId};
use alphorn_run::stop::Cause;
use dashu_int::UBig;
use std::time::Duration;

const BUDGET: Duration = Duration::from_secs(10);

fn int_vars<const N: usize>(terms: &mut Terms) -> [(VarId, TermId); N] {
    std::array::from_fn(|_| {
        let var = terms.fresh_var("x", SortId::INT);
        (var, terms.var_term(var))
    })
}

/// Whether `exists vars. body` and `result` are equivalent.
fn is_elimination(terms: &mut Terms, vars: &[VarId], body: TermId, result: TermId) -> bool {
    let quantified = terms.app(Op::Exists(vars.into()), [body]);
    let same = terms.eq(quantified, result);
    is_valid(terms, same)
}

#[test]
fn a_definition_is_eliminated() {
    let mut terms = Terms::new();
    let [(x, xt), (_, y), (_, z)] = int_vars(&mut terms);
    let sum = terms.app(Op::Add, [y, z]);
    let (defined, bound) = (terms.eq(xt, sum), terms.lt(xt, y));
    let body = terms.and([defined, bound]);
    let result = solver().eliminate(&mut terms, &[x], body, BUDGET).expect("eliminated");
    assert!(is_elimination(&mut terms, &[x], body, result));
}

#[test]
fn integers_are_eliminated_exactly() {
    let mut terms = Terms::new();
    let [(x, xt), (_, y), (_, z)] = int_vars(&mut terms);
    let (two, three) = (terms.int(2), terms.int(3));
    // Some even number is between y and z, and some number is a third of y.
    let double = terms.app(Op::Mul, [two, xt]);
    let (above, below) = (terms.le(y, double), terms.le(double, z));
    let triple = terms.app(Op::Mul, [three, xt]);
    let third = terms.eq(triple, y);
    let between = terms.and([above, below]);
    for body in [between, third, terms.or([between, third])] {
        let result = solver().eliminate(&mut terms, &[x], body, BUDGET).expect("eliminated");
        assert!(is_elimination(&mut terms, &[x], body, result));
    }
}

#[test]
fn reals_bit_vectors_and_datatypes_are_eliminated() {
    let mut terms = Terms::new();
    let r = terms.fresh_var("r", SortId::REAL);
    let (rt, a, b) = (terms.var_term(r), terms.fresh("a", SortId::REAL), terms.fresh("b", SortId::REAL));
    let (above, below) = (terms.lt(a, rt), terms.lt(rt, b));
    let body = terms.and([above, below]);
    let result = solver().eliminate(&mut terms, &[r], body, BUDGET).expect("eliminated");
    assert!(is_elimination(&mut terms, &[r], body, result));

    let byte = terms.intern_sort(Sort::BitVec(4));
    let v = terms.fresh_var("v", byte);
    let (vt, w) = (terms.var_term(v), terms.fresh("w", byte));
    let sum = terms.app(Op::Bv(BvOp::Add), [vt, w]);
    let three = terms.app(Op::BitVec { width: 4, value: UBig::from(3u32) }, []);
    let (small, little) = (terms.app(Op::Bv(BvOp::Ult), [sum, vt]), terms.app(Op::Bv(BvOp::Ult), [vt, three]));
    let body = terms.and([small, little]);
    let result = solver().eliminate(&mut terms, &[v], body, BUDGET).expect("eliminated");
    assert!(is_elimination(&mut terms, &[v], body, result));

    let (d, sort) = terms.add_datatype(Datatype { name: "Pair".into(), params: [].into(), constructors: Vec::new() });
    let field = |name: &str| Field { name: name.into(), sort: SortId::INT };
    terms.datatype_mut(d).constructors =
        vec![Constructor { name: "pair".into(), fields: vec![field("first"), field("second")] }];
    let pair = ConstructorId { datatype: d, index: 0 };
    let p = terms.fresh_var("p", sort);
    let (pt, [(_, x), (_, y)]) = (terms.var_term(p), int_vars(&mut terms));
    let made = terms.app(Op::Construct(pair), [x, y]);
    let (equal, first) = (terms.eq(pt, made), terms.app(Op::Field(pair, 0), [pt]));
    let less = terms.lt(first, y);
    let body = terms.and([equal, less]);
    let result = solver().eliminate(&mut terms, &[p], body, BUDGET).expect("eliminated");
    assert!(is_elimination(&mut terms, &[p], body, result));
}

#[test]
fn elimination_gives_up() {
    let mut terms = Terms::new();
    let [(x, xt), (_, y)] = int_vars(&mut terms);
    let square = terms.app(Op::Mul, [xt, xt, xt]);
    let body = terms.eq(square, y);
    assert_eq!(solver().eliminate(&mut terms, &[x], body, Duration::from_millis(200)), None);
    let stop = Stop::new();
    let smt = Smt::new(SmtConfig::default(), &stop);
    stop.stop(Cause::Interrupt);
    let simple = terms.eq(xt, y);
    assert_eq!(smt.eliminate(&mut terms, &[x], simple, BUDGET), None);
}

#[test]
fn a_projection_implies_the_quantified_cube_and_is_true_in_the_model() {
    let mut terms = Terms::new();
    let [(x, xt), (_, y), (_, z)] = int_vars(&mut terms);
    let two = terms.int(2);
    let double = terms.app(Op::Mul, [two, xt]);
    let cube = [terms.le(y, double), terms.lt(double, z), terms.lt(xt, y)];
    let mut smt = solver();
    assert_eq!(smt.check(&terms, &cube), Outcome::Sat);
    let mut model = smt.model();
    let projected = model.project(&mut terms, &[x], &cube).expect("projected");
    assert_eq!(model.is_true(&terms, projected), Some(true));
    let body = terms.and(cube);
    let quantified = terms.app(Op::Exists([x].into()), [body]);
    let implied = terms.implies(projected, quantified);
    assert!(is_valid(&mut terms, implied));
    let opposite = terms.not(body);
    assert_eq!(model.project(&mut terms, &[x], &[opposite]), None, "only what is true can be projected");
}

#[test]
fn arrays_are_projected() {
    let mut terms = Terms::new();
    let sort = terms.intern_sort(Sort::Array(SortId::INT, SortId::INT));
    let a = terms.fresh_var("a", sort);
    let (at, [(_, i), (_, j), (_, v)]) = (terms.var_term(a), int_vars(&mut terms));
    let (first, second) = (terms.app(Op::Select, [at, i]), terms.app(Op::Select, [at, j]));
    let cube = [terms.lt(first, v), terms.lt(v, second)];
    let mut smt = solver();
    assert_eq!(smt.check(&terms, &cube), Outcome::Sat);
    let projected = smt.model().project(&mut terms, &[a], &cube).expect("projected");
    let equal = terms.eq(i, j);
    let different = terms.not(equal);
    let implied = terms.implies(projected, different);
    assert!(is_valid(&mut terms, implied));
}

#[test]
fn tactics_run_under_their_time_limit() {
    let mut terms = Terms::new();
    let hard = endless(&mut terms);
    let session = Session::new(&Stop::new()).expect("a context");
    let ast = session.encoder.borrow_mut().term(&terms, hard).expect("encoded");
    let start = std::time::Instant::now();
    assert!(!matches!(session.context.apply_tactic("smt", &ast, 100), Ok(Some(_))));
    assert!(start.elapsed() < Duration::from_secs(2));
    let solver =
        session.context.solver(Limits { timeout: 0, rlimit: 0, seed: 0, older_simplex: false }).expect("a solver");
    assert!(matches!(solver.check(&[]), Checked::Sat), "the context works on");
}
