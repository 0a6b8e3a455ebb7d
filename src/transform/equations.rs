//! Elimination of variables by equations: `x = t ∧ F` is `F` with `t` for `x` when nobody else asks for `x`.

use super::scopes::Scopes;
use crate::term::{Linear, Op, Relation, Simplifier, SortId, Substitution, TermId, Terms, VarId};
use dashu_ratio::RBig;
use rustc_hash::{FxHashMap, FxHashSet};

/// Each round eliminates variables that do not depend on each other; chains take logarithmically many.
const ROUNDS: usize = 40;

/// A formula after elimination.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The conjuncts that are left, simplified.
    pub conjuncts: Vec<TermId>,
    /// The variables that are gone, each with a term over what is left and what went later.
    pub definitions: Vec<(VarId, TermId)>,
}

/// The parts of nested conjunctions, each once.
pub fn flat_conjuncts(terms: &Terms, roots: impl IntoIterator<Item = TermId>) -> Vec<TermId> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack: Vec<TermId> = roots.into_iter().collect();
    stack.reverse();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.op(t) {
            Op::And => stack.extend(terms.args(t).iter().rev()),
            Op::True => {}
            _ => found.push(t),
        }
    }
    found
}

/// Simplifies a formula and eliminates, where an equation says what they are, the variables that `gone` allows. Of the
/// others, those that are equal to a value or to each other are replaced everywhere but in that equation.
pub fn solve(terms: &mut Terms, simplifier: &mut Simplifier, formula: TermId, gone: impl Fn(VarId) -> bool) -> Solved {
    let simple = simplifier.simplify(terms, formula);
    let mut conjuncts = flat_conjuncts(terms, [simple]);
    let mut definitions = Vec::new();
    // Equations that stay, with the variable that was replaced by the other side.
    let mut kept: Vec<(VarId, TermId)> = Vec::new();
    for _ in 0..ROUNDS {
        let round = Round::choose(terms, &conjuncts, &gone, &kept);
        if round.chosen.is_empty() {
            break;
        }
        let mut substitution = Substitution::of_vars(round.chosen.iter().map(|(&v, &(t, _))| (v, t)));
        let mut apply = |terms: &mut Terms, t: TermId| {
            let t = substitution.apply(terms, t);
            simplifier.simplify(terms, t)
        };
        let rest: Vec<TermId> = round.rest.iter().map(|&t| apply(terms, t)).collect();
        kept.iter_mut().for_each(|(_, t)| *t = apply(terms, *t));
        let mut chosen: Vec<(VarId, (TermId, bool))> = round.chosen.into_iter().collect();
        chosen.sort_unstable_by_key(|(v, _)| *v);
        for (var, (term, stays)) in chosen {
            if stays {
                kept.push((var, term));
            } else {
                definitions.push((var, term));
            }
        }
        conjuncts = flat_conjuncts(terms, rest);
    }
    let mut all: Vec<TermId> = Vec::with_capacity(kept.len() + conjuncts.len());
    for (var, term) in kept {
        let var = terms.var_term(var);
        let equation = terms.eq(var, term);
        all.push(simplifier.simplify(terms, equation));
    }
    all.append(&mut conjuncts);
    let whole = terms.and(all);
    let whole = simplifier.simplify(terms, whole);
    Solved { conjuncts: flat_conjuncts(terms, [whole]), definitions }
}

/// The variables of one simultaneous substitution, and what is left.
#[derive(Default)]
struct Round {
    /// The terms, and whether the equation stays.
    chosen: FxHashMap<VarId, (TermId, bool)>,
    /// Variables in the terms of the chosen: choosing one of these would need an order.
    used: FxHashSet<VarId>,
    rest: Vec<TermId>,
}

impl Round {
    fn choose(
        terms: &mut Terms,
        conjuncts: &[TermId],
        gone: impl Fn(VarId) -> bool,
        kept: &[(VarId, TermId)],
    ) -> Round {
        let mut round = Round::default();
        let replaced: FxHashSet<VarId> = kept.iter().map(|(v, _)| *v).collect();
        for &conjunct in conjuncts {
            let found = solutions(terms, conjunct).into_iter().any(|(var, term)| {
                let stays = !gone(var);
                let may = !stays || !replaced.contains(&var) && is_plain(terms, term, &gone);
                may && round.try_choose(terms, var, term, stays)
            });
            if !found {
                round.rest.push(conjunct);
            }
        }
        round.choose_local(terms, gone);
        round
    }

