//! Rules that no values satisfy, as the SMT solver finds: they derive nothing.

use super::{Budget, Pass, Rewriting, Rewritten};
use crate::{
    horn::Problem,
    smt::{Outcome, Smt, SmtConfig},
    term::{Op, TermId, Terms},
};
use rustc_hash::FxHashSet;
use std::{cell::RefCell, rc::Rc};

/// Z3's count of steps for one rule. What takes longer is left to the engines.
const STEPS: u32 = 20_000;

/// The pass. It remembers the constraints that were not refuted.
#[derive(Default)]
pub struct Feasible {
    asked: RefCell<FxHashSet<TermId>>,
}

impl Pass for Feasible {
    fn name(&self) -> &'static str {
        "feasible"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let config = SmtConfig { rlimit: Some(STEPS), ..SmtConfig::default() };
        let mut smt: Option<Smt> = None;
        let mut asked = self.asked.borrow_mut();
        let mut rewriting = Rewriting::new();
        for (id, rule) in problem.rules() {
            let is_open = is_compound(terms, rule.constraint) && !budget.is_over() && asked.insert(rule.constraint);
            if is_open && is_refuted(terms, smt.get_or_insert_with(|| Smt::new(config, &budget.stop)), rule.constraint)
            {
                rewriting.leave_out();
            } else {
                rewriting.keep(id, rule);
            }
        }
        rewriting.is_changed().then(|| rewriting.finish(problem, None))
    }
}

/// Whether there is anything that simplification may have missed.
fn is_compound(terms: &Terms, constraint: TermId) -> bool {
    matches!(terms.op(constraint), Op::And | Op::Or)
}

fn is_refuted(terms: &mut Terms, smt: &mut Smt, constraint: TermId) -> bool {
    smt.push();
    smt.assert(terms, constraint);
    let refuted = smt.check(terms, &[]) == Outcome::Unsat;
    smt.pop();
    refuted
}
