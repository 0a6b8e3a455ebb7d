//! Random pairs of uninterpreted functions, datatypes and arrays.

use super::random::{Literals, Random, answered, scaled};
use crate::theory::{array, equality, model_based};
use alphorn_logic::term::{Constructor, ConstructorId, Datatype, Field, FunId, Op, Sort, SortId, TermId, Terms, VarId};

/// What is drawn besides uninterpreted functions.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Functions,
    Datatypes,
    Arrays,
}

struct Symbols {
    unary: FunId,
    binary: FunId,
    /// Of the binary trees, when there are some.
    node: Option<ConstructorId>,
    element: SortId,
    array: SortId,
}

/// Random equations and disequations.
struct Equations {
    kind: Kind,
    symbols: Option<Symbols>,
    /// The elements of each side.
    vars: [Vec<TermId>; 2],
    /// The arrays of each side.
    arrays: [Vec<TermId>; 2],
}

impl Equations {
    fn new(kind: Kind) -> Self {
        Equations { kind, symbols: None, vars: Default::default(), arrays: Default::default() }
    }

    fn symbols(&self) -> &Symbols {
        self.symbols.as_ref().expect("declared")
    }

    fn element(&self, terms: &mut Terms, random: &mut Random, vars: &[TermId], depth: usize) -> TermId {
        let choice = random.below(8);
        if depth == 0 || choice < 4 {
            return random.pick(vars);
        }
        let (s, t) = (self.element(terms, random, vars, depth - 1), self.element(terms, random, vars, depth - 1));
        let symbols = self.symbols();
        match symbols.node {
            Some(node) if choice == 4 => terms.app(Op::Construct(node), [s, t]),
            Some(node) if choice == 5 => terms.app(Op::Construct(ConstructorId { index: 0, ..node }), []),
            _ if choice < 7 => terms.app(Op::Apply(symbols.unary), [s]),
            _ => terms.app(Op::Apply(symbols.binary), [s, t]),
        }
    }

    fn array(&self, terms: &mut Terms, random: &mut Random, side: usize) -> TermId {
        let base = random.pick(&self.arrays[side]);
        if random.below(2) == 0 {
            return base;
        }
        let (at, value) = (random.pick(&self.vars[side]), random.pick(&self.vars[side]));
        terms.app(Op::Store, [base, at, value])
    }
}

impl Literals for Equations {
    fn declare(&mut self, terms: &mut Terms) {
        let (element, node) = if self.kind == Kind::Datatypes {
            let tree = Datatype { name: "T".into(), params: [].into(), constructors: vec![] };
            let (datatype, sort) = terms.add_datatype(tree);
            let field = |name: &str| Field { name: name.into(), sort };
            terms.datatype_mut(datatype).constructors = vec![
                Constructor { name: "leaf".into(), fields: vec![] },
                Constructor { name: "node".into(), fields: vec![field("left"), field("right")] },
            ];
            (sort, Some(ConstructorId { datatype, index: 1 }))
        } else {
            (terms.intern_sort(Sort::Uninterpreted("U".into())), None)
        };
        self.symbols = Some(Symbols {
            unary: terms.declare_fun("f", [element], element),
            binary: terms.declare_fun("g", [element, element], element),
            node,
            element,
            array: terms.intern_sort(Sort::Array(element, element)),
        });
    }

    fn begin(&mut self, terms: &mut Terms, _: &mut Random) -> Vec<VarId> {
        let &Symbols { element, array, .. } = self.symbols();
        let mut vars =
            |count: usize, sort: SortId| (0..count).map(|_| terms.fresh_var("v", sort)).collect::<Vec<VarId>>();
        let mut shared = vars(3, element);
        let privates = [vars(2, element), vars(2, element)];
        let arrays = if self.kind == Kind::Arrays { [1, 1, 1] } else { [0; 3] };
        let [shared_arrays, of_a, of_b] = arrays.map(|count| vars(count, array));
        let mut both = |shared: &[VarId], private: Vec<VarId>| -> Vec<TermId> {
            shared.iter().chain(&private).map(|v| terms.var_term(*v)).collect()
        };
        self.vars = privates.map(|private| both(&shared, private));
        self.arrays = [of_a, of_b].map(|private| both(&shared_arrays, private));
        shared.extend(shared_arrays);
        shared
    }

    fn literal(&mut self, terms: &mut Terms, random: &mut Random, side: usize) -> TermId {
        let vars = &self.vars[side];
        let (s, t) = match random.below(3) {
            0 if self.kind == Kind::Arrays => (self.array(terms, random, side), self.array(terms, random, side)),
            1 if self.kind == Kind::Arrays => {
                let (array, at) = (self.array(terms, random, side), random.pick(vars));
                (terms.app(Op::Select, [array, at]), random.pick(vars))
            }
            _ => (self.element(terms, random, vars, 2), self.element(terms, random, vars, 2)),
        };
        let equal = terms.app(Op::Eq, [s, t]);
        if random.below(4) == 0 { terms.not(equal) } else { equal }
    }
}

#[test]
fn all_conflicts_of_functions_are_answered() {
    assert_eq!(answered(equality, scaled(800), &mut Equations::new(Kind::Functions)), 1000);
}

#[test]
fn most_conflicts_of_datatypes_are_answered() {
    assert!(answered(equality, scaled(200), &mut Equations::new(Kind::Datatypes)) > 500);
}

#[test]
fn most_conflicts_of_arrays_are_answered() {
    assert!(answered(array, scaled(200), &mut Equations::new(Kind::Arrays)) > 700);
}

#[test]
fn model_based_projections_are_interpolants() {
    for kind in [Kind::Functions, Kind::Arrays, Kind::Datatypes] {
        assert!(answered(model_based, scaled(40), &mut Equations::new(kind)) > 500);
    }
}
