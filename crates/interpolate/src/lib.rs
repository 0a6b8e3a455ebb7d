//! Interpolation without proof objects: from a refuted pair of a prefix and a suffix, a fact over their shared variables
//! that the prefix implies and that contradicts the suffix.
//!
//! Every fact is verified before it is returned. The prefix comes with a solver that may have known it for long (see
//! [`Prefix`]). Both sides are sampled (see `sample.rs`); for the cubes found, the methods below are tried in order.
//!
//! The numbers are those of lazy annotation with 3 seconds of wall time, at low priority on a busy machine, for each of 142
//! files of the sets `loops`, `smoke`, `dev` (linear and nonlinear, integers, reals, arrays, bit-vectors), `ssh` and `sdv`:
//! 1320 questions, 1942 sampled cubes, no wrong result, and no answer to 24 questions, each time because time was up. The
//! search projects the suffix onto the shared variables first, so that the later methods have little to do there.
//!
//! | method | answers for | result | tried | answered | ms a try |
//! | --- | --- | --- | --- | --- | --- |
//! | [`Method::Inductive`] | linear arithmetic, all cubes, with transitions | a half-space, or `guard ⇒ half-space`, that they preserve | 1746 | 164 | 10 |
//! | [`Method::Group`] | linear arithmetic, several cubes of the prefix | one half-space for all | 791 | 321 | 1.6 |
//! | [`Method::Farkas`] | linear arithmetic, one cube | a half-space, or several whose sum it is | 1449 | 1110 | 1.7 |
//! | [`Method::Integer`] | linear integer arithmetic | congruences, half-spaces joined by *and* and *or* | 337 | 50 | 2.1 |
//! | [`Method::Literals`] | Booleans, any theory where one side's private part does not matter | literals of a side | 287 | 284 | 23 |
//! | [`Method::Equality`] | uninterpreted functions, datatypes | equalities | 3 | 0 | |
//! | [`Method::Array`] | arrays | equalities, reads | 3 | 0 | |
//! | [`Method::Projection`] | linear integer and real arithmetic | exact projection of a side, fewer literals | 3 | 0 | |
//! | [`Method::ModelBased`] | any theory, within the budget | what Z3 projects, fewer literals | 3 | 0 | |
//! | [`Method::Elimination`] | what Z3 can eliminate | the weakest interpolant | 3 | 0 | |
//!
//! A look at 21 questions without an answer, of five files over arrays and bit-vectors (mark `final`, no preprocessing): 18 would
//! have had more disjuncts than the search wants, 2 were stopped, and for one no method applied, which a second run did not show.
//! Where a side has no variables of its own, its literals are an interpolant: so the search, which projects the suffix, needs
//! nothing after [`Method::Literals`]. The other methods are for who does not project, such as sequences along a path.
//!
//! `tests/interpolation` has two sets, which the tests replay without transitions. *Recorded* are 200 questions of such runs.
//! *Path conflicts* are 64 that no run asked: paths from a fact to the query of other people's problems, cut at a predicate, with
//! variables of their own on both sides (`scripts/path_conflicts`; linear integers 12, nonlinear clauses 12, reals 12, arrays 12,
//! bit-vectors 12, datatypes with arrays 4). One replay answers all 264, and Z3 confirms each. [`Method::Array`] answers none of the
//! 10 cubes that reach it; its own tests show what it is for.
//!
//! | method | recorded: tried | answered | ms a try | path conflicts: tried | answered | ms a try |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | [`Method::Group`] | 88 | 36 | 0.1 | 26 | 7 | 0.1 |
//! | [`Method::Farkas`] | 217 | 139 | 0.1 | 135 | 88 | 0.1 |
//! | [`Method::Integer`] | 78 | 7 | 0.1 | 40 | 0 | 0.1 |
//! | [`Method::Literals`] | 111 | 111 | 0.9 | 40 | 21 | 1.6 |
//! | [`Method::Equality`] | 0 | 0 | | 19 | 9 | 0.2 |
//! | [`Method::Array`] | 0 | 0 | | 10 | 0 | 0.1 |
//! | [`Method::Projection`] | 0 | 0 | | 10 | 1 | 6.1 |
//! | [`Method::ModelBased`] | 0 | 0 | | 9 | 9 | 4.1 |
//!
//! The same beside cvc5 1.4.2 with 1 second of CPU time a problem (`scripts/compare_interpolants`; ours is the dev profile; size,
//! literals and time are median / mean). cvc5 confirms 259 answers of ours and does not decide five, Z3 confirms all.
//!
//! | set | solver | answered | wrong | size | literals | ms of CPU |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | recorded | Alphorn | 200 of 200 | 0 | 3 / 6.0 | 1 / 1.3 | 3.4 / 4.0 |
//! | | cvc5 | 166 of 200 | 0 | 5 / 6.9 | 2 / 2.3 | 15.9 / 46.4 |
//! | | Alphorn, where cvc5 answered | 166 of 166 | 0 | 3 / 4.5 | 1 / 1.1 | 3.2 / 3.3 |
//! | path conflicts | Alphorn | 64 of 64 | 0 | 3 / 8.4 | 1 / 1.8 | 4.0 / 10.3 |
//! | | cvc5 | 56 of 64 | 0 | 12 / 14.7 | 4 / 4.1 | 25.2 / 67.9 |
//! | | Alphorn, where cvc5 answered | 56 of 56 | 0 | 3 / 6.0 | 1 / 1.5 | 4.0 / 9.3 |

