//! Conditions under which no open result matters.

use super::may_be_open;
use alphorn_logic::{
    horn::Problem,
    term::{Op, SortId, TermId, Terms},
};
use rustc_hash::FxHashMap;

/// The problem with constraints that imply those it had, and that have the same truth value whatever the open results are. So
/// it derives less, and what it derives does not depend on them.
pub fn guarded(terms: &mut Terms, problem: &Problem) -> Problem {
    let mut guards = Guards::default();
    let mut guarded = problem.clone();
    for rule in &mut guarded.rules {
        rule.constraint = guards.strengthen(terms, rule.constraint);
    }
    guarded
}

#[derive(Default)]
struct Guards {
    /// For each term the condition under which its value does not depend on open results.
    conditions: FxHashMap<TermId, TermId>,
}

impl Guards {
    fn condition(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        for term in terms.subterms([root]) {
            if !self.conditions.contains_key(&term) {
                let condition = self.of_parts(terms, term);
                self.conditions.insert(term, condition);
            }
        }
        self.conditions[&root]
    }

    /// The condition of a term whose arguments have theirs.
    fn of_parts(&self, terms: &mut Terms, term: TermId) -> TermId {
        let args = terms.args(term).to_vec();
        let mut parts: Vec<TermId> = args.iter().map(|arg| self.conditions[arg]).collect();
        match terms.op(term).clone() {
            Op::Ite => {
                let otherwise = terms.not(args[0]);
                parts[1] = terms.implies(args[0], parts[1]);
                parts[2] = terms.implies(otherwise, parts[2]);
            }
            Op::Forall(vars) | Op::Exists(vars) if *terms.op(parts[0]) != Op::True => {
                parts[0] = terms.app(Op::Forall(vars), [parts[0]]);
            }
            Op::Field(constructor, _) if may_be_open(terms, term) => parts.push(terms.app(Op::Is(constructor), args)),
            _ if may_be_open(terms, term) => {
                let zero = if terms.sort_of(args[1]) == SortId::REAL { terms.real(0) } else { terms.int(0) };
                let is_zero = terms.eq(args[1], zero);
                parts.push(terms.not(is_zero));
            }
            _ => {}
        }
        terms.and(parts)
    }

    /// A formula that implies this one and does not depend on open results.
    fn strengthen(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        let mut done: FxHashMap<(TermId, bool), TermId> = FxHashMap::default();
        let mut stack = vec![(root, true)];
        while let Some(&(term, stronger)) = stack.last() {
            if done.contains_key(&(term, stronger)) {
                stack.pop();
                continue;
            }
            let parts = formulas(terms, term, stronger);
            let missing: Vec<_> = parts.iter().copied().filter(|part| !done.contains_key(part)).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let parts: Vec<TermId> = parts.iter().map(|part| done[part]).collect();
            let result = self.rebuild(terms, term, stronger, parts);
            done.insert((term, stronger), result);
            stack.pop();
        }
        done[&(root, true)]
    }

    /// A formula made of its parts, which are stronger or weaker already; an atom has none.
    fn rebuild(&mut self, terms: &mut Terms, term: TermId, stronger: bool, parts: Vec<TermId>) -> TermId {
        let (result, decides) = match terms.op(term).clone() {
            Op::Not => return terms.not(parts[0]),
            Op::And => return terms.and(parts),
            Op::Or => return terms.or(parts),
            Op::Implies => return terms.implies(parts[0], parts[1]),
            op @ (Op::Forall(_) | Op::Exists(_)) => return terms.app(op, parts),
            Op::Ite if !parts.is_empty() => {
                let condition = terms.args(term)[0];
                (terms.ite(condition, parts[0], parts[1]), condition)
            }
            _ => (term, term),
        };
        let condition = self.condition(terms, decides);
        if stronger {
            return terms.and([condition, result]);
        }
        let open = terms.not(condition);
        terms.or([open, result])
    }
}

/// The parts of a formula that are formulas, each with whether it is to become stronger or weaker.
fn formulas(terms: &Terms, term: TermId, stronger: bool) -> Vec<(TermId, bool)> {
    let args = terms.args(term);
    match terms.op(term) {
        Op::Not => vec![(args[0], !stronger)],
        Op::And | Op::Or | Op::Forall(_) | Op::Exists(_) => args.iter().map(|&arg| (arg, stronger)).collect(),
        Op::Implies => vec![(args[0], !stronger), (args[1], stronger)],
        Op::Ite if terms.sort_of(term) == SortId::BOOL => vec![(args[1], stronger), (args[2], stronger)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_depends_on_open_results_is_guarded() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh(name, SortId::INT));
        let zero = terms.int(0);
        let quotient = terms.app(Op::IntDiv, [x, y]);
        let atom = terms.le(quotient, x);
        let none = terms.eq(y, zero);
        let some = terms.not(none);
        let mut guards = Guards::default();
        let mut check = |terms: &mut Terms, formula: TermId, expected: TermId| {
            let found = guards.strengthen(terms, formula);
            assert_eq!(found, expected, "{} for {}", terms.display(found), terms.display(formula));
        };
        let guarded = terms.and([some, atom]);
        check(&mut terms, atom, guarded);
        // Negatively what is open may be true.
        let negated = terms.not(atom);
        let weaker = terms.or([none, atom]);
        let expected = terms.not(weaker);
        check(&mut terms, negated, expected);
        // A choice that avoids the division has no guard but for the branch.
        let safe = terms.app(Op::Ite, [none, zero, quotient]);
        let safe = terms.le(safe, x);
        let branch = terms.implies(some, some);
        let expected = terms.and([branch, safe]);
        check(&mut terms, safe, expected);
        let two = terms.int(2);
        let half = terms.app(Op::IntDiv, [x, two]);
        let plain = terms.le(half, x);
        check(&mut terms, plain, plain);
    }
}
