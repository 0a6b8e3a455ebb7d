//! For each predicate the variables over which facts about it speak.

use alphorn_logic::{
    horn::{PredId, Problem},
    term::{Substitution, TermId, Terms, VarId},
    witness::Solution,
};

/// Parameters for each predicate of a problem.
#[derive(Clone, Debug)]
pub struct Params(Vec<Vec<VarId>>);

impl Params {
    /// New variables for all.
    pub fn new(terms: &mut Terms, problem: &Problem) -> Self {
        let fresh = |terms: &mut Terms, fun| -> Vec<VarId> {
            let sorts = terms.fun(fun).params.clone();
            sorts.iter().enumerate().map(|(i, &sort)| terms.fresh_var(&format!("x{i}"), sort)).collect()
        };
        Params(problem.predicates.iter().map(|p| fresh(terms, p.fun)).collect())
    }

    /// Those of one predicate.
    pub fn of(&self, pred: PredId) -> &[VarId] {
        &self.0[pred.index()]
    }

    /// What a fact says of arguments.
    pub fn instantiate(&self, terms: &mut Terms, pred: PredId, fact: TermId, args: &[TermId]) -> TermId {
        Substitution::of_vars(self.of(pred).iter().copied().zip(args.iter().copied())).apply(terms, fact)
    }

    /// One fact for each predicate as a solution.
    pub fn solution(&self, terms: &mut Terms, problem: &Problem, facts: &[TermId]) -> Solution {
        let mut solution = Solution::top(terms, problem);
        for ((pred, definition), &fact) in problem.pred_ids().zip(&mut solution.definitions).zip(facts) {
            let args: Vec<TermId> = definition.params.iter().map(|&p| terms.var_term(p)).collect();
            definition.body = self.instantiate(terms, pred, fact, &args);
        }
        solution
    }
}
