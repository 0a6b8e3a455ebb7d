//! Sorts into Z3: each once, datatypes with those that depend on them and on which they depend in one declaration.

use super::ffi::{Context, Decl, NewConstructor, Result, Shape, Sort as Z3Sort};
use alphorn_logic::term::{ConstructorId, DatatypeId, Sort, SortId, Terms};
use petgraph::{algo::tarjan_scc, graphmap::DiGraphMap};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The sorts that a context knows, in both directions.
pub struct Sorts {
    context: Context,
    known: FxHashMap<SortId, Z3Sort>,
    ids: FxHashMap<Z3Sort, SortId>,
    datatypes: FxHashMap<DatatypeId, Vec<ConstructorDecls>>,
    symbols: FxHashMap<Decl, DatatypeSymbol>,
}

/// Z3's declarations for one constructor.
struct ConstructorDecls {
    constructor: Decl,
    tester: Decl,
    selectors: Vec<Decl>,
}

/// What a declaration of Z3 is to a datatype.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatatypeSymbol {
    /// A constructor.
    Construct(ConstructorId),
    /// The selector of a field.
    Field(ConstructorId, u32),
}

impl Sorts {
    /// No sorts yet.
    pub fn new(context: &Context) -> Self {
        Sorts {
            context: context.clone(),
            known: FxHashMap::default(),
            ids: FxHashMap::default(),
            datatypes: FxHashMap::default(),
            symbols: FxHashMap::default(),
        }
    }

