//! Which terms both sides of a conflict may speak of.

use crate::term::{Op, TermId, Terms, VarId};
use rustc_hash::FxHashSet;

/// The shared variables. Declared functions are known to both sides, so a term is shared when its variables are.
pub struct Vocabulary {
    shared: FxHashSet<VarId>,
}

impl Vocabulary {
    /// The vocabulary over these variables.
    pub fn new(shared: &[VarId]) -> Self {
        Vocabulary { shared: shared.iter().copied().collect() }
    }

    /// Whether a term has shared variables only.
    pub fn covers(&self, terms: &Terms, term: TermId) -> bool {
        terms.free_vars([term]).iter().all(|var| self.shared.contains(var))
    }

    /// The variables of a cube that are not shared.
    pub fn private_vars(&self, terms: &Terms, cube: &[TermId]) -> Vec<VarId> {
        let mut vars = terms.free_vars(cube.iter().copied());
        vars.retain(|var| !self.shared.contains(var));
        vars
    }
}

/// A literal as its atom and whether the atom is to hold.
pub fn signed_atom(terms: &Terms, literal: TermId) -> (TermId, bool) {
    let (mut atom, mut positive) = (literal, true);
    while *terms.op(atom) == Op::Not {
        atom = terms.args(atom)[0];
        positive = !positive;
    }
    (atom, positive)
}
