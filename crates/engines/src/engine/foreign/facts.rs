//! The ground facts in what a solver printed. The dialects of derivations differ in everything but these: `(p 1 2)`, or
//! `p(1, 2)`. Nothing is believed of a fact, so one from another place, such as a clause, does no harm.

use super::printed::{Node, Printed};
use alphorn_logic::{
    horn::{PredId, Problem},
    term::{ConstructorId, Op, Sort, SortId, TermId, Terms, quote_symbol},
    witness::Fact,
};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Facts, each once, in the order of the text.
pub(super) type Facts = IndexSet<Fact, FxBuildHasher>;

/// All ground facts about the problem's predicates.
pub(super) fn facts(terms: &mut Terms, problem: &Problem, said: &str) -> Facts {
    let printed = Printed::read(said);
    let name = |pred| {
        let name = quote_symbol(problem.name(terms, pred)).into_owned();
        name.strip_prefix('|').and_then(|name| name.strip_suffix('|')).map_or_else(|| name.clone(), String::from)
    };
    let preds: FxHashMap<String, PredId> = problem.pred_ids().map(|pred| (name(pred), pred)).collect();
    let mut values = Values { printed: &printed, known: FxHashMap::default() };
    let mut facts = Facts::default();
    for at in printed.all() {
        let (head, args) = match printed.node(at) {
            Node::Word(_) => (at, &[][..]),
            Node::List(parts) => match parts.split_first() {
                Some((&head, args)) => (head, args),
                None => continue,
            },
        };
        let Some(&pred) = printed.word(head).and_then(|name| preds.get(name)) else { continue };
        let sorts = terms.fun(problem.predicates[pred.index()].fun).params.clone();
        if args.len() == sorts.len() {
            let args = args.iter().zip(&*sorts).map(|(&arg, &sort)| values.value(terms, arg, sort));
            facts.extend(args.collect::<Option<Vec<_>>>().map(|args| Fact { pred, args }));
        }
    }
    facts
}

/// Reads values. Since the sort is known, no declaration is needed, and each dialect's way of writing is understood.
struct Values<'a, 's> {
    printed: &'a Printed<'s>,
    /// What was read before: `let` shares parts.
    known: FxHashMap<(usize, SortId), Option<TermId>>,
}

impl Values<'_, '_> {
    /// The value of this sort that is written here.
    fn value(&mut self, terms: &mut Terms, at: usize, sort: SortId) -> Option<TermId> {
        let mut todo = vec![(at, sort)];
        while let Some(&(at, sort)) = todo.last() {
            if !self.known.contains_key(&(at, sort)) {
                let shape = self.shape(terms, at, sort);
                if let Some((_, parts)) = &shape {
                    let height = todo.len();
                    todo.extend(parts.iter().filter(|part| !self.known.contains_key(part)));
                    if todo.len() > height {
                        continue;
                    }
                }
                let value = shape.and_then(|(op, parts)| {
                    let args = parts.iter().map(|part| self.known[part]).collect::<Option<Vec<_>>>()?;
                    terms.try_app(op, args).ok()
                });
                self.known.insert((at, sort), value);
            }
            todo.pop();
        }
        // Arrays have more than one way to be written.
        self.known[&(at, sort)].and_then(|value| terms.eval(value, |_| None).ok())
    }

