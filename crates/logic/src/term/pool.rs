//! The pool: every sort, variable, function and term of a problem, each stored once and named by a small id.

use super::{
    Datatype, Op, SortId,
    sort::{Constructor, Sort},
};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// A term: an index into its pool. Equal ids are equal terms. Arguments have smaller ids than what they are part of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(u32);

/// A variable. Every binder makes new ones, so a variable is bound at most once and substitution cannot capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(u32);

/// A declared function or predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunId(u32);

/// A datatype instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DatatypeId(u32);

/// A constructor of a datatype instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstructorId {
    /// The datatype instance.
    pub datatype: DatatypeId,
    /// Position in its declaration.
    pub index: u32,
}

macro_rules! index {
    ($($id:ident),*) => {$(
        impl $id {
            /// The position in the pool, for side tables.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
index!(TermId, VarId, FunId, DatatypeId);

/// An operator with its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The operator.
    pub op: Op,
    /// The arguments in order.
    pub args: SmallVec<[TermId; 4]>,
}

/// A variable's name (not unique: the id is what counts) and sort.
#[derive(Clone, Debug)]
pub struct Var {
    /// The name in the source, or a hint for people.
    pub name: Box<str>,
    /// The sort.
    pub sort: SortId,
}

/// A declared function's name and rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fun {
    /// The name, without bars.
    pub name: Box<str>,
    /// Argument sorts.
    pub params: Box<[SortId]>,
    /// Result sort; Bool for a predicate.
    pub result: SortId,
}

/// The pool of sorts, variables, functions, datatypes and hash-consed terms.
#[derive(Clone, Debug)]
pub struct Terms {
    sorts: IndexSet<Sort, FxBuildHasher>,
    datatypes: Vec<Datatype>,
    vars: Vec<Var>,
    funs: Vec<Fun>,
    nodes: IndexSet<Node, FxBuildHasher>,
    node_sorts: Vec<SortId>,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// An empty pool.
    pub fn new() -> Self {
        let mut sorts = IndexSet::default();
        sorts.extend([Sort::Bool, Sort::Int, Sort::Real]);
        Terms {
            sorts,
            datatypes: Vec::new(),
            vars: Vec::new(),
            funs: Vec::new(),
            nodes: IndexSet::default(),
            node_sorts: Vec::new(),
        }
    }

    /// Interns a sort.
    pub fn intern_sort(&mut self, sort: Sort) -> SortId {
        SortId(self.sorts.insert_full(sort).0 as u32)
    }

    /// The id of a sort that was interned before.
    pub(crate) fn find_sort(&self, sort: &Sort) -> Option<SortId> {
        self.sorts.get_index_of(sort).map(|index| SortId(index as u32))
    }

    /// The structure of a sort.
    pub fn sort(&self, id: SortId) -> &Sort {
        &self.sorts[id.0 as usize]
    }

    /// The names of the sorts that were declared without a meaning.
    pub fn uninterpreted_sorts(&self) -> impl Iterator<Item = &str> {
        self.sorts.iter().filter_map(|sort| match sort {
            Sort::Uninterpreted(name) => Some(&**name),
            _ => None,
        })
    }

    /// Adds a datatype instance and its sort. Its constructors may be filled in later, since datatypes may be recursive.
    pub fn add_datatype(&mut self, datatype: Datatype) -> (DatatypeId, SortId) {
        let id = DatatypeId(self.datatypes.len() as u32);
        self.datatypes.push(datatype);
        (id, self.intern_sort(Sort::Datatype(id)))
    }

    /// A datatype instance.
    pub fn datatype(&self, id: DatatypeId) -> &Datatype {
        &self.datatypes[id.index()]
    }

    /// A datatype instance, to fill in its constructors.
    pub fn datatype_mut(&mut self, id: DatatypeId) -> &mut Datatype {
        &mut self.datatypes[id.index()]
    }

    /// All datatype instances.
    pub fn datatypes(&self) -> impl ExactSizeIterator<Item = (DatatypeId, &Datatype)> {
        self.datatypes.iter().enumerate().map(|(i, d)| (DatatypeId(i as u32), d))
    }

    /// A constructor.
    pub fn constructor(&self, id: ConstructorId) -> &Constructor {
        &self.datatypes[id.datatype.index()].constructors[id.index as usize]
    }

    /// The constructors of a datatype instance with their ids.
    pub fn constructors(&self, datatype: DatatypeId) -> impl ExactSizeIterator<Item = (ConstructorId, &Constructor)> {
        let constructors = self.datatype(datatype).constructors.iter().enumerate();
        constructors.map(move |(i, c)| (ConstructorId { datatype, index: i as u32 }, c))
    }

    /// A new variable, different from all others whatever its name.
    pub fn fresh_var(&mut self, name: &str, sort: SortId) -> VarId {
        self.vars.push(Var { name: name.into(), sort });
        VarId(self.vars.len() as u32 - 1)
    }

    /// A variable's name and sort.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// Number of variables made so far.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// Declares a function or predicate.
    pub fn declare_fun(&mut self, name: &str, params: impl Into<Box<[SortId]>>, result: SortId) -> FunId {
        self.funs.push(Fun { name: name.into(), params: params.into(), result });
        FunId(self.funs.len() as u32 - 1)
    }

    /// A declared function.
    pub fn fun(&self, id: FunId) -> &Fun {
        &self.funs[id.index()]
    }

    /// All declared functions.
    pub fn funs(&self) -> impl ExactSizeIterator<Item = (FunId, &Fun)> {
        self.funs.iter().enumerate().map(|(i, f)| (FunId(i as u32), f))
    }

    /// Number of terms made so far; all ids are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term has been made.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operator and arguments of a term.
    pub fn node(&self, id: TermId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The node at a position of the pool, for bottom-up passes over all terms.
    pub fn node_at(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The operator of a term.
    pub fn op(&self, id: TermId) -> &Op {
        &self.node(id).op
    }

    /// The arguments of a term.
    pub fn args(&self, id: TermId) -> &[TermId] {
        &self.node(id).args
    }

    /// The sort of a term.
    pub fn sort_of(&self, id: TermId) -> SortId {
        self.node_sorts[id.index()]
    }

    /// The term that applies `op` to `args`, exactly as it is: nothing is simplified.
    ///
    /// # Panics
    /// When the arguments do not fit the operator; check with [`Terms::result_sort`] what is not known to be well-sorted.
    pub fn app(&mut self, op: Op, args: impl IntoIterator<Item = TermId>) -> TermId {
        let node = Node { op, args: args.into_iter().collect() };
        if let Some(index) = self.nodes.get_index_of(&node) {
            return TermId(index as u32);
        }
        let sort = match self.result_sort(&node.op, &node.args) {
            Ok(sort) => sort,
            Err(error) => panic!("ill-sorted term {:?}: {error:?}", node.op),
        };
        self.add_node(node, sort)
    }

    /// As [`Terms::app`], for untrusted input.
    pub fn try_app(&mut self, op: Op, args: impl IntoIterator<Item = TermId>) -> Result<TermId, super::SortError> {
        let node = Node { op, args: args.into_iter().collect() };
        if let Some(index) = self.nodes.get_index_of(&node) {
            return Ok(TermId(index as u32));
        }
        let sort = self.result_sort(&node.op, &node.args)?;
        Ok(self.add_node(node, sort))
    }

    fn add_node(&mut self, node: Node, sort: SortId) -> TermId {
        let index = u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms");
        self.nodes.insert(node);
        self.node_sorts.push(sort);
        TermId(index)
    }
}
