//! Z3 and our own evaluation must give the same values, and implicants of random formulas must imply them.

use super::*;
use crate::{Model, implicant};
use alphorn_logic::term::{
    BvOp, VarId,
    random::{Instruction, Sample, program},
};
use dashu_int::UBig;
use proptest::prelude::*;

type Values = Vec<(VarId, TermId)>;

/// A value for each variable of the sample.
fn values(sample: &mut Sample, seeds: &[u8]) -> Values {
    let vars = sample.vars.clone().into_iter().zip(seeds);
    vars.map(|(var, seed)| (var, sample.value(sample.terms.var(var).sort, *seed))).collect()
}

fn lookup(values: &Values) -> impl Fn(VarId) -> Option<TermId> {
    |var| values.iter().find(|(v, _)| *v == var).map(|(_, value)| *value)
}

/// A model in which each variable has its value.
fn model_with(sample: &mut Sample, values: &Values) -> Model {
    let mut smt = solver();
    for (var, value) in values {
        let term = sample.terms.var_term(*var);
        let fixed = sample.terms.eq(term, *value);
        smt.assert(&sample.terms, fixed);
    }
    assert_eq!(smt.check(&sample.terms, &[]), Outcome::Sat);
    smt.model()
}

fn check_values(program: &[Instruction], seeds: &[u8]) {
    let mut sample = Sample::run(program);
    let values = values(&mut sample, seeds);
    let mut model = model_with(&mut sample, &values);
    for term in sample.last() {
        // What SMT-LIB leaves open has a value in Z3's models, but none of its own.
        if let Ok(expected) = sample.terms.eval(term, lookup(&values)) {
            let found = model.value(&mut sample.terms, term);
            assert_eq!(found, Some(expected), "{}", sample.terms.display(term));
        }
    }
}

/// Whatever else changes, as long as the implicant is true, so is the formula.
fn check_implicant(program: &[Instruction], seeds: &[u8], changes: &[u8]) {
    let mut sample = Sample::run(program);
    let assigned = values(&mut sample, seeds);
    let mut model = model_with(&mut sample, &assigned);
    let formula = sample.last()[0];
    let Some(truth) = model.is_true(&sample.terms, formula) else { return };
    let claim = if truth { formula } else { sample.terms.not(formula) };
    let literals = implicant(&mut sample.terms, &mut model, claim).expect("true in the model");
    for literal in &literals {
        assert_eq!(model.is_true(&sample.terms, *literal), Some(true));
    }
    let cube = sample.terms.and(literals);
    let implied = sample.terms.implies(cube, claim);
    // One variable at a time, so that most literals stay true.
    for place in 0..seeds.len() {
        for change in changes {
            let mut seeds = seeds.to_vec();
            seeds[place] = *change;
            let values = values(&mut sample, &seeds);
            if let Ok(value) = sample.terms.eval(implied, lookup(&values)) {
                assert_eq!(value, sample.terms.top(), "{}", sample.terms.display(implied));
            }
        }
    }
}

const VARS: usize = 18;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn values_are_those_of_our_own_evaluation(
        program in program(40),
        seeds in prop::collection::vec(any::<u8>(), VARS),
    ) {
        check_values(&program, &seeds);
    }

    #[test]
    fn implicants_imply(
        program in program(60),
        seeds in prop::collection::vec(any::<u8>(), VARS),
        changes in prop::collection::vec(any::<u8>(), 6),
    ) {
        check_implicant(&program, &seeds, &changes);
    }
}

#[test]
fn bit_vector_operators_agree_on_all_three_bit_values() {
    use BvOp::*;
    let unary =
        [Extract(2, 1), ZeroExtend(2), SignExtend(2), RotateLeft(1), RotateRight(4), Repeat(2), Not, Neg, ToNat];
    let binary = [Concat, And, Or, Xor, Nand, Nor, Xnor, Add, Sub, Mul, Udiv, Urem, Sdiv, Srem, Smod, Shl, Lshr, Ashr];
    let compare = [Comp, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge];
    let mut terms = Terms::new();
    let bits: Vec<TermId> = (0..8u32).map(|n| terms.app(Op::BitVec { width: 3, value: UBig::from(n) }, [])).collect();
    let mut all = Vec::new();
    for a in &bits {
        all.extend(unary.into_iter().chain([ToInt]).map(|op| terms.app(Op::Bv(op), [*a])));
        for b in &bits {
            all.extend(binary.into_iter().chain(compare).map(|op| terms.app(Op::Bv(op), [*a, *b])));
        }
    }
    for n in -9..9 {
        let number = terms.int(n);
        all.push(terms.app(Op::Bv(FromInt(3)), [number]));
    }
    let mut smt = solver();
    assert_eq!(smt.check(&terms, &[]), Outcome::Sat);
    let mut model = smt.model();
    for term in all {
        let expected = terms.eval(term, |_| None).expect("all of these are specified");
        assert_eq!(model.value(&mut terms, term), Some(expected), "{}", terms.display(term));
    }
}
