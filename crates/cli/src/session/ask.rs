//! A question: the problem in force, solved, and what is printed about the answer.

use super::{End, Question, Session};
use crate::{args::Polarity, compat::Compat, reply};
use alphorn_check::{Backend, check_solution};
use alphorn_engines::engine;
use alphorn_logic::{
    horn::{Description, Problem},
    term::TermId,
    witness::{Derivation, Trace, Unknown},
};
use alphorn_run::{
    memory,
    stop::{Cause, Stop},
};
use alphorn_session::{
    answer::{Answer, Evidence, Method, Origin, answer},
    dialect::{Inexpressible, ProofDialect},
    process::Process,
};
use alphorn_sexpr::Span;
use alphorn_smt::Z3Text;
use alphorn_transform::transform::transform;
use log::info;
use std::{fs, path::Path, time::Duration};

/// Time for one question of the evidence checker.
const OBLIGATION: Duration = Duration::from_secs(60);

/// The reason that Z3 gives when `:rlimit` is used up.
const OUT_OF_RESOURCES: &str = "max. resource limit exceeded";

/// A command that asks.
pub(super) struct Asked {
    pub question: Question,
    pub span: Span,
    /// What it assumes beyond the assertions.
    pub more: Vec<TermId>,
    /// Whether it asks for the evidence as well.
    pub show: bool,
    /// The time that it states itself.
    pub limit: Option<Duration>,
}

/// The limit of one question.
struct Limited {
    stop: Stop,
    /// Whether it is one on Z3's resource units.
    counts_resources: bool,
}

impl Session {
    pub(super) fn ask(&mut self, asked: &Asked) -> Result<(), End> {
        let (stop, _linked) = self.stop.child();
        let (limit, counts_resources) = match asked.limit {
            Some(limit) => (Some(limit), false),
            None => self.options.limit(&self.args.style),
        };
        // The limit is for all that is done for the question: making rules of the assertions, too.
        if let Some(time) = limit {
            self.alarm.set(time, &stop);
        }
        let done = self.ask_within(asked, &Limited { stop, counts_resources });
        self.alarm.clear();
        done
    }

    fn ask_within(&mut self, asked: &Asked, limited: &Limited) -> Result<(), End> {
        (self.asked, self.changed) = (true, false);
        self.output.owe();
        if let Some(reason) = self.output.lost() {
            let answer = Answer::Unknown(Unknown::because(reason));
            self.explain(&answer);
            self.output.answer(reply::word(&answer, asked.question, self.args.polarity));
            self.last = Some((answer, None));
            return Ok(());
        }
        if memory::is_short() {
            self.output.step_down();
        }
        let problem = match self.scopes.problem(&mut self.terms, &self.reader, &asked.more, asked.span) {
            Ok(problem) => problem,
            Err(obstacle) => {
                match self.args.print_problem {
                    true => self.not_described(&obstacle),
                    false => self.no_problem(&obstacle),
                }
                return Ok(());
            }
        };
        if self.args.style.check.is_some() || self.args.print_problem {
            // Nothing is solved.
            self.alarm.clear();
        }
        if let Some(file) = self.args.style.check.clone() {
            self.check(&file, asked.span.start);
            return Ok(());
        }
        info!("{}", Description::of(&self.terms, &problem));
        if self.args.print_problem {
            self.print_problem(&problem);
            return Ok(());
        }
        let answer = self.solve(&problem, asked, limited);
        self.explain(&answer);
        if self.is_over(&answer) {
            self.output.answer("timeout");
            return Err(End::Exit);
        }
        let word = reply::word(&answer, asked.question, self.args.polarity);
        let style = &self.args.style;
        let (in_style, certificate) = match &answer {
            Answer::Checked(checked) if checked.is_derivable() => (style.show_proof, style.certificate),
            Answer::Checked(_) => (style.show_model, style.certificate),
            _ => (false, false),
        };
        let wanted = self.args.evidence || self.args.polarity == Polarity::Reachability;
        self.last = Some((answer, Some(problem)));
        match asked.question {
            // In Z3's own order.
            Question::CheckSat if certificate => {
                let evidence = self.certificate();
                self.output.answer(&format!("{evidence}\n{word}"));
            }
            _ => self.output.answer(word),
        }
        if asked.show || (asked.question == Question::Query && (certificate || self.args.style.query_answers)) {
            match self.args.style.solver {
                Some(Compat::Z3) => {
                    let evidence = self.certificate();
                    if !evidence.is_empty() {
                        self.output.print(&evidence);
                    }
                }
                _ => self.print_evidence(false),
            }
        } else if in_style || wanted {
            self.print_evidence(false);
        }
        if self.args.style.says_valid && matches!(self.last, Some((Answer::Checked(_), _))) {
            self.output.print("Internal witness validation successful!");
        }
        Ok(())
    }

    /// Whether the time of the whole run is used up, which ends a run in Z3's style.
    fn is_over(&self, answer: &Answer) -> bool {
        matches!(answer, Answer::Unknown(_))
            && self.args.style.solver == Some(Compat::Z3)
            && self.stop.cause() == Some(Cause::Timeout)
    }

    /// Checks the solution in a file, as `hoice --check` does: `(safe)`, or an error.
    fn check(&mut self, file: &Path, offset: u32) {
        let (stop, _linked) = self.stop.child();
        let mut backend = Z3Text::new(stop, OBLIGATION);
        match check_file(file, self.source.text(), offset, &mut backend) {
            Ok(()) => self.output.answer("(safe)"),
            Err(why) => {
                self.output.answer(&reply::error(&format!("{}: {why}", file.display())));
                self.fail(self.args.style.codes.mistake);
            }
        }
    }

