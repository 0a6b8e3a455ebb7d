//! Arguments that are a function of the others in every fact, such as a property that a program computes of its state, or a choice
//! between numbers: the function is put in their place. Affine functions are for `affine`.
//!
//! A rule that states such an equation proposes it, and the other rules of the predicate must imply it; where they do not state
//! it, Z3 is asked. What the function asks for is there anyway: `irrelevant` comes first.

use super::{
    Budget, Pass, Rewritten,
    arguments::{Fate, Reduced, take_away},
    stated::{Facts, Stated},
};
use alphorn_logic::{
    equations::{Solutions, flat_conjuncts},
    horn::{PredId, Problem, Rule},
    term::{Lambda, Linear, Op, TermId, Terms, VarId},
};
use alphorn_smt::{Outcome, Smt, SmtConfig};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Z3's steps for one question.
const STEPS: u32 = 500_000;
/// Larger functions stay an argument: they would be repeated wherever a fact is used.
const LARGEST: usize = 1_000;

/// The pass.
pub struct Computed;

/// An equation between a parameter and a term over others.
#[derive(Clone, Copy)]
struct Definition {
    param: VarId,
    term: TermId,
    equation: TermId,
}

impl Pass for Computed {
    fn name(&self) -> &'static str {
        "computed"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut stated = Stated::new(terms, problem);
        let mut definitions = Vec::with_capacity(problem.predicates.len());
        for pred in problem.pred_ids() {
            let mut proposed = proposed(terms, &stated, pred);
            for (id, known) in &stated.by_rule[pred.index()] {
                keep_implied(terms, problem.rule(*id), &stated, known, &mut proposed, budget);
            }
            definitions.push(proposed);
        }
        let fates = definitions.iter().zip(&stated.params).map(|(all, params)| fates_of(terms, params, all)).collect();
        take_away(terms, problem, fates, Vec::new(), |terms, id| {
            let constraint = without(terms, problem.rule(id), &mut stated, &definitions);
            Reduced { constraint, definitions: Vec::new() }
        })
    }
}

/// A rule's constraint without the equations that hold of its premises anyway: who has two forms of one function compares them.
fn without(terms: &mut Terms, rule: &Rule, stated: &mut Stated, definitions: &[Vec<Definition>]) -> TermId {
    let mut parts = flat_conjuncts(terms, [rule.constraint]);
    let mut holds = vec![false; parts.len()];
    for atom in rule.premises.iter().filter(|premise| premise.flag.is_none()).map(|premise| &premise.atom) {
        let views = stated.views(terms, rule, atom);
        for (holds, view) in holds.iter_mut().zip(views) {
            *holds |= definitions[atom.pred.index()].iter().any(|definition| view == Some(definition.equation));
        }
    }
    let mut holds = holds.into_iter();
    parts.retain(|_| holds.next() != Some(true));
    terms.and(parts)
}

/// What some rule of a predicate states.
fn proposed(terms: &mut Terms, stated: &Stated, pred: PredId) -> Vec<Definition> {
    let equations: Facts = stated.by_rule[pred.index()].iter().flat_map(|(_, facts)| facts.iter().copied()).collect();
    let mut proposed = Vec::new();
    for equation in equations {
        let ways = Solutions::of(terms, equation);
        for param in ways.vars(terms) {
            let term = ways.term(terms, param);
            if is_function(terms, term) && !terms.free_vars([term]).contains(&param) {
                proposed.push(Definition { param, term, equation });
            }
        }
    }
    proposed
}

/// Whether a term is worth a look: no value, no variable, not affine, and not too large.
fn is_function(terms: &mut Terms, term: TermId) -> bool {
    let is_var = |terms: &Terms, t: TermId| matches!(terms.op(t), Op::Var(_));
    let plain = terms.is_value(term) || is_var(terms, term);
    let affine = terms.sort_of(term).is_arithmetic()
        && Linear::of(terms, term).monomials().iter().all(|(part, _)| is_var(terms, *part));
    !plain && !affine && terms.subterms([term]).len() <= LARGEST
}

/// Drops what a rule does not imply.
fn keep_implied(
    terms: &mut Terms,
    rule: &Rule,
    stated: &Stated,
    known: &Facts,
    proposed: &mut Vec<Definition>,
    budget: &Budget,
) {
    let Some(head) = &rule.head else { return };
    let args: Vec<TermId> = head.args.iter().map(|&arg| terms.var_term(arg)).collect();
    let params = &stated.params[head.pred.index()];
    let mut asked: Vec<(TermId, TermId)> = Vec::new();
    for definition in proposed.iter().filter(|definition| !known.contains(&definition.equation)) {
        let holds = terms.beta(&Lambda { params: params.clone(), body: definition.equation }, &args);
        asked.push((definition.equation, holds));
    }
    if asked.is_empty() {
        return;
    }
    let formulas: Vec<TermId> = asked.iter().map(|(_, holds)| *holds).chain([rule.constraint]).collect();
    let config = SmtConfig { rlimit: Some(STEPS), ..SmtConfig::default() }.suiting(terms, formulas);
    let mut smt = Smt::new(config, &budget.stop);
    smt.assert(terms, rule.constraint);
    let mut dropped: FxHashSet<TermId> = FxHashSet::default();
    while !asked.is_empty() {
        let all = terms.and(asked.iter().map(|(_, holds)| *holds));
        let violated = terms.not(all);
        let outcome = if budget.is_over() { Outcome::Unknown(String::new()) } else { smt.check(terms, &[violated]) };
        let mut lasting = Vec::new();
        match outcome {
            Outcome::Unsat => break,
            Outcome::Unknown(_) => {}
            Outcome::Sat => {
                let mut model = smt.model();
                lasting.extend(asked.iter().filter(|(_, holds)| model.is_true(terms, *holds) == Some(true)));
                if lasting.len() == asked.len() {
                    lasting.clear();
                }
            }
        }
        let kept: FxHashSet<TermId> = lasting.iter().map(|(equation, _)| *equation).collect();
        dropped.extend(asked.iter().map(|(equation, _)| *equation).filter(|equation| !kept.contains(equation)));
        asked = lasting;
    }
    proposed.retain(|definition| !dropped.contains(&definition.equation));
}

/// The arguments that go: those whose function asks for arguments that stay.
fn fates_of(terms: &Terms, params: &[VarId], definitions: &[Definition]) -> Vec<Fate> {
    let mut fates = vec![Fate::Stays; params.len()];
    let mut used: FxHashSet<usize> = FxHashSet::default();
    for definition in definitions {
        let position = |var: &VarId| params.iter().position(|param| param == var);
        let vars: Option<Vec<usize>> = terms.free_vars([definition.term]).iter().map(position).collect();
        let (Some(vars), Some(at)) = (vars, position(&definition.param)) else { continue };
        let stay = vars.iter().all(|&var| fates[var] == Fate::Stays);
        if stay && fates[at] == Fate::Stays && !used.contains(&at) {
            used.extend(vars);
            fates[at] = Fate::Computed(Lambda { params: params.to_vec(), body: definition.term });
        }
    }
    fates
}
