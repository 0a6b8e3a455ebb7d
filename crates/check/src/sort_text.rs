//! Reads sorts as they are written.

use super::{
    names::SortMeaning,
    sorts::{Shape, Sort},
    world::World,
};
use alphorn_sexpr::{Kind, Sexpr};

/// Names of sorts that no script may declare.
pub(super) const SORTS: [&str; 5] = ["Bool", "Int", "Real", "Array", "BitVec"];

/// More bits than any vector needs.
pub(super) const MOST_BITS: u32 = 1 << 24;

const DEEPEST: usize = 500;

impl World {
    /// The sort that a text means.
    pub fn read_sort(&mut self, node: Sexpr<'_>) -> Result<Sort, String> {
        self.sort_over(node, &[], 0)
    }

    /// The sort that a text over parameters means.
    pub fn sort_over(&mut self, node: Sexpr<'_>, params: &[&str], depth: usize) -> Result<Sort, String> {
        if depth > DEEPEST {
            return Err(format!("sorts may be nested {DEEPEST} deep at most"));
        }
        if let Some(name) = node.symbol() {
            if let Some(i) = params.iter().position(|param| *param == name) {
                return self.terms.sorts.make(Shape::Param(i as u32));
            }
            return self.named_sort(name, &[]);
        }
        let mut parts = node.children();
        let head = parts.next().ok_or("expected a sort")?;
        if head.is_word("_") {
            let parts: Vec<_> = parts.collect();
            let [word, width] = parts.as_slice() else { return Err(format!("not a sort: {}", node.text())) };
            if word.symbol() != Some("BitVec") {
                return Err(format!("not a sort: {}", node.text()));
            }
            return self.terms.sorts.make(Shape::Bits(bits(numeral(*width)?)?));
        }
        let name = head.symbol().ok_or("expected the name of a sort")?;
        let args = parts.map(|part| self.sort_over(part, params, depth + 1)).collect::<Result<Vec<_>, _>>()?;
        if args.is_empty() {
            return Err(format!("the sort {name} has no arguments"));
        }
        self.named_sort(name, &args)
    }

    fn named_sort(&mut self, name: &str, args: &[Sort]) -> Result<Sort, String> {
        let arity = |wanted: usize| match args.len() == wanted {
            true => Ok(()),
            false => Err(format!("the sort {name} has {wanted} arguments, found {}", args.len())),
        };
        match (name, self.names.sort_meaning(name)) {
            (_, Some(SortMeaning::Declared(number))) => {
                arity(0)?;
                self.terms.sorts.make(Shape::Declared(number))
            }
            (_, Some(SortMeaning::Data(number)))
                if args.is_empty() && self.names.datatypes[number as usize].takes_own_params =>
            {
                let params = 0..self.names.datatypes[number as usize].arity as u32;
                let params = params.map(|i| self.terms.sorts.make(Shape::Param(i))).collect::<Result<_, _>>()?;
                self.terms.sorts.make(Shape::Data(number, params))
            }
            (_, Some(SortMeaning::Data(number))) => {
                arity(self.names.datatypes[number as usize].arity)?;
                self.terms.sorts.make(Shape::Data(number, args.into()))
            }
            (_, Some(SortMeaning::Alias(number))) => {
                let alias = self.names.aliases[number as usize].clone();
                arity(alias.arity)?;
                self.terms.sorts.with(alias.sort, args)
            }
            ("Bool", _) => arity(0).map(|()| Sort::BOOL),
            ("Int", _) => arity(0).map(|()| Sort::INT),
            ("Real", _) => arity(0).map(|()| Sort::REAL),
            ("Array", _) => {
                arity(2)?;
                self.terms.sorts.make(Shape::Array(args[0], args[1]))
            }
            _ => Err(format!("unknown sort {name}")),
        }
    }

    /// A sort as it is written in messages.
    pub fn show_sort(&self, sort: Sort) -> String {
        self.show_sort_within(sort, 0)
    }

    fn show_sort_within(&self, sort: Sort, depth: usize) -> String {
        if depth > 6 {
            return "…".into();
        }
        let parts = |name: &str, parts: &[Sort]| {
            let parts: Vec<String> = parts.iter().map(|part| self.show_sort_within(*part, depth + 1)).collect();
            format!("({name} {})", parts.join(" "))
        };
        match self.terms.sorts.shape(sort) {
            Shape::Bool => "Bool".into(),
            Shape::Int => "Int".into(),
            Shape::Real => "Real".into(),
            Shape::Bits(width) => format!("(_ BitVec {width})"),
            Shape::Array(index, element) => parts("Array", &[*index, *element]),
            Shape::Declared(number) => self.names.sorts[*number as usize].to_string(),
            Shape::Data(number, args) => {
                let name = &self.names.datatypes[*number as usize].name;
                if args.is_empty() { name.to_string() } else { parts(name, args) }
            }
            Shape::Param(_) | Shape::Hole(_) => "?".into(),
        }
    }
}

/// The width of a bit-vector.
pub(super) fn bits(width: u32) -> Result<u32, String> {
    match width {
        1..=MOST_BITS => Ok(width),
        _ => Err(format!("a bit-vector of {width} bits")),
    }
}

/// A number that indexes an operator or a sort.
pub(super) fn numeral(node: Sexpr<'_>) -> Result<u32, String> {
    let number = (node.kind() == Kind::Numeral).then(|| node.text().parse().ok()).flatten();
    number.ok_or_else(|| format!("expected a number below 2^32, found {}", node.text()))
}
