//! Which engines suit a problem, and their shares of the time.

use alphorn_logic::{
    horn::Problem,
    term::{FunId, SortId, Terms},
};
use alphorn_run::turns::Share;
use alphorn_transform::transform::has_cases;
use std::time::Duration;

/// What the shares depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Features {
    /// No rule has several premises.
    linear: bool,
    /// Some predicate depends on itself.
    recursive: bool,
    /// The rules of some predicate distinguish cases.
    cases: bool,
    /// Some argument is a real number.
    real: bool,
}

/// An engine, and its share of the time.
pub(super) type Member = (&'static str, Share);

/// Who finds something early or not at all: a share for so many milliseconds, and another one from then on.
const fn early(first: u32, milliseconds: u64, then: u32) -> Share {
    Share { first, early: Duration::from_millis(milliseconds), then }
}

/// Where rules have one premise, cubes lose nothing, and questions about one step are faster: whole goals, which ask more of the
/// same, win seldom beside them. Otherwise whole goals know more.
/// Facts that hold in one case only (`cases`), proofs of few atoms (`predabs`, `lawi`) and derivations that are easy to find
/// (`bmc`) come early or not at all: what these need for that they have first, and little later. Where all derivations are
/// short, more is unwound.
const LINEAR: [Member; 8] = [
    ("pdr", Share::always(41)),
    ("cases", early(50, 1_000, 4)),
    ("predabs", early(26, 2_200, 6)),
    ("la", early(12, 1_000, 4)),
    ("bmc", early(11, 1_000, 5)),
    ("lawi", early(2, 300, 2)),
    ("imc", Share::always(1)),
    ("kind", Share::always(1)),
];
/// With real numbers cubes find nearly all that anybody finds.
const LINEAR_REAL: [Member; 8] = [
    ("pdr", Share::always(80)),
    ("predabs", early(16, 1_000, 5)),
    ("bmc", early(12, 700, 4)),
    ("la", early(8, 500, 3)),
    ("cases", early(4, 200, 1)),
    ("lawi", early(2, 200, 1)),
    ("imc", Share::always(1)),
    ("kind", Share::always(1)),
];
const LINEAR_SHORT: [Member; 7] = [
    ("pdr", Share::always(30)),
    ("bmc", Share::always(30)),
    ("la", Share::always(18)),
    ("predabs", Share::always(16)),
    ("lawi", Share::always(3)),
    ("imc", Share::always(2)),
    ("kind", Share::always(1)),
];
const TREES: [Member; 7] = [
    ("la", Share::always(54)),
    ("lawi", early(22, 1_500, 4)),
    ("cases", early(20, 800, 3)),
    ("predabs", early(9, 800, 4)),
    ("bmc", early(7, 600, 4)),
    ("pdr", early(5, 500, 3)),
    ("kind", Share::always(1)),
];
const TREES_SHORT: [Member; 6] = [
    ("la", Share::always(30)),
    ("bmc", Share::always(30)),
    ("predabs", Share::always(18)),
    ("pdr", Share::always(16)),
    ("lawi", Share::always(4)),
    ("kind", Share::always(2)),
];

impl Features {
    pub fn new(terms: &mut Terms, problem: &Problem) -> Self {
        let components = problem.components();
        let recursive = problem.rules.iter().any(|rule| {
            let component = rule.head.as_ref().and_then(|head| components.iter().find(|c| c.contains(&head.pred)));
            component.is_some_and(|c| rule.premises.iter().any(|premise| c.contains(&premise.atom.pred)))
        });
        let has_real = |&f: &FunId| terms.fun(f).params.contains(&SortId::REAL);
        let real = problem.predicates.iter().any(|predicate| has_real(&predicate.fun));
        Features { linear: problem.is_linear(), recursive, cases: has_cases(terms, problem), real }
    }

    /// The members; the first one starts alone.
    pub fn members(self) -> impl Iterator<Item = &'static Member> {
        let members: &[Member] = match (self.linear, self.recursive) {
            (true, true) if self.real => &LINEAR_REAL,
            (true, true) => &LINEAR,
            (true, false) => &LINEAR_SHORT,
            (false, true) => &TREES,
            (false, false) => &TREES_SHORT,
        };
        members.iter().filter(move |(name, _)| self.cases || *name != "cases")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Config, by_name};
    use alphorn_logic::{
        horn::testing::problem,
        witness::{Unknown, Verdict},
    };
    use alphorn_run::{limit::with_limit, statistics::Statistics, stop::Stop};

    /// A loop, or only its first step; with a second premise where it is not linear.
    fn text(recursive: bool, linear: bool) -> String {
        let head = if recursive { "P" } else { "Q" };
        let other = if linear { "" } else { "(P b)" };
        format!(
            "(declare-fun P (Int) Bool) (declare-fun Q (Int) Bool) (assert (forall ((a Int)) (P a)))
             (assert (forall ((a Int) (b Int)) (=> (and (P a) {other} (= a b)) ({head} b))))
             (assert (forall ((a Int)) (=> (and (Q a) (not (= a a))) false)))"
        )
    }

    #[test]
    fn the_members_depend_on_premises_and_recursion() {
        let members = |recursive, linear| {
            let (mut terms, problem) = problem(&text(recursive, linear));
            Features::new(&mut terms, &problem).members().copied().collect::<Vec<Member>>()
        };
        assert_eq!([true, false].map(|recursive| members(recursive, true)[0].0), ["pdr", "pdr"]);
        assert_eq!([true, false].map(|recursive| members(recursive, false)[0].0), ["la", "la"]);
        let share = |name, members: Vec<Member>| {
            let all: u32 = members.iter().map(|(_, share)| share.then).sum();
            members.iter().find(|member| member.0 == name).map(|(_, share)| 100 * share.then / all)
        };
        for linear in [true, false] {
            assert!(
                share("bmc", members(false, linear)) > share("bmc", members(true, linear)),
                "derivations are short"
            );
        }
    }

    #[test]
    fn cubes_have_most_of_the_time_with_real_numbers() {
        let share = |text: &str| {
            let (mut terms, problem) = problem(text);
            let members: Vec<Member> = Features::new(&mut terms, &problem).members().copied().collect();
            let all: u32 = members.iter().map(|(_, share)| share.then).sum();
            100 * members[0].1.then / all
        };
        let text = text(true, true);
        assert!(share(&text) < 70 && share(&text.replace("Int", "Real")) > 80);
    }

    #[test]
    fn who_solves_cases_takes_part_where_there_are_some() {
        let takes_part = |text: &str| {
            let (mut terms, problem) = problem(text);
            Features::new(&mut terms, &problem).members().any(|(name, _)| *name == "cases")
        };
        let counts = |condition| {
            format!(
                "(declare-fun P (Int Int) Bool) (assert (forall ((n Int)) (P 0 n)))
                 (assert (forall ((i Int) (n Int)) (=> (and (P i n) {condition}) (P (+ i 1) n))))
                 (assert (forall ((i Int) (n Int)) (=> (and (P i n) (>= i n) (= (+ i n) 7)) false)))"
            )
        };
        assert!(takes_part(&counts("(< i n)")), "the loop is entered or not");
        assert!(!takes_part(&counts("true")));
    }

    #[test]
    fn no_member_refuses_the_problem_that_it_is_chosen_for() {
        for (recursive, linear) in [(true, true), (true, false), (false, true), (false, false)] {
            let (mut terms, problem) = problem(&text(recursive, linear));
            let members = Features::new(&mut terms, &problem).members();
            for (name, _) in members {
                let engine = by_name(name, &Config::default()).expect("it is an engine");
                let (stop, mut statistics) = (Stop::new(), Statistics::default());
                let limit = Some(Duration::from_millis(200));
                let verdict = with_limit(limit, &stop, || engine.solve(&mut terms, &problem, &mut statistics, &stop));
                let refused = |unknown: &Unknown| unknown.reason.contains("several premises");
                assert!(!matches!(&verdict, Verdict::Unknown(unknown) if refused(unknown)), "{name}: {verdict:?}");
            }
        }
    }
}
