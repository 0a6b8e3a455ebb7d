use super::*;
use crate::{
    back,
    ffi::{Ast, Context},
    session::Session,
};
use alphorn_logic::term::{Constructor, ConstructorId, Datatype, DatatypeId, Field, Sort};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// Asserts that `x = value` for a new `x` gives `x` this very value back.
fn comes_back(terms: &mut Terms, value: TermId) {
    let x = terms.fresh("x", terms.sort_of(value));
    let equal = terms.eq(x, value);
    let mut smt = solver();
    smt.assert(terms, equal);
    assert_eq!(smt.check(terms, &[]), Outcome::Sat);
    let found = smt.model().value(terms, x);
    assert_eq!(found, Some(value), "{:?}", found.map(|t| terms.node(t).clone()));
}

fn array(terms: &mut Terms, index: SortId, element: SortId) -> SortId {
    terms.intern_sort(Sort::Array(index, element))
}

fn store(terms: &mut Terms, array: TermId, entries: &[(TermId, TermId)]) -> TermId {
    entries.iter().fold(array, |array, (index, value)| terms.app(Op::Store, [array, *index, *value]))
}

#[test]
fn numbers_of_every_size() {
    let mut terms = Terms::new();
    let huge: IBig = "-123456789012345678901234567890".parse().expect("a number");
    for value in [0.into(), (-7).into(), IBig::from(i64::MIN), huge.clone()] {
        let value = terms.int(value);
        comes_back(&mut terms, value);
    }
    for (n, d) in [(0, 1), (-1, 3), (22, 7)] {
        let value = terms.real(RBig::from_parts(n.into(), UBig::from(d as u32)));
        comes_back(&mut terms, value);
    }
    let value = terms.real(RBig::from_parts(huge, UBig::from(11u32)));
    comes_back(&mut terms, value);
    for (width, value) in [(1, UBig::ONE), (8, UBig::from(200u32)), (70, UBig::ONE << 69)] {
        let value = terms.app(Op::BitVec { width, value }, []);
        comes_back(&mut terms, value);
    }
    let p = terms.fresh("p", SortId::BOOL);
    let not_p = terms.not(p);
    let mut smt = solver();
    smt.assert(&terms, not_p);
    smt.check(&terms, &[]);
    let mut model = smt.model();
    assert_eq!(model.value(&mut terms, p), Some(terms.bottom()));
    assert_eq!(model.value(&mut terms, not_p), Some(terms.top()));
}

#[test]
fn models_are_complete_and_do_not_change() {
    let mut terms = Terms::new();
    let [x, y] = ints(&mut terms);
    let sum = terms.app(Op::Add, [x, y]);
    let seven = terms.int(7);
    let fixed = terms.eq(x, seven);
    let mut smt = solver();
    assert_eq!(smt.check(&terms, &[fixed]), Outcome::Sat);
    let mut model = smt.model();
    let other = terms.not(fixed);
    assert_eq!(smt.check(&terms, &[other]), Outcome::Sat);
    assert_eq!(model.value(&mut terms, x), Some(seven));
    assert!(model.value(&mut terms, y).is_some(), "what nothing was said about has a value, too");
    let (a, b) = (model.value(&mut terms, y), model.value(&mut terms, sum));
    let (a, b) = (a.expect("a value"), b.expect("a value"));
    let expected = terms.app(Op::Add, [seven, a]);
    let equal = terms.eq(expected, b);
    assert!(is_valid(&mut terms, equal));
}

#[test]
fn irrational_numbers_have_no_value_but_formulas_over_them_have_a_truth() {
    let mut terms = Terms::new();
    let x = terms.fresh("x", SortId::REAL);
    let (square, two) = (terms.app(Op::Mul, [x, x]), terms.real(2));
    let root = terms.eq(square, two);
    let mut smt = solver();
    smt.assert(&terms, root);
    assert_eq!(smt.check(&terms, &[]), Outcome::Sat);
    let mut model = smt.model();
    assert_eq!(model.value(&mut terms, x), None);
    assert_eq!(model.is_true(&terms, root), Some(true));
}

