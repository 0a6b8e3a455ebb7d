//! The values of a derivation as terms over open results: found by solving the equations of its rules.

use super::may_be_open;
use alphorn_logic::{
    equations::{Solved, solve},
    horn::Problem,
    term::{Op, Simplifier, SortId, TermId, Terms, Var, VarId},
    witness::{Derivation, Fact, Step},
};
use rustc_hash::FxHashMap;

/// Derivations with more steps are left as they are.
const MOST_STEPS: usize = 2000;
/// So are those whose values would be larger terms.
const LARGEST: usize = 200;

/// The derivation with the same steps, and with terms over open results for values where conditions ask for it; several are
/// tried, and the first is given that `holds`.
pub fn terms_for_values(
    terms: &mut Terms,
    problem: &Problem,
    derivation: &Derivation,
    mut holds: impl FnMut(&mut Terms, &Derivation) -> bool,
) -> Option<Derivation> {
    [false, true].into_iter().find_map(|tight| {
        let other = with_terms(terms, problem, derivation, tight)?;
        holds(terms, &other).then_some(other)
    })
}

/// The derivation with values that solve the equations of its rules, and if they are to be `tight` also those that bounds
/// by open results become at the bound. None if no value changes.
fn with_terms(terms: &mut Terms, problem: &Problem, derivation: &Derivation, tight: bool) -> Option<Derivation> {
    if derivation.steps.len() > MOST_STEPS {
        return None;
    }
    let mut unfolded = Unfolded::default();
    for step in &derivation.steps {
        unfolded.add(terms, problem, step)?;
    }
    let mut simplifier = Simplifier::new();
    let formula = terms.and(std::mem::take(&mut unfolded.constraints));
    let Solved { conjuncts, mut definitions } = solve(terms, &mut simplifier, formula, |_| true);
    let mut values = unfolded.values;
    if tight {
        let equations: Vec<TermId> = conjuncts.iter().map(|&conjunct| tightened(terms, conjunct)).collect();
        let formula = terms.and(equations);
        definitions.extend(solve(terms, &mut simplifier, formula, |_| true).definitions);
    }
    // Each definition is over what is left and what went later.
    for (var, term) in definitions.into_iter().rev() {
        let ground = terms.substitute(term, &values);
        let value = simplifier.simplify(terms, ground);
        // What is neither a value nor open says no more than the derivation's value.
        if terms.is_value(value) || terms.subterms([value]).into_iter().any(|part| may_be_open(terms, part)) {
            values.insert(var, value);
        }
    }
    let mut steps = Vec::new();
    for (step, vars) in derivation.steps.iter().zip(unfolded.vars) {
        let found: Vec<TermId> = vars.iter().map(|var| values[var]).collect();
        if found.iter().any(|value| terms.subterms([*value]).len() > LARGEST) {
            return None;
        }
        let rule = problem.rule(step.rule);
        let of: FxHashMap<VarId, TermId> = rule.vars.iter().copied().zip(found.iter().copied()).collect();
        let args = rule.head.iter().flat_map(|head| head.args.iter().map(|arg| of[arg])).collect();
        let fact = step.fact.as_ref().map(|fact| Fact { pred: fact.pred, args });
        steps.push(Step { values: found, fact, ..step.clone() });
    }
    let changed = Derivation { steps };
    (changed != *derivation).then_some(changed)
}

/// A bound by an open result as an equation that is stronger; any other formula as it is.
fn tightened(terms: &mut Terms, formula: TermId) -> TermId {
    if !terms.subterms([formula]).into_iter().any(|part| may_be_open(terms, part)) {
        return formula;
    }
    let inner = if *terms.op(formula) == Op::Not { terms.args(formula)[0] } else { formula };
    let &[a, b] = terms.args(inner) else { return formula };
    let one = match terms.sort_of(a) {
        SortId::INT => terms.int(1),
        SortId::REAL => terms.real(1),
        _ => return formula,
    };
    match (terms.op(inner).clone(), inner == formula) {
        (Op::Le | Op::Ge, true) | (Op::Lt | Op::Gt, false) => terms.eq(a, b),
        (Op::Lt, true) | (Op::Ge, false) => {
            let next = terms.app(Op::Add, [a, one]);
            terms.eq(next, b)
        }
        (Op::Gt, true) | (Op::Le, false) | (Op::Eq, false) => {
            let next = terms.app(Op::Add, [b, one]);
            terms.eq(a, next)
        }
        _ => formula,
    }
}

/// All steps of a derivation over variables of their own, but for what a step shares with those it follows from.
#[derive(Default)]
struct Unfolded {
    constraints: Vec<TermId>,
    /// The values that the derivation has.
    values: FxHashMap<VarId, TermId>,
    /// For each step its variables, in the order of the rule's.
    vars: Vec<Vec<VarId>>,
    /// For each step the arguments of its fact.
    facts: Vec<Vec<VarId>>,
}

impl Unfolded {
    fn add(&mut self, terms: &mut Terms, problem: &Problem, step: &Step) -> Option<()> {
        let rule = problem.rule(step.rule);
        let mut names: FxHashMap<VarId, VarId> = FxHashMap::default();
        let mut flags: FxHashMap<VarId, TermId> = FxHashMap::default();
        for (premise, from) in rule.premises.iter().zip(&step.premises) {
            if let Some(from) = from {
                names.extend(premise.atom.args.iter().copied().zip(self.facts.get(*from)?.iter().copied()));
            }
            if let Some(flag) = premise.flag {
                flags.insert(flag, terms.bool(from.is_some()));
            }
        }
        for (&var, &value) in rule.vars.iter().zip(&step.values) {
            let own = *names.entry(var).or_insert_with(|| {
                let Var { name, sort } = terms.var(var).clone();
                terms.fresh_var(&name, sort)
            });
            // What a premise says of its arguments stands.
            self.values.entry(own).or_insert(value);
        }
        let mut renaming: FxHashMap<VarId, TermId> =
            names.iter().map(|(&var, &own)| (var, terms.var_term(own))).collect();
        renaming.extend(flags);
        let constraint = terms.substitute(rule.constraint, &renaming);
        self.constraints.push(constraint);
        self.vars.push(rule.vars.iter().map(|var| names[var]).collect());
        self.facts.push(rule.head.iter().flat_map(|head| head.args.iter().map(|arg| names[arg])).collect());
        Some(())
    }
}
