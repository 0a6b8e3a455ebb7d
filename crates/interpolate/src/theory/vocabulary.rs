//! Which terms both sides of a conflict may speak of.

use alphorn_logic::term::{Op, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

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
    known: RefCell<FxHashMap<TermId, Owner>>,
}

impl Languages {
    /// `None` when a variable is private to both sides: then the conflict may not be one of the shared variables.
    pub fn new(terms: &Terms, a: &[TermId], b: &[TermId], shared: &[VarId]) -> Option<Self> {
        let vocabulary = Vocabulary::new(shared);
        let private_of_a: FxHashSet<VarId> = vocabulary.private_vars(terms, a).into_iter().collect();
        let private_of_b = vocabulary.private_vars(terms, b);
        let apart = !private_of_b.iter().any(|var| private_of_a.contains(var));
        apart.then_some(Languages { vocabulary, private_of_a, known: RefCell::default() })
    }

    /// Whose language a term is that is no mixture. The answers are kept, for all that is below the term as well.
    pub fn owner(&self, terms: &Terms, term: TermId) -> Owner {
        let mut known = self.known.borrow_mut();
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            let height = stack.len();
            let is_binder = terms.op(top).bound_vars().is_some();
            if !is_binder && !known.contains_key(&top) {
                stack.extend(terms.args(top).iter().filter(|arg| !known.contains_key(arg)));
            }
            if stack.len() > height {
                continue;
            }
            stack.pop();
            let vars = match terms.op(top) {
                Op::Var(var) => vec![*var],
                _ if is_binder => terms.free_vars([top]),
                _ => Vec::new(),
            };
            let of_vars = vars.into_iter().map(|var| self.owner_of_var(var));
            let of_args = terms.args(top).iter().filter_map(|arg| known.get(arg).copied());
            let owner = of_vars.chain(of_args).find(|owner| *owner != Owner::Shared).unwrap_or(Owner::Shared);
            known.insert(top, owner);
        }
        known[&term]
    }

    fn owner_of_var(&self, var: VarId) -> Owner {
        if self.vocabulary.shared.contains(&var) {
            Owner::Shared
        } else if self.private_of_a.contains(&var) {
            Owner::A
        } else {
            Owner::B
        }
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
