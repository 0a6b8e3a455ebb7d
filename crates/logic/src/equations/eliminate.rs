//! Elimination of variables by equations: `x = t ∧ F` is `F` with `t` for `x` when nobody else asks for `x`.

use super::{scopes::Scopes, solutions::Solutions};
use crate::term::{Op, Simplifier, Substitution, TermId, Terms, VarId};
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
            let ways = Solutions::of(terms, conjunct);
            let found = ways.vars(terms).into_iter().any(|var| {
                let stays = !gone(var);
                if round.is_taken(var) || stays && (replaced.contains(&var) || !ways.may_be_plain()) {
                    return false;
                }
                let term = ways.term(terms, var);
                (!stays || is_plain(terms, term, &gone)) && round.try_choose(terms, var, term, stays)
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
                let ways = Solutions::of(terms, literal);
                if self.choose_one(terms, &ways, |var| gone(var) && scopes.is_local(var, part)) {
                    continue;
                }
            }
            if scopes.is_home(part) {
                let ways = Solutions::deciding(terms, term, truth);
                self.choose_one(terms, &ways, |var| gone(var) && scopes.is_alone_in(var, part));
            }
        }
    }

    /// Chooses the first variable that may be; whether there is one.
    fn choose_one(&mut self, terms: &mut Terms, ways: &Solutions, may: impl Fn(VarId) -> bool) -> bool {
        ways.vars(terms).into_iter().any(|var| {
            !self.is_taken(var) && may(var) && {
                let term = ways.term(terms, var);
                self.try_choose(terms, var, term, false)
            }
        })
    }

    fn is_taken(&self, var: VarId) -> bool {
        self.used.contains(&var) || self.chosen.contains_key(&var)
    }

    /// Chooses a variable, if it has nothing to do with those that are chosen.
    fn try_choose(&mut self, terms: &Terms, var: VarId, term: TermId, stays: bool) -> bool {
        if self.is_taken(var) {
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
