//! Learning: from a conflict at a subgoal, a lemma about its predicate that excludes what the rest of the goal asks of it.

use super::{
    Search, VertexId,
    expose::expose,
    shown,
    suffix::{self, Part},
};
use crate::{
    horn::PredId,
    interpolate::Failure,
    smt::Outcome,
    term::{Op, Simplifier, TermId, Terms, VarId},
    unwind::Lemma,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::json;

/// A larger set of values is not listed.
const MOST_VALUES: usize = 16;
/// With so many lemmas a family is a sign of divergence.
const FAMILY: usize = 2;
/// Interpolants with longer clauses say less than the literals of the suffix do.
pub const MOST_DISJUNCTS: usize = 3;

impl Search<'_, '_> {
    /// Adds lemmas that separate what the rules derive at the vertex (prefix) from the decided rest of the goal (suffix).
    /// Says whether there were new ones.
    pub(super) fn learn(&mut self, vertex: VertexId, core: &FxHashSet<TermId>) -> Result<bool, String> {
        let (pred, level) = self.goal.instance(vertex).expect("the root has no prefix to learn about");
        let cube = match self.refutable(vertex, pred, level, core) {
            Part::Cube(cube) => cube,
            Part::Empty => return Ok(false),
            Part::Unknown(reason) => return Err(reason),
        };
        let (terms, suffix) = (&*self.terms, &cube);
        self.observer.note("suffix", || json!({"literals": shown(terms, suffix)}));
        let (formula, method) = self.separate(pred, level, cube)?;
        let mut learned = false;
        for clause in self.terms.conjuncts(formula) {
            let (new, up_to) = self.add(Lemma { pred, clause, level });
            learned |= new;
            let (terms, name) = (&*self.terms, self.annotation.name(self.terms, pred));
            self.observer.note("lemma", || {
                let clause = terms.display(clause);
                json!({"predicate": name, "level": level, "up-to": up_to, "method": method, "new": new, "clause": clause})
            });
        }
        Ok(learned)
    }

    /// A formula that the rules imply at the level and that contradicts the cube, and how it was found: the values that a
    /// parameter has, few half-spaces, or else the negation of some of the cube's literals.
    fn separate(&mut self, pred: PredId, level: u32, cube: Vec<TermId>) -> Result<(TermId, &'static str), String> {
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
        if family || !lasting && self.annotation.patience(pred).try_again() {
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
        Ok((negation, "literals"))
    }

    /// A cube over the parameters that the rules refute and that contains all that the goal asks of the vertex, or, where
    /// that is no cube, some of it.
    fn refutable(&mut self, vertex: VertexId, pred: PredId, level: u32, core: &FxHashSet<TermId>) -> Part {
        let params: Vec<VarId> = self.annotation.lemmas().params(pred).to_vec();
        let stop = self.annotation.stop().clone();
        let decisions: Vec<TermId> = self.stack.iter().flat_map(|&v| self.goal.decision(v)).copied().collect();
        let literals = self.about(vertex, &params, decisions.clone(), core);
        let literals = expose(self.terms, &params, literals);
        if let Some(cube) = suffix::shadow(self.terms, &params, &literals, &stop)
            && self.annotation.refute(self.terms, pred, level, &cube).is_ok()
        {
            return Part::Cube(cube);
        }
        let known = self.goal.other_annotations(self.terms, self.annotation, &self.stack, vertex);
        let suffix = self.about(vertex, &params, [decisions, known].concat(), core);
        let suffix = expose(self.terms, &params, suffix);
        // A part that the annotation does not exclude yet, or the next lemma would be an old one.
        let own: Vec<TermId> = self.annotation.lemmas().at(pred, level).map(|lemma| lemma.clause).collect();
        suffix::part(self.terms, &mut self.scratch, &params, &suffix, &own)
    }

    /// What matters of some formulas for the vertex, with the predicate's parameters in place of its arguments.
    fn about(
        &mut self,
        vertex: VertexId,
        params: &[VarId],
        formulas: Vec<TermId>,
        core: &FxHashSet<TermId>,
    ) -> Vec<TermId> {
        let connected = suffix::connected(self.terms, self.goal.args(vertex), formulas, core);
        let mut renaming: FxHashMap<VarId, TermId> = FxHashMap::default();
        for (&arg, &param) in self.goal.args(vertex).iter().zip(params) {
            if let Op::Var(var) = *self.terms.op(arg) {
                renaming.insert(var, self.terms.var_term(param));
            }
        }
        connected.into_iter().map(|formula| self.terms.substitute(formula, &renaming)).collect()
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
