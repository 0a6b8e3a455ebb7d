//! What the rules of a predicate derive at a level, as a prefix to be interpolated.

use super::{Lemmas, RuleSolver};
use alphorn_interpolate::Prefix;
use alphorn_logic::term::{TermId, Terms};
use alphorn_smt::{Model, Smt};

/// The rules of a predicate at a level, in the solver that knows them.
pub struct LevelPrefix<'a> {
    solver: &'a mut RuleSolver,
    lemmas: &'a Lemmas,
    level: u32,
    assumptions: Vec<TermId>,
}

impl<'a> LevelPrefix<'a> {
    /// The prefix at a level; all the lemmas must be known to the solver.
    pub fn new(terms: &mut Terms, solver: &'a mut RuleSolver, lemmas: &'a Lemmas, level: u32) -> Self {
        solver.renew(terms, lemmas);
        let assumptions = solver.assumptions(terms, level);
        LevelPrefix { solver, lemmas, level, assumptions }
    }
}

impl Prefix for LevelPrefix<'_> {
    fn solver(&mut self) -> (&mut Smt, &[TermId]) {
        (&mut self.solver.smt, &self.assumptions)
    }

    fn case(&mut self, terms: &mut Terms, model: &mut Model) -> Option<TermId> {
        let mut alternatives = self.solver.template.at(self.level);
        let chosen = alternatives.find(|a| model.is_true(terms, a.chosen) == Some(true))?;
        Some(chosen.body(terms, self.lemmas, self.level))
    }

    fn formula(&mut self, terms: &mut Terms) -> TermId {
        self.solver.template.prefix(terms, self.lemmas, self.level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unwind::{BackEdges, Lemma, Template};
    use alphorn_logic::{
        horn::{self, PredId},
        smtlib::{Command, Reader, Source},
    };
    use alphorn_run::stop::Stop;
    use alphorn_smt::{Outcome, SmtConfig};

    /// Counts up by one or by two from 0.
    const LOOP: &str = "(declare-fun P (Int) Bool) (assert (forall ((x Int)) (=> (= x 0) (P x))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x) (= y (+ x 1))) (P y))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x) (= y (+ x 2))) (P y))))";

    #[test]
    fn solver_and_formula_say_the_same_at_every_level() {
        let (mut terms, mut reader, source) = (Terms::new(), Reader::new(), Source::whole("loop", LOOP));
        let mut assertions = Vec::new();
        while let Some(read) = reader.next(&mut terms, &source).unwrap() {
            if let Command::Assert(assertion) = read.command {
                assertions.push(horn::Assertion { term: assertion.term, offset: 0 });
            }
        }
        let problem = horn::normalise(&mut terms, reader.declared(), &assertions).unwrap();
        let pred = PredId(0);
        let mut lemmas = Lemmas::new(&mut terms, &problem);
        let x = terms.var_term(lemmas.params(pred)[0]);
        let rules = &problem.rules_by_head()[0];
        let template = Template::new(&mut terms, &problem, &BackEdges::of(&problem), rules, Some((pred, &[x])));
        let mut free = Smt::new(SmtConfig::default(), &Stop::new());
        let mut solver = RuleSolver::new(&mut terms, Some(pred), template, free.sibling());
        let most: Vec<TermId> = (0..6).map(|most| terms.int(most)).collect();
        let bounds: Vec<TermId> = most.into_iter().map(|most| terms.le(x, most)).collect();
        for level in 0..2 {
            let lemma = Lemma { pred, clause: bounds[2 * level as usize], level };
            lemmas.add(lemma).unwrap();
            solver.assert(&mut terms, &lemmas, lemma);
        }
        for (level, least) in [(0, Some(0)), (1, Some(2)), (2, Some(4)), (3, None)] {
            let mut prefix = LevelPrefix::new(&mut terms, &mut solver, &lemmas, level);
            let formula = prefix.formula(&mut terms);
            for (most, bound) in bounds.iter().enumerate() {
                let above = terms.not(*bound);
                let outcome = prefix.check(&terms, &[above]);
                assert_eq!(outcome == Outcome::Unsat, least.is_some_and(|least| least <= most), "{most} at {level}");
                assert_eq!(outcome, free.check(&terms, &[formula, above]));
                if outcome == Outcome::Sat {
                    let mut model = prefix.solver().0.model();
                    let case = prefix.case(&mut terms, &mut model).unwrap();
                    assert_eq!(model.is_true(&terms, case), Some(true));
                    let not_all = terms.not(formula);
                    assert_eq!(free.check(&terms, &[case, not_all]), Outcome::Unsat);
                }
            }
        }
    }
}
