//! Solutions by descending iteration: from *true* (and *false* for what no rule can ever derive), replace each predicate by what its rules derive from the
//! last iterate. Every iterate satisfies all rules that are no goals, because the rules are monotone; so the first one
//! that satisfies the goals too is a solution. On an acyclic problem this is exact projection of its rules.

use alphorn_logic::{
    horn::{Atom, PredId, Problem, Rule},
    term::{Op, Simplifier, TermId, Terms, VarId},
    witness::{Solution, Unknown},
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, SmtConfig};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// Time for one quantifier elimination; where it is not enough, the quantifier stays in the formula. It is less where others
/// wait for their turn.
const ELIMINATION: Duration = Duration::from_secs(2);
const SHORT_ELIMINATION: Duration = Duration::from_millis(200);

/// The first iterate that satisfies the goals, looked for up to height `most`. With `safe`, which every solution satisfies,
/// each iterate is restricted to it before the next is made: what the rules derive from it satisfies all rules, if it
/// satisfies the goals and so `safe`, because it is then the restricted iterate itself and the iterates descend.
pub fn solution(
    terms: &mut Terms,
    problem: &Problem,
    safe: Option<&Solution>,
    most: u32,
    stop: &Stop,
) -> Result<Solution, Unknown> {
    let mut smt = Smt::new(SmtConfig::default(), stop);
    let mut current = Solution::top(terms, problem);
    for (definition, possible) in current.definitions.iter_mut().zip(problem.possible()) {
        if !possible {
            definition.body = terms.bottom();
        }
    }
    let by_head = problem.rules_by_head();
    for _ in 0..=most {
        if satisfies_goals(terms, problem, &current, &mut smt)? {
            return Ok(current);
        }
        if let Some(safe) = safe {
            restrict(terms, &mut current, safe);
        }
        let mut next = current.clone();
        for pred in problem.pred_ids() {
            let params = current.definitions[pred.index()].params.clone();
            let mut cases = Vec::new();
            for &rule in &by_head[pred.index()] {
                cases.push(image(terms, problem.rule(rule), pred, &params, &current, &smt, stop)?);
            }
            next.definitions[pred.index()].body = terms.or(cases);
        }
        current = next;
    }
    if satisfies_goals(terms, problem, &current, &mut smt)? {
        return Ok(current);
    }
    Err(Unknown::because("a bounded part of the problem has no derivation, and no formulas were found that say why"))
}

/// Conjoins the formulas of two solutions.
fn restrict(terms: &mut Terms, solution: &mut Solution, safe: &Solution) {
    for (definition, safe) in solution.definitions.iter_mut().zip(&safe.definitions) {
        let args: Vec<TermId> = definition.params.iter().map(|&param| terms.var_term(param)).collect();
        let safe = terms.beta(safe, &args);
        definition.body = terms.and([definition.body, safe]);
    }
}

/// What a rule derives from a solution, as a formula over the parameters of its head.
fn image(
    terms: &mut Terms,
    rule: &Rule,
    pred: PredId,
    params: &[VarId],
    solution: &Solution,
    smt: &Smt,
    stop: &Stop,
) -> Result<TermId, Unknown> {
    if let Some(cause) = stop.cause() {
        return Err(Unknown::because(cause.to_string()));
    }
    let Some(Atom { pred: head, args }) = &rule.head else { unreachable!("goals have no image") };
    debug_assert_eq!(*head, pred);
    let mut renaming: FxHashMap<VarId, TermId> = FxHashMap::default();
    for (&arg, &param) in args.iter().zip(params) {
        renaming.insert(arg, terms.var_term(param));
    }
    let body = solution.body(terms, rule);
    let body = terms.substitute(body, &renaming);
    let body = Simplifier::default().simplify(terms, body);
    let locals: Vec<VarId> = terms.free_vars([body]).into_iter().filter(|v| !params.contains(v)).collect();
    if locals.is_empty() {
        return Ok(body);
    }
    let time = if stop.takes_turns() { SHORT_ELIMINATION } else { ELIMINATION };
    Ok(match smt.eliminate(terms, &locals, body, time) {
        Some(projected) => Simplifier::default().simplify(terms, projected),
        None => terms.app(Op::Exists(locals.into()), [body]),
    })
}

fn satisfies_goals(terms: &mut Terms, problem: &Problem, solution: &Solution, smt: &mut Smt) -> Result<bool, Unknown> {
    for (_, goal) in problem.goals() {
        let violated = solution.body(terms, goal);
        match smt.check(terms, &[violated]) {
            Outcome::Unsat => {}
            Outcome::Sat => return Ok(false),
            Outcome::Unknown(reason) => return Err(Unknown::because(reason)),
        }
    }
    Ok(true)
}
