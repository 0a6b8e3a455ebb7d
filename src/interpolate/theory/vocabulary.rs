//! Which terms both sides of a conflict may speak of.

use crate::term::{Op, TermId, Terms, VarId};
use rustc_hash::FxHashSet;

/// Whose language a term is, or who says something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// Both sides.
    Shared,
    /// The first side.
    A,
    /// The second side.
    B,
}

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

/// The vocabulary of two sides none of whose private variables is the other's too.
pub struct Languages {
    vocabulary: Vocabulary,
    private_of_a: FxHashSet<VarId>,
}

impl Languages {
    /// `None` when a variable is private to both sides: then the conflict may not be one of the shared variables.
    pub fn new(terms: &Terms, a: &[TermId], b: &[TermId], shared: &[VarId]) -> Option<Self> {
        let vocabulary = Vocabulary::new(shared);
        let private_of_a: FxHashSet<VarId> = vocabulary.private_vars(terms, a).into_iter().collect();
        let private_of_b = vocabulary.private_vars(terms, b);
        let apart = !private_of_b.iter().any(|var| private_of_a.contains(var));
        apart.then_some(Languages { vocabulary, private_of_a })
    }

    /// Whose language a term is that is no mixture.
    pub fn owner(&self, terms: &Terms, term: TermId) -> Owner {
        if self.vocabulary.covers(terms, term) {
            return Owner::Shared;
        }
        let of_a = terms.free_vars([term]).iter().any(|var| self.private_of_a.contains(var));
        if of_a { Owner::A } else { Owner::B }
    }

    /// A side in whose language a term is.
    pub fn side(&self, terms: &Terms, term: TermId) -> Owner {
        if self.owner(terms, term) == Owner::A { Owner::A } else { Owner::B }
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
