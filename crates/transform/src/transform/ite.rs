//! Choices between numbers become disjunctions: `ite` goes from terms to formulas.
//!
//! Each `(ite c a b)` of sort Int or Real gets a variable `v` with `(c ∧ v = a) ∨ (¬c ∧ v = b)`. What a choice says about other
//! variables is then an equation of one of its branches, which simplification can solve and decisions can pick.

use super::{Ancestor, Budget, Pass, Rewriting, Rewritten};
use alphorn_logic::{
    horn::{Problem, Rule},
    term::{Op, TermId, Terms},
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The pass.
pub struct Ite;

impl Pass for Ite {
    fn name(&self) -> &'static str {
        "ite"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut rewriting = Rewriting::new();
        for (id, rule) in problem.rules() {
            match (!budget.is_over()).then(|| without_choices(terms, rule)).flatten() {
                Some(new) => rewriting.add(new, vec![Ancestor::same(id, rule)]),
                None => rewriting.keep(id, rule),
            }
        }
        rewriting.is_changed().then(|| rewriting.finish(problem, None))
    }
}

/// The rule with a variable for each choice between numbers; `None` if there is none, or one may be about a bound variable.
fn without_choices(terms: &mut Terms, rule: &Rule) -> Option<Rule> {
    let subterms = terms.subterms([rule.constraint]);
    if !subterms.iter().any(|&t| is_choice(terms, t)) || terms.contains_quantifier([rule.constraint]) {
        return None;
    }
    let mut new = rule.clone();
    let mut parts = Vec::new();
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    // Subterms come before what they are part of.
    for t in subterms {
        let args: SmallVec<[TermId; 4]> = terms.args(t).iter().map(|arg| done[arg]).collect();
        let result = if is_choice(terms, t) {
            let var = terms.fresh_var("choice", terms.sort_of(t));
            new.vars.push(var);
            let var = terms.var_term(var);
            parts.push(choice(terms, var, &args));
            var
        } else if args[..] == *terms.args(t) {
            t
        } else {
            terms.app(terms.op(t).clone(), args)
        };
        done.insert(t, result);
    }
    parts.push(done[&rule.constraint]);
    new.constraint = terms.and(parts);
    Some(new)
}

fn is_choice(terms: &Terms, t: TermId) -> bool {
    *terms.op(t) == Op::Ite && terms.sort_of(t).is_arithmetic()
}

/// That a variable is what the condition, the first of the arguments, says.
fn choice(terms: &mut Terms, var: TermId, args: &[TermId]) -> TermId {
    let (then, otherwise) = (terms.eq(var, args[1]), terms.eq(var, args[2]));
    let not = terms.not(args[0]);
    let cases = [terms.and([args[0], then]), terms.and([not, otherwise])];
    terms.or(cases)
}
