use super::*;
use crate::{Implicant, Model, implicant};
use std::collections::BTreeSet;

/// A model of `formula` under assumptions.
fn model_of(terms: &Terms, formula: TermId, assumptions: &[TermId]) -> Model {
    let mut smt = solver();
    smt.assert(terms, formula);
    assert_eq!(smt.check(terms, assumptions), Outcome::Sat);
    smt.model()
}

/// The implicant of `formula` in a model under assumptions, checked: true in the model, and enough.
fn checked(terms: &mut Terms, formula: TermId, assumptions: &[TermId]) -> BTreeSet<TermId> {
    let mut model = model_of(terms, formula, assumptions);
    let literals = implicant(terms, &mut model, formula).expect("true in the model");
    for literal in &literals {
        assert_eq!(model.is_true(terms, *literal), Some(true));
    }
    let cube = terms.and(literals.clone());
    let implied = terms.implies(cube, formula);
    assert!(is_valid(terms, implied));
    literals.into_iter().collect()
}

fn bools<const N: usize>(terms: &mut Terms) -> [TermId; N] {
    std::array::from_fn(|_| terms.fresh("p", SortId::BOOL))
}

#[test]
fn connectives_of_both_polarities() {
    let mut terms = Terms::new();
    let [p, q, r, s] = bools(&mut terms);
    let not = [p, q, r, s].map(|t| terms.not(t));
    let (nested, chosen) = (terms.app(Op::And, [q, r]), terms.app(Op::Or, [p, s]));
    // not (p => (q and r)), with r false: p and not r.
    let implication = terms.app(Op::Implies, [p, nested]);
    let formula = terms.not(implication);
    assert_eq!(checked(&mut terms, formula, &[q, not[2]]), [p, not[2]].into());
    // (p or s) => q, with p and s false: both of them, negated.
    let formula = terms.app(Op::Implies, [chosen, q]);
    assert_eq!(checked(&mut terms, formula, &[not[0], not[3], not[1]]), [not[0], not[3]].into());
    // (p = q) xor r.
    let equal = terms.app(Op::Eq, [p, q]);
    let formula = terms.app(Op::Xor, [equal, r]);
    assert_eq!(checked(&mut terms, formula, &[p, not[1], r]), [p, not[1], r].into());
    // ite(p, q, r) with p false: not p, r.
    let formula = terms.app(Op::Ite, [p, q, r]);
    assert_eq!(checked(&mut terms, formula, &[not[0], q]), [not[0], r].into());
    let negated = terms.not(formula);
    assert_eq!(checked(&mut terms, negated, &[p, r]), [p, not[1]].into());
    let formula = terms.app(Op::Distinct, [p, q]);
    assert_eq!(checked(&mut terms, formula, &[p]), [p, not[1]].into());
    let top = terms.top();
    assert_eq!(checked(&mut terms, top, &[]), [].into());
}

#[test]
fn a_disjunct_that_is_chosen_already_is_preferred() {
    let mut terms = Terms::new();
    let [p, q, r, s] = bools(&mut terms);
    // The disjunction comes first, but waits for r.
    let both = terms.and([r, s]);
    let (choice, other) = (terms.or([p, q, r]), terms.or([p, both]));
    let formula = terms.and([choice, other, r]);
    assert_eq!(checked(&mut terms, formula, &[p, q, r, s]), [p, r].into());
    let not_p = terms.not(p);
    assert_eq!(checked(&mut terms, formula, &[not_p, q, s]), [r, s].into());

    let mut model = model_of(&terms, choice, &[p, q, r]);
    let mut decided = Implicant::with_literals(&terms, [q]);
    assert!(decided.add(&mut terms, &mut model, choice));
    assert_eq!(decided.literals().collect::<Vec<_>>(), [q], "nothing new was needed");
    let mut negative = Implicant::with_literals(&terms, [not_p]);
    assert!(!negative.add(&mut terms, &mut model, not_p), "not true in this model");
    assert_eq!(negative.literals().len(), 1);
}