    /// What is applied to which parts, each of its sort.
    fn shape(&self, terms: &Terms, at: usize, sort: SortId) -> Option<(Op, Vec<(usize, SortId)>)> {
        let printed = self.printed;
        let plain = |op| Some((op, Vec::new()));
        match terms.sort(sort) {
            Sort::Bool => match printed.word(at)? {
                "true" => plain(Op::True),
                "false" => plain(Op::False),
                _ => None,
            },
            Sort::Int => plain(Op::Int(self.integer(at)?)),
            Sort::Real => plain(Op::Real(self.number(at)?)),
            Sort::BitVec(width) => self.bits(at, *width).map(|value| (Op::BitVec { width: *width, value }, Vec::new())),
            Sort::Array(index, element) => match *printed.parts(at) {
                [store, array, i, value] if printed.word(store) == Some("store") => {
                    Some((Op::Store, vec![(array, sort), (i, *index), (value, *element)]))
                }
                [constant, value] if self.name(constant) == Some("const") => {
                    Some((Op::ConstArray(sort), vec![(value, *element)]))
                }
                _ => None,
            },
            Sort::Datatype(datatype) => {
                let is_application = self.name(at).is_none();
                let (head, args) = if is_application { printed.parts(at).split_first()? } else { (&at, &[][..]) };
                let name = self.name(*head)?;
                let (id, constructor): (ConstructorId, _) =
                    terms.constructors(*datatype).find(|(_, constructor)| *constructor.name == *name)?;
                let fields = constructor.fields.iter().map(|field| field.sort);
                let fits = constructor.fields.len() == args.len();
                fits.then(|| (Op::Construct(id), args.iter().copied().zip(fields).collect()))
            }
            Sort::Uninterpreted(_) => None,
        }
    }

    /// The name of `c` and of `(as c sort)`.
    fn name(&self, at: usize) -> Option<&str> {
        match *self.printed.parts(at) {
            [] => self.printed.word(at),
            [word, name, _] if self.printed.word(word) == Some("as") => self.printed.word(name),
            _ => None,
        }
    }

    /// `5`, `-5`, `(- 5)`, `1.5`, `(/ 1 2)`, and what these can be combined to without going deep.
    fn number(&self, at: usize) -> Option<RBig> {
        let word = |at| self.printed.word(at);
        let unary = |at| match *self.printed.parts(at) {
            [minus, number] if word(minus) == Some("-") => Some(-numeral(word(number)?)?),
            [to_real, number] if word(to_real) == Some("to_real") => numeral(word(number)?),
            _ => numeral(word(at)?),
        };
        let quotient = |at| match *self.printed.parts(at) {
            [slash, above, below] if word(slash) == Some("/") => {
                let (above, below) = (unary(above)?, unary(below)?);
                (below != RBig::ZERO).then(|| above / below)
            }
            _ => unary(at),
        };
        match *self.printed.parts(at) {
            [minus, number] if word(minus) == Some("-") => Some(-quotient(number)?),
            _ => quotient(at),
        }
    }

    fn integer(&self, at: usize) -> Option<IBig> {
        let (above, below) = self.number(at)?.into_parts();
        (below == UBig::ONE).then_some(above)
    }

    /// `#x1f`, `#b01`, `(_ bv5 8)`, or a number that is taken modulo 2^width.
    fn bits(&self, at: usize, width: u32) -> Option<UBig> {
        let value = match *self.printed.parts(at) {
            [_, name, _] => {
                UBig::from_str_radix(digits(self.printed.word(name)?.strip_prefix("bv")?)?, 10).ok()?.into()
            }
            _ => match self.printed.word(at) {
                Some(word) if word.starts_with("#x") => UBig::from_str_radix(&word[2..], 16).ok()?.into(),
                Some(word) if word.starts_with("#b") => UBig::from_str_radix(&word[2..], 2).ok()?.into(),
                _ => self.integer(at)?,
            },
        };
        use dashu_base::RemEuclid;
        Some(value.rem_euclid(IBig::ONE << width as usize))
    }
}

/// A number as it is written, with a sign perhaps.
fn numeral(word: &str) -> Option<RBig> {
    let (negative, word) = word.strip_prefix('-').map_or((false, word), |word| (true, word));
    let (whole, fraction) = word.split_once('.').unwrap_or((word, "0"));
    let above = UBig::from_str_radix(&format!("{}{}", digits(whole)?, digits(fraction)?), 10).ok()?;
    let value = RBig::from_parts(above.into(), UBig::from(10u8).pow(fraction.len()));
    Some(if negative { -value } else { value })
}

fn digits(word: &str) -> Option<&str> {
    (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())).then_some(word)
}
