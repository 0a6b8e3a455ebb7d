//! Terms whose sort their own text does not tell: constructors of a datatype with parameters, such as `nil`.
//!
//! Such a term stays open, with the shape of its sort as far as it is known, until its place tells the sort: what it is an
//! argument of, or what it is compared with. Then the sort goes down through all of it, and a term is made. Where nothing
//! tells, it is of the only instance of its datatype that is in use, if there is one: so does Z3.

use super::{
    elaborate::Elaborator,
    error::{Read, ReadError},
    sorts::SortPattern,
};
use crate::term::{ConstructorId, DatatypeId, Op, Sort, SortError, SortId, TermId};
use alphorn_sexpr::{Sexpr, Span};
use rustc_hash::FxHashMap;

/// What has been read: a term, or one that is open.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value {
    Term(TermId),
    Open(u32),
}

/// What an open term is made of.
#[derive(Clone, Debug)]
enum Node {
    Construct {
        decl: u32,
        index: u32,
        args: Box<[Value]>,
    },
    /// A selector of an open term.
    Field {
        decl: u32,
        index: u32,
        field: u32,
        arg: u32,
    },
    Ite {
        condition: TermId,
        branches: [Value; 2],
    },
}

#[derive(Clone, Debug)]
struct Open {
    node: Node,
    shape: SortPattern,
    span: Span,
}

/// The open terms of the term that is being read.
#[derive(Default)]
pub(super) struct Opens {
    all: Vec<Open>,
    /// The terms that they were found to be, for each sort that a place told.
    made: FxHashMap<(u32, SortId), TermId>,
}

impl Opens {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.made.clear();
    }

    fn add(&mut self, node: Node, shape: SortPattern, span: Span) -> Value {
        self.all.push(Open { node, shape, span });
        Value::Open(self.all.len() as u32 - 1)
    }

    fn get(&self, open: u32) -> &Open {
        &self.all[open as usize]
    }
}

