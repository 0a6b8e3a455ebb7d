use super::*;
use crate::{back, session::Session};
use alphorn_logic::term::{BvOp, Constructor, ConstructorId, Datatype, Field, Sort};
use dashu_int::UBig;

/// One term of every operator, over variables.
fn samples(terms: &mut Terms) -> Vec<TermId> {
    let (int, real, bool_) = (SortId::INT, SortId::REAL, SortId::BOOL);
    let byte = terms.intern_sort(Sort::BitVec(8));
    let array = terms.intern_sort(Sort::Array(int, byte));
    let user = terms.intern_sort(Sort::Uninterpreted("a sort".into()));
    let (d, list) = terms.add_datatype(Datatype { name: "L".into(), params: [].into(), constructors: Vec::new() });
    let fields = [("head", int), ("tail", list)].map(|(name, sort)| Field { name: name.into(), sort });
    terms.datatype_mut(d).constructors = vec![
        Constructor { name: "nil".into(), fields: Vec::new() },
        Constructor { name: "cons".into(), fields: fields.into() },
    ];
    let (nil, cons) = (ConstructorId { datatype: d, index: 0 }, ConstructorId { datatype: d, index: 1 });
    let fun = terms.declare_fun("f", [user, int], user);
    let [p, q, r] = ["p", "q", "r"].map(|name| terms.fresh(name, bool_));
    let [x, y, z] = ["x", "y", "|z"].map(|name| terms.fresh(name, int));
    let [s, t] = ["s", "t"].map(|name| terms.fresh(name, real));
    let [a, b] = ["a", "b"].map(|name| terms.fresh(name, byte));
    let (m, l, u) = (terms.fresh("m", array), terms.fresh("l", list), terms.fresh("u", user));
    let bound = terms.fresh_var("bound", int);
    let bound_term = terms.var_term(bound);
    let atom = terms.lt(bound_term, x);

    let mut all = vec![terms.top(), terms.bottom(), terms.int(-5), terms.real(3)];
    let mut add = |op: Op, args: &[TermId]| all.push(terms.app(op, args.iter().copied()));
    add(Op::Not, &[p]);
    add(Op::Ite, &[p, x, y]);
    [Op::And, Op::Or].into_iter().for_each(|op| add(op, &[p, q, r]));
    [Op::Implies, Op::Xor, Op::Eq, Op::Distinct].into_iter().for_each(|op| add(op, &[p, q]));
    add(Op::Eq, &[u, u]);
    add(Op::Distinct, &[x, y, z]);
    [Op::Neg, Op::Abs, Op::ToReal, Op::Divisible(3u32.into())].into_iter().for_each(|op| add(op, &[x]));
    [Op::Add, Op::Mul].into_iter().for_each(|op| add(op, &[x, y, z]));
    [Op::Sub, Op::IntDiv, Op::Mod, Op::Le, Op::Lt, Op::Ge, Op::Gt].into_iter().for_each(|op| add(op, &[x, y]));
    [Op::Sub, Op::Divide, Op::Add].into_iter().for_each(|op| add(op, &[s, t]));
    [Op::ToInt, Op::IsInt].into_iter().for_each(|op| add(op, &[s]));
    add(Op::Select, &[m, x]);
    add(Op::Store, &[m, x, a]);
    add(Op::ConstArray(array), &[a]);
    add(Op::Apply(fun), &[u, x]);
    add(Op::Construct(nil), &[]);
    add(Op::Construct(cons), &[x, l]);
    [Op::Is(nil), Op::Is(cons), Op::Field(cons, 0), Op::Field(cons, 1)].into_iter().for_each(|op| add(op, &[l]));
    [Op::Forall([bound].into()), Op::Exists([bound].into())].into_iter().for_each(|op| add(op, &[atom]));
    add(Op::BitVec { width: 70, value: UBig::ONE << 68 }, &[]);
    {
        use BvOp::*;
        let unary = [Extract(6, 2), ZeroExtend(3), SignExtend(3), RotateLeft(3), RotateRight(2), Repeat(2), Not, Neg];
        unary.into_iter().chain([ToNat, ToInt]).for_each(|op| add(Op::Bv(op), &[a]));
        let binary = [Concat, And, Or, Xor, Nand, Nor, Xnor, Add, Sub, Mul, Udiv, Urem, Sdiv, Srem, Smod, Shl, Lshr];
        let compare = [Ashr, Comp, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge];
        binary.into_iter().chain(compare).for_each(|op| add(Op::Bv(op), &[a, b]));
        add(Op::Bv(FromInt(8)), &[x]);
    }
    all
}

