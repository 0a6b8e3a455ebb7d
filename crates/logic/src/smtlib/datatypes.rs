//! Declared datatypes and their instances: `(List Int)` and `(List Bool)` are two, made when first used.

use super::{
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    sorts::SortPattern,
};
use crate::term::{Constructor, Datatype, DatatypeId, Field, Sort, SortId, Terms};
use alphorn_sexpr::Sexpr;
use rustc_hash::{FxHashMap, FxHashSet};

/// A datatype as declared.
#[derive(Debug)]
pub(super) struct Declaration {
    pub name: Box<str>,
    pub arity: usize,
    pub constructors: Vec<ConstructorDeclaration>,
    /// Whether all of its block has been read, so that instances can be made.
    pub complete: bool,
    /// Whether its name alone means it with its own parameters until then.
    pub takes_own_params: bool,
    instances: FxHashMap<Box<[SortId]>, DatatypeId>,
    /// The one instance of a datatype without parameters.
    only: Option<DatatypeId>,
}

#[derive(Debug)]
pub(super) struct ConstructorDeclaration {
    pub name: Box<str>,
    pub fields: Vec<(Box<str>, SortPattern)>,
}

#[derive(Default, Debug)]
pub(super) struct Datatypes {
    declarations: Vec<Declaration>,
    declaration_of: FxHashMap<DatatypeId, u32>,
    /// Instances whose constructors are still to be filled in.
    pending: Vec<DatatypeId>,
    filling: bool,
}

impl Datatypes {
    pub(super) fn add(&mut self, name: &str, arity: usize) -> u32 {
        self.declarations.push(Declaration {
            name: name.into(),
            arity,
            constructors: Vec::new(),
            complete: false,
            takes_own_params: false,
            instances: FxHashMap::default(),
            only: None,
        });
        self.declarations.len() as u32 - 1
    }

    pub(super) fn get(&self, decl: u32) -> &Declaration {
        &self.declarations[decl as usize]
    }

    pub(super) fn get_mut(&mut self, decl: u32) -> &mut Declaration {
        &mut self.declarations[decl as usize]
    }

    pub(super) fn arity(&self, decl: u32) -> usize {
        self.get(decl).arity
    }

    pub(super) fn is_complete(&self, decl: u32) -> bool {
        self.get(decl).complete
    }

    /// Whether it stands in its own block, and its name alone means it with the parameters of the block.
    pub(super) fn is_being_declared_as_of_old(&self, decl: u32) -> bool {
        let declaration = self.get(decl);
        declaration.takes_own_params && !declaration.complete
    }

    /// The instance that a sort is of a declaration.
    pub(super) fn instance_of(&self, decl: u32, sort: &Sort) -> Option<DatatypeId> {
        match sort {
            Sort::Datatype(id) if self.declaration_of.get(id) == Some(&decl) => Some(*id),
            _ => None,
        }
    }

    /// The declaration a sort is an instance of.
    pub(super) fn declaration_of(&self, sort: &Sort) -> Option<(u32, DatatypeId)> {
        match sort {
            Sort::Datatype(id) => self.declaration_of.get(id).map(|decl| (*decl, *id)),
            _ => None,
        }
    }

    /// The instances of a declaration.
    pub(super) fn instances(&self, decl: u32) -> impl Iterator<Item = DatatypeId> {
        self.get(decl).instances.values().copied()
    }

    /// The one instance of a datatype without parameters.
    pub(super) fn only_instance(&self, decl: u32) -> Option<DatatypeId> {
        self.get(decl).only
    }
}

