//! Alphorn decides constrained Horn clauses and shows its evidence.
//!
//! # A tour
//!
//! A **constrained Horn clause** says that some facts and a condition imply another fact. "Is this program safe?" becomes:
//! can *false* be derived from the clauses? The answer comes with evidence over the clauses as they were written, and the
//! evidence was checked, by a crate that reads the text again and shares nothing with the solver but S-expressions.
//!
//! ## From text
//!
//! A [`Question`] is read from an SMT-LIB script in logic `HORN`, or in the rule dialect, and answered by [`Question::solve`]:
//!
//! ```
//! use alphorn::{Config, Outcome, Question};
//!
//! let mut question = Question::read("
//!     (set-logic HORN)
//!     (declare-fun count (Int) Bool)
//!     (assert (count 0))
//!     (assert (forall ((n Int)) (=> (and (count n) (< n 3)) (count (+ n 1)))))
//!     (assert (forall ((n Int)) (=> (and (count n) (> n 2)) false)))
//!     (check-sat)")?;
//! let Outcome::Derivable(trace) = question.solve(&Config::default()) else { panic!("the counter reaches 3") };
//! let facts: Vec<String> = trace.steps.iter().map(|step| step.fact_smtlib()).collect();
//! assert_eq!(facts, ["(count 0)", "(count 1)", "(count 2)", "(count 3)", "false"]);
//! # Ok::<(), alphorn::QuestionError>(())
//! ```
//!
//! ## In code
//!
//! [`ClauseBuilder`] makes such a script clause by clause. The evidence of a safe problem is a [`Model`]: a formula for each
//! predicate, with the parameters named as the clauses name their variables.
//!
//! ```
//! use alphorn::{ClauseBuilder, Config, Outcome, Question};
//!
//! let n = ("n", "Int");
//! let script = ClauseBuilder::new()
//!     .predicate("count", &["Int"])
//!     .clause(&[], &[], Some("(count 0)"))
//!     .clause(&[n], &["(count n)", "(< n 3)"], Some("(count (+ n 1))"))
//!     .clause(&[n], &["(count n)", "(> n 3)"], None)
//!     .script();
//! let Outcome::Solved(model) = Question::read(&script)?.solve(&Config::default()) else { panic!("it never passes 3") };
//! assert_eq!(model.definitions[0].parameters, [("n".to_string(), "Int".to_string())]);
//! # Ok::<(), alphorn::QuestionError>(())
//! ```
//!
//! ## Limits
//!
//! [`Config::timeout`] bounds the time; [`Config::stop`] is a handle that another thread may use. Both end in
//! [`Outcome::Unknown`] with the reason, and with what was found out all the same.
//!
//! ```
//! use alphorn::{Cause, Config, Stop};
//!
//! let stop = Stop::new();
//! let config = Config { stop: stop.clone(), ..Config::default() };
//! std::thread::spawn(move || stop.stop(Cause::Cancelled));
//! # drop(config);
//! ```
//!
//! ## Passing evidence on
//!
//! * [`dialect`] writes derivations as other solvers do, for proof checkers (Alethe), as JSON, and as pictures;
//! * [`certificate`] writes a folder that any SMT-LIB solver can check, and checks such folders;
//! * [`Explanation`] says the same to people, as text and as a page.
//!
//! # What may change
//!
//! What is documented here changes only with the version number. The solver's own crates, `alphorn-*`, change as they must.

pub use alphorn_engines::{engine::portfolio::Settings as PortfolioSettings, search::Features};
pub use alphorn_logic::{
    horn::Description,
    witness::{Definition, Known, Trace, TraceStep, Unknown},
};
pub use alphorn_run::stop::{Cause, Stop};
pub use alphorn_session::{
    api::{Config, Model, Outcome, Question, QuestionError},
    builder::ClauseBuilder,
    certificate, dialect,
    explain::Explanation,
};
pub use alphorn_transform::transform::Selection;

// The solver's own parts, for the tests and the benchmarks; no promise is made about them.
#[doc(hidden)]
pub use {
    alphorn_arith as arith, alphorn_cli as cli,
    alphorn_engines::{converge, engine, forward, search, seed, unwind},
    alphorn_interpolate as interpolate,
    alphorn_logic::{equations, horn, scopes, smtlib, term, witness},
    alphorn_run::{limit, observe, statistics, stop},
    alphorn_session::{answer, bound, cover, explain},
    alphorn_sexpr as sexpr, alphorn_smt as smt,
    alphorn_transform::{transform, unspecified},
};

/// The checker and the solvers that it asks.
#[doc(hidden)]
pub mod check {
    pub use alphorn_check::*;
    pub use alphorn_session::process::Process;
    pub use alphorn_smt::Z3Text;
}
