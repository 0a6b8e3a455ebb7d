//! Implicants: from a model of a formula, a small set of literals, true in the model, that implies the formula.

use super::{Model, model::is_connective};
use alphorn_logic::term::{Op, SortId, TermId, Terms};
use dashu_ratio::RBig;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// A set of literals that grows until it implies every formula given to it.
///
/// Of a disjunction one true part is enough, and one that is implied already is preferred; a choice (`ite`) takes its
/// condition and the branch taken, also inside of atoms; an equivalence takes both sides as they are; a disequality of
/// numbers becomes `<` one way or the other.
#[derive(Default)]
pub struct Implicant {
    literals: IndexSet<TermId, FxBuildHasher>,
    /// Formulas that the literals imply once nothing is open.
    implied: FxHashSet<Claim>,
    /// Terms without choices, by what they were.
    resolved: FxHashMap<TermId, TermId>,
}

/// That a formula is true, or that it is false.
type Claim = (TermId, bool);

/// A small set of literals of `formula` that are true in `model` and together imply it; `None` if the model does not make it
/// true.
pub fn implicant(terms: &mut Terms, model: &mut Model, formula: TermId) -> Option<Vec<TermId>> {
    let mut implicant = Implicant::default();
    implicant.add(terms, model, formula).then(|| implicant.into_literals())
}

/// How a claim follows from simpler ones.
enum Reason {
    All(Vec<Claim>),
    Any(Vec<Claim>),
    Literal,
}

impl Implicant {
    /// Starts from literals that are decided already.
    pub fn with_literals(terms: &Terms, literals: impl IntoIterator<Item = TermId>) -> Self {
        let mut implicant = Implicant::default();
        literals.into_iter().for_each(|literal| implicant.decide(terms, literal));
        implicant
    }

    /// The literals, in the order they were chosen.
    pub fn literals(&self) -> impl ExactSizeIterator<Item = TermId> {
        self.literals.iter().copied()
    }

    /// The literals, in the order they were chosen.
    pub fn into_literals(self) -> Vec<TermId> {
        self.literals.into_iter().collect()
    }

    /// Adds literals until they imply `formula`; adds nothing and returns false if the model does not make it true. All
    /// models given to one implicant must make its literals true.
    pub fn add(&mut self, terms: &mut Terms, model: &mut Model, formula: TermId) -> bool {
        if model.is_true(terms, formula) != Some(true) {
            return false;
        }
        let mut open = vec![(formula, true)];
        // Disjunctions wait until there is nothing else, when more of their parts are likely to be implied.
        let mut choices = VecDeque::new();
        loop {
            while let Some(claim) = open.pop() {
                if self.is_implied(terms, claim) {
                    continue;
                }
                match reason(terms, model, claim) {
                    Reason::All(claims) => {
                        self.implied.insert(claim);
                        open.extend(claims.into_iter().rev());
                    }
                    Reason::Any(claims) => choices.push_back((claim, claims)),
                    Reason::Literal => {
                        self.implied.insert(claim);
                        self.add_literal(terms, model, claim, &mut open);
                    }
                }
            }
            let Some((claim, claims)) = choices.pop_front() else { return true };
            if self.implied.insert(claim) {
                open.extend(self.cheapest(terms, model, &claims));
            }
        }
    }

    fn is_implied(&self, terms: &Terms, (formula, truth): Claim) -> bool {
        // A negation and its opposite are one claim, written in two ways.
        self.implied.contains(&(formula, truth))
            || *terms.op(formula) == Op::Not && self.implied.contains(&(terms.args(formula)[0], !truth))
    }

