//! Sorts as they are written, with or without parameters.

use super::{
    builtin::{SUPPORTED, unsupported},
    cursor::{Cursor, symbol},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    suggest::nearest,
    symbols::SortMeaning,
};
use crate::term::{Sort, SortId};
use alphorn_sexpr::Sexpr;
use smallvec::SmallVec;

/// A sort in which parameters of a declaration may stand. One without parameters is always [`SortPattern::Closed`].
#[derive(Clone, Debug)]
pub(super) enum SortPattern {
    Closed(SortId),
    Param(u32),
    /// What is not known yet, in the sort of a term.
    Hole,
    Array(Box<[SortPattern; 2]>),
    /// A declared datatype and its arguments.
    Data(u32, Box<[SortPattern]>),
}

/// The deepest nesting of a sort, which bounds every recursion over sorts here and in other modules.
const DEEPEST: usize = 500;
/// The most parts of a sort with parameters, since one definition may use another twice.
const LARGEST: usize = 1000;

type Patterns = SmallVec<[SortPattern; 2]>;

impl SortPattern {
    pub(super) fn closed(&self) -> Option<SortId> {
        match self {
            SortPattern::Closed(sort) => Some(*sort),
            _ => None,
        }
    }

    pub(super) fn parts(&self) -> &[SortPattern] {
        match self {
            SortPattern::Closed(_) | SortPattern::Param(_) | SortPattern::Hole => &[],
            SortPattern::Array(parts) => &parts[..],
            SortPattern::Data(_, args) => args,
        }
    }

    fn size(&self) -> usize {
        1 + self.parts().iter().map(SortPattern::size).sum::<usize>()
    }

    /// Refuses a sort that is too large to go on with.
    pub(super) fn limit_size(&self, s: Sexpr<'_>) -> Read<()> {
        if self.size() > LARGEST {
            return Err(ReadError::new(s.span(), format!("this sort has more than {LARGEST} parts")));
        }
        Ok(())
    }
}

