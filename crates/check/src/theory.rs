//! The operators that a script may use without declaring them: their sorts, and what the standard writes for them.
//!
//! Only words of the standard come out, with as many arguments as every solver takes, so that each solver reads the same.

use super::{
    sorts::{Shape, Sort},
    term::{Head, Node, Term},
    world::World,
};

/// Operators of the standard: no script may declare one.
const STANDARD: [&str; 61] = [
    "true",
    "false",
    "not",
    "and",
    "or",
    "=>",
    "xor",
    "=",
    "distinct",
    "ite",
    "+",
    "-",
    "*",
    "/",
    "div",
    "mod",
    "abs",
    "<=",
    "<",
    ">=",
    ">",
    "to_real",
    "to_int",
    "is_int",
    "select",
    "store",
    "concat",
    "bvnot",
    "bvneg",
    "bvand",
    "bvor",
    "bvxor",
    "bvnand",
    "bvnor",
    "bvxnor",
    "bvadd",
    "bvsub",
    "bvmul",
    "bvudiv",
    "bvurem",
    "bvsdiv",
    "bvsrem",
    "bvsmod",
    "bvshl",
    "bvlshr",
    "bvashr",
    "bvcomp",
    "bvult",
    "bvule",
    "bvugt",
    "bvuge",
    "bvslt",
    "bvsle",
    "bvsgt",
    "bvsge",
    "ubv_to_int",
    "sbv_to_int",
    "const",
    "is",
    "extract",
    "divisible",
];

/// Those of the last that have a meaning only after `(_ …` or `(as …`: a script may declare them.
const ELSEWHERE: usize = 4;

/// Whether a script may not declare the name.
pub(super) fn is_standard(name: &str) -> bool {
    STANDARD[..STANDARD.len() - ELSEWHERE].contains(&name)
}

/// The highest power that is written as a product.
const HIGHEST_POWER: usize = 1000;

impl World {
    /// An operator that the script does not declare, with arguments.
    pub fn operator(&mut self, name: &str, args: &[Term]) -> Result<Term, String> {
        let wrong = |why: String| if why.starts_with('`') { why } else { format!("`{name}`: {why}") };
        let result = match name {
            "true" | "false" => none(args).and_then(|()| self.terms.literal(name, Sort::BOOL)),
            "not" => self.plain("not", args, &[Sort::BOOL], Sort::BOOL),
            "and" => self.junction("and", "true", args),
            "or" => self.junction("or", "false", args),
            "=>" | "implies" => at_least(2, args).and_then(|()| self.formulas("=>", args)),
            "xor" => at_least(1, args).and_then(|()| self.left("xor", args, Sort::BOOL, Sort::BOOL)),
            "=" | "iff" => at_least(2, args).and_then(|()| self.same("=", args)),
            "distinct" if args.len() == 1 => self.terms.literal("true", Sort::BOOL),
            "distinct" => at_least(2, args).and_then(|()| self.same("distinct", args)),
            "ite" | "if" => self.choice(args),
            "+" => self.sum("+", args),
            "*" => self.sum("*", args),
            "-" | "~" => self.difference(args),
            "/" => self.quotient(args),
            "div" => at_least(1, args)
                .and_then(|()| self.integers(args))
                .and_then(|args| self.left("div", &args, Sort::INT, Sort::INT)),
            "mod" => self.integers(args).and_then(|args| self.plain("mod", &args, &[Sort::INT; 2], Sort::INT)),
            "rem" => self.remainder(args),
            "abs" => self.absolute(args),
            "^" => self.power(args),
            "<=" => self.comparison("<=", args),
            "<" => self.comparison("<", args),
            ">=" => self.comparison(">=", args),
            ">" => self.comparison(">", args),
            "to_real" => exactly(1, args).and_then(|()| self.number(args[0])).and_then(|arg| self.fit(arg, Sort::REAL)),
            "to_int" | "is_int" => self.of_real(name, args),
            "select" => self.select_array(args),
            "store" => self.store_array(args),
            _ => self.bit_operator(name, args),
        };
        result.map_err(wrong)
    }

    /// Arguments of given sorts.
    pub fn plain(&mut self, op: &'static str, args: &[Term], sorts: &[Sort], result: Sort) -> Result<Term, String> {
        exactly(sorts.len(), args)?;
        let args: Vec<Term> =
            args.iter().zip(sorts).map(|(arg, sort)| self.fit(*arg, *sort)).collect::<Result<_, _>>()?;
        self.terms.op(op, &args, result)
    }

    /// An operator of two arguments that is used with more from the left.
    pub fn left(&mut self, op: &'static str, args: &[Term], sort: Sort, result: Sort) -> Result<Term, String> {
        let mut all = self.fit(args[0], sort)?;
        for arg in &args[1..] {
            let arg = self.fit(*arg, sort)?;
            all = self.terms.op(op, &[all, arg], result)?;
        }
        Ok(all)
    }

