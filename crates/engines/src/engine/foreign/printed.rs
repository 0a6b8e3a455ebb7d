//! What a solver printed, as trees: S-expressions, `f(a, b)` as Eldarica has it, and words between them. Anything can be read:
//! solvers print warnings, numbers of lines and half a proof, and what makes no sense is passed over by those who look for it.

use rustc_hash::FxHashMap;

/// Words and lists, in the order of the text; a list comes before its parts, but behind the word in front of `f(…)`.
pub(super) struct Printed<'s> {
    nodes: Vec<Node<'s>>,
    /// For a word that a `let` binds, what it stands for.
    meanings: FxHashMap<usize, usize>,
}

/// One word or list.
pub(super) enum Node<'s> {
    /// A word, without the bars of a quoted symbol.
    Word(&'s str),
    /// A list; of `f(a, b)` the first part is `f`.
    List(Vec<usize>),
}

/// What the last token was, if the next one follows it without a blank.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// A blank, or what cannot be applied to anything.
    Nothing,
    /// A word or `f(…)`: applied to what a parenthesis opens.
    Function,
}

impl<'s> Printed<'s> {
    /// Reads a text.
    pub fn read(text: &'s str) -> Self {
        let mut reading =
            Reading { nodes: vec![Node::List(Vec::new())], open: vec![(0, false)], before: Before::Nothing };
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            rest = &rest[reading.token(rest, c)..];
        }
        let mut printed = Printed { nodes: reading.nodes, meanings: FxHashMap::default() };
        printed.resolve();
        printed
    }

    /// The numbers of all words and lists.
    pub fn all(&self) -> impl Iterator<Item = usize> + use<> {
        0..self.nodes.len()
    }

    /// A word or list; for a word that is bound, what it stands for.
    pub fn node(&self, mut at: usize) -> &Node<'s> {
        while let Some(&meaning) = self.meanings.get(&at) {
            at = meaning;
        }
        &self.nodes[at]
    }

    /// The word, if it is one.
    pub fn word(&self, at: usize) -> Option<&'s str> {
        match self.node(at) {
            Node::Word(word) => Some(word),
            Node::List(_) => None,
        }
    }

    /// The parts of a list; none of a word.
    pub fn parts(&self, at: usize) -> &[usize] {
        match self.node(at) {
            Node::Word(_) => &[],
            Node::List(parts) => parts,
        }
    }

    /// Finds what the words mean that `let` binds.
    fn resolve(&mut self) {
        let mut scopes: FxHashMap<&'s str, Vec<usize>> = FxHashMap::default();
        let mut todo = vec![Todo::Visit(0)];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Bind(name, meaning) => scopes.entry(name).or_default().push(meaning),
                Todo::Forget(name) => _ = scopes.get_mut(name).and_then(Vec::pop),
                Todo::Visit(at) => match &self.nodes[at] {
                    Node::Word(word) => {
                        if let Some(&meaning) = scopes.get(word).and_then(|all| all.last()) {
                            self.meanings.insert(at, meaning);
                        }
                    }
                    Node::List(parts) => match self.bindings(parts) {
                        None => todo.extend(parts.iter().rev().map(|&part| Todo::Visit(part))),
                        Some(bindings) => {
                            // What is pushed last comes first: the bound terms, the names, the body, and the names' end.
                            todo.extend(bindings.iter().map(|&(name, _)| Todo::Forget(name)));
                            todo.extend(parts[2..].iter().rev().map(|&part| Todo::Visit(part)));
                            todo.extend(bindings.iter().map(|&(name, meaning)| Todo::Bind(name, meaning)));
                            todo.extend(bindings.iter().rev().map(|&(_, meaning)| Todo::Visit(meaning)));
                        }
                    },
                },
            }
        }
    }

    /// The names and terms of `(let ((name term) …) body)`.
    fn bindings(&self, parts: &[usize]) -> Option<Vec<(&'s str, usize)>> {
        let [head, bindings, _, ..] = parts else { return None };
        let (Node::Word("let"), Node::List(bindings)) = (&self.nodes[*head], &self.nodes[*bindings]) else {
            return None;
        };
        let binding = |&at: &usize| match &self.nodes[at] {
            Node::List(pair) => match (pair.as_slice(), pair.first().map(|&name| &self.nodes[name])) {
                (&[_, term], Some(Node::Word(name))) => Some((*name, term)),
                _ => None,
            },
            Node::Word(_) => None,
        };
        bindings.iter().map(binding).collect()
    }
}

