//! A predicate with an argument that is a value in every rule becomes one predicate for each of these values.
//!
//! No rule is copied: each speaks of the values it names. What front ends encode in such an argument (the place in a program,
//! whether a call has returned) becomes structure that inlining and merging can see.

use super::{
    Ancestor, Budget, Pass, Rewriting, Rewritten,
    pass::{Carry, Restore},
};
use alphorn_logic::{
    equations::{Classes, flat_conjuncts},
    horn::{Atom, PredId, Predicate, Problem, Rule},
    term::{Fun, Lambda, TermId, Terms, VarId},
    witness::{Known, Solution},
};
use alphorn_run::stop::Stop;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// The pass.
pub struct Split;

/// The predicate for each value of an argument.
struct Parts {
    position: usize,
    parts: IndexMap<TermId, PredId, FxBuildHasher>,
}

impl Pass for Split {
    fn name(&self) -> &'static str {
        "split"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut classes: Vec<Classes> = Vec::with_capacity(problem.rules.len());
        for rule in &problem.rules {
            if budget.is_over() {
                return None;
            }
            let conjuncts = flat_conjuncts(terms, [rule.constraint]);
            classes.push(Classes::of(terms, &conjuncts));
        }
        let mut predicates = problem.predicates.clone();
        let parts = choose(terms, problem, &classes, &mut predicates);
        if parts.iter().all(Option::is_none) {
            return None;
        }
        let mut rewriting = Rewriting::new();
        for ((id, old), classes) in problem.rules().zip(&classes) {
            let mut rule = old.clone();
            for atom in atoms_mut(&mut rule) {
                if let Some(Parts { position, parts }) = &parts[atom.pred.index()] {
                    let var = atom.args.remove(*position);
                    atom.pred = classes.value_of(terms, var).map_or(atom.pred, |value| parts[&value]);
                }
            }
            rewriting.add(rule, vec![Ancestor::same(id, old)]);
        }
        let (old, parts) = (problem.clone(), Rc::new(parts));
        let of = parts.clone();
        let restore: Restore = Box::new(move |terms, solution, _: &Stop| Ok(join(terms, &old, &parts, solution)));
        let carry: Carry = Box::new(move |terms, known| whole(terms, &of, known));
        Some(rewriting.finish_with(problem, predicates, restore, carry))
    }
}

fn atoms_mut(rule: &mut Rule) -> impl Iterator<Item = &mut Atom> {
    rule.head.iter_mut().chain(rule.premises.iter_mut().map(|p| &mut p.atom))
}

/// For each predicate its first argument that is always a value, and not always the same; adds the new predicates.
fn choose(
    terms: &mut Terms,
    problem: &Problem,
    classes: &[Classes],
    predicates: &mut Vec<Predicate>,
) -> Vec<Option<Parts>> {
    // For each argument the values it has, unless it is something else somewhere.
    let arity = |p: &Predicate| terms.fun(p.fun).params.len();
    let mut values: Vec<Vec<Option<Vec<TermId>>>> =
        problem.predicates.iter().map(|p| vec![Some(Vec::new()); arity(p)]).collect();
    for (rule, classes) in problem.rules.iter().zip(classes) {
        for Atom { pred, args } in rule.head.iter().chain(rule.premises.iter().map(|p| &p.atom)) {
            for (arg, seen) in args.iter().zip(&mut values[pred.index()]) {
                match (classes.value_of(terms, *arg), seen.as_mut()) {
                    (Some(value), Some(values)) if !values.contains(&value) => values.push(value),
                    (None, _) => *seen = None,
                    _ => {}
                }
            }
        }
    }
    let mut chosen = Vec::with_capacity(values.len());
    for (predicate, values) in problem.predicates.iter().zip(values) {
        let found = values.into_iter().enumerate().find_map(|(i, seen)| Some((i, seen.filter(|v| v.len() > 1)?)));
        chosen.push(found.map(|(position, values)| {
            let Fun { name, params, result } = terms.fun(predicate.fun).clone();
            let mut params = params.into_vec();
            params.remove(position);
            let mut parts = IndexMap::default();
            for value in values {
                parts.insert(value, PredId(predicates.len() as u32));
                let name = format!("{name}!{}", terms.display(value));
                predicates.push(Predicate { fun: terms.declare_fun(&name, params.clone(), result) });
            }
            Parts { position, parts }
        }));
    }
    chosen
}

/// What is known of an old predicate from what is known of one of its parts: it holds where the argument has that value.
fn whole(terms: &Terms, parts: &[Option<Parts>], mut known: Known) -> Option<Known> {
    match parts.get(known.pred.index()) {
        Some(None) => return Some(known),
        // It has no rules any more.
        Some(Some(_)) => return None,
        None => {}
    }
    let (pred, position, value) = parts.iter().enumerate().find_map(|(pred, parts)| {
        let Parts { position, parts } = parts.as_ref()?;
        let (value, _) = parts.iter().find(|(_, part)| **part == known.pred)?;
        Some((PredId(pred as u32), *position, *value))
    })?;
    let name = known.insert_parameter(position);
    let formula = format!("(=> (= {name} {}) {})", terms.display_unshared(value), known.formula);
    Some(Known { pred, formula, ..known })
}

/// The old predicates again: each is the part that its argument says.
fn join(terms: &mut Terms, old: &Problem, parts: &[Option<Parts>], mut solution: Solution) -> Solution {
    let made = solution.definitions.split_off(old.predicates.len());
    for ((predicate, parts), definition) in old.predicates.iter().zip(parts).zip(&mut solution.definitions) {
        let Some(Parts { position, parts }) = parts else { continue };
        let sorts = terms.fun(predicate.fun).params.clone();
        let params: Vec<VarId> =
            sorts.iter().enumerate().map(|(i, &sort)| terms.fresh_var(&format!("x{i}"), sort)).collect();
        let mut args: Vec<TermId> = params.iter().map(|&param| terms.var_term(param)).collect();
        let argument = args.remove(*position);
        let mut cases = Vec::with_capacity(parts.len());
        for (&value, part) in parts {
            let is_value = terms.eq(argument, value);
            let body = terms.beta(&made[part.index() - old.predicates.len()], &args);
            cases.push(terms.and([is_value, body]));
        }
        *definition = Lambda { params, body: terms.or(cases) };
    }
    solution
}