    fn formulas(&mut self, op: &'static str, args: &[Term]) -> Result<Term, String> {
        let args: Vec<Term> = args.iter().map(|arg| self.fit(*arg, Sort::BOOL)).collect::<Result<_, _>>()?;
        self.terms.op(op, &args, Sort::BOOL)
    }

    fn junction(&mut self, op: &'static str, empty: &str, args: &[Term]) -> Result<Term, String> {
        match args {
            [] => self.terms.literal(empty, Sort::BOOL),
            [one] => self.fit(*one, Sort::BOOL),
            many => self.formulas(op, many),
        }
    }

    fn same(&mut self, op: &'static str, args: &[Term]) -> Result<Term, String> {
        let args = self.mixed(args, false)?;
        self.terms.op(op, &args, Sort::BOOL)
    }

    fn choice(&mut self, args: &[Term]) -> Result<Term, String> {
        exactly(3, args)?;
        let condition = self.fit(args[0], Sort::BOOL)?;
        let branches = self.mixed(&args[1..], false)?;
        let sort = self.terms.sort(branches[0]);
        self.terms.op("ite", &[condition, branches[0], branches[1]], sort)
    }

    /// Terms of one sort. Where numbers are of different sorts, or a formula stands for one or nought, all become numbers of
    /// the widest sort.
    pub fn mixed(&mut self, args: &[Term], are_numbers: bool) -> Result<Vec<Term>, String> {
        let has = |world: &Self, wanted: &Shape| args.iter().any(|arg| world.terms.shape(*arg) == wanted);
        let sort = match (has(self, &Shape::Real), has(self, &Shape::Int) || are_numbers) {
            (true, _) => Sort::REAL,
            (false, true) => Sort::INT,
            (false, false) => {
                let sort = self.terms.sort(args[0]);
                return args.iter().map(|arg| self.fit(*arg, sort)).collect();
            }
        };
        args.iter().map(|arg| self.number(*arg).and_then(|arg| self.fit(arg, sort))).collect()
    }

    /// A formula as one or nought.
    pub fn number(&mut self, term: Term) -> Result<Term, String> {
        if *self.terms.shape(term) != Shape::Bool {
            return Ok(term);
        }
        let (one, nought) = (self.terms.literal("1", Sort::INT)?, self.terms.literal("0", Sort::INT)?);
        self.terms.op("ite", &[term, one, nought], Sort::INT)
    }

    /// An integer as a real number.
    pub fn as_real(&mut self, term: Term) -> Result<Term, String> {
        if let Node::Literal(text) = self.terms.node(term) {
            let text = format!("{text}.0");
            return self.terms.literal(&text, Sort::REAL);
        }
        self.terms.op("to_real", &[term], Sort::REAL)
    }

    fn integers(&mut self, args: &[Term]) -> Result<Vec<Term>, String> {
        args.iter().map(|arg| self.number(*arg)).collect()
    }

    fn sum(&mut self, op: &'static str, args: &[Term]) -> Result<Term, String> {
        at_least(1, args)?;
        let args = self.mixed(args, true)?;
        let sort = self.terms.sort(args[0]);
        if let [one] = *args {
            return Ok(one);
        }
        self.terms.op(op, &args, sort)
    }

    fn difference(&mut self, args: &[Term]) -> Result<Term, String> {
        at_least(1, args)?;
        let args = self.mixed(args, true)?;
        let sort = self.terms.sort(args[0]);
        self.terms.op("-", &args, sort)
    }

    fn quotient(&mut self, args: &[Term]) -> Result<Term, String> {
        let args = match args {
            // Of one argument it is the argument.
            [one] if *self.terms.shape(*one) == Shape::Real => return Ok(*one),
            _ => self.integers(args)?,
        };
        at_least(2, &args)?;
        self.left("/", &args, Sort::REAL, Sort::REAL)
    }

    fn comparison(&mut self, op: &'static str, args: &[Term]) -> Result<Term, String> {
        at_least(1, args)?;
        let args = self.mixed(args, true)?;
        // A chain without links.
        if args.len() == 1 {
            return self.terms.literal("true", Sort::BOOL);
        }
        self.terms.op(op, &args, Sort::BOOL)
    }

    /// The remainder with the sign of the divisor: not of the standard.
    fn remainder(&mut self, args: &[Term]) -> Result<Term, String> {
        exactly(2, args)?;
        let args: Vec<Term> =
            self.integers(args)?.into_iter().map(|arg| self.fit(arg, Sort::INT)).collect::<Result<_, _>>()?;
        self.terms.sharing(&args, |terms, args| {
            let zero = terms.literal("0", Sort::INT)?;
            let negative = terms.op("<", &[args[1], zero], Sort::BOOL)?;
            let modulus = terms.op("mod", args, Sort::INT)?;
            let minus = terms.op("-", &[modulus], Sort::INT)?;
            terms.op("ite", &[negative, minus, modulus], Sort::INT)
        })
    }

