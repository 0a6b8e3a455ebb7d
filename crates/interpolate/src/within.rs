//! Half-spaces of a restriction language: a linear program whose coefficients and constant are integers of finite sets, by
//! branch and bound.

use super::{
    Budget,
    language::{Language, Place},
    program::{Program, Solution, Tableau},
};
use alphorn_arith::{Linear, Optimum, OutOfBudget, Rational, Row};

/// Programs solved for one half-space.
const MOST_PROGRAMS: usize = 60;

impl Program<'_> {
    /// A half-space of a language that meets the demands; `None` if none is found. The gap between what it holds of and what it
    /// contradicts is at least 1.
    pub fn solve_within(&self, language: &Language, budget: &Budget) -> Result<Option<Solution>, OutOfBudget> {
        let mut tableau = Tableau::new(self, budget);
        for column in 0..self.width {
            for sign in [Rational::ONE, Rational::MINUS_ONE] {
                let form = tableau.coefficient(column, &sign);
                tableau.simplex.add(Row::le(Linear::new(form), language.most()));
            }
        }
        let mut open: Vec<Vec<Row>> = vec![Vec::new()];
        for _ in 0..MOST_PROGRAMS {
            let Some(bounds) = open.pop() else { break };
            tableau.simplex.push();
            tableau.simplex.extend(bounds.iter().cloned());
            let optimum = tableau.simplex.minimise(&tableau.size());
            let found = match &optimum {
                Ok(Optimum::Bounded { .. }) => tableau.solution(),
                _ => None,
            };
            tableau.simplex.pop();
            optimum?;
            let Some(solution) = found else { continue };
            let Some(branches) = branches(&tableau, language, &solution) else { return Ok(Some(solution)) };
            open.extend(branches.into_iter().map(|branch| [&bounds[..], &[branch]].concat()));
        }
        Ok(None)
    }
}

/// Bounds that exclude a solution that is not in the language, but none that is; `None` if it is.
fn branches(tableau: &Tableau, language: &Language, solution: &Solution) -> Option<Vec<Row>> {
    for (column, coefficient) in solution.coefficients.iter().enumerate() {
        if !coefficient.is_integer() {
            let form = Linear::new(tableau.coefficient(column, &Rational::ONE));
            return Some(vec![Row::le(form.clone(), coefficient.floor()), Row::ge(form, coefficient.ceil())]);
        }
    }
    let form = || Linear::column(tableau.constant());
    match language.place(&solution.constant) {
        Place::Inside => None,
        Place::Outside(below, above) => {
            Some(below.map(|n| Row::le(form(), n)).into_iter().chain(above.map(|n| Row::ge(form(), n))).collect())
        }
    }
}
