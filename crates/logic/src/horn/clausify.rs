//! From assertions to clauses: every formula that is a conjunction of Horn clauses in disguise is taken apart into them.
//!
//! An assertion is a clause whose only disjunct is the assertion. Disjuncts without a positive predicate belong to the body,
//! negated; the others are taken apart (a disjunction into disjuncts, a conjunction into several clauses, a universal
//! quantifier is moved to the front) until what is left of them is one predicate applied to arguments: the head.

use super::{
    body::{Moved, RuleBuilder},
    polarity::Polarity,
    problem::{PredId, Predicate, Problem},
};
use crate::term::{FunId, Op, SortId, TermId, Terms};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// A closed formula that must hold, and the byte offset of its command in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// The formula.
    pub term: TermId,
    /// Where its command starts.
    pub offset: u32,
}

/// Why an assertion is not a set of Horn clauses.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{why}")]
pub struct HornError {
    /// The command's byte offset in the source.
    pub offset: u32,
    /// What is wrong, in words.
    pub why: String,
}

/// More clauses than this from one assertion are refused rather than left to eat the memory.
const MOST_CLAUSES: usize = 1 << 20;

/// The Horn problem that `assertions` state about the `declared` functions.
pub fn normalise(terms: &mut Terms, declared: &[FunId], assertions: &[Assertion]) -> Result<Problem, HornError> {
    let mut problem = Problem::default();
    let mut by_fun = FxHashMap::default();
    for &fun in declared {
        if terms.fun(fun).result == SortId::BOOL {
            by_fun.insert(fun, PredId(problem.predicates.len() as u32));
            problem.predicates.push(Predicate { fun });
        }
    }
    let mut polarity = Polarity::default();
    for assertion in assertions {
        let fail = |why| HornError { offset: assertion.offset, why };
        let drafts = split(terms, &mut polarity, assertion.term).map_err(fail)?;
        for draft in drafts {
            let builder = RuleBuilder::new(terms, &mut polarity, &by_fun, assertion.offset);
            if let Some(rule) = builder.build(draft).map_err(fail)? {
                problem.rules.push(rule);
            }
        }
    }
    Ok(problem)
}

/// A clause in the making: `todo ∨ ¬body ∨ heads`.
#[derive(Clone, Default)]
pub(super) struct Draft {
    /// Disjuncts not yet looked at; with `false`, the negation of the term.
    todo: Vec<(TermId, bool)>,
    /// The terms that are false in the disjunction, so true in the body; with `false`, negated.
    pub body: Vec<(TermId, bool)>,
    /// Positive predicates; a Horn clause has at most one.
    pub heads: Vec<TermId>,
    /// The variables of the quantifiers moved to the front so far.
    pub moved: Moved,
}

fn split(terms: &mut Terms, polarity: &mut Polarity, assertion: TermId) -> Result<Vec<Draft>, String> {
    let mut done = Vec::new();
    let mut open = vec![Draft { todo: vec![(assertion, true)], ..Draft::default() }];
    while let Some(mut draft) = open.pop() {
        let Some((term, sign)) = draft.todo.pop() else {
            done.push(draft);
            continue;
        };
        if open.len() + done.len() > MOST_CLAUSES {
            return Err(format!("this assertion stands for more than {MOST_CLAUSES} clauses"));
        }
        let occurs = polarity.of(terms, term);
        if !(if sign { occurs.positive } else { occurs.negative }) {
            draft.body.push((term, !sign));
            open.push(draft);
            continue;
        }
        // Pushes one clause for each list of further disjuncts, so that the first is taken up first.
        let mut fork = |draft: Draft, alternatives: Vec<Vec<(TermId, bool)>>| {
            for alternative in alternatives.into_iter().rev() {
                let mut next = draft.clone();
                next.todo.extend(alternative);
                open.push(next);
            }
        };
        let node = terms.node(term);
        let args = node.args.clone();
        match (&node.op, sign) {
            (Op::Not, _) => fork(draft, vec![vec![(args[0], !sign)]]),
            (Op::Or, true) | (Op::And, false) => {
                fork(draft, vec![args.iter().rev().map(|&a| (a, sign)).collect()]);
            }
            (Op::And, true) | (Op::Or, false) => fork(draft, args.iter().map(|&a| vec![(a, sign)]).collect()),
            (Op::Implies, true) => fork(draft, vec![vec![(args[1], true), (args[0], false)]]),
            (Op::Implies, false) => fork(draft, vec![vec![(args[0], true)], vec![(args[1], false)]]),
            (Op::Ite, _) => {
                fork(draft, vec![vec![(args[1], sign), (args[0], false)], vec![(args[2], sign), (args[0], true)]])
            }
            (Op::Eq, _) | (Op::Xor, _) if terms.sort_of(args[0]) == SortId::BOOL => {
                let same = (node.op == Op::Eq) == sign;
                fork(draft, vec![vec![(args[0], !same), (args[1], true)], vec![(args[0], same), (args[1], false)]]);
            }
            (Op::Distinct, _) if args.len() == 2 && terms.sort_of(args[0]) == SortId::BOOL => {
                let xor = terms.app(Op::Xor, args);
                fork(draft, vec![vec![(xor, sign)]]);
            }
            (Op::Forall(_), true) | (Op::Exists(_), false) => {
                let body = draft.moved.strip(terms, term);
                fork(draft, vec![vec![(body, sign)]]);
            }
            (Op::Forall(_), false) | (Op::Exists(_), true) => {
                let quantifier = if sign { "exists" } else { "forall" };
                let why = "a predicate to be derived stands under a quantifier that cannot be moved to the front";
                return Err(format!("not a Horn clause: {why} (`{quantifier}` over {})", names(terms, term)));
            }
            (Op::Apply(_), true) => {
                if !draft.heads.contains(&term) {
                    draft.heads.push(term);
                }
                open.push(draft);
            }
            _ => {
                let why = "a predicate is used as an argument, where no formula may stand";
                return Err(format!("not a Horn clause: {why}"));
            }
        }
    }
    Ok(done)
}

fn names(terms: &Terms, quantifier: TermId) -> String {
    let (Op::Forall(vars) | Op::Exists(vars)) = terms.op(quantifier) else { return String::new() };
    vars.iter().map(|&v| format!("`{}`", terms.var(v).name)).collect::<Vec<_>>().join(", ")
}
