//! Looking into terms, sorts, declarations and models.

use super::{Ast, Context, Decl, Model, Result, Sort, text};
use z3_sys::*;

/// The outermost layer of a term.
pub enum View {
    /// A numeral in Z3's notation: `-7`, `1/3`.
    Numeral(String),
    /// A function applied to arguments.
    App(Decl),
    /// A variable of an enclosing binder, counted from the inside.
    Bound(u32),
    /// A quantifier or lambda.
    Binder(Binder),
    /// Nothing that occurs in terms made here.
    Other,
}

/// What a binder does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binder {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
    /// `lambda`: an array
    Lambda,
}

impl Ast {
    fn c(&self) -> Z3_context {
        self.context.raw()
    }

    /// The outermost layer.
    pub fn view(&self) -> View {
        // SAFETY: here and below the context is alive and every argument is an object of it, held by its handle; what
        // is asked of a term is only asked of terms of that kind.
        match unsafe { Z3_get_ast_kind(self.c(), self.raw) } {
            AstKind::Numeral => View::Numeral(unsafe { text(Z3_get_numeral_string(self.c(), self.raw)) }),
            AstKind::App => self.decl().map_or(View::Other, View::App),
            AstKind::Var => View::Bound(unsafe { Z3_get_index_value(self.c(), self.raw) }),
            AstKind::Quantifier if unsafe { Z3_is_lambda(self.c(), self.raw) } => View::Binder(Binder::Lambda),
            AstKind::Quantifier if unsafe { Z3_is_quantifier_forall(self.c(), self.raw) } => {
                View::Binder(Binder::Forall)
            }
            AstKind::Quantifier => View::Binder(Binder::Exists),
            _ => View::Other,
        }
    }

    /// Whether it is a function applied to arguments (numerals are, too).
    pub fn is_app(&self) -> bool {
        unsafe { Z3_is_app(self.c(), self.raw) }
    }

    fn app(&self) -> Option<Z3_app> {
        // A cast is what `Z3_to_app` does once it has checked that the term is an application.
        self.is_app().then(|| self.raw.cast())
    }

    /// The declaration of an application's function.
    pub fn decl(&self) -> Option<Decl> {
        let app = self.app()?;
        self.context.own(unsafe { Z3_get_app_decl(self.c(), app) }).ok()
    }

    /// The arguments of an application; none of anything else.
    pub fn args(&self) -> Vec<Ast> {
        let Some(app) = self.app() else { return Vec::new() };
        let count = unsafe { Z3_get_app_num_args(self.c(), app) };
        (0..count).filter_map(|i| self.context.own(unsafe { Z3_get_app_arg(self.c(), app, i) }).ok()).collect()
    }

    /// The sort.
    pub fn sort(&self) -> Result<Sort> {
        self.context.own(unsafe { Z3_get_sort(self.c(), self.raw) })
    }

    /// The truth value, if it is one.
    pub fn bool_value(&self) -> Option<bool> {
        match unsafe { Z3_get_bool_value(self.c(), self.raw) } {
            Z3_L_TRUE => Some(true),
            Z3_L_FALSE => Some(false),
            _ => None,
        }
    }

    /// The bound variables' names and sorts, outermost first, and the body of a binder.
    pub fn binder(&self) -> Result<(Vec<(String, Sort)>, Ast)> {
        let body = self.context.own(unsafe { Z3_get_quantifier_body(self.c(), self.raw) })?;
        let count = unsafe { Z3_get_quantifier_num_bound(self.c(), self.raw) };
        let bound = |i| {
            let name = unsafe { Z3_get_quantifier_bound_name(self.c(), self.raw, i) };
            let name = name.map_or(String::new(), |name| self.context.symbol_text(name));
            let sort = self.context.own(unsafe { Z3_get_quantifier_bound_sort(self.c(), self.raw, i) })?;
            Ok((name, sort))
        };
        Ok(((0..count).map(bound).collect::<Result<_>>()?, body))
    }

    /// With the variables of the binders taken off replaced, the innermost first.
    pub fn instantiate(&self, values: &[Ast]) -> Result<Ast> {
        let values = self.context.raws(values);
        self.context.own(unsafe { Z3_substitute_vars(self.c(), self.raw, values.len() as u32, values.as_ptr()) })
    }

    /// With each of these subterms replaced by `value`.
    pub fn replace(&self, subterms: &[Ast], value: &Ast) -> Result<Ast> {
        self.context.owns(value);
        let (from, to) = (self.context.raws(subterms), vec![value.raw; subterms.len()]);
        self.context.own(unsafe { Z3_substitute(self.c(), self.raw, from.len() as u32, from.as_ptr(), to.as_ptr()) })
    }

    /// Z3's own simplification.
    pub fn simplify(&self) -> Result<Ast> {
        self.context.own(unsafe { Z3_simplify(self.c(), self.raw) })
    }

    /// The function whose graph this array is, of an `as-array` term.
    pub fn as_array(&self) -> Option<Decl> {
        let found = unsafe { Z3_is_as_array(self.c(), self.raw) };
        found.then(|| self.context.own(unsafe { Z3_get_as_array_func_decl(self.c(), self.raw) }).ok())?
    }
}

impl Decl {
    fn c(&self) -> Z3_context {
        self.context.raw()
    }

