//! Learning: from a conflict at a subgoal, a lemma about its predicate that excludes what the rest of the goal asks of it.

use super::{Search, VertexId, suffix};
use crate::{
    horn::PredId,
    interpolate::{Failure, Question},
    smt::Outcome,
    term::{Op, Simplifier, TermId, VarId},
    unwind::Lemma,
};
use log::debug;
use rustc_hash::{FxHashMap, FxHashSet};

impl Search<'_, '_> {
    /// Adds lemmas that separate what the rules derive at the vertex (prefix) from the decided rest of the goal (suffix).
    /// Says whether there were new ones.
    pub(super) fn learn(&mut self, vertex: VertexId, core: &FxHashSet<TermId>) -> Result<bool, String> {
        let (pred, level) = self.goal.instance(vertex).expect("the root has no prefix to learn about");
        let cube = self.refutable(vertex, pred, level, core)?;
        let (mut formula, mut method) = (None, "literals of the suffix");
        if self.features.half_spaces {
            match self.half_spaces(pred, level, &cube) {
                Ok((found, by)) => (formula, method) = (Some(found), by),
                Err(Failure::Stopped(cause)) => return Err(format!("no interpolant: {cause}")),
                Err(failure) => debug!("no half-spaces: {failure}"),
            }
        }
        let formula = match formula {
            Some(formula) => formula,
            None => self.negation(pred, level, cube)?,
        };
        debug!("lemma {}@{level} by {method}: {}", self.annotation.name(self.terms, pred), self.terms.display(formula));
        let mut learned = false;
        for clause in self.terms.conjuncts(formula) {
            let clause = self.generalise(pred, level, clause);
            learned |= self.add(Lemma { pred, clause, level });
        }
        Ok(learned)
    }

    /// A cube over the parameters that the rules refute and that contains all that the goal asks of the vertex, or, where
    /// that is no cube, some of it.
    fn refutable(
        &mut self,
        vertex: VertexId,
        pred: PredId,
        level: u32,
        core: &FxHashSet<TermId>,
    ) -> Result<Vec<TermId>, String> {
        let params: Vec<VarId> = self.annotation.lemmas().params(pred).to_vec();
        let stop = self.annotation.stop().clone();
        let decisions: Vec<TermId> = self.stack.iter().flat_map(|&v| self.goal.decision(v)).copied().collect();
        let literals = self.about(vertex, &params, decisions.clone(), core);
        if let Some(cube) = suffix::shadow(self.terms, &params, &literals, &stop)
            && self.annotation.refute(self.terms, pred, level, &cube).is_ok()
        {
            return Ok(cube);
        }
        let known = self.goal.other_annotations(self.terms, self.annotation, &self.stack, vertex);
        let suffix = self.about(vertex, &params, [decisions, known].concat(), core);
        let part = suffix::part(self.terms, &mut self.scratch, &params, &suffix);
        part.ok_or_else(|| "the goal could not be projected".into())
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
        let prefix = self.annotation.prefix(self.terms, pred, level);
        let params: Vec<VarId> = self.annotation.lemmas().params(pred).to_vec();
        let transitions = self.annotation.transitions(pred);
        let question = Question { prefix, suffix: &[cube.to_vec()], shared: &params, transitions };
        let interpolant = self.interpolator.interpolate(self.terms, &self.smt, &question)?;
        Ok((Simplifier::new().simplify(self.terms, interpolant.formula), interpolant.method.name()))
    }

    /// The negation of as few literals of the cube as the rules refute.
    fn negation(&mut self, pred: PredId, level: u32, cube: Vec<TermId>) -> Result<TermId, String> {
        let core = self.annotation.refute(self.terms, pred, level, &cube).map_err(|outcome| match outcome {
            Outcome::Unknown(reason) => reason,
            _ => "a refuted goal has a model".into(),
        })?;
        let cube = self.terms.and(core);
        Ok(self.terms.not(cube))
    }

    /// A clause of fewer literals that holds at the level as well.
    fn generalise(&mut self, pred: PredId, level: u32, clause: TermId) -> TermId {
        let cube = self.terms.not(clause);
        let cube = self.terms.conjuncts(cube);
        if !self.features.induction || cube.len() < 2 {
            return clause;
        }
        let cube = self.annotation.generalise(self.terms, pred, level, cube);
        let cube = self.terms.and(cube);
        self.terms.not(cube)
    }
}