impl Elaborator<'_> {
    /// The sort of a datatype with these arguments.
    pub(super) fn instance(&mut self, s: Sexpr<'_>, decl: u32, args: &[SortId]) -> Read<SortId> {
        let id = match self.tables.datatypes.get(decl).instances.get(args) {
            Some(id) => *id,
            None => self.new_instance(decl, args),
        };
        if !self.tables.datatypes.filling
            && let Some(unfounded) = self.fill_instances(s)?
        {
            return Err(unfounded_error(s, &self.terms.datatype(unfounded).name));
        }
        Ok(self.terms.intern_sort(Sort::Datatype(id)))
    }

    fn new_instance(&mut self, decl: u32, args: &[SortId]) -> DatatypeId {
        let datatypes = &mut self.tables.datatypes;
        let declaration = datatypes.get_mut(decl);
        let (name, params) = (declaration.name.clone(), args.into());
        let (id, _) = self.terms.add_datatype(Datatype { name, params, constructors: Vec::new() });
        declaration.instances.insert(args.into(), id);
        if args.is_empty() {
            declaration.only = Some(id);
        }
        datatypes.declaration_of.insert(id, decl);
        datatypes.pending.push(id);
        id
    }

    /// Makes the instances of datatypes without parameters of a block that has been read.
    /// The result is a datatype that has no finite values, if there is one.
    pub(super) fn finish_block(&mut self, s: Sexpr<'_>, block: &[u32]) -> Read<Option<DatatypeId>> {
        for &decl in block {
            self.tables.datatypes.get_mut(decl).complete = true;
        }
        for &decl in block {
            if self.tables.datatypes.arity(decl) == 0 {
                self.new_instance(decl, &[]);
            }
        }
        self.fill_instances(s)
    }

    /// Fills in the constructors of all pending instances and of those that they need in turn.
    fn fill_instances(&mut self, s: Sexpr<'_>) -> Read<Option<DatatypeId>> {
        let mut made = Vec::new();
        self.tables.datatypes.filling = true;
        let mut result = Ok(None);
        while let Some(id) = self.tables.datatypes.pending.pop() {
            made.push(id);
            if let Err(error) = self.fill_instance(s, id) {
                result = Err(error);
                break;
            }
        }
        self.tables.datatypes.filling = false;
        if result.is_ok() {
            result = Ok(unfounded(self.terms, &made));
        }
        if !matches!(result, Ok(None)) {
            made.append(&mut self.tables.datatypes.pending);
            for id in made {
                self.forget_instance(id);
            }
        }
        result
    }

    fn fill_instance(&mut self, s: Sexpr<'_>, id: DatatypeId) -> Read<()> {
        let decl = self.tables.datatypes.declaration_of[&id];
        let args = self.terms.datatype(id).params.clone();
        for index in 0..self.tables.datatypes.get(decl).constructors.len() {
            let declared = &self.tables.datatypes.get(decl).constructors[index];
            let name = declared.name.clone();
            let patterns = declared.fields.clone();
            let fields = patterns
                .into_iter()
                .map(|(name, pattern)| Ok(Field { name, sort: self.close(s, &pattern, &args)? }))
                .collect::<Read<Vec<Field>>>()?;
            self.terms.datatype_mut(id).constructors.push(Constructor { name, fields });
        }
        Ok(())
    }

    fn forget_instance(&mut self, id: DatatypeId) {
        if let Some(decl) = self.tables.datatypes.declaration_of.remove(&id) {
            let declaration = self.tables.datatypes.get_mut(decl);
            declaration.instances.retain(|_, other| *other != id);
            declaration.only = declaration.only.filter(|other| *other != id);
        }
    }
}

pub(super) fn unfounded_error(s: Sexpr<'_>, name: &str) -> ReadError {
    ReadError::new(s.span(), format!("the datatype {} has no finite value", quoted(name)))
        .help("it needs a constructor whose fields can be given a value before one of this datatype is there")
}

/// A datatype among new ones whose values would have to be infinite.
fn unfounded(terms: &Terms, new: &[DatatypeId]) -> Option<DatatypeId> {
    let mut open: FxHashSet<DatatypeId> = new.iter().copied().collect();
    let has_value = |open: &FxHashSet<DatatypeId>, mut sort: SortId| {
        while let Sort::Array(_, element) = terms.sort(sort) {
            sort = *element;
        }
        !matches!(terms.sort(sort), Sort::Datatype(id) if open.contains(id))
    };
    loop {
        let founded: Vec<DatatypeId> = open
            .iter()
            .copied()
            .filter(|id| {
                let constructors = &terms.datatype(*id).constructors;
                constructors.iter().any(|c| c.fields.iter().all(|f| has_value(&open, f.sort)))
            })
            .collect();
        if founded.is_empty() {
            return open.into_iter().min();
        }
        for id in founded {
            open.remove(&id);
        }
    }
}
