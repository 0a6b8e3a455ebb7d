//! `match` over the constructors of a datatype, unfolded to choices by testers with selectors for the variables.

use super::{
    cursor::{Cursor, expected, symbol},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    open::Value,
    symbols::Meaning,
};
use crate::term::{ConstructorId, DatatypeId, Op, TermId};
use alphorn_sexpr::{Children, Sexpr};

/// A `match` being read: the value at `base` is what is matched, then come those of the cases so far.
pub(super) struct Match<'a> {
    list: Sexpr<'a>,
    cases: Children<'a>,
    pub base: usize,
    /// The constructor that each case so far is for; none for one that takes all.
    patterns: Vec<Option<ConstructorId>>,
    /// The scope of the case that is being read.
    scope: Option<u32>,
}

impl<'a> Match<'a> {
    pub(super) fn new(list: Sexpr<'a>, cases: Children<'a>, base: usize) -> Self {
        Match { list, cases, base, patterns: Vec::new(), scope: None }
    }

    fn scrutinee(&self) -> Sexpr<'a> {
        self.list.children().nth(1).unwrap_or(self.list)
    }

    /// The term of a case, numbered from 0.
    fn case(&self, i: usize) -> Sexpr<'a> {
        let case = self.list.children().nth(2).and_then(|cases| cases.children().nth(i));
        case.and_then(|case| case.children().nth(1)).unwrap_or(self.list)
    }
}

impl Elaborator<'_> {
    /// Leaves the case that was read; the result is the body of the next one, its variables bound.
    pub(super) fn match_next<'a>(&mut self, m: &mut Match<'a>, values: &mut [Value]) -> Read<Option<Sexpr<'a>>> {
        if let Some(scope) = m.scope.take() {
            self.tables.symbols.leave(scope);
        }
        let Some(case) = m.cases.next() else { return Ok(None) };
        let mut cursor = Cursor::list(case, "a case: a pattern and a term")?;
        let pattern = cursor.next("a pattern")?;
        let body = cursor.next("a term")?;
        cursor.end()?;
        let scope = self.tables.symbols.enter();
        let matched = self.settle_default(m.scrutinee(), values[m.base])?;
        values[m.base] = Value::Term(matched);
        let constructor = self.bind_pattern(m, pattern, matched, scope)?;
        m.scope = Some(scope);
        m.patterns.push(constructor);
        Ok(Some(body))
    }

    fn bind_pattern(
        &mut self,
        m: &Match<'_>,
        pattern: Sexpr<'_>,
        matched: TermId,
        scope: u32,
    ) -> Read<Option<ConstructorId>> {
        let sort = self.terms.sort_of(matched);
        let Some((decl, datatype)) = self.tables.datatypes.declaration_of(self.terms.sort(sort)) else {
            let message = format!("expected a term of a datatype, found the sort {}", self.terms.display_sort(sort));
            return Err(ReadError::new(m.scrutinee().span(), message));
        };
        let constructor = |e: &Self, name: &str| match e.tables.symbols.meaning_of(name) {
            Meaning::Constructor { decl: of, index } if of == decl => Some(ConstructorId { datatype, index }),
            _ => None,
        };
        if !pattern.is_list() {
            if pattern.is_word("_") {
                return Ok(None);
            }
            let name = symbol(pattern, "a pattern")?;
            let Some(id) = constructor(self, name) else {
                self.bind(pattern, Value::Term(matched), scope)?;
                return Ok(None);
            };
            return self.check_fields(pattern, id, 0).map(|()| Some(id));
        }
        let mut cursor = Cursor::new(pattern);
        let head = cursor.next("a constructor")?;
        let name = symbol(head, "a constructor")?;
        let Some(id) = constructor(self, name) else {
            let sort = self.terms.display_sort(sort);
            return Err(ReadError::new(head.span(), format!("{} is not a constructor of {sort}", quoted(name))));
        };
        let vars = cursor.rest();
        self.check_fields(head, id, vars.clone().count())?;
        for (i, var) in vars.enumerate() {
            if !var.is_word("_") {
                let field = self.terms.app(Op::Field(id, i as u32), [matched]);
                self.bind(var, Value::Term(field), scope)?;
            }
        }
        Ok(Some(id))
    }

    fn check_fields(&self, s: Sexpr<'_>, id: ConstructorId, found: usize) -> Read<()> {
        let wanted = self.terms.constructor(id).fields.len();
        if wanted == found {
            return Ok(());
        }
        Err(ReadError::new(
            s.span(),
            format!("the constructor {} has {wanted} fields, found {found}", quoted(s.text())),
        ))
    }

    /// The cases as choices: the last one that is needed is what remains.
    pub(super) fn match_close(&mut self, m: &Match<'_>, values: &mut [Value]) -> Read<Value> {
        let [matched, cases @ ..] = values else { return Err(expected(m.list, "a term of a datatype")) };
        let matched = self.settle_default(m.scrutinee(), *matched)?;
        let mut covered: Vec<ConstructorId> = Vec::new();
        let mut needed = 0;
        let mut datatype: Option<DatatypeId> = None;
        let mut complete = false;
        for pattern in &m.patterns {
            if complete {
                break;
            }
            needed += 1;
            match pattern {
                None => complete = true,
                Some(id) => {
                    datatype = Some(id.datatype);
                    if !covered.contains(id) {
                        covered.push(*id);
                    }
                    complete = covered.len() == self.terms.datatype(id.datatype).constructors.len();
                }
            }
        }
        if !complete {
            return Err(self.incomplete(m, datatype, &covered));
        }
        if cases.iter().any(|case| matches!(case, Value::Open(_))) {
            return self.open_cases(m, matched, &cases[..needed]);
        }
        let mut cases = cases.iter().map(|case| self.settle_default(m.list, *case)).collect::<Read<Vec<TermId>>>()?;
        self.mix(&mut cases);
        let wanted = self.terms.sort_of(cases[0]);
        for (i, case) in cases.iter().enumerate() {
            self.expect_sort(m.case(i), *case, wanted, "a case")?;
        }
        let mut result = cases[needed - 1];
        for i in (0..needed - 1).rev() {
            if let Some(id) = m.patterns[i] {
                let test = self.terms.app(Op::Is(id), [matched]);
                result = self.terms.app(Op::Ite, [test, cases[i], result]);
            }
        }
        Ok(Value::Term(result))
    }

    /// As [`Elaborator::match_close`], where the sort of some case is not told by its own text.
    fn open_cases(&mut self, m: &Match<'_>, matched: TermId, cases: &[Value]) -> Read<Value> {
        let [earlier @ .., last] = cases else { return Err(expected(m.list, "at least one case")) };
        let mut result = *last;
        for (case, pattern) in earlier.iter().zip(&m.patterns).rev() {
            if let Some(id) = pattern {
                let test = self.terms.app(Op::Is(*id), [matched]);
                result = self.choose(m.list, test, [*case, result])?;
            }
        }
        Ok(result)
    }

    fn incomplete(&self, m: &Match<'_>, datatype: Option<DatatypeId>, covered: &[ConstructorId]) -> ReadError {
        let Some(datatype) = datatype else {
            return expected(m.list, "at least one case");
        };
        let missing: Vec<String> = (0u32..)
            .zip(&self.terms.datatype(datatype).constructors)
            .filter(|(index, _)| !covered.contains(&ConstructorId { datatype, index: *index }))
            .map(|(_, c)| quoted(&c.name))
            .collect();
        ReadError::new(m.list.span(), format!("this match has no case for {}", missing.join(", ")))
    }
}