    /// Chooses variables that are defined, or free, in some part of what is left.
    fn choose_local(&mut self, terms: &mut Terms, gone: impl Fn(VarId) -> bool) {
        let scopes = Scopes::new(terms, &self.rest);
        for (part, term, truth) in scopes.stated() {
            if matches!(terms.op(term), Op::Eq | Op::Var(_)) {
                let literal = if truth { term } else { terms.not(term) };
                let mut found = solutions(terms, literal).into_iter();
                if found.any(|(var, term)| {
                    gone(var) && scopes.is_local(var, part) && self.try_choose(terms, var, term, false)
                }) {
                    continue;
                }
            }
            if scopes.is_home(part) && Relation::of_op(terms.op(term)).is_some() {
                let _ = witnesses(terms, term, truth).into_iter().any(|(var, term)| {
                    gone(var) && scopes.is_alone_in(var, part) && self.try_choose(terms, var, term, false)
                });
            }
        }
    }

    /// Chooses a variable, if it has nothing to do with those that are chosen.
    fn try_choose(&mut self, terms: &Terms, var: VarId, term: TermId, stays: bool) -> bool {
        if self.used.contains(&var) || self.chosen.contains_key(&var) {
            return false;
        }
        let vars = terms.free_vars([term]);
        if vars.iter().any(|v| *v == var || self.chosen.contains_key(v)) {
            return false;
        }
        self.chosen.insert(var, (term, stays));
        self.used.extend(vars);
        true
    }
}

/// Whether a variable that stays may be replaced by the term: a value, or a variable that stays too.
fn is_plain(terms: &Terms, term: TermId, gone: impl Fn(VarId) -> bool) -> bool {
    match terms.op(term) {
        Op::Var(v) => !gone(*v),
        Op::Int(_) | Op::Real(_) | Op::True | Op::False | Op::BitVec { .. } => true,
        Op::Construct(_) => terms.args(term).is_empty(),
        _ => false,
    }
}

/// The ways to read a conjunct as `variable = term`. The term may contain the variable where the equation is not linear.
pub(super) fn solutions(terms: &mut Terms, conjunct: TermId) -> Vec<(VarId, TermId)> {
    let (t, sign) = match terms.op(conjunct) {
        Op::Not => (terms.args(conjunct)[0], false),
        _ => (conjunct, true),
    };
    match (terms.op(t), terms.args(t)) {
        (Op::Var(v), _) => {
            let v = *v;
            vec![(v, terms.bool(sign))]
        }
        (Op::Eq, &[a, b]) if terms.sort_of(a) == SortId::BOOL => {
            let mut found = Vec::new();
            for (side, other) in [(a, b), (b, a)] {
                if let Op::Var(v) = *terms.op(side) {
                    found.push((v, if sign { other } else { terms.not(other) }));
                }
            }
            found
        }
        (Op::Eq, &[a, _]) if sign && terms.sort_of(a).is_arithmetic() => linear_solutions(terms, t),
        (Op::Eq, &[a, b]) if sign => {
            let var = |t: TermId, other| match terms.op(t) {
                Op::Var(v) => Some((*v, other)),
                _ => None,
            };
            [var(a, b), var(b, a)].into_iter().flatten().collect()
        }
        _ => Vec::new(),
    }
}

/// Solves a linear equation for each of its variables that allows it.
fn linear_solutions(terms: &mut Terms, equation: TermId) -> Vec<(VarId, TermId)> {
    match Linear::of_atom(terms, equation) {
        Some((sum, Relation::Eq)) => roots(terms, &sum),
        _ => Vec::new(),
    }
}

/// Ways to make a comparison true, or false, by the choice of one variable.
fn witnesses(terms: &mut Terms, comparison: TermId, truth: bool) -> Vec<(VarId, TermId)> {
    if !terms.sort_of(terms.args(comparison)[0]).is_arithmetic() {
        return Vec::new();
    }
    let Some((mut sum, relation)) = Linear::of_atom(terms, comparison) else { return Vec::new() };
    let value = match (relation, truth) {
        (Relation::Eq | Relation::Le | Relation::Ge, true) | (Relation::Lt | Relation::Gt, false) => RBig::ZERO,
        (Relation::Eq | Relation::Le, false) | (Relation::Gt, true) => RBig::ONE,
        (Relation::Ge, false) | (Relation::Lt, true) => RBig::NEG_ONE,
    };
    sum.add_constant(&-value);
    roots(terms, &sum)
}

/// For each variable of a sum that allows it, the value that makes the sum zero.
fn roots(terms: &mut Terms, sum: &Linear) -> Vec<(VarId, TermId)> {
    let candidates: Vec<(VarId, TermId, RBig)> = sum
        .monomials()
        .iter()
        .filter_map(|(t, c)| match terms.op(*t) {
            Op::Var(v) if sum.sort() == SortId::REAL || c.is_one() || *c == RBig::NEG_ONE => Some((*v, *t, c.clone())),
            _ => None,
        })
        .collect();
    let mut found = Vec::with_capacity(candidates.len());
    for (var, term, coefficient) in candidates {
        let mut rest = sum.clone();
        rest.add_scaled(&Linear::of(terms, term), &-coefficient.clone());
        rest.scale(&(RBig::NEG_ONE / coefficient));
        found.push((var, rest.to_term(terms)));
    }
    found
}
