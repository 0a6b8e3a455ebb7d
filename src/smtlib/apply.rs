//! Applications: from what is written at the head of a list and the arguments to a well-sorted term.

use super::{
    builtin::{Form, builtin},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    head::Head,
    literal::{as_real, negated},
    macros::expand,
    sexpr::Sexpr,
};
use crate::term::{BvOp, ConstructorId, Op, Sort, SortError, SortId, TermId};

/// Which of the written arguments is the operand at a position of an operator that the reader puts in.
type Place<'p> = &'p dyn Fn(usize) -> usize;

const SAME: Place<'static> = &|i| i;

impl Elaborator<'_> {
    /// The term that `list` is, whose head and arguments are known. The arguments may be changed.
    pub(super) fn apply(&mut self, list: Sexpr<'_>, head: &Head, args: &mut [TermId]) -> Read<TermId> {
        match head {
            Head::Builtin(position) => self.apply_builtin(list, builtin(*position), args),
            Head::Op(op) => {
                if let Op::ConstArray(sort) = op
                    && let (Sort::Array(_, element), [value]) = (self.terms.sort(*sort), &mut *args)
                {
                    let element = *element;
                    *value = self.fit(*value, element);
                }
                self.make(list, op.clone(), args, SAME)
            }
            Head::Fun(fun) => {
                for (i, arg) in args.iter_mut().enumerate() {
                    // Only reals are fitted, and a function of many arguments may be used often.
                    if self.terms.fun(*fun).params.get(i) == Some(&SortId::REAL) {
                        *arg = self.fit(*arg, SortId::REAL);
                    }
                }
                self.make(list, Op::Apply(*fun), args, SAME)
            }
            Head::Macro(i) => self.apply_macro(list, *i, args),
            Head::Constructor { decl, index } => self.apply_constructor(list, *decl, *index, args),
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
            Form::Mixed(op) => {
                self.mix(args);
                self.make(list, op.clone(), args, SAME)
            }
            Form::Sum(op) => {
                self.mix(args);
                match args {
                    [one] if self.terms.sort_of(*one).is_arithmetic() => Ok(*one),
                    _ => self.make(list, op.clone(), args, SAME),
                }
            }
            Form::Left(op) => self.left(list, op, args),
            Form::Right(op) => self.right(list, op, args),
            Form::Chain(op) => self.chain(list, op, args),
            Form::Ite => {
                if let [_, branches @ ..] = &mut *args {
                    self.mix(branches);
                }
                self.make(list, Op::Ite, args, SAME)
            }
            Form::Minus => match args {
                [one] => match negated(self.terms.op(*one)) {
                    Some(literal) => self.make(list, literal, &[], SAME),
                    None => self.make(list, Op::Neg, args, SAME),
                },
                _ => {
                    self.mix(args);
                    self.left(list, &Op::Sub, args)
                }
            },
            Form::Divide => self.divide(list, args),
            Form::Abs => match args {
                [one] if self.terms.sort_of(*one) == SortId::REAL => {
                    let zero = self.terms.real(0);
                    let negative = self.terms.lt(*one, zero);
                    let minus = self.terms.app(Op::Neg, [*one]);
                    Ok(self.terms.app(Op::Ite, [negative, minus, *one]))
                }
                _ => self.make(list, Op::Abs, args, SAME),
            },
            Form::Rem => {
                let modulus = self.make(list, Op::Mod, args, SAME)?;
                let zero = self.terms.int(0);
                let negative = self.terms.lt(args[1], zero);
                let minus = self.terms.app(Op::Neg, [modulus]);
                Ok(self.terms.app(Op::Ite, [negative, minus, modulus]))
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
    fn make(&mut self, list: Sexpr<'_>, op: Op, args: &[TermId], place: Place<'_>) -> Read<TermId> {
        match self.terms.try_app(op, args.iter().copied()) {
            Ok(term) => Ok(term),
            Err(error) => Err(self.explain(list, error, args, place)),
        }
    }

    fn explain(&self, list: Sexpr<'_>, error: SortError, args: &[TermId], place: Place<'_>) -> ReadError {
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

    fn left(&mut self, list: Sexpr<'_>, op: &Op, args: &[TermId]) -> Read<TermId> {
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

    fn chain(&mut self, list: Sexpr<'_>, op: &Op, args: &mut [TermId]) -> Read<TermId> {
        self.at_least_two(list, args)?;
        self.mix(args);
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

    fn divide(&mut self, list: Sexpr<'_>, args: &mut [TermId]) -> Read<TermId> {
        for arg in args.iter_mut() {
            *arg = self.fit(*arg, SortId::REAL);
        }
        // A fraction of literals is how a rational number is written.
        if let [a, b] = args
            && let (Op::Real(a), Op::Real(b)) = (self.terms.op(*a), self.terms.op(*b))
            && !b.is_zero()
        {
            let quotient = a / b;
            return Ok(self.terms.real(quotient));
        }
        self.left(list, &Op::Divide, args)
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

    fn apply_constructor(&mut self, list: Sexpr<'_>, decl: u32, index: u32, args: &mut [TermId]) -> Read<TermId> {
        let datatype = match self.tables.datatypes.only_instance(decl) {
            Some(only) => only,
            None => {
                let sorts: Vec<SortId> = args.iter().map(|a| self.terms.sort_of(*a)).collect();
                let params =
                    self.infer_constructor(decl, index, &sorts).map_err(|_| self.ambiguous(list, decl, index))?;
                let sort = self.instance(list, decl, &params)?;
                match self.tables.datatypes.instance_of(decl, self.terms.sort(sort)) {
                    Some(id) => id,
                    None => return Err(self.ambiguous(list, decl, index)),
                }
            }
        };
        let id = ConstructorId { datatype, index };
        for (i, arg) in args.iter_mut().enumerate() {
            if let Some(field) = self.terms.constructor(id).fields.get(i) {
                let sort = field.sort;
                *arg = self.fit(*arg, sort);
            }
        }
        self.make(list, Op::Construct(id), args, SAME)
    }

    /// A constructor whose arguments do not tell of which instance it is.
    pub(super) fn ambiguous(&self, s: Sexpr<'_>, decl: u32, index: u32) -> ReadError {
        let declaration = self.tables.datatypes.get(decl);
        let constructor = quoted(&declaration.constructors[index as usize].name);
        let at = s.head().unwrap_or(s);
        let message = format!("the arguments of {constructor} do not tell the parameters of its datatype");
        let sort = format!("({}{})", declaration.name, " …".repeat(declaration.arity));
        let help = format!("write (as {} {sort})", declaration.constructors[index as usize].name);
        ReadError::new(at.span(), message).help(help)
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

    /// The term, made real if it is an integer where a real is wanted.
    pub(super) fn fit(&mut self, term: TermId, wanted: SortId) -> TermId {
        if wanted != SortId::REAL || self.terms.sort_of(term) != SortId::INT {
            return term;
        }
        match as_real(self.terms.op(term)) {
            Some(literal) => self.terms.app(literal, []),
            None => self.terms.app(Op::ToReal, [term]),
        }
    }

    /// Makes integers real if there is a real among them.
    pub(super) fn mix(&mut self, args: &mut [TermId]) {
        let sort = |i: &TermId| self.terms.sort_of(*i);
        if args.iter().any(|a| sort(a) == SortId::REAL) && args.iter().any(|a| sort(a) == SortId::INT) {
            for arg in args {
                *arg = self.fit(*arg, SortId::REAL);
            }
        }
    }

    /// Makes an index and a value real where the array in front wants them so.
    fn fit_array(&mut self, args: &mut [TermId]) {
        let [array, rest @ ..] = args else { return };
        if let Sort::Array(index, element) = *self.terms.sort(self.terms.sort_of(*array)) {
            for (arg, wanted) in rest.iter_mut().zip([index, element]) {
                *arg = self.fit(*arg, wanted);
            }
        }
    }
}
