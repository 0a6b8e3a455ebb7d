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
//! use alphorn::{Config, stop::{Cause, Stop}};
//!
//! let stop = Stop::new();
//! let config = Config { stop: stop.clone(), ..Config::default() };
//! std::thread::spawn(move || stop.stop(Cause::Cancelled));
//! # drop(config);
//! ```
//!
//! ## Passing evidence on
//!
//! * [`witness::dialect`] writes derivations as other solvers do, for proof checkers (Alethe), as JSON, and as pictures;
//! * [`witness::certificate`] writes a folder that any SMT-LIB solver can check, and checks such folders;
//! * [`explain`] says the same to people, as text and as a page.
//!
//! # The parts
//!
//! What is exported here at the root is the front door, and changes only with the version number. The modules are the
//! solver itself, in the order of the data: [`smtlib`] reads, [`horn`] normalises, [`engine`] solves with [`search`],
//! [`unwind`], [`converge`] and [`interpolate`] over [`smt`] and [`arith`], and [`witness`] holds the evidence and its check.

mod api;
mod builder;

pub mod answer;
pub mod arith;
pub mod bound;
pub mod cli;
pub mod converge;
pub mod cover;
pub mod engine;
pub mod explain;
pub mod forward;
pub mod horn;
pub mod interpolate;
pub mod observe;
pub mod search;
pub mod seed;
pub mod smt;
pub mod smtlib;
pub mod stop;
pub mod term;
pub mod transform;
pub mod unwind;
pub mod witness;

pub use api::{Config, Model, Outcome, Question, QuestionError};
pub use builder::ClauseBuilder;
pub use witness::{Definition, Trace, TraceStep, Unknown};