#[test]
fn arrays_in_index_order() {
    let mut terms = Terms::new();
    let sort = array(&mut terms, SortId::INT, SortId::INT);
    let n: Vec<TermId> = (0..10).map(|i| terms.int(i)).collect();
    let minus = terms.int(-3);
    let base = terms.app(Op::ConstArray(sort), [n[0]]);
    comes_back(&mut terms, base);
    let value = store(&mut terms, base, &[(minus, n[1]), (n[2], n[5]), (n[9], n[4])]);
    comes_back(&mut terms, value);
    // Stores in another order, one overwritten, one of the default.
    let x = terms.fresh("x", sort);
    let untidy = [(n[9], n[4]), (n[2], n[7]), (minus, n[1]), (n[3], n[0]), (n[2], n[5])];
    let untidy = store(&mut terms, base, &untidy);
    let equal = terms.eq(x, untidy);
    let mut smt = solver();
    smt.assert(&terms, equal);
    assert_eq!(smt.check(&terms, &[]), Outcome::Sat);
    assert_eq!(smt.model().value(&mut terms, x), Some(value));
}

#[test]
fn arrays_of_arrays_and_by_truth_values() {
    let mut terms = Terms::new();
    let inner = array(&mut terms, SortId::BOOL, SortId::REAL);
    let outer = array(&mut terms, SortId::INT, inner);
    let (half, zero) = (terms.real(RBig::from_parts(1.into(), 2u32.into())), terms.real(0));
    let (yes, one) = (terms.top(), terms.int(1));
    let row = terms.app(Op::ConstArray(inner), [zero]);
    let other = store(&mut terms, row, &[(yes, half)]);
    comes_back(&mut terms, other);
    let table = terms.app(Op::ConstArray(outer), [row]);
    let table = store(&mut terms, table, &[(one, other)]);
    comes_back(&mut terms, table);
}

#[test]
fn arrays_known_only_by_their_elements() {
    let mut terms = Terms::new();
    let sort = array(&mut terms, SortId::INT, SortId::INT);
    let a = terms.fresh("a", sort);
    let (b, n) = (terms.fresh("b", sort), [1, 2, 3].map(|i| terms.int(i)));
    let mut smt = solver();
    for (array, index, element) in [(a, n[0], n[2]), (a, n[1], n[1]), (b, n[0], n[1])] {
        let read = terms.app(Op::Select, [array, index]);
        let equal = terms.eq(read, element);
        smt.assert(&terms, equal);
    }
    assert_eq!(smt.check(&terms, &[]), Outcome::Sat);
    let mut model = smt.model();
    let value = model.value(&mut terms, a).expect("an array");
    let read = terms.app(Op::Select, [value, n[0]]);
    let equal = terms.eq(read, n[2]);
    assert!(is_valid(&mut terms, equal));
    assert_eq!(model.is_true(&terms, equal), Some(true));
}

/// Reads a value that Z3 would write in its own way.
fn read_value(terms: &mut Terms, make: impl FnOnce(&Context, &mut Session, &mut Terms) -> Ast) -> Option<TermId> {
    let mut session = Session::new(&Stop::new()).expect("a context");
    let context = session.context.clone();
    let ast = make(&context, &mut session, terms);
    let solver =
        context.solver(crate::ffi::Limits { timeout: 0, rlimit: 0, seed: 0, older_simplex: false }).expect("a solver");
    solver.check(&[]);
    let model = solver.model().expect("a model");
    back::value(&mut session.encoder.borrow_mut(), terms, &model, &ast)
}

