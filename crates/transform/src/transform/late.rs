//! Arguments that rules choose freely: they are chosen where they are used.
//!
//! If every rule of a predicate states the same of some arguments of its head, and nothing else about them, then whoever uses
//! a fact may choose them as well, so that the same holds: what was read in one step and used in the next becomes a variable of
//! the next step.

use super::{
    Budget, Lift, LiftError, Pass, Rewritten,
    arguments::{Fate, Invariant, Reduced, take_away},
    stated::{Facts, Stated},
};
use alphorn_logic::{
    equations::flat_conjuncts,
    horn::{PredId, Problem, Rule},
    term::{Lambda, TermId, Terms, VarId},
    witness::{Derivation, Fact, Known, Solution, Step},
};
use alphorn_run::stop::Stop;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::{collections::hash_map::Entry, rc::Rc};

/// The pass.
pub struct Late;

impl Pass for Late {
    fn name(&self) -> &'static str {
        "late"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut stated = Stated::new(terms, problem);
        let mut choices = Vec::with_capacity(problem.predicates.len());
        for pred in problem.pred_ids() {
            if budget.is_over() {
                return None;
            }
            choices.push(Choice::new(terms, problem, &mut stated, pred));
        }
        let late: Vec<Vec<bool>> = choices.iter().map(|choice| choice.late.clone()).collect();
        let fate = |late: &bool| if *late { Fate::Irrelevant } else { Fate::Stays };
        let fates = late.iter().map(|late| late.iter().map(fate).collect()).collect();
        let mut invariants = Vec::new();
        for (pred, choice) in problem.pred_ids().zip(&choices) {
            let params = stated.params[pred.index()].clone();
            let body = terms.and(choice.holds.iter().copied());
            invariants.push(Invariant { pred, holds: Lambda { params, body } });
        }
        let rewritten = take_away(terms, problem, fates, invariants, |terms, id| Reduced {
            constraint: constraint(terms, problem.rule(id), &mut stated, &choices),
            definitions: Vec::new(),
        })?;
        let new = rewritten.problem.clone();
        let lift = Chosen { old: problem.clone(), new, late, others: rewritten.lift };
        Some(Rewritten { problem: rewritten.problem, lift: Box::new(lift) })
    }
}

/// What is chosen late of a predicate.
struct Choice {
    /// For each argument whether it is.
    late: Vec<bool>,
    /// What has to hold then.
    holds: Facts,
}

impl Choice {
    /// As much as possible.
    fn new(terms: &mut Terms, problem: &Problem, stated: &mut Stated, pred: PredId) -> Self {
        let facts = stated.by_all(pred);
        let params = stated.params[pred.index()].clone();
        let rules: Vec<usize> = stated.by_rule[pred.index()].iter().map(|(id, _)| id.index()).collect();
        // What has one rule states all there is to state: that is for inlining.
        let mut late = vec![rules.len() > 1; params.len()];
        for rule in rules.iter().map(|&at| &problem.rules[at]) {
            let Some(head) = &rule.head else { continue };
            let views = stated.views(terms, rule, head);
            let mut bound: FxHashSet<VarId> = FxHashSet::default();
            for (conjunct, view) in flat_conjuncts(terms, [rule.constraint]).into_iter().zip(views) {
                if !view.is_some_and(|view| facts.contains(&view)) {
                    bound.extend(terms.free_vars([conjunct]));
                }
            }
            for (late, arg) in late.iter_mut().zip(&head.args) {
                *late &= !bound.contains(arg);
            }
        }
        let chosen: FxHashSet<VarId> = params.iter().zip(&late).filter(|(_, late)| **late).map(|(p, _)| *p).collect();
        let speaks_of_it = |fact: &TermId| terms.free_vars([*fact]).iter().any(|var| chosen.contains(var));
        Choice { holds: facts.iter().copied().filter(speaks_of_it).collect(), late }
    }
}

