//! All that the declarations of a script have said so far.

use super::{datatypes::Datatypes, macros::Macro, open::Opens, sorts::SortPattern, symbols::Symbols};
use crate::term::{SortId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) struct Tables {
    pub symbols: Symbols,
    pub datatypes: Datatypes,
    pub aliases: Vec<Alias>,
    pub macros: Vec<Macro>,
    pub rule_vars: Vec<RuleVar>,
    /// Which declared variables occur in the rule that is being read, in order; none outside of rules.
    pub rule: Option<Vec<u32>>,
    /// The name whose definition is being read.
    pub defining: Option<Box<str>>,
    /// Functions with a recursive definition: they may not be used.
    pub recursive: FxHashSet<Box<str>>,
    pub sort_depths: FxHashMap<SortId, usize>,
    /// What has been read of the current term and does not tell its sort.
    pub opens: Opens,
    /// By variable: where it is bound, or [`NOWHERE`].
    binders: Vec<u32>,
}

/// A `define-sort`.
#[derive(Clone)]
pub(super) struct Alias {
    pub arity: usize,
    pub sort: SortPattern,
}

/// A `declare-var`.
pub(super) struct RuleVar {
    pub name: Box<str>,
    pub sort: SortId,
    pub offset: u32,
    /// What it is in the rule that is being read.
    pub current: Option<VarId>,
}

const NOWHERE: u32 = u32::MAX;

impl Tables {
    pub(super) fn new() -> Self {
        Tables {
            symbols: Symbols::new(),
            datatypes: Datatypes::default(),
            aliases: Vec::new(),
            macros: Vec::new(),
            rule_vars: Vec::new(),
            rule: None,
            defining: None,
            recursive: FxHashSet::default(),
            sort_depths: FxHashMap::default(),
            opens: Opens::default(),
            binders: Vec::new(),
        }
    }

    pub(super) fn set_binder(&mut self, var: VarId, offset: u32) {
        if self.binders.len() <= var.index() {
            self.binders.resize(var.index() + 1, NOWHERE);
        }
        self.binders[var.index()] = offset;
    }

    pub(super) fn binder(&self, var: VarId) -> Option<u32> {
        self.binders.get(var.index()).copied().filter(|offset| *offset != NOWHERE)
    }
}
