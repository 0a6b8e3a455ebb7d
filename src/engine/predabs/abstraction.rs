//! The abstract image of a rule: the strongest that the atoms of the head's predicate can say of what it derives.

use crate::{
    smt::Outcome,
    term::{Op, SortId, TermId, Terms},
    unwind::{Application, Images, InstanceId, Instances},
};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Which combinations of atoms the abstraction has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Abstraction {
    /// Conjunctions. The conjuncts of an interpolant are taken as they are, so that a conjunction can say it.
    #[default]
    Cartesian,
    /// All: one abstract state for each combination of truth values.
    Boolean,
}

impl Abstraction {
    /// The abstractions by their names on the command line.
    pub const NAMES: [(&str, Abstraction); 2] =
        [("cartesian", Abstraction::Cartesian), ("boolean", Abstraction::Boolean)];

    /// The atoms of which the abstraction can make a formula again.
    pub fn atoms(self, terms: &Terms, formula: TermId) -> Vec<TermId> {
        match self {
            Abstraction::Cartesian => terms.conjuncts(formula),
            Abstraction::Boolean => atoms(terms, formula),
        }
    }
}

/// Combinations of atoms made for one image; an image with more is left as weak as its conjunctions.
const MOST_COMBINATIONS: usize = 64;

/// Each predicate's own atoms, over its parameters.
pub type Atoms = Vec<IndexSet<TermId, FxBuildHasher>>;

/// Computes abstract images, and remembers them.
pub struct Abstract {
    abstraction: Abstraction,
    images: Images,
    /// Whether a rule with premises of these labels implies a fact.
    known: FxHashMap<(Application, Vec<TermId>, TermId), bool>,
}

impl Abstract {
    /// Nothing is known yet.
    pub fn new(abstraction: Abstraction, images: Images) -> Self {
        Abstract { abstraction, images, known: FxHashMap::default() }
    }

    /// The images, for what they cost.
    pub fn images(&self) -> &Images {
        &self.images
    }

    /// The abstract states that an application leads to; none if it derives nothing. For a goal, *true*.
    pub fn image(
        &mut self,
        terms: &mut Terms,
        instances: &Instances,
        application: &Application,
        label: &dyn Fn(InstanceId) -> TermId,
        atoms: &Atoms,
    ) -> Result<Vec<TermId>, String> {
        let mut step = Step {
            premises: self.images.premises(terms, instances, application, label),
            labels: application.premises.iter().flatten().map(|&premise| label(premise)).collect(),
            application,
            instances,
        };
        let bottom = terms.bottom();
        if self.implies(terms, &mut step, bottom)? {
            return Ok(Vec::new());
        }
        let Some(head) = &instances.problem().rule(application.rule).head else { return Ok(vec![terms.top()]) };
        let atoms = &atoms[head.pred.index()];
        if self.abstraction == Abstraction::Boolean
            && let Some(states) = self.combinations(terms, &step, atoms)?
        {
            return Ok(states);
        }
        let mut implied = Vec::new();
        for &atom in atoms {
            if self.implies(terms, &mut step, atom)? {
                implied.push(atom);
            }
        }
        Ok(vec![terms.and(implied)])
    }

    /// Whether all that is derived satisfies a fact.
    fn implies(&mut self, terms: &mut Terms, step: &mut Step, fact: TermId) -> Result<bool, String> {
        let place = Application { rule: step.application.rule, premises: step.shape() };
        let key = (place, step.labels.clone(), fact);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let rule = step.application.rule;
        let at_head = self.images.at_head(terms, step.instances, rule, fact);
        let negated = terms.not(at_head);
        step.premises.push(negated);
        let outcome = self.images.check(terms, step.instances, rule, &step.premises);
        step.premises.pop();
        let implied = match outcome {
            Outcome::Unsat => true,
            Outcome::Sat => false,
            Outcome::Unknown(reason) => return Err(reason),
        };
        self.known.insert(key, implied);
        Ok(implied)
    }

    /// All combinations of truth values of the atoms that are possible; `None` if there are too many.
    fn combinations(
        &mut self,
        terms: &mut Terms,
        step: &Step,
        atoms: &IndexSet<TermId, FxBuildHasher>,
    ) -> Result<Option<Vec<TermId>>, String> {
        let rule = step.application.rule;
        let mut at_head = Vec::new();
        for &atom in atoms {
            at_head.push(self.images.at_head(terms, step.instances, rule, atom));
        }
        let (mut assumptions, mut states) = (step.premises.clone(), Vec::new());
        loop {
            match self.images.check(terms, step.instances, rule, &assumptions) {
                Outcome::Unknown(reason) => return Err(reason),
                Outcome::Unsat => return Ok(Some(states)),
                Outcome::Sat if states.len() == MOST_COMBINATIONS => return Ok(None),
                Outcome::Sat => {}
            }
            let mut model = self.images.model(terms, step.instances, rule);
            let (mut state, mut here) = (Vec::new(), Vec::new());
            for (&atom, &image) in atoms.iter().zip(&at_head) {
                let Some(truth) = model.is_true(terms, image) else { return Ok(None) };
                state.push(if truth { atom } else { terms.not(atom) });
                here.push(if truth { image } else { terms.not(image) });
            }
            states.push(terms.and(state));
            let here = terms.and(here);
            assumptions.push(terms.not(here));
        }
    }
}

/// An application with what its premises' labels say of them.
struct Step<'a, 'p> {
    premises: Vec<TermId>,
    labels: Vec<TermId>,
    application: &'a Application,
    instances: &'a Instances<'p>,
}

impl Step<'_, '_> {
    /// Which premises are there, whatever instances they are.
    fn shape(&self) -> Vec<Option<InstanceId>> {
        self.application.premises.iter().map(|premise| premise.map(|_| InstanceId(0))).collect()
    }
}

/// The parts of a formula that are no combinations of others.
fn atoms(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut found: IndexSet<TermId, FxBuildHasher> = IndexSet::default();
    let mut seen: IndexSet<TermId, FxBuildHasher> = IndexSet::default();
    let mut todo = vec![formula];
    while let Some(part) = todo.pop() {
        if !seen.insert(part) {
            continue;
        }
        let args = terms.args(part);
        match terms.op(part) {
            Op::True | Op::False => {}
            Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor => todo.extend(args.iter().rev()),
            Op::Eq | Op::Ite if terms.sort_of(*args.last().unwrap_or(&part)) == SortId::BOOL => {
                todo.extend(args.iter().rev());
            }
            _ => _ = found.insert(part),
        }
    }
    found.into_iter().collect()
}
