//! Alphorn decides constrained Horn clauses and shows its evidence.
//!
//! # A tour
//!
//! A **constrained Horn clause** says that some facts and a condition imply another fact. "Is this program safe?" becomes:
//! can *false* be derived from the clauses? The answer comes with evidence over the clauses as they were written, and the
//! evidence was checked, by a part of this crate that reads the text again and shares nothing with the solver.
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
//! What is documented here changes only with the version number. The solver's own parts are hidden, and change as they must;
//! `cargo doc --document-hidden-items` (nightly) or the map in the README shows them.

mod api;
mod builder;
mod caught;
mod clock;
mod equations;
mod group;
mod limit;
mod memory;
mod scopes;
mod threads;
mod turns;
mod unspecified;

// The solver's own parts are open to the command line, the tests and the benchmarks; no promise is made about them.
#[doc(hidden)]
pub mod answer;
#[doc(hidden)]
pub mod arith;
#[doc(hidden)]
pub mod bound;
pub mod certificate;
#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod converge;
#[doc(hidden)]
pub mod cover;
pub mod dialect;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod explain;
#[doc(hidden)]
pub mod forward;
#[doc(hidden)]
pub mod horn;
#[doc(hidden)]
pub mod interpolate;
#[doc(hidden)]
pub mod observe;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod seed;
#[doc(hidden)]
pub mod smt;
#[doc(hidden)]
pub mod smtlib;
#[doc(hidden)]
pub mod statistics;
#[doc(hidden)]
pub mod stop;
#[doc(hidden)]
pub mod term;
#[doc(hidden)]
pub mod transform;
#[doc(hidden)]
pub mod unwind;
#[doc(hidden)]
pub mod witness;

pub use api::{Config, Model, Outcome, Question, QuestionError};
pub use builder::ClauseBuilder;
#[doc(inline)]
pub use {
    engine::portfolio::Settings as PortfolioSettings,
    explain::Explanation,
    horn::Description,
    search::Features,
    stop::{Cause, Stop},
    transform::Selection,
    witness::{Definition, Known, Trace, TraceStep, Unknown},
};