#[test]
fn a_negative_literal_that_is_chosen_already_is_found() {
    let mut terms = Terms::new();
    let [p, q] = bools(&mut terms);
    let not_q = terms.not(q);
    let formula = terms.or([p, not_q]);
    let mut model = model_of(&terms, formula, &[p, not_q]);
    let mut decided = Implicant::with_literals(&terms, [not_q]);
    assert!(decided.add(&mut terms, &mut model, formula));
    assert_eq!(decided.into_literals(), [not_q]);
}

#[test]
fn choices_inside_of_atoms_are_resolved() {
    let mut terms = Terms::new();
    let [x, y] = ints(&mut terms);
    let [p, q, r] = bools(&mut terms);
    let (one, two) = (terms.int(1), terms.int(2));
    let both = terms.app(Op::And, [p, q]);
    let inner = terms.ite(q, one, two);
    let outer = terms.ite(both, inner, y);
    let formula = terms.le(outer, x);
    let expected = terms.le(one, x);
    assert_eq!(checked(&mut terms, formula, &[p, q]), [p, q, expected].into());
    let (expected, not_p) = (terms.le(y, x), terms.not(p));
    assert_eq!(checked(&mut terms, formula, &[not_p, q]), [not_p, expected].into());
    // A formula as an argument.
    let f = terms.declare_fun("f", [SortId::BOOL, SortId::BOOL], SortId::BOOL);
    let formula = terms.app(Op::Apply(f), [both, r]);
    let yes = terms.top();
    let expected = terms.app(Op::Apply(f), [yes, r]);
    assert_eq!(checked(&mut terms, formula, &[p, q]), [p, q, expected].into());
}

#[test]
fn disequalities_of_numbers_are_decided() {
    let mut terms = Terms::new();
    let [x, y, z] = ints(&mut terms);
    let equal = terms.eq(x, y);
    let different = terms.not(equal);
    let (less, greater) = (terms.lt(x, y), terms.lt(y, x));
    assert_eq!(checked(&mut terms, different, &[less]), [less].into());
    assert_eq!(checked(&mut terms, different, &[greater]), [greater].into());
    let distinct = terms.app(Op::Distinct, [x, y, z]);
    let below = terms.lt(z, y);
    assert_eq!(checked(&mut terms, distinct, &[greater, below]).len(), 2);
    let same = terms.not(distinct);
    let last = terms.eq(y, z);
    assert_eq!(checked(&mut terms, same, &[last, less]), [last].into());
    // Other sorts have no order.
    let sort = terms.intern_sort(alphorn_logic::term::Sort::BitVec(8));
    let (a, b) = (terms.fresh("a", sort), terms.fresh("b", sort));
    let equal = terms.eq(a, b);
    let different = terms.not(equal);
    assert_eq!(checked(&mut terms, different, &[]), [different].into());
}

#[test]
fn quantified_formulas_stay_whole() {
    let mut terms = Terms::new();
    let [x] = ints(&mut terms);
    let bound = terms.fresh_var("b", SortId::INT);
    let b = terms.var_term(bound);
    let (zero, less) = (terms.int(0), terms.lt(b, x));
    let body = terms.or([less, less]);
    let equal = terms.eq(b, zero);
    let value = terms.ite(equal, b, x);
    let atom = terms.le(value, x);
    let body = terms.and([body, atom]);
    let exists = terms.app(Op::Exists([bound].into()), [body]);
    let mut model = model_of(&terms, exists, &[]);
    // Z3 may not decide it in the model; if it does, it is its own literal.
    if model.is_true(&terms, exists) == Some(true) {
        assert_eq!(implicant(&mut terms, &mut model, exists), Some(vec![exists]));
    } else {
        assert_eq!(implicant(&mut terms, &mut model, exists), None);
    }
    let positive = terms.lt(zero, x);
    let either = terms.or([exists, positive]);
    let mut model = model_of(&terms, positive, &[]);
    assert!(implicant(&mut terms, &mut model, either).is_some());
}
