//! Which engines suit a problem, and in which order they take their turns.

use crate::{
    horn::Problem,
    term::{Sort, Terms},
};

/// What the order depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Features {
    /// No rule has several premises.
    linear: bool,
    /// Some predicate depends on itself.
    recursive: bool,
    /// The least common theory.
    theory: Theory,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Theory {
    Integers,
    Reals,
    /// Arrays, bit-vectors, datatypes and declared sorts, of which interpolants say little.
    Other,
}

/// A row: for which problems, and the engines. Those for arithmetic are ordered by what each adds to the ones before it within
/// a probe's time on `bench/dev`. Nothing has to be interpolated by those that unwind: they come early where interpolants are
/// weak, and where all derivations are short.
type Row = (fn(&Features) -> bool, &'static [&'static str]);

/// The first row that fits a problem is its schedule.
const SCHEDULE: [Row; 7] = [
    (|f| f.linear && !f.recursive, &["la", "pdr", "bmc", "predabs", "imc", "lawi", "forward", "clp", "kind"]),
    (|f| !f.recursive, &["la", "pdr", "bmc", "predabs", "lawi", "kind"]),
    (
        |f| f.linear && f.theory == Theory::Other,
        &["la", "pdr", "kind", "lawi", "bmc", "predabs", "imc", "forward", "clp"],
    ),
    (|f| f.theory == Theory::Other, &["la", "pdr", "kind", "lawi", "bmc", "predabs"]),
    (
        |f| f.linear && f.theory == Theory::Reals,
        &["la", "pdr", "predabs", "kind", "lawi", "imc", "forward", "bmc", "clp"],
    ),
    (|f| f.linear, &["la", "pdr", "predabs", "imc", "clp", "lawi", "forward", "kind", "bmc"]),
    (|_| true, &["la", "pdr", "predabs", "lawi", "kind", "bmc"]),
];

impl Features {
    pub fn new(terms: &Terms, problem: &Problem) -> Self {
        let components = problem.components();
        let recursive = problem.rules.iter().any(|rule| {
            let component = rule.head.as_ref().and_then(|head| components.iter().find(|c| c.contains(&head.pred)));
            component.is_some_and(|c| rule.premises.iter().any(|premise| c.contains(&premise.atom.pred)))
        });
        let theory = |sort: &Sort| match sort {
            Sort::Bool | Sort::Int => Theory::Integers,
            Sort::Real => Theory::Reals,
            _ => Theory::Other,
        };
        let vars = problem.rules.iter().flat_map(|rule| &rule.vars);
        let theory = vars.map(|&var| theory(terms.sort(terms.var(var).sort))).max().unwrap_or(Theory::Integers);
        Features { linear: problem.is_linear(), recursive, theory }
    }

    /// The members in the order of their turns.
    pub fn members(&self) -> &'static [&'static str] {
        SCHEDULE.iter().find(|(fits, _)| fits(self)).map_or(&[], |(_, members)| members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        api::with_limit,
        engine::{Config, Statistics, by_name},
        horn::testing::problem,
        stop::Stop,
        witness::{Unknown, Verdict},
    };
    use std::time::Duration;

    /// A loop, or only its first step, over a sort; with a second premise where it is not linear.
    fn text(sort: &str, recursive: bool, linear: bool) -> String {
        let head = if recursive { "P" } else { "Q" };
        let other = if linear { "" } else { "(P b)" };
        format!(
            "(declare-fun P ({sort}) Bool) (declare-fun Q ({sort}) Bool) (assert (forall ((a {sort})) (P a)))
             (assert (forall ((a {sort}) (b {sort})) (=> (and (P a) {other} (= a b)) ({head} b))))
             (assert (forall ((a {sort})) (=> (and (Q a) (not (= a a))) false)))"
        )
    }

    #[test]
    fn the_order_depends_on_premises_recursion_and_sorts() {
        let members = |sort, recursive, linear| {
            let (terms, problem) = problem(&text(sort, recursive, linear));
            Features::new(&terms, &problem).members()
        };
        assert_eq!(members("Int", true, true)[..3], ["la", "pdr", "predabs"]);
        assert_eq!(members("Real", true, true)[..3], ["la", "pdr", "predabs"]);
        assert_eq!(members("Int", true, false)[..3], ["la", "pdr", "predabs"]);
        for sort in ["(Array Int Int)", "(_ BitVec 8)"] {
            assert_eq!(members(sort, true, true)[..3], ["la", "pdr", "kind"]);
            assert_eq!(members(sort, true, false), ["la", "pdr", "kind", "lawi", "bmc", "predabs"]);
        }
        for sort in ["Int", "Real", "(Array Int Int)"] {
            assert_eq!(members(sort, false, true)[..3], ["la", "pdr", "bmc"], "all derivations are short");
            assert_eq!(members(sort, false, false)[..3], ["la", "pdr", "bmc"]);
        }
    }

    #[test]
    fn no_member_refuses_the_problem_that_it_is_chosen_for() {
        let mut rows: Vec<&[&str]> = Vec::new();
        for (sort, recursive, linear) in ["Int", "Real", "(_ BitVec 8)"]
            .into_iter()
            .flat_map(|sort| [true, false].map(|r| (sort, r)))
            .flat_map(|(sort, recursive)| [true, false].map(|linear| (sort, recursive, linear)))
        {
            let (mut terms, problem) = problem(&text(sort, recursive, linear));
            let members = Features::new(&terms, &problem).members();
            rows.push(members);
            for name in members {
                let engine = by_name(name, &Config::default()).expect("it is an engine");
                let (stop, mut statistics) = (Stop::new(), Statistics::default());
                let limit = Some(Duration::from_millis(200));
                let verdict = with_limit(limit, &stop, || engine.solve(&mut terms, &problem, &mut statistics, &stop));
                let refused = |unknown: &Unknown| unknown.reason.contains("several premises");
                assert!(!matches!(&verdict, Verdict::Unknown(unknown) if refused(unknown)), "{name}: {verdict:?}");
            }
        }
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), SCHEDULE.len(), "every row is for some problems");
    }
}
