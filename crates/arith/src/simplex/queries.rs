//! What follows from the active constraints.

use super::{ConstraintId, OutOfBudget, Simplex, Verdict};
use crate::{Relation, Row};

impl Simplex {
    /// Whether every common point of the active constraints satisfies `row`; an infeasible system entails all rows.
    pub fn entails(&mut self, row: &Row) -> Result<bool, OutOfBudget> {
        for negation in row.negations() {
            self.push();
            self.add(negation);
            let verdict = self.check();
            self.pop();
            if verdict?.is_feasible() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The active inequalities that hold with equality at every common point. Together with the active equations they
    /// span all equations that follow. `None` when the system is infeasible; otherwise [`Simplex::model`] is strictly
    /// inside all other inequalities.
    ///
    /// With all inequalities made strict, a certificate `0 < 0` names some that are tight wherever they hold; these become
    /// equations, until a point is strictly inside all the others.
    pub fn implied_equalities(&mut self) -> Result<Option<Vec<ConstraintId>>, OutOfBudget> {
        if !self.check()?.is_feasible() {
            return Ok(None);
        }
        let candidates: Vec<ConstraintId> =
            self.active().filter(|(_, row)| row.relation == Relation::Le).map(|(id, _)| id).collect();
        candidates.iter().for_each(|&id| self.set_relation(id, Relation::Lt));
        let found = self.collect_tight();
        candidates.iter().for_each(|&id| self.set_relation(id, Relation::Le));
        found.map(Some)
    }

    fn collect_tight(&mut self) -> Result<Vec<ConstraintId>, OutOfBudget> {
        let mut tight = Vec::new();
        while let Verdict::Infeasible(farkas) = self.check()? {
            for (id, _) in farkas.multipliers {
                if self.is_made_strict(id) {
                    self.set_relation(id, Relation::Eq);
                    tight.push(id);
                }
            }
        }
        tight.sort_unstable();
        Ok(tight)
    }

    fn is_made_strict(&self, id: ConstraintId) -> bool {
        let constraint = self.constraints[id.index()].as_ref();
        constraint.is_some_and(|c| c.relation == Relation::Lt && c.row.relation == Relation::Le)
    }

    /// Asserts an active constraint with another relation than its row's.
    fn set_relation(&mut self, id: ConstraintId, relation: Relation) {
        self.deactivate(id);
        if let Some(constraint) = &mut self.constraints[id.index()] {
            constraint.relation = relation;
        }
        self.activate(id);
    }
}
