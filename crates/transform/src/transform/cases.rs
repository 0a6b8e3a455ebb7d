//! Predicates whose rules distinguish cases become one predicate for each of them.
//!
//! What holds of a function that is defined by cases, or of a loop that is entered or not, no conjunction says, but one for each
//! case does: the pre-analysis finds it. Rules are copied, so that the pass is only run when it is asked for, once.

use super::{
    Ancestor, Budget, Pass, Rewriting, Rewritten,
    conditions::{Conditions, conditions},
    pass::{Carry, Restore},
};
use alphorn_logic::{
    horn::{Atom, PredId, Predicate, Problem, Rule},
    term::{Fun, Lambda, TermId, Terms, VarId},
    witness::Solution,
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, SmtConfig};
use std::rc::Rc;

/// The pass.
pub struct Cases;

/// Two conditions are four cases.
const MOST_CONDITIONS: usize = 2;
/// More rules than this are not made, or this many times those that there are.
const MOST_RULES: usize = 100;
const GROWTH: usize = 4;
/// Z3's steps for the question whether a rule can be used in a case.
const STEPS: u32 = 20_000;

/// The predicates for the cases of each predicate.
struct Parts {
    conditions: Conditions,
    /// The first of its parts; the others follow, in binary: the first condition is the last digit.
    first: PredId,
}

impl Pass for Cases {
    fn name(&self) -> &'static str {
        "cases"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let chosen = choose(terms, problem)?;
        let mut predicates = problem.predicates.clone();
        let parts: Vec<Parts> = problem
            .predicates
            .iter()
            .zip(chosen)
            .map(|(predicate, conditions)| {
                let first = PredId(predicates.len() as u32);
                if !conditions.atoms.is_empty() {
                    let Fun { name, params, result } = terms.fun(predicate.fun).clone();
                    for case in 0..conditions.cases() {
                        let fun = terms.declare_fun(&format!("{name}!{case}"), params.clone(), result);
                        predicates.push(Predicate { fun });
                    }
                }
                Parts { conditions, first }
            })
            .collect();
        let mut rewriting = Rewriting::new();
        let mut smt = Smt::new(SmtConfig { rlimit: Some(STEPS), ..SmtConfig::default() }, &budget.stop);
        for (id, old) in problem.rules() {
            for copy in 0..copies(old, &|pred| parts[pred.index()].conditions.cases()) {
                if budget.is_over() {
                    return None;
                }
                let rule = in_cases(terms, old, &parts, copy);
                if smt.check(terms, &[rule.constraint]) == Outcome::Unsat {
                    rewriting.leave_out();
                } else {
                    rewriting.add(rule, vec![Ancestor::same(id, old)]);
                }
            }
        }
        let old = problem.clone();
        let restore: Restore = Box::new(move |terms, solution, _: &Stop| Ok(join(terms, &old, &parts, solution)));
        // Of a part nothing is told that holds of all facts.
        let count = problem.predicates.len();
        let carry: Carry = Box::new(move |_, known| Some(known).filter(|known| known.pred.index() < count));
        Some(rewriting.finish_with(problem, predicates, restore, carry))
    }
}

/// Whether the rules of a problem distinguish cases.
pub fn has_cases(terms: &mut Terms, problem: &Problem) -> bool {
    choose(terms, problem).is_some()
}

/// The conditions for each predicate, so many that not too many rules are made; none if there are none.
fn choose(terms: &mut Terms, problem: &Problem) -> Option<Vec<Conditions>> {
    let most_rules = MOST_RULES.max(GROWTH * problem.rules.len());
    (1..=MOST_CONDITIONS).rev().find_map(|most| {
        let chosen = conditions(terms, problem, most);
        let rules: usize = problem.rules.iter().map(|rule| copies(rule, &|pred| chosen[pred.index()].cases())).sum();
        (rules <= most_rules && chosen.iter().any(|of| !of.atoms.is_empty())).then_some(chosen)
    })
}

impl Conditions {
    fn cases(&self) -> usize {
        1 << self.atoms.len()
    }

    /// What holds of arguments in a case.
    fn hold(&self, terms: &mut Terms, case: usize, args: &[TermId]) -> Vec<TermId> {
        let mut literals = Vec::with_capacity(self.atoms.len());
        for (digit, &atom) in self.atoms.iter().enumerate() {
            let condition = terms.beta(&Lambda { params: self.params.clone(), body: atom }, args);
            literals.push(if case >> digit & 1 == 1 { condition } else { terms.not(condition) });
        }
        literals
    }
}

/// In how many combinations of cases a rule can be.
fn copies(rule: &Rule, cases: &dyn Fn(PredId) -> usize) -> usize {
    let atoms = rule.head.iter().chain(rule.premises.iter().map(|premise| &premise.atom));
    atoms.fold(1, |copies: usize, atom| copies.saturating_mul(cases(atom.pred)))
}

/// A rule in the combination of cases with a number. Whatever the values of its variables are, they are in one combination
/// exactly, also where a premise is not needed.
fn in_cases(terms: &mut Terms, rule: &Rule, parts: &[Parts], mut copy: usize) -> Rule {
    let mut rule = rule.clone();
    let mut conjuncts = vec![rule.constraint];
    let atoms: Vec<&mut Atom> = rule.head.iter_mut().chain(rule.premises.iter_mut().map(|p| &mut p.atom)).collect();
    for Atom { pred, args } in atoms {
        let Parts { conditions, first } = &parts[pred.index()];
        if conditions.atoms.is_empty() {
            continue;
        }
        let case = copy % conditions.cases();
        copy /= conditions.cases();
        *pred = PredId(first.0 + case as u32);
        let args: Vec<TermId> = args.iter().map(|&arg| terms.var_term(arg)).collect();
        conjuncts.extend(conditions.hold(terms, case, &args));
    }
    rule.constraint = terms.and(conjuncts);
    rule
}

/// The old predicates again: each is in every case what its part is.
fn join(terms: &mut Terms, old: &Problem, parts: &[Parts], mut solution: Solution) -> Solution {
    let made = solution.definitions.split_off(old.predicates.len());
    for (Parts { conditions, first }, definition) in parts.iter().zip(&mut solution.definitions) {
        if conditions.atoms.is_empty() {
            continue;
        }
        let params: Vec<VarId> = conditions.params.clone();
        let args: Vec<TermId> = params.iter().map(|&param| terms.var_term(param)).collect();
        let mut cases = Vec::with_capacity(conditions.cases());
        for case in 0..conditions.cases() {
            let mut holds = conditions.hold(terms, case, &args);
            holds.push(terms.beta(&made[first.index() - old.predicates.len() + case], &args));
            cases.push(terms.and(holds));
        }
        *definition = Lambda { params, body: terms.or(cases) };
    }
    solution
}