    /// The true one of the claims that needs the fewest new claims.
    fn cheapest(&self, terms: &Terms, model: &mut Model, claims: &[Claim]) -> Option<Claim> {
        let holds = |model: &mut Model, (formula, truth): Claim| model.is_true(terms, formula) == Some(truth);
        let mut best: Option<(usize, Claim)> = None;
        for claim in claims.iter().copied() {
            if !holds(model, claim) {
                continue;
            }
            let cost = self.cost(terms, model, claim);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, claim));
            }
            if cost == 0 {
                break;
            }
        }
        best.map(|(_, claim)| claim)
    }

    fn cost(&self, terms: &Terms, model: &mut Model, claim: Claim) -> usize {
        if self.is_implied(terms, claim) {
            return 0;
        }
        match reason(terms, model, claim) {
            Reason::All(claims) => claims.iter().filter(|claim| !self.is_implied(terms, **claim)).count(),
            Reason::Any(_) | Reason::Literal => 1,
        }
    }

    fn add_literal(&mut self, terms: &mut Terms, model: &mut Model, (atom, truth): Claim, open: &mut Vec<Claim>) {
        let atom = self.resolve(terms, model, atom, open);
        let decided = match (terms.op(atom), truth) {
            (Op::True, true) | (Op::False, false) => return,
            (Op::Eq, false) | (Op::Distinct, true) => increasing(terms, model, atom),
            (Op::Distinct, false) => equal_pair(terms, model, atom),
            _ => None,
        };
        for literal in decided.unwrap_or_else(|| vec![if truth { atom } else { terms.not(atom) }]) {
            self.decide(terms, literal);
        }
    }

    fn decide(&mut self, terms: &Terms, literal: TermId) {
        self.literals.insert(literal);
        self.implied.insert(match terms.op(literal) {
            Op::Not => (terms.args(literal)[0], false),
            _ => (literal, true),
        });
    }

    /// The atom with every choice inside replaced by the branch taken and every formula inside by its truth; what the model
    /// decided that way becomes open.
    fn resolve(&mut self, terms: &mut Terms, model: &mut Model, atom: TermId, open: &mut Vec<Claim>) -> TermId {
        let mut stack = vec![atom];
        while let Some(&top) = stack.last() {
            if self.resolved.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = terms.node(top);
            let decider = match node.op {
                // The bound variables have no values.
                Op::Forall(_) | Op::Exists(_) => None,
                Op::Ite => Some(node.args[0]),
                _ if top != atom && is_connective(terms, top) => Some(top),
                _ => None,
            };
            let decided = decider.and_then(|formula| Some((formula, model.is_true(terms, formula)?)));
            let parts = match (decided, &node.op) {
                (Some((_, truth)), Op::Ite) => &node.args[if truth { 1..2 } else { 2..3 }],
                (Some(_), _) | (None, Op::Ite | Op::Forall(_) | Op::Exists(_)) => &[],
                (None, _) => node.args.as_slice(),
            };
            let height = stack.len();
            stack.extend(parts.iter().filter(|part| !self.resolved.contains_key(part)));
            if stack.len() > height {
                continue;
            }
            let parts: Vec<TermId> = parts.iter().map(|part| self.resolved[part]).collect();
            let result = match (decided, parts.as_slice()) {
                (Some(_), [branch]) => *branch,
                (Some((_, truth)), _) => terms.bool(truth),
                (None, []) => top,
                (None, _) => terms.app(terms.op(top).clone(), parts),
            };
            open.extend(decided);
            self.resolved.insert(top, result);
            stack.pop();
        }
        self.resolved[&atom]
    }
}

/// Why a claim that is true in the model is true.
fn reason(terms: &Terms, model: &mut Model, (formula, truth): Claim) -> Reason {
    let args = terms.args(formula);
    let all = |truth| args.iter().map(|arg| (*arg, truth)).collect();
    match (terms.op(formula), truth) {
        (Op::True | Op::False, _) => Reason::All(Vec::new()),
        (Op::Not, _) => Reason::All(all(!truth)),
        (Op::And, true) | (Op::Or, false) => Reason::All(all(truth)),
        (Op::And, false) | (Op::Or, true) => Reason::Any(all(truth)),
        (Op::Implies, true) => Reason::Any(vec![(args[0], false), (args[1], true)]),
        (Op::Implies, false) => Reason::All(vec![(args[0], true), (args[1], false)]),
        (Op::Eq | Op::Xor | Op::Distinct, _) if args.len() == 2 && terms.sort_of(args[0]) == SortId::BOOL => {
            match (model.is_true(terms, args[0]), model.is_true(terms, args[1])) {
                (Some(a), Some(b)) => Reason::All(vec![(args[0], a), (args[1], b)]),
                _ => Reason::Literal,
            }
        }
        (Op::Ite, _) => Reason::All(match model.is_true(terms, args[0]) {
            Some(condition) => vec![(args[0], condition), (args[if condition { 1 } else { 2 }], truth)],
            None => vec![(args[1], truth), (args[2], truth)],
        }),
        _ => Reason::Literal,
    }
}

/// Different numbers in the order they have in the model, each less than the next.
fn increasing(terms: &mut Terms, model: &mut Model, atom: TermId) -> Option<Vec<TermId>> {
    let args = terms.args(atom).to_vec();
    if !terms.sort_of(args[0]).is_arithmetic() {
        return None;
    }
    let mut valued = Vec::new();
    for arg in args {
        let value = model.value(terms, arg)?;
        let value = match terms.op(value) {
            Op::Int(value) => RBig::from(value.clone()),
            Op::Real(value) => value.clone(),
            _ => return None,
        };
        valued.push((value, arg));
    }
    valued.sort();
    Some(valued.windows(2).map(|pair| terms.lt(pair[0].1, pair[1].1)).collect())
}

/// The equation between two terms that are not distinct in the model; none if they are one term.
fn equal_pair(terms: &mut Terms, model: &mut Model, atom: TermId) -> Option<Vec<TermId>> {
    let mut owner = FxHashMap::default();
    for arg in terms.args(atom).to_vec() {
        if let Some(other) = owner.insert(model.value(terms, arg)?, arg) {
            return Some(if other == arg { Vec::new() } else { vec![terms.eq(other, arg)] });
        }
    }
    None
}
