//! The values of ground terms, where the facts of a step decide the predicates.

use super::pool::{Id, Node, Pool};
use dashu_int::IBig;
use dashu_ratio::RBig;

/// A value of Bool, Int or Real.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Bool(bool),
    Number(RBig),
}

impl Value {
    pub fn bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            Value::Number(_) => None,
        }
    }

    fn number(&self) -> Option<&RBig> {
        match self {
            Value::Number(value) => Some(value),
            Value::Bool(_) => None,
        }
    }
}

/// The value of a built-in operator on values, of which some are unknown.
pub(super) fn apply(word: &str, args: &[Option<&Value>]) -> Option<Value> {
    let bools = || args.iter().map(|arg| arg.and_then(|value| value.bool()));
    let junction = |zero: bool| match bools().any(|b| b == Some(zero)) {
        true => Some(Value::Bool(zero)),
        false => bools().all(|b| b == Some(!zero)).then_some(Value::Bool(!zero)),
    };
    let numbers = || args.iter().map(|arg| arg.and_then(|value| value.number())).collect::<Option<Vec<&RBig>>>();
    let compare = |holds: fn(&RBig, &RBig) -> bool| {
        let numbers = numbers()?;
        Some(Value::Bool(numbers.windows(2).all(|pair| holds(pair[0], pair[1]))))
    };
    match (word, args) {
        ("and", _) => junction(false),
        ("or", _) => junction(true),
        ("not", [a]) => Some(Value::Bool(!(*a)?.bool()?)),
        ("=>", [body @ .., head]) if !body.is_empty() => {
            let false_body = body.iter().any(|b| b.and_then(|b| b.bool()) == Some(false));
            let true_body = body.iter().all(|b| b.and_then(|b| b.bool()) == Some(true));
            match head.and_then(|head| head.bool()) {
                _ if false_body => Some(Value::Bool(true)),
                Some(true) => Some(Value::Bool(true)),
                Some(false) if true_body => Some(Value::Bool(false)),
                _ => None,
            }
        }
        ("ite", [c, a, b]) => if (*c)?.bool()? { *a } else { *b }.cloned(),
        ("=", [_, _, ..]) => {
            let values = args.iter().copied().collect::<Option<Vec<&Value>>>()?;
            Some(Value::Bool(values.windows(2).all(|pair| pair[0] == pair[1])))
        }
        ("xor", [_, _, ..]) => bools().try_fold(false, |odd, b| Some(odd != b?)).map(Value::Bool),
        ("distinct", [_, _, ..]) => {
            let values = args.iter().copied().collect::<Option<Vec<&Value>>>()?;
            Some(Value::Bool((1..values.len()).all(|i| !values[..i].contains(&values[i]))))
        }
        ("<=", _) => compare(|a, b| a <= b),
        ("<", _) => compare(|a, b| a < b),
        (">=", _) => compare(|a, b| a >= b),
        (">", _) => compare(|a, b| a > b),
        ("+", _) => Some(Value::Number(numbers()?.into_iter().fold(RBig::ZERO, |sum, n| sum + n))),
        ("*", _) => Some(Value::Number(numbers()?.into_iter().fold(RBig::ONE, |product, n| product * n))),
        ("-", [_]) => Some(Value::Number(-numbers()?[0].clone())),
        ("-", _) => numbers()?.into_iter().cloned().reduce(|a, b| a - b).map(Value::Number),
        ("/", [_, b]) if !b.and_then(|b| b.number()).is_none_or(|b| b.is_zero()) => {
            let numbers = numbers()?;
            Some(Value::Number(numbers[0] / numbers[1]))
        }
        ("div", [_, _]) => Some(Value::Number(RBig::from(quotient(numbers()?)?))),
        ("mod", [_, _]) => {
            let (numbers, quotient) = (numbers()?, quotient(numbers()?)?);
            Some(Value::Number(numbers[0] - numbers[1] * RBig::from(quotient)))
        }
        ("abs", [_]) => {
            let number = numbers()?[0].clone();
            Some(Value::Number(if number < RBig::ZERO { -number } else { number }))
        }
        ("to_real", [_]) => Some(Value::Number(numbers()?[0].clone())),
        ("to_int", [_]) => Some(Value::Number(RBig::from(numbers()?[0].floor()))),
        ("is_int", [_]) => Some(Value::Bool(numbers()?[0].is_int())),
        _ => None,
    }
}

/// SMT-LIB's `div`: the remainder is not negative. None for division by zero.
fn quotient(numbers: Vec<&RBig>) -> Option<IBig> {
    let [a, b] = numbers.as_slice() else { return None };
    match **b > RBig::ZERO {
        true => Some((*a / *b).floor()),
        false if b.is_zero() => None,
        false => Some((*a / *b).ceil()),
    }
}

/// The value of a symbol.
pub(super) fn of_symbol(text: &str) -> Option<Value> {
    match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => match text.split_once('.') {
            None => text.parse::<IBig>().ok().map(|n| Value::Number(RBig::from(n))),
            Some((whole, part)) => {
                let digits: IBig = format!("{whole}{part}").parse().ok()?;
                Some(Value::Number(RBig::from(digits) / RBig::from(IBig::from(10).pow(part.len()))))
            }
        },
    }
}

impl Pool {
    /// A value as a term: of sort Real if `real`.
    pub fn value(&mut self, value: &Value, real: bool) -> Id {
        let number = match value {
            Value::Bool(value) => return self.symbol(if *value { "true" } else { "false" }),
            Value::Number(number) => number,
        };
        let point = if real { ".0" } else { "" };
        let magnitude = if *number < RBig::ZERO { -number.clone() } else { number.clone() };
        let numerator = self.symbol(&format!("{}{point}", magnitude.numerator()));
        let positive = if magnitude.is_int() {
            numerator
        } else {
            let denominator = self.symbol(&format!("{}{point}", magnitude.denominator()));
            self.app("/", &[numerator, denominator])
        };
        if *number < RBig::ZERO { self.app("-", &[positive]) } else { positive }
    }

    /// Whether a term is a number as it is written: `1`, `(- 1)`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`. `(- 0)` is none: where a
    /// rule compares terms, it is not `0`.
    pub fn is_number(&self, id: Id) -> bool {
        let is_numeral =
            |id: Id| matches!(self.node(id), Node::Symbol(text) if text.starts_with(|c: char| c.is_ascii_digit()));
        let is_fraction = |id: Id| match self.parts(id) {
            Some(("/", [a, b])) => is_numeral(*a) && is_numeral(*b),
            _ => is_numeral(id),
        };
        let is_zero =
            |id: Id| matches!(self.node(id), Node::Symbol(text) if text.bytes().all(|b| b == b'0' || b == b'.'));
        match self.parts(id) {
            Some(("-", [a])) => is_fraction(*a) && !is_zero(*a),
            _ => is_fraction(id),
        }
    }

    /// Whether a term is a value as it is written.
    pub fn is_constant(&self, id: Id) -> bool {
        matches!(self.node(id), Node::Symbol(text) if text == "true" || text == "false") || self.is_number(id)
    }

    /// Whether a checker sees a linear combination of numbers in a term: then `la_generic` evaluates it.
    pub fn is_linear(&self, root: Id) -> bool {
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if self.is_number(id) {
                continue;
            }
            match self.parts(id) {
                Some(("+" | "-", args)) => todo.extend(args),
                Some(("*", [a, b])) if self.is_number(*a) => todo.push(*b),
                Some(("*", [a, b])) if self.is_number(*b) => todo.push(*a),
                _ => return false,
            }
        }
        true
    }
}