impl Elaborator<'_> {
    /// A sort without parameters.
    pub(super) fn sort(&mut self, s: Sexpr<'_>) -> Read<SortId> {
        if let Some(SortMeaning::Sort(sort)) = s.symbol().map(|name| self.tables.symbols.sort_meaning_of(name)) {
            return Ok(sort);
        }
        let pattern = self.sort_pattern(s, &[])?;
        self.close(s, &pattern, &[])
    }

    /// A sort in which `params` may stand.
    pub(super) fn sort_pattern(&mut self, s: Sexpr<'_>, params: &[&str]) -> Read<SortPattern> {
        self.nested_pattern(s, params, 0)
    }

    fn nested_pattern(&mut self, s: Sexpr<'_>, params: &[&str], depth: usize) -> Read<SortPattern> {
        if depth > DEEPEST {
            return Err(too_deep(s));
        }
        if !s.is_list() {
            let name = symbol(s, "a sort")?;
            if let Some(i) = params.iter().position(|p| *p == name) {
                return Ok(SortPattern::Param(i as u32));
            }
            return self.named_sort(s, s, name, &[]);
        }
        let mut cursor = Cursor::new(s);
        let head = cursor.next("the name of a sort")?;
        if head.is_word("_") {
            return self.indexed_sort(cursor);
        }
        let name = symbol(head, "the name of a sort")?;
        let args = cursor.rest().map(|a| self.nested_pattern(a, params, depth + 1)).collect::<Read<Patterns>>()?;
        if args.is_empty() {
            return Err(ReadError::new(s.span(), format!("expected arguments of the sort {}", quoted(name)))
                .help("a sort without arguments is written without parentheses"));
        }
        let pattern = self.named_sort(s, head, name, &args)?;
        pattern.limit_size(s)?;
        Ok(pattern)
    }

    fn indexed_sort(&mut self, mut cursor: Cursor<'_>) -> Read<SortPattern> {
        let head = cursor.next("the name of an indexed sort, such as `BitVec`")?;
        let name = symbol(head, "the name of an indexed sort, such as `BitVec`")?;
        if self.tables.symbols.sort_meaning_of(name) != SortMeaning::BitVec {
            return Err(self.unknown_sort(head, name));
        }
        let index = cursor.next("the number of bits")?;
        let width = super::literal::index(index)?;
        cursor.end()?;
        let sort = self.bit_vec(width).map_err(|wanted| {
            ReadError::new(index.span(), format!("expected {wanted} for the number of bits, found {width}"))
        })?;
        Ok(SortPattern::Closed(sort))
    }

    /// The sort of bit-vectors of a width, or which widths there are.
    pub(super) fn bit_vec(&mut self, width: u32) -> Result<SortId, String> {
        // The term layer knows the bounds: ask it for the sort of a vector of zeros.
        let zeros = crate::term::Op::BitVec { width, value: Default::default() };
        self.terms.result_sort(&zeros, &[]).map_err(|e| match e {
            crate::term::SortError::Index(wanted) => wanted,
            _ => "another width".into(),
        })
    }

    fn named_sort(&mut self, s: Sexpr<'_>, head: Sexpr<'_>, name: &str, args: &[SortPattern]) -> Read<SortPattern> {
        let arity = |wanted: usize| {
            if args.len() == wanted {
                return Ok(());
            }
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("the sort {} takes {wanted} argument{plural}, found {}", quoted(name), args.len());
            Err(ReadError::new(head.span(), message))
        };
        match self.tables.symbols.sort_meaning_of(name) {
            SortMeaning::Sort(sort) => arity(0).map(|()| SortPattern::Closed(sort)),
            SortMeaning::Array => {
                if args.len() > 2 {
                    return Err(ReadError::new(head.span(), "arrays of several dimensions are not supported")
                        .help("nest them: (Array I (Array J E))"));
                }
                arity(2)?;
                self.array(s, args[0].clone(), args[1].clone())
            }
            SortMeaning::BitVec => {
                Err(ReadError::new(head.span(), "expected the number of bits").help("write (_ BitVec 32)"))
            }
            SortMeaning::Data(decl) if args.is_empty() && self.tables.datatypes.is_being_declared_as_of_old(decl) => {
                let params = (0..self.tables.datatypes.arity(decl) as u32).map(SortPattern::Param).collect();
                self.data(s, decl, params)
            }
            SortMeaning::Data(decl) => {
                arity(self.tables.datatypes.arity(decl))?;
                self.data(s, decl, args.into())
            }
            SortMeaning::Alias(i) => {
                let alias = self.tables.aliases[i as usize].clone();
                arity(alias.arity)?;
                self.fill(s, &alias.sort, args)
            }
            SortMeaning::Unbound => Err(self.unknown_sort(head, name)),
        }
    }

    fn unknown_sort(&self, s: Sexpr<'_>, name: &str) -> ReadError {
        if let Some(what) = unsupported(name) {
            return ReadError::new(s.span(), format!("the sort {} ({what}) is not supported", quoted(name)))
                .help(SUPPORTED);
        }
        let error = ReadError::new(
            s.span(),
            format!("unknown sort {}: expected a builtin sort or one declared before", quoted(name)),
        );
        match nearest(name, self.tables.symbols.known(true)) {
            Some(near) => error.help(format!("did you mean {}?", quoted(near))),
            None => error,
        }
    }

    pub(super) fn array(&mut self, s: Sexpr<'_>, index: SortPattern, element: SortPattern) -> Read<SortPattern> {
        match (index.closed(), element.closed()) {
            (Some(index), Some(element)) => {
                let sort = self.terms.intern_sort(Sort::Array(index, element));
                self.limit_depth(s, sort, &[index, element])?;
                Ok(SortPattern::Closed(sort))
            }
            _ => Ok(SortPattern::Array(Box::new([index, element]))),
        }
    }

    /// A datatype applied to arguments. While it is being declared it stays open.
    pub(super) fn data(&mut self, s: Sexpr<'_>, decl: u32, args: Box<[SortPattern]>) -> Read<SortPattern> {
        let closed: Option<Box<[SortId]>> = args.iter().map(SortPattern::closed).collect();
        match closed {
            Some(closed) if self.tables.datatypes.is_complete(decl) => {
                let sort = self.instance(s, decl, &closed)?;
                self.limit_depth(s, sort, &closed)?;
                Ok(SortPattern::Closed(sort))
            }
            _ => Ok(SortPattern::Data(decl, args)),
        }
    }

    fn limit_depth(&mut self, s: Sexpr<'_>, sort: SortId, parts: &[SortId]) -> Read<()> {
        let depth = |sort: &SortId| self.tables.sort_depths.get(sort).copied().unwrap_or(0);
        let depth = 1 + parts.iter().map(depth).max().unwrap_or(0);
        self.tables.sort_depths.insert(sort, depth);
        if depth > DEEPEST { Err(too_deep(s)) } else { Ok(()) }
    }

    /// The pattern with `args` for its parameters.
    pub(super) fn fill(&mut self, s: Sexpr<'_>, pattern: &SortPattern, args: &[SortPattern]) -> Read<SortPattern> {
        let parts = pattern.parts().iter().map(|p| self.fill(s, p, args)).collect::<Read<Patterns>>()?;
        match pattern {
            SortPattern::Closed(_) | SortPattern::Hole => Ok(pattern.clone()),
            SortPattern::Param(i) => Ok(args[*i as usize].clone()),
            SortPattern::Array(_) => self.array(s, parts[0].clone(), parts[1].clone()),
            SortPattern::Data(decl, _) => self.data(s, *decl, parts.into_vec().into()),
        }
    }

    /// The sort that a pattern is when its parameters are `args`.
    pub(super) fn close(&mut self, s: Sexpr<'_>, pattern: &SortPattern, args: &[SortId]) -> Read<SortId> {
        let args: Patterns = args.iter().map(|a| SortPattern::Closed(*a)).collect();
        let filled = self.fill(s, pattern, &args)?;
        filled.closed().ok_or_else(|| ReadError::new(s.span(), "this sort is still being declared"))
    }
}

fn too_deep(s: Sexpr<'_>) -> ReadError {
    ReadError::new(s.span(), format!("sorts may be nested {DEEPEST} deep at most"))
}
