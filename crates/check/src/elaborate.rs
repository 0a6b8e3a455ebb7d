//! From S-expressions to terms, with a stack of its own: depth costs memory, not machine stack.

use super::{
    matching::Match,
    names::{Function, FunctionKind, Macro, Meaning},
    sorts::{Shape, Sort},
    term::{Node, Quantifier, Term},
    text,
    world::World,
};
use alphorn_sexpr::{Children, Kind, Sexpr};
use rustc_hash::FxHashSet;

/// Whose text is read.
#[derive(Clone, Copy)]
pub(super) struct Text<'r> {
    /// What the labels of its variables begin with.
    pub letter: &'static str,
    /// Whether it is the script: only there are annotations, and names that they give.
    pub is_script: bool,
    /// The variables of the rule dialect that may be used, if any may.
    pub rule: Option<&'r FxHashSet<u32>>,
}

enum Frame<'a> {
    Apply { list: Sexpr<'a>, args: Children<'a>, base: usize },
    Let { list: Sexpr<'a>, bindings: Children<'a>, base: usize },
    LetBody { vars: Vec<u32>, base: usize },
    Quantifier { universal: bool, vars: Vec<u32> },
    Annotated { list: Sexpr<'a> },
    Match(Match<'a>),
}

/// One text on its way to a term.
pub(super) struct Elaborator<'w, 'r> {
    pub world: &'w mut World,
    pub text: Text<'r>,
}

impl World {
    /// A term of a sort.
    pub fn read_term(&mut self, node: Sexpr<'_>, sort: Sort, text: Text<'_>) -> Result<Term, String> {
        let holes = self.terms.sorts.holes();
        let term = Elaborator { world: self, text }.run(node)?;
        // No argument: a real number is not taken for an integer here.
        if (self.terms.shape(term), self.terms.sorts.shape(sort)) == (&Shape::Real, &Shape::Int) {
            return Err("expected the sort Int, found Real".into());
        }
        let term = self.fit(term, sort)?;
        self.terms.sorts.close_holes(holes)?;
        Ok(term)
    }

    /// Binds the variables of a quantifier or a definition in a new scope.
    pub fn bind_variables(&mut self, list: Sexpr<'_>, text: Text<'_>) -> Result<Vec<u32>, String> {
        if !list.is_list() {
            return Err(format!("expected a list of variables with their sorts: {}", text::cut(list.text())));
        }
        let mut variables = Vec::new();
        for binding in list.children() {
            let parts: Vec<_> = binding.children().take(3).collect();
            let [symbol, sort] = parts.as_slice() else {
                return Err(format!("expected a parameter (NAME SORT): {}", text::cut(binding.text())));
            };
            variables.push((*symbol, self.read_sort(*sort)?));
        }
        self.names.enter();
        variables.into_iter().map(|(symbol, sort)| self.bind(symbol, sort, text)).collect()
    }

    /// Binds a variable in the innermost scope.
    pub fn bind(&mut self, symbol: Sexpr<'_>, sort: Sort, text: Text<'_>) -> Result<u32, String> {
        let name = name_of(symbol)?;
        let var = self.terms.var(name, sort, symbol.span().start, text.letter);
        match self.names.bind(name, var) {
            true => Ok(var),
            false => Err(format!("the variable {name} is bound twice")),
        }
    }
}

/// The name that a symbol gives to something.
pub(super) fn name_of(symbol: Sexpr<'_>) -> Result<&str, String> {
    match symbol.symbol() {
        Some(name) if !text::is_reserved(symbol) => Ok(name),
        _ => Err(format!("expected a name: {}", text::cut(symbol.text()))),
    }
}

impl Elaborator<'_, '_> {
    fn run(&mut self, root: Sexpr<'_>) -> Result<Term, String> {
        let mut frames: Vec<Frame<'_>> = Vec::new();
        let mut values: Vec<Term> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(node) = next.take() {
                match node.is_list() {
                    true => next = self.open(node, &mut frames, &mut values)?,
                    false => values.push(self.atom(node)?),
                }
                continue;
            }
            next = match frames.last_mut() {
                None => return values.pop().ok_or_else(|| "expected a term".into()),
                Some(Frame::Apply { args, .. }) => args.next(),
                Some(Frame::Let { bindings, .. }) => bindings.next().map(bound_term).transpose()?,
                Some(Frame::Match(matching)) => self.next_case(matching, &values)?,
                Some(_) => None,
            };
            if next.is_none()
                && let Some(frame) = frames.pop()
            {
                next = self.close(frame, &mut frames, &mut values)?;
            }
        }
    }

    /// Begins a list: what it is made of is read next.
    fn open<'a>(
        &mut self,
        list: Sexpr<'a>,
        frames: &mut Vec<Frame<'a>>,
        values: &mut Vec<Term>,
    ) -> Result<Option<Sexpr<'a>>, String> {
        let parts: Vec<_> = list.children().take(4).collect();
        let wrong = || format!("not a term: {}", text::cut(list.text()));
        let head = parts.first().ok_or_else(wrong)?;
        match (text::reserved_word(*head), parts.as_slice()) {
            (Some("let"), [_, bindings, _]) if bindings.is_list() => {
                frames.push(Frame::Let { list, bindings: bindings.children(), base: values.len() });
                Ok(None)
            }
            (Some(word @ ("forall" | "exists")), [_, variables, body]) => {
                let vars = self.world.bind_variables(*variables, self.text)?;
                frames.push(Frame::Quantifier { universal: word == "forall", vars });
                Ok(Some(*body))
            }
            (Some("!"), [_, term, _, ..]) if self.text.is_script => {
                frames.push(Frame::Annotated { list });
                Ok(Some(*term))
            }
            (Some("!"), _) if !self.text.is_script => {
                Err(format!("the annotation {} is not allowed", text::cut(list.text())))
            }
            (Some("match"), [_, term, cases]) if cases.is_list() => {
                frames.push(Frame::Match(Match::new(cases.children(), values.len())));
                Ok(Some(*term))
            }
            (Some("_" | "as"), _) => {
                values.push(self.apply(list, &[])?);
                Ok(None)
            }
            (Some(_), _) => Err(wrong()),
            (None, _) => {
                let mut args = list.children();
                args.next();
                frames.push(Frame::Apply { list, args, base: values.len() });
                Ok(None)
            }
        }
    }

    /// Ends a list whose parts are read; a let's body is still to come.
    fn close<'a>(
        &mut self,
        frame: Frame<'a>,
        frames: &mut Vec<Frame<'a>>,
        values: &mut Vec<Term>,
    ) -> Result<Option<Sexpr<'a>>, String> {
        match frame {
            Frame::Apply { list, base, .. } => {
                let head = list.head().unwrap_or(list);
                if values.len() == base {
                    return Err(format!("no arguments: {}", text::cut(list.text())))
                        .or_else(|why| self.nullary(head).ok_or(why))
                        .map(|term| values.push(term))
                        .map(|()| None);
                }
                let term = self.apply(head, &values[base..])?;
                values.truncate(base);
                values.push(term);
            }
            Frame::Let { list, base, .. } => {
                let parts: Vec<_> = list.children().collect();
                self.world.names.enter();
                let mut vars = Vec::new();
                for (binding, value) in parts[1].children().zip(&values[base..]) {
                    let (symbol, sort) = (binding.head().unwrap_or(binding), self.world.terms.sort(*value));
                    vars.push(self.world.bind(symbol, sort, self.text)?);
                }
                frames.push(Frame::LetBody { vars, base });
                return Ok(Some(parts[2]));
            }
            Frame::LetBody { vars, base } => {
                self.world.names.leave();
                let body = values.pop().ok_or("a let without a body")?;
                let bindings: Vec<(u32, Term)> = vars.into_iter().zip(values.drain(base..)).collect();
                let sort = self.world.terms.sort(body);
                let node = Node::Let(bindings.into(), body);
                let is_empty = matches!(&node, Node::Let(bindings, _) if bindings.is_empty());
                values.push(if is_empty { body } else { self.world.terms.add(node, sort)? });
            }
            Frame::Quantifier { universal, vars } => {
                self.world.names.leave();
                let body = values.pop().ok_or("a quantifier without a body")?;
                let body = self.world.fit(body, Sort::BOOL)?;
                let node = Node::Quantifier(Quantifier { universal, vars: vars.into(), body });
                let is_empty = matches!(&node, Node::Quantifier(quantifier) if quantifier.vars.is_empty());
                values.push(if is_empty { body } else { self.world.terms.add(node, Sort::BOOL)? });
            }
            Frame::Annotated { list } => {
                let term = values.pop().ok_or("an annotation of nothing")?;
                values.push(self.annotated(list, term)?);
            }
            Frame::Match(matching) => {
                let base = matching.base;
                let term = self.close_match(&matching, &values[base..])?;
                values.truncate(base);
                values.push(term);
            }
        }
        Ok(None)
    }

    /// `(and)`, `(or)` and what is declared without parameters, between parentheses: the standard has neither.
    fn nullary(&mut self, head: Sexpr<'_>) -> Option<Term> {
        let name = head.symbol()?;
        match self.world.names.meaning(name) {
            Some(Meaning::Function(_) | Meaning::Constructor(..)) => self.apply(head, &[]).ok(),
            None if ["and", "or"].contains(&name) => self.world.operator(name, &[]).ok(),
            _ => None,
        }
    }

    /// Checks the attributes of an annotated term. A name that is given to a closed term is a definition.
    fn annotated(&mut self, list: Sexpr<'_>, term: Term) -> Result<Term, String> {
        let mut attributes = list.children().skip(2).peekable();
        while let Some(attribute) = attributes.next() {
            if attribute.kind() != Kind::Keyword {
                return Err(format!("expected an attribute: {}", text::cut(attribute.text())));
            }
            let value = attributes.next_if(|value| value.kind() != Kind::Keyword);
            if attribute.text() != ":named" {
                continue;
            }
            let name = name_of(value.ok_or("no name after :named")?)?;
            // Under a binder it is only a remark.
            if !self.world.names.is_closed() || self.text.rule.is_some() {
                continue;
            }
            self.world.check_new(name)?;
            let sort = self.world.terms.sort(term);
            let result = self.world.terms.sorts.closed(sort)?;
            self.world.define(name, Vec::new(), result, term);
            // What has the name is used by it here too: the text of the term is there once.
            if let Some(Meaning::Function(number)) = self.world.names.meaning(name)
                && !self.world.terms.any(term, |node| matches!(node, Node::Quantifier(_)))
            {
                return self.world.call(number, &[]);
            }
        }
        Ok(term)
    }

    fn atom(&mut self, node: Sexpr<'_>) -> Result<Term, String> {
        let digits = || node.text().bytes().skip(1);
        match node.kind() {
            Kind::Numeral => self.world.terms.literal(natural(node.text()), Sort::INT),
            Kind::Decimal => {
                let text = decimal(node.text());
                self.world.terms.literal(&text, Sort::REAL)
            }
            Kind::Hex | Kind::Binary => {
                let width = (digits().count() as u32 - 1) * if node.kind() == Kind::Hex { 4 } else { 1 };
                let sort = self.world.terms.sorts.make(Shape::Bits(super::sort_text::bits(width)?))?;
                self.world.terms.literal(node.text(), sort)
            }
            Kind::Symbol | Kind::Quoted => self.apply(node, &[]),
            _ => Err(format!("not a term: {}", text::cut(node.text()))),
        }
    }
}

