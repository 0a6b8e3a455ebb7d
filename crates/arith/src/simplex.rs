//! An incremental exact simplex with Farkas certificates.
//!
//! Every constraint is a bound on a *variable* of a tableau: a column itself, or the value of a linear form. Forms are
//! shared up to a factor, so `x + y ≤ 3` and `-2x - 2y ≤ 5` bound one variable from both sides. Taking a constraint
//! back only loosens a bound; the tableau and the values stay, and the next check starts from them.
//!
//! When a basic variable violates a bound and all terms of its row are at the bounds in the way, those bounds and its own
//! are a certificate, and an irreducible one: the terms are independent, so any proper subset has a point.
//!
//! ```
//! use alphorn_arith::{Linear, Row, Simplex, Verdict};
//!
//! let mut simplex = Simplex::new();
//! let low = simplex.add(Row::ge(Linear::new([(0, 1), (1, 1)]), 4));
//! let high = simplex.add(Row::lt(Linear::new([(0, 2), (1, 2)]), 8));
//! let Verdict::Infeasible(farkas) = simplex.check()? else { panic!("x0 + x1 cannot be both") };
//! assert!(farkas.check(|id| simplex.row(id)));
//! simplex.deactivate(high);
//! assert!(simplex.check()?.is_feasible());
//! # let _ = low;
//! # Ok::<(), alphorn_arith::OutOfBudget>(())
//! ```

mod climb;
mod core;
mod estimate;
mod int;
mod model;
mod optimise;
mod pace;
mod queries;
mod restore;
mod tableau;
mod variable;

use self::{
    core::{Core, Weights},
    int::Int,
    tableau::Var,
    variable::Bound,
};
use super::{DeltaRational, Farkas, Linear, Rational, Relation, Row, content};
use alphorn_run::stop::Stop;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub use optimise::Optimum;

/// The handle of a constraint in a [`Simplex`]; handles are given in order from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ConstraintId(u32);

impl ConstraintId {
    /// The number of constraints added before this one.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The computation was stopped from outside or made as many exchanges as it may. Nothing is lost: a further call goes
/// on from where it stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the simplex was stopped before it had an answer")]
pub struct OutOfBudget;

/// Whether the active constraints have a common point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// They have: see [`Simplex::model`].
    Feasible,
    /// They have not, and this is why.
    Infeasible(Farkas),
}

impl Verdict {
    /// Whether there is a point.
    pub fn is_feasible(&self) -> bool {
        matches!(self, Verdict::Feasible)
    }
}

/// A constraint `scale · variable (relation) row.rhs`.
#[derive(Clone, Debug)]
struct Constraint {
    row: Row,
    /// The relation in force; differs from the row's only inside [`Simplex::implied_equalities`].
    relation: Relation,
    var: Var,
    scale: Rational,
    active: bool,
}

/// The constraints that bound a tableau variable.
#[derive(Clone, Debug, Default)]
struct Users {
    active: SmallVec<[ConstraintId; 2]>,
    total: u32,
}

/// A system of constraints, an assignment, and the tableau that joins them.
#[derive(Clone, Debug, Default)]
pub struct Simplex {
    core: Core,
    constraints: Vec<Option<Constraint>>,
    users: Vec<Users>,
    columns: Vec<Option<Var>>,
    forms: FxHashMap<Linear, Var>,
    free_vars: Vec<Var>,
    scopes: Vec<usize>,
    /// The values are known to satisfy all active constraints.
    feasible: bool,
}

impl Simplex {
    /// A system without constraints.
    pub fn new() -> Self {
        Self { feasible: true, ..Self::default() }
    }

    /// Lets every later call end early: when `stop` is stopped, or after `pivots` exchanges in one call.
    pub fn limit(&mut self, stop: Stop, pivots: Option<u64>) {
        self.core.stop = stop;
        self.core.pivot_limit = pivots;
    }

    /// Adds a constraint, active from now on.
    pub fn add(&mut self, row: Row) -> ConstraintId {
        let (var, scale) = self.variable_of(&row.coeffs);
        let id = ConstraintId(self.constraints.len() as u32);
        self.users[var as usize].total += 1;
        self.constraints.push(Some(Constraint { relation: row.relation, row, var, scale, active: false }));
        self.activate(id);
        id
    }

    /// Adds several constraints.
    pub fn extend(&mut self, rows: impl IntoIterator<Item = Row>) -> Vec<ConstraintId> {
        rows.into_iter().map(|row| self.add(row)).collect()
    }

    /// Puts a constraint in force again.
    pub fn activate(&mut self, id: ConstraintId) {
        let Some(constraint) = self.constraints[id.index()].as_mut().filter(|constraint| !constraint.active) else {
            return;
        };
        constraint.active = true;
        let var = constraint.var;
        self.users[var as usize].active.push(id);
        self.tighten(id);
        if self.core.violation(var).is_some() {
            self.feasible = false;
            self.core.unsettled.push(var);
        }
    }

    /// Takes a constraint out of force but keeps it ready; cheap.
    pub fn deactivate(&mut self, id: ConstraintId) {
        let Some(constraint) = self.constraints[id.index()].as_mut().filter(|constraint| constraint.active) else {
            return;
        };
        constraint.active = false;
        let var = constraint.var as usize;
        self.users[var].active.retain(|user| *user != id);
        let variable = &mut self.core.variables[var];
        let sets = |bound: &Option<Bound>| bound.as_ref().is_some_and(|bound| bound.by == id);
        if sets(&variable.lower) || sets(&variable.upper) {
            variable.lower = None;
            variable.upper = None;
            for user in self.users[var].active.clone() {
                self.tighten(user);
            }
        }
    }

