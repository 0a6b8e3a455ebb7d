//! Interpolation-based model checking (McMillan, CAV 2003) for linear Horn clauses.
//!
//! With a bound k, what the rules derive from the last approximation is interpolated against what leads to *false* in at most
//! k steps, until nothing new comes, or until the approximation leads to *false*: then k grows. Each predicate has its own
//! formula, so no variable for the location is needed.

use super::{
    Engine, Statistics,
    bmc::Bmc,
    entailment::Entailment,
    store::{Store, Teller},
};
use crate::unwind::{self, Params};
use alphorn_interpolate::{Budget, Config, Failure, Interpolator, Question, Transition};
use alphorn_logic::{
    horn::{PredId, Problem, RuleId},
    term::{SortId, TermId, Terms, VarId},
    witness::{Solution, Unknown, Verdict},
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Smt, SmtConfig};
use log::info;

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Imc {
    /// Where interpolants are left for others if there is no answer.
    pub store: Option<Store>,
}

impl Engine for Imc {
    fn name(&self) -> &'static str {
        "imc"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        if !problem.is_linear() {
            return Verdict::Unknown(Unknown::because("a rule has several premises: imc is for linear problems"));
        }
        let mut checker = Checker::new(terms, problem, stop);
        let (mut bound, mut teller) = (0, Teller::new(self.store.as_ref()));
        let verdict = loop {
            info!("bound {bound}");
            if let Some(cause) = stop.cause() {
                break Verdict::Unknown(Unknown::because(cause.to_string()));
            }
            match checker.approximate(terms, bound) {
                Ok(Some(solution)) => break Verdict::Solved(solution),
                Ok(None) => {
                    bound += 1;
                    teller.now().into_iter().for_each(|store| checker.suggest(terms, &store));
                }
                Err(End::Derivable) => break Bmc::default().solve(terms, problem, statistics, stop),
                Err(End::Unknown(reason)) => break Verdict::Unknown(Unknown::because(reason)),
            }
        };
        if let (Verdict::Unknown(_), Some(store)) = (&verdict, &self.store) {
            checker.suggest(terms, store);
        }
        statistics.set("imc-bound", bound as u64);
        statistics.set("imc-images", checker.images);
        checker.entailment.statistics().record(statistics);
        checker.interpolator.counters().record(statistics);
        verdict
    }
}

/// Why no bound is tried any more.
enum End {
    /// The facts lead to *false*.
    Derivable,
    Unknown(String),
}

struct Checker<'p> {
    problem: &'p Problem,
    params: Params,
    /// For each predicate its rules that should preserve interpolants.
    transitions: Vec<Vec<Transition>>,
    by_head: Vec<Vec<RuleId>>,
    smt: Smt,
    entailment: Entailment,
    interpolator: Interpolator,
    /// The ways to *false*, by the number of steps before the last.
    steps: Vec<Step>,
    images: u64,
    /// The images with the last bound.
    interpolants: Vec<(PredId, TermId)>,
}

/// The states from which *false* is so many steps away, at most.
struct Step {
    /// For each predicate its arguments, and a literal that implies that they are such a state.
    places: Vec<(Vec<TermId>, TermId)>,
    /// What the literals mean, one a predicate.
    meanings: Vec<TermId>,
}

impl<'p> Checker<'p> {
    fn new(terms: &mut Terms, problem: &'p Problem, stop: &Stop) -> Self {
        let config = Config { budget: Budget { stop: stop.clone(), ..Budget::default() }, ..Config::default() };
        let smt = Smt::new(SmtConfig::default().suiting(terms, problem.constraints()), stop);
        let params = Params::new(terms, problem);
        Checker {
            problem,
            transitions: unwind::transitions(terms, problem, &params),
            params,
            by_head: problem.rules_by_head(),
            entailment: Entailment::new(&smt),
            smt,
            interpolator: Interpolator::new(config),
            steps: Vec::new(),
            images: 0,
            interpolants: Vec::new(),
        }
    }

    /// What others may look at.
    fn suggest(&self, terms: &Terms, store: &Store) {
        store.suggest(terms, &self.params, self.interpolants.iter().copied());
    }

    /// Approximates what is derivable from above, without what leads to *false* within the bound. `None` if the bound is too
    /// small for that.
    fn approximate(&mut self, terms: &mut Terms, bound: usize) -> Result<Option<Solution>, End> {
        while self.steps.len() <= bound {
            let step = self.step(terms);
            self.steps.push(step);
        }
        self.interpolants.clear();
        let bottom = terms.bottom();
        let mut reached = vec![bottom; self.problem.predicates.len()];
        let mut last = reached.clone();
        for round in 0.. {
            if self.reaches_a_goal(terms, &last) {
                return if round == 0 { Err(End::Derivable) } else { Ok(None) };
            }
            let mut next = Vec::with_capacity(last.len());
            for pred in self.problem.pred_ids() {
                match self.image(terms, pred, &last, bound) {
                    Ok(image) => {
                        self.interpolants.push((pred, image));
                        next.push(image);
                    }
                    Err(Failure::Satisfiable) if round == 0 => return Err(End::Derivable),
                    Err(Failure::Satisfiable) => return Ok(None),
                    Err(failure) => return Err(End::Unknown(failure.to_string())),
                }
            }
            let mut closed = true;
            for (known, &new) in reached.iter_mut().zip(&next) {
                if !self.entailment.entails(terms, new, *known) {
                    closed = false;
                    *known = terms.or([*known, new]);
                }
            }
            if closed {
                return Ok(Some(self.params.solution(terms, self.problem, &reached)));
            }
            last = next;
        }
        unreachable!("the rounds have no end")
    }

