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
