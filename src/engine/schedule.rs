//! Which engines suit a problem, and their shares of the time.

use crate::horn::Problem;

/// What the shares depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Features {
    /// No rule has several premises.
    linear: bool,
    /// Some predicate depends on itself.
    recursive: bool,
}

/// An engine, and its share in hundredths.
pub(super) type Member = (&'static str, u32);

/// Where rules have one premise, cubes lose nothing, and questions about one step are faster: whole goals, which ask more of the
/// same, won nowhere among 150 such problems beside them. Otherwise whole goals know more.
/// Proofs of few atoms (`predabs`) and derivations that are easy to find (`bmc`) come early or not at all: what these two need
/// for that within some seconds is what they have. Where all derivations are short, more is unwound.
const LINEAR: [Member; 7] =
    [("pdr", 40), ("predabs", 32), ("bmc", 18), ("la", 4), ("lawi", 3), ("imc", 2), ("kind", 1)];
const LINEAR_SHORT: [Member; 7] =
    [("pdr", 30), ("bmc", 30), ("la", 18), ("predabs", 16), ("lawi", 3), ("imc", 2), ("kind", 1)];
const TREES: [Member; 6] = [("la", 48), ("predabs", 18), ("lawi", 14), ("bmc", 12), ("pdr", 6), ("kind", 2)];
const TREES_SHORT: [Member; 6] = [("la", 30), ("bmc", 30), ("predabs", 18), ("pdr", 16), ("lawi", 4), ("kind", 2)];

impl Features {
    pub fn new(problem: &Problem) -> Self {
        let components = problem.components();
        let recursive = problem.rules.iter().any(|rule| {
            let component = rule.head.as_ref().and_then(|head| components.iter().find(|c| c.contains(&head.pred)));
            component.is_some_and(|c| rule.premises.iter().any(|premise| c.contains(&premise.atom.pred)))
        });
        Features { linear: problem.is_linear(), recursive }
    }

    /// The members; the first one starts alone.
    pub fn members(&self) -> &'static [Member] {
        match (self.linear, self.recursive) {
            (true, true) => &LINEAR,
            (true, false) => &LINEAR_SHORT,
            (false, true) => &TREES,
            (false, false) => &TREES_SHORT,
        }
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
        let members = |recursive, linear| Features::new(&problem(&text(recursive, linear)).1).members();
        assert_eq!([true, false].map(|recursive| members(recursive, true)[0].0), ["pdr", "pdr"]);
        assert_eq!([true, false].map(|recursive| members(recursive, false)[0].0), ["la", "la"]);
        let share = |name, members: &[Member]| members.iter().find(|member| member.0 == name).map(|member| member.1);
        for linear in [true, false] {
            assert!(
                share("bmc", members(false, linear)) > share("bmc", members(true, linear)),
                "derivations are short"
            );
        }
    }

    #[test]
    fn no_member_refuses_the_problem_that_it_is_chosen_for() {
        for (recursive, linear) in [(true, true), (true, false), (false, true), (false, false)] {
            let (mut terms, problem) = problem(&text(recursive, linear));
            let members = Features::new(&problem).members();
            assert_eq!(members.iter().map(|member| member.1).sum::<u32>(), 100);
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
