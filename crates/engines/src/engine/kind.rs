//! k-induction, for rules with any number of premises: bounded model checking of derivations in which no fact but the last
//! ones derives *false* at once.
//!
//! Every shortest derivation is like that. So if no such tree of height k exists, whatever its leaves are, there is no
//! derivation at all; and the k-fold image of the facts that do not derive *false* at once is an ordinary solution, inductive
//! in one step. Making it takes quantifier elimination; where that fails, the quantifiers stay in the solution.

use super::{Engine, bmc};
use alphorn_logic::{
    horn::Problem,
    term::{TermId, Terms, VarId},
    witness::{Solution, Verdict},
};
use alphorn_run::{statistics::Statistics, stop::Stop};
use alphorn_smt::{Smt, SmtConfig};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// Time for the elimination of a goal's own variables; where it is not enough, the goal is not used.
const ELIMINATION: Duration = Duration::from_secs(1);

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct KInduction;

impl Engine for KInduction {
    fn name(&self) -> &'static str {
        "kind"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let safe = safe(terms, problem, stop);
        bmc::unwind(terms, problem, Some(&safe), statistics, stop)
    }
}

/// For each predicate what holds of the facts that do not derive *false* at once, by a goal with no other premise.
fn safe(terms: &mut Terms, problem: &Problem, stop: &Stop) -> Solution {
    let smt = Smt::new(SmtConfig::default(), stop);
    let mut safe = Solution::top(terms, problem);
    for (_, goal) in problem.goals() {
        let [premise] = &goal.premises[..] else { continue };
        if premise.flag.is_some() || terms.contains_quantifier([goal.constraint]) {
            continue;
        }
        let definition = &mut safe.definitions[premise.atom.pred.index()];
        let params = definition.params.iter().map(|&param| terms.var_term(param));
        let renaming: FxHashMap<VarId, TermId> = premise.atom.args.iter().copied().zip(params).collect();
        let violated = terms.substitute(goal.constraint, &renaming);
        let mut locals = terms.free_vars([violated]);
        locals.retain(|var| !definition.params.contains(var));
        let violated = match locals.is_empty() {
            true => Some(violated),
            false => smt.eliminate(terms, &locals, violated, ELIMINATION),
        };
        if let Some(violated) = violated {
            let holds = terms.not(violated);
            definition.body = terms.and([definition.body, holds]);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::confirm;
    use alphorn_logic::horn::testing::problem;

    /// `b ≠ 7` says nothing of `a`, which is `b` in the next step; of two facts in a row it says all.
    const TWO: &str = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
        (assert (forall ((a Int) (b Int)) (=> (P a b) (P b a))))
        (assert (forall ((a Int) (b Int)) (=> (and (P a b) (= b 7)) false)))";

    #[test]
    fn what_is_two_inductive_is_proved_with_an_ordinary_solution() {
        let (mut terms, problem) = problem(TWO);
        let (mut statistics, stop) = (Statistics::default(), Stop::new());
        let verdict = KInduction.solve(&mut terms, &problem, &mut statistics, &stop);
        assert!(matches!(verdict, Verdict::Solved(_)));
        assert!(confirm::holds(&mut terms, &problem, &verdict, &stop));
        assert!(statistics.count("bmc-bound") >= Some(2), "one step is not enough");
    }
}
