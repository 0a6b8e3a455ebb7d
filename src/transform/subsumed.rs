//! Rules that say no more than another rule: what that one asks for, they ask for too.
//!
//! The check is syntactic. The atoms of the general rule are laid over atoms of the special one, which says what its variables
//! stand for; then each of its conditions has to be one of the special rule's.

use super::{Budget, Pass, Rewriting, Rewritten, equations::flat_conjuncts};
use crate::{
    horn::{Atom, PredId, Problem, Rule, RuleId},
    term::{Op, TermId, Terms, VarId},
};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::rc::Rc;

/// So many ways to lay the premises of one rule over those of another are tried.
const MOST_WAYS: usize = 16;

/// The pass.
pub struct Subsumed;

impl Pass for Subsumed {
    fn name(&self) -> &'static str {
        "subsumed"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut groups: IndexMap<Option<PredId>, Vec<RuleId>, FxBuildHasher> = IndexMap::default();
        for (id, rule) in problem.rules() {
            groups.entry(rule.head.as_ref().map(|head| head.pred)).or_default().push(id);
        }
        let mut gone: FxHashSet<RuleId> = FxHashSet::default();
        for rules in groups.values().filter(|rules| rules.len() > 1) {
            for &special in rules {
                if budget.is_over() {
                    return None;
                }
                let special_rule = Special::new(terms, problem.rule(special));
                let others = rules.iter().filter(|general| **general != special && !gone.contains(general));
                let mut others = others.map(|general| problem.rule(*general));
                if others.any(|general| special_rule.is_covered_by(terms, general)) {
                    gone.insert(special);
                }
            }
        }
        let mut rewriting = Rewriting::new();
        for (id, rule) in problem.rules() {
            if gone.contains(&id) { rewriting.leave_out() } else { rewriting.keep(id, rule) }
        }
        rewriting.is_changed().then(|| rewriting.finish(problem, None))
    }
}

/// A rule that may be superfluous.
struct Special<'p> {
    rule: &'p Rule,
    conditions: FxHashSet<TermId>,
}

impl<'p> Special<'p> {
    fn new(terms: &Terms, rule: &'p Rule) -> Self {
        Special { rule, conditions: flat_conjuncts(terms, [rule.constraint]).into_iter().collect() }
    }

    /// Whether whatever it derives is derived by a more general rule.
    fn is_covered_by(&self, terms: &mut Terms, general: &Rule) -> bool {
        // What a weakened rule derives may be no derivation.
        if general.weakened && !self.rule.weakened {
            return false;
        }
        // The premises over which each premise of the general rule may be laid.
        let mut places: Vec<Vec<usize>> = Vec::with_capacity(general.premises.len());
        for premise in &general.premises {
            let is_alike = |i: &usize| {
                let other = &self.rule.premises[*i];
                other.atom.pred == premise.atom.pred && other.flag.is_some() == premise.flag.is_some()
            };
            places.push((0..self.rule.premises.len()).filter(is_alike).collect());
        }
        let ways: usize = places.iter().map(Vec::len).try_fold(1, usize::checked_mul).unwrap_or(usize::MAX);
        if ways == 0 {
            return false;
        }
        let conditions = flat_conjuncts(terms, [general.constraint]);
        (0..ways.min(MOST_WAYS)).any(|way| {
            let map = self.variables(terms, general, &places, way);
            conditions.iter().all(|&condition| {
                let condition = terms.substitute(condition, &map);
                self.asks_for(terms, condition)
            })
        })
    }

    /// What the variables of the general rule stand for, one way to lay its premises over others. Those of no atom stand
    /// for themselves: rules made from one rule share them.
    fn variables(
        &self,
        terms: &mut Terms,
        general: &Rule,
        places: &[Vec<usize>],
        mut way: usize,
    ) -> FxHashMap<VarId, TermId> {
        let mut map: FxHashMap<VarId, TermId> = FxHashMap::default();
        let mut lay = |terms: &mut Terms, over: &[VarId], vars: &[VarId]| {
            map.extend(vars.iter().zip(over).map(|(&var, &other)| (var, terms.var_term(other))));
        };
        if let (Some(Atom { args, .. }), Some(head)) = (&general.head, &self.rule.head) {
            lay(terms, &head.args, args);
        }
        for (premise, places) in general.premises.iter().zip(places) {
            let other = &self.rule.premises[places[way % places.len()]];
            way /= places.len();
            lay(terms, &other.atom.args, &premise.atom.args);
            lay(terms, other.flag.as_slice(), premise.flag.as_slice());
        }
        map
    }

    /// Whether a condition, or all of one of its disjuncts, is among those of the rule.
    fn asks_for(&self, terms: &Terms, condition: TermId) -> bool {
        let has = |t: TermId| flat_conjuncts(terms, [t]).iter().all(|part| self.conditions.contains(part));
        has(condition) || *terms.op(condition) == Op::Or && terms.args(condition).iter().any(|&part| has(part))
    }
}
