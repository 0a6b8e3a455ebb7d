//! Rules over variables of their own.

use super::Rule;
use crate::term::{TermId, Terms, Var, VarId};
use rustc_hash::FxHashMap;

/// A rule whose variables are terms of its own, apart from its head's arguments where these were given.
#[derive(Clone, Debug)]
pub struct Renamed {
    /// The condition.
    pub constraint: TermId,
    /// The rule's variables, in the order of its `vars`.
    pub vars: Vec<TermId>,
    /// The head's arguments; none for a goal.
    pub head: Vec<TermId>,
    /// For each premise its arguments and its condition flag.
    pub premises: Vec<(Vec<TermId>, Option<TermId>)>,
}

impl Rule {
    /// The rule over fresh variables; the head's arguments are those given, if any are.
    pub fn rename(&self, terms: &mut Terms, head: Option<&[TermId]>) -> Renamed {
        let mut renaming: FxHashMap<VarId, TermId> = FxHashMap::default();
        if let (Some(atom), Some(args)) = (&self.head, head) {
            renaming.extend(atom.args.iter().copied().zip(args.iter().copied()));
        }
        for &var in &self.vars {
            renaming.entry(var).or_insert_with(|| {
                let Var { name, sort } = terms.var(var).clone();
                terms.fresh(&name, sort)
            });
        }
        let all = |vars: &[VarId]| vars.iter().map(|v| renaming[v]).collect();
        Renamed {
            constraint: terms.substitute(self.constraint, &renaming),
            vars: all(&self.vars),
            head: self.head.as_ref().map_or_else(Vec::new, |atom| all(&atom.args)),
            premises: self.premises.iter().map(|p| (all(&p.atom.args), p.flag.map(|f| renaming[&f]))).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::horn::testing::problem;

    #[test]
    fn premises_that_a_simpler_condition_lost_are_not_needed() {
        for (premise, needed) in [
            ("(or (P (abs 5)) true)", 0),
            ("(or (and (P x) true) true)", 0),
            ("(ite false (P x) (P 1))", 1),
            ("(ite true (P x) (P 1))", 1),
            ("(ite true (> x 0) (P 1))", 0),
            ("(or (P x) (ite true (P 2) (P 3)))", 2),
            ("(ite (> x 0) (or true (P x)) (P 1))", 1),
            ("(not (and (not (P x)) false))", 0),
        ] {
            let script = format!(
                "(declare-fun P (Int) Bool)(declare-fun Q (Int) Bool)
                 (assert (forall ((x Int)) (=> {premise} (Q x))))(assert (forall ((x Int)) (=> {premise} false)))"
            );
            let (mut terms, problem) = problem(&script);
            for rule in &problem.rules {
                assert_eq!(rule.premises.len(), needed, "{premise}");
                assert!(rule.lists_its_variables());
                rule.rename(&mut terms, None);
            }
        }
    }
}
