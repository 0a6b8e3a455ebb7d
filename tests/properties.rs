//! Printing and reading are inverse to each other, on random terms of every sort.

use alphorn::{
    smtlib::{Command, Reader, Source},
    term::{BvOp, ConstructorId, Op, Sort, SortId, TermId, Terms, VarId},
};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

const DATATYPES: &str = "(declare-datatypes ((Tree 0)) (((leaf) (fork (left Tree) (|the key| Int) (right Tree)))))\n";

/// Random terms, driven by a list of choices that proptest can shrink.
struct Generator<'a> {
    terms: &'a mut Terms,
    choices: std::vec::IntoIter<u16>,
    vars: Vec<VarId>,
    tree: SortId,
    array: SortId,
    byte: SortId,
}

impl<'a> Generator<'a> {
    /// A generator over a pool into which [`DATATYPES`] was read.
    fn new(terms: &'a mut Terms, choices: Vec<u16>) -> Self {
        let (id, _) = terms.datatypes().next().expect("the datatype was read");
        let tree = terms.intern_sort(Sort::Datatype(id));
        let array = terms.intern_sort(Sort::Array(SortId::INT, SortId::REAL));
        let byte = terms.intern_sort(Sort::BitVec(8));
        // Names that clash with each other, with let names, with operators, and that need bars.
        let names = ["x", "x", "a!1", "and", "two words", "x!1", "|"];
        let mut vars = Vec::new();
        for sort in [SortId::BOOL, SortId::INT, SortId::REAL, tree, array, byte] {
            for name in names.iter().take(3 + vars.len() % 4) {
                vars.push(terms.fresh_var(name.trim_matches('|'), sort));
            }
        }
        Generator { terms, choices: choices.into_iter(), vars, tree, array, byte }
    }

    fn choose(&mut self, n: usize) -> usize {
        self.choices.next().map_or(0, |c| c as usize % n)
    }

    fn leaf(&mut self, sort: SortId) -> TermId {
        let of_sort: Vec<VarId> = self.vars.iter().copied().filter(|&v| self.terms.var(v).sort == sort).collect();
        let number = self.choose(7) as i64 * 1_000_003 - 3_000_000;
        match self.choose(3) {
            0 if sort == SortId::INT => self.terms.int(number),
            0 if sort == SortId::REAL => {
                let denominator = self.choose(4) as u8 + 1;
                self.terms.real(dashu_ratio::RBig::from_parts(number.into(), denominator.into()))
            }
            0 if sort == SortId::BOOL => self.terms.bool(number > 0),
            0 if sort == self.byte => self.terms.bit_vec_value(8, (number.unsigned_abs() as u8).into()),
            _ => {
                let var = of_sort[self.choose(of_sort.len())];
                self.terms.var_term(var)
            }
        }
    }

    fn term(&mut self, sort: SortId, depth: usize) -> TermId {
        if depth == 0 || self.choose(8) == 0 {
            return self.leaf(sort);
        }
        let (bool_, int, real, tree, array, byte) =
            (SortId::BOOL, SortId::INT, SortId::REAL, self.tree, self.array, self.byte);
        let Sort::Datatype(datatype) = *self.terms.sort(tree) else { unreachable!() };
        let fork = ConstructorId { datatype, index: 1 };
        let (op, args): (Op, Vec<SortId>) = if sort == bool_ {
            match self.choose(16) {
                0 => (Op::Not, vec![bool_]),
                1 => (Op::And, vec![bool_; 2 + depth % 3]),
                2 => (Op::Or, vec![bool_; 2 + depth % 3]),
                3 => (Op::Implies, vec![bool_; 2]),
                4 => (Op::Xor, vec![bool_; 2]),
                5 => (Op::Eq, vec![[int, real, tree, array, byte, bool_][self.choose(6)]; 2]),
                6 => (Op::Distinct, vec![[int, real, tree][self.choose(3)]; 3]),
                7 => (Op::Le, vec![int; 2]),
                8 => (Op::Lt, vec![real; 2]),
                9 => (Op::Ge, vec![real; 2]),
                10 => (Op::Gt, vec![int; 2]),
                11 => (Op::IsInt, vec![real]),
                12 => (Op::Is(fork), vec![tree]),
                13 => (Op::Bv([BvOp::Ult, BvOp::Sle, BvOp::Uge][self.choose(3)]), vec![byte; 2]),
                _ => return self.quantifier(depth),
            }
        } else if sort == int {
            match self.choose(8) {
                0 => (Op::Add, vec![int; 3]),
                1 => (Op::Sub, vec![int; 2]),
                2 => (Op::Mul, vec![int; 2]),
                3 => (Op::IntDiv, vec![int; 2]),
                4 => (Op::Mod, vec![int; 2]),
                5 => (Op::ToInt, vec![real]),
                6 => (Op::Field(fork, 1), vec![tree]),
                _ => (Op::Bv([BvOp::ToNat, BvOp::ToInt][self.choose(2)]), vec![byte]),
            }
        } else if sort == real {
            match self.choose(4) {
                0 => (Op::Add, vec![real; 2]),
                1 => (Op::Select, vec![array, int]),
                2 => (Op::Mul, vec![real; 2]),
                _ => (Op::Abs, vec![]),
            }
        } else if sort == tree {
            match self.choose(2) {
                0 => (Op::Construct(fork), vec![tree, int, tree]),
                _ => (Op::Field(fork, 0), vec![tree]),
            }
        } else if sort == array {
            match self.choose(2) {
                0 => (Op::Store, vec![array, int, real]),
                _ => (Op::ConstArray(array), vec![real]),
            }
        } else {
            let two = [BvOp::Add, BvOp::And, BvOp::Udiv, BvOp::Shl, BvOp::Xor, BvOp::Smod];
            match self.choose(8) {
                6 => (Op::Bv(BvOp::Not), vec![byte]),
                7 => (Op::Bv(BvOp::FromInt(8)), vec![int]),
                i => (Op::Bv(two[i]), vec![byte; 2]),
            }
        };
        if op == Op::Abs || self.choose(9) == 0 {
            let condition = self.term(bool_, depth - 1);
            let (a, b) = (self.term(sort, depth - 1), self.term(sort, depth - 1));
            return self.terms.app(Op::Ite, [condition, a, b]);
        }
        let args: Vec<TermId> = args.into_iter().map(|s| self.term(s, depth - 1)).collect();
        self.terms.app(op, args)
    }

