//! Comparisons and equations of numbers: by `la_generic` where a checker sees linear combinations, otherwise through the
//! values of their arguments. Other operators on numbers have rules of their own, or are evaluated.

use super::{
    justify::{Argument, Justifier, Step, Tautology, congruence, constant},
    pool::{Id, Literal, Node, Pool},
};

impl Justifier<'_> {
    /// A comparison of two or more numbers, `is_int`, or `xor` of more than two, where the values of the arguments decide it.
    pub(super) fn comparison(
        &mut self,
        pool: &mut Pool,
        term: Id,
        args: &[Id],
        is_true: bool,
    ) -> Result<Tautology, String> {
        let complement = Literal { term, negations: usize::from(!is_true) };
        let word = pool.parts(term).map(|(word, _)| word.to_string()).unwrap_or_default();
        let is_pair = args.len() == 2;
        if is_pair && args.iter().all(|&arg| pool.is_linear(arg)) {
            return Ok(by_arithmetic(complement));
        }
        if !is_pair && args.iter().all(|&arg| pool.is_constant(arg)) {
            return Ok(evaluated(pool, term, is_true));
        }
        let values: Vec<Id> = args.iter().map(|&arg| self.value_term(pool, arg)).collect::<Result<_, _>>()?;
        let simple = pool.app(&word, &values);
        let (from, to) = if is_true { (simple, term) } else { (term, simple) };
        Ok(congruence(pool, "eq_congruent_pred", from, to, complement))
    }

    /// An equation of numbers.
    pub(super) fn equation(
        &mut self,
        pool: &mut Pool,
        term: Id,
        a: Id,
        b: Id,
        is_true: bool,
    ) -> Result<Tautology, String> {
        let complement = Literal { term, negations: usize::from(!is_true) };
        if a == b {
            let step = Step::Tautology { rule: "eq_reflexive", clause: vec![complement], args: Vec::new() };
            return Ok(Tautology { steps: vec![step], complement, rest: Vec::new() });
        }
        let linear = pool.is_linear(a) && pool.is_linear(b);
        if linear && !is_true {
            return Ok(by_arithmetic(complement));
        }
        if linear {
            return Ok(between(pool, term, a, b));
        }
        if is_true && chosen(pool, a) == Some(b) {
            let step = Step::Tautology { rule: "ite_simplify", clause: vec![complement], args: Vec::new() };
            return Ok(Tautology { steps: vec![step], complement, rest: Vec::new() });
        }
        if is_true && self.is_simplified(pool, a, b) {
            return Ok(congruence(pool, "eq_congruent", a, b, complement));
        }
        let (value_a, value_b) = (self.value_term(pool, a)?, self.value_term(pool, b)?);
        if !is_true {
            let rest = [pool.app("=", &[a, value_a]), pool.app("=", &[b, value_b]), pool.app("=", &[value_a, value_b])];
            let [left, right, last] = rest.map(Literal::positive);
            let clause = vec![left.negated(), complement, right.negated(), last];
            let step = Step::Tautology { rule: "eq_transitive", clause, args: Vec::new() };
            return Ok(Tautology { steps: vec![step], complement, rest: vec![left.negated(), right.negated(), last] });
        }
        if b != value_b {
            let through = [pool.app("=", &[a, value_b]), pool.app("=", &[b, value_b])];
            return Ok(transitive(complement, &through));
        }
        self.evaluation(pool, complement, a, b)
    }

    /// Whether `b` is `a` with the values of some arguments in their place.
    fn is_simplified(&self, pool: &Pool, a: Id, b: Id) -> bool {
        let (Some((word, args)), Some((other, values))) = (pool.parts(a), pool.parts(b)) else { return false };
        let is_value = |(&arg, &value): (&Id, &Id)| {
            let known = self.values.get(&arg).and_then(|value| value.as_ref());
            arg == value || known.is_some() && known == constant(pool, value).as_ref()
        };
        word == other && args.len() == values.len() && args.iter().zip(values).all(is_value)
    }

    /// `(= a value)`, where `a` is no linear combination of numbers.
    fn evaluation(&mut self, pool: &mut Pool, complement: Literal, a: Id, value: Id) -> Result<Tautology, String> {
        let (word, args) = pool.parts(a).ok_or("a term without a value")?;
        let (word, args) = (word.to_string(), args.to_vec());
        if word == "ite" {
            let through = match chosen(pool, a) {
                Some(chosen) => [pool.app("=", &[a, chosen]), pool.app("=", &[chosen, value])],
                None => {
                    let condition = self.value(pool, args[0]).and_then(|value| value.bool());
                    let decided = if condition.ok_or("an `ite` without a value")? { "true" } else { "false" };
                    let decided = pool.symbol(decided);
                    let simple = pool.app("ite", &[decided, args[1], args[2]]);
                    [pool.app("=", &[a, simple]), pool.app("=", &[simple, value])]
                }
            };
            return Ok(transitive(complement, &through));
        }
        let rule = match word.as_str() {
            // Of numbers, only a product of more than two is no linear combination.
            "+" | "-" | "*" => Some("prod_simplify"),
            "div" => Some("div_simplify"),
            "mod" => Some("mod_simplify"),
            // `div_simplify` does not take fractions apart.
            "/" | "abs" | "to_real" | "to_int" => None,
            _ => return Err(format!("`{word}` has no rule")),
        };
        let values: Vec<Id> = args.iter().map(|&arg| self.value_term(pool, arg)).collect::<Result<_, _>>()?;
        let simple = pool.app(&word, &values);
        if simple == a {
            let Some(rule) = rule else { return Ok(evaluated(pool, complement.term, true)) };
            let step = Step::Tautology { rule, clause: vec![complement], args: Vec::new() };
            return Ok(Tautology { steps: vec![step], complement, rest: Vec::new() });
        }
        let through = [pool.app("=", &[a, simple]), pool.app("=", &[simple, value])];
        Ok(transitive(complement, &through))
    }
}