impl Elaborator<'_> {
    /// The sort of a value as far as it is known.
    pub(super) fn shape(&self, value: Value) -> SortPattern {
        match value {
            Value::Term(term) => SortPattern::Closed(self.terms.sort_of(term)),
            Value::Open(open) => self.tables.opens.get(open).shape.clone(),
        }
    }

    /// A constructor of a datatype with parameters, applied.
    pub(super) fn construct(&mut self, s: Sexpr<'_>, decl: u32, index: u32, args: &[Value]) -> Read<Value> {
        let wanted = self.tables.datatypes.get(decl).constructors[index as usize].fields.len();
        if args.len() != wanted {
            let plural = if wanted == 1 { "" } else { "s" };
            return Err(self.wrong_arity(s, SortError::Arity(format!("{wanted} argument{plural}"), args.len())));
        }
        let shapes: Vec<SortPattern> = args.iter().map(|arg| self.shape(*arg)).collect();
        let params = self.parameters(s, decl, index, &shapes)?;
        let shape = self.applied(s, decl, params)?;
        if let Some(sort) = shape.closed()
            && let Some(datatype) = self.tables.datatypes.instance_of(decl, self.terms.sort(sort))
        {
            return self.constructed(s, ConstructorId { datatype, index }, args).map(Value::Term);
        }
        let node = Node::Construct { decl, index, args: args.into() };
        Ok(self.tables.opens.add(node, shape, s.span()))
    }

    /// A constructor of a known instance, applied.
    pub(super) fn constructed(&mut self, s: Sexpr<'_>, id: ConstructorId, args: &[Value]) -> Read<TermId> {
        let fields: Vec<SortId> = self.terms.constructor(id).fields.iter().map(|field| field.sort).collect();
        let mut terms = self.settle_each(s, args, &fields)?;
        for (term, field) in terms.iter_mut().zip(fields) {
            *term = self.fit(*term, field);
        }
        self.applied_to(s, Op::Construct(id), &terms)
    }

    /// A selector of a value.
    pub(super) fn select_field(
        &mut self,
        s: Sexpr<'_>,
        (decl, index, field): (u32, u32, u32),
        arg: u32,
    ) -> Read<Value> {
        let pattern = self.field_pattern(decl, index, field);
        let params = match self.shape(Value::Open(arg)) {
            SortPattern::Data(of, params) if of == decl => params,
            _ => return self.settle_open(s, arg).map(Value::Term),
        };
        let shape = self.fill(s, &pattern, &params)?;
        Ok(self.tables.opens.add(Node::Field { decl, index, field, arg }, shape, s.span()))
    }

    /// A choice between values of which one at least is open.
    pub(super) fn choose(&mut self, s: Sexpr<'_>, condition: TermId, branches: [Value; 2]) -> Read<Value> {
        let shape = self.common(s, &branches)?;
        if let Some(sort) = shape.closed() {
            let [a, b] = [self.settle(s, branches[0], sort)?, self.settle(s, branches[1], sort)?];
            return self.applied_to(s, Op::Ite, &[condition, a, b]).map(Value::Term);
        }
        Ok(self.tables.opens.add(Node::Ite { condition, branches }, shape, s.span()))
    }

    /// What is known together of sorts that must be the same.
    fn common(&mut self, s: Sexpr<'_>, values: &[Value]) -> Read<SortPattern> {
        let mut shape = SortPattern::Hole;
        for value in values {
            let next = self.shape(*value);
            shape = self.join(s, shape, next)?;
        }
        Ok(shape)
    }

    /// Values that must be of one sort, as terms.
    pub(super) fn settle_alike(&mut self, s: Sexpr<'_>, values: &[Value]) -> Read<Vec<TermId>> {
        let shape = self.common(s, values)?;
        let Some(sort) = self.only_fitting(&shape) else {
            return values.iter().map(|value| self.settle_default(s, *value)).collect();
        };
        values.iter().map(|value| self.settle(s, *value, sort)).collect()
    }

    /// Values whose sorts are told, as terms; further ones are settled by themselves.
    pub(super) fn settle_each(&mut self, s: Sexpr<'_>, values: &[Value], sorts: &[SortId]) -> Read<Vec<TermId>> {
        let settle = |(i, value): (usize, &Value)| match sorts.get(i) {
            Some(sort) => self.settle(s, *value, *sort),
            None => self.settle_default(s, *value),
        };
        values.iter().enumerate().map(settle).collect()
    }

    /// The value where its place tells nothing.
    pub(super) fn settle_default(&mut self, s: Sexpr<'_>, value: Value) -> Read<TermId> {
        match value {
            Value::Term(term) => Ok(term),
            Value::Open(open) => self.settle_open(s, open),
        }
    }

    fn settle_open(&mut self, s: Sexpr<'_>, open: u32) -> Read<TermId> {
        let shape = self.tables.opens.get(open).shape.clone();
        match self.only_fitting(&shape) {
            Some(sort) => self.settle(s, Value::Open(open), sort),
            None => match self.tables.opens.get(open).node {
                // A selector of an open term has the sort of a parameter: its argument may be of the only instance.
                Node::Field { decl, index, field, arg } => {
                    let arg = self.settle_open(s, arg)?;
                    self.field_of(s, (decl, index, field), arg)
                }
                _ => Err(self.untold(open)),
            },
        }
    }

    fn field_of(&mut self, s: Sexpr<'_>, (decl, index, field): (u32, u32, u32), arg: TermId) -> Read<TermId> {
        match self.tables.datatypes.instance_of(decl, self.terms.sort(self.terms.sort_of(arg))) {
            Some(datatype) => self.applied_to(s, Op::Field(ConstructorId { datatype, index }, field), &[arg]),
            None => Err(ReadError::new(s.span(), "this selector is of another datatype")),
        }
    }

    /// The value as a term of the sort that its place tells. A term is left as it is.
    pub(super) fn settle(&mut self, s: Sexpr<'_>, value: Value, sort: SortId) -> Read<TermId> {
        let Value::Open(root) = value else { return self.settle_default(s, value) };
        let mut stack = vec![(root, sort)];
        while let Some(&(open, sort)) = stack.last() {
            if self.tables.opens.made.contains_key(&(open, sort)) {
                stack.pop();
                continue;
            }
            let parts = self.parts(s, open, sort)?;
            let missing = |part: &(Value, SortId)| match part.0 {
                Value::Open(open) if !self.tables.opens.made.contains_key(&(open, part.1)) => Some((open, part.1)),
                _ => None,
            };
            let before = stack.len();
            stack.extend(parts.iter().filter_map(missing));
            if stack.len() > before {
                continue;
            }
            let term = self.build(s, open, sort, &parts)?;
            self.tables.opens.made.insert((open, sort), term);
            stack.pop();
        }
        Ok(self.tables.opens.made[&(root, sort)])
    }

    /// The parts of an open term of this sort, each with the sort that it must have.
    fn parts(&mut self, s: Sexpr<'_>, open: u32, sort: SortId) -> Read<Vec<(Value, SortId)>> {
        match self.tables.opens.get(open).node.clone() {
            Node::Construct { decl, index, args } => {
                let datatype = self.instance_here(open, decl, sort)?;
                let fields = &self.terms.constructor(ConstructorId { datatype, index }).fields;
                Ok(args.iter().copied().zip(fields.iter().map(|field| field.sort)).collect())
            }
            Node::Ite { branches, .. } => Ok(branches.map(|branch| (branch, sort)).to_vec()),
            Node::Field { decl, index, field, arg } => {
                let pattern = self.field_pattern(decl, index, field);
                let SortPattern::Data(_, params) = self.shape(Value::Open(arg)) else { return Err(self.untold(arg)) };
                let mut params = params.into_vec();
                self.solve(s, &pattern, &SortPattern::Closed(sort), &mut params)?;
                let shape = self.applied(s, decl, params)?;
                let sort = self.only_fitting(&shape).ok_or_else(|| self.untold(arg))?;
                Ok(vec![(Value::Open(arg), sort)])
            }
        }
    }

    fn build(&mut self, s: Sexpr<'_>, open: u32, sort: SortId, parts: &[(Value, SortId)]) -> Read<TermId> {
        let term = |&(value, sort): &(Value, SortId)| match value {
            Value::Term(term) => self.fit(term, sort),
            Value::Open(open) => self.tables.opens.made[&(open, sort)],
        };
        let mut terms: Vec<TermId> = parts.iter().map(term).collect();
        let op = match self.tables.opens.get(open).node {
            Node::Construct { decl, index, .. } => {
                Op::Construct(ConstructorId { datatype: self.instance_here(open, decl, sort)?, index })
            }
            Node::Ite { condition, .. } => {
                terms.insert(0, condition);
                Op::Ite
            }
            Node::Field { decl, index, field, .. } => return self.field_of(s, (decl, index, field), terms[0]),
        };
        let place = self.tables.opens.get(open).span;
        self.terms.try_app(op, terms).map_err(|_| self.unlike(place, sort))
    }

    /// The instance of a declaration that a sort is.
    fn instance_here(&self, open: u32, decl: u32, sort: SortId) -> Read<DatatypeId> {
        let instance = self.tables.datatypes.instance_of(decl, self.terms.sort(sort));
        instance.ok_or_else(|| self.unlike(self.tables.opens.get(open).span, sort))
    }

    fn unlike(&self, place: Span, sort: SortId) -> ReadError {
        ReadError::new(place, format!("expected a term of the sort {}", self.terms.display_sort(sort)))
    }

    /// Nothing tells the sort of an open term.
    fn untold(&self, open: u32) -> ReadError {
        let mut open = self.tables.opens.get(open);
        loop {
            let next = match &open.node {
                Node::Construct { decl, index, .. } => return self.ambiguous(open.span, *decl, *index),
                Node::Field { arg, .. } => Some(*arg),
                Node::Ite { branches, .. } => branches.iter().find_map(|branch| match branch {
                    Value::Open(open) => Some(*open),
                    Value::Term(_) => None,
                }),
            };
            match next {
                Some(next) => open = self.tables.opens.get(next),
                None => return ReadError::new(open.span, "nothing tells the sort of this term"),
            }
        }
    }

    /// The one sort in use that has this shape.
    fn only_fitting(&self, shape: &SortPattern) -> Option<SortId> {
        let decl = match shape {
            SortPattern::Closed(sort) => return Some(*sort),
            SortPattern::Data(decl, _) => *decl,
            _ => return None,
        };
        let mut fitting = self.tables.datatypes.instances(decl).filter_map(|id| {
            let sort = self.terms.find_sort(&Sort::Datatype(id))?;
            self.has_shape(sort, shape).then_some(sort)
        });
        fitting.next().filter(|_| fitting.next().is_none())
    }
}
