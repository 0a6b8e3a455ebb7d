//! Lazy annotation on the instance graph: what the original Duality searched. The derivations of one instance are those of an
//! acyclic problem that has a predicate for each instance, with the one rule that makes it.

use crate::{
    search::{Annotation, Counters, Features, Found, MOST_DISJUNCTS, Search, Setting, Turn},
    unwind::{self, InstanceId, Instances, Lemma, Refutation, Target},
};
use alphorn_interpolate::{Budget, Config, Interpolator, Transition};
use alphorn_logic::{
    horn::{Atom, PredId, Predicate, Premise, Problem, Rule},
    term::{FunId, SortId, Substitution, TermId, Terms},
    witness::{Derivation, Fact, Step},
};
use alphorn_run::{observe::Observer, stop::Stop};
use alphorn_smt::SmtConfig;
use rustc_hash::FxHashMap;

/// Refutes by search.
pub struct Searcher {
    features: Features,
    observer: Observer,
    interpolator: Interpolator,
    counters: Counters,
    /// A predicate for each instance that was searched.
    funs: FxHashMap<InstanceId, FunId>,
    /// For each predicate of the problem its rules that should preserve what is learned of an instance: on the instance
    /// graph itself there are no loops.
    transitions: Vec<Vec<Transition>>,
    stop: Stop,
}

impl Searcher {
    /// A search with these features. Half-spaces come first whatever they say of literals, which are for who can tell whether
    /// they last: here all do, without levels, and a new family of them is needed for each instance.
    pub fn new(terms: &mut Terms, instances: &Instances, features: Features, observer: &Observer, stop: &Stop) -> Self {
        let interpolator = Interpolator::new(Config {
            budget: Budget { stop: stop.clone(), cases: 16, ..Budget::default() },
            most_disjuncts: Some(MOST_DISJUNCTS),
            inductive: features.inductive,
            ..Config::default()
        });
        let features = Features { literals: false, ..features };
        let transitions = unwind::transitions(terms, instances.problem(), instances.params());
        let ((counters, funs), observer, stop) = (Default::default(), observer.clone(), stop.clone());
        Searcher { features, observer, interpolator, counters, funs, transitions, stop }
    }

    /// What the searches did.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// What the interpolator did.
    pub fn interpolation(&self) -> &alphorn_interpolate::Counters {
        self.interpolator.counters()
    }

    /// Looks for a derivation of an instance with a property.
    pub fn refute(&mut self, terms: &mut Terms, instances: &Instances, target: &Target) -> Refutation {
        let unrolled = Unrolled::new(terms, instances, target, &mut self.funs);
        let mut annotation = Annotation::with_limits(terms, &unrolled.problem, SmtConfig::default(), &self.stop);
        unrolled.annotate(terms, instances, target, &mut annotation);
        for (at, &(instance, _)) in unrolled.places.iter().enumerate() {
            let Some(of) = instances.pred(instance) else { continue };
            annotation.set_transitions(PredId(at as u32), self.transitions[of.index()].clone());
        }
        let turn = Turn::new(&annotation, u32::MAX);
        let setting = Setting { features: self.features, observer: &self.observer, turn };
        let Searcher { interpolator, counters, .. } = self;
        let found = Search::new(terms, &mut annotation, interpolator, counters, setting, 0).run();
        counters.costs.absorb(annotation.costs());
        match found {
            Found::Refuted => Refutation::Refuted(unrolled.facts(terms, instances, &annotation)),
            Found::Derivation(derivation) if instances.pred(target.instance).is_none() => {
                Refutation::Derivation(unrolled.lift(instances, derivation))
            }
            Found::Derivation(_) => Refutation::Open,
            Found::Paused => Refutation::Unknown("the search has no end".into()),
            Found::Unknown { reason, .. } => Refutation::Unknown(reason),
        }
    }
}

/// The derivations of an instance as a problem of their own.
struct Unrolled {
    problem: Problem,
    /// The instance of each predicate, and whether it is a leaf.
    places: Vec<(InstanceId, bool)>,
    /// The instance that each rule makes.
    makes: Vec<InstanceId>,
}

impl Unrolled {
    fn new(terms: &mut Terms, instances: &Instances, target: &Target, funs: &mut FxHashMap<InstanceId, FunId>) -> Self {
        let above = reachable(instances, target);
        let mut unrolled = Unrolled { problem: Problem::default(), places: Vec::new(), makes: Vec::new() };
        let mut preds: FxHashMap<InstanceId, PredId> = FxHashMap::default();
        for &(instance, is_leaf) in &above {
            let Some(pred) = instances.pred(instance) else { continue };
            let fun = *funs.entry(instance).or_insert_with(|| declare(terms, instances.problem(), pred, instance));
            preds.insert(instance, PredId(unrolled.places.len() as u32));
            unrolled.problem.predicates.push(Predicate { fun });
            unrolled.places.push((instance, is_leaf));
        }
        for (instance, is_leaf) in above {
            let rule = match instances.pred(instance).filter(|_| is_leaf) {
                Some(pred) => leaf(instances, pred, preds[&instance], (target.label)(instance)),
                None => applied(terms, instances, instance, &preds),
            };
            unrolled.problem.rules.push(rule);
            unrolled.makes.push(instance);
        }
        if let Some(&pred) = preds.get(&target.instance) {
            let params = instances.params().of(instances.pred(target.instance).expect("it has a predicate")).to_vec();
            let premises = vec![Premise { atom: Atom { pred, args: params.clone() }, flag: None }];
            let constraint = target.property;
            let goal = Rule { head: None, premises, constraint, vars: params, origin: 0, weakened: false };
            unrolled.problem.rules.push(goal);
            unrolled.makes.push(target.instance);
        }
        unrolled
    }

