//! Equations that say what a private variable is in terms of the shared ones: solved first, since that loses nothing.

use alphorn_logic::term::{Op, SortId, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Replaces private variables by shared terms that they equal. A shared term that is built by a constructor tells what the
/// parts are: they are its fields.
pub fn expose(terms: &mut Terms, shared: &[VarId], mut literals: Vec<TermId>) -> Vec<TermId> {
    let known: FxHashSet<VarId> = shared.iter().copied().collect();
    while let Some((at, solved)) = (0..literals.len()).find_map(|i| Some((i, solve(terms, &known, literals[i])?))) {
        literals.remove(at);
        match solved {
            Solved::Variable(var, term) => {
                let renaming = FxHashMap::from_iter([(var, term)]);
                for literal in &mut literals {
                    *literal = terms.substitute(*literal, &renaming);
                }
            }
            Solved::Parts(parts) => literals.extend(parts),
        }
    }
    literals.retain(|&literal| terms.truth(literal) != Some(true));
    literals
}

enum Solved {
    /// A private variable equals a shared term.
    Variable(VarId, TermId),
    /// What an equation says of the parts of a shared term.
    Parts(Vec<TermId>),
}

fn solve(terms: &mut Terms, known: &FxHashSet<VarId>, literal: TermId) -> Option<Solved> {
    let &[a, b] = terms.args(literal) else { return None };
    if *terms.op(literal) != Op::Eq || terms.sort_of(a) == SortId::BOOL {
        return None;
    }
    let is_shared = |t: TermId| terms.free_vars([t]).iter().all(|v| known.contains(v));
    let (private, shared) = match (is_shared(a), is_shared(b)) {
        (false, true) => (a, b),
        (true, false) => (b, a),
        _ => return None,
    };
    match *terms.op(private) {
        Op::Var(var) => Some(Solved::Variable(var, shared)),
        Op::Construct(constructor) => {
            let fields = terms.args(private).to_vec();
            let mut parts = vec![terms.app(Op::Is(constructor), [shared])];
            for (i, part) in fields.into_iter().enumerate() {
                let field = terms.app(Op::Field(constructor, i as u32), [shared]);
                parts.push(terms.eq(part, field));
            }
            Some(Solved::Parts(parts))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;

    #[test]
    fn the_parts_of_a_shared_list_are_its_fields() {
        let source = "(set-logic HORN)
            (declare-datatypes ((L 0)) (((cons (head Int) (tail L)) (nil))))
            (declare-fun P (L Int) Bool)
            (assert (forall ((x L) (n Int) (h Int) (t L)) (=> (and (= x (cons h t)) (< h n) (= t nil)) (P x n))))
            (check-sat)";
        let (mut terms, problem) = problem(source);
        let rule = &problem.rules[0];
        let head = rule.head.as_ref().expect("a head");
        let shared: Vec<VarId> = head.args.to_vec();
        let literals = terms.conjuncts(rule.constraint);
        let exposed = expose(&mut terms, &shared, literals);
        let vars = terms.free_vars(exposed.iter().copied());
        assert!(vars.iter().all(|var| shared.contains(var)), "a private variable is left");
        let shown: Vec<String> = exposed.iter().map(|&literal| terms.display(literal)).collect();
        assert_eq!(shown.len(), 3, "{shown:?}");
    }
}