mod budget;
mod cube;
mod decompose;
mod failure;
mod fallback;
mod farkas;
mod generalise;
mod group;
mod inductive;
mod language;
mod method;
mod prefix;
mod presolve;
mod program;
mod record;
mod sample;
mod sequence;
mod shared;
mod solvers;
mod strength;
pub mod theory;
mod verify;
mod within;

#[cfg(test)]
mod tests;

pub use budget::Budget;
pub use cube::Columns;
pub use failure::Failure;
pub use generalise::{halves, rejoin};
pub use inductive::Transition;
pub use language::Language;
pub use method::{Counters, Method, Tally};
pub use prefix::Prefix;
pub use sequence::{Start, TreeNode};
pub use strength::Strength;
pub use verify::Flaw;

use alphorn_logic::term::{TermId, Terms, VarId};
use alphorn_smt::{Outcome, Smt};
use prefix::Asserted;
use record::Recorder;
use sample::Sampler;
use solvers::Solvers;
use std::{path::PathBuf, time::Duration};

/// What is asked about a prefix, which the suffix must contradict.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// A disjunction of conjunctions, mostly of literals, and mostly one.
    pub suffix: &'a [Vec<TermId>],
    /// What the interpolant speaks of; at least the variables that occur on both sides.
    pub shared: &'a [VarId],
    /// What should preserve the interpolant, if possible.
    pub transitions: &'a [Transition],
}

/// A fact that the prefix implies, that contradicts the suffix, over shared variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interpolant {
    /// The fact: without quantifiers, mostly a conjunction of clauses.
    pub formula: TermId,
    /// The last of the methods that it took.
    pub method: Method,
}

/// How interpolants are chosen.
#[derive(Clone, Debug)]
pub struct Config {
    /// Limits on each question.
    pub budget: Budget,
    /// How strong half-spaces are.
    pub strength: Strength,
    /// Whether the half-space for one cube is split into several.
    pub decompose: bool,
    /// Whether transitions are looked at.
    pub inductive: bool,
    /// What interpolants are restricted to.
    pub language: Option<Language>,
    /// A clause that would need more disjuncts is no answer; the caller knows a better one.
    pub most_disjuncts: Option<usize>,
    /// Whether the negation of what model-based projection leaves of a cube of the suffix is a clause as good as any.
    pub plain: bool,
    /// Calls of the solver to drop parts of a result that are not needed.
    pub generalisation_calls: usize,
    /// Time for one exact elimination.
    pub elimination_time: Duration,
    /// A folder into which every question is written as an SMT-LIB file.
    pub record: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            budget: Budget::default(),
            strength: Strength::default(),
            decompose: false,
            inductive: true,
            language: None,
            most_disjuncts: None,
            plain: false,
            generalisation_calls: 20,
            elimination_time: Duration::from_secs(1),
            record: None,
        }
    }
}

/// Answers questions over one pool of terms and counts how.
#[derive(Default)]
pub struct Interpolator {
    config: Config,
    counters: Counters,
    recorder: Option<Recorder>,
    /// Made with the first question.
    solvers: Option<Solvers>,
    /// For prefixes without a solver; made with the first.
    above: Option<Smt>,
}

impl Interpolator {
    /// An interpolator that has done nothing yet.
    pub fn new(config: Config) -> Self {
        let recorder = config.record.as_ref().map(Recorder::new);
        Interpolator { config, recorder, ..Self::default() }
    }

    /// What interpolants are restricted to.
    pub fn language(&self) -> Option<&Language> {
        self.config.language.as_ref()
    }

    /// Takes the next restriction language; none after the last. Whether anything changes.
    pub fn grow(&mut self) -> bool {
        let restricted = self.config.language.is_some();
        self.config.language = self.config.language.as_ref().and_then(Language::next);
        restricted
    }

    /// How many cases are sampled for each of the next questions, at most.
    pub fn limit_cases(&mut self, cases: usize) {
        self.config.budget.cases = cases;
    }