    /// Tells what is known of the instances.
    fn annotate(&self, terms: &mut Terms, instances: &Instances, target: &Target, annotation: &mut Annotation) {
        for (at, &(instance, _)) in self.places.iter().enumerate() {
            let Some(of) = instances.pred(instance) else { continue };
            let pred = PredId(at as u32);
            let args: Vec<TermId> = annotation.lemmas().params(pred).iter().map(|&p| terms.var_term(p)).collect();
            let label = instances.params().instantiate(terms, of, (target.label)(instance), &args);
            terms.conjuncts(label).into_iter().for_each(|fact| annotation.add_invariant(terms, pred, fact));
        }
    }

    /// What is known of the instances that are no leaves now.
    fn facts(&self, terms: &mut Terms, instances: &Instances, annotation: &Annotation) -> Vec<(InstanceId, TermId)> {
        let mut facts = Vec::new();
        for (at, &(instance, _)) in self.places.iter().enumerate().filter(|(_, (_, is_leaf))| !is_leaf) {
            let (Some(of), pred) = (instances.pred(instance), PredId(at as u32)) else { continue };
            let params: Vec<TermId> = instances.params().of(of).iter().map(|&p| terms.var_term(p)).collect();
            let own = annotation.lemmas().params(pred).iter().copied();
            let mut renaming = Substitution::of_vars(own.zip(params));
            for Lemma { clause, .. } in annotation.lemmas().at(pred, 0).collect::<Vec<_>>() {
                facts.push((instance, renaming.apply(terms, clause)));
            }
        }
        facts
    }

    /// The derivation by the rules of the problem itself.
    fn lift(&self, instances: &Instances, derivation: Derivation) -> Derivation {
        let steps = derivation.steps.into_iter().map(|step| {
            let application = instances.get(self.makes[step.rule.index()]);
            let mut used = step.premises.into_iter();
            let premises =
                application.premises.iter().map(|premise| premise.and_then(|_| used.next().flatten())).collect();
            let fact = step.fact.and_then(|fact| {
                let pred = instances.pred(self.places[fact.pred.index()].0)?;
                Some(Fact { pred, args: fact.args })
            });
            Step { rule: application.rule, values: step.values, premises, fact }
        });
        Derivation { steps: steps.collect() }
    }
}

/// The instances that a target is derived from down to the leaves, premises first, and whether each is a leaf.
fn reachable(instances: &Instances, target: &Target) -> Vec<(InstanceId, bool)> {
    let mut found: FxHashMap<InstanceId, bool> = FxHashMap::default();
    let mut open = vec![target.instance];
    while let Some(instance) = open.pop() {
        let is_leaf = instance != target.instance && (target.is_leaf)(instance);
        if found.insert(instance, is_leaf).is_none() && !is_leaf {
            open.extend(instances.get(instance).premises.iter().flatten());
        }
    }
    let mut found: Vec<(InstanceId, bool)> = found.into_iter().collect();
    found.sort_unstable();
    found
}

fn declare(terms: &mut Terms, problem: &Problem, pred: PredId, instance: InstanceId) -> FunId {
    let fun = problem.predicates[pred.index()].fun;
    let (name, params) = (format!("{}@{}", terms.fun(fun).name, instance.0), terms.fun(fun).params.clone());
    terms.declare_fun(&name, params, SortId::BOOL)
}

/// The rule that an instance is made by, from other instances. A premise that it does without has a flag that is false.
fn applied(
    terms: &mut Terms,
    instances: &Instances,
    instance: InstanceId,
    preds: &FxHashMap<InstanceId, PredId>,
) -> Rule {
    let application = instances.get(instance);
    let mut rule = instances.problem().rule(application.rule).clone();
    let mut parts = vec![rule.constraint];
    let mut premises = Vec::new();
    for (mut premise, &from) in rule.premises.into_iter().zip(&application.premises) {
        match from {
            Some(from) => {
                premise.atom.pred = preds[&from];
                premises.push(premise);
            }
            None => {
                let flag = premise.flag.map(|flag| terms.var_term(flag));
                parts.extend(flag.map(|flag| terms.not(flag)));
            }
        }
    }
    rule.head.iter_mut().for_each(|head| head.pred = preds[&instance]);
    rule.constraint = terms.and(parts);
    rule.premises = premises;
    rule
}

/// A rule that derives all that the label of a leaf allows.
fn leaf(instances: &Instances, of: PredId, pred: PredId, label: TermId) -> Rule {
    let params = instances.params().of(of).to_vec();
    let head = Some(Atom { pred, args: params.clone() });
    Rule { head, premises: Vec::new(), constraint: label, vars: params, origin: 0, weakened: false }
}