/// What `(ite true a b)` and `(ite false a b)` are.
fn chosen(pool: &Pool, id: Id) -> Option<Id> {
    let Some(("ite", [condition, a, b])) = pool.parts(id) else { return None };
    match pool.node(*condition) {
        Node::Symbol(word) if word == "true" => Some(*a),
        Node::Symbol(word) if word == "false" => Some(*b),
        _ => None,
    }
}

/// One comparison of numbers.
fn by_arithmetic(complement: Literal) -> Tautology {
    let step = Step::Tautology { rule: "la_generic", clause: vec![complement], args: vec![Argument::Number(1)] };
    Tautology { steps: vec![step], complement, rest: Vec::new() }
}

/// An atom over numbers that a checker can evaluate: that it is equal to `true` or to `false`, and what follows from that.
fn evaluated(pool: &mut Pool, atom: Id, is_true: bool) -> Tautology {
    let constant = pool.symbol(if is_true { "true" } else { "false" });
    let same = pool.app("=", &[atom, constant]);
    let complement = Literal { term: atom, negations: usize::from(!is_true) };
    let rest = vec![Literal { term: constant, negations: usize::from(is_true) }];
    let clause = [&[complement], rest.as_slice()].concat();
    let steps = vec![
        Step::Tautology { rule: "evaluate", clause: vec![Literal::positive(same)], args: Vec::new() },
        Step::Follows { rule: if is_true { "equiv2" } else { "equiv1" }, clause },
    ];
    Tautology { steps, complement, rest }
}

/// `a = b` since neither is larger.
fn between(pool: &mut Pool, term: Id, a: Id, b: Id) -> Tautology {
    let (low, high) = (pool.app("<=", &[a, b]), pool.app("<=", &[b, a]));
    let (not_low, not_high) = (pool.app("not", &[low]), pool.app("not", &[high]));
    let either = pool.app("or", &[term, not_low, not_high]);
    let complement = Literal::positive(term);
    let rest = vec![Literal::positive(low).negated(), Literal::positive(high).negated()];
    let clause = [&[complement], rest.as_slice()].concat();
    let whole = vec![Literal::positive(either)];
    let steps = vec![
        Step::Tautology { rule: "la_disequality", clause: whole, args: Vec::new() },
        Step::Follows { rule: "or", clause },
    ];
    Tautology { steps, complement, rest }
}

/// An equation from a chain of others.
fn transitive(complement: Literal, through: &[Id]) -> Tautology {
    let rest: Vec<Literal> = through.iter().map(|&equation| Literal::positive(equation).negated()).collect();
    let clause = [rest.as_slice(), &[complement]].concat();
    let step = Step::Tautology { rule: "eq_transitive", clause, args: Vec::new() };
    Tautology { steps: vec![step], complement, rest }
}
