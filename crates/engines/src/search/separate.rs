//! What is learned from a cube that the rules of a predicate refute at a level: a formula that they imply there and that
//! excludes the cube, and more than it where that is cheap.

use super::{Annotation, Features};
use alphorn_interpolate::{Failure, Interpolator};
use alphorn_logic::{
    horn::PredId,
    term::{Op, Simplifier, TermId, Terms},
};
use alphorn_smt::Outcome;

/// A larger set of values is not listed.
const MOST_VALUES: usize = 16;
/// With so many lemmas a family is a sign of divergence.
const FAMILY: usize = 2;
/// Interpolants with longer clauses say less than the literals of the suffix do.
pub const MOST_DISJUNCTS: usize = 3;

/// Separates what the rules derive from cubes.
pub(super) struct Separator<'a, 'p> {
    pub terms: &'a mut Terms,
    pub annotation: &'a mut Annotation<'p>,
    pub interpolator: &'a mut Interpolator,
    pub features: Features,
}

impl Separator<'_, '_> {
    /// A formula that the rules imply at the level and that contradicts the cube, and how it was found: the values that a
    /// parameter has, few half-spaces, or else the negation of some of the cube's literals.
    pub fn separate(&mut self, pred: PredId, level: u32, cube: Vec<TermId>) -> Result<(TermId, &'static str), String> {
        if !self.features.literals {
            let (formula, method) = match self.half_spaces(pred, level, &cube) {
                Ok(found) => found,
                Err(Failure::Stopped(cause)) => return Err(format!("no interpolant: {cause}")),
                Err(_) => (self.negation(pred, level, &cube)?, "literals"),
            };
            return Ok((self.generalise_all(pred, level, formula), method));
        }
        let negation = self.negation(pred, level, &cube)?;
        let negation = self.generalise(pred, level, negation);
        if self.features.values
            && let Some(set) = self.value_set(pred, level, negation)
        {
            return Ok((self.generalise(pred, level, set), "values"));
        }
        let literals = self.terms.not(negation);
        let literals = self.terms.conjuncts(literals);
        let family = !self.annotation.families().note(self.terms, pred, &literals, FAMILY).is_empty();
        let lasting = !family && self.annotation.lasts(self.terms, pred, level, negation);
        let whole = negation;
        let negation = if family || lasting { whole } else { self.halve(pred, level, whole) };
        if negation != whole && self.annotation.lasts(self.terms, pred, level, negation) {
            return Ok((negation, "halves"));
        }
        if (family || !lasting) && self.annotation.patience(pred).try_again() {
            match self.half_spaces(pred, level, &cube) {
                Ok((found, by)) if is_small(self.terms, found) => {
                    let lasting = self.annotation.lasts(self.terms, pred, level, found);
                    self.annotation.patience(pred).note(lasting);
                    if lasting || family {
                        return Ok((self.generalise_all(pred, level, found), by));
                    }
                }
                Err(Failure::Stopped(cause)) => return Err(format!("no interpolant: {cause}")),
                _ => self.annotation.patience(pred).note(false),
            }
        }
        // What a family says of one value after the other is at least said of all beyond it.
        let negation = if family { self.halve(pred, level, negation) } else { negation };
        Ok((negation, if negation == whole { "literals" } else { "halves" }))
    }

    /// A clause that says of halves of equations what the given one says of equations.
    fn halve(&mut self, pred: PredId, level: u32, clause: TermId) -> TermId {
        let Features { generalisation, induction, .. } = self.features;
        if !generalisation {
            return clause;
        }
        self.annotation.halve(self.terms, pred, level, clause, induction)
    }

    /// An interpolant of few half-spaces.
    fn half_spaces(&mut self, pred: PredId, level: u32, cube: &[TermId]) -> Result<(TermId, &'static str), Failure> {
        let suffix = [cube.to_vec()];
        let interpolant = self.annotation.interpolate(self.terms, self.interpolator, (pred, level), &suffix)?;
        Ok((Simplifier::new().simplify(self.terms, interpolant.formula), interpolant.method.name()))
    }

    /// The negation of as few literals of the cube as the rules refute.
    fn negation(&mut self, pred: PredId, level: u32, cube: &[TermId]) -> Result<TermId, String> {
        let core = self.annotation.refute(self.terms, pred, level, cube).map_err(|outcome| match outcome {
            Outcome::Unknown(reason) => reason,
            _ => "a refuted goal has a model".into(),
        })?;
        let cube = self.terms.and(core);
        Ok(self.terms.not(cube))
    }

    /// A conjunction of clauses, each generalised.
    fn generalise_all(&mut self, pred: PredId, level: u32, formula: TermId) -> TermId {
        let clauses: Vec<TermId> = self.terms.conjuncts(formula);
        let clauses: Vec<TermId> = clauses.into_iter().map(|clause| self.generalise(pred, level, clause)).collect();
        self.terms.and(clauses)
    }

    /// A clause of fewer literals that holds at the level as well.
    fn generalise(&mut self, pred: PredId, level: u32, clause: TermId) -> TermId {
        let cube = self.terms.not(clause);
        let cube = self.terms.conjuncts(cube);
        if !self.features.generalisation || cube.len() < 2 {
            return clause;
        }
        let cube = self.annotation.generalise(self.terms, pred, level, cube, self.features.induction);
        let cube = self.terms.and(cube);
        self.terms.not(cube)
    }

    /// A stronger clause in place of one that excludes a range of a parameter: the values that the parameter has. Control
    /// locations kept in a variable are like that: what they are excludes at once all that they are not.
    fn value_set(&mut self, pred: PredId, level: u32, clause: TermId) -> Option<TermId> {
        let cube = self.terms.not(clause);
        let cube = self.terms.conjuncts(cube);
        for (place, param) in self.annotation.lemmas().params(pred).to_vec().into_iter().enumerate() {
            let about = |terms: &Terms, literal: TermId| terms.free_vars([literal]) == [param];
            let (range, rest): (Vec<TermId>, Vec<TermId>) = cube.iter().partition(|&&l| about(self.terms, l));
            let is_range =
                range.iter().any(|&l| matches!(self.terms.op(l), Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Not));
            let numeric = self.terms.var(param).sort.is_arithmetic();
            if !numeric || !is_range || !self.annotation.value_patience(pred, place).try_again() {
                continue;
            }
            let term = self.terms.var_term(param);
            let values = self.annotation.values(self.terms, pred, level, &rest, term, MOST_VALUES);
            // A clause that only induction proves excludes values that the level below still has.
            let values = values.filter(|&set| self.annotation.excludes(self.terms, set, &cube));
            self.annotation.value_patience(pred, place).note(values.is_some());
            if values.is_some() {
                return values;
            }
        }
        None
    }
}

/// Whether a formula is made of few half-spaces.
fn is_small(terms: &Terms, formula: TermId) -> bool {
    let disjuncts = |clause: TermId| if *terms.op(clause) == Op::Or { terms.args(clause).len() } else { 1 };
    terms.conjuncts(formula).into_iter().all(|clause| disjuncts(clause) <= MOST_DISJUNCTS)
}