impl World {
    /// Defines a function.
    pub fn define(&mut self, name: &str, vars: Vec<u32>, result: Sort, body: Term) {
        let params = vars.iter().map(|var| self.terms.vars[*var as usize].sort).collect();
        let is_quantified = self.terms.any(body, |node| matches!(node, Node::Quantifier(_)));
        let has_predicates = self.has_predicates(body);
        let kind = FunctionKind::Macro(Macro { vars: vars.into(), body, is_quantified, has_predicates });
        self.names.declare_function(Function { name: name.into(), params, result, kind });
    }
}

/// A number without zeros in front.
pub(super) fn natural(text: &str) -> &str {
    let text = text.trim_start_matches('0');
    if text.is_empty() { "0" } else { text }
}

/// A decimal number without zeros in front.
pub(super) fn decimal(text: &str) -> String {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    // Z3 reads `5.` too.
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    format!("{}.{fraction}", natural(whole))
}

/// What a let binds to a name.
fn bound_term(binding: Sexpr<'_>) -> Result<Sexpr<'_>, String> {
    let parts: Vec<_> = binding.children().take(3).collect();
    match parts.as_slice() {
        [name, term] if name.symbol().is_some() => Ok(*term),
        _ => Err(format!("expected a binding (NAME TERM): {}", text::cut(binding.text()))),
    }
}