#[test]
fn lambdas_that_compare_their_argument_with_values_are_arrays() {
    let mut terms = Terms::new();
    let sort = array(&mut terms, SortId::INT, SortId::INT);
    let n: Vec<TermId> = (0..10).map(|i| terms.int(i)).collect();
    let var = terms.fresh_var("i", SortId::INT);
    let i = terms.var_term(var);
    // i = 4 or i = 2 gives 7, i = 6 gives 8, anything else 9.
    let (four, two, six) = (terms.eq(i, n[4]), terms.eq(n[2], i), terms.eq(i, n[6]));
    let either = terms.or([four, two]);
    let rest = terms.ite(six, n[8], n[9]);
    let body = terms.ite(either, n[7], rest);
    let lambda = |body: TermId| {
        move |context: &Context, session: &mut Session, terms: &mut Terms| {
            let mut encoder = session.encoder.borrow_mut();
            encoder.sorts.encode(terms, sort).expect("a sort");
            let bound = encoder.vars(terms, &[var]).expect("a variable");
            let body = encoder.term(terms, body).expect("a body");
            context.lambda(&bound, &body).expect("a lambda")
        }
    };
    let base = terms.app(Op::ConstArray(sort), [n[9]]);
    let expected = store(&mut terms, base, &[(n[2], n[7]), (n[4], n[7]), (n[6], n[8])]);
    assert_eq!(read_value(&mut terms, lambda(body)), Some(expected));
    let next = terms.app(Op::Add, [i, n[1]]);
    assert_eq!(read_value(&mut terms, lambda(next)), None, "no finite number of exceptions");
    let small = terms.lt(i, n[3]);
    let step = terms.ite(small, n[1], n[2]);
    assert_eq!(read_value(&mut terms, lambda(step)), None);
}

#[test]
fn arrays_made_of_functions() {
    let mut terms = Terms::new();
    let sort = array(&mut terms, SortId::INT, SortId::INT);
    let f = terms.declare_fun("f", [SortId::INT], SortId::INT);
    let n: Vec<TermId> = (0..10).map(|i| terms.int(i)).collect();
    let mut session = Session::new(&Stop::new()).expect("a context");
    let context = session.context.clone();
    let encoder = session.encoder.get_mut();
    encoder.sorts.encode(&terms, sort).expect("a sort");
    let solver =
        context.solver(crate::ffi::Limits { timeout: 0, rlimit: 0, seed: 0, older_simplex: false }).expect("a solver");
    for (at, value) in [(n[3], n[1]), (n[1], n[2])] {
        let applied = terms.app(Op::Apply(f), [at]);
        let equal = terms.eq(applied, value);
        solver.assert(&encoder.term(&terms, equal).expect("encoded")).expect("asserted");
    }
    solver.check(&[]);
    let model = solver.model().expect("a model");
    let applied = terms.app(Op::Apply(f), [n[0]]);
    let decl = encoder.term(&terms, applied).expect("encoded").decl().expect("a function");
    let graph = context.as_array(&decl).expect("an array");
    let value = back::value(encoder, &mut terms, &model, &graph).expect("a value");
    for (at, expected) in [(n[3], n[1]), (n[1], n[2])] {
        let read = terms.app(Op::Select, [value, at]);
        let equal = terms.eq(read, expected);
        assert!(is_valid(&mut terms, equal));
    }
}

fn datatype(terms: &mut Terms, name: &str, params: &[SortId]) -> (DatatypeId, SortId) {
    terms.add_datatype(Datatype { name: name.into(), params: params.into(), constructors: Vec::new() })
}

fn constructor(name: &str, fields: &[(&str, SortId)]) -> Constructor {
    let fields = fields.iter().map(|(name, sort)| Field { name: (*name).into(), sort: *sort }).collect();
    Constructor { name: name.into(), fields }
}

/// `(List element)`, with its constructors `nil` and `cons`.
fn list(terms: &mut Terms, element: SortId) -> (SortId, Op, Op) {
    let (id, sort) = datatype(terms, "List", &[element]);
    terms.datatype_mut(id).constructors =
        vec![constructor("nil", &[]), constructor("cons", &[("head", element), ("tail", sort)])];
    let op = |index| Op::Construct(ConstructorId { datatype: id, index });
    (sort, op(0), op(1))
}

#[test]
fn instances_of_a_parametric_datatype_side_by_side() {
    let mut terms = Terms::new();
    let (ints, nil_int, cons_int) = list(&mut terms, SortId::INT);
    let (_, nil_list, cons_list) = list(&mut terms, ints);
    let (empty, one) = (terms.app(nil_int, []), terms.int(1));
    let inner = terms.app(cons_int, [one, empty]);
    comes_back(&mut terms, inner);
    let outer = terms.app(nil_list, []);
    let outer = terms.app(cons_list, [inner, outer]);
    comes_back(&mut terms, outer);
}

