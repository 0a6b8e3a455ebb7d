//! Terms into Z3: each term once, without recursion.

use super::{
    ffi::{Ast, Context, Decl, Result},
    sorts::{DatatypeSymbol, Sorts},
};
use alphorn_logic::term::{FunId, Op, SortId, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// What a context knows of a pool's terms. All terms must come from one pool (or clones that only grew).
pub struct Encoder {
    /// The context.
    pub context: Context,
    /// Its sorts.
    pub sorts: Sorts,
    terms: FxHashMap<TermId, Ast>,
    vars: FxHashMap<VarId, Ast>,
    funs: FxHashMap<FunId, Decl>,
    symbols: FxHashMap<Decl, Symbol>,
}

/// What a declaration of Z3 stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A variable.
    Var(VarId),
    /// A declared function, or an element of an uninterpreted sort.
    Fun(FunId),
    /// A part of a datatype.
    Datatype(DatatypeSymbol),
}

impl Encoder {
    /// An encoder that knows nothing yet.
    pub fn new(context: &Context) -> Self {
        Encoder {
            context: context.clone(),
            sorts: Sorts::new(context),
            terms: FxHashMap::default(),
            vars: FxHashMap::default(),
            funs: FxHashMap::default(),
            symbols: FxHashMap::default(),
        }
    }

    /// A term in Z3.
    pub fn term(&mut self, terms: &Terms, term: TermId) -> Result<Ast> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.terms.contains_key(&top) {
                stack.pop();
                continue;
            }
            let height = stack.len();
            stack.extend(terms.args(top).iter().filter(|arg| !self.terms.contains_key(arg)));
            if stack.len() == height {
                let ast = self.node(terms, top)?;
                self.terms.insert(top, ast);
                stack.pop();
            }
        }
        Ok(self.terms[&term].clone())
    }

    /// A variable as a constant of Z3.
    pub fn var(&mut self, terms: &Terms, var: VarId) -> Result<Ast> {
        if let Some(ast) = self.vars.get(&var) {
            return Ok(ast.clone());
        }
        let known = terms.var(var);
        let sort = self.sorts.encode(terms, known.sort)?;
        let decl = self.context.function(&format!("{}!{}", known.name, var.index()), &[], &sort)?;
        let ast = self.context.apply_decl(&decl, &[])?;
        self.symbols.insert(decl, Symbol::Var(var));
        self.vars.insert(var, ast.clone());
        Ok(ast)
    }

    /// Several variables as constants of Z3.
    pub fn vars(&mut self, terms: &Terms, vars: &[VarId]) -> Result<Vec<Ast>> {
        vars.iter().map(|v| self.var(terms, *v)).collect()
    }

    /// What a declaration stands for, if it was made here.
    pub fn symbol(&self, decl: &Decl) -> Option<Symbol> {
        let known = self.symbols.get(decl).copied();
        known.or_else(|| self.sorts.symbol(decl).map(Symbol::Datatype))
    }

    /// The constant of `terms` that stands for an element of an uninterpreted sort in Z3's models.
    pub fn element(&mut self, terms: &mut Terms, decl: &Decl, sort: SortId) -> FunId {
        let fun = terms.declare_fun(&decl.name(), [], sort);
        self.symbols.insert(decl.clone(), Symbol::Fun(fun));
        self.funs.insert(fun, decl.clone());
        fun
    }

    fn fun(&mut self, terms: &Terms, id: FunId) -> Result<Decl> {
        if let Some(decl) = self.funs.get(&id) {
            return Ok(decl.clone());
        }
        let fun = terms.fun(id);
        let params = fun.params.iter().map(|s| self.sorts.encode(terms, *s)).collect::<Result<Vec<_>>>()?;
        let result = self.sorts.encode(terms, fun.result)?;
        // The `f` keeps it apart from the variables.
        let decl = self.context.function(&format!("{}!f{}", fun.name, id.index()), &params, &result)?;
        self.symbols.insert(decl.clone(), Symbol::Fun(id));
        self.funs.insert(id, decl.clone());
        Ok(decl)
    }

    /// A term whose arguments are known.
    fn node(&mut self, terms: &Terms, term: TermId) -> Result<Ast> {
        let node = terms.node(term);
        let args: Vec<Ast> = node.args.iter().map(|arg| self.terms[arg].clone()).collect();
        let context = self.context.clone();
        let first_sort = || terms.sort_of(node.args[0]);
        match &node.op {
            Op::True => context.bool(true),
            Op::False => context.bool(false),
            Op::Int(value) => context.int(value),
            Op::Real(value) => context.real(value),
            Op::BitVec { width, value } => context.bit_vec(*width, value),
            Op::Var(var) => self.var(terms, *var),
            Op::Apply(fun) => context.apply_decl(&self.fun(terms, *fun)?, &args),
            Op::ConstArray(sort) => {
                let sort = self.sorts.encode(terms, *sort)?;
                context.const_array(&sort.index()?, &args[0])
            }
            Op::Construct(c) => {
                let decl = self.sorts.constructor(terms, *c, terms.sort_of(term))?;
                context.apply_decl(decl, &args)
            }
            Op::Field(c, field) => context.apply_decl(self.sorts.selector(terms, *c, *field, first_sort())?, &args),
            Op::Is(c) => context.apply_decl(self.sorts.tester(terms, *c, first_sort())?, &args),
            Op::Forall(vars) | Op::Exists(vars) if vars.is_empty() => Ok(args[0].clone()),
            Op::Forall(vars) | Op::Exists(vars) => {
                let bound = self.vars(terms, vars)?;
                context.quantifier(matches!(node.op, Op::Forall(_)), &bound, &args[0])
            }
            op => context.apply(op, &args),
        }
    }
}
