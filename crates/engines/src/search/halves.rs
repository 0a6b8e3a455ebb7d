//! Halves of equations: where a cube says that a quantity has a value, one half of the equation is often enough for the rules
//! to refute it, and the lemma excludes a half-space in place of one value after the other.

use super::Annotation;
use alphorn_interpolate::{halves, rejoin};
use alphorn_logic::{
    horn::PredId,
    term::{Op, TermId, Terms},
};
use rustc_hash::FxHashSet;

impl Annotation<'_> {
    /// A stronger clause that holds at the level as well, of the same literals but for halves of its negated equations.
    pub fn halve(&mut self, terms: &mut Terms, pred: PredId, level: u32, clause: TermId, by_induction: bool) -> TermId {
        let cube = terms.not(clause);
        let cube = terms.conjuncts(cube);
        let mut parts = Vec::new();
        for &literal in &cube {
            let is_code = is_code(terms, self.numerals(), literal);
            parts.extend(if is_code { vec![literal] } else { halves(terms, literal) });
        }
        if parts.len() == cube.len() {
            return clause;
        }
        let parts = self.generalise(terms, pred, level, parts, by_induction);
        let cube = rejoin(terms, parts);
        terms.not(cube)
    }
}

/// Whether a literal says that a variable has a value that the rules name: control locations and other codes are like that, of
/// which being more or less means nothing.
fn is_code(terms: &Terms, numerals: &FxHashSet<TermId>, literal: TermId) -> bool {
    let args = terms.args(literal);
    let is_var = |arg: &TermId| matches!(terms.op(*arg), Op::Var(_));
    *terms.op(literal) == Op::Eq && args.iter().any(is_var) && args.iter().any(|arg| numerals.contains(arg))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;
    use alphorn_run::stop::Stop;

    /// What becomes of `x = value ⇒ false` at the start, where x is 0; the rules name 0 and 7.
    fn halved(value: i32) -> String {
        let (mut terms, problem) = problem(
            "(declare-fun p (Int) Bool)
             (assert (p 0))
             (assert (forall ((x Int)) (=> (and (p x) (= x 7)) false)))",
        );
        let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
        let pred = PredId(0);
        let (x, value) = (terms.var_term(annotation.lemmas().params(pred)[0]), terms.int(value));
        let equation = terms.eq(x, value);
        let clause = terms.not(equation);
        let clause = annotation.halve(&mut terms, pred, 0, clause, true);
        terms.display(clause)
    }

    #[test]
    fn one_half_of_an_equation_is_excluded_where_that_holds() {
        assert_eq!(halved(-9), "(not (<= x0 (- 9)))");
        assert_eq!(halved(9), "(not (>= x0 9))");
    }

    #[test]
    fn values_that_the_rules_name_are_not_more_or_less() {
        assert_eq!(halved(7), "(not (= x0 7))");
    }
}
