//! What stands at the head of an application: a name, `(_ name index …)` or `(as name sort)`.

use super::{
    builtin::{SUPPORTED, unsupported},
    cursor::{Cursor, expected, symbol},
    elaborate::Elaborator,
    error::{Read, ReadError, quoted},
    literal::{big_index, bit_vec, index},
    open::Value,
    suggest::nearest,
    symbols::Meaning,
};
use crate::term::{BvOp, ConstructorId, FunId, Op, Sort, TermId};
use alphorn_sexpr::Sexpr;

/// What is applied to arguments.
pub(super) enum Head {
    Builtin(u16),
    /// An operator with its indices.
    Op(Op),
    Fun(FunId),
    /// A variable or a defined constant, which takes no arguments.
    Term(TermId),
    Macro(u32),
    Constructor {
        decl: u32,
        index: u32,
    },
    Selector {
        decl: u32,
        index: u32,
        field: u32,
    },
    Tester {
        decl: u32,
        index: u32,
    },
}

impl Elaborator<'_> {
    /// What the head of an application means.
    pub(super) fn head(&mut self, s: Sexpr<'_>) -> Read<Head> {
        if let Some(name) = s.symbol() {
            return match self.tables.symbols.meaning_of(name) {
                Meaning::Builtin(i) => Ok(Head::Builtin(i)),
                Meaning::Fun(fun) => Ok(Head::Fun(fun)),
                Meaning::Macro(i) => Ok(Head::Macro(i)),
                Meaning::Constructor { decl, index } => Ok(Head::Constructor { decl, index }),
                Meaning::Selector { decl, index, field } => Ok(Head::Selector { decl, index, field }),
                Meaning::Local { .. } | Meaning::Term(_) | Meaning::RuleVar(_) => {
                    Err(ReadError::new(s.span(), format!("{} takes no arguments: it is not a function", quoted(name))))
                }
                Meaning::Unbound => self.legacy_tester(name).ok_or_else(|| self.unknown(s, name)),
            };
        }
        match s.head() {
            Some(word) if word.is_word("_") => self.indexed(s),
            Some(word) if word.is_word("as") => self.qualified(s),
            _ => Err(expected(s, "the name of a function or operator")),
        }
    }

    /// `is-C`, as testers were written before SMT-LIB 2.6.
    fn legacy_tester(&self, name: &str) -> Option<Head> {
        match self.tables.symbols.meaning_of(name.strip_prefix("is-")?) {
            Meaning::Constructor { decl, index } => Some(Head::Tester { decl, index }),
            _ => None,
        }
    }

    /// A name that means nothing.
    pub(super) fn unknown(&self, s: Sexpr<'_>, name: &str) -> ReadError {
        if let Some(what) = unsupported(name) {
            return ReadError::new(s.span(), format!("the operator {} ({what}) is not supported", quoted(name)))
                .help(SUPPORTED);
        }
        if self.tables.recursive.contains(name) {
            return ReadError::new(s.span(), format!("the recursive function {} is not supported", quoted(name)))
                .help("write the function as a predicate over its arguments and its result, with clauses");
        }
        let error = ReadError::new(s.span(), format!("unknown symbol {}: expected a declared name", quoted(name)));
        if self.tables.defining.as_deref() == Some(name) {
            return error.help("recursive definitions are not supported: write clauses instead");
        }
        match nearest(name, self.tables.symbols.known(false)) {
            Some(near) => error.help(format!("did you mean {}?", quoted(near))),
            None => error,
        }
    }

    /// `(_ name index …)`
    pub(super) fn indexed(&mut self, s: Sexpr<'_>) -> Read<Head> {
        let mut cursor = Cursor::new(s);
        cursor.next("`_`")?;
        let what = "the name of an indexed operator";
        let name = cursor.next(what)?;
        let op = match symbol(name, what)? {
            "is" => {
                let head = self.tester(cursor.next("the name of a constructor")?)?;
                cursor.end()?;
                return Ok(head);
            }
            "extract" => {
                let high = index(cursor.next("the highest bit")?)?;
                BvOp::Extract(high, index(cursor.next("the lowest bit")?)?)
            }
            "zero_extend" => BvOp::ZeroExtend(index(cursor.next("the number of bits to add")?)?),
            "sign_extend" => BvOp::SignExtend(index(cursor.next("the number of bits to add")?)?),
            "rotate_left" => BvOp::RotateLeft(index(cursor.next("the number of places")?)?),
            "rotate_right" => BvOp::RotateRight(index(cursor.next("the number of places")?)?),
            "repeat" => BvOp::Repeat(index(cursor.next("the number of copies")?)?),
            "int_to_bv" | "int2bv" | "nat2bv" => BvOp::FromInt(index(cursor.next("the number of bits")?)?),
            "divisible" => {
                let divisor = big_index(cursor.next("the divisor")?)?;
                cursor.end()?;
                return Ok(Head::Op(Op::Divisible(divisor)));
            }
            other => {
                let literal = match cursor.next_if_any() {
                    Some(width) if other.starts_with("bv") => bit_vec(name, index(width)?)?,
                    _ => None,
                };
                let literal = literal.ok_or_else(|| self.unknown_indexed(name, other))?;
                cursor.end()?;
                return Ok(Head::Op(literal));
            }
        };
        cursor.end()?;
        Ok(Head::Op(Op::Bv(op)))
    }

    fn unknown_indexed(&self, s: Sexpr<'_>, name: &str) -> ReadError {
        let why = unsupported(name).map_or(String::new(), |what| format!(" ({what})"));
        ReadError::new(s.span(), format!("the indexed operator {}{why} is not supported", quoted(name))).help(
            "supported are is, extract, zero_extend, sign_extend, rotate_left, rotate_right, repeat, int_to_bv, \
             divisible and bvN",
        )
    }

    fn tester(&self, s: Sexpr<'_>) -> Read<Head> {
        let name = symbol(s, "the name of a constructor")?;
        match self.tables.symbols.meaning_of(name) {
            Meaning::Constructor { decl, index } => Ok(Head::Tester { decl, index }),
            _ => Err(ReadError::new(s.span(), format!("expected a constructor, found {}", quoted(name)))),
        }
    }

    /// `(as name sort)`
    pub(super) fn qualified(&mut self, s: Sexpr<'_>) -> Read<Head> {
        let mut cursor = Cursor::new(s);
        cursor.next("`as`")?;
        let name = cursor.next("the name of a constructor, or `const`")?;
        let written = cursor.next("a sort")?;
        cursor.end()?;
        let sort = self.sort(written)?;
        let shown = |e: &Self| quoted(&e.terms.display_sort(sort));
        let text = symbol(name, "the name of a constructor, or `const`")?;
        let meaning = self.tables.symbols.meaning_of(text);
        match meaning {
            Meaning::Constructor { decl, index } => {
                match self.tables.datatypes.instance_of(decl, self.terms.sort(sort)) {
                    Some(datatype) => Ok(Head::Op(Op::Construct(ConstructorId { datatype, index }))),
                    None => Err(ReadError::new(
                        written.span(),
                        format!("{} is not a constructor of {}", quoted(text), shown(self)),
                    )),
                }
            }
            Meaning::Fun(fun) if self.terms.fun(fun).result == sort => Ok(Head::Fun(fun)),
            Meaning::Fun(_) => Err(ReadError::new(
                written.span(),
                format!("{} does not give values of the sort {}", quoted(text), shown(self)),
            )),
            Meaning::Local { value: Value::Term(term), .. } | Meaning::Term(term)
                if self.terms.sort_of(term) == sort =>
            {
                Ok(Head::Term(term))
            }
            Meaning::Unbound if text == "const" => match self.terms.sort(sort) {
                Sort::Array(..) => Ok(Head::Op(Op::ConstArray(sort))),
                _ => Err(ReadError::new(written.span(), format!("expected an array sort, found {}", shown(self)))),
            },
            Meaning::Unbound => Err(self.unknown(name, text)),
            _ => Err(expected(name, "a constructor, a function or `const`")),
        }
    }
}
