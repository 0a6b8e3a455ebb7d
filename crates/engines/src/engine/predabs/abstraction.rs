//! The abstract image of a rule: the strongest that the atoms of the head's predicate can say of what it derives.

use crate::unwind::{Application, Images, InstanceId, Instances};
use alphorn_logic::term::{Op, SortId, TermId, Terms};
use alphorn_smt::Outcome;
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

/// A predicate's own atoms, over its parameters.
type AtomSet = IndexSet<TermId, FxBuildHasher>;

/// Those of each predicate.
pub type Atoms = Vec<AtomSet>;

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
        if self.is_empty(terms, &mut step)? {
            return Ok(Vec::new());
        }
        let Some(head) = &instances.problem().rule(application.rule).head else { return Ok(vec![terms.top()]) };
        let atoms = &atoms[head.pred.index()];
        if self.abstraction == Abstraction::Boolean
            && let Some(states) = self.combinations(terms, &step, atoms)?
        {
            return Ok(states);
        }
        Ok(vec![self.conjunction(terms, &mut step, atoms)?])
    }

    /// The conjunction of the atoms that are implied.
    fn conjunction(&mut self, terms: &mut Terms, step: &mut Step, atoms: &AtomSet) -> Result<TermId, String> {
        // Those left are asked for at once: a model excludes all that it makes false, and where there is none all are implied.
        let mut left = Vec::new();
        for &atom in atoms {
            if !self.known.contains_key(&step.key(atom)) {
                left.push((atom, self.images.at_head(terms, step.instances, step.application.rule, atom)));
            }
        }
        while !left.is_empty() {
            let all = terms.and(left.iter().map(|&(_, at_head)| at_head));
            let is_implied = self.holds(terms, step, all)?;
            let mut model = (!is_implied).then(|| self.images.model(step.application.rule));
            let before = left.len();
            left.retain(|&(atom, at_head)| {
                let is_false = model.as_mut().is_some_and(|model| model.is_true(terms, at_head) == Some(false));
                if is_implied || is_false {
                    self.known.insert(step.key(atom), is_implied);
                }
                !is_implied && !is_false
            });
            if left.len() == before {
                // The model has no values for them.
                for (atom, at_head) in std::mem::take(&mut left) {
                    let is_implied = self.holds(terms, step, at_head)?;
                    self.known.insert(step.key(atom), is_implied);
                }
            }
        }
        Ok(terms.and(atoms.iter().copied().filter(|&atom| self.known[&step.key(atom)])))
    }

    /// Whether the rule derives nothing.
    fn is_empty(&mut self, terms: &mut Terms, step: &mut Step) -> Result<bool, String> {
        let key = step.key(terms.bottom());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let bottom = terms.bottom();
        let is_empty = self.holds(terms, step, bottom)?;
        self.known.insert(key, is_empty);
        Ok(is_empty)
    }

    /// Whether a formula over the rule's own variables is true in all that it derives.
    fn holds(&mut self, terms: &mut Terms, step: &mut Step, formula: TermId) -> Result<bool, String> {
        step.premises.push(terms.not(formula));
        let outcome = self.images.check(terms, step.instances, step.application.rule, &step.premises);
        step.premises.pop();
        match outcome {
            Outcome::Unsat => Ok(true),
            Outcome::Sat => Ok(false),
            Outcome::Unknown(reason) => Err(reason),
        }
    }

    /// All combinations of truth values of the atoms that are possible; `None` if there are too many.
    fn combinations(&mut self, terms: &mut Terms, step: &Step, atoms: &AtomSet) -> Result<Option<Vec<TermId>>, String> {
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
            let mut model = self.images.model(rule);
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
    /// Under which to remember a fact. Of the premises only which are there matters, and their labels.
    fn key(&self, fact: TermId) -> (Application, Vec<TermId>, TermId) {
        let premises = self.application.premises.iter().map(|premise| premise.map(|_| InstanceId(0))).collect();
        (Application { rule: self.application.rule, premises }, self.labels.clone(), fact)
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

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;
    use alphorn_run::stop::Stop;
    use alphorn_smt::{Smt, SmtConfig};

    #[test]
    fn all_atoms_are_asked_for_at_once() {
        let (mut terms, problem) = problem(
            "(declare-fun P (Int Int Int) Bool)
             (assert (forall ((x Int) (y Int) (z Int)) (=> (and (= x 0) (= y 0) (= z 0)) (P x y z))))
             (assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (< x 0)) false)))",
        );
        let smt = Smt::new(SmtConfig::default(), &Stop::new());
        let instances = Instances::new(&mut terms, &problem);
        let mut own = AtomSet::default();
        for &param in instances.params().of(problem.pred_ids().next().unwrap()) {
            for bound in -2..3 {
                let (param, bound) = (terms.var_term(param), terms.int(bound));
                own.insert(terms.app(Op::Ge, [param, bound]));
            }
        }
        let mut images = Abstract::new(Abstraction::Cartesian, Images::new(&instances, &smt));
        let first = instances.initial().remove(0);
        let nothing = terms.top();
        let states = images.image(&mut terms, &instances, &first, &|_| nothing, &vec![own]).unwrap();
        assert_eq!(terms.conjuncts(states[0]).len(), 9, "three bounds of each argument hold");
        assert_eq!(images.images().statistics().calls(), 3, "it derives something, not all atoms hold, the others do");
    }
}
