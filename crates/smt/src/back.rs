//! Terms out of Z3: formulas (what simplification, elimination and projection give) and values of models.
//!
//! Both are read by one loop without recursion; they differ in what they accept. What our terms cannot express is `None`.

use super::{
    encode::{Encoder, Symbol},
    ffi::{self, Ast, Binder, Decl, Shape, View},
    kinds::operator,
    sorts::DatatypeSymbol,
    value,
};
use alphorn_logic::term::{BvOp, Op, SortId, TermId, Terms};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

/// What is accepted.
#[derive(Clone, Copy)]
enum Mode<'a> {
    /// Formulas over the symbols of the encoder.
    Formula,
    /// Values, which may refer to the functions of this model.
    Value(&'a ffi::Model),
}

/// How to put a term together from its decoded parts.
pub enum Build {
    /// An operator applied to the parts.
    Apply(Op),
    /// One bit of a bit-vector as a truth value.
    Bit(u32),
    /// An array value: its default, then indices and elements in turn, of which the first for an index counts.
    Array(SortId),
}

/// How to put a term together, and its parts.
type Plan = (Build, Vec<Ast>);

/// What to do about a term.
enum Step {
    Done(TermId),
    Parts(Build, Vec<Ast>),
}

/// A formula of Z3 as one of ours.
pub fn formula(encoder: &mut Encoder, terms: &mut Terms, ast: &Ast) -> Option<TermId> {
    Decoder { encoder, terms, mode: Mode::Formula, done: FxHashMap::default() }.decode(ast)
}

/// A value in a model of Z3 as one of ours.
pub fn value(encoder: &mut Encoder, terms: &mut Terms, model: &ffi::Model, ast: &Ast) -> Option<TermId> {
    Decoder { encoder, terms, mode: Mode::Value(model), done: FxHashMap::default() }.decode(ast)
}

struct Decoder<'a> {
    encoder: &'a mut Encoder,
    terms: &'a mut Terms,
    mode: Mode<'a>,
    done: FxHashMap<Ast, TermId>,
}

