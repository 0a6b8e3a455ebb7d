//! `match` over the constructors of a datatype: choices by testers, with selectors for the variables.

use super::{
    elaborate::{Elaborator, name_of},
    sorts::{Shape, Sort},
    term::{Node, Term},
    text,
};
use alphorn_sexpr::{Children, Sexpr};
use std::rc::Rc;

pub(super) struct Match<'a> {
    cases: Children<'a>,
    /// Where the values of the match begin: the matched term first.
    pub base: usize,
    /// The variable that stands for the matched term.
    matched: Option<u32>,
    patterns: Vec<Pattern>,
    is_open: bool,
}

/// What a case is about, with the variables that it binds to parts of the matched term.
struct Pattern {
    constructor: Option<(u32, u32)>,
    bindings: Vec<(u32, Term)>,
}

impl<'a> Match<'a> {
    pub fn new(cases: Children<'a>, base: usize) -> Self {
        Match { cases, base, matched: None, patterns: Vec::new(), is_open: false }
    }
}

impl Elaborator<'_, '_> {
    /// The body of the next case.
    pub fn next_case<'a>(&mut self, matching: &mut Match<'a>, values: &[Term]) -> Result<Option<Sexpr<'a>>, String> {
        if std::mem::take(&mut matching.is_open) {
            self.world.names.leave();
        }
        let sort = self.world.terms.sort(values[matching.base]);
        let matched = *matching.matched.get_or_insert_with(|| self.world.terms.fresh(sort));
        let Some(case) = matching.cases.next() else { return Ok(None) };
        let parts: Vec<_> = case.children().take(3).collect();
        let [pattern, body] = parts.as_slice() else {
            return Err(format!("expected a case (PATTERN TERM): {}", text::cut(case.text())));
        };
        self.world.names.enter();
        matching.is_open = true;
        let pattern = self.pattern(*pattern, matched, sort)?;
        matching.patterns.push(pattern);
        Ok(Some(*body))
    }

    fn pattern(&mut self, pattern: Sexpr<'_>, matched: u32, sort: Sort) -> Result<Pattern, String> {
        let Shape::Data(data, _) = *self.world.terms.sorts.shape(sort) else {
            return Err(format!("expected a term of a datatype, found {}", self.world.show_sort(sort)));
        };
        let whole = self.world.terms.var_term(matched)?;
        let known = |this: &Self, node: Sexpr<'_>| {
            node.symbol().and_then(|name| this.world.constructor_named(name)).filter(|known| known.0 == data)
        };
        if !pattern.is_list() {
            if pattern.is_word("_") {
                return Ok(Pattern { constructor: None, bindings: Vec::new() });
            }
            if let Some((data, index)) = known(self, pattern) {
                return self.fields(data, index, &[], whole);
            }
            name_of(pattern)?;
            let var = self.world.bind(pattern, sort, self.text)?;
            return Ok(Pattern { constructor: None, bindings: vec![(var, whole)] });
        }
        let parts: Vec<_> = pattern.children().collect();
        let constructor = parts.first().and_then(|head| known(self, *head));
        let (data, index) = constructor.ok_or_else(|| format!("not a pattern: {}", text::cut(pattern.text())))?;
        self.fields(data, index, &parts[1..], whole)
    }

    fn fields(&mut self, data: u32, index: u32, vars: &[Sexpr<'_>], whole: Term) -> Result<Pattern, String> {
        let constructor = &self.world.names.datatypes[data as usize].constructors[index as usize];
        if constructor.fields.len() != vars.len() {
            return Err(format!("{} has {} fields, found {}", constructor.name, constructor.fields.len(), vars.len()));
        }
        let mut bindings = Vec::new();
        for (field, var) in (0u32..).zip(vars) {
            if var.is_word("_") {
                continue;
            }
            let part = self.world.select(data, index, field, whole)?;
            let sort = self.world.terms.sort(part);
            bindings.push((self.world.bind(*var, sort, self.text)?, part));
        }
        Ok(Pattern { constructor: Some((data, index)), bindings })
    }

    /// The match as a term; `values` are the matched term and the cases.
    pub fn close_match(&mut self, matching: &Match<'_>, values: &[Term]) -> Result<Term, String> {
        let matched = matching.matched.ok_or("a match without cases")?;
        let whole = self.world.terms.var_term(matched)?;
        let needed = self.needed(&matching.patterns)?;
        let cases = self.world.mixed(&values[1..], false)?;
        let mut result = None;
        for (pattern, case) in matching.patterns[..needed].iter().zip(&cases).rev() {
            let sort = self.world.terms.sort(*case);
            let bindings: Rc<[(u32, Term)]> = pattern.bindings.clone().into();
            let case =
                if bindings.is_empty() { *case } else { self.world.terms.add(Node::Let(bindings, *case), sort)? };
            result = Some(match (result, pattern.constructor) {
                (Some(rest), Some((data, index))) => {
                    let test = self.world.test(data, index, whole)?;
                    self.world.terms.op("ite", &[test, case, rest], sort)?
                }
                _ => case,
            });
        }
        let result = result.ok_or("a match without cases")?;
        let sort = self.world.terms.sort(result);
        self.world.terms.add(Node::Let([(matched, values[0])].into(), result), sort)
    }

    /// How many cases it takes until every value is covered.
    fn needed(&self, patterns: &[Pattern]) -> Result<usize, String> {
        let mut covered = Vec::new();
        for (i, pattern) in patterns.iter().enumerate() {
            let Some((data, index)) = pattern.constructor else { return Ok(i + 1) };
            if !covered.contains(&index) {
                covered.push(index);
            }
            if covered.len() == self.world.names.datatypes[data as usize].constructors.len() {
                return Ok(i + 1);
            }
        }
        Err("a match that does not cover every value".into())
    }
}