/// A rule's constraint: what is chosen late is not said of the head, but of the premises.
fn constraint(terms: &mut Terms, rule: &Rule, stated: &mut Stated, choices: &[Choice]) -> TermId {
    let mut parts = flat_conjuncts(terms, [rule.constraint]);
    let mut said: Vec<(TermId, Option<VarId>)> = Vec::new();
    for premise in &rule.premises {
        let holds = &choices[premise.atom.pred.index()].holds;
        if holds.is_empty() {
            continue;
        }
        let known: Facts = match premise.flag {
            None => stated.views(terms, rule, &premise.atom).into_iter().flatten().collect(),
            Some(_) => Facts::default(),
        };
        let params = stated.params[premise.atom.pred.index()].clone();
        let args: Vec<TermId> = premise.atom.args.iter().map(|&arg| terms.var_term(arg)).collect();
        for &body in holds.iter().filter(|fact| !known.contains(*fact)) {
            let fact = terms.beta(&Lambda { params: params.clone(), body }, &args);
            said.push((fact, premise.flag));
        }
    }
    if let Some(head) = &rule.head {
        let holds = &choices[head.pred.index()].holds;
        let mut views = stated.views(terms, rule, head).into_iter();
        parts.retain(|_| !views.next().flatten().is_some_and(|view| holds.contains(&view)));
    }
    // A flag stands for its premise, and the premise implies what is said.
    let mut conditional: FxHashMap<VarId, TermId> = FxHashMap::default();
    for &(fact, flag) in said.iter() {
        if let Some(flag) = flag {
            let needed = conditional.get(&flag).copied().unwrap_or_else(|| terms.var_term(flag));
            conditional.insert(flag, terms.and([needed, fact]));
        }
    }
    let stated = terms.and(parts);
    let stated = terms.substitute(stated, &conditional);
    terms.and(said.into_iter().filter(|(_, flag)| flag.is_none()).map(|(fact, _)| fact).chain([stated]))
}

/// The way back: each use of a fact says how the arguments of that fact are chosen.
struct Chosen {
    old: Rc<Problem>,
    new: Rc<Problem>,
    late: Vec<Vec<bool>>,
    others: Box<dyn Lift>,
}

/// A step of the new derivation, and the late arguments of the fact that it is to derive.
type Wanted = (usize, Vec<TermId>);

impl Lift for Chosen {
    fn solution(&self, terms: &mut Terms, solution: Solution, stop: &Stop) -> Result<Solution, LiftError> {
        self.others.solution(terms, solution, stop)
    }

    fn derivation(&self, terms: &mut Terms, derivation: Derivation, stop: &Stop) -> Result<Derivation, LiftError> {
        let Some(last) = derivation.steps.len().checked_sub(1) else { return Ok(derivation) };
        let mut wanted: IndexSet<Wanted, FxBuildHasher> = IndexSet::default();
        wanted.insert((last, Vec::new()));
        let mut steps: Vec<(usize, Step)> = Vec::new();
        while steps.len() < wanted.len() {
            if stop.is_stopped() {
                return Err(LiftError::Stopped);
            }
            let (number, chosen) = wanted[steps.len()].clone();
            let step = self.step(terms, &derivation.steps[number], &chosen, &mut wanted).ok_or(LiftError::Step)?;
            steps.push((number, step));
        }
        // Premises come first, as they did.
        let mut order: Vec<usize> = (0..steps.len()).collect();
        order.sort_by_key(|&at| steps[at].0);
        let mut place = vec![0; steps.len()];
        order.iter().enumerate().for_each(|(to, &from)| place[from] = to);
        let mut sorted: Vec<Step> = order.into_iter().map(|from| steps[from].1.clone()).collect();
        for step in &mut sorted {
            step.premises.iter_mut().flatten().for_each(|premise| *premise = place[*premise]);
        }
        Ok(Derivation { steps: sorted })
    }

    fn known(&self, terms: &Terms, known: Known) -> Option<Known> {
        self.others.known(terms, known)
    }
}

impl Chosen {
    /// The old step that derives what is wanted; its premises are numbers of what is wanted then.
    fn step(
        &self,
        terms: &mut Terms,
        step: &Step,
        chosen: &[TermId],
        wanted: &mut IndexSet<Wanted, FxBuildHasher>,
    ) -> Option<Step> {
        let rule = self.old.rule(step.rule);
        let vars = &self.new.rule(step.rule).vars;
        let mut values: FxHashMap<VarId, TermId> = vars.iter().copied().zip(step.values.iter().copied()).collect();
        if let Some(head) = &rule.head {
            values.extend(self.late(head.pred, &head.args).zip(chosen.iter().copied()));
        }
        for &var in &rule.vars {
            if let Entry::Vacant(entry) = values.entry(var) {
                entry.insert(terms.default_value(terms.var(var).sort)?);
            }
        }
        let premises = rule.premises.iter().zip(&step.premises).map(|(premise, &from)| {
            let atom = &premise.atom;
            let chosen = |_| self.late(atom.pred, &atom.args).map(|arg| values[&arg]).collect();
            from.map(|from| wanted.insert_full((from, chosen(from))).0)
        });
        let premises = premises.collect();
        let fact = rule.head.as_ref();
        let fact = fact.map(|head| Fact { pred: head.pred, args: head.args.iter().map(|arg| values[arg]).collect() });
        let values = rule.vars.iter().map(|var| values[var]).collect();
        Some(Step { rule: step.rule, values, premises, fact })
    }

    /// The arguments that are chosen late.
    fn late<'a>(&'a self, pred: PredId, args: &'a [VarId]) -> impl Iterator<Item = VarId> + 'a {
        args.iter().zip(&self.late[pred.index()]).filter(|(_, late)| **late).map(|(arg, _)| *arg)
    }
}
