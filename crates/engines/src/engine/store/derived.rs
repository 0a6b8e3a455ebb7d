//! Facts that some engine derived, each with the step that derives it: any other engine may start from them.

use crate::engine::confirm;
use alphorn_logic::{
    horn::{Atom, Problem, Rule, RuleId},
    term::{SortId, TermId, Terms},
    witness::{Derivation, DerivationBuilder, Fact, Step},
};
use alphorn_smt::Smt;
use rustc_hash::FxHashMap;

/// More facts than this are not taken.
const MOST_FACTS: usize = 200;

/// Steps, each of which follows from earlier ones by a rule of the problem.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// The steps; each derives a fact.
    pub steps: Vec<Step>,
    known: FxHashMap<Fact, usize>,
}

impl Derived {
    /// Takes of the steps of others, each of which follows from earlier ones of theirs, those that hold by the rules. `carry`
    /// brings values here.
    pub fn offer(
        &mut self,
        terms: &mut Terms,
        problem: &Problem,
        steps: &[Step],
        mut carry: impl FnMut(&mut Terms, TermId) -> Option<TermId>,
        smt: &mut Smt,
    ) {
        // Where each of the others' facts is found here.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(steps.len());
        for step in steps {
            if self.steps.len() >= MOST_FACTS {
                return;
            }
            let here = carried(step, |value| carry(terms, value)).and_then(|step| relocated(step, &places));
            let place = here.and_then(|step| self.take(terms, problem, step, smt));
            places.push(place);
        }
    }

    fn take(&mut self, terms: &mut Terms, problem: &Problem, step: Step, smt: &mut Smt) -> Option<usize> {
        let fact = step.fact.clone()?;
        if let Some(&known) = self.known.get(&fact) {
            return Some(known);
        }
        let sound = |rule: &Rule| !rule.weakened;
        if !problem.rules.get(step.rule.index()).is_some_and(sound) {
            return None;
        }
        if !confirm::step_holds(terms, problem, &self.steps, &step, smt) {
            return None;
        }
        self.known.insert(fact, self.steps.len());
        self.steps.push(step);
        Some(self.steps.len() - 1)
    }

    /// Rules that derive the facts at once.
    pub fn rules(&self, terms: &mut Terms) -> Vec<Rule> {
        let facts: Vec<Fact> = self.steps.iter().filter_map(|step| step.fact.clone()).collect();
        facts.into_iter().map(|fact| rule(terms, fact)).collect()
    }

    /// The derivation without the rules of [`Derived::rules`], the first of which has this number.
    pub fn expand(&self, derivation: Derivation, first: RuleId) -> Derivation {
        let mut builder = DerivationBuilder::default();
        self.steps.iter().for_each(|step| _ = builder.step(step.clone()));
        let mut places = Vec::with_capacity(derivation.steps.len());
        for mut step in derivation.steps {
            if step.rule >= first {
                places.push(step.rule.index() - first.index());
                continue;
            }
            step.premises.iter_mut().flatten().for_each(|premise| *premise = places[*premise]);
            places.push(builder.step(step));
        }
        builder.finish()
    }
}

/// A step with the values of another pool of terms.
pub fn carried(step: &Step, mut carry: impl FnMut(TermId) -> Option<TermId>) -> Option<Step> {
    let mut all = |values: &[TermId]| values.iter().map(|&value| carry(value)).collect::<Option<Vec<_>>>();
    let (values, fact) = (all(&step.values)?, step.fact.as_ref()?);
    let fact = Some(Fact { pred: fact.pred, args: all(&fact.args)? });
    Some(Step { values, fact, ..step.clone() })
}

/// A step with premises at other places; `None` if one has none.
fn relocated(mut step: Step, places: &[Option<usize>]) -> Option<Step> {
    for premise in step.premises.iter_mut().flatten() {
        *premise = places.get(*premise).copied().flatten()?;
    }
    Some(step)
}

fn rule(terms: &mut Terms, fact: Fact) -> Rule {
    let mut args = Vec::new();
    let mut equations = Vec::new();
    for value in fact.args {
        let sort: SortId = terms.sort_of(value);
        let arg = terms.fresh_var("value", sort);
        let term = terms.var_term(arg);
        equations.push(terms.eq(term, value));
        args.push(arg);
    }
    let (constraint, vars) = (terms.and(equations), args.clone());
    let head = Some(Atom { pred: fact.pred, args });
    Rule { head, premises: Vec::new(), constraint, vars, origin: 0, weakened: false }
}
