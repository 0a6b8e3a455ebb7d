//! The instance graph: an instance is one rule applied to fixed instances of its premises.

use super::Params;
use alphorn_logic::{
    horn::{PredId, Problem, RuleId},
    term::Terms,
};
use rustc_hash::FxHashSet;

/// An instance; those that it is derived from have smaller numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstanceId(pub u32);

impl InstanceId {
    /// The position among all instances.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule with an instance for each premise. A premise with a condition flag may have none; the flag is then false.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Application {
    /// The rule.
    pub rule: RuleId,
    /// What is used for each premise.
    pub premises: Vec<Option<InstanceId>>,
}

/// The instances made so far.
pub struct Instances<'p> {
    problem: &'p Problem,
    params: Params,
    all: Vec<Application>,
    by_pred: Vec<Vec<InstanceId>>,
    /// Also those that were dismissed.
    known: FxHashSet<Application>,
    /// The usable rules that have a predicate among their premises, goals first.
    users: Vec<Vec<RuleId>>,
    /// The usable rules.
    rules: Vec<RuleId>,
}

impl<'p> Instances<'p> {
    /// No instances.
    pub fn new(terms: &mut Terms, problem: &'p Problem) -> Self {
        let possible = problem.possible();
        let usable = problem.rules().filter(|(_, rule)| Problem::is_usable(rule, &possible));
        let mut rules: Vec<RuleId> = usable.map(|(id, _)| id).collect();
        rules.sort_by_key(|&id| !problem.rule(id).is_goal());
        let mut users: Vec<Vec<RuleId>> = vec![Vec::new(); problem.predicates.len()];
        for &id in &rules {
            for premise in &problem.rule(id).premises {
                let users = &mut users[premise.atom.pred.index()];
                if users.last() != Some(&id) {
                    users.push(id);
                }
            }
        }
        let by_pred = vec![Vec::new(); problem.predicates.len()];
        let params = Params::new(terms, problem);
        Instances { problem, params, all: Vec::new(), by_pred, known: FxHashSet::default(), users, rules }
    }

    /// The problem.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// The parameters over which facts about the instances of a predicate speak.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// What an instance is.
    pub fn get(&self, id: InstanceId) -> &Application {
        &self.all[id.index()]
    }

    /// The predicate of an instance; none for an instance of *false*.
    pub fn pred(&self, id: InstanceId) -> Option<PredId> {
        self.problem.rule(self.get(id).rule).head.as_ref().map(|head| head.pred)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All instances, premises first.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = InstanceId> + use<> {
        (0..self.all.len() as u32).map(InstanceId)
    }

    /// The instances of a predicate, oldest first.
    pub fn of(&self, pred: PredId) -> &[InstanceId] {
        &self.by_pred[pred.index()]
    }

    /// The usable rules that need no premise.
    pub fn initial(&self) -> Vec<Application> {
        let rules = self.rules.iter().map(|&rule| (rule, &self.problem.rule(rule).premises));
        let rules = rules.filter(|(_, premises)| premises.iter().all(|p| p.flag.is_some()));
        let all = rules.map(|(rule, premises)| Application { rule, premises: vec![None; premises.len()] });
        all.filter(|application| !self.known.contains(application)).collect()
    }

    /// The applications that use an instance, beside it only instances that satisfy `may`, and that are not known yet; goals
    /// first.
    pub fn applications(&self, with: InstanceId, may: impl Fn(InstanceId) -> bool) -> Vec<Application> {
        let Some(pred) = self.pred(with) else { return Vec::new() };
        let mut found = Vec::new();
        for &rule in &self.users[pred.index()] {
            let premises = &self.problem.rule(rule).premises;
            for pivot in (0..premises.len()).filter(|&i| premises[i].atom.pred == pred) {
                // Before the pivot the instance does not occur, so that no combination comes twice.
                let mut partial: Vec<Vec<Option<InstanceId>>> = vec![Vec::new()];
                for (place, premise) in premises.iter().enumerate() {
                    let others = self.of(premise.atom.pred).iter().copied();
                    let mut choices: Vec<Option<InstanceId>> = match place {
                        _ if place == pivot => vec![Some(with)],
                        _ if place < pivot => others.filter(|&i| i != with && may(i)).map(Some).collect(),
                        _ => others.filter(|&i| i == with || may(i)).map(Some).collect(),
                    };
                    if choices.is_empty() && premise.flag.is_some() {
                        choices.push(None);
                    }
                    let longer = |p: &Vec<_>| choices.iter().map(|&c| [&p[..], &[c]].concat()).collect::<Vec<_>>();
                    partial = partial.iter().flat_map(longer).collect();
                }
                found.extend(partial.into_iter().map(|premises| Application { rule, premises }));
            }
        }
        found.retain(|application| !self.known.contains(application));
        found
    }

    /// Notes that an application derives nothing.
    pub fn dismiss(&mut self, application: Application) {
        self.known.insert(application);
    }

    /// Takes back all instances.
    pub fn clear(&mut self) {
        self.all.clear();
        self.known.clear();
        self.by_pred.iter_mut().for_each(Vec::clear);
    }

    /// Makes an instance.
    pub fn add(&mut self, application: Application) -> InstanceId {
        let id = InstanceId(self.all.len() as u32);
        self.known.insert(application.clone());
        self.all.push(application);
        if let Some(pred) = self.pred(id) {
            self.by_pred[pred.index()].push(id);
        }
        id
    }

    /// An instance and all that it is derived from.
    pub fn ancestry(&self, id: InstanceId) -> FxHashSet<InstanceId> {
        let mut found = FxHashSet::default();
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            if found.insert(id) {
                todo.extend(self.get(id).premises.iter().flatten());
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;

    #[test]
    fn each_combination_of_premises_comes_once() {
        let (mut terms, problem) = problem(
            "(declare-fun P (Int) Bool) (declare-fun Q () Bool)
            (assert (forall ((x Int)) (=> (= x 0) (P x))))
            (assert (forall ((x Int)) (=> (= x 1) (P x))))
            (assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) (P (+ x y)))))
            (assert (forall ((x Int)) (=> (and (P x) (or (= x 5) Q)) false)))
            (assert (=> Q Q))",
        );
        let mut instances = Instances::new(&mut terms, &problem);
        let facts = instances.initial();
        assert_eq!(facts.len(), 2);
        let [a, b] = [0, 1].map(|n| instances.add(facts[n].clone()));
        assert!(instances.initial().is_empty(), "known");
        let premises = |instances: &Instances, with, may: &dyn Fn(InstanceId) -> bool| {
            let found = instances.applications(with, may);
            found.into_iter().map(|application| application.premises).collect::<Vec<_>>()
        };
        // The goal comes first; Q has no instance, so its flag is false.
        assert_eq!(premises(&instances, a, &|_| false), [vec![Some(a), None], vec![Some(a); 2]]);
        let with_both = premises(&instances, b, &|_| true);
        let expected = [vec![Some(b), None], vec![Some(b), Some(a)], vec![Some(b), Some(b)], vec![Some(a), Some(b)]];
        assert_eq!(with_both, expected);
        let derived = instances.applications(b, |_| true).remove(1);
        let c = instances.add(derived.clone());
        assert!(!instances.applications(b, |_| true).contains(&derived), "known");
        assert_eq!(instances.ancestry(c), FxHashSet::from_iter([a, b, c]));
    }
}
