//! Writes terms, and the declarations that they need, as SMT-LIB text that every solver reads alike.
//!
//! Solvers know more names than the standard has, and refuse or misread a script that declares one of them. So every declared
//! name gets a mark that no such name ends in; a bound variable is called by a letter and the byte where it is bound. No name
//! of the script or the evidence is written as it is, so none can be taken for another.

use super::{
    instantiate::Fate,
    names::FunctionKind,
    sorts::Sort,
    term::{Head, Node, Term},
    text,
    world::World,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{fmt::Write, rc::Rc};

/// A declaration or a definition, and those that must stand before it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub text: String,
    pub uses: Vec<usize>,
}

pub(super) struct Printer<'w> {
    pub world: &'w mut World,
    /// What stands in the place of predicates, if anything does: parameters and body.
    pub definitions: FxHashMap<u32, (Rc<[u32]>, Term)>,
    pub pieces: Vec<Piece>,
    pub(super) sorts: FxHashMap<Sort, (Rc<str>, Vec<usize>)>,
    pub(super) data: FxHashMap<Sort, DataNames>,
    functions: FxHashMap<u32, (Rc<str>, usize)>,
    elements: FxHashMap<u32, (Rc<str>, usize)>,
    /// Functions whose pieces are still to be written.
    pending: Vec<u32>,
    taken: FxHashSet<Rc<str>>,
}

/// What an instance of a datatype is called, and the piece that declares it.
#[derive(Clone, Debug)]
pub(super) struct DataNames {
    pub constructors: Rc<[ConstructorNames]>,
    pub piece: usize,
}

/// What a constructor and its fields are called.
#[derive(Clone, Debug)]
pub(super) struct ConstructorNames {
    pub name: Rc<str>,
    pub fields: Vec<Rc<str>>,
}

/// What is still to be written.
enum Out {
    Term(Term),
    Word(&'static str),
    Name(Rc<str>),
}

pub(super) type Fates = FxHashMap<Term, Fate>;

impl<'w> Printer<'w> {
    pub fn new(world: &'w mut World, definitions: FxHashMap<u32, (Rc<[u32]>, Term)>) -> Self {
        Printer {
            world,
            definitions,
            pieces: Vec::new(),
            sorts: FxHashMap::default(),
            data: FxHashMap::default(),
            functions: FxHashMap::default(),
            elements: FxHashMap::default(),
            pending: Vec::new(),
            taken: FxHashSet::default(),
        }
    }

    /// A name that nothing else is called by.
    pub fn name(&mut self, name: &str) -> Rc<str> {
        // Solvers know `!`, also between bars.
        let marked = if name.is_empty() { "!.".into() } else { format!("{name}!") };
        let mut result: Rc<str> = text::quoted(&marked).into();
        let mut number = 0;
        while !self.taken.insert(result.clone()) {
            number += 1;
            result = text::quoted(&format!("{marked}{number}")).into();
        }
        result
    }

    pub fn piece(&mut self, text: String, mut uses: Vec<usize>) -> usize {
        uses.sort_unstable();
        uses.dedup();
        self.pieces.push(Piece { text, uses });
        self.pieces.len() - 1
    }

    /// What a variable is called.
    pub fn label(&self, var: u32) -> Rc<str> {
        self.world.terms.vars[var as usize].label.clone()
    }

    /// `(x S)`
    pub fn binding(&mut self, var: u32, uses: &mut Vec<usize>) -> Result<String, String> {
        let sort = self.world.terms.vars[var as usize].sort;
        Ok(format!("({} {})", self.label(var), self.sort(sort, uses)?))
    }

    /// A term, with what becomes of its quantifiers.
    pub fn term(&mut self, root: Term, fates: &Fates, uses: &mut Vec<usize>) -> Result<String, String> {
        let mut out = String::new();
        let mut open = vec![Out::Term(root)];
        while let Some(next) = open.pop() {
            let term = match next {
                Out::Term(term) => term,
                Out::Word(word) => {
                    out.push_str(word);
                    continue;
                }
                Out::Name(name) => {
                    out.push_str(&name);
                    continue;
                }
            };
            match self.world.terms.node(term).clone() {
                Node::Literal(text) => out.push_str(&text),
                Node::Var(var) => out.push_str(&self.label(var)),
                Node::App(head, args) => self.application(&head, &args, fates, &mut open, uses)?,
                Node::Let(bindings, body) => {
                    open.extend([Out::Word(")"), Out::Term(body), Out::Word(") ")]);
                    for (var, value) in bindings.iter().rev() {
                        let label = self.label(*var);
                        open.extend([
                            Out::Word(")"),
                            Out::Term(*value),
                            Out::Word(" "),
                            Out::Name(label),
                            Out::Word("("),
                        ]);
                    }
                    open.push(Out::Word("(let ("));
                }
                Node::Quantifier(quantifier) => match fates.get(&term) {
                    Some(Fate::Opened) => open.push(Out::Term(quantifier.body)),
                    Some(Fate::Weakened) => out.push_str(if quantifier.universal { "true" } else { "false" }),
                    None => {
                        out.push_str(if quantifier.universal { "(forall (" } else { "(exists (" });
                        for var in quantifier.vars.iter() {
                            out.push_str(&self.binding(*var, uses)?);
                        }
                        out.push_str(") ");
                        open.extend([Out::Word(")"), Out::Term(quantifier.body)]);
                    }
                },
            }
        }
        Ok(out)
    }