    fn quantifier(&mut self, depth: usize) -> TermId {
        let name = ["x", "y", "and"][self.choose(3)];
        let var = self.terms.fresh_var(name, SortId::INT);
        self.vars.push(var);
        let body = self.term(SortId::BOOL, depth - 1);
        self.vars.retain(|&v| v != var);
        let vars = vec![var].into();
        self.terms.app(if depth.is_multiple_of(2) { Op::Forall(vars) } else { Op::Exists(vars) }, [body])
    }
}

/// Two terms are the same up to the names of bound variables.
fn same(terms: &mut Terms, a: TermId, b: TermId) -> bool {
    let mut todo = vec![(a, b)];
    let mut renaming: FxHashMap<VarId, VarId> = FxHashMap::default();
    let mut seen = std::collections::HashSet::new();
    while let Some((a, b)) = todo.pop() {
        if !seen.insert((a, b)) {
            continue;
        }
        let (left, right) = (terms.node(a).clone(), terms.node(b).clone());
        let ok = match (&left.op, &right.op) {
            (Op::Forall(v), Op::Forall(w)) | (Op::Exists(v), Op::Exists(w)) if v.len() == w.len() => {
                v.iter().zip(w).all(|(v, w)| *renaming.entry(*w).or_insert(*v) == *v)
            }
            // Binders are met before what they bind.
            (Op::Var(v), Op::Var(w)) => v == renaming.get(w).unwrap_or(w),
            (f, g) => f == g,
        };
        if !ok || left.args.len() != right.args.len() {
            return false;
        }
        todo.extend(left.args.iter().copied().zip(right.args.iter().copied()));
    }
    true
}

fn round_trip(choices: Vec<u16>) -> Result<(), TestCaseError> {
    let mut terms = Terms::new();
    let mut reader = Reader::new();
    let mut source = Source::growing("test");
    source.push(DATATYPES.as_bytes()).unwrap();
    reader.next(&mut terms, &source).unwrap().unwrap();
    let term = Generator::new(&mut terms, choices).term(SortId::BOOL, 6);
    let free = terms.free_vars([term]);
    let closed = if free.is_empty() { term } else { terms.app(Op::Forall(free.into()), [term]) };
    let text = terms.display(closed);
    source.push(format!("(assert {text})\n").as_bytes()).unwrap();
    let command = reader.next(&mut terms, &source);
    let Ok(Some(command)) = command else {
        return Err(TestCaseError::fail(format!("not read back: {command:?}\n{text}")));
    };
    let Command::Assert(assertion) = command.command else { return Err(TestCaseError::fail("no assertion")) };
    prop_assert!(same(&mut terms, closed, assertion.term), "{text}\n{}", terms.display(assertion.term));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn what_is_printed_is_read_back_as_the_same_term(choices in prop::collection::vec(any::<u16>(), 0..200)) {
        round_trip(choices)?;
    }
}
