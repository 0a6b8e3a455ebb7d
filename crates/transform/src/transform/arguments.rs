//! Taking arguments away from predicates.

use super::{
    Ancestor, LiftError, Rewriting, Rewritten,
    pass::{Carry, Restore},
};
use alphorn_logic::{
    horn::{Atom, PredId, Predicate, Premise, Problem, Rule, RuleId},
    term::{Fun, FunId, Lambda, Linear, TermId, Terms, VarId},
    witness::Solution,
};
use alphorn_run::stop::Stop;
use dashu_ratio::RBig;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What a taken argument is equal to in every fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Equal {
    /// A value.
    Value(TermId),
    /// The argument at another position, which stays, and a number.
    Argument(usize, RBig),
}

/// What holds of all facts of a predicate.
pub(super) struct Invariant {
    /// The predicate.
    pub pred: PredId,
    /// The formula over its arguments.
    pub holds: Lambda,
}

/// What becomes of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It stays.
    Stays,
    /// It goes, since nothing depends on it.
    Irrelevant,
    /// It goes, since it is known.
    Known(Equal),
    /// It goes, since it is a function of the arguments; it asks only for those that stay.
    Computed(Lambda),
}

/// For each predicate the fate of its arguments.
pub(super) type Fates = Vec<Vec<Fate>>;

/// A rule's constraint without what is only about arguments that go, and what these are.
pub(super) struct Reduced {
    /// The constraint that is left.
    pub constraint: TermId,
    /// The arguments of the head that go, each by a term over the rule's variables.
    pub definitions: Vec<(VarId, TermId)>,
}

/// The problem without the arguments that go. `reduce` is asked about each rule that changes. What is known may hold only
/// since the `invariants` do.
pub(super) fn take_away(
    terms: &mut Terms,
    problem: &Rc<Problem>,
    fates: Fates,
    invariants: Vec<Invariant>,
    mut reduce: impl FnMut(&mut Terms, RuleId) -> Reduced,
) -> Option<Rewritten> {
    let shrinks = |pred: PredId| fates[pred.index()].iter().any(|fate| *fate != Fate::Stays);
    let spoken_of = problem.rules.iter().flat_map(atoms).any(|atom| shrinks(atom.pred));
    if !spoken_of {
        return None;
    }
    let mut rewriting = Rewriting::new();
    for (id, rule) in problem.rules() {
        if atoms(rule).any(|atom| shrinks(atom.pred)) {
            let Reduced { constraint, definitions } = reduce(terms, id);
            let shrunk = shrink(terms, rule, constraint, &fates);
            rewriting.add(shrunk, vec![Ancestor { definitions, ..Ancestor::same(id, rule) }]);
        } else {
            rewriting.keep(id, rule);
        }
    }
    let mut predicates = problem.predicates.clone();
    for pred in problem.pred_ids().filter(|&pred| shrinks(pred)) {
        predicates[pred.index()] = declare_shrunk(terms, predicates[pred.index()].fun, &fates[pred.index()]);
    }
    let old = problem.clone();
    let lost: Vec<Vec<bool>> =
        fates.iter().map(|fates| fates.iter().map(|fate| *fate != Fate::Stays).collect()).collect();
    let restore: Restore = Box::new(move |terms, solution, _: &Stop| {
        let mut solution = restore(terms, &old, &fates, solution)?;
        for Invariant { pred, holds } in &invariants {
            let definition = &mut solution.definitions[pred.index()];
            let params: Vec<TermId> = definition.params.iter().map(|&param| terms.var_term(param)).collect();
            let holds = terms.beta(holds, &params);
            definition.body = terms.and([definition.body, holds]);
        }
        Ok(solution)
    });
    let carry: Carry = Box::new(move |_, mut known| {
        for (position, _) in lost[known.pred.index()].iter().enumerate().filter(|(_, lost)| **lost) {
            known.insert_parameter(position);
        }
        Some(known)
    });
    Some(rewriting.finish_with(problem, predicates, restore, carry))
}

/// Variables for the arguments of a predicate.
pub(super) fn parameters(terms: &mut Terms, problem: &Problem, pred: PredId) -> Vec<VarId> {
    let sorts = terms.fun(problem.predicates[pred.index()].fun).params.clone();
    sorts.iter().enumerate().map(|(i, &sort)| terms.fresh_var(&format!("x{i}"), sort)).collect()
}

