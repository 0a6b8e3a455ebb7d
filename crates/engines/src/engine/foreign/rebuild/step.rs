//! One step: a rule, the values of its variables, and the facts that are its premises.

use super::{Rebuild, equations};
use alphorn_logic::{
    horn::{Premise, Rule, RuleId},
    term::{TermId, Terms, VarId},
    witness::{Fact, Step},
};
use alphorn_smt::Outcome;
use rustc_hash::FxHashMap;

type Values = FxHashMap<VarId, TermId>;

impl Rebuild<'_> {
    /// The step by which a rule derives a fact, or *false*, from facts near a place. Z3 is asked only where evaluation leaves
    /// something open: most steps of a listing leave nothing.
    pub(super) fn step(
        &mut self,
        terms: &mut Terms,
        id: RuleId,
        fact: Option<&Fact>,
        place: usize,
        near: usize,
    ) -> Option<Step> {
        let rule = self.problem.rule(id);
        let mut values = Values::default();
        if let (Some(head), Some(fact)) = (&rule.head, fact) {
            values.extend(head.args.iter().copied().zip(fact.args.iter().copied()));
        }
        if is_true(terms, rule, &values) == Some(false) {
            return None;
        }
        let mut candidates = Vec::with_capacity(rule.premises.len());
        for Premise { atom, flag } in &rule.premises {
            let mut around = self.around(atom.pred, place, near);
            // Where the flag is false a fact does not matter.
            if flag.is_none() {
                let mut found = None;
                around.retain(|&step| {
                    let mut values = values.clone();
                    values.extend(atom.args.iter().copied().zip(self.args(step).iter().copied()));
                    let truth = is_true(terms, rule, &values);
                    if truth == Some(true) && rule.premises.len() == 1 && found.is_none() {
                        found = Some((values, step));
                    }
                    truth != Some(false)
                });
                if let Some((values, step)) = found {
                    let values = complete(terms, rule, &values)?;
                    return Some(Step { rule: id, values, premises: vec![Some(step)], fact: fact.cloned() });
                }
                if around.is_empty() {
                    return None;
                }
            }
            candidates.push(around);
        }
        let values = self.solve(terms, id, &values, &candidates)?;
        let (top, value_of) = (terms.top(), rule.vars.iter().copied().zip(values.iter().copied()).collect::<Values>());
        let mut premises = Vec::with_capacity(rule.premises.len());
        for Premise { atom, flag } in &rule.premises {
            let is_needed = flag.is_none_or(|flag| value_of.get(&flag) == Some(&top));
            let args = atom.args.iter().map(|arg| value_of.get(arg).copied()).collect::<Option<Vec<_>>>()?;
            let derived = self.known.get(&Fact { pred: atom.pred, args }).copied();
            premises.push(if is_needed { Some(derived?) } else { None });
        }
        Some(Step { rule: id, values, premises, fact: fact.cloned() })
    }

    /// Values of a rule's variables, some of which are given, with each premise that is needed among its candidates.
    fn solve(
        &mut self,
        terms: &mut Terms,
        id: RuleId,
        given: &Values,
        candidates: &[Vec<usize>],
    ) -> Option<Vec<TermId>> {
        let rule = self.problem.rule(id);
        let (vars, fixed): (Vec<VarId>, Vec<TermId>) = given.iter().unzip();
        let mut conditions = vec![equations(terms, &vars, &fixed)];
        for (Premise { atom, flag }, candidates) in rule.premises.iter().zip(candidates) {
            let mut holds = self.is_one_of(terms, &atom.args, candidates);
            if let Some(flag) = flag {
                let needed = terms.var_term(*flag);
                holds = terms.implies(needed, holds);
            }
            conditions.push(holds);
        }
        let smt = self.rules.entry(id).or_insert_with(|| {
            let mut smt = self.smt.sibling();
            smt.assert(terms, rule.constraint);
            smt
        });
        smt.push();
        conditions.iter().for_each(|&condition| smt.assert(terms, condition));
        let model = (smt.check(terms, &[]) == Outcome::Sat).then(|| smt.model());
        smt.pop();
        let mut model = model?;
        let mut value = |var: &VarId| {
            let var = terms.var_term(*var);
            model.value(terms, var)
        };
        rule.vars.iter().map(&mut value).collect()
    }
}

/// Whether a rule's constraint holds under these values, whatever the other variables are; `None` if that matters.
fn is_true(terms: &mut Terms, rule: &Rule, values: &Values) -> Option<bool> {
    let top = terms.top();
    let truth = terms.eval(rule.constraint, |var| values.get(&var).copied()).ok()?;
    Some(truth == top)
}

/// Values of all variables; those without one do not matter.
fn complete(terms: &mut Terms, rule: &Rule, values: &Values) -> Option<Vec<TermId>> {
    let mut value = |var: &VarId| values.get(var).copied().or_else(|| terms.default_value(terms.var(*var).sort));
    rule.vars.iter().map(&mut value).collect()
}
