//! Dual solutions: a formula for every predicate, under which every rule holds.

use crate::{
    horn::{Atom, Premise, Problem, Rule},
    term::{Lambda, ParameterNames, Printer, Simplifier, Substitution, TermId, Terms, VarId, quote_symbol},
};
use std::fmt::Write;

/// A formula for every predicate of a problem, in the order of the predicates.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// One definition a predicate.
    pub definitions: Vec<Lambda>,
}

impl Solution {
    /// The solution that is true everywhere.
    pub fn top(terms: &mut Terms, problem: &Problem) -> Solution {
        let body = terms.top();
        let definition = |terms: &mut Terms, fun| {
            let sorts = terms.fun(fun).params.clone();
            let params = sorts.iter().enumerate().map(|(i, &s)| terms.fresh_var(&format!("x{i}"), s)).collect();
            Lambda { params, body }
        };
        Solution { definitions: problem.predicates.iter().map(|p| definition(terms, p.fun)).collect() }
    }

    /// Makes its formulas simpler.
    pub fn simplify(&mut self, terms: &mut Terms) {
        let mut simplifier = Simplifier::default();
        self.definitions.iter_mut().for_each(|d| d.body = simplifier.simplify(terms, d.body));
    }

    /// A formula with the solution put in for the predicates.
    pub fn apply(&self, terms: &mut Terms, problem: &Problem, formula: TermId) -> TermId {
        let lambdas = problem.predicates.iter().zip(&self.definitions);
        Substitution::of_funs(lambdas.map(|(p, lambda)| (p.fun, lambda.clone()))).apply(terms, formula)
    }

    /// A premise of a rule with its formula put in, under its condition flag.
    pub fn premise(&self, terms: &mut Terms, premise: &Premise) -> TermId {
        let holds = self.atom(terms, &premise.atom);
        match premise.flag {
            Some(flag) => {
                let flag = terms.var_term(flag);
                terms.implies(flag, holds)
            }
            None => holds,
        }
    }

    /// The constraint and the premises of a rule.
    pub fn body(&self, terms: &mut Terms, rule: &Rule) -> TermId {
        let mut parts = vec![rule.constraint];
        parts.extend(rule.premises.iter().map(|premise| self.premise(terms, premise)));
        terms.and(parts)
    }

    /// What a rule derives; *false* for a goal.
    pub fn head(&self, terms: &mut Terms, rule: &Rule) -> TermId {
        match &rule.head {
            Some(atom) => self.atom(terms, atom),
            None => terms.bottom(),
        }
    }

    fn atom(&self, terms: &mut Terms, atom: &Atom) -> TermId {
        let args: Vec<TermId> = atom.args.iter().map(|&a| terms.var_term(a)).collect();
        terms.beta(&self.definitions[atom.pred.index()], &args)
    }

    /// As a model: `((define-fun P ((x0 Int)) Bool …) …)`, one definition a line, nothing but what was declared.
    pub fn display(&self, terms: &Terms, problem: &Problem) -> String {
        let mut out = String::from("(");
        let free = ParameterNames::new(terms);
        for (predicate, definition) in problem.predicates.iter().zip(&self.definitions) {
            let name = quote_symbol(&terms.fun(predicate.fun).name);
            let names = free.choose((0..definition.params.len()).map(|i| format!("x{i}")), |_| false);
            let names: Vec<(VarId, String)> = definition.params.iter().copied().zip(names).collect();
            let params: Vec<String> =
                names.iter().map(|(p, n)| format!("({n} {})", terms.display_sort(terms.var(*p).sort))).collect();
            let body = Printer::new(terms).with_names(names).print(definition.body);
            let _ = write!(out, "\n  (define-fun {name} ({}) Bool {body})", params.join(" "));
        }
        out.push_str("\n)");
        out
    }
}
