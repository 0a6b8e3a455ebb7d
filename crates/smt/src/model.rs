//! Models: truth and values of any term.

use super::{back, ffi, session::Session};
use alphorn_logic::term::{Op, SortId, TermId, Terms, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A model of what a solver last found satisfiable. It stays as it is when the solver goes on.
pub struct Model {
    session: Option<(Rc<Session>, ffi::Model)>,
    truth: FxHashMap<TermId, Option<bool>>,
}

impl Model {
    /// The model that Z3 has; without one nothing has a value.
    pub(super) fn new(session: Option<(Rc<Session>, ffi::Model)>) -> Self {
        Model { session, truth: FxHashMap::default() }
    }

    /// The value of a term: a ground term in normal form. What the model leaves open gets a default. `None` for what has
    /// no such value (irrational numbers, quantified formulas that Z3 does not decide).
    pub fn value(&mut self, terms: &mut Terms, term: TermId) -> Option<TermId> {
        if terms.sort_of(term) == SortId::BOOL {
            return self.is_true(terms, term).map(|truth| terms.bool(truth));
        }
        let (session, model) = self.session.as_ref()?;
        let mut encoder = session.encoder.borrow_mut();
        // The sort first: parts of the value may have sorts that the term itself does not show.
        encoder.sorts.encode(terms, terms.sort_of(term)).ok()?;
        let ast = encoder.term(terms, term).ok()?;
        let value = model.eval(&ast).ok()?;
        back::value(&mut encoder, terms, model, &value)
    }

    /// Whether a formula is true. The answers are kept, so asking for all parts of a formula costs no more than asking for
    /// each of its atoms once.
    pub fn is_true(&mut self, terms: &Terms, formula: TermId) -> Option<bool> {
        let mut stack = vec![formula];
        while let Some(&top) = stack.last() {
            if self.truth.contains_key(&top) {
                stack.pop();
                continue;
            }
            let truth = if is_connective(terms, top) {
                let height = stack.len();
                stack.extend(terms.args(top).iter().filter(|arg| !self.truth.contains_key(arg)));
                if stack.len() > height {
                    continue;
                }
                self.connective(terms, top)
            } else {
                self.atom(terms, top)
            };
            self.truth.insert(top, truth);
            stack.pop();
        }
        self.truth[&formula]
    }

    fn atom(&self, terms: &Terms, atom: TermId) -> Option<bool> {
        let (session, model) = self.session.as_ref()?;
        let ast = session.encoder.borrow_mut().term(terms, atom).ok()?;
        model.eval(&ast).ok()?.bool_value()
    }

    /// Three-valued: what is not known may not matter.
    fn connective(&self, terms: &Terms, term: TermId) -> Option<bool> {
        let node = terms.node(term);
        let mut args = node.args.iter().map(|arg| self.truth[arg]);
        match node.op {
            Op::Not => args.next()?.map(|arg| !arg),
            Op::And => junction(args, true),
            Op::Or => junction(args, false),
            Op::Implies => {
                let (a, b) = (args.next()?.map(|arg| !arg), args.next()?);
                junction([a, b].into_iter(), false)
            }
            Op::Xor => Some(args.next()?? != args.next()??),
            Op::Eq => Some(args.next()?? == args.next()??),
            Op::Ite => match (args.next()?, args.next()?, args.next()?) {
                (Some(condition), then, otherwise) => {
                    if condition {
                        then
                    } else {
                        otherwise
                    }
                }
                (None, then, otherwise) => then.filter(|_| then == otherwise),
            },
            _ => None,
        }
    }

    /// Model-based projection: a formula without `vars` that is true in this model and **implies** `exists vars. cube`.
    /// It may be stronger than that; a cover of the whole projection takes several models. `None` when the cube is not
    /// true in this model, has quantifiers, or Z3 cannot remove all the variables.
    pub fn project(&mut self, terms: &mut Terms, vars: &[VarId], cube: &[TermId]) -> Option<TermId> {
        let body = terms.and(cube.iter().copied());
        if self.is_true(terms, body) != Some(true) {
            return None;
        }
        let projected = {
            let (session, model) = self.session.as_ref()?;
            let mut encoder = session.encoder.borrow_mut();
            let constants = encoder.vars(terms, vars).ok()?;
            let body = encoder.term(terms, body).ok()?;
            let constants = session.context.constants(&constants).ok()?;
            let projected = model.project(&constants, body.quantifier_free().ok()?).ok()?;
            back::formula(&mut encoder, terms, &projected)?
        };
        let clean = super::qe::is_free_of(terms, projected, vars);
        (clean && self.is_true(terms, projected) == Some(true)).then_some(projected)
    }
}

/// A conjunction, whose unit is true, or a disjunction, whose unit is false.
fn junction(args: impl Iterator<Item = Option<bool>>, unit: bool) -> Option<bool> {
    let mut result = Some(unit);
    for arg in args {
        match arg {
            Some(truth) if truth != unit => return arg,
            Some(_) => {}
            None => result = None,
        }
    }
    result
}

/// Whether the truth of a formula is that of its arguments put together.
pub(super) fn is_connective(terms: &Terms, term: TermId) -> bool {
    match terms.op(term) {
        Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor => true,
        Op::Eq => terms.sort_of(terms.args(term)[0]) == SortId::BOOL,
        Op::Ite => terms.sort_of(term) == SortId::BOOL,
        _ => false,
    }
}
