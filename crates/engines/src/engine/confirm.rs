//! Whether a verdict's evidence holds of the problem that the engine was given: what counts in a portfolio. The check of an
//! answer, against the text of the source, is another one, and comes later.

use alphorn_logic::{
    horn::Problem,
    term::{TermId, Terms, VarId},
    witness::{Derivation, Fact, Solution, Step, Verdict},
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, SmtConfig};
use alphorn_transform::unspecified;
use rustc_hash::FxHashMap;

/// Whether the evidence holds; there is none for what is unknown.
pub(super) fn holds(terms: &mut Terms, problem: &Problem, verdict: &Verdict, stop: &Stop) -> bool {
    // A solution may have products where the rules have none.
    let defined = match verdict {
        Verdict::Solved(solution) => solution.definitions.as_slice(),
        Verdict::Derivable(_) | Verdict::Unknown(_) => &[],
    };
    let formulas = problem.constraints().chain(defined.iter().map(|definition| definition.body));
    let mut smt = Smt::new(SmtConfig::default().suiting(terms, formulas), stop);
    match verdict {
        Verdict::Unknown(_) => false,
        Verdict::Solved(solution) => solves(terms, problem, solution, &mut smt),
        // The answer says what becomes of one that depends on open results: there can be no solution then.
        Verdict::Derivable(derivation) => {
            derives(terms, problem, derivation, &mut smt) || may_derive(terms, problem, derivation, &mut smt)
        }
    }
}

/// Whether a derivation is one whatever the results are that SMT-LIB leaves open.
pub fn holds_for_all(terms: &mut Terms, problem: &Problem, derivation: &Derivation, stop: &Stop) -> bool {
    let mut smt = Smt::new(SmtConfig::default().suiting(terms, problem.constraints()), stop);
    derives(terms, problem, derivation, &mut smt)
}

/// Whether a derivation is one for some choice of the results that SMT-LIB leaves open.
pub fn holds_for_some(terms: &mut Terms, problem: &Problem, derivation: &Derivation, stop: &Stop) -> bool {
    let mut smt = Smt::new(SmtConfig::default().suiting(terms, problem.constraints()), stop);
    may_derive(terms, problem, derivation, &mut smt)
}

/// Whether a derivation holds for some choice of the open results and not for all. All steps are asked about at once, since the
/// choice is the same for all.
fn may_derive(terms: &mut Terms, problem: &Problem, derivation: &Derivation, smt: &mut Smt) -> bool {
    let steps = &derivation.steps;
    if !unspecified::occurs(terms, problem) || steps.last().is_none_or(|step| step.fact.is_some()) {
        return false;
    }
    let mut all = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let Some(rule) = problem.rules.get(step.rule.index()) else { return false };
        let values: FxHashMap<VarId, TermId> = rule.vars.iter().copied().zip(step.values.iter().copied()).collect();
        if !follows(problem, &steps[..at], step, &values, terms) {
            return false;
        }
        all.push(terms.substitute(rule.constraint, &values));
    }
    let holds = terms.and(all);
    let fails = terms.not(holds);
    [holds, fails].into_iter().all(|formula| outcome(terms, smt, formula) == Outcome::Sat)
}

fn solves(terms: &mut Terms, problem: &Problem, solution: &Solution, smt: &mut Smt) -> bool {
    problem.rules.iter().all(|rule| {
        let (body, head) = (solution.body(terms, rule), solution.head(terms, rule));
        smt.push();
        smt.assert(terms, body);
        // One part of the head after the other: many small questions are easier than a large one.
        let holds = terms.conjuncts(head).into_iter().all(|part| {
            let violated = terms.not(part);
            smt.check(terms, &[violated]) == Outcome::Unsat
        });
        smt.pop();
        holds
    })
}

fn derives(terms: &mut Terms, problem: &Problem, derivation: &Derivation, smt: &mut Smt) -> bool {
    let ends = derivation.steps.last().is_some_and(|step| step.fact.is_none());
    let steps = &derivation.steps;
    ends && (0..steps.len()).all(|at| step_holds(terms, problem, &steps[..at], &steps[at], smt))
}

/// Whether a step follows from those before it.
pub(super) fn step_holds(terms: &mut Terms, problem: &Problem, before: &[Step], step: &Step, smt: &mut Smt) -> bool {
    let Some(rule) = problem.rules.get(step.rule.index()) else { return false };
    let values: FxHashMap<VarId, TermId> = rule.vars.iter().copied().zip(step.values.iter().copied()).collect();
    let ground = terms.substitute(rule.constraint, &values);
    let violated = terms.not(ground);
    follows(problem, before, step, &values, terms) && refutes(terms, smt, violated)
}

/// Whether the atoms of a step are the facts that it names.
fn follows(
    problem: &Problem,
    before: &[Step],
    step: &Step,
    values: &FxHashMap<VarId, TermId>,
    terms: &mut Terms,
) -> bool {
    let rule = problem.rule(step.rule);
    let is = |fact: Option<&Fact>, atom: &alphorn_logic::horn::Atom| {
        let args = |fact: &Fact| atom.args.iter().map(|arg| values.get(arg)).eq(fact.args.iter().map(Some));
        fact.is_some_and(|fact| fact.pred == atom.pred && args(fact))
    };
    let head = match &rule.head {
        Some(head) => is(step.fact.as_ref(), head),
        None => step.fact.is_none(),
    };
    let bottom = terms.bottom();
    head && rule.premises.len() == step.premises.len()
        && rule.premises.iter().zip(&step.premises).all(|(premise, from)| match from {
            Some(from) => is(before.get(*from).and_then(|step| step.fact.as_ref()), &premise.atom),
            None => premise.flag.is_some_and(|flag| values.get(&flag) == Some(&bottom)),
        })
}

fn refutes(terms: &Terms, smt: &mut Smt, formula: TermId) -> bool {
    outcome(terms, smt, formula) == Outcome::Unsat
}

fn outcome(terms: &Terms, smt: &mut Smt, formula: TermId) -> Outcome {
    smt.push();
    smt.assert(terms, formula);
    let outcome = smt.check(terms, &[]);
    smt.pop();
    outcome
}
