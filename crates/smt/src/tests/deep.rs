use super::*;
use crate::{back, implicant, session::Session};
use alphorn_run::stop::Stop;

const DEPTH: usize = 100_000;

#[test]
fn deep_arithmetic_goes_in_and_its_value_comes_out() {
    let mut terms = Terms::new();
    let [x, y] = ints(&mut terms);
    let one = terms.int(1);
    let mut deep = x;
    for _ in 0..DEPTH {
        deep = terms.app(Op::Add, [deep, one]);
    }
    let equal = terms.eq(deep, y);
    let five = terms.int(5);
    let fixed = terms.eq(x, five);
    let mut smt = solver();
    smt.assert(&terms, equal);
    assert_eq!(smt.check(&terms, &[fixed]), Outcome::Sat);
    let value = smt.model().value(&mut terms, y);
    assert_eq!(value, Some(terms.int(DEPTH + 5)));
}

#[test]
fn deep_formulas_go_both_ways_and_have_implicants() {
    let mut terms = Terms::new();
    let ps: Vec<TermId> = (0..3).map(|_| terms.fresh("p", SortId::BOOL)).collect();
    let mut deep = ps[0];
    for i in 0..DEPTH {
        let next = ps[i % 3];
        deep = match i % 4 {
            0 => terms.app(Op::Implies, [next, deep]),
            1 => terms.app(Op::And, [next, deep]),
            2 => terms.app(Op::Ite, [next, deep, ps[(i + 1) % 3]]),
            _ => terms.app(Op::Eq, [next, deep]),
        };
    }
    let session = Session::new(&Stop::new()).expect("a context");
    let mut encoder = session.encoder.borrow_mut();
    let ast = encoder.term(&terms, deep).expect("encoded");
    assert!(back::formula(&mut encoder, &mut terms, &ast).is_some());
    let mut smt = solver();
    assert_eq!(smt.check(&terms, &ps), Outcome::Sat);
    let mut model = smt.model();
    let truth = model.is_true(&terms, deep).expect("a truth value");
    let claim = if truth { deep } else { terms.not(deep) };
    let literals = implicant(&mut terms, &mut model, claim).expect("true in the model");
    assert!(literals.len() <= 3);
}

#[test]
fn wide_formulas_and_long_values() {
    let mut terms = Terms::new();
    let array = terms.intern_sort(alphorn_logic::term::Sort::Array(SortId::INT, SortId::INT));
    let a = terms.fresh("a", array);
    let zero = terms.int(0);
    let mut stored = terms.app(Op::ConstArray(array), [zero]);
    for i in 1..2_000 {
        let (index, value) = (terms.int(2_000 - i), terms.int(i));
        stored = terms.app(Op::Store, [stored, index, value]);
    }
    let equal = terms.eq(a, stored);
    let flags: Vec<TermId> = (0..DEPTH).map(|_| terms.fresh("p", SortId::BOOL)).collect();
    let wide = terms.and(flags.into_iter().chain([equal]));
    let mut smt = solver();
    smt.assert(&terms, wide);
    assert_eq!(smt.check(&terms, &[]), Outcome::Sat);
    let mut model = smt.model();
    let value = model.value(&mut terms, a).expect("an array");
    let (last, one) = (terms.int(1_999), terms.int(1));
    assert_eq!(terms.args(value)[1..], [last, one], "stores are in index order");
    assert_eq!(implicant(&mut terms, &mut model, wide).map(|literals| literals.len()), Some(DEPTH + 1));
}
