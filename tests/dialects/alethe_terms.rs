//! Terms of proofs and problems: `let`, definitions and `:named` unfolded, each different term once.

use alphorn::sexpr::Sexpr;
use std::collections::HashMap;

pub type Id = usize;

#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Term {
    Atom(String),
    List(Vec<Id>),
}

/// A definition: parameters and body, as S-expressions made into terms over the parameters' names.
struct Definition {
    params: Vec<String>,
    body: Id,
}

#[derive(Default)]
pub struct Terms {
    all: Vec<Term>,
    ids: HashMap<Term, Id>,
    named: HashMap<String, Id>,
    definitions: HashMap<String, Definition>,
}

impl Terms {
    pub fn add(&mut self, term: Term) -> Id {
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        self.all.push(term.clone());
        self.ids.insert(term, self.all.len() - 1);
        self.all.len() - 1
    }

    pub fn atom(&mut self, text: &str) -> Id {
        self.add(Term::Atom(text.into()))
    }

    pub fn list(&mut self, head: &str, args: &[Id]) -> Id {
        let head = self.atom(head);
        self.add(Term::List([&[head], args].concat()))
    }

    pub fn is_atom(&self, id: Id, text: &str) -> bool {
        matches!(&self.all[id], Term::Atom(atom) if atom == text)
    }

    pub fn text(&self, id: Id) -> Option<&str> {
        match &self.all[id] {
            Term::Atom(text) => Some(text),
            Term::List(_) => None,
        }
    }

    /// The arguments, if the head is this word.
    pub fn args(&self, id: Id, word: &str) -> Option<&[Id]> {
        match &self.all[id] {
            Term::List(parts) if !parts.is_empty() && self.is_atom(parts[0], word) => Some(&parts[1..]),
            _ => None,
        }
    }

    pub fn parts(&self, id: Id) -> &[Id] {
        match &self.all[id] {
            Term::List(parts) => parts,
            Term::Atom(_) => &[],
        }
    }

    /// How many negations stand in front, and of what.
    pub fn negations(&self, mut id: Id) -> (usize, Id) {
        let mut n = 0;
        while let Some([inner]) = self.args(id, "not") {
            id = *inner;
            n += 1;
        }
        (n, id)
    }

    pub fn define(&mut self, parts: &[Sexpr<'_>]) {
        let (params, body) = if parts[0].is_word("define-fun") {
            (parts[2].children().map(|p| p.head().unwrap().symbol().unwrap().to_string()).collect(), parts[4])
        } else {
            (Vec::new(), parts[3])
        };
        let body = self.read(body).unwrap();
        self.definitions.insert(parts[1].symbol().unwrap().into(), Definition { params, body });
    }

    pub fn read(&mut self, node: Sexpr<'_>) -> Result<Id, String> {
        self.read_in(node, &mut HashMap::new())
    }

    /// The literals of `(cl …)`.
    pub fn read_clause(&mut self, clause: Sexpr<'_>) -> Result<Vec<Id>, String> {
        let literals: Vec<_> = clause.children().skip(1).collect();
        literals.into_iter().map(|literal| self.read(literal)).collect()
    }

    fn read_in<'a>(&mut self, node: Sexpr<'a>, lets: &mut HashMap<&'a str, Vec<Id>>) -> Result<Id, String> {
        if !node.is_list() {
            let name = node.symbol().unwrap_or(node.text());
            // The value is what counts.
            let is_decimal = name.contains('.') && name.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit());
            let name = if is_decimal { name.trim_end_matches('0') } else { name };
            if let Some(id) = lets.get(name).and_then(|all| all.last()) {
                return Ok(*id);
            }
            if let Some(id) = self.named.get(name) {
                return Ok(*id);
            }
            return Ok(match self.definitions.get(name) {
                Some(definition) if definition.params.is_empty() => definition.body,
                _ => self.atom(name),
            });
        }
        let parts: Vec<_> = node.children().collect();
        let head = parts.first().map(|head| head.text()).unwrap_or_default();
        match head {
            "let" => {
                let mut bound = Vec::new();
                for binding in parts[1].children() {
                    let pair: Vec<_> = binding.children().collect();
                    bound.push((pair[0].symbol().unwrap(), self.read_in(pair[1], lets)?));
                }
                bound.iter().for_each(|(name, id)| lets.entry(name).or_default().push(*id));
                let body = self.read_in(parts[2], lets)?;
                for (name, _) in &bound {
                    lets.get_mut(name).unwrap().pop();
                }
                Ok(body)
            }
            "forall" | "exists" => {
                let mut vars = Vec::new();
                for var in parts[1].children() {
                    let pair: Vec<_> = var.children().collect();
                    let name = self.atom(pair[0].symbol().unwrap());
                    lets.entry(pair[0].symbol().unwrap()).or_default().push(name);
                    let sort = self.atom(pair[1].text());
                    vars.push(self.add(Term::List(vec![name, sort])));
                }
                let vars_id = self.add(Term::List(vars));
                let body = self.read_in(parts[2], lets)?;
                parts[1].children().for_each(|var| {
                    lets.get_mut(var.head().unwrap().symbol().unwrap()).unwrap().pop();
                });
                Ok(self.list(head, &[vars_id, body]))
            }
            "!" => {
                let inner = self.read_in(parts[1], lets)?;
                if parts.get(2).is_some_and(|key| key.text() == ":named") && parts[3].text().starts_with('@') {
                    self.named.insert(parts[3].text().into(), inner);
                }
                Ok(inner)
            }
            _ => {
                let ids = parts.iter().map(|p| self.read_in(*p, lets)).collect::<Result<Vec<_>, _>>()?;
                match self.definitions.get(parts[0].symbol().unwrap_or_default()) {
                    Some(Definition { params, body }) => {
                        let (params, body) = (params.clone(), *body);
                        let map = params.into_iter().zip(ids[1..].iter().copied()).collect();
                        Ok(self.substitute(body, &map))
                    }
                    None => Ok(self.add(Term::List(ids))),
                }
            }
        }
    }

    /// Replaces free names.
    pub fn substitute(&mut self, id: Id, map: &HashMap<String, Id>) -> Id {
        self.substitute_with(id, map, &mut HashMap::new())
    }

    fn substitute_with(&mut self, id: Id, map: &HashMap<String, Id>, done: &mut HashMap<Id, Id>) -> Id {
        if let Some(image) = done.get(&id) {
            return *image;
        }
        let image = match self.all[id].clone() {
            Term::Atom(text) => map.get(&text).copied().unwrap_or(id),
            Term::List(parts) if parts.len() == 3 && ["forall", "exists"].iter().any(|w| self.is_atom(parts[0], w)) => {
                let bound: Vec<String> =
                    self.parts(parts[1]).iter().map(|v| self.text(self.parts(*v)[0]).unwrap().to_string()).collect();
                let mut inner = map.clone();
                inner.retain(|name, _| !bound.contains(name));
                let body = self.substitute(parts[2], &inner);
                self.add(Term::List(vec![parts[0], parts[1], body]))
            }
            Term::List(parts) => {
                let parts = parts.into_iter().map(|part| self.substitute_with(part, map, done)).collect();
                self.add(Term::List(parts))
            }
        };
        done.insert(id, image);
        image
    }
}
