//! Learning: from a conflict at a subgoal, a lemma about its predicate that excludes what the rest of the goal asks of it.

use super::{
    Search, VertexId,
    expose::expose,
    shown,
    suffix::{self, Part},
};
use crate::unwind::Lemma;
use alphorn_logic::{
    horn::PredId,
    term::{Op, TermId, VarId},
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::json;

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
        let (formula, method) = self.separator().separate(pred, level, cube)?;
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
}
