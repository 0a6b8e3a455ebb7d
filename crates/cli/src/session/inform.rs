//! Answers to commands that ask about what is known already.

use super::Session;
use crate::{compat::Compat, help, reply};
use alphorn_logic::term::{Simplifier, TermId, quote_symbol};
use alphorn_session::answer::{Answer, Evidence};

impl Session {
    /// The names of the assertions that the derivation uses.
    pub(super) fn unsat_core(&mut self) {
        let core = reply::proof(self.current());
        let (Ok(checked), Some((_, Some(problem)))) = (core, &self.last) else {
            return self.cannot(core.err().unwrap_or("there is no core"));
        };
        let Evidence::Derivation(derivation) = checked.evidence() else { return };
        let used: Vec<u32> = derivation.steps.iter().map(|step| problem.rule(step.rule).origin).collect();
        let named = self.scopes.assertions().filter(|a| used.contains(&a.span.start));
        let names: Vec<_> = named.filter_map(|a| a.name.as_deref()).map(quote_symbol).collect();
        self.output.print(&format!("({})", names.join(" ")));
    }

    /// The last answer, if it is about what is in force now.
    pub(super) fn current(&self) -> Option<&Answer> {
        self.last.as_ref().map(|(answer, _)| answer).filter(|_| !self.changed)
    }

    /// The model of what is in force, or why there is none.
    pub(super) fn model(&self) -> Result<&str, &'static str> {
        self.options.model_refused().map_or_else(|| reply::model(self.current()), Err)
    }

    /// A term with the solution put in for the predicates, simplified; the error says why there is no solution.
    fn in_model(&mut self, term: TermId) -> Result<TermId, &'static str> {
        self.model()?;
        let Some((Answer::Checked(checked), Some(problem))) = &self.last else { return Err("there is no model") };
        let Evidence::Solution(solution) = checked.evidence() else { return Err("there is no model") };
        let instance = solution.apply(&mut self.terms, problem, term);
        Ok(self.simpler(instance))
    }

    /// The value of a term, or what is simpler than it where it has none.
    fn simpler(&mut self, term: TermId) -> TermId {
        match self.terms.eval(term, |_| None) {
            Ok(value) => value,
            Err(_) => Simplifier::default().simplify(&mut self.terms, term),
        }
    }

    /// The values of terms in the solution.
    pub(super) fn values(&mut self, asked: &[(TermId, String)]) {
        let mut parts = Vec::new();
        for (term, text) in asked {
            match self.in_model(*term) {
                Ok(value) => match self.terms.eval(value, |_| None) {
                    Ok(value) => parts.push(format!("({text} {})", self.terms.display(value))),
                    Err(error) => return self.cannot(&format!("{text} has no value: {error}")),
                },
                Err(why) => return self.cannot(why),
            }
        }
        self.output.print(&format!("({})", parts.join(" ")));
    }

    /// The value of a term in the solution.
    pub(super) fn eval(&mut self, term: TermId) {
        match self.in_model(term) {
            Ok(value) => self.output.print(&self.terms.display(value).to_string()),
            Err(why) => self.cannot(why),
        }
    }

    pub(super) fn simplify(&mut self, term: TermId) {
        let simpler = self.simpler(term);
        self.output.print(&self.terms.display(simpler).to_string());
    }

    /// The named assertions, which are all true in the solution.
    pub(super) fn assignment(&mut self) {
        if let Err(why) = self.model() {
            return self.cannot(why);
        }
        let names = self.scopes.assertions().filter_map(|a| a.name.as_deref());
        let parts: Vec<String> = names.map(|name| format!("({} true)", quote_symbol(name))).collect();
        self.output.print(&format!("({})", parts.join(" ")));
    }

    /// What commands are for, as one string.
    pub(super) fn help(&mut self, names: &[String]) {
        match help::of(names) {
            Ok(text) => self.output.print(&format!("\"{}\"", text.replace('"', "\"\""))),
            Err(why) => self.cannot(&why),
        }
    }

    pub(super) fn info(&self, keyword: &str) {
        let reason =
            reply::reason(self.last.as_ref().map(|(answer, _)| answer), self.args.style.solver == Some(Compat::Z3));
        let text = match keyword {
            ":name" => "\"Alphorn\"".into(),
            ":version" => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
            ":authors" => "\"The Alphorn developers\"".into(),
            ":error-behavior" => "continued-execution".into(),
            ":reason-unknown" => format!("\"{}\"", reason.replace('"', "\"\"")),
            ":assertion-stack-levels" => self.scopes.depth().to_string(),
            ":partial-result" => match &self.last {
                Some((Answer::Unknown(unknown), _)) => unknown.smtlib(),
                _ => "()".into(),
            },
            ":all-statistics" => return self.output.print(&self.statistics.to_string()),
            _ => return self.output.print("unsupported"),
        };
        self.output.print(&format!("({keyword} {text})"));
    }

    pub(super) fn assertions(&self) {
        let texts = self.scopes.assertions().map(|a| self.terms.display(a.term));
        self.output.print(&format!("({})", texts.collect::<Vec<_>>().join("\n ")));
    }
}