    /// Takes a constraint back for good, and its form with it if nothing else uses it.
    pub fn remove(&mut self, id: ConstraintId) {
        self.deactivate(id);
        let Some(constraint) = self.constraints[id.index()].take() else { return };
        self.users[constraint.var as usize].total -= 1;
        self.release_if_unused(&constraint.row.coeffs, constraint.var);
    }

    /// Opens a scope: the matching [`Simplex::pop`] removes what was added since.
    pub fn push(&mut self) {
        self.scopes.push(self.constraints.len());
    }

    /// Closes the innermost scope and removes its constraints; their handles are given again to later ones.
    pub fn pop(&mut self) {
        let start = self.scopes.pop().unwrap_or_default();
        while self.constraints.len() > start {
            self.remove(ConstraintId(self.constraints.len() as u32 - 1));
            self.constraints.pop();
        }
    }

    /// The row of a constraint, as it was given; `None` once it is removed.
    pub fn row(&self, id: ConstraintId) -> Option<&Row> {
        self.constraints.get(id.index())?.as_ref().map(|constraint| &constraint.row)
    }

    /// The constraints in force.
    pub fn active(&self) -> impl Iterator<Item = (ConstraintId, &Row)> {
        self.numbered().filter(|(_, constraint)| constraint.active).map(|(id, constraint)| (id, &constraint.row))
    }

    fn numbered(&self) -> impl Iterator<Item = (ConstraintId, &Constraint)> {
        self.constraints.iter().enumerate().filter_map(|(at, c)| Some((ConstraintId(at as u32), c.as_ref()?)))
    }

    /// Decides whether the active constraints have a common point.
    pub fn check(&mut self) -> Result<Verdict, OutOfBudget> {
        if self.feasible {
            return Ok(Verdict::Feasible);
        }
        Ok(match self.core.restore()? {
            Some(weights) => Verdict::Infeasible(Farkas::new(self.multipliers(weights))),
            None => {
                self.feasible = true;
                Verdict::Feasible
            }
        })
    }

    /// Weights on bounds as multipliers on the constraints that set them.
    fn multipliers(&self, weights: Weights) -> Vec<(ConstraintId, Rational)> {
        let scaled = weights.into_iter().filter_map(|(id, weight)| {
            let constraint = self.constraints[id.index()].as_ref()?;
            Some((id, weight / &constraint.scale))
        });
        scaled.collect()
    }

    /// Tightens the bounds of a variable by a constraint on it.
    fn tighten(&mut self, id: ConstraintId) {
        let Some(constraint) = &self.constraints[id.index()] else { return };
        let variable = &mut self.core.variables[constraint.var as usize];
        let limit = &constraint.row.rhs / &constraint.scale;
        let from_above = !constraint.scale.is_negative();
        let inwards = match (constraint.relation, from_above) {
            (Relation::Lt, true) => Rational::MINUS_ONE,
            (Relation::Lt, false) => Rational::ONE,
            _ => Rational::ZERO,
        };
        let limit = DeltaRational::new(limit, inwards);
        let is_equation = constraint.relation == Relation::Eq;
        if (from_above || is_equation) && variable.upper.as_ref().is_none_or(|bound| limit < bound.value) {
            variable.upper = Some(Bound::new(limit.clone(), id));
        }
        if (!from_above || is_equation) && variable.lower.as_ref().is_none_or(|bound| limit > bound.value) {
            variable.lower = Some(Bound::new(limit, id));
        }
    }

    /// The tableau variable whose multiple a form is, and the factor.
    fn variable_of(&mut self, form: &Linear) -> (Var, Rational) {
        if let [(column, coefficient)] = form.terms() {
            return (self.variable_of_column(*column), coefficient.clone());
        }
        let (canonical, scale) = canonical_form(form);
        if let Some(var) = self.forms.get(&canonical) {
            return (*var, scale);
        }
        let terms =
            canonical.terms().iter().map(|(column, c)| (self.variable_of_column(*column), Int::from(c.numerator())));
        let terms = terms.collect();
        let var = self.free_vars.pop().unwrap_or_else(|| {
            self.users.push(Users::default());
            self.core.add_form()
        });
        self.core.define(var, terms);
        self.forms.insert(canonical, var);
        (var, scale)
    }

    fn variable_of_column(&mut self, column: usize) -> Var {
        if self.columns.len() <= column {
            self.columns.resize(column + 1, None);
        }
        match self.columns[column] {
            Some(var) => var,
            None => {
                self.users.push(Users::default());
                let var = self.core.add_column();
                self.columns[column] = Some(var);
                var
            }
        }
    }

    /// Forgets a form that nothing bounds any more. Columns stay.
    fn release_if_unused(&mut self, form: &Linear, var: Var) {
        if self.users[var as usize].total == 0 && form.terms().len() != 1 {
            self.forms.remove(&canonical_form(form).0);
            self.core.undefine(var);
            self.free_vars.push(var);
        }
    }
}

/// A form divided by a factor so that forms that differ only by a factor become equal. The factor is 1 for the
/// empty form.
fn canonical_form(form: &Linear) -> (Linear, Rational) {
    let Some((_, first)) = form.terms().first() else { return (form.clone(), Rational::ONE) };
    let mut scale = content(form.coefficients());
    if first.is_negative() {
        scale = -scale;
    }
    let mut canonical = form.clone();
    canonical.scale(&(&Rational::ONE / &scale));
    (canonical, scale)
}

#[cfg(test)]
mod tests;
