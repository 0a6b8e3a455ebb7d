//! Terms as the checker keeps them: every bound variable is one of its own, every name is resolved, every sort is known.

use super::sorts::{Shape, Sort, Sorts};
use std::rc::Rc;

/// A term, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Term(pub u32);

/// What is applied.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Head {
    /// An operator of the standard.
    Op(&'static str),
    /// An indexed operator of the standard.
    Indexed(Rc<str>),
    /// A predicate, a function or a macro, by its number.
    Function(u32),
    /// A constructor of a datatype.
    Constructor(Sort, u32),
    /// A field of a constructor.
    Selector(Sort, u32, u32),
    /// Whether a term is made by a constructor.
    Tester(Sort, u32),
    /// The array that is the same everywhere.
    Constant(Sort),
    /// An element of a declared sort, by its number.
    Element(u32),
}

/// A term's outermost part.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// `true`, `false`, or a number.
    Literal(Rc<str>),
    /// A bound variable.
    Var(u32),
    App(Head, Rc<[Term]>),
    Let(Rc<[(u32, Term)]>, Term),
    Quantifier(Quantifier),
}

#[derive(Clone, Debug)]
pub(super) struct Quantifier {
    pub universal: bool,
    pub vars: Rc<[u32]>,
    pub body: Term,
}

/// A bound variable.
#[derive(Clone, Debug)]
pub(super) struct Var {
    /// As written.
    pub name: Rc<str>,
    pub sort: Sort,
    /// The byte where its binding symbol starts.
    pub offset: u32,
    /// What it is called in what is asked: no two variables share it.
    pub label: Rc<str>,
}

/// More terms than any script has; definitions that are put in place could make more.
const MOST: usize = 1 << 26;

pub(super) struct Terms {
    nodes: Vec<(Node, Sort)>,
    pub vars: Vec<Var>,
    pub sorts: Sorts,
}

impl Terms {
    pub fn new() -> Self {
        Terms { nodes: Vec::new(), vars: Vec::new(), sorts: Sorts::new() }
    }

    pub fn add(&mut self, node: Node, sort: Sort) -> Result<Term, String> {
        if self.nodes.len() >= MOST {
            return Err("the terms are too large when definitions are put in place".into());
        }
        self.nodes.push((node, sort));
        Ok(Term(self.nodes.len() as u32 - 1))
    }

    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize].0
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.0 as usize].1
    }

    /// The shape of a term's sort.
    pub fn shape(&self, term: Term) -> &Shape {
        self.sorts.shape(self.sort(term))
    }

    pub fn literal(&mut self, text: &str, sort: Sort) -> Result<Term, String> {
        self.add(Node::Literal(text.into()), sort)
    }

    pub fn app(&mut self, head: Head, args: &[Term], sort: Sort) -> Result<Term, String> {
        self.add(Node::App(head, args.into()), sort)
    }

    pub fn op(&mut self, op: &'static str, args: &[Term], sort: Sort) -> Result<Term, String> {
        self.app(Head::Op(op), args, sort)
    }

    /// A new variable. `letter` tells whose it is.
    pub fn var(&mut self, name: &str, sort: Sort, offset: u32, letter: &str) -> u32 {
        let label = format!("{letter}{offset}").into();
        self.vars.push(Var { name: name.into(), sort, offset, label });
        self.vars.len() as u32 - 1
    }

    /// A variable that no text binds.
    pub fn fresh(&mut self, sort: Sort) -> u32 {
        let number = self.vars.len();
        self.vars.push(Var { name: "".into(), sort, offset: u32::MAX, label: format!("u{number}").into() });
        number as u32
    }

    pub fn var_term(&mut self, var: u32) -> Result<Term, String> {
        let sort = self.vars[var as usize].sort;
        self.add(Node::Var(var), sort)
    }

    /// `body` of copies of the terms, so that each is there once: what follows is built of them as often as need be.
    pub fn sharing(
        &mut self,
        terms: &[Term],
        body: impl FnOnce(&mut Self, &[Term]) -> Result<Term, String>,
    ) -> Result<Term, String> {
        let mut bindings = Vec::new();
        let mut names = Vec::new();
        for &term in terms {
            if let Node::Literal(_) | Node::Var(_) = self.node(term) {
                names.push(term);
                continue;
            }
            let var = self.fresh(self.sort(term));
            bindings.push((var, term));
            names.push(self.var_term(var)?);
        }
        let result = body(self, &names)?;
        if bindings.is_empty() {
            return Ok(result);
        }
        let sort = self.sort(result);
        self.add(Node::Let(bindings.into(), result), sort)
    }

    /// The terms directly below one.
    pub fn below(&self, term: Term) -> Vec<Term> {
        match self.node(term) {
            Node::Literal(_) | Node::Var(_) => Vec::new(),
            Node::App(_, args) => args.to_vec(),
            Node::Let(bindings, body) => bindings.iter().map(|binding| binding.1).chain([*body]).collect(),
            Node::Quantifier(quantifier) => vec![quantifier.body],
        }
    }

    /// Whether any term in `root` is as `wanted` says.
    pub fn any(&self, root: Term, wanted: impl Fn(&Node) -> bool) -> bool {
        let mut open = vec![root];
        while let Some(term) = open.pop() {
            if wanted(self.node(term)) {
                return true;
            }
            open.extend(self.below(term));
        }
        false
    }
}
