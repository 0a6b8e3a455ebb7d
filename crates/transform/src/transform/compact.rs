//! Forgets the predicates that no rule speaks of any more.

use super::{
    Ancestor, Budget, Pass, Rewriting, Rewritten,
    pass::{Carry, Restore},
};
use alphorn_logic::{
    horn::{Atom, PredId, Problem},
    term::Terms,
    witness::{Known, Solution},
};
use alphorn_run::stop::Stop;
use std::rc::Rc;

/// The pass. It renumbers the predicates, so it comes last.
pub struct Compact;

impl Pass for Compact {
    fn name(&self) -> &'static str {
        "compact"
    }

    fn apply(&self, _: &mut Terms, problem: &Rc<Problem>, _: &Budget) -> Option<Rewritten> {
        let mut used = vec![false; problem.predicates.len()];
        for rule in &problem.rules {
            let premises = rule.premises.iter().map(|p| &p.atom);
            rule.head.iter().chain(premises).for_each(|atom| used[atom.pred.index()] = true);
        }
        if used.iter().all(|used| *used) {
            return None;
        }
        let kept: Vec<PredId> = problem.pred_ids().filter(|p| used[p.index()]).collect();
        let mut place = vec![PredId(0); used.len()];
        for (i, pred) in kept.iter().enumerate() {
            place[pred.index()] = PredId(i as u32);
        }
        let renumber = |atom: &mut Atom| atom.pred = place[atom.pred.index()];
        let mut rewriting = Rewriting::new();
        for (id, old) in problem.rules() {
            let mut rule = old.clone();
            rule.head.iter_mut().for_each(renumber);
            rule.premises.iter_mut().for_each(|p| renumber(&mut p.atom));
            rewriting.add(rule, vec![Ancestor::same(id, old)]);
        }
        let predicates = kept.iter().map(|p| problem.predicates[p.index()].clone()).collect();
        let (old, old_numbers) = (problem.clone(), kept.clone());
        let restore: Restore = Box::new(move |terms, solution, _: &Stop| {
            let mut all = Solution::top(terms, &old);
            for (pred, definition) in kept.iter().zip(solution.definitions) {
                all.definitions[pred.index()] = definition;
            }
            Ok(all)
        });
        let carry: Carry = Box::new(move |_, known| Some(Known { pred: old_numbers[known.pred.index()], ..known }));
        Some(rewriting.finish_with(problem, predicates, restore, carry))
    }
}
