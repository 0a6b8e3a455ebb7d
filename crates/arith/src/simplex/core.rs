//! The assignment, and the exchange of variables.
//!
//! Only columns of the system have rows in the tableau. A basic *form* is not kept there: its row is made from the rows
//! of its columns when it is asked for, so an exchange touches at most one row a column however many constraints there
//! are.

use super::{
    ConstraintId,
    estimate::{Estimate, Place},
    int::Int,
    tableau::{Equation, Tableau, Var, content},
    variable::{Bound, Direction, Kind, Variable},
};
use crate::{DeltaRational, Rational};
use alphorn_run::stop::Stop;

/// Bounds with the weights that make them a certificate: positive for an upper bound, negative for a lower one.
pub(super) type Weights = Vec<(ConstraintId, Rational)>;

/// Tableau, bounds and an assignment. Between calls the values satisfy the tableau; nonbasic variables are within
/// their bounds unless they are listed in `unsettled`.
#[derive(Clone, Debug, Default)]
pub(super) struct Core {
    pub tableau: Tableau,
    pub variables: Vec<Variable>,
    pub unsettled: Vec<Var>,
    pub stop: Stop,
    /// How many exchanges one call may make.
    pub pivot_limit: Option<u64>,
}

impl Core {
    /// A fresh column, nonbasic, unbounded and at 0.
    pub fn add_column(&mut self) -> Var {
        self.variables.push(Variable::default());
        self.tableau.add_variable()
    }

    /// A fresh variable to become a form.
    pub fn add_form(&mut self) -> Var {
        self.variables.push(Variable { kind: Kind::Free, ..Variable::default() });
        self.tableau.add_variable()
    }

    /// Makes a free variable the value of a form over columns, with integer coefficients other than 0.
    pub fn define(&mut self, var: Var, form: Vec<(Var, Int)>) {
        self.variables[var as usize].become_form(form);
    }

    /// Frees a form without bounds.
    pub fn undefine(&mut self, var: Var) {
        if self.variables[var as usize].kind == Kind::NonbasicForm {
            // Some column depends on it: the nonbasic variables are coordinates of the columns' space.
            let shortest = self.tableau.dependents(var).map(|(column, ..)| column);
            if let Some(column) = shortest.min_by_key(|column| self.tableau.row_length(*column)) {
                self.unsettled.push(column);
                self.exchange(column, var);
            }
        }
        let variable = &mut self.variables[var as usize];
        variable.kind = Kind::Free;
        variable.form.clear();
    }

    /// Whether the variable is made of others, and not free to be chosen.
    pub fn is_basic(&self, var: Var) -> bool {
        match self.variables[var as usize].kind {
            Kind::Column => self.tableau.defines(var),
            kind => kind == Kind::BasicForm,
        }
    }

    /// The exact value of a variable.
    pub fn value(&self, var: Var) -> DeltaRational {
        let variable = &self.variables[var as usize];
        if variable.kind != Kind::BasicForm {
            return variable.value.clone();
        }
        let mut sum = DeltaRational::default();
        for (column, coefficient, _) in &variable.form {
            sum.add_mul(&Rational::from(coefficient), &self.variables[*column as usize].value);
        }
        sum
    }

    /// Where a variable is relative to its bounds, by estimates.
    pub fn place(&self, var: Var) -> Place {
        let variable = &self.variables[var as usize];
        let mut sum = Estimate::default();
        if variable.kind == Kind::Column {
            sum.add_product(1.0, variable.estimate);
        }
        for (column, _, coefficient) in &variable.form {
            sum.add_product(*coefficient, self.variables[*column as usize].estimate);
        }
        let near = |bound: &Option<Bound>, none| bound.as_ref().map_or(none, |bound| bound.estimate);
        sum.place(near(&variable.lower, f64::NEG_INFINITY), near(&variable.upper, f64::INFINITY))
    }

