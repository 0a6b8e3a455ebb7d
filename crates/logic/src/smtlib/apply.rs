//! Applications: from what is written at the head of a list and the arguments to a well-sorted term.

use super::{
    builtin::{Form, builtin},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    head::Head,
    macros::expand,
    open::Value,
    overflow::Overflow,
};
use crate::term::{BvOp, ConstructorId, Op, Sort, SortError, SortId, TermId};
use alphorn_sexpr::{Sexpr, Span};
use smallvec::SmallVec;

/// Which of the written arguments is the operand at a position of an operator that the reader puts in.
pub(super) type Place<'p> = &'p dyn Fn(usize) -> usize;

pub(super) const SAME: Place<'static> = &|i| i;

fn too_wide(list: Sexpr<'_>) -> ReadError {
    ReadError::new(list.span(), "these bit-vectors are too wide for this operator")
}

impl Elaborator<'_> {
    /// An operator of the term layer, applied as written.
    pub(super) fn applied_to(&mut self, list: Sexpr<'_>, op: Op, args: &[TermId]) -> Read<TermId> {
        self.make(list, op, args, SAME)
    }

    pub(super) fn wrong_arity(&self, list: Sexpr<'_>, error: SortError) -> ReadError {
        self.explain(list, error, &[], SAME)
    }

    /// The term that `list` is, whose head and arguments are known. The arguments may be changed.
    pub(super) fn apply(&mut self, list: Sexpr<'_>, head: &Head, args: &mut [TermId]) -> Read<TermId> {
        match head {
            Head::Builtin(position) => self.apply_builtin(list, builtin(*position), args),
            Head::Op(op) => {
                if let Op::ConstArray(sort) = op
                    && let (Sort::Array(_, element), [value]) = (self.terms.sort(*sort), &mut *args)
                {
                    let element = *element;
                    if element == SortId::REAL {
                        *value = self.fit(*value, element);
                    }
                }
                if let Op::Bv(BvOp::FromInt(_)) = op {
                    self.numbers(args, SortId::INT);
                }
                self.make(list, op.clone(), args, SAME)
            }
            Head::Fun(fun) => {
                for (i, arg) in args.iter_mut().enumerate() {
                    // Only numbers are fitted, and a function of many arguments may be used often.
                    if let Some(&sort @ (SortId::REAL | SortId::INT)) = self.terms.fun(*fun).params.get(i) {
                        *arg = self.fit(*arg, sort);
                    }
                }
                self.make(list, Op::Apply(*fun), args, SAME)
            }
            Head::Term(_) => Err(self.explain(list, SortError::Arity("no arguments".into(), args.len()), args, SAME)),
            Head::Macro(i) => self.apply_macro(list, *i, args),
            Head::Constructor { decl, index } => {
                let args: SmallVec<[Value; 8]> = args.iter().map(|arg| Value::Term(*arg)).collect();
                let value = self.apply_constructor(list, *decl, *index, &args)?;
                self.settle_default(list, value)
            }
            Head::Selector { decl, index, field } => self.apply_to_datatype(list, *decl, args, |datatype| {
                Op::Field(ConstructorId { datatype, index: *index }, *field)
            }),
            Head::Tester { decl, index } => {
                self.apply_to_datatype(list, *decl, args, |datatype| Op::Is(ConstructorId { datatype, index: *index }))
            }
        }
    }

    fn apply_builtin(&mut self, list: Sexpr<'_>, form: &Form, args: &mut [TermId]) -> Read<TermId> {
        match form {
            Form::Plain(op) => self.make(list, op.clone(), args, SAME),
            Form::Distinct => {
                self.mix(args);
                // One thing is different from all others.
                if args.len() == 1 { Ok(self.terms.top()) } else { self.make(list, Op::Distinct, args, SAME) }
            }
            Form::Sum(op) => {
                self.arithmetic(args);
                match args {
                    [one] if self.terms.sort_of(*one).is_arithmetic() => Ok(*one),
                    _ => self.make(list, op.clone(), args, SAME),
                }
            }
            Form::Left(op) => self.left(list, op, args),
            Form::Fold(op) => self.fold(list, op, args),
            Form::Xnor => match args {
                [_] => self.make(list, Op::Bv(BvOp::Not), args, SAME),
                _ => self.left(list, &Op::Bv(BvOp::Xnor), args),
            },
            Form::Right(op) => self.right(list, op, args),
            Form::Equal => {
                self.at_least_two(list, args)?;
                self.mix(args);
                self.chain(list, &Op::Eq, args)
            }
            Form::Compare(op) => {
                self.arithmetic(args);
                // A chain without links.
                if args.len() == 1 { Ok(self.terms.top()) } else { self.chain(list, op, args) }
            }
            Form::Ite => {
                if let [_, branches @ ..] = &mut *args {
                    self.mix(branches);
                }
                self.make(list, Op::Ite, args, SAME)
            }
            Form::Minus => self.minus(list, args),
            Form::Divide => self.divide(list, args),
            Form::Integers(op) => {
                self.numbers(args, SortId::INT);
                match op {
                    Op::IntDiv => self.fold(list, op, args),
                    _ => self.make(list, op.clone(), args, SAME),
                }
            }
            Form::Convert(op) => self.convert(list, op, args),
            Form::Abs => {
                self.arithmetic(args);
                match args {
                    [one] if self.terms.sort_of(*one) == SortId::REAL => {
                        let zero = self.terms.real(0);
                        let negative = self.terms.lt(*one, zero);
                        let minus = self.terms.app(Op::Neg, [*one]);
                        Ok(self.terms.app(Op::Ite, [negative, minus, *one]))
                    }
                    _ => self.make(list, Op::Abs, args, SAME),
                }
            }
            Form::Rem => {
                self.numbers(args, SortId::INT);
                let modulus = self.make(list, Op::Mod, args, SAME)?;
                let zero = self.terms.int(0);
                let negative = self.terms.lt(args[1], zero);
                let minus = self.terms.app(Op::Neg, [modulus]);
                Ok(self.terms.app(Op::Ite, [negative, minus, modulus]))
            }
            Form::Power => self.power(list, args),
            Form::Overflow(kind) => {
                let like = if matches!(kind, Overflow::Negation) { BvOp::Not } else { BvOp::Ult };
                self.make(list, Op::Bv(like), args, SAME)?;
                self.overflow(*kind, args).ok_or_else(|| too_wide(list))
            }
            Form::Rotate { left } => {
                self.make(list, Op::Bv(BvOp::Shl), args, SAME)?;
                self.rotate(*left, args).ok_or_else(|| too_wide(list))
            }
            Form::Select => {
                self.fit_array(args);
                self.make(list, Op::Select, args, SAME)
            }
            Form::Store => {
                self.fit_array(args);
                self.make(list, Op::Store, args, SAME)
            }
            Form::Reduce { all } => self.reduce(list, *all, args),
        }
    }

    /// One application, checked; `place` tells which written argument an operand is.
    pub(super) fn make(&mut self, list: Sexpr<'_>, op: Op, args: &[TermId], place: Place<'_>) -> Read<TermId> {
        match self.terms.try_app(op, args.iter().copied()) {
            Ok(term) => Ok(term),
            Err(error) => Err(self.explain(list, error, args, place)),
        }
    }

    pub(super) fn explain(&self, list: Sexpr<'_>, error: SortError, args: &[TermId], place: Place<'_>) -> ReadError {
        let mut parts = list.children();
        let head = parts.next().unwrap_or(list);
        let name = quoted(head.text());
        match error {
            SortError::Arity(wanted, found) => {
                ReadError::new(head.span(), format!("{name} takes {wanted}, found {found}"))
            }
            SortError::Argument(i, wanted) => {
                let (position, found) = (place(i), self.terms.display_sort(self.terms.sort_of(args[i])));
                let at = parts.nth(position).unwrap_or(list);
                let message = format!("argument {} of {name} has the sort {found}, expected {wanted}", position + 1);
                ReadError::new(at.span(), message)
            }
            SortError::Index(wanted) => ReadError::new(head.span(), format!("{name}: expected {wanted}")),
        }
    }

    fn at_least_two(&self, list: Sexpr<'_>, args: &[TermId]) -> Read<()> {
        if args.len() >= 2 {
            return Ok(());
        }
        Err(self.explain(list, SortError::Arity("at least 2 arguments".into(), args.len()), args, SAME))
    }

    pub(super) fn left(&mut self, list: Sexpr<'_>, op: &Op, args: &[TermId]) -> Read<TermId> {
        self.at_least_two(list, args)?;
        let mut result = args[0];
        for (i, arg) in args.iter().enumerate().skip(1) {
            result = self.make(list, op.clone(), &[result, *arg], &|operand| i - 1 + operand)?;
        }
        Ok(result)
    }

    fn right(&mut self, list: Sexpr<'_>, op: &Op, args: &[TermId]) -> Read<TermId> {
        self.at_least_two(list, args)?;
        let last = args.len() - 1;
        let mut result = args[last];
        for (i, arg) in args[..last].iter().enumerate().rev() {
            result = self.make(list, op.clone(), &[*arg, result], &|operand| i + operand)?;
        }
        Ok(result)
    }

    /// As [`Elaborator::left`]; of one argument it is the argument.
    pub(super) fn fold(&mut self, list: Sexpr<'_>, op: &Op, args: &[TermId]) -> Read<TermId> {
        match args {
            [one] => self.make(list, op.clone(), &[*one, *one], &|_| 0).map(|_| *one),
            _ => self.left(list, op, args),
        }
    }

    fn chain(&mut self, list: Sexpr<'_>, op: &Op, args: &[TermId]) -> Read<TermId> {
        self.at_least_two(list, args)?;
        if args.len() == 2 {
            return self.make(list, op.clone(), args, SAME);
        }
        let links = args
            .windows(2)
            .enumerate()
            .map(|(i, pair)| self.make(list, op.clone(), pair, &|operand| i + operand))
            .collect::<Read<Vec<TermId>>>()?;
        Ok(self.terms.app(Op::And, links))
    }

    fn reduce(&mut self, list: Sexpr<'_>, all: bool, args: &[TermId]) -> Read<TermId> {
        let ones = self.make(list, Op::Bv(BvOp::Not), args, SAME)?;
        let Sort::BitVec(width) = *self.terms.sort(self.terms.sort_of(ones)) else { return Ok(ones) };
        let zero = self.terms.app(Op::BitVec { width, value: Default::default() }, []);
        if all {
            // All bits are one just when the complement is zero.
            return Ok(self.terms.app(Op::Bv(BvOp::Comp), [ones, zero]));
        }
        let none = self.terms.app(Op::Bv(BvOp::Comp), [args[0], zero]);
        Ok(self.terms.app(Op::Bv(BvOp::Not), [none]))
    }

    fn apply_macro(&mut self, list: Sexpr<'_>, i: u32, args: &mut [TermId]) -> Read<TermId> {
        let definition = self.tables.macros[i as usize].clone();
        let wanted = definition.params.len();
        if args.len() != wanted {
            let plural = if wanted == 1 { "" } else { "s" };
            let error = SortError::Arity(format!("{wanted} argument{plural}"), args.len());
            return Err(self.explain(list, error, args, SAME));
        }
        for (i, param) in definition.params.iter().enumerate() {
            let sort = self.terms.var(*param).sort;
            args[i] = self.fit(args[i], sort);
            if self.terms.sort_of(args[i]) != sort {
                let error = SortError::Argument(i, format!("sort {}", self.terms.display_sort(sort)));
                return Err(self.explain(list, error, args, SAME));
            }
        }
        Ok(expand(self.terms, &definition, args))
    }

    /// A constructor whose place does not tell of which instance it is.
    pub(super) fn ambiguous(&self, at: Span, decl: u32, index: u32) -> ReadError {
        let declaration = self.tables.datatypes.get(decl);
        let name = &declaration.constructors[index as usize].name;
        let message =
            format!("neither its arguments nor its place tell the parameters of the datatype of {}", quoted(name));
        let sort = format!("({}{})", declaration.name, " …".repeat(declaration.arity));
        ReadError::new(at, message).help(format!("write (as {name} {sort})"))
    }

    fn apply_to_datatype(
        &mut self,
        list: Sexpr<'_>,
        decl: u32,
        args: &[TermId],
        op: impl FnOnce(crate::term::DatatypeId) -> Op,
    ) -> Read<TermId> {
        let [arg] = args else {
            return Err(self.explain(list, SortError::Arity("1 argument".into(), args.len()), args, SAME));
        };
        match self.tables.datatypes.instance_of(decl, self.terms.sort(self.terms.sort_of(*arg))) {
            Some(id) => self.make(list, op(id), args, SAME),
            None => {
                let wanted = format!("the datatype {}", quoted(&self.tables.datatypes.get(decl).name));
                Err(self.explain(list, SortError::Argument(0, wanted), args, SAME))
            }
        }
    }
}