    /// Which operator it is.
    pub fn kind(&self) -> DeclKind {
        unsafe { Z3_get_decl_kind(self.c(), self.raw) }
    }

    /// The name.
    pub fn name(&self) -> String {
        let name = unsafe { Z3_get_decl_name(self.c(), self.raw) };
        name.map_or(String::new(), |name| self.context.symbol_text(name))
    }

    fn parameter(&self, i: u32, kind: ParameterKind) -> bool {
        unsafe {
            i < Z3_get_decl_num_parameters(self.c(), self.raw)
                && Z3_get_decl_parameter_kind(self.c(), self.raw, i) == kind
        }
    }

    /// The index at position `i` of an indexed operator.
    pub fn index(&self, i: u32) -> Option<u32> {
        let found = self.parameter(i, ParameterKind::Int);
        found.then(|| u32::try_from(unsafe { Z3_get_decl_int_parameter(self.c(), self.raw, i) }).ok())?
    }

    /// The constructor that a tester tests for.
    pub fn tested(&self) -> Option<Decl> {
        let found = self.parameter(0, ParameterKind::FuncDecl);
        found.then(|| self.context.own(unsafe { Z3_get_decl_func_decl_parameter(self.c(), self.raw, 0) }).ok())?
    }
}

/// The structure of a sort, as far as a numeral needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Bool
    Bool,
    /// Int
    Int,
    /// Real
    Real,
    /// Bit-vectors of a width
    BitVec(u32),
    /// Arrays
    Array,
    /// A declared sort
    Uninterpreted,
    /// Anything else
    Other,
}

impl Sort {
    /// The structure.
    pub fn shape(&self) -> Shape {
        let c = self.context.raw();
        match unsafe { Z3_get_sort_kind(c, self.raw) } {
            SortKind::Bool => Shape::Bool,
            SortKind::Int => Shape::Int,
            SortKind::Real => Shape::Real,
            SortKind::Bv => Shape::BitVec(unsafe { Z3_get_bv_sort_size(c, self.raw) }),
            SortKind::Array => Shape::Array,
            SortKind::Uninterpreted => Shape::Uninterpreted,
            _ => Shape::Other,
        }
    }

    /// The index sort of an array sort.
    pub fn index(&self) -> Result<Sort> {
        self.context.own(unsafe { Z3_get_array_sort_domain(self.context.raw(), self.raw) })
    }

    /// The constructor at position `i` of a datatype.
    pub fn constructor(&self, i: u32) -> Result<Decl> {
        self.context.own(unsafe { Z3_get_datatype_sort_constructor(self.context.raw(), self.raw, i) })
    }

    /// The tester of the constructor at position `i` of a datatype.
    pub fn tester(&self, i: u32) -> Result<Decl> {
        self.context.own(unsafe { Z3_get_datatype_sort_recognizer(self.context.raw(), self.raw, i) })
    }

    /// The selector of a field of the constructor at position `i` of a datatype.
    pub fn selector(&self, i: u32, field: u32) -> Result<Decl> {
        self.context.own(unsafe { Z3_get_datatype_sort_constructor_accessor(self.context.raw(), self.raw, i, field) })
    }
}

/// A function's graph in a model: exceptions, each arguments and value, and what holds elsewhere.
pub struct Graph {
    /// Arguments and values.
    pub entries: Vec<(Vec<Ast>, Ast)>,
    /// The value elsewhere; may mention the argument.
    pub default: Option<Ast>,
}

impl Model {
    /// The value of a term, with defaults for what the model leaves open.
    pub fn eval(&self, term: &Ast) -> Result<Ast> {
        self.context.owns(term);
        let mut value: Option<Z3_ast> = None;
        // SAFETY: `value` has the layout of a pointer and is filled on success.
        let found = unsafe { Z3_model_eval(self.context.raw(), self.raw, term.raw, true, (&raw mut value).cast()) };
        self.context.own(if found { value } else { None })
    }

    /// What the model says about a function.
    pub fn graph(&self, function: &Decl) -> Result<Graph> {
        let (context, c) = (&self.context, self.context.raw());
        context.owns(function);
        let interp = context.own(unsafe { Z3_model_get_func_interp(c, self.raw, function.raw) })?;
        let default = context.own(unsafe { Z3_func_interp_get_else(c, interp.raw) }).ok();
        let count = unsafe { Z3_func_interp_get_num_entries(c, interp.raw) };
        let entry = |i| {
            let entry = context.own(unsafe { Z3_func_interp_get_entry(c, interp.raw, i) })?;
            let arity = unsafe { Z3_func_entry_get_num_args(c, entry.raw) };
            let arg = |i| context.own(unsafe { Z3_func_entry_get_arg(c, entry.raw, i) });
            let value = context.own(unsafe { Z3_func_entry_get_value(c, entry.raw) })?;
            Ok(((0..arity).map(arg).collect::<Result<_>>()?, value))
        };
        Ok(Graph { entries: (0..count).map(entry).collect::<Result<_>>()?, default })
    }
}

impl Context {
    fn symbol_text(&self, symbol: Z3_symbol) -> String {
        // SAFETY: asking for the text of a numbered symbol gives its number; the text is copied before the next call.
        unsafe { text(Z3_get_symbol_string(self.raw(), symbol)) }
    }
}
