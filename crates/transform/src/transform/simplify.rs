//! Simplification of each rule by itself: constant folding, elimination of variables by equations, premises whose flag is
//! decided, premises written twice, and rules that derive nothing new.

use super::{Ancestor, Budget, Pass, Rewriting, Rewritten, Supply, ancestry::is_false};
use alphorn_logic::{
    equations::{Classes, Solved, solve},
    horn::{Atom, Premise, Problem, Rule, RuleId},
    term::{Op, Simplifier, TermId, Terms, VarId},
};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::{cell::RefCell, rc::Rc};

/// The pass. It remembers the rules that it left as they are.
#[derive(Default)]
pub struct Simplify {
    memory: RefCell<Memory>,
}

#[derive(Default)]
struct Memory {
    simplifier: Simplifier,
    simple: FxHashSet<Rule>,
}

impl Pass for Simplify {
    fn name(&self) -> &'static str {
        "simplify"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut rewriting = Rewriting::new();
        let Memory { simplifier, simple } = &mut *self.memory.borrow_mut();
        for (id, rule) in problem.rules() {
            if budget.is_over() || simple.contains(rule) {
                rewriting.keep(id, rule);
                continue;
            }
            match simplify(terms, simplifier, id, rule) {
                Simplified::Same => {
                    simple.insert(rule.clone());
                    rewriting.keep(id, rule);
                }
                Simplified::Useless => rewriting.leave_out(),
                Simplified::Other(rule, ancestor) => rewriting.add(rule, vec![ancestor]),
            }
        }
        rewriting.is_changed().then(|| rewriting.finish(problem, None))
    }
}

enum Simplified {
    Same,
    Useless,
    Other(Rule, Ancestor),
}

fn simplify(terms: &mut Terms, simplifier: &mut Simplifier, id: RuleId, rule: &Rule) -> Simplified {
    let flags: Vec<VarId> = rule.premises.iter().filter_map(|p| p.flag).collect();
    let fixed: FxHashSet<VarId> = argument_vars(rule).chain(flags.iter().copied()).collect();
    let Solved { mut conjuncts, definitions } = solve(terms, simplifier, rule.constraint, |v| !fixed.contains(&v));
    if conjuncts.iter().any(|&c| is_false(terms, c)) {
        return Simplified::Useless;
    }
    // A flag that must be true is no condition, and a premise whose flag does not matter is not needed.
    let stated: FxHashSet<TermId> = conjuncts.iter().copied().collect();
    let mut occurring: FxHashSet<VarId> = terms.free_vars(conjuncts.iter().copied()).into_iter().collect();
    let classes = Classes::of(terms, &conjuncts);
    let mut state = Premises::default();
    for premise in &rule.premises {
        match premise.flag {
            Some(flag) if !occurring.contains(&flag) => state.supplies.push(Supply::Unneeded),
            Some(flag) if stated.contains(&terms.var_term(flag)) => {
                state.add(Premise { atom: premise.atom.clone(), flag: None }, &classes);
            }
            _ => state.add(premise.clone(), &classes),
        }
    }
    let conditions: FxHashSet<VarId> = state.premises.iter().filter_map(|p| p.flag).collect();
    for flag in flags.iter().filter(|flag| !conditions.contains(flag)) {
        conjuncts.retain(|&c| *terms.op(c) != Op::Var(*flag));
        occurring.remove(flag);
    }
    if state.derives_its_own_premise(rule, &classes) {
        return Simplified::Useless;
    }
    let before: FxHashSet<TermId> = terms.conjuncts(rule.constraint).into_iter().collect();
    let vars: IndexSet<VarId, FxBuildHasher> = argument_vars_of(rule, &state.premises)
        .chain(state.premises.iter().filter_map(|p| p.flag))
        .chain(rule.vars.iter().copied().filter(|v| occurring.contains(v)))
        .collect();
    let same_conjuncts = before.len() == conjuncts.len() && conjuncts.iter().all(|c| before.contains(c));
    if same_conjuncts && state.premises == rule.premises && vars.len() == rule.vars.len() {
        return Simplified::Same;
    }
    let constraint = terms.and(conjuncts);
    let ancestor = Ancestor { rule: id, renaming: FxHashMap::default(), definitions, premises: state.supplies };
    let rule = Rule {
        head: rule.head.clone(),
        premises: state.premises,
        constraint,
        vars: vars.into_iter().collect(),
        origin: rule.origin,
        weakened: rule.weakened,
    };
    Simplified::Other(rule, ancestor)
}

/// The variables that are arguments of the rule's atoms.
pub(super) fn argument_vars(rule: &Rule) -> impl Iterator<Item = VarId> {
    argument_vars_of(rule, &rule.premises)
}

fn argument_vars_of<'a>(rule: &'a Rule, premises: &'a [Premise]) -> impl Iterator<Item = VarId> + 'a {
    rule.head.iter().chain(premises.iter().map(|p| &p.atom)).flat_map(|atom| atom.args.iter().copied())
}

/// The premises that are left, and where the old ones come from.
#[derive(Default)]
struct Premises {
    premises: Vec<Premise>,
    supplies: Vec<Supply>,
}

impl Premises {
    /// Adds a premise, unless it is there already with equal arguments.
    fn add(&mut self, premise: Premise, classes: &Classes) {
        let same = if premise.flag.is_none() { self.position(&premise.atom, classes) } else { None };
        let position = same.unwrap_or_else(|| {
            self.premises.push(premise);
            self.premises.len() - 1
        });
        self.supplies.push(Supply::Premise(position));
    }

    /// The premise without flag that is this atom.
    fn position(&self, atom: &Atom, classes: &Classes) -> Option<usize> {
        self.premises.iter().position(|premise| {
            let args = premise.atom.args.iter().zip(&atom.args);
            premise.flag.is_none()
                && premise.atom.pred == atom.pred
                && args.into_iter().all(|(&a, &b)| classes.are_equal(a, b))
        })
    }

    fn derives_its_own_premise(&self, rule: &Rule, classes: &Classes) -> bool {
        rule.head.as_ref().is_some_and(|head| self.position(head, classes).is_some())
    }
}