    fn absolute(&mut self, args: &[Term]) -> Result<Term, String> {
        exactly(1, args)?;
        let args = self.mixed(args, true)?;
        let sort = self.terms.sort(args[0]);
        if sort == Sort::INT {
            return self.terms.op("abs", &args, Sort::INT);
        }
        self.terms.sharing(&args, |terms, args| {
            let zero = terms.literal("0.0", Sort::REAL)?;
            let negative = terms.op("<", &[args[0], zero], Sort::BOOL)?;
            let minus = terms.op("-", args, Sort::REAL)?;
            terms.op("ite", &[negative, minus, args[0]], Sort::REAL)
        })
    }

    /// A power with a small exponent as a product.
    fn power(&mut self, args: &[Term]) -> Result<Term, String> {
        exactly(2, args)?;
        let exponent = match self.terms.node(args[1]) {
            Node::Literal(text) => text.trim_end_matches(".0").parse().ok(),
            _ => None,
        };
        let exponent = exponent.filter(|n| *n <= HIGHEST_POWER);
        let exponent = exponent.ok_or_else(|| format!("only with a number up to {HIGHEST_POWER} as exponent"))?;
        let args = self.mixed(args, true)?;
        let sort = self.terms.sort(args[0]);
        match exponent {
            0 if sort == Sort::REAL => return self.terms.literal("1.0", sort),
            0 => return self.terms.literal("1", sort),
            1 => return Ok(args[0]),
            _ => {}
        }
        self.terms.sharing(&args[..1], |terms, base| terms.op("*", &vec![base[0]; exponent], sort))
    }

    fn of_real(&mut self, name: &str, args: &[Term]) -> Result<Term, String> {
        let args = self.integers(args)?;
        match name {
            "to_int" => self.plain("to_int", &args, &[Sort::REAL], Sort::INT),
            _ => self.plain("is_int", &args, &[Sort::REAL], Sort::BOOL),
        }
    }

    fn array(&self, term: Term) -> Result<(Sort, Sort), String> {
        match self.terms.shape(term) {
            Shape::Array(index, element) => Ok((*index, *element)),
            _ => Err(format!("expected an array, found {}", self.show_sort(self.terms.sort(term)))),
        }
    }

    fn select_array(&mut self, args: &[Term]) -> Result<Term, String> {
        exactly(2, args)?;
        let (index, element) = self.array(args[0])?;
        let index = self.fit(args[1], index)?;
        self.terms.op("select", &[args[0], index], element)
    }

    fn store_array(&mut self, args: &[Term]) -> Result<Term, String> {
        exactly(3, args)?;
        let (index, element) = self.array(args[0])?;
        let (index, value) = (self.fit(args[1], index)?, self.fit(args[2], element)?);
        let sort = self.terms.sort(args[0]);
        self.terms.op("store", &[args[0], index, value], sort)
    }

    /// The array that is `value` everywhere.
    pub fn constant_array(&mut self, sort: Sort, args: &[Term]) -> Result<Term, String> {
        exactly(1, args)?;
        let Shape::Array(_, element) = *self.terms.sorts.shape(sort) else {
            return Err(format!("expected an array sort, found {}", self.show_sort(sort)));
        };
        let value = self.fit(args[0], element)?;
        self.terms.app(Head::Constant(sort), &[value], sort)
    }

    /// `(_ divisible n)`
    pub fn divisible(&mut self, divisor: &str, args: &[Term]) -> Result<Term, String> {
        exactly(1, args)?;
        if divisor.bytes().all(|digit| digit == b'0') {
            return Err("the divisor is 0".into());
        }
        let args = self.integers(args)?;
        let divisor = self.terms.literal(divisor, Sort::INT)?;
        let modulus = self.plain("mod", &[args[0], divisor], &[Sort::INT; 2], Sort::INT)?;
        let zero = self.terms.literal("0", Sort::INT)?;
        self.terms.op("=", &[modulus, zero], Sort::BOOL)
    }
}

pub(super) fn none(args: &[Term]) -> Result<(), String> {
    exactly(0, args)
}

pub(super) fn exactly(count: usize, args: &[Term]) -> Result<(), String> {
    match args.len() == count {
        true => Ok(()),
        false => Err(format!("{} arguments where {count} are taken", args.len())),
    }
}

pub(super) fn at_least(count: usize, args: &[Term]) -> Result<(), String> {
    match args.len() >= count {
        true => Ok(()),
        false => Err(format!("{} arguments where {count} are needed", args.len())),
    }
}
