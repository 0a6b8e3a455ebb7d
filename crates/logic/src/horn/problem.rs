//! The problem itself: plain data over a pool of terms.

use crate::term::{FunId, TermId, Terms, VarId};
use rustc_hash::FxHashSet;

/// A predicate of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredId(pub u32);

/// A rule of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RuleId(pub u32);

impl PredId {
    /// The position among the problem's predicates.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl RuleId {
    /// The position among the problem's rules.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A predicate: an unknown relation that a solution must define.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its declaration, with name and argument sorts.
    pub fun: FunId,
}

/// A predicate applied to variables, all distinct.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Atom {
    /// The predicate.
    pub pred: PredId,
    /// Its arguments.
    pub args: Vec<VarId>,
}

/// A subgoal of a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Premise {
    /// What has to be derived.
    pub atom: Atom,
    /// The condition flag (*Lazy Annotation Revisited*, Appendix A.2): a Boolean variable of the constraint, in which it
    /// occurs only positively. Where it is false the premise is not needed. Without a flag it is always needed.
    pub flag: Option<VarId>,
}

/// `premises ∧ constraint ⇒ head`, universally closed. All arguments of all its atoms are distinct variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// What it derives; a goal derives *false*, which is `None`.
    pub head: Option<Atom>,
    /// The subgoals.
    pub premises: Vec<Premise>,
    /// The condition on all variables; no predicates, and only such quantifiers as cannot be moved to the front.
    pub constraint: TermId,
    /// Every variable: those of the source's binders (used or not) and those that normalisation made.
    pub vars: Vec<VarId>,
    /// The assertion it came from: the byte offset of its command in the source.
    pub origin: u32,
    /// Whether a universally quantified premise was replaced by some of its instances, so that the rule derives more than
    /// the clause it came from: a derivation that uses it proves nothing.
    pub weakened: bool,
}

/// A set of rules, some of them goals. The question is whether *false* can be derived.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The predicates, in the order of their declarations.
    pub predicates: Vec<Predicate>,
    /// The rules, in the order of the assertions.
    pub rules: Vec<Rule>,
}

impl Rule {
    /// Whether it derives *false*.
    pub fn is_goal(&self) -> bool {
        self.head.is_none()
    }

    /// Whether `vars` has all variables of the atoms and all condition flags.
    pub fn lists_its_variables(&self) -> bool {
        let listed: FxHashSet<VarId> = self.vars.iter().copied().collect();
        let flags = self.premises.iter().filter_map(|premise| premise.flag);
        let atoms = self.head.iter().chain(self.premises.iter().map(|premise| &premise.atom));
        atoms.flat_map(|atom| atom.args.iter().copied()).chain(flags).all(|var| listed.contains(&var))
    }
}

impl Problem {
    /// A predicate's name.
    pub fn name<'t>(&self, terms: &'t Terms, pred: PredId) -> &'t str {
        &terms.fun(self.predicates[pred.index()].fun).name
    }

    /// A rule.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()]
    }

    /// All predicates.
    pub fn pred_ids(&self) -> impl ExactSizeIterator<Item = PredId> + use<> {
        (0..self.predicates.len() as u32).map(PredId)
    }

    /// All rules with their ids.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = (RuleId, &Rule)> {
        self.rules.iter().enumerate().map(|(i, rule)| (RuleId(i as u32), rule))
    }

    /// The rules that derive *false*.
    pub fn goals(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        self.rules().filter(|(_, rule)| rule.is_goal())
    }

    /// The rules' constraints.
    pub fn constraints(&self) -> impl Iterator<Item = TermId> + '_ {
        self.rules.iter().map(|rule| rule.constraint)
    }

    /// For each predicate the rules that derive it.
    pub fn rules_by_head(&self) -> Vec<Vec<RuleId>> {
        let mut by_head = vec![Vec::new(); self.predicates.len()];
        for (id, rule) in self.rules() {
            if let Some(head) = &rule.head {
                by_head[head.pred.index()].push(id);
            }
        }
        by_head
    }

    /// Whether no rule has more than one premise.
    pub fn is_linear(&self) -> bool {
        self.rules.iter().all(|rule| rule.premises.len() <= 1)
    }
}
