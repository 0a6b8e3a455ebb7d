//! Declarations and definitions of functions and sorts.

use super::{
    command::Command,
    cursor::{Cursor, expected, symbol},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    literal::index,
    macros::Macro,
    symbols::{Meaning, SortMeaning, Symbol},
    tables::Alias,
};
use crate::term::{FunId, Sort, SortId};
use alphorn_sexpr::Sexpr;

impl Elaborator<'_> {
    /// The name that a declaration is for, which must not mean anything yet.
    pub(super) fn new_name<'a>(&mut self, s: Sexpr<'a>) -> Read<(&'a str, Symbol)> {
        let name = symbol(s, "a name to declare")?;
        let id = self.tables.symbols.intern(name);
        self.check_free(s, id)?;
        Ok((name, id))
    }

    pub(super) fn check_free(&self, s: Sexpr<'_>, id: Symbol) -> Read<()> {
        let name = quoted(self.tables.symbols.name(id));
        if self.tables.recursive.contains(self.tables.symbols.name(id)) {
            return Err(ReadError::new(
                s.span(),
                format!("{name} is already a recursive function: expected a new name"),
            ));
        }
        if self.tables.symbols.is_free(id) {
            return Ok(());
        }
        let what = match self.tables.symbols.meaning(id) {
            Meaning::Builtin(_) => "a builtin operator",
            Meaning::Fun(_) => "a declared function",
            Meaning::Constructor { .. } => "a constructor of a datatype",
            Meaning::Selector { .. } => "a selector of a datatype",
            Meaning::RuleVar(_) => "a declared variable",
            Meaning::Macro(_) | Meaning::Term(_) | Meaning::Local { .. } | Meaning::Unbound => "a defined name",
        };
        Err(ReadError::new(s.span(), format!("{name} is already {what}: expected a new name")))
    }

    pub(super) fn new_sort_name<'a>(&mut self, s: Sexpr<'a>) -> Read<(&'a str, Symbol)> {
        let name = symbol(s, "the name of a new sort")?;
        if self.tables.symbols.sort_meaning_of(name) != SortMeaning::Unbound {
            return Err(ReadError::new(s.span(), format!("{} is already a sort: expected a new name", quoted(name))));
        }
        Ok((name, self.tables.symbols.intern(name)))
    }

    /// `name (sort …) sort`
    pub(super) fn declare_fun(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let (name, symbol) = self.new_name(cursor.next("a name to declare")?)?;
        let params = self.sorts(cursor.next("the list of argument sorts")?)?;
        let result = self.sort(cursor.next("the sort of the result")?)?;
        cursor.end()?;
        Ok(Command::DeclareFun(self.add_fun(name, symbol, params, result)))
    }

    /// `name sort`
    pub(super) fn declare_const(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let (name, symbol) = self.new_name(cursor.next("a name to declare")?)?;
        let sort = self.sort(cursor.next("its sort")?)?;
        cursor.end()?;
        Ok(Command::DeclareFun(self.add_fun(name, symbol, Vec::new(), sort)))
    }

    pub(super) fn add_fun(&mut self, name: &str, symbol: Symbol, params: Vec<SortId>, result: SortId) -> FunId {
        let fun = self.terms.declare_fun(name, params, result);
        self.tables.symbols.declare(symbol, Meaning::Fun(fun));
        fun
    }

    pub(super) fn sorts(&mut self, s: Sexpr<'_>) -> Read<Vec<SortId>> {
        Cursor::list(s, "a list of sorts")?.rest().map(|s| self.sort(s)).collect()
    }

    /// `name ((x sort) …) sort body`
    pub(super) fn define_fun(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let (name, symbol) = self.new_name(cursor.next("a name to define")?)?;
        let binders = cursor.next("the list of parameters")?;
        let result = cursor.next("the sort of the result")?;
        let body = cursor.next("the body")?;
        cursor.end()?;
        self.define(name, symbol, Some(binders), result, body)
    }

    /// As [`Self::define_fun`]. What mentions itself may be defined, and not be used.
    pub(super) fn define_fun_rec(&mut self, cursor: Cursor<'_>) -> Read<Command> {
        let mut parts = cursor.clone();
        let written = parts.next("a name to define")?;
        let name = symbol(written, "a name to define")?;
        let is_recursive = parts.rest().flat_map(|part| part.descendants()).any(|node| node.symbol() == Some(name));
        if !is_recursive {
            return self.define_fun(cursor);
        }
        self.new_name(written)?;
        self.tables.recursive.insert(name.into());
        Ok(Command::DefineFun(name.into()))
    }

    /// `((name ((x sort) …) sort) …) (body …)`
    pub(super) fn define_funs_rec(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let heads = Cursor::list(cursor.next("the functions to define")?, "a list of functions")?;
        cursor.next("their bodies")?;
        cursor.end()?;
        let mut names = Vec::new();
        for head in heads.rest() {
            let name = Cursor::list(head, "a function with parameters")?.next("a name to define")?;
            names.push(self.new_name(name)?.0);
        }
        self.tables.recursive.extend(names.iter().map(|name| Box::from(*name)));
        Ok(Command::DefineFun(names.join(" ")))
    }

    /// `name sort body`
    pub(super) fn define_const(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let (name, symbol) = self.new_name(cursor.next("a name to define")?)?;
        let result = cursor.next("its sort")?;
        let body = cursor.next("its value")?;
        cursor.end()?;
        self.define(name, symbol, None, result, body)
    }

    fn define(
        &mut self,
        name: &str,
        symbol: Symbol,
        binders: Option<Sexpr<'_>>,
        result: Sexpr<'_>,
        body: Sexpr<'_>,
    ) -> Read<Command> {
        let scope = self.tables.symbols.enter();
        let params = binders.map_or(Ok(Vec::new()), |b| self.bind_variables(b, scope))?;
        let result = self.sort(result)?;
        self.tables.defining = Some(name.into());
        let term = self.term_of(body, Some(result));
        self.tables.defining = None;
        let term = term?;
        let term = if result == SortId::REAL { self.fit(term, result) } else { term };
        self.expect_sort(body, term, result, "a body")?;
        let meaning = if params.is_empty() {
            Meaning::Term(term)
        } else {
            self.tables.macros.push(Macro { params, body: term });
            Meaning::Macro(self.tables.macros.len() as u32 - 1)
        };
        self.tables.symbols.declare(symbol, meaning);
        Ok(Command::DefineFun(name.into()))
    }

    /// `name arity`
    pub(super) fn declare_sort(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let (name, symbol) = self.new_sort_name(cursor.next("the name of a new sort")?)?;
        if let Some(arity) = cursor.next_if_any()
            && index(arity)? != 0
        {
            return Err(expected(arity, "0: declared sorts with parameters are not supported"));
        }
        cursor.end()?;
        let sort = self.terms.intern_sort(Sort::Uninterpreted(name.into()));
        self.tables.symbols.declare_sort(symbol, SortMeaning::Sort(sort));
        Ok(Command::DeclareSort(name.into()))
    }

    /// `name (param …) sort`
    pub(super) fn define_sort(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let (name, symbol) = self.new_sort_name(cursor.next("the name of a new sort")?)?;
        let params = self.sort_params(cursor.next("the list of parameters")?)?;
        let sort = self.sort_pattern(cursor.next("a sort")?, &params)?;
        cursor.end()?;
        self.tables.aliases.push(Alias { arity: params.len(), sort });
        let alias = self.tables.aliases.len() as u32 - 1;
        self.tables.symbols.declare_sort(symbol, SortMeaning::Alias(alias));
        Ok(Command::DefineSort(name.into()))
    }

    /// `(X Y …)`, all different.
    pub(super) fn sort_params<'a>(&self, s: Sexpr<'a>) -> Read<Vec<&'a str>> {
        let mut params = Vec::new();
        for param in Cursor::list(s, "a list of sort parameters")?.rest() {
            let name = symbol(param, "a sort parameter")?;
            if params.contains(&name) {
                return Err(ReadError::new(param.span(), format!("the parameter {} is there twice", quoted(name))));
            }
            params.push(name);
        }
        Ok(params)
    }
}