    fn application(
        &mut self,
        head: &Head,
        args: &[Term],
        fates: &Fates,
        open: &mut Vec<Out>,
        uses: &mut Vec<usize>,
    ) -> Result<(), String> {
        // Scripts exist with all their clauses in one conjunction: those that became `true` are left out. What became `false`,
        // an `exists` below a negation, is not.
        let is_universal = |term: &Term| matches!(self.world.terms.node(*term), Node::Quantifier(q) if q.universal);
        let is_idle = |term: &&Term| fates.get(term) == Some(&Fate::Weakened) && is_universal(term);
        if *head == Head::Op("and") && args.iter().any(|arg| is_idle(&arg)) {
            let left: Vec<Term> = args.iter().filter(|arg| !is_idle(arg)).copied().collect();
            match left.as_slice() {
                [] => open.push(Out::Word("true")),
                [one] => open.push(Out::Term(*one)),
                many => arguments("and".into(), many, open),
            }
            return Ok(());
        }
        let name = self.head(head, uses)?;
        match args {
            [] => open.push(Out::Name(name)),
            args => arguments(name, args, open),
        }
        Ok(())
    }

    fn head(&mut self, head: &Head, uses: &mut Vec<usize>) -> Result<Rc<str>, String> {
        Ok(match head {
            Head::Op(op) => (*op).into(),
            Head::Indexed(text) => text.clone(),
            Head::Function(number) => {
                let (name, piece) = self.function(*number);
                uses.push(piece);
                name
            }
            Head::Constructor(sort, index) => self.data_names(*sort, uses)?.constructors[*index as usize].name.clone(),
            Head::Selector(sort, index, field) => {
                self.data_names(*sort, uses)?.constructors[*index as usize].fields[*field as usize].clone()
            }
            Head::Tester(sort, index) => {
                let names = self.data_names(*sort, uses)?;
                format!("(_ is {})", names.constructors[*index as usize].name).into()
            }
            Head::Constant(sort) => format!("(as const {})", self.sort(*sort, uses)?).into(),
            Head::Element(number) => self.element(*number, uses)?,
        })
    }

    fn data_names(&mut self, sort: Sort, uses: &mut Vec<usize>) -> Result<DataNames, String> {
        let sort = self.world.terms.sorts.closed(sort)?;
        self.sort(sort, uses)?;
        self.data.get(&sort).cloned().ok_or_else(|| "a constructor of no datatype".into())
    }

    /// A function's name and its piece, which is written later.
    fn function(&mut self, number: u32) -> (Rc<str>, usize) {
        if let Some(known) = self.functions.get(&number) {
            return known.clone();
        }
        let name = self.world.names.function(number).name.clone();
        let known = (self.name(&name), self.piece(String::new(), Vec::new()));
        self.functions.insert(number, known.clone());
        self.pending.push(number);
        known
    }

    fn element(&mut self, number: u32, uses: &mut Vec<usize>) -> Result<Rc<str>, String> {
        let (name, sort) = self.world.names.elements[number as usize].clone();
        let (name, piece) = match self.elements.get(&number) {
            Some(known) => known.clone(),
            None => {
                let (name, mut uses) = (self.name(&name), Vec::new());
                let text = format!("(declare-const {name} {})\n", self.sort(sort, &mut uses)?);
                let known = (name, self.piece(text, uses));
                self.elements.insert(number, known.clone());
                known
            }
        };
        uses.push(piece);
        Ok(name)
    }

    /// Writes the declarations and definitions of all functions that are used so far.
    pub fn finish(&mut self) -> Result<(), (u32, String)> {
        while let Some(number) = self.pending.pop() {
            let (name, piece) = self.functions[&number].clone();
            let mut uses = Vec::new();
            let text = self.declaration(number, &name, &mut uses).map_err(|why| (number, why))?;
            uses.sort_unstable();
            uses.dedup();
            self.pieces[piece] = Piece { text, uses };
        }
        Ok(())
    }

    fn declaration(&mut self, number: u32, name: &str, uses: &mut Vec<usize>) -> Result<String, String> {
        let function = self.world.names.function(number).clone();
        let result = self.sort(function.result, uses)?;
        let definition = match &function.kind {
            FunctionKind::Macro(definition) => Some((definition.vars.clone(), definition.body)),
            FunctionKind::Predicate => self.definitions.get(&number).cloned(),
            FunctionKind::Open => None,
        };
        let mut text = String::new();
        match definition {
            Some((vars, body)) => {
                for var in vars.iter() {
                    text += &self.binding(*var, uses)?;
                }
                let body = self.term(body, &Fates::default(), uses)?;
                Ok(format!("(define-fun {name} ({text}) {result} {body})\n"))
            }
            None => {
                for (i, sort) in function.params.iter().enumerate() {
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{}{}", if i > 0 { " " } else { "" }, self.sort(*sort, uses)?);
                }
                Ok(format!("(declare-fun {name} ({text}) {result})\n"))
            }
        }
    }
}

/// Puts a head with arguments on the stack.
fn arguments(head: Rc<str>, args: &[Term], open: &mut Vec<Out>) {
    open.push(Out::Word(")"));
    for arg in args.iter().rev() {
        open.extend([Out::Term(*arg), Out::Word(" ")]);
    }
    open.extend([Out::Name(head), Out::Word("(")]);
}

/// The pieces that are needed for some of them, each after those that it needs.
pub(super) fn prelude(pieces: &[Piece], wanted: &[usize]) -> String {
    let mut out = text::PRELUDE.to_string();
    let mut state = vec![0u8; pieces.len()];
    let mut open: Vec<usize> = wanted.iter().rev().copied().collect();
    while let Some(&piece) = open.last() {
        match state[piece] {
            0 => {
                state[piece] = 1;
                open.extend(pieces[piece].uses.iter().rev().filter(|other| state[**other] == 0));
            }
            1 => {
                state[piece] = 2;
                out += &pieces[piece].text;
                open.pop();
            }
            _ => drop(open.pop()),
        }
    }
    out
}
