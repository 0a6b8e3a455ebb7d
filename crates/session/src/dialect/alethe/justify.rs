//! Which tautology refutes a literal that is false in the instance of a clause.
//!
//! The tautology has the literal's complement and further literals, all of which are false too and of smaller terms (or
//! comparisons of a term with its value), so that resolving again and again ends.

use super::{
    pool::{Id, Literal, Node, Pool},
    sort::Sort,
    value::{Value, apply, of_symbol},
};
use rustc_hash::FxHashMap;

/// A step of a proof.
pub(super) enum Step {
    /// One that is there already.
    Named(String),
    /// A clause that holds by a rule.
    Tautology { rule: &'static str, clause: Vec<Literal>, args: Vec<Argument> },
    /// A clause that follows by a rule from the step before.
    Follows { rule: &'static str, clause: Vec<Literal> },
    /// An equality of quantifiers, since their bodies are equal by a rule.
    Bind { vars: Vec<(String, String)>, rule: &'static str, inner: Literal, outer: Literal },
}

/// An argument of a rule.
#[derive(Debug)]
pub(super) enum Argument {
    Number(usize),
    Term(Id),
    Literal(Literal),
    Truth(bool),
}

impl Argument {
    pub fn write(&self, pool: &mut Pool) -> String {
        match self {
            Argument::Number(n) => n.to_string(),
            Argument::Term(id) => pool.write(*id),
            Argument::Literal(literal) => pool.write_literal(*literal),
            Argument::Truth(truth) => truth.to_string(),
        }
    }
}

/// A clause that refutes a literal.
pub(super) struct Tautology {
    /// The last is the clause; the others are what it needs.
    pub steps: Vec<Step>,
    /// The literal of the clause that the refuted one is resolved with.
    pub complement: Literal,
    /// The other literals of the clause.
    pub rest: Vec<Literal>,
}

/// Knows what is true in one step of a derivation.
pub(super) struct Justifier<'a> {
    /// Facts that were derived, and the steps that prove them.
    premises: &'a [(Id, String)],
    /// What is to be derived, and so taken as false.
    fact: Option<Id>,
    /// The values of the variables.
    pub(super) variables: &'a FxHashMap<u32, Id>,
    pub(super) values: FxHashMap<Id, Option<Value>>,
    /// Quantifiers and their instances.
    pub(super) instances: FxHashMap<Id, Id>,
}

impl<'a> Justifier<'a> {
    pub fn new(premises: &'a [(Id, String)], fact: Option<Id>, variables: &'a FxHashMap<u32, Id>) -> Self {
        Justifier { premises, fact, variables, values: FxHashMap::default(), instances: FxHashMap::default() }
    }

    /// A tautology that refutes `literal`, which must be false.
    pub fn refute(&mut self, pool: &mut Pool, literal: Literal) -> Result<Tautology, String> {
        let Literal { term, negations } = literal;
        if negations > 2 {
            return Ok(Self::double_negation(pool, literal));
        }
        let is_true = negations % 2 == 1;
        match self.value(pool, term).and_then(|value| value.bool()) {
            Some(value) if value == is_true => self.clause(pool, term, is_true),
            Some(_) => Err("it does not follow from the values".into()),
            None => Err(self.obstacle(pool, term)),
        }
    }

    /// Why a term has no value: the first part of it that has none though its own parts have.
    fn obstacle(&self, pool: &Pool, term: Id) -> String {
        let root = self.instances.get(&term).copied().unwrap_or(term);
        let is_open = |id: &Id| self.values.get(id).is_some_and(|value| value.is_none());
        let below = pool.below(&[root]);
        let first = below.into_iter().find(|id| match pool.node(*id) {
            Node::App(parts) => is_open(id) && !parts[1..].iter().any(is_open),
            Node::Quantifier(_) => true,
            Node::Symbol(_) | Node::Var { .. } => false,
        });
        match first.map(|id| (pool.node(id), pool.parts(id))) {
            Some((_, Some((word, _)))) => format!("the value of `{word}` has no rule"),
            Some((Node::Quantifier(quantifier), _)) => format!("this `{}` has no rule", quantifier.word),
            _ => "a value of its sort has no rule".into(),
        }
    }

    /// More than two negations in a row: two of them are taken off.
    fn double_negation(pool: &mut Pool, Literal { term, negations }: Literal) -> Tautology {
        let mut inner = term;
        for _ in 3..negations {
            inner = pool.app("not", &[inner]);
        }
        let once = pool.app("not", &[inner]);
        let twice = pool.app("not", &[once]);
        let same = pool.app("=", &[twice, inner]);
        let complement = Literal { term, negations: negations - 1 };
        let rest = vec![Literal { term, negations: negations - 2 }];
        let clause = [&[complement], rest.as_slice()].concat();
        let steps = vec![
            Step::Tautology { rule: "not_simplify", clause: vec![Literal::positive(same)], args: Vec::new() },
            Step::Follows { rule: "equiv2", clause },
        ];
        Tautology { steps, complement, rest }
    }

    /// An operator of more than two arguments, by what it stands for.
    fn unfolded(pool: &mut Pool, term: Id, word: &str, args: &[Id], is_true: bool) -> Tautology {
        let meaning = if word == "=>" {
            let last = args.len() - 1;
            args[..last].iter().rev().fold(args[last], |tail, &arg| pool.app("=>", &[arg, tail]))
        } else {
            let links: Vec<Id> = args.windows(2).map(|pair| pool.app(word, pair)).collect();
            pool.app("and", &links)
        };
        let same = pool.app("=", &[term, meaning]);
        let complement = Literal { term, negations: usize::from(!is_true) };
        let rest = vec![Literal { term: meaning, negations: usize::from(is_true) }];
        let clause = [&[complement], rest.as_slice()].concat();
        let steps = vec![
            Step::Tautology { rule: "nary_elim", clause: vec![Literal::positive(same)], args: Vec::new() },
            Step::Follows { rule: if is_true { "equiv2" } else { "equiv1" }, clause },
        ];
        Tautology { steps, complement, rest }
    }

    /// The value of a ground term.
    pub(super) fn value(&mut self, pool: &mut Pool, root: Id) -> Option<Value> {
        let mut open = vec![root];
        while let Some(&id) = open.last() {
            if self.values.contains_key(&id) {
                open.pop();
                continue;
            }
            let needed: Vec<Id> = match pool.node(id).clone() {
                Node::Symbol(_) | Node::Var { .. } => Vec::new(),
                Node::App(parts) => parts.into_iter().skip(1).collect(),
                Node::Quantifier(_) => self.instance(pool, id).into_iter().collect(),
            };
            let before = open.len();
            open.extend(needed.iter().copied().filter(|part| !self.values.contains_key(part)));
            if open.len() == before {
                let value = self.evaluate(pool, id, &needed);
                self.values.insert(id, value);
                open.pop();
            }
        }
        self.values[&root].clone()
    }

    /// The value of a term whose parts have theirs.
    fn evaluate(&self, pool: &Pool, id: Id, parts: &[Id]) -> Option<Value> {
        if self.matching(pool, id).is_some() {
            return Some(Value::Bool(true));
        }
        if self.fact.is_some_and(|fact| self.agree(pool, id, fact)) {
            return Some(Value::Bool(false));
        }
        let values: Vec<Option<&Value>> = parts.iter().map(|part| self.values[part].as_ref()).collect();
        match pool.node(id) {
            Node::Symbol(text) => of_symbol(text),
            Node::Var { .. } => None,
            Node::App(_) => apply(pool.parts(id)?.0, &values),
            // One instance can refute a universal quantifier, and prove an existential one.
            Node::Quantifier(quantifier) => {
                let decided = quantifier.word == "exists";
                values.first().copied().flatten().filter(|v| v.bool() == Some(decided)).cloned()
            }
        }
    }

    /// The premise that a predicate's application is, up to the values of its arguments.
    fn matching(&self, pool: &Pool, id: Id) -> Option<&'a (Id, String)> {
        self.premises.iter().find(|(fact, _)| self.agree(pool, id, *fact))
    }

    /// Whether two applications of a predicate agree; the arguments of the second are values.
    fn agree(&self, pool: &Pool, id: Id, fact: Id) -> bool {
        if id == fact {
            return true;
        }
        let (Node::App(a), Node::App(b)) = (pool.node(id), pool.node(fact)) else { return false };
        let same = |(&a, &b): (&Id, &Id)| {
            let value = self.values.get(&a).and_then(|value| value.as_ref());
            value.is_some() && value == constant(pool, b).as_ref()
        };
        a.len() == b.len() && a.first() == b.first() && a.iter().zip(b).skip(1).all(same)
    }

    /// A clause with `term` (if it is true) or its negation, and literals that are false.
    fn clause(&mut self, pool: &mut Pool, term: Id, is_true: bool) -> Result<Tautology, String> {
        if let Some((fact, name)) = self.matching(pool, term) {
            return Ok(if *fact == term {
                let complement = Literal::positive(term);
                Tautology { steps: vec![Step::Named(name.clone())], complement, rest: Vec::new() }
            } else {
                congruence(pool, "eq_congruent_pred", *fact, term, Literal::positive(term))
            });
        }
        if let Some(fact) = self.fact.filter(|&fact| self.agree(pool, term, fact)) {
            return Ok(congruence(pool, "eq_congruent_pred", term, fact, Literal::positive(term).negated()));
        }
        if let (Node::Quantifier(quantifier), Some(instance)) = (pool.node(term).clone(), self.instance(pool, term)) {
            return Ok(self.quantified(pool, term, &quantifier, instance));
        }
        let complement = Literal { term, negations: usize::from(!is_true) };
        let tautology = |rule, rest: Vec<Literal>, args| Tautology {
            steps: vec![Step::Tautology { rule, clause: [&[complement], rest.as_slice()].concat(), args }],
            complement,
            rest,
        };
        let Some((word, args)) = pool.parts(term) else {
            return Ok(tautology(if is_true { "true" } else { "false" }, Vec::new(), Vec::new()));
        };
        let (word, args) = (word.to_string(), args.to_vec());
        let truth: Vec<Option<bool>> =
            args.iter().map(|&arg| self.value(pool, arg).and_then(|value| value.bool())).collect();
        let plain = |pool: &Pool, i: usize| pool.literal(args[i]);
        let negated = |pool: &Pool, i: usize| pool.literal(args[i]).negated();
        let first = |wanted: bool| truth.iter().position(|t| *t == Some(wanted)).unwrap_or(0);
        let all = 0..args.len();
        Ok(match (word.as_str(), is_true, truth.as_slice()) {
            ("and", true, _) => tautology("and_neg", all.map(|i| negated(pool, i)).collect(), Vec::new()),
            ("and", false, _) => {
                let i = first(false);
                tautology("and_pos", vec![plain(pool, i)], vec![Argument::Number(i)])
            }
            ("or", false, _) => tautology("or_pos", all.map(|i| plain(pool, i)).collect(), Vec::new()),
            ("or", true, _) => {
                let i = first(true);
                tautology("or_neg", vec![negated(pool, i)], vec![Argument::Number(i)])
            }
            ("=>", false, [_, _]) => tautology("implies_pos", vec![negated(pool, 0), plain(pool, 1)], Vec::new()),
            ("=>", true, [Some(false), _]) => tautology("implies_neg1", vec![plain(pool, 0)], Vec::new()),
            ("=>", true, [_, _]) => tautology("implies_neg2", vec![negated(pool, 1)], Vec::new()),
            ("ite", _, [Some(c), Some(_), _]) | ("ite", _, [Some(c), _, Some(_)]) => {
                let rule = match (is_true, c) {
                    (true, true) => "ite_neg2",
                    (true, false) => "ite_neg1",
                    (false, true) => "ite_pos2",
                    (false, false) => "ite_pos1",
                };
                let condition = if *c { negated(pool, 0) } else { plain(pool, 0) };
                let branch = if *c { 1 } else { 2 };
                let branch = if is_true { negated(pool, branch) } else { plain(pool, branch) };
                tautology(rule, vec![condition, branch], Vec::new())
            }
            ("=" | "xor", _, [Some(a), Some(b)]) => {
                let literal = |pool: &Pool, i, value: bool| if value { negated(pool, i) } else { plain(pool, i) };
                let rule = match (word.as_str(), is_true, a) {
                    ("=", true, true) => "equiv_neg1",
                    ("=", true, false) => "equiv_neg2",
                    ("=", false, false) => "equiv_pos1",
                    ("=", false, true) => "equiv_pos2",
                    (_, true, false) => "xor_neg1",
                    (_, true, true) => "xor_neg2",
                    (_, false, false) => "xor_pos1",
                    (_, false, true) => "xor_pos2",
                };
                tautology(rule, vec![literal(pool, 0, *a), literal(pool, 1, *b)], Vec::new())
            }
            ("=>" | "=", _, [_, _, _, ..]) => Self::unfolded(pool, term, &word, &args, is_true),
            ("distinct", false, [Some(_), _, _, ..]) => Self::not_distinct(pool, term),
            ("distinct", _, [_, _, ..]) => self.distinct(pool, term, &args, is_true),
            ("=", _, [_, _]) => self.equation(pool, term, args[0], args[1], is_true)?,
            ("xor", _, [_, _, _, ..]) | ("<=" | "<" | ">=" | ">", _, [_, _, ..]) | ("is_int", _, [_]) => {
                self.comparison(pool, term, &args, is_true)?
            }
            _ => return Err(format!("`{word}` of {} arguments has no rule", args.len())),
        })
    }

    /// `(distinct a b)` is `(not (= a b))`; of more, it is the conjunction of that for all pairs.
    fn distinct(&self, pool: &mut Pool, term: Id, args: &[Id], is_true: bool) -> Tautology {
        let mut pairs = Vec::new();
        for (i, &a) in args.iter().enumerate() {
            for &b in &args[i + 1..] {
                let equal = pool.app("=", &[a, b]);
                pairs.push(pool.app("not", &[equal]));
            }
        }
        let meaning = if let [pair] = pairs.as_slice() { *pair } else { pool.app("and", &pairs) };
        let same = pool.app("=", &[term, meaning]);
        let complement = Literal { term, negations: usize::from(!is_true) };
        let meant = pool.literal(meaning);
        let rest = vec![if is_true { meant.negated() } else { meant }];
        let clause = [&[complement], rest.as_slice()].concat();
        let steps = vec![
            Step::Tautology { rule: "distinct_elim", clause: vec![Literal::positive(same)], args: Vec::new() },
            Step::Follows { rule: if is_true { "equiv2" } else { "equiv1" }, clause },
        ];
        Tautology { steps, complement, rest }
    }

    /// No three Booleans are distinct.
    fn not_distinct(pool: &mut Pool, term: Id) -> Tautology {
        let falsity = pool.symbol("false");
        let same = pool.app("=", &[term, falsity]);
        let complement = Literal::positive(term).negated();
        let rest = vec![Literal::positive(falsity)];
        let steps = vec![
            Step::Tautology { rule: "distinct_elim", clause: vec![Literal::positive(same)], args: Vec::new() },
            Step::Follows { rule: "equiv1", clause: vec![complement, rest[0]] },
        ];
        Tautology { steps, complement, rest }
    }

    /// The value of a term as a term.
    pub(super) fn value_term(&mut self, pool: &mut Pool, id: Id) -> Result<Id, String> {
        if pool.is_constant(id) {
            return Ok(id);
        }
        let value = self.value(pool, id).ok_or_else(|| match pool.parts(id) {
            Some((word, _)) => format!("the value of `{word}` has no rule"),
            None => "a term without a value".into(),
        })?;
        let is_real = pool.sort(id) == Some(Sort::Real);
        Ok(pool.value(&value, is_real))
    }
}

/// The value of a constant as it is written.
pub(super) fn constant(pool: &Pool, id: Id) -> Option<Value> {
    match pool.node(id) {
        Node::Symbol(text) => of_symbol(text),
        _ => match pool.parts(id)? {
            (word @ ("-" | "/"), args) => {
                let values: Vec<Option<Value>> = args.iter().map(|&arg| constant(pool, arg)).collect();
                apply(word, &values.iter().map(|value| value.as_ref()).collect::<Vec<_>>())
            }
            _ => None,
        },
    }
}

/// `(not (= a b)) … (not (p a …)) (p b …)` for predicates, `(not (= a b)) … (= (f a …) (f b …))` for functions.
pub(super) fn congruence(pool: &mut Pool, rule: &'static str, from: Id, to: Id, complement: Literal) -> Tautology {
    let args = |pool: &Pool, id| pool.parts(id).map(|(_, args)| args.to_vec()).unwrap_or_default();
    let pairs: Vec<(Id, Id)> = args(pool, from).into_iter().zip(args(pool, to)).collect();
    let mut clause: Vec<Literal> =
        pairs.iter().map(|&(a, b)| Literal::positive(pool.app("=", &[a, b])).negated()).collect();
    if rule == "eq_congruent" {
        clause.push(complement);
    } else {
        clause.extend([Literal::positive(from).negated(), Literal::positive(to)]);
    }
    let rest = clause.iter().copied().filter(|&literal| literal != complement).collect();
    Tautology { steps: vec![Step::Tautology { rule, clause, args: Vec::new() }], complement, rest }
}