    /// What was done so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// A verified interpolant for a prefix with a solver. Afterwards nothing is left of the question in that solver. The
    /// interpolator has solvers of its own, in the context and under the limits of the first that it is given.
    pub fn interpolate(
        &mut self,
        terms: &mut Terms,
        prefix: &mut dyn Prefix,
        question: &Question,
    ) -> Result<Interpolant, Failure> {
        self.counters.questions += 1;
        if let Some(recorder) = &mut self.recorder {
            let formula = prefix.formula(terms);
            if let Err(error) = recorder.record(terms, formula, question) {
                log::warn!("the interpolation problem is not recorded: {error}");
                self.recorder = None;
            }
        }
        prefix.solver().0.push();
        let answer = self.answer(terms, prefix, question);
        prefix.solver().0.pop();
        if let Err(failure) = &answer {
            log::debug!("no interpolant: {failure}");
            self.counters.failures += 1;
        }
        answer
    }

    /// As [`Interpolator::interpolate`], for any quantifier-free formula. What is asserted in `smt`, whose context is used,
    /// does not matter.
    pub fn interpolate_formula(
        &mut self,
        terms: &mut Terms,
        smt: &Smt,
        prefix: TermId,
        question: &Question,
    ) -> Result<Interpolant, Failure> {
        let mut above = self.above.take().unwrap_or_else(|| smt.sibling());
        solvers::assert_for_now(&mut above, terms, prefix);
        let answer = self.interpolate(terms, &mut Asserted { smt: &mut above, formula: prefix }, question);
        solvers::forget(&mut above, terms, prefix);
        self.above = Some(above);
        answer
    }

    fn answer(
        &mut self,
        terms: &mut Terms,
        prefix: &mut dyn Prefix,
        question: &Question,
    ) -> Result<Interpolant, Failure> {
        let cubes: Vec<TermId> = question.suffix.iter().map(|cube| terms.and(cube.iter().copied())).collect();
        let cubes: Vec<TermId> = cubes.into_iter().map(|cube| cube::without_abs(terms, cube)).collect();
        let suffix = terms.or(cubes.iter().copied());
        let solvers = self.solvers.get_or_insert_with(|| Solvers::new(prefix.solver().0));
        solvers.open(terms, suffix);
        let (config, counters) = (&self.config, &mut self.counters);
        let mut sampler = Sampler::new(terms, config, counters, solvers, question, prefix, suffix);
        let found = sampler.run().and_then(|(formula, method)| {
            let sound = verify::verify_above(sampler.terms, sampler.prefix, question, formula);
            verified(&mut sampler, sound, formula, method)
        });
        let found = found.or_else(|failure| instead(&mut sampler, question, &cubes, failure));
        solvers.close(terms, suffix);
        found
    }
}

/// What is done after a failure: a common model explains it, or the weakest interpolant is taken.
fn instead(
    sampler: &mut Sampler,
    question: &Question,
    cubes: &[TermId],
    failure: Failure,
) -> Result<Interpolant, Failure> {
    if matches!(failure, Failure::Satisfiable | Failure::Stopped(_) | Failure::Disjuncts) {
        return Err(failure);
    }
    if sampler.config.language.is_some() {
        return Err(Failure::Restricted);
    }
    if sampler.prefix.check(sampler.terms, &[sampler.suffix]) == Outcome::Sat {
        return Err(Failure::Satisfiable);
    }
    log::debug!("no interpolant by cases: {failure}: all that does not contradict the suffix");
    let weakest = weakest(sampler, cubes);
    let verified = weakest.and_then(|formula| {
        let (terms, below) = (&mut *sampler.terms, &mut sampler.solvers.below);
        let sound = verify::verify(terms, sampler.prefix, below, question, formula);
        verified(sampler, sound, formula, Method::Elimination).ok()
    });
    verified.ok_or(failure)
}

/// The fall-back: all that does not contradict a cube of the suffix.
fn weakest(sampler: &mut Sampler, cubes: &[TermId]) -> Option<TermId> {
    let parts: Option<Vec<TermId>> = cubes.iter().map(|cube| sampler.eliminate(&[*cube])).collect();
    Some(sampler.terms.and(parts?))
}

fn verified(
    sampler: &mut Sampler,
    sound: Result<(), Flaw>,
    formula: TermId,
    method: Method,
) -> Result<Interpolant, Failure> {
    match sound {
        Ok(()) => Ok(Interpolant { formula, method }),
        Err(Flaw::Unknown(reason)) => Err(sampler.unknown(reason)),
        Err(flaw) => {
            log::warn!("a wrong interpolant by {}: {flaw}: {}", method.name(), sampler.terms.display(formula));
            sampler.counters.rejected += 1;
            Err(Failure::Unverified(flaw))
        }
    }
}
