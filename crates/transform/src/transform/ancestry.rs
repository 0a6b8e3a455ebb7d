//! The way back for derivations: each step becomes steps of the old rules that its rule was made of.

use super::{LiftError, complete::Completer};
use alphorn_logic::{
    horn::{Problem, Rule, RuleId},
    term::{Op, TermId, Terms, VarId},
    witness::{Derivation, Fact, Step},
};
use alphorn_run::stop::Stop;
use rustc_hash::FxHashMap;

/// Of so many premises each choice is tried.
const MOST_OPEN: usize = 6;

/// An old rule as part of a new one.
#[derive(Clone, Debug)]
pub struct Ancestor {
    /// The old rule.
    pub rule: RuleId,
    /// The new variables that stand for old ones; the others kept theirs.
    pub renaming: FxHashMap<VarId, VarId>,
    /// Old variables that were eliminated, each by a term over what is left and what was eliminated later.
    pub definitions: Vec<(VarId, TermId)>,
    /// For each premise of the old rule where it comes from.
    pub premises: Vec<Supply>,
}

/// Where a premise of an old rule comes from.
#[derive(Clone, Debug)]
pub enum Supply {
    /// It is this premise of the new rule.
    Premise(usize),
    /// Its condition flag is false.
    Unneeded,
    /// One of these rules was put in its place.
    Rules(Vec<Ancestor>),
}

impl Ancestor {
    /// The rule as it was.
    pub fn same(id: RuleId, rule: &Rule) -> Self {
        let premises = (0..rule.premises.len()).map(Supply::Premise).collect();
        Ancestor { rule: id, renaming: FxHashMap::default(), definitions: Vec::new(), premises }
    }
}

/// The derivation in the old problem.
pub(super) fn carry_back(
    terms: &mut Terms,
    old: &Problem,
    new: &Problem,
    ancestors: &[Vec<Ancestor>],
    derivation: &Derivation,
    stop: &Stop,
) -> Result<Derivation, LiftError> {
    let mut lifted = Lifted { old, completer: Completer::new(stop), derivation: Derivation::default() };
    let mut place: Vec<usize> = Vec::with_capacity(derivation.steps.len());
    for step in &derivation.steps {
        if stop.is_stopped() {
            return Err(LiftError::Stopped);
        }
        let vars = &new.rule(step.rule).vars;
        let new_step = NewStep {
            values: vars.iter().copied().zip(step.values.iter().copied()).collect(),
            premises: step.premises.iter().map(|premise| premise.map(|p| place[p])).collect(),
        };
        let alternatives = &ancestors[step.rule.index()];
        place.push(lifted.add_one_of(terms, alternatives, &new_step).ok_or(LiftError::Step)?);
    }
    let mut derivation = lifted.derivation;
    derivation.prune();
    Ok(derivation)
}

/// A step of the new derivation whose premises were carried back already.
struct NewStep {
    values: FxHashMap<VarId, TermId>,
    premises: Vec<Option<usize>>,
}

/// The premises of an instance of a rule, where they are needed, and the values of its variables.
type Instance = (Vec<Option<usize>>, FxHashMap<VarId, TermId>);

struct Lifted<'a> {
    old: &'a Problem,
    completer: Completer,
    derivation: Derivation,
}

impl Lifted<'_> {
    /// Adds an instance of the first of the ancestors that has one; its number.
    fn add_one_of(&mut self, terms: &mut Terms, ancestors: &[Ancestor], step: &NewStep) -> Option<usize> {
        ancestors.iter().find_map(|ancestor| {
            let before = self.derivation.steps.len();
            let found = self.add(terms, ancestor, step);
            if found.is_none() {
                self.derivation.steps.truncate(before);
            }
            found
        })
    }

    fn add(&mut self, terms: &mut Terms, ancestor: &Ancestor, step: &NewStep) -> Option<usize> {
        let rule = self.old.rule(ancestor.rule);
        let mut premises = Vec::with_capacity(rule.premises.len());
        for (premise, supply) in rule.premises.iter().zip(&ancestor.premises) {
            let found = match supply {
                Supply::Premise(position) => step.premises[*position],
                Supply::Unneeded => None,
                // Passes put rules in place of premises one level deep, so this recursion ends at once.
                Supply::Rules(rules) => self.add_one_of(terms, rules, step),
            };
            if found.is_none() && premise.flag.is_none() {
                return None;
            }
            premises.push(found);
        }
        let (premises, values) = self.needed(terms, rule, ancestor, step, premises)?;
        let fact = rule.head.as_ref().map(|head| {
            let args = head.args.iter().map(|arg| values[arg]).collect();
            Fact { pred: head.pred, args }
        });
        let values = rule.vars.iter().map(|var| values[var]).collect();
        self.derivation.steps.push(Step { rule: ancestor.rule, values, premises, fact });
        Some(self.derivation.steps.len() - 1)
    }

    /// Which of the premises that were found are needed, and the values. As few as possible of those with a flag: the new
    /// step may do without some that could be had, and its values need not agree with them.
    fn needed(
        &mut self,
        terms: &mut Terms,
        rule: &Rule,
        ancestor: &Ancestor,
        step: &NewStep,
        found: Vec<Option<usize>>,
    ) -> Option<Instance> {
        let is_open = |i: &usize| found[*i].is_some() && rule.premises[*i].flag.is_some();
        let open: Vec<usize> = (0..found.len()).filter(is_open).take(MOST_OPEN).collect();
        (0..1_u32 << open.len()).rev().find_map(|left_out| {
            let mut premises = found.clone();
            let dropped = open.iter().enumerate().filter(|(bit, _)| left_out >> bit & 1 == 1);
            dropped.for_each(|(_, &i)| premises[i] = None);
            let known = self.known(terms, rule, ancestor, step, &premises);
            let values = self.completer.complete(terms, rule, known)?;
            Some((premises, values))
        })
    }

    /// What the new step says about the variables of the old rule.
    fn known(
        &self,
        terms: &mut Terms,
        rule: &Rule,
        ancestor: &Ancestor,
        step: &NewStep,
        premises: &[Option<usize>],
    ) -> FxHashMap<VarId, TermId> {
        let mut known: FxHashMap<VarId, TermId> = FxHashMap::default();
        for (premise, found) in rule.premises.iter().zip(premises) {
            if let Some(Fact { args, .. }) = found.and_then(|n| self.derivation.steps[n].fact.as_ref()) {
                known.extend(premise.atom.args.iter().copied().zip(args.iter().copied()));
            }
            if let Some(flag) = premise.flag {
                known.insert(flag, terms.bool(found.is_some()));
            }
        }
        for &var in &rule.vars {
            let name = ancestor.renaming.get(&var).copied().unwrap_or(var);
            if let Some(&value) = step.values.get(&name) {
                known.entry(var).or_insert(value);
            }
        }
        for &(var, definition) in ancestor.definitions.iter().rev() {
            if !known.contains_key(&var)
                && let Ok(value) = terms.eval(definition, |v| known.get(&v).or_else(|| step.values.get(&v)).copied())
            {
                known.insert(var, value);
            }
        }
        known
    }
}

/// Whether the term is `false`: a rule with such a constraint derives nothing.
pub(super) fn is_false(terms: &Terms, term: TermId) -> bool {
    *terms.op(term) == Op::False
}