    /// Whether a goal's body may hold, as far as is known.
    fn reaches_a_goal(&mut self, terms: &mut Terms, known: &[TermId]) -> bool {
        let bottom = terms.bottom();
        self.problem.goals().any(|(id, _)| {
            let body = self.body(terms, id, None, known);
            !self.entailment.entails(terms, body, bottom)
        })
    }

    /// A rule's constraint with what is known of its premise, over given arguments of the head.
    fn body(&self, terms: &mut Terms, id: RuleId, head: Option<&[TermId]>, known: &[TermId]) -> TermId {
        let rule = self.problem.rule(id);
        let renamed = rule.rename(terms, head);
        let mut parts = vec![renamed.constraint];
        for (premise, (args, flag)) in rule.premises.iter().zip(&renamed.premises) {
            let pred = premise.atom.pred;
            let fact = self.params.instantiate(terms, pred, known[pred.index()], args);
            parts.push(flag.map_or(fact, |flag| terms.implies(flag, fact)));
        }
        terms.and(parts)
    }

    /// A formula that holds of all that a predicate's rules derive from the last approximation, and of nothing from which
    /// *false* can be reached within the bound.
    fn image(&mut self, terms: &mut Terms, pred: PredId, last: &[TermId], bound: usize) -> Result<TermId, Failure> {
        self.images += 1;
        let shared: Vec<VarId> = self.params.of(pred).to_vec();
        let args: Vec<TermId> = shared.iter().map(|&param| terms.var_term(param)).collect();
        let rules = self.by_head[pred.index()].clone();
        let cases: Vec<TermId> = rules.into_iter().map(|rule| self.body(terms, rule, Some(&args), last)).collect();
        let prefix = terms.or(cases);
        let (places, at) = &self.steps[bound].places[pred.index()];
        let equations: Vec<TermId> = places.iter().zip(&args).map(|(&place, &arg)| terms.eq(place, arg)).collect();
        let meanings = self.steps[..=bound].iter().flat_map(|step| step.meanings.iter().copied());
        let suffix: Vec<TermId> = meanings.chain([*at]).chain(equations).collect();
        let transitions = &self.transitions[pred.index()];
        let question = Question { suffix: &[suffix], shared: &shared, transitions };
        Ok(self.interpolator.interpolate_formula(terms, &self.smt, prefix, &question)?.formula)
    }

    /// The states that lead to *false* in one step more than those of the steps so far.
    fn step(&self, terms: &mut Terms) -> Step {
        let mut step = Step { places: Vec::new(), meanings: Vec::new() };
        for pred in self.problem.pred_ids() {
            let args: Vec<TermId> = (self.params.of(pred).iter())
                .map(|&param| {
                    let var = terms.var(param).clone();
                    terms.fresh(&var.name, var.sort)
                })
                .collect();
            step.places.push((args, terms.fresh("at", SortId::BOOL)));
        }
        let mut ways: Vec<Vec<TermId>> = vec![Vec::new(); self.problem.predicates.len()];
        for rule in &self.problem.rules {
            let [premise] = &rule.premises[..] else { continue };
            let target = rule.head.as_ref().map(|head| head.pred.index());
            let next = target.zip(self.steps.last()).map(|(target, next)| &next.places[target]);
            if target.is_some() && next.is_none() {
                continue;
            }
            let renamed = rule.rename(terms, next.map(|(args, _)| &args[..]));
            let pred = premise.atom.pred.index();
            let (args, flag) = &renamed.premises[0];
            let mut parts = vec![renamed.constraint];
            parts.extend(flag.iter().chain(next.map(|(_, at)| at)));
            let place = step.places[pred].0.clone();
            parts.extend(place.iter().zip(args).map(|(&place, &arg)| terms.eq(place, arg)));
            ways[pred].push(terms.and(parts));
        }
        for ((_, at), ways) in step.places.iter().zip(ways) {
            let some = terms.or(ways);
            step.meanings.push(terms.implies(*at, some));
        }
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;

    fn verdict(text: &str) -> (Verdict, Statistics) {
        let (mut terms, problem) = problem(text);
        let mut statistics = Statistics::default();
        (Imc::default().solve(&mut terms, &problem, &mut statistics, &Stop::new()), statistics)
    }

    #[test]
    fn several_predicates_need_no_location() {
        let text = include_str!("../../../../benchmarks/papers/cav06/lock-safe.smt2");
        assert!(matches!(verdict(text).0, Verdict::Solved(_)));
    }

    /// x and y count up together and then down together; at the end both are 0.
    #[test]
    fn the_bound_grows_where_the_approximation_is_too_weak() {
        let text = "(declare-fun P (Int Int) Bool)
            (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))
            (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (> x 0)) (P (- x 1) (- y 1)))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x 0) (not (= y 0))) false)))";
        let (verdict, statistics) = verdict(text);
        assert!(matches!(verdict, Verdict::Solved(_)));
        assert!(statistics.count("imc-images") > Some(1), "one image says nothing of the loop");
    }

    #[test]
    fn problems_with_several_premises_are_refused() {
        let text = "(declare-fun P (Int) Bool) (assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) (P (+ x y)))))";
        assert!(matches!(verdict(text).0, Verdict::Unknown(_)));
    }
}