    /// A sort in Z3.
    pub fn encode(&mut self, terms: &Terms, sort: SortId) -> Result<Z3Sort> {
        let mut stack = vec![sort];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let made = match terms.sort(top) {
                Sort::Bool => self.context.bool_sort()?,
                Sort::Int => self.context.int_sort()?,
                Sort::Real => self.context.real_sort()?,
                Sort::BitVec(width) => self.context.bv_sort(*width)?,
                Sort::Uninterpreted(name) => self.context.uninterpreted_sort(name)?,
                Sort::Array(index, element) => match (self.known.get(index), self.known.get(element)) {
                    (Some(index), Some(element)) => self.context.array_sort(index, element)?,
                    _ => {
                        stack.extend([*index, *element]);
                        continue;
                    }
                },
                Sort::Datatype(_) => {
                    self.declare(terms, top)?;
                    continue;
                }
            };
            self.insert(top, made);
        }
        Ok(self.known[&sort].clone())
    }

    fn insert(&mut self, id: SortId, sort: Z3Sort) {
        self.ids.insert(sort.clone(), id);
        self.known.insert(id, sort);
    }

    /// Our name for a sort that was encoded, or is a basic one.
    pub fn decode(&self, terms: &mut Terms, sort: &Z3Sort) -> Option<SortId> {
        self.ids.get(sort).copied().or_else(|| match sort.shape() {
            Shape::Bool => Some(SortId::BOOL),
            Shape::Int => Some(SortId::INT),
            Shape::Real => Some(SortId::REAL),
            Shape::BitVec(width) => Some(terms.intern_sort(Sort::BitVec(width))),
            Shape::Array | Shape::Uninterpreted | Shape::Other => None,
        })
    }

    /// What one of Z3's declarations is, if it belongs to a datatype.
    pub fn symbol(&self, decl: &Decl) -> Option<DatatypeSymbol> {
        self.symbols.get(decl).copied()
    }

    /// The constructor.
    pub fn constructor(&mut self, terms: &Terms, id: ConstructorId, sort: SortId) -> Result<&Decl> {
        Ok(&self.decls(terms, id, sort)?.constructor)
    }

    /// The tester for a constructor.
    pub fn tester(&mut self, terms: &Terms, id: ConstructorId, sort: SortId) -> Result<&Decl> {
        Ok(&self.decls(terms, id, sort)?.tester)
    }

    /// The selector of a field.
    pub fn selector(&mut self, terms: &Terms, id: ConstructorId, field: u32, sort: SortId) -> Result<&Decl> {
        Ok(&self.decls(terms, id, sort)?.selectors[field as usize])
    }

    fn decls(&mut self, terms: &Terms, id: ConstructorId, sort: SortId) -> Result<&ConstructorDecls> {
        self.encode(terms, sort)?;
        Ok(&self.datatypes[&id.datatype][id.index as usize])
    }

    /// Declares a datatype and all undeclared ones that its fields reach. Only what depends on itself goes into one
    /// declaration: Z3 refuses arrays indexed by a datatype of the same declaration.
    fn declare(&mut self, terms: &Terms, sort: SortId) -> Result<()> {
        for group in tarjan_scc(&self.reach(terms, sort)) {
            let group: Vec<SortId> = group.into_iter().filter(|id| !self.known.contains_key(id)).collect();
            if let Err(error) = self.declare_group(terms, &group) {
                // Sorts made over the failed declaration must not be taken for good ones later.
                for id in &group {
                    if let Some(sort) = self.known.remove(id) {
                        self.ids.remove(&sort);
                    }
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Everything unknown that `sort` depends on, itself included, and what of it depends on what.
    fn reach(&self, terms: &Terms, sort: SortId) -> DiGraphMap<SortId, (), FxBuildHasher> {
        let mut graph = DiGraphMap::default();
        graph.add_node(sort);
        let mut todo = vec![sort];
        while let Some(id) = todo.pop() {
            let parts = match terms.sort(id) {
                Sort::Array(index, element) => vec![*index, *element],
                Sort::Datatype(d) => {
                    let constructors = &terms.datatype(*d).constructors;
                    constructors.iter().flat_map(|c| c.fields.iter().map(|f| f.sort)).collect()
                }
                _ => Vec::new(),
            };
            for part in parts.into_iter().filter(|part| !self.known.contains_key(part)) {
                if !graph.contains_node(part) {
                    todo.push(part);
                }
                graph.add_edge(id, part, ());
            }
        }
        graph
    }

    fn declare_group(&mut self, terms: &Terms, reached: &[SortId]) -> Result<()> {
        let mut group = Vec::new();
        for id in reached {
            if let Sort::Datatype(d) = terms.sort(*id) {
                group.push((*id, *d));
                // The name alone is the sort, also before the declaration: that lets arrays of it be made.
                let forward = self.context.forward_sort(&name(terms, *d))?;
                self.insert(*id, forward);
            }
        }
        for id in reached {
            self.encode(terms, *id)?;
        }
        if group.is_empty() {
            return Ok(());
        }
        let place: FxHashMap<SortId, u32> = group.iter().zip(0..).map(|((id, _), i)| (*id, i)).collect();
        let field = |sort| place.get(&sort).map_or_else(|| Ok(self.known[&sort].clone()), |i| Err(*i));
        let new: Vec<_> = group
            .iter()
            .map(|(_, d)| {
                let constructors = terms.datatype(*d).constructors.iter().enumerate();
                let constructors = constructors.map(|(i, c)| NewConstructor {
                    name: format!("{}!{}", c.name, d.index()),
                    fields: c
                        .fields
                        .iter()
                        .enumerate()
                        .map(|(j, f)| (format!("{}!{}!{i}!{j}", f.name, d.index()), field(f.sort)))
                        .collect(),
                });
                (name(terms, *d), constructors.collect())
            })
            .collect();
        let sorts = self.context.datatypes(&new)?;
        for ((id, d), sort) in group.into_iter().zip(sorts) {
            self.read_decls(terms, d, &sort)?;
            self.insert(id, sort);
        }
        Ok(())
    }

    fn read_decls(&mut self, terms: &Terms, datatype: DatatypeId, sort: &Z3Sort) -> Result<()> {
        let mut all = Vec::new();
        for (i, c) in (0..).zip(&terms.datatype(datatype).constructors) {
            let id = ConstructorId { datatype, index: i };
            let constructor = sort.constructor(i)?;
            self.symbols.insert(constructor.clone(), DatatypeSymbol::Construct(id));
            let selectors = (0..c.fields.len() as u32).map(|j| sort.selector(i, j)).collect::<Result<Vec<_>>>()?;
            for (j, selector) in (0..).zip(&selectors) {
                self.symbols.insert(selector.clone(), DatatypeSymbol::Field(id, j));
            }
            all.push(ConstructorDecls { constructor, tester: sort.tester(i)?, selectors });
        }
        self.datatypes.insert(datatype, all);
        Ok(())
    }
}

/// Instances of a parametric datatype share their name, so the id is part of Z3's.
fn name(terms: &Terms, datatype: DatatypeId) -> String {
    format!("{}!{}", terms.datatype(datatype).name, datatype.index())
}
