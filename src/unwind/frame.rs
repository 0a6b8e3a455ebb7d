//! What a step does not change: an argument that a rule hands on from a premise to its head is one variable, not two and an
//! equation. A goal that is many steps deep then has one variable for it all the way, and no decision has to say what it is.

use crate::{
    horn::{Problem, Rule},
    term::{Simplifier, Terms, VarId},
    transform::Classes,
};
use rustc_hash::FxHashMap;

/// The problem with the variables of the heads in place of premises' that equal them. The arguments of each atom stay
/// distinct, but not those of a rule; a rule's `vars` stay in their order, some of them more than once.
pub fn with_frames(terms: &mut Terms, problem: &Problem) -> Problem {
    let rules = problem.rules.iter().map(|rule| with_frame(terms, rule)).collect();
    Problem { rules, ..problem.clone() }
}

fn with_frame(terms: &mut Terms, rule: &Rule) -> Rule {
    let handed_on = handed_on(terms, rule);
    let mut framed = rule.clone();
    if handed_on.is_empty() {
        return framed;
    }
    let replace = |vars: &mut [VarId]| vars.iter_mut().for_each(|var| *var = *handed_on.get(var).unwrap_or(var));
    framed.premises.iter_mut().for_each(|premise| replace(&mut premise.atom.args));
    replace(&mut framed.vars);
    let renaming = handed_on.iter().map(|(&from, &to)| (from, terms.var_term(to))).collect();
    let constraint = terms.substitute(rule.constraint, &renaming);
    let mut conjuncts = terms.conjuncts(constraint);
    conjuncts.retain(|&conjunct| {
        let simple = Simplifier::new().simplify(terms, conjunct);
        terms.truth(simple) != Some(true)
    });
    framed.constraint = terms.and(conjuncts);
    framed
}

/// Variables of premises, each with one of the head that equals it. No two of one premise have the same.
fn handed_on(terms: &mut Terms, rule: &Rule) -> FxHashMap<VarId, VarId> {
    let mut found = FxHashMap::default();
    let Some(head) = &rule.head else { return found };
    let classes = Classes::of(terms, &terms.conjuncts(rule.constraint));
    for premise in &rule.premises {
        let mut free: Vec<VarId> = head.args.to_vec();
        for &arg in &premise.atom.args {
            if let Some(at) = free.iter().position(|&var| classes.are_equal(arg, var)) {
                found.insert(arg, free.remove(at));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::testing::problem;

    #[test]
    fn what_is_handed_on_is_one_variable_in_premise_and_head() {
        let (mut terms, problem) = problem(
            "(declare-fun p (Int Bool Int) Bool)
             (assert (forall ((x Int) (b Bool) (n Int) (y Int)) (=> (and (p x b n) (= y (+ x 1)) (< x n)) (p y b n))))
             (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x true x) (p x true y) (= z x)) (p z true z))))
             (assert (forall ((x Int) (n Int)) (=> (and (p x true n) (> x n)) false)))",
        );
        let framed = with_frames(&mut terms, &problem);
        let same = |rule: usize, premise: usize| {
            let rule = &framed.rules[rule];
            let head: &[VarId] = rule.head.as_ref().map_or(&[], |head| &head.args);
            let args = &rule.premises[premise].atom.args;
            head.iter().zip(args).map(|(var, arg)| var == arg).collect::<Vec<_>>()
        };
        assert_eq!(same(0, 0), [false, true, true]);
        // x is the first and the third argument of the first premise; each has a variable of the head for itself.
        assert_eq!(same(1, 0), [true, true, true]);
        assert_eq!(same(1, 1), [true, true, false]);
        let equations = |problem: &Problem, rule: usize| terms.conjuncts(problem.rules[rule].constraint).len();
        assert_eq!((equations(&problem, 0), equations(&framed, 0)), (4, 2), "b and n are handed on");
        for (new, old) in framed.rules.iter().zip(&problem.rules) {
            assert_eq!(new.vars.len(), old.vars.len());
            assert!(new.premises.iter().flat_map(|p| &p.atom.args).all(|arg| new.vars.contains(arg)));
        }
        assert_eq!(framed.rules[2], problem.rules[2], "a goal has no head");
    }
}
