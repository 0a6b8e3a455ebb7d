//! What the rules say about the facts of each predicate, computed from below until no rule says more.

use super::Budget;
use alphorn_logic::{
    horn::{Atom, Problem, Rule},
    term::Terms,
};

/// What is known about the facts of each predicate; `None` where no fact is known to be derivable.
///
/// `derive` gives what the rule with that index says about the facts of its head, from what is known about its premises:
/// nothing as long as a premise has no facts. `join` gives what holds of both its arguments' facts if that says less than the
/// first. Gives nothing when the budget is over.
pub(super) fn saturate<T>(
    terms: &mut Terms,
    problem: &Problem,
    budget: &Budget,
    derive: impl Fn(&mut Terms, usize, &Rule, &[Option<T>]) -> Option<T>,
    join: impl Fn(&Terms, &Atom, &T, T) -> Option<T>,
) -> Option<Vec<Option<T>>> {
    let mut facts: Vec<Option<T>> = problem.predicates.iter().map(|_| None).collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); problem.predicates.len()];
    for (i, rule) in problem.rules.iter().enumerate() {
        rule.premises.iter().for_each(|p| users[p.atom.pred.index()].push(i));
    }
    let mut todo: Vec<usize> = (0..problem.rules.len()).collect();
    while let Some(index) = todo.pop() {
        if budget.is_over() {
            return None;
        }
        let rule = &problem.rules[index];
        let Some(head) = &rule.head else { continue };
        let Some(derived) = derive(terms, index, rule, &facts) else { continue };
        let before = &mut facts[head.pred.index()];
        let after = match before {
            None => Some(derived),
            Some(before) => join(terms, head, before, derived),
        };
        if after.is_some() {
            *before = after;
            todo.extend(&users[head.pred.index()]);
        }
    }
    Some(facts)
}
