//! Exact quantifier elimination.

use super::{back, ffi, session::Session};
use alphorn_logic::term::{Op, TermId, Terms, VarId};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// In this order: the second is older, and can do some things that the first cannot.
const TACTICS: [&str; 2] = ["qe2", "qe"];

/// A quantifier-free formula that is equivalent to `exists vars. body`, if Z3 finds one in time.
pub fn eliminate(
    session: &Session,
    terms: &mut Terms,
    vars: &[VarId],
    body: TermId,
    budget: Duration,
) -> Option<TermId> {
    let context = &session.context;
    let (easy, left) = {
        let mut encoder = session.encoder.borrow_mut();
        let constants = encoder.vars(terms, vars).ok()?;
        let body = encoder.term(terms, body).ok()?;
        let (constants, body) = (context.constants(&constants).ok()?, body.quantifier_free().ok()?);
        context.run(|| context.eliminate_easy(&constants, body))?.ok()?
    };
    if left.is_empty() {
        return read(session, terms, vars, &[vec![easy]]);
    }
    if is_hopeless(session, terms, vars, &easy) {
        return None;
    }
    let quantified = context.quantifier(false, &left, &easy).ok()?;
    let milliseconds = super::milliseconds(budget / TACTICS.len() as u32);
    TACTICS.iter().find_map(|tactic| {
        let cases = context.apply_tactic(tactic, &quantified, milliseconds).ok()??;
        read(session, terms, vars, &cases)
    })
}

/// Whether Z3 would only use up its time: a variable names a place of an array (which array differs from which only there
/// cannot be said without it), or there are quantifiers inside.
fn is_hopeless(session: &Session, terms: &mut Terms, vars: &[VarId], formula: &ffi::Ast) -> bool {
    let Some(formula) = back::formula(&mut session.encoder.borrow_mut(), terms, formula) else { return false };
    let parts = terms.subterms([formula]);
    if parts.iter().any(|&part| terms.op(part).bound_vars().is_some()) {
        return true;
    }
    let accesses = parts.iter().filter(|&&part| matches!(terms.op(part), Op::Select | Op::Store));
    let indices: Vec<TermId> = accesses.map(|&access| terms.args(access)[1]).collect();
    terms.any_op(indices, |op| matches!(op, Op::Var(var) if vars.contains(var)))
}

/// Z3's own simplification of a term.
pub fn simplify(session: &Session, terms: &mut Terms, term: TermId) -> Option<TermId> {
    let mut encoder = session.encoder.borrow_mut();
    let simple = encoder.term(terms, term).ok()?.simplify().ok()?;
    back::formula(&mut encoder, terms, &simple)
}

fn read(session: &Session, terms: &mut Terms, vars: &[VarId], cases: &[Vec<ffi::Ast>]) -> Option<TermId> {
    let mut encoder = session.encoder.borrow_mut();
    let mut disjuncts = Vec::new();
    for case in cases {
        let conjuncts = case.iter().map(|ast| back::formula(&mut encoder, terms, ast)).collect::<Option<Vec<_>>>()?;
        disjuncts.push(terms.and(conjuncts));
    }
    let result = terms.or(disjuncts);
    is_free_of(terms, result, vars).then_some(result)
}

/// Whether neither these variables nor quantifiers occur in a term.
pub fn is_free_of(terms: &Terms, term: TermId, vars: &[VarId]) -> bool {
    let vars: FxHashSet<VarId> = vars.iter().copied().collect();
    !terms.any_op([term], |op| match op {
        Op::Var(var) => vars.contains(var),
        _ => op.bound_vars().is_some(),
    })
}
