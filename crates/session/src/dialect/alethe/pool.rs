//! Terms of a proof: the source's S-expressions with `let` and definitions unfolded, each different term once.

use super::sort::{self, Mixture, Sort};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A term of the pool. Arguments have smaller ids than what they are arguments of.
pub(super) type Id = usize;

/// What a term is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    /// A numeral, an operator, a constant.
    Symbol(String),
    /// A variable, by the byte of its binder.
    Var { offset: u32, name: String, sort: Sort },
    /// A head and its arguments.
    App(Vec<Id>),
    /// A quantifier.
    Quantifier(Quantifier),
}

/// A quantifier with what it binds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Quantifier {
    /// `forall` or `exists`
    pub word: String,
    /// Offset, name and sort of each variable.
    pub vars: Vec<(u32, String, String)>,
    pub body: Id,
    /// How the source writes it, where that means the same.
    pub written: Option<String>,
}

/// A term under some negations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal {
    pub term: Id,
    pub negations: usize,
}

impl Literal {
    /// The term itself, which must be no negation.
    pub fn positive(term: Id) -> Literal {
        Literal { term, negations: 0 }
    }

    /// Its negation.
    pub fn negated(self) -> Literal {
        Literal { negations: self.negations + 1, ..self }
    }
}

/// All terms of a proof.
#[derive(Default)]
pub(super) struct Pool {
    nodes: IndexSet<Node, FxBuildHasher>,
    /// Whether a term has no free variable.
    closed: Vec<bool>,
    /// The sort of a term; none where the checker refuses it.
    sorts: Vec<Option<Sort>>,
    /// The declared functions: the sorts of the arguments, and of the result.
    functions: FxHashMap<String, (Vec<Sort>, Sort)>,
    /// Whether a term has integers among reals.
    mixed: bool,
    /// Closed terms that were written before, and by which name.
    names: FxHashMap<Id, String>,
}

impl Pool {
    pub fn add(&mut self, node: Node) -> Id {
        let closed = match &node {
            Node::Symbol(_) => true,
            Node::Var { .. } => false,
            Node::App(parts) => parts.iter().all(|&part| self.closed[part]),
            Node::Quantifier(quantifier) => quantifier.written.is_some(),
        };
        let (id, new) = self.nodes.insert_full(node);
        if new {
            self.closed.push(closed);
            let sort = self.compute_sort(id);
            self.sorts.push(sort);
        }
        id
    }

    /// Declares a function under its name as it is written.
    pub fn declare(&mut self, name: String, params: Vec<Sort>, result: Sort) {
        self.functions.insert(name, (params, result));
    }

