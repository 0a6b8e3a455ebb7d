//! What inlining leaves alone, and formulas for what it took away.

use crate::common::script::Script;
use alphorn::{
    answer::Answer,
    statistics::Statistics,
    stop::Stop,
    transform::{Selection, Size, transform},
};
use std::time::Duration;

#[test]
fn trees_of_calls_do_not_grow() {
    let mut text = String::from(
        "(set-logic HORN)
        (declare-fun p0 (Int Int) Bool)
        (assert (forall ((x Int)) (p0 x x)))
        (assert (forall ((x Int)) (p0 x (+ x 1))))",
    );
    for k in 1..=16 {
        let below = k - 1;
        text += &format!(
            "(declare-fun p{k} (Int Int) Bool)
            (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p{below} x y) (p{below} y z)) (p{k} x z))))"
        );
    }
    text += "(assert (forall ((x Int)) (=> (p16 x x) false))) (check-sat)";
    let mut script = Script::read(&text).unwrap();
    let before = Size::of(&script.terms, &script.problem);
    let (stop, mut statistics) = (Stop::new(), Statistics::default());
    let transformed = transform(&mut script.terms, &script.problem, &Selection::all(), &mut statistics, &stop);
    let after = Size::of(&script.terms, &transformed.problem);
    assert!(after.terms < 2 * before.terms, "{before:?} {after:?}");
    let answer = script.answer("auto", &Selection::all(), Duration::from_secs(20));
    assert!(matches!(&answer, Answer::Checked(checked) if checked.is_derivable()), "{answer:?}");
}

#[test]
fn formulas_that_mix_integers_and_bit_vectors_come_back_at_once() {
    // Z3 finds nothing about a shift of 256 bits that is not known to be one of constants.
    let text = "
        (set-logic HORN)
        (declare-fun f (Int Int Int) Bool) (declare-fun g (Int Int) Bool)
        (assert (forall ((a Int) (s Int) (r Int))
          (=> (= r (ubv_to_int (bvashr ((_ int_to_bv 256) a) ((_ int_to_bv 256) s)))) (f a s r))))
        (assert (forall ((a Int) (s Int) (r Int) (t Int)) (=> (and (f a s r) (f r s t) (= s 8)) (g a t))))
        (assert (forall ((a Int) (r Int)) (=> (and (g a r) (= a 1092138) (not (= r 16))) false)))
        (check-sat)";
    let mut script = Script::read(text).unwrap();
    let (stop, mut statistics) = (Stop::new(), Statistics::default());
    let mut transformed = transform(&mut script.terms, &script.problem, &Selection::all(), &mut statistics, &stop);
    transformed.lift_time = Duration::from_secs(3);
    let answer = script.answer_transformed("auto", &transformed, &stop);
    assert!(matches!(&answer, Answer::Checked(checked) if !checked.is_derivable()), "{answer:?}");
    assert!(!script.was_solved_again());
}