    /// The way back to the bound that a variable violates, if it does.
    pub fn violation(&self, var: Var) -> Option<Direction> {
        if self.place(var) == Place::Inside {
            return None;
        }
        self.variables[var as usize].violated_at(&self.value(var)).map(|(direction, _)| direction)
    }

    /// Whether a nonbasic variable is not yet at the bound in the way of a direction.
    pub fn can_move(&self, var: Var, direction: Direction) -> bool {
        let variable = &self.variables[var as usize];
        variable.limit(direction).is_none_or(|bound| match direction {
            Direction::Up => variable.value < bound.value,
            Direction::Down => variable.value > bound.value,
        })
    }

    /// The equation of a basic variable over nonbasic ones.
    pub fn equation(&self, var: Var) -> Equation {
        if let Some(equation) = self.tableau.equation(var) {
            return equation;
        }
        // All rows brought to one denominator, then added up by column.
        let form = &self.variables[var as usize].form;
        let mut denominator = Int::ONE;
        for (column, ..) in form {
            if let Some((other, _)) = self.tableau.definition(*column) {
                denominator = denominator.times(&other.divided_by(&denominator.gcd(other)));
            }
        }
        let mut terms: Vec<(Var, Int)> = Vec::new();
        for (column, coefficient, _) in form {
            match self.tableau.definition(*column) {
                None => terms.push((*column, coefficient.times(&denominator))),
                Some((other, parts)) => {
                    let factor = coefficient.times(&denominator.divided_by(other));
                    terms.extend(parts.map(|(part, c)| (part, c.times(&factor))));
                }
            }
        }
        terms.sort_unstable_by_key(|(part, _)| *part);
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1.combine(&Int::ONE, &Int::ONE, &next.1);
            }
            same
        });
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        let common = content(&denominator, terms.iter().map(|(_, coefficient)| coefficient));
        if !common.is_one() {
            denominator = denominator.divided_by(&common);
            terms.iter_mut().for_each(|(_, coefficient)| *coefficient = coefficient.divided_by(&common));
        }
        Equation { denominator, terms }
    }

    /// Exchanges a basic variable with a nonbasic one of its equation; no value changes.
    pub fn exchange(&mut self, leaving: Var, entering: Var) {
        self.variables[leaving as usize].value = self.value(leaving);
        let equation = self.equation(leaving);
        if let Some(place) = equation.terms.iter().position(|(var, _)| *var == entering) {
            self.exchange_by(leaving, equation, place);
        }
    }

    /// Exchanges a basic variable with the one at `place` in its equation.
    fn exchange_by(&mut self, leaving: Var, equation: Equation, place: usize) {
        self.tableau.take(leaving);
        if self.variables[leaving as usize].kind == Kind::BasicForm {
            self.variables[leaving as usize].kind = Kind::NonbasicForm;
        }
        let entering = equation.terms[place].0;
        let solved = equation.solved_for(place, leaving);
        self.tableau.substitute(entering, &solved);
        match &mut self.variables[entering as usize].kind {
            Kind::Column => self.tableau.insert(entering, solved),
            kind => *kind = Kind::BasicForm,
        }
    }

    /// Moves a basic variable to `target` by the term at `place` in its equation, and exchanges the two.
    pub fn move_basic(&mut self, var: Var, equation: Equation, place: usize, target: DeltaRational) {
        let (entering, coefficient) = &equation.terms[place];
        let factor = &Rational::from(&equation.denominator) / &Rational::from(coefficient);
        let mut step = DeltaRational::default();
        step.add_mul(&factor, &(&target - &self.value(var)));
        self.shift(*entering, &step);
        self.variables[var as usize].value = target;
        self.exchange_by(var, equation, place);
    }

    /// Moves a nonbasic variable by `step`, and the columns that depend on it.
    pub fn shift(&mut self, var: Var, step: &DeltaRational) {
        self.variables[var as usize].shift(step);
        for (column, coefficient, denominator) in self.tableau.dependents(var) {
            let mut change = DeltaRational::default();
            change.add_mul(&coefficient.over(denominator), step);
            self.variables[column as usize].shift(&change);
        }
    }
}