#[test]
fn datatypes_that_need_each_other_also_through_arrays() {
    let mut terms = Terms::new();
    let (tree, tree_sort) = datatype(&mut terms, "Tree", &[]);
    let (forest, forest_sort) = datatype(&mut terms, "Forest", &[]);
    let table = array(&mut terms, SortId::INT, tree_sort);
    terms.datatype_mut(tree).constructors = vec![
        constructor("leaf", &[("label", SortId::INT)]),
        constructor("node", &[("children", forest_sort)]),
        constructor("indexed", &[("table", table)]),
    ];
    terms.datatype_mut(forest).constructors =
        vec![constructor("none", &[]), constructor("more", &[("first", tree_sort), ("others", forest_sort)])];
    let id = |datatype, index| ConstructorId { datatype, index };
    let five = terms.int(5);
    let leaf = terms.app(Op::Construct(id(tree, 0)), [five]);
    let none = terms.app(Op::Construct(id(forest, 0)), []);
    let more = terms.app(Op::Construct(id(forest, 1)), [leaf, none]);
    let node = terms.app(Op::Construct(id(tree, 1)), [more]);
    comes_back(&mut terms, node);
    let base = terms.app(Op::ConstArray(table), [leaf]);
    let base = store(&mut terms, base, &[(five, node)]);
    let indexed = terms.app(Op::Construct(id(tree, 2)), [base]);
    comes_back(&mut terms, indexed);

    let t = terms.fresh("t", tree_sort);
    let is_node = terms.app(Op::Is(id(tree, 1)), [t]);
    let children = terms.app(Op::Field(id(tree, 1), 0), [t]);
    let others = terms.app(Op::Field(id(forest, 1), 1), [children]);
    let claim = terms.eq(others, none);
    let is_more = terms.app(Op::Is(id(forest, 1)), [children]);
    let mut smt = solver();
    assert_eq!(smt.check(&terms, &[is_node, is_more, claim]), Outcome::Sat);
    let value = smt.model().value(&mut terms, t).expect("a tree");
    assert_eq!(*terms.op(value), Op::Construct(id(tree, 1)));
}

#[test]
fn a_datatype_may_have_arrays_indexed_by_another() {
    let mut terms = Terms::new();
    let (colour, colour_sort) = datatype(&mut terms, "Colour", &[]);
    terms.datatype_mut(colour).constructors = vec![constructor("red", &[]), constructor("green", &[])];
    let table = array(&mut terms, colour_sort, SortId::INT);
    let (palette, _) = datatype(&mut terms, "Palette", &[]);
    terms.datatype_mut(palette).constructors = vec![constructor("palette", &[("shades", table)])];
    let id = |datatype, index| ConstructorId { datatype, index };
    let (red, green) = (terms.app(Op::Construct(id(colour, 0)), []), terms.app(Op::Construct(id(colour, 1)), []));
    let (one, two) = (terms.int(1), terms.int(2));
    let shades = terms.make_array(table, one, [(red, one), (green, two)]);
    let value = terms.app(Op::Construct(id(palette, 0)), [shades]);
    comes_back(&mut terms, value);
}

#[test]
fn elements_of_uninterpreted_sorts_are_constants() {
    let mut terms = Terms::new();
    let sort = terms.intern_sort(Sort::Uninterpreted("U".into()));
    let [a, b, c] = ["a", "b", "c"].map(|name| terms.fresh(name, sort));
    let (different, equal) = (terms.app(Op::Distinct, [a, b]), terms.eq(b, c));
    let mut smt = solver();
    smt.assert(&terms, different);
    smt.assert(&terms, equal);
    assert_eq!(smt.check(&terms, &[]), Outcome::Sat);
    let mut model = smt.model();
    let [a_value, b_value, c_value] = [a, b, c].map(|t| model.value(&mut terms, t).expect("an element"));
    assert_ne!(a_value, b_value);
    assert_eq!(b_value, c_value);
    assert!(matches!(terms.op(a_value), Op::Apply(_)));
    // They can be asked about, and different ones stay different.
    let same = terms.eq(a_value, b_value);
    assert_eq!(smt.check(&terms, &[same]), Outcome::Unsat);
    let a_is = terms.eq(a, a_value);
    assert_eq!(smt.check(&terms, &[a_is]), Outcome::Sat);
    assert_eq!(smt.model().value(&mut terms, a), Some(a_value));
}