#[test]
fn every_operator_goes_in_and_comes_back() {
    let mut terms = Terms::new();
    let samples = samples(&mut terms);
    let session = Session::new(&Stop::new()).expect("a context");
    for term in samples {
        let mut encoder = session.encoder.borrow_mut();
        let ast = encoder.term(&terms, term).unwrap_or_else(|e| panic!("{:?}: {e}", terms.op(term)));
        let back = back::formula(&mut encoder, &mut terms, &ast);
        let back = back.unwrap_or_else(|| panic!("{:?} does not come back", terms.op(term)));
        assert_eq!(terms.sort_of(back), terms.sort_of(term));
        // A few have another form in Z3, and bound variables get new names.
        if back != term {
            let same = terms.eq(back, term);
            assert!(is_valid(&mut terms, same), "{:?}", terms.op(term));
        }
    }
}

#[test]
fn variables_of_one_name_are_different() {
    let mut terms = Terms::new();
    let (a, b) = (terms.fresh("x", SortId::INT), terms.fresh("x", SortId::INT));
    let f = terms.declare_fun("x", [], SortId::INT);
    let g = terms.declare_fun("x", [], SortId::INT);
    let (f, g) = (terms.app(Op::Apply(f), []), terms.app(Op::Apply(g), []));
    let distinct = terms.app(Op::Distinct, [a, b, f, g]);
    assert_eq!(solver().check(&terms, &[distinct]), Outcome::Sat);
}

#[test]
fn names_may_be_anything() {
    let mut terms = Terms::new();
    let (a, b) = (terms.fresh("a\0b |!", SortId::INT), terms.fresh("", SortId::INT));
    let less = terms.lt(a, b);
    assert_eq!(solver().check(&terms, &[less]), Outcome::Sat);
}

#[test]
fn quantifiers_without_variables_and_nested_ones() {
    let mut terms = Terms::new();
    let (x, y) = (terms.fresh_var("x", SortId::INT), terms.fresh_var("y", SortId::INT));
    let (xt, yt) = (terms.var_term(x), terms.var_term(y));
    let less = terms.lt(xt, yt);
    let nothing = terms.app(Op::Forall([].into()), [less]);
    assert_eq!(solver().check(&terms, &[nothing]), Outcome::Sat);
    // Which variable is which must survive the way back: some y is greater than x, but not the other way round for all.
    let inner = terms.app(Op::Exists([y].into()), [less]);
    let outer = terms.app(Op::Forall([x].into()), [inner]);
    let session = Session::new(&Stop::new()).expect("a context");
    let mut encoder = session.encoder.borrow_mut();
    let ast = encoder.term(&terms, outer).expect("encoded");
    let back = back::formula(&mut encoder, &mut terms, &ast).expect("decoded");
    assert!(is_valid(&mut terms, back));
    let both = terms.app(Op::Exists([x, y].into()), [less]);
    let ast = encoder.term(&terms, both).expect("encoded");
    let back = back::formula(&mut encoder, &mut terms, &ast).expect("decoded");
    let (Op::Exists(vars), body) = (terms.op(back).clone(), terms.args(back)[0]) else { panic!("not a quantifier") };
    let (first, second) = (terms.var_term(vars[0]), terms.var_term(vars[1]));
    assert_eq!(body, terms.lt(first, second));
}

#[test]
fn simplification_stays_equivalent() {
    let mut terms = Terms::new();
    let smt = solver();
    for term in samples(&mut terms) {
        if let Some(simple) = smt.simplify(&mut terms, term) {
            let same = terms.eq(simple, term);
            assert!(is_valid(&mut terms, same), "{:?}", terms.op(term));
        }
    }
    let [x] = ints(&mut terms);
    let (zero, one) = (terms.int(0), terms.int(1));
    let next = terms.app(Op::Add, [x, one]);
    let (a, b) = (terms.lt(x, next), terms.lt(zero, one));
    let both = terms.app(Op::And, [a, b]);
    assert_eq!(smt.simplify(&mut terms, both), Some(terms.top()));
}