enum Todo<'s> {
    Visit(usize),
    Bind(&'s str, usize),
    Forget(&'s str),
}

struct Reading<'s> {
    nodes: Vec<Node<'s>>,
    /// The open lists, and whether each is of the kind `f(…)`.
    open: Vec<(usize, bool)>,
    before: Before,
}

impl<'s> Reading<'s> {
    /// Takes the token at the start of `rest`, whose first character is `c`; its length.
    fn token(&mut self, rest: &'s str, c: char) -> usize {
        let before = std::mem::replace(&mut self.before, Before::Nothing);
        match c {
            '(' => self.open_list(before == Before::Function),
            ')' => self.close_list(),
            ';' => return rest.find('\n').unwrap_or(rest.len()),
            '|' => {
                // A bar that is never closed is nothing.
                if let Some(length) = rest[1..].find('|') {
                    self.add_word(&rest[1..=length], true);
                    return length + 2;
                }
            }
            '"' => {
                // Nor is a quote that is not closed on its line.
                let line = rest[1..].lines().next().unwrap_or_default();
                return line.find('"').map_or(1, |length| length + 2);
            }
            _ if is_blank(c) => {}
            _ => {
                let length = rest.find(|c| is_blank(c) || "()|;\"".contains(c)).unwrap_or(rest.len());
                self.add_word(&rest[..length], !rest[..length].ends_with(':'));
                return length;
            }
        }
        c.len_utf8()
    }

    fn add_word(&mut self, word: &'s str, is_function: bool) {
        self.add(Node::Word(word));
        self.before = if is_function { Before::Function } else { Before::Nothing };
    }

    fn add(&mut self, node: Node<'s>) {
        let here = self.nodes.len();
        self.nodes.push(node);
        self.innermost().push(here);
    }

    fn innermost(&mut self) -> &mut Vec<usize> {
        let innermost = self.open.last().map_or(0, |&(list, _)| list);
        match &mut self.nodes[innermost] {
            Node::List(parts) => parts,
            Node::Word(_) => unreachable!("only lists are open"),
        }
    }

    fn open_list(&mut self, is_applied: bool) {
        let function = if is_applied { self.innermost().pop() } else { None };
        self.add(Node::List(function.into_iter().collect()));
        self.open.push((self.nodes.len() - 1, is_applied));
    }

    fn close_list(&mut self) {
        // The outermost list is the text.
        if self.open.len() > 1
            && let Some((_, true)) = self.open.pop()
        {
            self.before = Before::Function;
        }
    }
}

/// Commas are blanks, too: they stand between the arguments of `f(a, b)`.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == ','
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trees with single blanks, and what is bound put in.
    fn shown(printed: &Printed, at: usize) -> String {
        match printed.node(at) {
            Node::Word(word) => (*word).into(),
            Node::List(parts) => {
                let parts: Vec<String> = parts.iter().map(|&part| shown(printed, part)).collect();
                format!("({})", parts.join(" "))
            }
        }
    }

    #[test]
    fn both_syntaxes_and_anything_else_are_read() {
        for (text, expected) in [
            ("0:\t(p 1 (- 2)) -> 3", "(0: (p 1 (- 2)) -> 3)"),
            ("1: p(1, -2) -> 2, 3", "(1: (p 1 -2) -> 2 3)"),
            ("0:(p 1)", "(0: (p 1))"),
            ("f(a, g(b), c)", "((f a (g b) c))"),
            ("as(const, Array(Int, Int))(0)", "(((as const (Array Int Int)) 0))"),
            ("((p) (q))", "(((p) (q)))"),
            ("((p)(q))", "(((p) (q)))"),
            ("|p q|(1) (|a,b| 2)", "((p q 1) (a,b 2))"),
            ("(p 1) ; (q 2)\n(r 3)", "((p 1) (r 3))"),
            ("(error \"(p 1)\") it's | \"half\n(p 2", "((error) it's half (p 2))"),
            (") (p 1)) x", "((p 1) x)"),
        ] {
            let printed = Printed::read(text);
            assert_eq!(shown(&printed, 0), expected, "{text}");
        }
    }

    #[test]
    fn let_binds_in_its_body_alone() {
        let printed = Printed::read("(let ((x 1) (y x)) (f x y (let ((x (g x))) x))) x");
        let [bound, free] = *printed.parts(0) else { panic!() };
        let body = printed.parts(bound)[2];
        assert_eq!(shown(&printed, body), "(f 1 x (let ((x (g 1))) (g 1)))");
        assert_eq!(shown(&printed, free), "x");
    }

    #[test]
    fn depth_costs_no_stack() {
        let n = 200_000;
        let text = "(let ((x (f x))) ".repeat(n);
        assert_eq!(Printed::read(&text).all().count(), 1 + 8 * n);
    }
}
