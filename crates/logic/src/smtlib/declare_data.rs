//! `declare-datatype` and `declare-datatypes`.

use super::{
    command::Command,
    cursor::{Cursor, symbol},
    datatypes::{ConstructorDeclaration, unfounded_error},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    literal::index,
    symbols::{Meaning, SortMeaning},
};
use alphorn_sexpr::Sexpr;

/// One datatype of a block: its name is known, its constructors are still to be read.
struct Member<'a> {
    name: Sexpr<'a>,
    decl: u32,
    params: Vec<&'a str>,
    constructors: Cursor<'a>,
}

impl Elaborator<'_> {
    /// `name body`
    pub(super) fn declare_datatype(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let name = cursor.next("the name of a datatype")?;
        let body = cursor.next("the list of constructors")?;
        cursor.end()?;
        let (params, constructors) = self.body(body)?;
        let decl = self.announce(name, params.len())?;
        self.declare_block(vec![Member { name, decl, params, constructors }])
    }

    /// `((name arity) …) (body …)`, or as it was before SMT-LIB 2.6: `(X …) ((name constructor …) …)`
    pub(super) fn declare_datatypes(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let names = cursor.next("the list of datatypes with their arities")?;
        let bodies = cursor.next("the lists of constructors")?;
        cursor.end()?;
        let entries = Cursor::list(names, "a list of datatypes with their arities, such as ((T 0))")?.rest();
        let mut bodies = Cursor::list(bodies, "a list with the constructors of each datatype")?;
        if entries.clone().next().is_none_or(|first| !first.is_list()) {
            let params = self.sort_params(names)?;
            return self.declare_old_block(&params, bodies);
        }
        let mut members = Vec::new();
        for entry in entries {
            let mut cursor = Cursor::list(entry, "a datatype with its arity, such as (T 0)")?;
            let name = cursor.next("the name of a datatype")?;
            let arity = index(cursor.next("the number of parameters")?)? as usize;
            cursor.end()?;
            let decl = self.announce(name, arity)?;
            let body = bodies.next(&format!("the constructors of {}", quoted(name.text())))?;
            let (params, constructors) = self.body(body)?;
            if params.len() != arity {
                let (name, found) = (quoted(name.text()), params.len());
                let message =
                    format!("{name} is declared with {arity} parameters: expected as many here, found {found}");
                return Err(ReadError::new(body.span(), message).help("write (par (X …) (constructor …))"));
            }
            members.push(Member { name, decl, params, constructors });
        }
        bodies.end()?;
        self.declare_block(members)
    }

    /// Before SMT-LIB 2.6 all datatypes of a block had the same parameters, and in it the name of one alone meant the
    /// datatype with these.
    fn declare_old_block(&mut self, params: &[&str], bodies: Cursor<'_>) -> Read<Command> {
        let mut members = Vec::new();
        for entry in bodies.rest() {
            let mut constructors = Cursor::list(entry, "a datatype with its constructors")?;
            let name = constructors.next("the name of a datatype")?;
            let decl = self.announce(name, params.len())?;
            self.tables.datatypes.get_mut(decl).takes_own_params = true;
            members.push(Member { name, decl, params: params.to_vec(), constructors });
        }
        self.declare_block(members)
    }

    /// The parameters and constructors of `(constructor …)` or `(par (X …) (constructor …))`.
    fn body<'a>(&self, body: Sexpr<'a>) -> Read<(Vec<&'a str>, Cursor<'a>)> {
        const WHAT: &str = "a list of constructors";
        let mut cursor = Cursor::list(body, WHAT)?;
        if !body.head().is_some_and(|word| word.is_word("par")) {
            return Ok((Vec::new(), cursor));
        }
        cursor.next("`par`")?;
        let params = self.sort_params(cursor.next("the parameters")?)?;
        let constructors = Cursor::list(cursor.next(WHAT)?, WHAT)?;
        cursor.end().map(|()| (params, constructors))
    }

    /// Makes the name of a datatype known, so that the block can use it.
    fn announce(&mut self, s: Sexpr<'_>, arity: usize) -> Read<u32> {
        let (name, symbol) = self.new_sort_name(s)?;
        let decl = self.tables.datatypes.add(name, arity);
        self.tables.symbols.declare_sort(symbol, SortMeaning::Data(decl));
        Ok(decl)
    }

    fn declare_block(&mut self, mut members: Vec<Member<'_>>) -> Read<Command> {
        for member in &mut members {
            let mut next = Some(member.constructors.next("a constructor")?);
            while let Some(constructor) = next {
                self.declare_constructor(member.decl, constructor, &member.params)?;
                next = member.constructors.next_if_any();
            }
        }
        let block: Vec<u32> = members.iter().map(|m| m.decl).collect();
        if let Some(first) = members.first()
            && let Some(unfounded) = self.finish_block(first.name, &block)?
        {
            let name = &self.terms.datatype(unfounded).name;
            let at = members.iter().find(|m| m.name.symbol() == Some(name)).unwrap_or(first);
            return Err(unfounded_error(at.name, name));
        }
        let names = members.iter().filter_map(|m| m.name.symbol().map(String::from));
        Ok(Command::DeclareDatatypes(names.collect()))
    }

    /// `(name (selector sort) …)`, or a bare name as some tools write it.
    fn declare_constructor(&mut self, decl: u32, s: Sexpr<'_>, params: &[&str]) -> Read<()> {
        let index = self.tables.datatypes.get(decl).constructors.len() as u32;
        if !s.is_list() {
            return self.name_constructor(decl, index, s, Vec::new());
        }
        let mut cursor = Cursor::new(s);
        let name = cursor.next("the name of a constructor")?;
        let mut fields = Vec::new();
        for (field, written) in (0u32..).zip(cursor.rest()) {
            let mut cursor = Cursor::list(written, "a field: a selector with its sort")?;
            let selector = cursor.next("a selector")?;
            let sort = self.sort_pattern(cursor.next("the sort of the field")?, params)?;
            cursor.end()?;
            let (selector, symbol) = self.new_name(selector)?;
            self.tables.symbols.declare(symbol, Meaning::Selector { decl, index, field });
            fields.push((selector.into(), sort));
        }
        self.name_constructor(decl, index, name, fields)
    }

    fn name_constructor(
        &mut self,
        decl: u32,
        index: u32,
        s: Sexpr<'_>,
        fields: Vec<(Box<str>, super::sorts::SortPattern)>,
    ) -> Read<()> {
        symbol(s, "the name of a constructor")?;
        let (name, symbol) = self.new_name(s)?;
        self.tables.symbols.declare(symbol, Meaning::Constructor { decl, index });
        self.tables.datatypes.get_mut(decl).constructors.push(ConstructorDeclaration { name: name.into(), fields });
        Ok(())
    }
}
