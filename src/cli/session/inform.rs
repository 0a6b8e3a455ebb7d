//! Answers to commands that ask about what is known already.

use super::Session;
use crate::{
    answer::{Answer, Evidence},
    cli::reply,
    term::{TermId, quote_symbol},
};

impl Session {
    /// The names of the assertions that the derivation uses.
    pub(super) fn unsat_core(&self) {
        let core = reply::proof(self.last.as_ref().map(|(answer, _)| answer));
        let (Ok(checked), Some((_, problem))) = (core, &self.last) else {
            return self.output.print(&reply::error(core.err().unwrap_or("there is no core")));
        };
        let Evidence::Derivation(derivation) = checked.evidence() else { return };
        let used: Vec<u32> = derivation.steps.iter().map(|step| problem.rule(step.rule).origin).collect();
        let named = self.levels.iter().flatten().filter(|a| used.contains(&a.span.start));
        let names: Vec<_> = named.filter_map(|a| a.name.as_deref()).map(quote_symbol).collect();
        self.output.print(&format!("({})", names.join(" ")));
    }

    /// The values of terms in the solution.
    pub(super) fn values(&mut self, asked: &[(TermId, String)]) {
        let Some((Answer::Checked(checked), problem)) = &self.last else {
            return self.output.print(&reply::error("there is no model: expected a verdict before"));
        };
        let Evidence::Solution(solution) = checked.evidence() else {
            return self.output.print(&reply::error("there is no model: the clauses have no solution"));
        };
        let mut parts = Vec::new();
        for (term, text) in asked {
            let instance = solution.apply(&mut self.terms, problem, *term);
            match self.terms.eval(instance, |_| None) {
                Ok(value) => parts.push(format!("({text} {})", self.terms.display(value))),
                Err(error) => return self.output.print(&reply::error(&format!("{text} has no value: {error}"))),
            }
        }
        self.output.print(&format!("({})", parts.join(" ")));
    }

    pub(super) fn info(&self, keyword: &str) {
        let reason = match &self.last {
            Some((Answer::Unknown(unknown), _)) => unknown.reason.clone(),
            Some((Answer::Rejected(failure), _)) => format!("the evidence failed its check: {failure}"),
            _ => "there is none: the last answer was not unknown".into(),
        };
        let text = match keyword {
            ":name" => "\"Alphorn\"".into(),
            ":version" => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
            ":authors" => "\"The Alphorn developers\"".into(),
            ":error-behavior" if self.args.style.goes_on => "continued-execution".into(),
            ":error-behavior" => "immediate-exit".into(),
            ":reason-unknown" => format!("\"{}\"", reason.replace('"', "\"\"")),
            ":assertion-stack-levels" => (self.levels.len() - 1).to_string(),
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
        let texts = self.levels.iter().flatten().map(|a| self.terms.display(a.term));
        self.output.print(&format!("({})", texts.collect::<Vec<_>>().join("\n ")));
    }
}
