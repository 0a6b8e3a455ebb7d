//! Which predicates the pre-analysis looks at.

use alphorn_logic::horn::{PredId, Problem};

/// The components that are recursive or on the way to one that is, each after those it builds on. The rest is left to the
/// search, which needs no help where there is no loop.
pub fn components(problem: &Problem) -> Vec<Vec<PredId>> {
    let by_head = problem.rules_by_head();
    let premises = |pred: PredId| {
        let rules = by_head[pred.index()].iter().map(|&id| problem.rule(id));
        rules.flat_map(|rule| rule.premises.iter().map(|premise| premise.atom.pred))
    };
    let mut wanted = vec![false; problem.predicates.len()];
    let mut components = problem.components();
    for component in components.iter().rev() {
        let is_recursive = component.len() > 1 || premises(component[0]).any(|pred| pred == component[0]);
        if is_recursive || component.iter().any(|pred| wanted[pred.index()]) {
            for &pred in component {
                wanted[pred.index()] = true;
                premises(pred).for_each(|premise| wanted[premise.index()] = true);
            }
        }
    }
    components.retain(|component| wanted[component[0].index()]);
    components
}