/// The head and the premises of a rule.
fn atoms(rule: &Rule) -> impl Iterator<Item = &Atom> {
    rule.head.iter().chain(rule.premises.iter().map(|p| &p.atom))
}

fn staying<T: Copy>(args: &[T], fates: &[Fate]) -> Vec<T> {
    args.iter().zip(fates).filter(|(_, fate)| **fate == Fate::Stays).map(|(arg, _)| *arg).collect()
}

fn declare_shrunk(terms: &mut Terms, fun: FunId, fates: &[Fate]) -> Predicate {
    let Fun { name, params, result } = terms.fun(fun).clone();
    Predicate { fun: terms.declare_fun(&name, staying(&params, fates), result) }
}

/// What is known about the arguments of an atom that go.
fn known_equations(terms: &mut Terms, args: &[VarId], fates: &[Fate]) -> Vec<TermId> {
    let mut equations = Vec::new();
    for (&arg, fate) in args.iter().zip(fates) {
        let other = match fate {
            Fate::Stays | Fate::Irrelevant => continue,
            Fate::Known(Equal::Value(value)) => *value,
            Fate::Known(Equal::Argument(position, more)) => {
                let other = terms.var_term(args[*position]);
                more_than(terms, other, more)
            }
            Fate::Computed(function) => {
                let args: Vec<TermId> = args.iter().map(|&arg| terms.var_term(arg)).collect();
                terms.beta(function, &args)
            }
        };
        let arg = terms.var_term(arg);
        equations.push(terms.eq(arg, other));
    }
    equations
}

/// A term and a number.
fn more_than(terms: &mut Terms, term: TermId, number: &RBig) -> TermId {
    if number.is_zero() {
        return term;
    }
    let mut sum = Linear::of(terms, term);
    sum.add_constant(number);
    sum.to_term(terms)
}

fn shrink(terms: &mut Terms, rule: &Rule, constraint: TermId, fates: &Fates) -> Rule {
    let mut gone: FxHashSet<VarId> = FxHashSet::default();
    for Atom { pred, args } in atoms(rule) {
        let irrelevant = args.iter().zip(&fates[pred.index()]).filter(|(_, fate)| **fate == Fate::Irrelevant);
        gone.extend(irrelevant.map(|(arg, _)| *arg));
    }
    // An argument that is computed, and looked at nevertheless, is now a variable like others.
    terms.free_vars([constraint]).iter().for_each(|var| {
        gone.remove(var);
    });
    let mut rule = rule.clone();
    rule.vars.retain(|var| !gone.contains(var));
    let mut stated = Vec::new();
    let mut conditional: FxHashMap<VarId, TermId> = FxHashMap::default();
    for Premise { atom: Atom { pred, args }, flag } in &mut rule.premises {
        let fates = &fates[pred.index()];
        let known = known_equations(terms, args, fates);
        match *flag {
            None => stated.extend(known),
            // The flag stands for the premise, and the premise implies the equations.
            Some(flag) => {
                let needed = terms.var_term(flag);
                let needed = terms.and(known.into_iter().chain([needed]));
                conditional.insert(flag, needed);
            }
        }
        *args = staying(args, fates);
    }
    if let Some(Atom { pred, args }) = &mut rule.head {
        *args = staying(args, &fates[pred.index()]);
    }
    stated.push(terms.substitute(constraint, &conditional));
    rule.constraint = terms.and(stated);
    rule
}

/// The old parameters again: those that were irrelevant do not matter, those that were known are what they are.
fn restore(terms: &mut Terms, old: &Problem, fates: &Fates, solution: Solution) -> Result<Solution, LiftError> {
    let mut definitions = Vec::with_capacity(solution.definitions.len());
    for ((predicate, fates), small) in old.predicates.iter().zip(fates).zip(solution.definitions) {
        if fates.iter().all(|fate| *fate == Fate::Stays) {
            definitions.push(small);
            continue;
        }
        let sorts = terms.fun(predicate.fun).params.clone();
        let mut left = small.params.into_iter();
        let params: Vec<VarId> = sorts
            .iter()
            .zip(fates)
            .enumerate()
            .map(|(i, (&sort, fate))| {
                let param = if *fate == Fate::Stays { left.next() } else { None };
                param.unwrap_or_else(|| terms.fresh_var(&format!("x{i}"), sort))
            })
            .collect();
        let mut parts = vec![small.body];
        parts.extend(known_equations(terms, &params, fates));
        definitions.push(Lambda { params, body: terms.and(parts) });
    }
    Ok(Solution { definitions })
}
