//! Applications whose arguments may be open: the place of an argument tells its sort.

use super::{
    builtin::{Form, builtin},
    elaborate::Elaborator,
    error::Read,
    head::Head,
    open::Value,
};
use crate::term::{ConstructorId, Op, Sort, SortId, TermId};
use alphorn_sexpr::Sexpr;
use smallvec::SmallVec;

impl Elaborator<'_> {
    /// The value that `list` is, whose head and arguments are known.
    pub(super) fn apply_values(&mut self, list: Sexpr<'_>, head: &Head, args: &[Value]) -> Read<Value> {
        if let Head::Constructor { decl, index } = head {
            return self.apply_constructor(list, *decl, *index, args);
        }
        let mut terms: SmallVec<[TermId; 8]> = SmallVec::with_capacity(args.len());
        for arg in args {
            match arg {
                Value::Term(term) => terms.push(*term),
                Value::Open(_) => return self.apply_open(list, head, args),
            }
        }
        self.apply(list, head, &mut terms).map(Value::Term)
    }

    /// As [`Elaborator::apply_values`], where an argument is open: its place here tells its sort, or what is built of it is
    /// open too.
    fn apply_open(&mut self, list: Sexpr<'_>, head: &Head, args: &[Value]) -> Read<Value> {
        let mut terms = match (head, args) {
            (Head::Fun(fun), _) => {
                let sorts = self.terms.fun(*fun).params.clone();
                self.settle_each(list, args, &sorts)?
            }
            (Head::Macro(i), _) => {
                let params = &self.tables.macros[*i as usize].params;
                let sorts: Vec<SortId> = params.iter().map(|param| self.terms.var(*param).sort).collect();
                self.settle_each(list, args, &sorts)?
            }
            (Head::Op(Op::Construct(id)), _) => {
                let sorts: Vec<SortId> = self.terms.constructor(*id).fields.iter().map(|field| field.sort).collect();
                self.settle_each(list, args, &sorts)?
            }
            (Head::Op(Op::ConstArray(sort)), _) => {
                let element = match *self.terms.sort(*sort) {
                    Sort::Array(_, element) => vec![element],
                    _ => Vec::new(),
                };
                self.settle_each(list, args, &element)?
            }
            (Head::Selector { decl, index, field }, [Value::Open(arg)]) => {
                return self.select_field(list, (*decl, *index, *field), *arg);
            }
            (Head::Builtin(i), _) => match (builtin(*i), args) {
                (Form::Equal | Form::Distinct, _) => self.settle_alike(list, args)?,
                (Form::Ite, [condition, a, b]) => {
                    let condition = self.settle(list, *condition, SortId::BOOL)?;
                    return self.choose(list, condition, [*a, *b]);
                }
                (Form::Select | Form::Store, [array, rest @ ..]) => {
                    let array = self.settle_default(list, *array)?;
                    let mut terms = vec![array];
                    terms.extend(match *self.terms.sort(self.terms.sort_of(array)) {
                        Sort::Array(index, element) => self.settle_each(list, rest, &[index, element])?,
                        _ => self.settle_each(list, rest, &[])?,
                    });
                    terms
                }
                _ => self.settle_each(list, args, &[])?,
            },
            _ => self.settle_each(list, args, &[])?,
        };
        self.apply(list, head, &mut terms).map(Value::Term)
    }

    pub(super) fn apply_constructor(&mut self, list: Sexpr<'_>, decl: u32, index: u32, args: &[Value]) -> Read<Value> {
        match self.tables.datatypes.only_instance(decl) {
            Some(datatype) => self.constructed(list, ConstructorId { datatype, index }, args).map(Value::Term),
            None => self.construct(list, decl, index, args),
        }
    }
}
