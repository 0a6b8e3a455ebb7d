//! Boolean arguments that have one value in every fact that can still lead to a goal: the rules derive no others.
//!
//! What a Lustre program assumes of its inputs is such an argument (`sofar' = sofar ∧ assumption`): where it was broken once,
//! no goal is reached any more. The argument becomes a constant, and `known` takes it away.

use super::{
    Ancestor, Budget, Pass, Rewriting, Rewritten,
    backward::{Backward, Values, literal, literals, open},
    pass::{Carry, Restore},
};
use alphorn_logic::{
    equations::{Classes, flat_conjuncts},
    horn::{Atom, Problem, Rule},
    term::{TermId, Terms},
    witness::{Known, Solution},
};
use alphorn_run::stop::Stop;
use std::rc::Rc;

/// Z3's steps for one question.
const QUESTION: u32 = 100_000;

/// The pass.
pub struct Viable {
    /// Z3's steps for one question.
    steps: u32,
}

impl Default for Viable {
    fn default() -> Self {
        Viable { steps: QUESTION }
    }
}

impl Pass for Viable {
    fn name(&self) -> &'static str {
        "viable"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let open = open(terms, problem)?;
        let values = Backward::new(terms, problem, &open, self.steps, budget).values(terms)?;
        restricted(terms, problem, values)
    }
}

/// The problem without rules for facts that have other values.
fn restricted(terms: &mut Terms, problem: &Rc<Problem>, values: Vec<Option<Values>>) -> Option<Rewritten> {
    let mut rewriting = Rewriting::new();
    for (id, rule) in problem.rules() {
        let Some(head) = &rule.head else {
            rewriting.keep(id, rule);
            continue;
        };
        match values[head.pred.index()].as_ref().and_then(|values| constraint(terms, rule, head, values)) {
            None => rewriting.leave_out(),
            Some(constraint) if constraint == rule.constraint => rewriting.keep(id, rule),
            Some(constraint) => {
                rewriting.add(Rule { constraint, ..rule.clone() }, vec![Ancestor::same(id, rule)]);
            }
        }
    }
    if !rewriting.is_changed() {
        return None;
    }
    let values = Rc::new(values);
    let of = values.clone();
    let restore: Restore = Box::new(move |terms, solution, _: &Stop| Ok(restore(terms, &values, solution)));
    let carry: Carry = Box::new(move |_, known| carry(&of, known));
    Some(rewriting.finish_with(problem, problem.predicates.clone(), restore, carry))
}

/// The constraint of a rule, and that its head has the values; `None` if it says that it has others.
fn constraint(terms: &mut Terms, rule: &Rule, head: &Atom, values: &Values) -> Option<TermId> {
    if values.iter().all(Option::is_none) {
        return Some(rule.constraint);
    }
    let conjuncts = flat_conjuncts(terms, [rule.constraint]);
    let classes = Classes::of(terms, &conjuncts);
    let mut parts = vec![rule.constraint];
    for (&arg, value) in head.args.iter().zip(values) {
        let Some(value) = *value else { continue };
        match classes.value_of(terms, arg) {
            None => parts.push(literal(terms, arg, value)),
            Some(stated) if stated == terms.bool(value) => {}
            Some(_) => return None,
        }
    }
    Some(terms.and(parts))
}

/// A fact without the values leads to no goal, so that a solution may have it.
fn restore(terms: &mut Terms, values: &[Option<Values>], mut solution: Solution) -> Solution {
    for (definition, values) in solution.definitions.iter_mut().zip(values) {
        definition.body = match values {
            None => terms.top(),
            Some(values) => {
                let literals = literals(terms, &definition.params, values);
                let viable = terms.and(literals);
                terms.implies(viable, definition.body)
            }
        };
    }
    solution
}

/// What is known of the facts that can lead to a goal is not known of others.
fn carry(values: &[Option<Values>], known: Known) -> Option<Known> {
    let mut formula = known.formula.clone();
    for (name, value) in known.parameters.iter().zip(values[known.pred.index()].as_ref()?).rev() {
        match value {
            None => {}
            Some(true) => formula = format!("(=> {name} {formula})"),
            Some(false) => formula = format!("(=> (not {name}) {formula})"),
        }
    }
    Some(Known { formula, ..known })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::Size;
    use alphorn_logic::horn::testing::problem;
    use std::time::Duration;

    /// The problem after the pass with so many of Z3's steps for one question.
    fn applied(terms: &mut Terms, problem: &Rc<Problem>, steps: u32) -> Option<Rc<Problem>> {
        let budget = Budget::new(Size::of(terms, problem), Duration::from_secs(60), &Stop::new());
        Some(Viable { steps }.apply(terms, problem, &budget)?.problem)
    }

    const SO_FAR: &str = "(declare-fun p (Bool Int) Bool)
        (assert (forall ((s Bool) (x Int)) (=> (= s (> x 0)) (p s x))))
        (assert (forall ((s Bool) (x Int) (i Int) (t Bool))
          (=> (and (p s x) (= t (and s (or (> i 0) (and (not (< i 0)) (> (* i i) 3)))))) (p t (+ x i)))))
        (assert (forall ((s Bool) (x Int)) (=> (and (p s x) s (< x 0)) false)))";

    #[test]
    fn what_was_restricted_is_not_restricted_again() {
        let (mut terms, problem) = problem(SO_FAR);
        let once = applied(&mut terms, &Rc::new(problem), QUESTION).expect("the argument is always true");
        assert_eq!(once.rules.len(), 3);
        assert!(applied(&mut terms, &once, QUESTION).is_none());
    }

    #[test]
    fn rules_that_say_the_other_value_go() {
        let (mut terms, problem) = problem(&format!("{SO_FAR}(assert (p true 7))(assert (p false 7))"));
        let once = applied(&mut terms, &Rc::new(problem), QUESTION).expect("the argument is always true");
        assert_eq!(once.rules.len(), 4);
        assert!(applied(&mut terms, &once, QUESTION).is_none());
    }

    /// The goal asks for `q`, but for a value that no fact with its other value has.
    #[test]
    fn predicates_go_that_cannot_lead_to_a_goal() {
        let (mut terms, problem) = problem(&format!(
            "{SO_FAR}(declare-fun q (Bool) Bool)(assert (forall ((b Bool)) (q b)))
             (assert (forall ((s Bool) (x Int) (b Bool)) (=> (and (q b) (p s x) b (> x 2) (< x (- 2))) false)))"
        ));
        let once = applied(&mut terms, &Rc::new(problem), QUESTION).expect("something goes");
        let derived = once.rules.iter().filter_map(|rule| rule.head.as_ref());
        assert_eq!(derived.map(|head| head.pred.0).collect::<Vec<_>>(), [0, 0]);
    }

    #[test]
    fn nothing_is_restricted_where_nothing_is_known() {
        let (mut terms, problem) = problem(SO_FAR);
        assert!(applied(&mut terms, &Rc::new(problem), 1).is_none());
    }

    #[test]
    fn nothing_is_done_when_time_is_up() {
        let (mut terms, problem) = problem(SO_FAR);
        let budget = Budget::new(Size::of(&terms, &problem), Duration::ZERO, &Stop::new());
        assert!(Viable::default().apply(&mut terms, &Rc::new(problem), &budget).is_none());
    }
}
