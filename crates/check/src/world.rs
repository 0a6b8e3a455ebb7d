//! The names and the terms of a script, and how an application is made of them.

use super::{
    names::{FunctionKind, Meaning, Names},
    sorts::{Shape, Sort},
    term::{Head, Node, Quantifier, Term, Terms},
    theory::is_standard,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

pub(super) struct World {
    pub names: Names,
    pub terms: Terms,
    /// How often a definition was put in place.
    pub copies: u32,
}

impl World {
    pub fn new() -> Self {
        World { names: Names::default(), terms: Terms::new(), copies: 0 }
    }

    /// The error for a name that a script may not declare.
    pub fn check_new(&self, name: &str) -> Result<(), String> {
        match self.names.meaning(name) {
            Some(_) => Err(format!("{name} is declared already")),
            None if is_standard(name) => Err(format!("{name} is an operator of the standard")),
            None => Ok(()),
        }
    }

    /// A term as one of a sort; only numbers where those of the other sort are expected are something else than written.
    pub fn fit(&mut self, term: Term, wanted: Sort) -> Result<Term, String> {
        let term = match (self.terms.shape(term), self.terms.sorts.shape(wanted)) {
            (Shape::Int, Shape::Real) => self.as_real(term)?,
            (Shape::Real, Shape::Int) => self.terms.op("to_int", &[term], Sort::INT)?,
            _ => term,
        };
        let found = self.terms.sort(term);
        match self.terms.sorts.unify(found, wanted) {
            true => Ok(term),
            false => Err(format!("expected the sort {}, found {}", self.show_sort(wanted), self.show_sort(found))),
        }
    }

    /// A function with arguments.
    pub fn call(&mut self, number: u32, args: &[Term]) -> Result<Term, String> {
        let function = self.names.function(number).clone();
        if args.len() != function.params.len() {
            return Err(format!("{} has {} arguments, found {}", function.name, function.params.len(), args.len()));
        }
        let mut fitted = Vec::with_capacity(args.len());
        for (i, (arg, param)) in args.iter().zip(&*function.params).enumerate() {
            let wrong = |why: String| format!("argument {} of {}: {why}", i + 1, function.name);
            fitted.push(self.fit(*arg, *param).map_err(wrong)?);
        }
        match &function.kind {
            FunctionKind::Macro(definition) if definition.is_quantified => {
                self.copies += 1;
                let (vars, body) = (definition.vars.clone(), definition.body);
                self.put_in_place(&vars, body, &fitted, function.result)
            }
            _ => self.terms.app(Head::Function(number), &fitted, function.result),
        }
    }

    /// The body of a definition with arguments. What it binds is bound anew, so that two uses share no variable.
    fn put_in_place(&mut self, vars: &[u32], body: Term, args: &[Term], result: Sort) -> Result<Term, String> {
        let mut renamed: FxHashMap<u32, u32> = FxHashMap::default();
        let bindings: Vec<(u32, Term)> = vars
            .iter()
            .zip(args)
            .map(|(var, arg)| {
                self.rename(*var, &mut renamed);
                (renamed[var], *arg)
            })
            .collect();
        let body = self.copy(body, &mut renamed)?;
        if bindings.is_empty() {
            return Ok(body);
        }
        self.terms.add(Node::Let(bindings.into(), body), result)
    }

    /// Gives a variable a copy of its own.
    fn rename(&mut self, var: u32, renamed: &mut FxHashMap<u32, u32>) {
        let mut copy = self.terms.vars[var as usize].clone();
        copy.label = format!("{}.{}", copy.label, self.copies).into();
        self.terms.vars.push(copy);
        renamed.insert(var, self.terms.vars.len() as u32 - 1);
    }

    fn copy(&mut self, root: Term, renamed: &mut FxHashMap<u32, u32>) -> Result<Term, String> {
        let (mut open, mut done) = (vec![(root, false)], Vec::new());
        while let Some((term, are_parts_done)) = open.pop() {
            if !are_parts_done {
                match self.terms.node(term).clone() {
                    Node::Let(bindings, _) => bindings.iter().for_each(|(var, _)| self.rename(*var, renamed)),
                    Node::Quantifier(q) => q.vars.iter().for_each(|var| self.rename(*var, renamed)),
                    _ => {}
                }
                open.push((term, true));
                open.extend(self.terms.below(term).into_iter().rev().map(|part| (part, false)));
                continue;
            }
            let sort = self.terms.sort(term);
            let (node, parts) = match self.terms.node(term).clone() {
                Node::Var(var) => (Node::Var(renamed.get(&var).copied().unwrap_or(var)), 0),
                Node::App(head, args) => (Node::App(head, done[done.len() - args.len()..].into()), args.len()),
                Node::Let(bindings, _) => {
                    let first = done.len() - bindings.len() - 1;
                    let values = bindings.iter().zip(&done[first..]);
                    let copied: Rc<[(u32, Term)]> = values.map(|((var, _), value)| (renamed[var], *value)).collect();
                    (Node::Let(copied, done[done.len() - 1]), bindings.len() + 1)
                }
                Node::Quantifier(q) => {
                    let vars = q.vars.iter().map(|var| renamed[var]).collect();
                    (Node::Quantifier(Quantifier { vars, body: done[done.len() - 1], ..q }), 1)
                }
                literal => (literal, 0),
            };
            done.truncate(done.len() - parts);
            done.push(self.terms.add(node, sort)?);
        }
        done.pop().ok_or_else(|| "nothing to copy".into())
    }

    /// The constructor of a datatype with the sort that it makes, and the sorts of its fields; what is not told are holes.
    pub fn constructor(&mut self, data: u32, index: u32) -> Result<(Sort, Vec<Sort>), String> {
        let declaration = &self.names.datatypes[data as usize];
        let (arity, fields) = (declaration.arity, declaration.constructors[index as usize].fields.clone());
        let args: Vec<Sort> = (0..arity).map(|_| self.terms.sorts.hole()).collect::<Result<_, _>>()?;
        let sort = self.terms.sorts.make(Shape::Data(data, args.clone().into()))?;
        let fields = fields.iter().map(|(_, field)| self.terms.sorts.with(*field, &args)).collect::<Result<_, _>>()?;
        Ok((sort, fields))
    }

    /// A constructor with arguments, of the sort `stated` if the text says which.
    pub fn construct(&mut self, data: u32, index: u32, stated: Option<Sort>, args: &[Term]) -> Result<Term, String> {
        let (sort, fields) = self.constructor(data, index)?;
        if let Some(stated) = stated
            && !self.terms.sorts.unify(sort, stated)
        {
            return Err(format!("a constructor of another sort than {}", self.show_sort(stated)));
        }
        let name = self.names.datatypes[data as usize].constructors[index as usize].name.clone();
        if args.len() != fields.len() {
            return Err(format!("{name} has {} arguments, found {}", fields.len(), args.len()));
        }
        let fitted: Result<Vec<Term>, String> = args.iter().zip(&fields).map(|(a, s)| self.fit(*a, *s)).collect();
        let sort = self.terms.sorts.closed(sort).unwrap_or(sort);
        self.terms.app(Head::Constructor(sort, index), &fitted.map_err(|why| format!("{name}: {why}"))?, sort)
    }

    /// A field of a term.
    pub fn select(&mut self, data: u32, index: u32, field: u32, term: Term) -> Result<Term, String> {
        let (sort, fields) = self.constructor(data, index)?;
        let term = self.fit(term, sort)?;
        self.terms.app(Head::Selector(sort, index, field), &[term], fields[field as usize])
    }

    /// Whether a term is made by a constructor.
    pub fn test(&mut self, data: u32, index: u32, term: Term) -> Result<Term, String> {
        let (sort, _) = self.constructor(data, index)?;
        let term = self.fit(term, sort)?;
        self.terms.app(Head::Tester(sort, index), &[term], Sort::BOOL)
    }

    /// The constructor that a name means.
    pub fn constructor_named(&self, name: &str) -> Option<(u32, u32)> {
        match self.names.meaning(name) {
            Some(Meaning::Constructor(data, index)) => Some((data, index)),
            _ => None,
        }
    }

    /// Whether it is a predicate, or a definition with one in it.
    pub fn is_about_predicates(&self, head: &Head) -> bool {
        let Head::Function(number) = head else { return false };
        match &self.names.function(*number).kind {
            FunctionKind::Predicate => true,
            FunctionKind::Open => false,
            FunctionKind::Macro(definition) => definition.has_predicates,
        }
    }

    /// Whether a predicate is in a term.
    pub fn has_predicates(&self, root: Term) -> bool {
        self.terms.any(root, |node| matches!(node, Node::App(head, _) if self.is_about_predicates(head)))
    }
}
