//! Definitions with parameters: a use is the body with the arguments in place.

use crate::term::{Op, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// A `define-fun` with parameters.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub params: Vec<VarId>,
    pub body: TermId,
}

/// The body with `args` for the parameters. The arguments must have the parameters' sorts.
///
/// No variable is captured: a binder in the body binds a variable that occurs nowhere outside of it.
pub(super) fn expand(terms: &mut Terms, definition: &Macro, args: &[TermId]) -> TermId {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for (param, arg) in definition.params.iter().zip(args) {
        let param = terms.app(Op::Var(*param), []);
        done.insert(param, *arg);
    }
    let mut stack = vec![definition.body];
    while let Some(&top) = stack.last() {
        if done.contains_key(&top) {
            stack.pop();
            continue;
        }
        let waiting = stack.len();
        stack.extend(terms.args(top).iter().filter(|a| !done.contains_key(a)));
        if stack.len() > waiting {
            continue;
        }
        stack.pop();
        let node = terms.node(top);
        let new: smallvec::SmallVec<[TermId; 4]> = node.args.iter().map(|a| done[a]).collect();
        let result = if new == node.args {
            top
        } else {
            let op = node.op.clone();
            terms.app(op, new)
        };
        done.insert(top, result);
    }
    done[&definition.body]
}
