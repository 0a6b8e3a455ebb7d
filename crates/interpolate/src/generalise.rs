//! Weaker and shorter interpolants: literals that the conflict does not need are dropped, equations are halved.

use alphorn_logic::term::{Linear, Op, Relation, TermId, Terms};
use alphorn_smt::{Outcome, Smt};

/// A conjunction of fewer or weaker parts that still contradicts `suffix`, in at most about `calls` checks. `solver` has no
/// assertions.
pub fn weaken(terms: &mut Terms, solver: &mut Smt, formula: TermId, suffix: &[TermId], calls: usize) -> TermId {
    let parts: Vec<TermId> = terms.conjuncts(formula).into_iter().flat_map(|part| halves(terms, part)).collect();
    if parts.len() < 2 {
        return formula;
    }
    let assumptions = [parts.as_slice(), suffix].concat();
    if solver.check(terms, &assumptions) != Outcome::Unsat {
        return formula;
    }
    let core = solver.minimal_core(terms, calls);
    let needed: Vec<TermId> = parts.into_iter().filter(|part| core.contains(part)).collect();
    rejoin(terms, needed)
}

/// An equation of numbers as two inequalities; anything else as it is.
pub fn halves(terms: &mut Terms, literal: TermId) -> Vec<TermId> {
    match Linear::of_atom(terms, literal) {
        Some((sum, Relation::Eq)) => {
            [Relation::Le, Relation::Ge].map(|relation| sum.clone().compare_to_zero(terms, relation)).into()
        }
        _ => vec![literal],
    }
}

/// The conjunction, with `t ≤ c` and `t ≥ c` made into `t = c`.
pub fn rejoin(terms: &mut Terms, parts: Vec<TermId>) -> TermId {
    let mut joined: Vec<TermId> = Vec::new();
    for part in parts {
        let partner = partner(terms, part).and_then(|partner| joined.iter().position(|other| *other == partner));
        match partner {
            Some(position) => {
                let args = terms.args(part).to_vec();
                joined[position] = terms.app(Op::Eq, args);
            }
            None => joined.push(part),
        }
    }
    terms.and(joined)
}

/// The comparison that makes an equation out of one in normal form.
fn partner(terms: &mut Terms, literal: TermId) -> Option<TermId> {
    let op = match terms.op(literal) {
        Op::Le => Op::Ge,
        Op::Ge => Op::Le,
        _ => return None,
    };
    let args = terms.args(literal).to_vec();
    Some(terms.app(op, args))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::SortId;
    use alphorn_run::stop::Stop;
    use alphorn_smt::SmtConfig;

    #[test]
    fn only_what_the_conflict_needs_is_kept() {
        let mut terms = Terms::new();
        let mut solver = Smt::new(SmtConfig::default(), &Stop::new());
        let [x, y] = ["x", "y"].map(|name| terms.fresh(name, SortId::INT));
        let [zero, five] = [0, 5].map(|n| terms.int(n));
        let equations = [terms.eq(x, zero), terms.eq(y, five)];
        let formula = terms.and(equations);
        let above = terms.app(Op::Ge, [x, five]);
        let weaker = weaken(&mut terms, &mut solver, formula, &[above], 20);
        assert_eq!(terms.display(weaker), "(<= x 0)");
        let different = terms.not(equations[0]);
        assert_eq!(weaken(&mut terms, &mut solver, formula, &[different], 20), equations[0], "both halves are needed");
        let holds = terms.top();
        assert_eq!(weaken(&mut terms, &mut solver, formula, &[holds], 20), formula, "no conflict");
    }
}
