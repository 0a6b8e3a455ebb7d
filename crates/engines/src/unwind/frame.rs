//! What the step of a loop does not change: an argument that the rule hands on from its premise to its head is one variable,
//! not two and an equation. A goal that is many steps deep then has one variable for it all the way, and no decision has to say
//! what it is. Only in loops: elsewhere a conflict would jump back over all that hands an argument on, and learn nothing of it
//! (on `drivers-004-safe` without preprocessing, three times the resolutions).

use alphorn_logic::{
    equations::Classes,
    horn::{Problem, Rule},
    term::{Simplifier, Terms, VarId},
};
use rustc_hash::FxHashMap;

/// The problem with the variables of the heads in place of premises' that equal them, in rules whose only premise is of the
/// head's predicate. The arguments of each atom stay distinct, but not those of a rule; a rule's `vars` stay in their order, some
/// of them more than once.
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

/// Variables of the premise of a loop's step, each with one of the head that equals it. No two have the same.
fn handed_on(terms: &mut Terms, rule: &Rule) -> FxHashMap<VarId, VarId> {
    let mut found = FxHashMap::default();
    let (Some(head), [premise]) = (&rule.head, &rule.premises[..]) else { return found };
    if premise.atom.pred != head.pred {
        return found;
    }
    let classes = Classes::of(terms, &terms.conjuncts(rule.constraint));
    let mut free: Vec<VarId> = head.args.to_vec();
    for &arg in &premise.atom.args {
        if let Some(at) = free.iter().position(|&var| classes.are_equal(arg, var)) {
            found.insert(arg, free.remove(at));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;

    #[test]
    fn what_is_handed_on_is_one_variable_in_premise_and_head() {
        let (mut terms, problem) = problem(
            "(declare-fun p (Int Bool Int) Bool)
             (assert (forall ((x Int) (b Bool) (n Int) (y Int)) (=> (and (p x b n) (= y (+ x 1)) (< x n)) (p y b n))))
             (assert (forall ((x Int) (z Int)) (=> (and (p x true x) (= z x)) (p z true z))))
             (assert (forall ((x Int) (y Int)) (=> (and (p x true y) (p y true x)) (p x true y))))
             (assert (forall ((x Int) (n Int)) (=> (and (p x true n) (> x n)) false)))",
        );
        let framed = with_frames(&mut terms, &problem);
        let same = |rule: &Rule| {
            let head: &[VarId] = rule.head.as_ref().map_or(&[], |head| &head.args);
            head.iter().zip(&rule.premises[0].atom.args).map(|(var, arg)| var == arg).collect::<Vec<_>>()
        };
        assert_eq!(same(&framed.rules[0]), [false, true, true]);
        // x is the first and the third argument; each has a variable of the head for itself.
        assert_eq!(same(&framed.rules[1]), [true, true, true]);
        let equations = |problem: &Problem| terms.conjuncts(problem.rules[0].constraint).len();
        assert_eq!((equations(&problem), equations(&framed)), (4, 2), "b and n are handed on");
        for (new, old) in framed.rules.iter().zip(&problem.rules) {
            assert_eq!(new.vars.len(), old.vars.len());
            assert!(new.premises.iter().flat_map(|p| &p.atom.args).all(|arg| new.vars.contains(arg)));
        }
        assert_eq!(framed.rules[2..], problem.rules[2..], "two premises are no step of a loop, and a goal has no head");
    }
}
