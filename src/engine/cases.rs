//! Lazy annotation where each case that the rules of a predicate distinguish is a predicate of its own
//! (`transform/cases.rs`): what the pre-analysis finds of each case, equations and products among it, no conjunction says of
//! all. Where nothing is distinguished it is lazy annotation.

use super::{Engine, Statistics, la::LazyAnnotation};
use crate::{
    converge::Caps,
    horn::Problem,
    seed,
    stop::Stop,
    term::Terms,
    transform::{Selection, transform},
    witness::{Unknown, Verdict},
};
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
    use crate::horn::testing::problem;

    /// The sum of the numbers from 1 to `x`, which is `x` where that is not positive, counted in two ways.
    const SUM: &str = "(declare-fun F (Int Int) Bool)
        (assert (forall ((x Int)) (=> (<= x 1) (F x x))))
        (assert (forall ((x Int) (y Int)) (=> (and (>= x 2) (F (- x 1) y)) (F x (+ x y)))))
        (assert (forall ((x Int) (y Int)) (=> (and (F x y) (>= x 0) (not (= (* 2 y) @))) false)))";

    fn verdict(engine: &str, result: &str) -> Verdict {
        let (mut terms, problem) = problem(&SUM.replace('@', result));
        let (mut statistics, stop) = (Statistics::default(), Stop::new());
        let engine = by_name(engine, &Config::default()).unwrap();
        let verdict = engine.solve(&mut terms, &problem, &mut statistics, &stop);
        assert!(confirm::holds(&mut terms, &problem, &verdict, &stop), "{verdict:?}");
        verdict
    }

    #[test]
    fn a_function_by_cases_has_a_product_in_one_of_them() {
        assert!(matches!(verdict("cases", "(* x (+ x 1))"), Verdict::Solved(_)));
        assert!(matches!(verdict("cases", "(* x x)"), Verdict::Derivable(_)));
    }
}