impl Decoder<'_> {
    fn decode(&mut self, root: &Ast) -> Option<TermId> {
        let mut stack: Vec<(Ast, Option<Plan>)> = vec![(root.clone(), None)];
        while let Some((ast, plan)) = stack.pop() {
            if self.done.contains_key(&ast) {
                continue;
            }
            let term = match plan {
                Some((build, parts)) => {
                    let parts = parts.iter().map(|part| self.done.get(part).copied()).collect::<Option<Vec<_>>>()?;
                    self.build(build, &parts)?
                }
                None => match self.step(&ast)? {
                    Step::Done(term) => term,
                    Step::Parts(build, parts) => {
                        let open = parts.iter().filter(|part| !self.done.contains_key(part)).cloned();
                        let open: Vec<_> = open.map(|part| (part, None)).collect();
                        stack.push((ast, Some((build, parts))));
                        stack.extend(open);
                        continue;
                    }
                },
            };
            self.done.insert(ast, term);
        }
        self.done.get(root).copied()
    }

    fn step(&mut self, ast: &Ast) -> Option<Step> {
        match (ast.view(), self.mode) {
            (View::Numeral(text), _) => self.numeral(&text, ast.sort().ok()?.shape()).map(Step::Done),
            (View::App(decl), Mode::Formula) => self.application(ast, &decl),
            (View::App(decl), Mode::Value(model)) => self.value(ast, &decl, model),
            (View::Binder(Binder::Lambda), Mode::Value(model)) => self.array(ast, model),
            (View::Binder(binder @ (Binder::Forall | Binder::Exists)), Mode::Formula) => self.quantifier(ast, binder),
            _ => None,
        }
    }

    fn numeral(&mut self, text: &str, shape: Shape) -> Option<TermId> {
        let op = match shape {
            Shape::Int => Op::Int(text.parse::<IBig>().ok()?),
            Shape::Real => Op::Real(text.parse::<RBig>().ok()?),
            Shape::BitVec(width) => Op::BitVec { width, value: text.parse::<UBig>().ok()? },
            _ => return None,
        };
        self.terms.try_app(op, []).ok()
    }

    fn application(&mut self, ast: &Ast, decl: &Decl) -> Option<Step> {
        let build = match decl.kind() {
            z3_sys::DeclKind::Bit2bool => Build::Bit(decl.index(0)?),
            z3_sys::DeclKind::ConstArray => {
                Build::Apply(Op::ConstArray(self.encoder.sorts.decode(self.terms, &ast.sort().ok()?)?))
            }
            kind => Build::Apply(match operator(kind, decl) {
                Some(op) => op,
                None => self.symbol(decl)?,
            }),
        };
        Some(Step::Parts(build, ast.args()))
    }

    fn symbol(&self, decl: &Decl) -> Option<Op> {
        match (self.encoder.symbol(decl), decl.tested()) {
            (Some(Symbol::Var(var)), _) => Some(Op::Var(var)),
            (Some(Symbol::Fun(fun)), _) => Some(Op::Apply(fun)),
            (Some(Symbol::Datatype(DatatypeSymbol::Construct(c))), _) => Some(Op::Construct(c)),
            (Some(Symbol::Datatype(DatatypeSymbol::Field(c, i))), _) => Some(Op::Field(c, i)),
            (None, Some(tested)) => match self.encoder.symbol(&tested)? {
                Symbol::Datatype(DatatypeSymbol::Construct(c)) => Some(Op::Is(c)),
                _ => None,
            },
            (None, None) => None,
        }
    }

    /// Each bound variable becomes a new one of ours.
    fn quantifier(&mut self, ast: &Ast, binder: Binder) -> Option<Step> {
        let (bound, body) = ast.binder().ok()?;
        let mut vars = Vec::new();
        for (name, sort) in &bound {
            let sort = self.encoder.sorts.decode(self.terms, sort)?;
            vars.push(self.terms.fresh_var(name.split('!').next().unwrap_or_default(), sort));
        }
        let mut constants = self.encoder.vars(self.terms, &vars).ok()?;
        constants.reverse();
        let body = body.instantiate(&constants).ok()?;
        let op = if binder == Binder::Forall { Op::Forall(vars.into()) } else { Op::Exists(vars.into()) };
        Some(Step::Parts(Build::Apply(op), vec![body]))
    }

    fn value(&mut self, ast: &Ast, decl: &Decl, model: &ffi::Model) -> Option<Step> {
        if let Some(truth) = ast.bool_value() {
            return Some(Step::Done(self.terms.bool(truth)));
        }
        let sort = ast.sort().ok()?;
        if sort.shape() == Shape::Array {
            return self.array(ast, model);
        }
        match self.encoder.symbol(decl) {
            Some(Symbol::Datatype(DatatypeSymbol::Construct(c))) => {
                Some(Step::Parts(Build::Apply(Op::Construct(c)), ast.args()))
            }
            known if sort.shape() == Shape::Uninterpreted && ast.args().is_empty() => {
                let sort = self.encoder.sorts.decode(self.terms, &sort)?;
                let fun = match known {
                    Some(Symbol::Fun(fun)) => fun,
                    _ => self.encoder.element(self.terms, decl, sort),
                };
                Some(Step::Done(self.terms.app(Op::Apply(fun), [])))
            }
            _ => None,
        }
    }

    fn array(&mut self, ast: &Ast, model: &ffi::Model) -> Option<Step> {
        let sort = self.encoder.sorts.decode(self.terms, &ast.sort().ok()?)?;
        Some(Step::Parts(Build::Array(sort), value::array_parts(&self.encoder.context, model, ast)?))
    }

    fn build(&mut self, build: Build, parts: &[TermId]) -> Option<TermId> {
        let terms = &mut *self.terms;
        let op = match build {
            Build::Apply(op) => op,
            Build::Bit(i) => {
                let bit = terms.try_app(Op::Bv(BvOp::Extract(i, i)), parts.iter().copied()).ok()?;
                let one = terms.app(Op::BitVec { width: 1, value: UBig::ONE }, []);
                return Some(terms.eq(bit, one));
            }
            Build::Array(sort) => {
                let (default, entries) = parts.split_first()?;
                let entries = entries.chunks_exact(2).map(|pair| (pair[0], pair[1]));
                return Some(terms.make_array(sort, *default, entries.rev()));
            }
        };
        let mut parts = parts.iter().copied();
        match op {
            Op::And => Some(terms.and(parts)),
            Op::Or => Some(terms.or(parts)),
            Op::Add | Op::Mul if parts.len() == 1 => parts.next(),
            op if chains(&op) => {
                let first = parts.next()?;
                parts.try_fold(first, |left, right| terms.try_app(op.clone(), [left, right]).ok())
            }
            op => terms.try_app(op, parts).ok(),
        }
    }
}

/// Whether Z3 applies the operator to any number of arguments where we have two, from the left.
fn chains(op: &Op) -> bool {
    use BvOp::*;
    matches!(op, Op::Sub | Op::Xor | Op::Bv(Concat | And | Or | Xor | Add | Sub | Mul))
}
