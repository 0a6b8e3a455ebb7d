//! What is applied: a name, `(_ name index …)` or `(as name sort)`.

use super::{
    elaborate::{Elaborator, decimal, natural},
    names::Meaning,
    sort_text::numeral,
    sorts::{Shape, Sort},
    term::{Head, Term},
    text,
};
use alphorn_sexpr::{Kind, Sexpr};

impl Elaborator<'_, '_> {
    /// What stands at the head of an application, or alone, with its arguments.
    pub fn apply(&mut self, head: Sexpr<'_>, args: &[Term]) -> Result<Term, String> {
        if let Some(name) = head.symbol() {
            if text::is_reserved(head) {
                return Err(format!("not a term: {name}"));
            }
            return self.named(head, name, args);
        }
        let parts: Vec<_> = head.children().collect();
        match (parts.first().copied().and_then(text::reserved_word), parts.as_slice()) {
            (Some("_"), [_, name, indices @ ..]) => self.indexed(*name, indices, args),
            (Some("as"), [_, name, sort]) => {
                let sort = self.world.read_sort(*sort)?;
                self.qualified(*name, sort, args)
            }
            _ => Err(format!("not a function: {}", text::cut(head.text()))),
        }
    }

    fn named(&mut self, symbol: Sexpr<'_>, name: &str, args: &[Term]) -> Result<Term, String> {
        let world = &mut *self.world;
        match world.names.meaning(name) {
            Some(Meaning::Local(var)) if args.is_empty() => world.terms.var_term(var),
            Some(Meaning::RuleVar(var)) if args.is_empty() && self.text.rule.is_some_and(|all| all.contains(&var)) => {
                world.terms.var_term(var)
            }
            Some(Meaning::Local(_)) => Err(format!("the variable {name} is no function")),
            Some(Meaning::RuleVar(_)) => Err(format!("the variable {name} may not be used here")),
            Some(Meaning::Recursive) => Err(format!("the recursive function {name} may not be used")),
            Some(Meaning::Function(number)) => world.call(number, args),
            Some(Meaning::Constructor(data, index)) => world.construct(data, index, None, args),
            Some(Meaning::Selector(data, index, field)) => match args {
                [term] => world.select(data, index, field, *term),
                _ => Err(format!("{name} has one argument")),
            },
            None => self.undeclared(symbol, name, args),
        }
    }

    /// A name that the script does not declare: an operator, a tester, an element of a sort, or a negative number.
    fn undeclared(&mut self, symbol: Sexpr<'_>, name: &str, args: &[Term]) -> Result<Term, String> {
        if let ([term], Some(constructor)) = (args, name.strip_prefix("is-"))
            && let Some((data, index)) = self.world.constructor_named(constructor)
        {
            return self.world.test(data, index, *term);
        }
        if args.is_empty() {
            if let Some(number) = self.negative(symbol, name)? {
                return Ok(number);
            }
            if let Some(element) = self.element(name)? {
                return Ok(element);
            }
            if !["true", "false", "bit0", "bit1"].contains(&name) {
                return Err(format!("unknown symbol {}", text::cut(symbol.text())));
            }
        }
        self.world.operator(name, args)
    }

    /// `-5`, which Z3 takes for a number.
    fn negative(&mut self, symbol: Sexpr<'_>, name: &str) -> Result<Option<Term>, String> {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let Some(number) = name.strip_prefix('-').filter(|_| symbol.kind() == Kind::Symbol) else { return Ok(None) };
        let terms = &mut self.world.terms;
        if digits(number) {
            let literal = terms.literal(natural(number), Sort::INT)?;
            return terms.op("-", &[literal], Sort::INT).map(Some);
        }
        match number.split_once('.') {
            Some((whole, fraction)) if digits(whole) && digits(fraction) => {
                let literal = terms.literal(&decimal(number), Sort::REAL)?;
                terms.op("-", &[literal], Sort::REAL).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `SORT!val!N`, an element of a declared sort that evidence names.
    fn element(&mut self, name: &str) -> Result<Option<Term>, String> {
        use super::names::SortMeaning;
        let Some((sort, number)) = name.rsplit_once("!val!").filter(|_| !self.text.is_script) else { return Ok(None) };
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let Some(SortMeaning::Declared(declared)) = self.world.names.sort_meaning(sort).filter(|_| is_number) else {
            return Ok(None);
        };
        let sort = self.world.terms.sorts.make(Shape::Declared(declared))?;
        let (index, _) = self.world.names.elements.insert_full((name.into(), sort));
        self.world.terms.app(Head::Element(index as u32), &[], sort).map(Some)
    }

    fn indexed(&mut self, name: Sexpr<'_>, indices: &[Sexpr<'_>], args: &[Term]) -> Result<Term, String> {
        let word = name.symbol().ok_or("expected the name of an indexed operator")?;
        let wrong = |why: String| format!("`(_ {word} …)`: {why}");
        match (word, indices) {
            ("is", [constructor]) => {
                let known = constructor.symbol().and_then(|name| self.world.constructor_named(name));
                let (data, index) = known.ok_or_else(|| format!("{} is no constructor", constructor.text()))?;
                let [term] = args else { return Err(wrong("one argument is taken".into())) };
                self.world.test(data, index, *term).map_err(wrong)
            }
            ("divisible", [divisor]) if divisor.kind() == Kind::Numeral => {
                self.world.divisible(natural(divisor.text()), args).map_err(wrong)
            }
            (_, [width]) if literal_digits(word).is_some() && args.is_empty() => {
                const MOST_DIGITS: usize = 100_000;
                let digits = literal_digits(word).filter(|digits| digits.len() <= MOST_DIGITS);
                let digits = digits.ok_or("a number of too many digits")?;
                self.world.bit_literal(digits, numeral(*width)?).map_err(wrong)
            }
            _ => {
                let indices = indices.iter().map(|index| numeral(*index)).collect::<Result<Vec<u32>, _>>()?;
                self.world.indexed_bits(word, &indices, args).map_err(wrong)
            }
        }
    }

    fn qualified(&mut self, symbol: Sexpr<'_>, sort: Sort, args: &[Term]) -> Result<Term, String> {
        let name = symbol.symbol().ok_or("expected a name after `as`")?;
        match self.world.names.meaning(name) {
            Some(Meaning::Constructor(data, index)) => self.world.construct(data, index, Some(sort), args),
            Some(Meaning::Function(number)) => {
                let term = self.world.call(number, args)?;
                match self.world.terms.sort(term) == sort {
                    true => Ok(term),
                    false => Err(format!("{name} is not of the sort {}", self.world.show_sort(sort))),
                }
            }
            None if name == "const" => self.world.constant_array(sort, args),
            _ => Err(format!("`as` of {name}")),
        }
    }
}

/// The number of `bvN`.
fn literal_digits(word: &str) -> Option<&str> {
    word.strip_prefix("bv").filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
