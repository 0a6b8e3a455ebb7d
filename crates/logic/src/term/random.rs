//! Random terms for property tests: a program of small numbers builds terms from those built before, so that they share.

use super::{BvOp, Op, Sort, SortId, TermId, Terms, VarId};
use dashu_ratio::RBig;
use proptest::prelude::*;

/// One step of a program: which operator, and which earlier terms or numbers it takes.
pub type Instruction = (u8, [u8; 3]);

/// Programs of up to `length` steps.
pub fn program(length: usize) -> impl Strategy<Value = Vec<Instruction>> {
    prop::collection::vec((any::<u8>(), any::<[u8; 3]>()), 1..length)
}

/// A pool with terms of all kinds of sorts and the variables in them.
pub struct Sample {
    /// Where the terms are.
    pub terms: Terms,
    /// The variables that occur.
    pub vars: Vec<VarId>,
    built: Vec<(SortId, Vec<TermId>)>,
}

impl Sample {
    /// Runs a program on three variables of each sort.
    pub fn run(program: &[Instruction]) -> Sample {
        let mut terms = Terms::new();
        let bits = terms.intern_sort(Sort::BitVec(3));
        let array = terms.intern_sort(Sort::Array(SortId::INT, SortId::INT));
        let small = terms.intern_sort(Sort::Array(SortId::BOOL, SortId::INT));
        let mut sample = Sample { terms, vars: Vec::new(), built: Vec::new() };
        for (name, sort) in
            [("p", SortId::BOOL), ("i", SortId::INT), ("r", SortId::REAL), ("b", bits), ("a", array), ("s", small)]
        {
            for _ in 0..3 {
                sample.vars.push(sample.terms.fresh_var(name, sort));
            }
            let vars = sample.vars[sample.vars.len() - 3..].iter().map(|v| sample.terms.var_term(*v)).collect();
            sample.built.push((sort, vars));
        }
        for instruction in program {
            sample.step(*instruction);
        }
        sample
    }

    /// The term built last, of each sort.
    pub fn last(&self) -> Vec<TermId> {
        self.built.iter().filter_map(|(_, ts)| ts.last().copied()).collect()
    }

    /// Some value of a sort.
    pub fn value(&mut self, sort: SortId, seed: u8) -> TermId {
        let small = i32::from(seed % 7) - 3;
        match *self.terms.sort(sort) {
            Sort::Bool => self.terms.bool(seed % 2 == 1),
            Sort::Int => self.terms.int(small),
            Sort::Real => self.terms.real(RBig::from_parts(small.into(), (seed / 7 % 3 + 1).into())),
            Sort::BitVec(width) => self.terms.bit_vec_value(width, seed.into()),
            Sort::Array(index, element) => {
                let [i, j] = [seed / 3, seed / 5].map(|n| self.value(index, n));
                let [a, b, c] = [seed, seed / 2, seed / 4].map(|n| self.value(element, n));
                self.terms.make_array(sort, a, [(i, b), (j, c)])
            }
            _ => unreachable!("no other sorts here"),
        }
    }

    /// One of the last few terms of a sort.
    fn pick(&self, sort: usize, choice: u8) -> TermId {
        let ts = &self.built[sort].1;
        ts[ts.len() - 1 - choice as usize % ts.len().min(6)]
    }

    fn step(&mut self, (which, choices): Instruction) {
        const BOOL: usize = 0;
        const INT: usize = 1;
        const REAL: usize = 2;
        const BITS: usize = 3;
        const ARRAY: usize = 4;
        const SMALL: usize = 5;
        let table: &[(Op, &[usize], usize)] = &[
            (Op::Not, &[BOOL], BOOL),
            (Op::And, &[BOOL; 3], BOOL),
            (Op::Or, &[BOOL; 3], BOOL),
            (Op::And, &[BOOL; 2], BOOL),
            (Op::Or, &[BOOL; 2], BOOL),
            (Op::Implies, &[BOOL; 2], BOOL),
            (Op::Xor, &[BOOL; 2], BOOL),
            (Op::Eq, &[BOOL; 2], BOOL),
            (Op::Ite, &[BOOL; 3], BOOL),
            (Op::Le, &[INT; 2], BOOL),
            (Op::Lt, &[INT; 2], BOOL),
            (Op::Ge, &[INT; 2], BOOL),
            (Op::Gt, &[INT; 2], BOOL),
            (Op::Eq, &[INT; 2], BOOL),
            (Op::Distinct, &[INT; 3], BOOL),
            (Op::Distinct, &[INT; 2], BOOL),
            (Op::Neg, &[INT], INT),
            (Op::Add, &[INT; 3], INT),
            (Op::Sub, &[INT; 2], INT),
            (Op::Mul, &[INT; 2], INT),
            (Op::IntDiv, &[INT; 2], INT),
            (Op::Mod, &[INT; 2], INT),
            (Op::Abs, &[INT], INT),
            (Op::Ite, &[BOOL, INT, INT], INT),
            (Op::Divisible(3u8.into()), &[INT], BOOL),
            (Op::ToReal, &[INT], REAL),
            (Op::ToInt, &[REAL], INT),
            (Op::IsInt, &[REAL], BOOL),
            (Op::Add, &[REAL; 2], REAL),
            (Op::Mul, &[REAL; 2], REAL),
            (Op::Divide, &[REAL; 2], REAL),
            (Op::Le, &[REAL; 2], BOOL),
            (Op::Gt, &[REAL; 2], BOOL),
            (Op::Eq, &[REAL; 2], BOOL),
            (Op::Select, &[ARRAY, INT], INT),
            (Op::Store, &[ARRAY, INT, INT], ARRAY),
            (Op::Eq, &[ARRAY; 2], BOOL),
            (Op::Select, &[SMALL, BOOL], INT),
            (Op::Store, &[SMALL, BOOL, INT], SMALL),
            (Op::Eq, &[SMALL; 2], BOOL),
            (Op::Bv(BvOp::Add), &[BITS; 2], BITS),
            (Op::Bv(BvOp::Smod), &[BITS; 2], BITS),
            (Op::Bv(BvOp::Slt), &[BITS; 2], BOOL),
            (Op::Bv(BvOp::ToNat), &[BITS], INT),
            (Op::Bv(BvOp::FromInt(3)), &[INT], BITS),
            (Op::Eq, &[BITS; 2], BOOL),
        ];
        // Some steps make numerals and other values.
        let which = which as usize % (table.len() + 8);
        let (t, sort) = match table.get(which) {
            Some((op, sorts, result)) => {
                let args: Vec<TermId> = sorts.iter().zip(choices).map(|(s, c)| self.pick(*s, c)).collect();
                (self.terms.app(op.clone(), args), *result)
            }
            None => {
                let sort = [BOOL, INT, INT, INT, REAL, BITS, ARRAY, SMALL][which - table.len()];
                (self.value(self.built[sort].0, choices[0]), sort)
            }
        };
        self.built[sort].1.push(t);
    }
}