    /// Prints the problem that the passes leave.
    fn print_problem(&mut self, problem: &Problem) {
        let (passes, statistics) = (&self.args.transform, &mut self.statistics);
        let transformed = transform(&mut self.terms, problem, passes, statistics, &self.stop);
        let script = transformed.problem.script(&mut self.terms, &self.sorts);
        self.output.answer(script.trim_end());
    }

    /// Says why there is no verdict.
    fn explain(&mut self, answer: &Answer) {
        match answer {
            Answer::Checked(_) => {}
            Answer::Unknown(unknown) => {
                let Unknown { reason, no_derivation_up_to, no_derivation_within, .. } = unknown;
                let height = no_derivation_up_to.map(|n| format!(" (no derivation up to height {n})"));
                let within = no_derivation_within.map(|n| format!(" (no derivation with back edges up to {n})"));
                let found = height.or(within).unwrap_or_default();
                self.diagnose(&format!("alphorn: unknown: {reason}{found}\n"));
            }
            Answer::Rejected(failure) => {
                self.rejected = true;
                self.diagnose(&format!("alphorn: unknown: the evidence failed its check: {failure}\n"));
            }
        }
    }

    fn solve(&mut self, problem: &Problem, asked: &Asked, limited: &Limited) -> Answer {
        let Some(engine) = engine::by_name(&self.args.engine, &self.args.engine_config(&self.observer)) else {
            return Answer::Unknown(Unknown::because(format!("there is no engine {}", self.args.engine)));
        };
        let Limited { stop, counts_resources } = limited;
        let mut backend: Box<dyn Backend> = match &self.args.solving.check_with {
            Some(command) => Box::new(Process::new(command, stop.clone(), OBLIGATION)),
            None => Box::new(Z3Text::new(stop.clone(), OBLIGATION)),
        };
        let binder = |var| self.reader.binder_offset(var);
        let origin = Origin { source: self.source.text(), query: asked.span.start, binder: &binder };
        let method = Method { passes: self.args.transform.clone(), engine: engine.as_ref(), simplify: false };
        let backend = backend.as_mut();
        let mut answer = answer(&mut self.terms, problem, &origin, &method, backend, &mut self.statistics, stop);
        self.alarm.clear();
        self.engine = Some(engine);
        if let Answer::Unknown(unknown) = &mut answer
            && *counts_resources
            && stop.cause() == Some(Cause::Timeout)
            && !self.stop.is_stopped()
        {
            unknown.reason = OUT_OF_RESOURCES.into();
        }
        answer
    }

    /// Prints the evidence of the last answer, if it has one. What cannot be written is told on standard error, and to a command
    /// that waits for a reply on standard output too.
    pub(super) fn print_evidence(&mut self, is_reply: bool) {
        self.output.writing(true);
        match self.evidence(false) {
            Ok(text) if text.is_empty() => {}
            Ok(text) => self.output.print(text.trim_end()),
            Err(why) => {
                self.unwritten(&why);
                if is_reply {
                    self.output.print(&reply::error(&why.to_string()));
                }
            }
        }
        self.output.writing(false);
    }

    /// The evidence as Z3 prints it beside a verdict; empty if it cannot be written so.
    fn certificate(&mut self) -> String {
        match self.evidence(true) {
            Ok(text) => text.trim_end().into(),
            Err(why) => {
                self.unwritten(&why);
                String::new()
            }
        }
    }

    /// Says that evidence cannot be written in the dialect that was asked for.
    fn unwritten(&mut self, why: &Inexpressible) {
        self.diagnose(&format!("alphorn: {why}\n"));
        self.unwritten = true;
    }

    /// The evidence of the last answer; nothing if it has none. As a certificate, a derivation is written without what Z3 wraps
    /// around those that `get-proof` asks for.
    fn evidence(&self, as_certificate: bool) -> Result<String, Inexpressible> {
        let Some((Answer::Checked(checked), Some(problem))) = &self.last else { return Ok(String::new()) };
        match checked.evidence() {
            Evidence::Solution(_) => {
                let dialect = self.options.model_format.unwrap_or(self.args.model_format);
                Ok(dialect.write(checked.model(), &self.terms))
            }
            Evidence::Derivation(derivation) => self.derivation(derivation, problem, as_certificate),
        }
    }

    /// A derivation in the dialect that was asked for.
    fn derivation(
        &self,
        derivation: &Derivation,
        problem: &Problem,
        as_certificate: bool,
    ) -> Result<String, Inexpressible> {
        let dialect = match self.options.proof_format.unwrap_or(self.args.proof_format) {
            ProofDialect::HyperRes if self.options.pretty_proof || as_certificate => ProofDialect::HyperResPretty,
            dialect => dialect,
        };
        let binder = |var| self.reader.binder_offset(var);
        let trace = Trace::new(derivation, &self.terms, problem, self.source.text(), binder);
        dialect.write(&trace, self.source.text())
    }
}

/// Whether a file that a solver wrote has a solution of the script; the error says why not.
fn check_file(file: &Path, source: &str, offset: u32, backend: &mut dyn Backend) -> Result<(), String> {
    let printed = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let model = printed.trim_start();
    let model = model.strip_prefix("sat").or_else(|| model.strip_prefix("(safe)")).unwrap_or(model);
    if model.trim_start().starts_with("unsat") {
        return Err("it says unsat, and has no model that could be checked".into());
    }
    check_solution(source, offset, model, backend).map(|_| ()).map_err(|failure| failure.to_string())
}
