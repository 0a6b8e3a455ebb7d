//! What a rule derives from the labels of its premises, one solver a rule.

use super::{Application, InstanceId, Instances};
use alphorn_logic::{
    horn::{Renamed, RuleId},
    term::{TermId, Terms},
};
use alphorn_smt::{Model, Outcome, Smt, Statistics};

/// A solver that gathered more assumed formulas than this is made anew: each stays in it, and slows every check.
const MOST_PROXIES: usize = 400;

/// The images of all rules.
pub struct Images {
    smt: Smt,
    /// Made when first needed.
    rules: Vec<Option<Image>>,
    spent: Statistics,
}

/// A rule over variables of its own, and a solver that knows its constraint.
struct Image {
    renamed: Renamed,
    smt: Smt,
}

impl Images {
    /// Images whose solvers are in the context of another.
    pub fn new(instances: &Instances, smt: &Smt) -> Self {
        let rules = instances.problem().rules().map(|_| None).collect();
        Images { smt: smt.sibling(), rules, spent: Statistics::default() }
    }

    /// What the solvers did.
    pub fn statistics(&self) -> Statistics {
        let mut all = self.spent;
        self.rules.iter().flatten().for_each(|image| all.add(&image.smt.statistics()));
        all
    }

    /// What to assume for the premises of an application to have their labels.
    pub fn premises(
        &mut self,
        terms: &mut Terms,
        instances: &Instances,
        application: &Application,
        label: &dyn Fn(InstanceId) -> TermId,
    ) -> Vec<TermId> {
        let image = self.image(terms, instances, application.rule);
        let mut assumptions = Vec::new();
        for (&premise, (args, flag)) in application.premises.iter().zip(&image.renamed.premises) {
            let Some(pred) = premise.and_then(|premise| instances.pred(premise)) else {
                assumptions.extend(flag.map(|flag| terms.not(flag)));
                continue;
            };
            let known = premise.map_or_else(|| terms.top(), label);
            for fact in terms.conjuncts(known) {
                let fact = instances.params().instantiate(terms, pred, fact, args);
                assumptions.push(flag.map_or(fact, |flag| terms.implies(flag, fact)));
            }
        }
        assumptions
    }

    /// What a fact over the parameters of the head's predicate says of the head's arguments.
    pub fn at_head(&mut self, terms: &mut Terms, instances: &Instances, rule: RuleId, fact: TermId) -> TermId {
        let image = self.image(terms, instances, rule);
        match &instances.problem().rule(rule).head {
            Some(head) => instances.params().instantiate(terms, head.pred, fact, &image.renamed.head),
            None => fact,
        }
    }

    /// Checks a rule's constraint together with assumptions.
    pub fn check(&mut self, terms: &mut Terms, instances: &Instances, rule: RuleId, assumptions: &[TermId]) -> Outcome {
        self.image(terms, instances, rule).smt.check(terms, assumptions)
    }

    /// The model of the last check of a rule, if it found one. The solver is not made anew, whatever it gathered: it would be
    /// one without a model.
    pub fn model(&mut self, rule: RuleId) -> Model {
        let image = self.rules[rule.index()].as_mut();
        image.map_or(&mut self.smt, |image| &mut image.smt).model()
    }

    fn image(&mut self, terms: &mut Terms, instances: &Instances, rule: RuleId) -> &mut Image {
        let Images { smt, rules, spent } = self;
        let slot = &mut rules[rule.index()];
        let fresh = |terms: &Terms, renamed: Renamed| {
            let mut smt = smt.sibling();
            smt.assert(terms, renamed.constraint);
            Image { renamed, smt }
        };
        match slot.take() {
            Some(image) if image.smt.proxies() > MOST_PROXIES => {
                spent.add(&image.smt.statistics());
                slot.insert(fresh(terms, image.renamed))
            }
            Some(image) => slot.insert(image),
            None => {
                let renamed = instances.problem().rule(rule).rename(terms, None);
                slot.insert(fresh(terms, renamed))
            }
        }
    }
}
