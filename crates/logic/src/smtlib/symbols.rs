//! What the names of a script mean: global declarations, undone by `pop`, and local binders over them.
//!
//! Names are interned once; a name's meaning is a slot of an array. A binder overwrites the slot and remembers what was
//! there, so looking a name up costs one hash however deep the scopes are nested.

use super::{
    builtin::{EXTENSIONS, STANDARD},
    open::Value,
};
use crate::term::{FunId, SortId, TermId};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symbol(u32);

/// Words that are no names unless written between bars.
pub(super) const RESERVED: [&str; 8] = ["let", "forall", "exists", "!", "match", "as", "_", "par"];

/// What a name means as a term or an operator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Meaning {
    Unbound,
    /// Position in the tables of builtin operators, standard ones first.
    Builtin(u16),
    Fun(FunId),
    /// A definition without parameters, or a named term.
    Term(TermId),
    /// Bound by `let`, a quantifier or a pattern; the scope tells binders apart.
    Local {
        value: Value,
        scope: u32,
    },
    /// A definition with parameters.
    Macro(u32),
    Constructor {
        decl: u32,
        index: u32,
    },
    Selector {
        decl: u32,
        index: u32,
        field: u32,
    },
    /// A variable of the rule dialect.
    RuleVar(u32),
}

/// What a name means as a sort.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum SortMeaning {
    Unbound,
    Array,
    BitVec,
    Sort(SortId),
    Data(u32),
    Alias(u32),
}

enum Undo {
    Meaning(Symbol, Meaning),
    Sort(Symbol, SortMeaning),
    Fun,
}

pub(super) struct Symbols {
    names: IndexSet<Box<str>, FxBuildHasher>,
    meanings: Vec<Meaning>,
    sorts: Vec<SortMeaning>,
    /// Functions in scope, in the order of their declarations.
    funs: Vec<FunId>,
    undo: Vec<Undo>,
    levels: Vec<usize>,
    locals: Vec<(Symbol, Meaning)>,
}

impl Symbols {
    pub(super) fn new() -> Self {
        let mut symbols = Symbols {
            names: IndexSet::default(),
            meanings: Vec::new(),
            sorts: Vec::new(),
            funs: Vec::new(),
            undo: Vec::new(),
            levels: Vec::new(),
            locals: Vec::new(),
        };
        for word in RESERVED {
            symbols.intern(word);
        }
        for (i, (name, _)) in STANDARD.iter().chain(EXTENSIONS).enumerate() {
            let symbol = symbols.intern(name);
            symbols.meanings[symbol.0 as usize] = Meaning::Builtin(i as u16);
        }
        let sorts = [
            ("Bool", SortMeaning::Sort(SortId::BOOL)),
            ("Int", SortMeaning::Sort(SortId::INT)),
            ("Real", SortMeaning::Sort(SortId::REAL)),
            ("Array", SortMeaning::Array),
            ("BitVec", SortMeaning::BitVec),
        ];
        for (name, meaning) in sorts {
            let symbol = symbols.intern(name);
            symbols.sorts[symbol.0 as usize] = meaning;
        }
        symbols
    }

    pub(super) fn intern(&mut self, name: &str) -> Symbol {
        if let Some(i) = self.names.get_index_of(name) {
            return Symbol(i as u32);
        }
        self.meanings.push(Meaning::Unbound);
        self.sorts.push(SortMeaning::Unbound);
        Symbol(self.names.insert_full(name.into()).0 as u32)
    }

    pub(super) fn meaning(&self, symbol: Symbol) -> Meaning {
        self.meanings[symbol.0 as usize]
    }

    pub(super) fn meaning_of(&self, name: &str) -> Meaning {
        self.names.get_index_of(name).map_or(Meaning::Unbound, |i| self.meanings[i])
    }

    pub(super) fn sort_meaning_of(&self, name: &str) -> SortMeaning {
        self.names.get_index_of(name).map_or(SortMeaning::Unbound, |i| self.sorts[i])
    }

    pub(super) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// All names that mean a term or an operator, or a sort.
    pub(super) fn known(&self, sorts: bool) -> impl Iterator<Item = &str> {
        self.names.iter().enumerate().filter_map(move |(i, name)| {
            let bound =
                if sorts { self.sorts[i] != SortMeaning::Unbound } else { self.meanings[i] != Meaning::Unbound };
            bound.then_some(&**name)
        })
    }

    /// Whether a declaration may give the name a meaning: operators beyond SMT-LIB's give way.
    pub(super) fn is_free(&self, symbol: Symbol) -> bool {
        match self.meaning(symbol) {
            Meaning::Unbound => true,
            Meaning::Builtin(i) => i as usize >= STANDARD.len(),
            _ => false,
        }
    }

    pub(super) fn declare(&mut self, symbol: Symbol, meaning: Meaning) {
        let old = std::mem::replace(&mut self.meanings[symbol.0 as usize], meaning);
        self.undo.push(Undo::Meaning(symbol, old));
        if let Meaning::Fun(fun) = meaning {
            self.funs.push(fun);
            self.undo.push(Undo::Fun);
        }
    }

    pub(super) fn declare_sort(&mut self, symbol: Symbol, meaning: SortMeaning) {
        let old = std::mem::replace(&mut self.sorts[symbol.0 as usize], meaning);
        self.undo.push(Undo::Sort(symbol, old));
    }

    pub(super) fn funs(&self) -> &[FunId] {
        &self.funs
    }

    /// A new scope for [`Symbols::bind`], to be left with [`Symbols::leave`].
    pub(super) fn enter(&self) -> u32 {
        self.locals.len() as u32
    }

    /// Binds a name in a scope; false if the scope has it already.
    pub(super) fn bind(&mut self, symbol: Symbol, value: Value, scope: u32) -> bool {
        let old = std::mem::replace(&mut self.meanings[symbol.0 as usize], Meaning::Local { value, scope });
        self.locals.push((symbol, old));
        !matches!(old, Meaning::Local { scope: old, .. } if old == scope)
    }

    /// Forgets what was bound since the scope was entered.
    pub(super) fn leave(&mut self, scope: u32) {
        for (symbol, old) in self.locals.drain(scope as usize..).rev() {
            self.meanings[symbol.0 as usize] = old;
        }
    }

    /// A point to which [`Symbols::undo_to`] can return.
    pub(super) fn mark(&self) -> usize {
        self.undo.len()
    }

    pub(super) fn undo_to(&mut self, mark: usize) {
        for entry in self.undo.drain(mark..).rev() {
            match entry {
                Undo::Meaning(symbol, old) => self.meanings[symbol.0 as usize] = old,
                Undo::Sort(symbol, old) => self.sorts[symbol.0 as usize] = old,
                Undo::Fun => {
                    self.funs.pop();
                }
            }
        }
    }

    pub(super) fn push(&mut self) {
        self.levels.push(self.undo.len());
    }

    /// The number of open levels.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Leaves levels until `depth` are open; declarations made in them are undone unless they are to stay.
    pub(super) fn pop_to(&mut self, depth: usize, keep_declarations: bool) {
        let Some(&mark) = self.levels.get(depth) else { return };
        self.levels.truncate(depth);
        if !keep_declarations {
            self.undo_to(mark);
        }
    }
}
