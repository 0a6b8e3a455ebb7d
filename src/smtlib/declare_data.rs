//! `declare-datatype` and `declare-datatypes`.

use super::{
    command::Command,
    cursor::{Cursor, symbol},
    datatypes::{ConstructorDeclaration, unfounded_error},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    literal::index,
    sexpr::Sexpr,
    symbols::{Meaning, SortMeaning},
};

/// One datatype of a block: where its name, its arity if it is given, and its constructors stand.
struct Member<'a> {
    name: Sexpr<'a>,
    decl: u32,
    body: Sexpr<'a>,
}

impl Elaborator<'_> {
    /// `name body`
    pub(super) fn declare_datatype(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let name = cursor.next("the name of a datatype")?;
        let body = cursor.next("the list of constructors")?;
        cursor.end()?;
        let arity = par(body).map_or(0, |params| params.children().count());
        let decl = self.announce(name, arity)?;
        self.declare_block(&[Member { name, decl, body }])
    }

    /// `((name arity) …) (body …)`
    pub(super) fn declare_datatypes(&mut self, mut cursor: Cursor<'_>) -> Read<Command> {
        let names = cursor.next("the list of datatypes with their arities")?;
        let bodies = cursor.next("the lists of constructors")?;
        cursor.end()?;
        let mut bodies = Cursor::list(bodies, "a list with the constructors of each datatype")?;
        let mut members = Vec::new();
        for entry in Cursor::list(names, "a list of datatypes with their arities, such as ((T 0))")?.rest() {
            let mut cursor = Cursor::list(entry, "a datatype with its arity, such as (T 0)")?;
            let name = cursor.next("the name of a datatype")?;
            let arity = index(cursor.next("the number of parameters")?)? as usize;
            cursor.end()?;
            let decl = self.announce(name, arity)?;
            let body = bodies.next(&format!("the constructors of {}", quoted(name.text())))?;
            members.push(Member { name, decl, body });
        }
        bodies.end()?;
        self.declare_block(&members)
    }

    /// Makes the name of a datatype known, so that the block can use it.
    fn announce(&mut self, s: Sexpr<'_>, arity: usize) -> Read<u32> {
        let (name, symbol) = self.new_sort_name(s)?;
        let decl = self.tables.datatypes.add(name, arity);
        self.tables.symbols.declare_sort(symbol, SortMeaning::Data(decl));
        Ok(decl)
    }

    fn declare_block(&mut self, members: &[Member<'_>]) -> Read<Command> {
        for member in members {
            self.declare_constructors(member)?;
        }
        let block: Vec<u32> = members.iter().map(|m| m.decl).collect();
        let names = || members.iter().filter_map(|m| Some(m.name.symbol()?.to_string()));
        if let Some(first) = members.first()
            && let Some(unfounded) = self.finish_block(first.name, &block)?
        {
            let name = &self.terms.datatype(unfounded).name;
            let at = members.iter().find(|m| m.name.symbol() == Some(name)).unwrap_or(first);
            return Err(unfounded_error(at.name, name));
        }
        Ok(Command::DeclareDatatypes(names().collect()))
    }

    /// `(constructor …)` or `(par (X …) (constructor …))`
    fn declare_constructors(&mut self, member: &Member<'_>) -> Read<()> {
        let mut constructors = member.body;
        let mut params = Vec::new();
        let arity = self.tables.datatypes.arity(member.decl);
        if let Some(written) = par(member.body) {
            params = self.sort_params(written)?;
            let mut cursor = Cursor::new(member.body);
            cursor.next("`par`")?;
            cursor.next("the parameters")?;
            constructors = cursor.next("the list of constructors")?;
            cursor.end()?;
        }
        if params.len() != arity {
            let name = quoted(member.name.text());
            let message =
                format!("{name} is declared with {arity} parameters, expected as many here, found {}", params.len());
            return Err(ReadError::new(member.body.span(), message).help("write (par (X …) (constructor …))"));
        }
        let mut constructors = Cursor::list(constructors, "a list of constructors")?;
        let mut next = Some(constructors.next("a constructor")?);
        while let Some(constructor) = next {
            self.declare_constructor(member.decl, constructor, &params)?;
            next = constructors.next_if_any();
        }
        Ok(())
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

/// The parameters of `(par (X …) …)`.
fn par(body: Sexpr<'_>) -> Option<Sexpr<'_>> {
    let mut parts = body.children();
    parts.next().filter(|word| word.is_word("par"))?;
    parts.next()
}
