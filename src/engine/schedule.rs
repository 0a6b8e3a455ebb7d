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

/// A row: for which problems, and the engines with their shares of the time. Nothing has to be interpolated by those that
/// unwind: they have more where interpolants are weak, and where all derivations are short.
type Row = (fn(&Features) -> bool, &'static [Member]);

/// An engine, and its share.
pub(super) type Member = (&'static str, u32);

/// The first row that fits a problem is its schedule.
const SCHEDULE: [Row; 4] = [
    (
        |f| f.linear && f.recursive,
        &[("pdr", 36), ("predabs", 22), ("bmc", 18), ("la", 18), ("lawi", 3), ("imc", 2), ("kind", 1)],
    ),
    (|f| f.linear, &[("pdr", 30), ("bmc", 30), ("predabs", 16), ("la", 18), ("lawi", 3), ("imc", 2), ("kind", 1)]),
    (|f| f.recursive, &[("la", 32), ("predabs", 26), ("pdr", 18), ("bmc", 18), ("lawi", 4), ("kind", 2)]),
    (|_| true, &[("la", 30), ("bmc", 30), ("predabs", 18), ("pdr", 16), ("lawi", 4), ("kind", 2)]),
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

    /// The members; the first one starts alone.
    pub fn members(&self) -> &'static [Member] {
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
    fn the_members_depend_on_premises_recursion_and_sorts() {
        let share = |name: &str, sort, recursive, linear| {
            let (terms, problem) = problem(&text(sort, recursive, linear));
            let members = Features::new(&terms, &problem).members();
            let all: u32 = members.iter().map(|(_, share)| share).sum();
            members.iter().find(|member| member.0 == name).map_or(0, |(_, share)| 100 * share / all)
        };
        for sort in ["Int", "Real", "(_ BitVec 8)"] {
            assert!(
                share("imc", sort, true, true) > 0 && share("imc", sort, true, false) == 0,
                "it is for linear problems"
            );
            assert!(share("bmc", sort, false, true) > share("bmc", sort, true, true), "all derivations are short");
        }
    }

    #[test]
    fn no_member_refuses_the_problem_that_it_is_chosen_for() {
        let mut rows: Vec<&[Member]> = Vec::new();
        for (sort, recursive, linear) in ["Int", "Real", "(_ BitVec 8)"]
            .into_iter()
            .flat_map(|sort| [true, false].map(|r| (sort, r)))
            .flat_map(|(sort, recursive)| [true, false].map(|linear| (sort, recursive, linear)))
        {
            let (mut terms, problem) = problem(&text(sort, recursive, linear));
            let members = Features::new(&terms, &problem).members();
            rows.push(members);
            for (name, _) in members {
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
