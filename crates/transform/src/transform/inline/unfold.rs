//! A rule with the bodies of other rules in place of some of its premises.

use super::Definitions;
use crate::transform::{Ancestor, Supply};
use alphorn_logic::{
    horn::{Premise, Problem, Rule, RuleId},
    term::{SortId, TermId, Terms, Var, VarId},
};
use rustc_hash::FxHashMap;

/// Unfolds rules of one problem.
pub(in crate::transform) struct Unfolder<'a> {
    terms: &'a mut Terms,
    problem: &'a Problem,
    definitions: &'a Definitions,
}

/// A body to put in: the premises and the constraint over fresh variables.
struct Body {
    premises: Vec<Premise>,
    constraint: TermId,
    vars: Vec<VarId>,
    ancestor: Ancestor,
    weakened: bool,
}

impl<'a> Unfolder<'a> {
    pub fn new(terms: &'a mut Terms, problem: &'a Problem, definitions: &'a Definitions) -> Self {
        Unfolder { terms, problem, definitions }
    }

    /// The rules that take the place of one, each with what it is made of.
    pub fn unfold(&mut self, id: RuleId) -> Vec<(Rule, Ancestor)> {
        let old = self.problem.rule(id);
        let start = Rule { premises: Vec::new(), ..old.clone() };
        let mut ancestor = Ancestor::same(id, old);
        ancestor.premises.clear();
        let mut made = vec![(start, ancestor)];
        for premise in &old.premises {
            match self.definitions.get(&premise.atom.pred) {
                None => made.iter_mut().for_each(|(rule, ancestor)| {
                    ancestor.premises.push(Supply::Premise(rule.premises.len()));
                    rule.premises.push(premise.clone());
                }),
                Some(rules) => made = self.put_in(made, premise, rules),
            }
        }
        made
    }

    fn put_in(&mut self, made: Vec<(Rule, Ancestor)>, premise: &Premise, rules: &[RuleId]) -> Vec<(Rule, Ancestor)> {
        let mut result = Vec::with_capacity(made.len());
        for (rule, ancestor) in made {
            match premise.flag {
                Some(flag) => result.push(self.put_in_place_of(flag, rule, ancestor, premise, rules)),
                None => {
                    for &definition in rules {
                        let body = self.body(definition, premise, rule.premises.len(), false);
                        let (mut rule, mut ancestor) = (rule.clone(), ancestor.clone());
                        rule.constraint = self.terms.and([rule.constraint, body.constraint]);
                        rule.premises.extend(body.premises);
                        rule.vars.extend(body.vars);
                        rule.weakened |= body.weakened;
                        ancestor.premises.push(Supply::Rules(vec![body.ancestor]));
                        result.push((rule, ancestor));
                    }
                }
            }
        }
        result
    }

    /// The flag stands for the premise: in its place comes what derives the premise.
    fn put_in_place_of(
        &mut self,
        flag: VarId,
        mut rule: Rule,
        mut ancestor: Ancestor,
        premise: &Premise,
        rules: &[RuleId],
    ) -> (Rule, Ancestor) {
        let (mut cases, mut supplies) = (Vec::new(), Vec::new());
        for &definition in rules {
            let body = self.body(definition, premise, rule.premises.len(), true);
            cases.push(body.constraint);
            rule.premises.extend(body.premises);
            rule.vars.extend(body.vars);
            rule.weakened |= body.weakened;
            supplies.push(body.ancestor);
        }
        let holds = self.terms.or(cases);
        rule.constraint = self.terms.substitute(rule.constraint, &FxHashMap::from_iter([(flag, holds)]));
        rule.vars.retain(|v| *v != flag);
        ancestor.premises.push(Supply::Rules(supplies));
        (rule, ancestor)
    }

    /// The body of a rule for a premise, whose arguments it gets. Its premises will stand from `position` on. If it is
    /// `conditional`, each of its premises has a flag, and the constraint asks for those that had none.
    fn body(&mut self, id: RuleId, premise: &Premise, position: usize, conditional: bool) -> Body {
        let rule = self.problem.rule(id);
        let mut renaming: FxHashMap<VarId, VarId> = FxHashMap::default();
        let head = rule.head.iter().flat_map(|head| &head.args);
        renaming.extend(head.copied().zip(premise.atom.args.iter().copied()));
        let mut vars = Vec::new();
        for &var in &rule.vars {
            renaming.entry(var).or_insert_with(|| {
                let Var { name, sort } = self.terms.var(var).clone();
                let fresh = self.terms.fresh_var(&name, sort);
                vars.push(fresh);
                fresh
            });
        }
        let map = renaming.iter().map(|(&from, &to)| (from, self.terms.var_term(to))).collect();
        let mut parts = vec![self.terms.substitute(rule.constraint, &map)];
        let mut premises = Vec::with_capacity(rule.premises.len());
        for below in &rule.premises {
            let mut copy = below.clone();
            copy.atom.args.iter_mut().for_each(|arg| *arg = renaming[arg]);
            copy.flag = copy.flag.map(|flag| renaming[&flag]);
            if conditional && copy.flag.is_none() {
                let flag = self.terms.fresh_var("needs", SortId::BOOL);
                vars.push(flag);
                parts.push(self.terms.var_term(flag));
                copy.flag = Some(flag);
            }
            premises.push(copy);
        }
        let supplies = (position..position + premises.len()).map(Supply::Premise).collect();
        let ancestor = Ancestor { rule: id, renaming, definitions: Vec::new(), premises: supplies };
        Body { premises, constraint: self.terms.and(parts), vars, ancestor, weakened: rule.weakened }
    }
}
