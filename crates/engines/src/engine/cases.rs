//! Lazy annotation where each case that the rules of a predicate distinguish is a predicate of its own
//! (`transform/cases.rs`): what the pre-analysis finds of each case, equations and products among it, no conjunction says of
//! all. Where nothing is distinguished it is lazy annotation.

use super::{Engine, la::LazyAnnotation};
use crate::{converge::Caps, seed};
use alphorn_logic::{
    horn::Problem,
    term::Terms,
    witness::{Unknown, Verdict},
};
use alphorn_run::{statistics::Statistics, stop::Stop};
use alphorn_transform::transform::{Selection, transform};
use std::time::Duration;

/// The engine.
pub struct Cases {
    /// What solves the problem of the cases. It tells others nothing: they know no cases.
    search: LazyAnnotation,
}

impl Cases {
    /// One that searches so, but looks longer for facts first: that is what cases are for.
    pub fn new(search: LazyAnnotation) -> Self {
        let caps = Caps { calls: 10_000, steps: 20_000_000, time: Duration::from_secs(4) };
        let seed = seed::Config { caps, steps: 2_000_000, product_columns: 6, ..search.seed };
        Cases { search: LazyAnnotation { seed, store: None, ..search } }
    }
}

impl Engine for Cases {
    fn name(&self) -> &'static str {
        "cases"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        // What preprocessing counts is about the problem as it was given.
        let transformed = transform(terms, problem, &Selection::cases(), &mut Statistics::default(), stop);
        let verdict = self.search.solve(terms, &transformed.problem, statistics, stop);
        let lifted = transformed.lift(terms, verdict, stop);
        lifted.unwrap_or_else(|error| Verdict::Unknown(Unknown::because(error.to_string())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Config, by_name, confirm};
    use alphorn_logic::horn::testing::problem;

    /// The sum of the numbers from 1 to `x`, which is `x` where that is not positive, counted in two ways.
    const SUM: &str = "(declare-fun F (Int Int) Bool)
        (assert (forall ((x Int)) (=> (<= x 1) (F x x))))
        (assert (forall ((x Int) (y Int)) (=> (and (>= x 2) (F (- x 1) y)) (F x (+ x y)))))
        (assert (forall ((x Int) (y Int)) (=> (and (F x y) (>= x 0) (not (= (* 2 y) @))) false)))";

    /// The product of two numbers, by adding up the one, and by adding up the other, once or twice in a step.
    const PRODUCT: &str = "(declare-fun P (Int Int Int Int) Bool) (declare-fun Q (Int Int Int Int Int) Bool)
        (assert (forall ((x Int) (y Int)) (=> (and (>= x 0) (>= y 0)) (P x y y 0))))
        (assert (forall ((x Int) (y Int) (i Int) (s Int) (j Int) (t Int)) (=> (and (P x y i s)
            (or (and (>= i 1) (= j (- i 1)) (= t (+ s x))) (and (>= i 2) (= j (- i 2)) (= t (+ s (* 2 x)))))) (P x y j t))))
        (assert (forall ((x Int) (y Int) (s Int)) (=> (P x y 0 s) (Q x y x 0 s))))
        (assert (forall ((x Int) (y Int) (i Int) (s Int) (r Int) (j Int) (t Int)) (=> (and (Q x y i s r)
            (or (and (>= i 1) (= j (- i 1)) (= t (+ s y))) (and (>= i 2) (= j (- i 2)) (= t (+ s (* 2 y)))))) (Q x y j t r))))
        (assert (forall ((x Int) (y Int) (s Int) (r Int)) (=> (and (Q x y 0 s r) (not (= s @))) false)))";

    fn verdict(engine: &str, text: &str) -> Verdict {
        let (mut terms, problem) = problem(text);
        let (mut statistics, stop) = (Statistics::default(), Stop::new());
        let engine = by_name(engine, &Config::default()).unwrap();
        let verdict = engine.solve(&mut terms, &problem, &mut statistics, &stop);
        assert!(confirm::holds(&mut terms, &problem, &verdict, &stop), "{verdict:?}");
        verdict
    }

    #[test]
    fn a_function_by_cases_has_a_product_in_one_of_them() {
        let sum = |result| verdict("cases", &SUM.replace('@', result));
        assert!(matches!(sum("(* x (+ x 1))"), Verdict::Solved(_)));
        assert!(matches!(sum("(* x x)"), Verdict::Derivable(_)));
    }

    #[test]
    fn two_ways_to_multiply_agree() {
        let product = |result| verdict("cases", &PRODUCT.replace('@', result));
        assert!(matches!(product("r"), Verdict::Solved(_)));
        assert!(matches!(product("(+ r (* 2 x))"), Verdict::Derivable(_)));
    }
}
