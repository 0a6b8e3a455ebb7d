//! What names mean at a place of a script: what is declared, undone by `pop`, and what binds over it.

use super::{sorts::Sort, term::Term};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// What a name means, unless it is a name of the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A predicate, a function or a macro, by its number.
    Function(u32),
    /// A constructor of a datatype.
    Constructor(u32, u32),
    /// A field of a constructor of a datatype.
    Selector(u32, u32, u32),
    /// A recursive function, which no term may use.
    Recursive,
    /// A variable of the rule dialect.
    RuleVar(u32),
    /// A bound variable.
    Local(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SortMeaning {
    Declared(u32),
    Data(u32),
    Alias(u32),
}

/// A declared function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub name: Rc<str>,
    pub params: Rc<[Sort]>,
    pub result: Sort,
    pub kind: FunctionKind,
}

#[derive(Clone, Debug)]
pub(super) enum FunctionKind {
    /// What a solution must define.
    Predicate,
    /// What has another result than Bool: it may mean anything.
    Open,
    Macro(Macro),
}

/// A definition of the script.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub vars: Rc<[u32]>,
    pub body: Term,
    /// A use is the body, so that its quantifiers can be instantiated.
    pub is_quantified: bool,
    /// Whether a predicate is in it.
    pub has_predicates: bool,
}

/// A datatype.
#[derive(Clone, Debug)]
pub(super) struct Datatype {
    pub name: Rc<str>,
    pub arity: usize,
    pub constructors: Vec<Constructor>,
    /// Whether its name alone means it with its own parameters: where it is declared as before SMT-LIB 2.6.
    pub takes_own_params: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Constructor {
    pub name: Rc<str>,
    /// Selectors, and sorts over the datatype's parameters.
    pub fields: Vec<(Rc<str>, Sort)>,
}

/// A sort with another name.
#[derive(Clone, Debug)]
pub(super) struct Alias {
    pub arity: usize,
    pub sort: Sort,
}

#[derive(Clone, Copy)]
enum Undo {
    Meaning(u32, Option<Meaning>),
    Sort(u32, Option<SortMeaning>),
    Declared,
}

#[derive(Default)]
pub(super) struct Names {
    names: IndexSet<Rc<str>, FxBuildHasher>,
    meanings: Vec<Option<Meaning>>,
    sort_meanings: Vec<Option<SortMeaning>>,
    undo: Vec<Undo>,
    locals: Vec<(u32, Option<Meaning>)>,
    /// Where the scopes of bound variables begin.
    scopes: Vec<usize>,
    /// The functions that are in force, in order.
    pub declared: Vec<u32>,
    pub functions: Vec<Function>,
    pub datatypes: Vec<Datatype>,
    pub aliases: Vec<Alias>,
    /// The names of declared sorts.
    pub sorts: Vec<Rc<str>>,
    /// Elements of declared sorts that evidence names: name and sort.
    pub elements: IndexSet<(Rc<str>, Sort), FxBuildHasher>,
}

impl Names {
    fn intern(&mut self, name: &str) -> u32 {
        if let Some(index) = self.names.get_index_of(name) {
            return index as u32;
        }
        self.meanings.push(None);
        self.sort_meanings.push(None);
        self.names.insert_full(name.into()).0 as u32
    }

    pub fn meaning(&self, name: &str) -> Option<Meaning> {
        self.meanings[self.names.get_index_of(name)?]
    }

    pub fn sort_meaning(&self, name: &str) -> Option<SortMeaning> {
        self.sort_meanings[self.names.get_index_of(name)?]
    }

    /// Gives a name a meaning until it is undone.
    pub fn declare(&mut self, name: &str, meaning: Meaning) {
        let name = self.intern(name);
        let old = self.meanings[name as usize].replace(meaning);
        self.undo.push(Undo::Meaning(name, old));
    }

    pub fn declare_function(&mut self, function: Function) -> u32 {
        let (number, name) = (self.functions.len() as u32, function.name.clone());
        self.functions.push(function);
        self.declare(&name, Meaning::Function(number));
        self.declared.push(number);
        self.undo.push(Undo::Declared);
        number
    }

    pub fn declare_sort(&mut self, name: &str, meaning: SortMeaning) {
        let name = self.intern(name);
        let old = self.sort_meanings[name as usize].replace(meaning);
        self.undo.push(Undo::Sort(name, old));
    }

    /// How much was declared so far.
    pub fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Takes back what was declared after a mark, and what is bound.
    pub fn undo_to(&mut self, mark: usize) {
        while !self.scopes.is_empty() {
            self.leave();
        }
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some(Undo::Meaning(name, old)) => self.meanings[name as usize] = old,
                Some(Undo::Sort(name, old)) => self.sort_meanings[name as usize] = old,
                Some(Undo::Declared) => drop(self.declared.pop()),
                None => {}
            }
        }
    }

    /// Opens a scope of bound variables.
    pub fn enter(&mut self) {
        self.scopes.push(self.locals.len());
    }

    /// Whether nothing is bound.
    pub fn is_closed(&self) -> bool {
        self.scopes.is_empty()
    }

    /// Binds a variable in the innermost scope; false if that binds the name already.
    pub fn bind(&mut self, name: &str, var: u32) -> bool {
        let name = self.intern(name);
        let first = self.scopes.last().copied().unwrap_or(0);
        let is_new = self.locals[first..].iter().all(|(other, _)| *other != name);
        let old = self.meanings[name as usize].replace(Meaning::Local(var));
        self.locals.push((name, old));
        is_new
    }

    pub fn leave(&mut self) {
        let Some(first) = self.scopes.pop() else { return };
        for (name, old) in self.locals.drain(first..).rev() {
            self.meanings[name as usize] = old;
        }
    }

    /// The predicates in force, in order.
    pub fn predicates(&self) -> impl Iterator<Item = u32> + '_ {
        let is = |number: &u32| matches!(self.functions[*number as usize].kind, FunctionKind::Predicate);
        self.declared.iter().copied().filter(is)
    }

    pub fn function(&self, number: u32) -> &Function {
        &self.functions[number as usize]
    }

    pub fn is_predicate(&self, number: u32) -> bool {
        matches!(self.function(number).kind, FunctionKind::Predicate)
    }
}
