//! Derivations and models in the words of other solvers, of proof checkers and of programs that draw.
//!
//! Each dialect is a file. All speak of the assertions and the predicates of the source, whatever was done to them while the
//! problem was solved. A derivation is printed from its [`Trace`], a model from its [`Solution`](alphorn_logic::witness::Solution).

mod alethe;
mod dot;
mod eldarica;
mod golem;
mod hyper_res;
mod json;
mod layout;
mod model;
mod svg;

pub use model::ModelDialect;
pub(crate) use svg::escaped;

use alphorn_logic::witness::{Trace, TraceStep};
use thiserror::Error;

/// A way of writing derivations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProofDialect {
    /// Numbered steps with the values of the clauses' variables, for people.
    #[default]
    Steps,
    /// Numbered lines as Golem's `--print-witness` has them.
    Golem,
    /// Numbered lines with all instances, as Golem's `intermediate` format has them.
    GolemIntermediate,
    /// Numbered lines as Eldarica's `-cex` has them.
    Eldarica,
    /// Numbered lines as Eldarica's `-scex` has them: SMT-LIB terms.
    EldaricaSmt,
    /// Z3's `(proof …)` with `hyper-res` steps.
    HyperRes,
    /// The same without what Z3 wraps around it when proofs are not pretty.
    HyperResPretty,
    /// Alethe, for the checker Carcara.
    Alethe,
    /// JSON.
    Json,
    /// A graph in the language of Graphviz.
    Dot,
    /// A picture.
    Svg,
}

/// Why a derivation cannot be written in a dialect.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the {dialect} dialect cannot express this derivation: {why}")]
pub struct Inexpressible {
    /// The dialect's name.
    pub dialect: &'static str,
    /// What is missing, in words.
    pub why: String,
}

impl ProofDialect {
    /// All dialects by name.
    pub const NAMES: [(&str, ProofDialect); 11] = [
        ("steps", ProofDialect::Steps),
        ("golem", ProofDialect::Golem),
        ("golem-intermediate", ProofDialect::GolemIntermediate),
        ("eldarica", ProofDialect::Eldarica),
        ("eldarica-smt", ProofDialect::EldaricaSmt),
        ("z3", ProofDialect::HyperRes),
        ("z3-pretty", ProofDialect::HyperResPretty),
        ("alethe", ProofDialect::Alethe),
        ("json", ProofDialect::Json),
        ("dot", ProofDialect::Dot),
        ("svg", ProofDialect::Svg),
    ];

    /// The dialect of that name.
    pub fn by_name(name: &str) -> Option<ProofDialect> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, dialect)| *dialect)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, dialect)| *dialect == self).map_or("", |(name, _)| name)
    }

    /// Whether the ends of its lines have a meaning.
    fn has_lines(self) -> bool {
        use ProofDialect::*;
        matches!(self, Steps | Golem | GolemIntermediate | Eldarica | EldaricaSmt)
    }

    /// Writes a derivation; `source` is the text of the script that it is about.
    pub fn write(self, trace: &Trace, source: &str) -> Result<String, Inexpressible> {
        if let Some(name) = self.has_lines().then(|| broken_name(trace)).flatten() {
            let why = format!("it has a line for each step, and there is a line break in {name:?}");
            return Err(Inexpressible { dialect: self.name(), why });
        }
        Ok(match self {
            ProofDialect::Steps => steps(trace),
            ProofDialect::Golem => golem::write(trace),
            ProofDialect::GolemIntermediate => golem::write_intermediate(trace),
            ProofDialect::Eldarica => eldarica::write(trace),
            ProofDialect::EldaricaSmt => eldarica::write_smt(trace),
            ProofDialect::HyperRes => hyper_res::write(trace, source),
            ProofDialect::HyperResPretty => hyper_res::write_pretty(trace, source),
            ProofDialect::Alethe => {
                alethe::write(trace, source).map_err(|why| Inexpressible { dialect: self.name(), why })?
            }
            ProofDialect::Json => json::write(trace),
            ProofDialect::Dot => dot::write(trace),
            ProofDialect::Svg => svg::write(trace),
        })
    }
}

/// The script of the n-th question (counted from 0) in the words that proof checkers know: declarations and assertions over
/// Bool, Int and Real. Alethe proofs of scripts that the checkers cannot read are about this. None if there are not so many.
pub fn restate(source: &str, question: usize) -> Option<String> {
    alethe::restate(source, question)
}

/// A name or a value that is not on one line.
fn broken_name(trace: &Trace) -> Option<&str> {
    let steps = trace.steps.iter();
    let mut texts = steps.flat_map(|step| {
        let values = step.values.iter().flat_map(|binding| [&binding.name, &binding.value]);
        let facts = step.fact.iter().flat_map(|fact| fact.args.iter().chain([&fact.pred]));
        values.chain(facts)
    });
    texts.find(|text| text.contains(['\n', '\r'])).map(String::as_str)
}

/// One line a step: `n: fact -> premises ; line of the clause: values`.
fn steps(trace: &Trace) -> String {
    let line = |(n, step): (usize, &TraceStep)| {
        let premises: Vec<String> = step.premises.iter().map(ToString::to_string).collect();
        let arrow = if premises.is_empty() { "" } else { " -> " };
        let values: Vec<String> = step.values.iter().map(|b| format!("{} = {}", b.name, b.value)).collect();
        let colon = if values.is_empty() { "" } else { ": " };
        let (fact, premises, values) = (step.fact_smtlib(), premises.join(", "), values.join(", "));
        format!("{n}: {fact}{arrow}{premises} ; line {}{colon}{values}\n", step.clause.line)
    };
    trace.steps.iter().enumerate().map(line).collect()
}