    /// Whether a function of that name is declared.
    pub fn is_declared(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// The sort of a term; none where the checker refuses it.
    pub fn sort(&self, id: Id) -> Option<Sort> {
        self.sorts[id]
    }

    /// Whether some term has integers among reals.
    pub fn is_mixed(&self) -> bool {
        self.mixed
    }

    /// The sort of a new term, whose parts have theirs.
    fn compute_sort(&mut self, id: Id) -> Option<Sort> {
        match &self.nodes[id] {
            Node::Symbol(text) => {
                let constant = self.functions.get(text).filter(|(params, _)| params.is_empty());
                constant.map(|(_, result)| *result).or_else(|| sort::of_symbol(text))
            }
            Node::Var { sort, .. } => Some(*sort),
            Node::Quantifier(quantifier) => self.sorts[quantifier.body].filter(|&sort| sort == Sort::Bool),
            Node::App(_) => {
                let (word, args) = self.parts(id)?;
                let args: Vec<Sort> = args.iter().map(|&arg| self.sorts[arg]).collect::<Option<_>>()?;
                if let Some((params, result)) = self.functions.get(word) {
                    return (*params == args).then_some(*result);
                }
                let (sort, mixture) = sort::of_application(word, &args)?;
                self.mixed |= mixture == Mixture::Arithmetic;
                Some(sort)
            }
        }
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    pub fn symbol(&mut self, text: &str) -> Id {
        self.add(Node::Symbol(text.into()))
    }

    pub fn app(&mut self, head: &str, args: &[Id]) -> Id {
        let head = self.symbol(head);
        self.add(Node::App([&[head], args].concat()))
    }

    /// A closed quantifier over the variables of another.
    pub fn quantifier(&mut self, word: &str, like: &Quantifier, body: Id) -> Id {
        let vars: Vec<String> = like.vars.iter().map(|(_, name, sort)| format!("({name} {sort})")).collect();
        let written = format!("({word} ({}) {})", vars.join(" "), self.write_plain(body));
        let written = like.written.is_some().then_some(written);
        self.add(Node::Quantifier(Quantifier { word: word.into(), vars: like.vars.clone(), body, written }))
    }

    /// The word at the head of an application, and the arguments.
    pub fn parts(&self, id: Id) -> Option<(&str, &[Id])> {
        let Node::App(parts) = self.node(id) else { return None };
        let (head, args) = parts.split_first()?;
        match self.node(*head) {
            Node::Symbol(word) => Some((word, args)),
            _ => None,
        }
    }

    /// A term as a literal, its negations counted.
    pub fn literal(&self, mut term: Id) -> Literal {
        let mut negations = 0;
        while let Some(("not", [inner])) = self.parts(term) {
            term = *inner;
            negations += 1;
        }
        Literal { term, negations }
    }

    /// All terms below some, arguments first.
    pub fn below(&self, roots: &[Id]) -> Vec<Id> {
        let mut seen = std::collections::BTreeSet::new();
        let mut todo = roots.to_vec();
        while let Some(id) = todo.pop() {
            if seen.insert(id) {
                match self.node(id) {
                    Node::App(parts) => todo.extend(parts),
                    Node::Quantifier(quantifier) => todo.push(quantifier.body),
                    Node::Symbol(_) | Node::Var { .. } => {}
                }
            }
        }
        seen.into_iter().collect()
    }

    /// A term with values for some variables.
    pub fn instance(&mut self, root: Id, values: &FxHashMap<u32, Id>) -> Id {
        let mut image: FxHashMap<Id, Id> = FxHashMap::default();
        for id in self.below(&[root]) {
            let new = match self.node(id).clone() {
                Node::Symbol(_) => id,
                Node::Var { offset, .. } => values.get(&offset).copied().unwrap_or(id),
                Node::App(parts) => {
                    let parts = parts.iter().map(|part| image[part]).collect();
                    self.add(Node::App(parts))
                }
                Node::Quantifier(quantifier) => {
                    let body = image[&quantifier.body];
                    let written = quantifier.written.filter(|_| body == quantifier.body);
                    self.add(Node::Quantifier(Quantifier { body, written, ..quantifier }))
                }
            };
            image.insert(id, new);
        }
        image[&root]
    }

    /// A literal as text.
    pub fn write_literal(&mut self, Literal { term, negations }: Literal) -> String {
        let inner = self.write(term);
        format!("{}{inner}{}", "(not ".repeat(negations), ")".repeat(negations))
    }

    /// A term as text. A closed one that is written again is called by the name that it got the first time.
    pub fn write(&mut self, root: Id) -> String {
        self.write_pieces(Piece::Term { id: root, may_name: true })
    }

    /// A term below a quantifier as text: none of its parts gets a name.
    fn write_plain(&mut self, root: Id) -> String {
        self.write_pieces(Piece::Term { id: root, may_name: false })
    }

    fn write_pieces(&mut self, root: Piece) -> String {
        let mut out = String::new();
        let mut todo = vec![root];
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Term { id, may_name } => self.write_term(id, may_name, &mut out, &mut todo),
            }
        }
        out
    }

    fn write_term(&mut self, id: Id, may_name: bool, out: &mut String, todo: &mut Vec<Piece>) {
        if let Some(name) = self.names.get(&id) {
            return out.push_str(name);
        }
        let is_large = match self.node(id) {
            Node::App(parts) => parts.iter().any(|&part| !matches!(self.node(part), Node::Symbol(_))),
            Node::Quantifier(_) => true,
            Node::Symbol(_) | Node::Var { .. } => false,
        };
        let named = may_name && is_large && self.closed[id];
        if named {
            out.push_str("(! ");
            let name = format!("@p{}", self.names.len() + 1);
            todo.push(Piece::Text(format!(" :named {name})")));
            self.names.insert(id, name);
        }
        match self.node(id) {
            Node::Symbol(text) | Node::Var { name: text, .. } => out.push_str(text),
            Node::App(parts) => {
                todo.push(Piece::Text(")".into()));
                for (i, &id) in parts.iter().enumerate().rev() {
                    todo.push(Piece::Term { id, may_name });
                    todo.push(Piece::Text(if i == 0 { "(".into() } else { " ".into() }));
                }
            }
            Node::Quantifier(Quantifier { written: Some(text), .. }) => out.push_str(text),
            Node::Quantifier(Quantifier { word, vars, body, .. }) => {
                let vars: Vec<String> = vars.iter().map(|(_, name, sort)| format!("({name} {sort})")).collect();
                out.push_str(&format!("({word} ({}) ", vars.join(" ")));
                todo.push(Piece::Text(")".into()));
                todo.push(Piece::Term { id: *body, may_name: false });
            }
        }
    }
}

enum Piece {
    Text(String),
    /// A term; below a quantifier none gets a name.
    Term {
        id: Id,
        may_name: bool,
    },
}
