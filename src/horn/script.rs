//! A problem as an SMT-LIB script.

use super::{Atom, Problem, Rule};
use crate::term::{Op, TermId, Terms, quote_symbol};
use rustc_hash::FxHashMap;
use std::fmt::Write;

impl Problem {
    /// A script that states the problem and asks for its satisfiability. `declarations` are the commands that declare the
    /// sorts in use.
    pub fn script(&self, terms: &mut Terms, declarations: &str) -> String {
        let mut out = format!("(set-logic HORN)\n{declarations}");
        for predicate in &self.predicates {
            let fun = terms.fun(predicate.fun);
            let sorts: Vec<String> = fun.params.iter().map(|&sort| terms.display_sort(sort)).collect();
            let _ = writeln!(out, "(declare-fun {} ({}) Bool)", quote_symbol(&fun.name), sorts.join(" "));
        }
        for rule in &self.rules {
            let clause = self.clause(terms, rule);
            let _ = writeln!(out, "(assert {})", terms.display(clause));
        }
        out.push_str("(check-sat)\n");
        out
    }

    /// A rule as a closed formula.
    pub fn clause(&self, terms: &mut Terms, rule: &Rule) -> TermId {
        let clause = self.open_clause(terms, rule);
        let vars = terms.free_vars([clause]);
        if vars.is_empty() { clause } else { terms.app(Op::Forall(vars.into()), [clause]) }
    }

    /// A rule as a formula over its variables. A premise with a condition flag stands where its flag stood.
    pub fn open_clause(&self, terms: &mut Terms, rule: &Rule) -> TermId {
        let mut body = Vec::new();
        let mut flags = FxHashMap::default();
        for premise in &rule.premises {
            let atom = self.atom(terms, &premise.atom);
            match premise.flag {
                Some(flag) => {
                    flags.insert(flag, atom);
                }
                None => body.push(atom),
            }
        }
        body.push(terms.substitute(rule.constraint, &flags));
        let body = terms.and(body);
        let head = match &rule.head {
            Some(head) => self.atom(terms, head),
            None => terms.bottom(),
        };
        terms.app(Op::Implies, [body, head])
    }

    fn atom(&self, terms: &mut Terms, atom: &Atom) -> TermId {
        let args: Vec<TermId> = atom.args.iter().map(|&arg| terms.var_term(arg)).collect();
        terms.app(Op::Apply(self.predicates[atom.pred.index()].fun), args)
    }
}
