//! A problem as an SMT-LIB script.

use super::{Atom, Problem, Rule};
use crate::term::{Constructor, Field, Op, TermId, Terms, quote_symbol};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Commands that declare the sorts of a pool: those without a meaning, and datatypes. Of a datatype with parameters the pool has
/// only the instances, which cannot be declared.
pub fn sort_declarations(terms: &Terms) -> String {
    let mut out: String =
        terms.uninterpreted_sorts().map(|name| format!("(declare-sort {} 0)\n", quote_symbol(name))).collect();
    let (mut names, mut bodies) = (Vec::new(), Vec::new());
    for (_, datatype) in terms.datatypes().filter(|(_, datatype)| datatype.params.is_empty()) {
        let field = |field: &Field| format!(" ({} {})", quote_symbol(&field.name), terms.display_sort(field.sort));
        let constructor = |constructor: &Constructor| {
            let fields: String = constructor.fields.iter().map(field).collect();
            format!("({}{fields})", quote_symbol(&constructor.name))
        };
        let constructors: Vec<String> = datatype.constructors.iter().map(constructor).collect();
        names.push(format!("({} 0)", quote_symbol(&datatype.name)));
        bodies.push(format!("({})", constructors.join(" ")));
    }
    if !names.is_empty() {
        let _ = writeln!(out, "(declare-datatypes ({}) ({}))", names.join(" "), bodies.join(" "));
    }
    out
}

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
