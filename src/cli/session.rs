//! A session: the commands of a script carried out one after the other, each answered as soon as it is read.

mod inform;

use super::{
    args::{Args, Polarity, StatisticsFormat},
    exit,
    input::Input,
    options::{Options, is_silent},
    output::Output,
    reply::{self, Question},
    watch::Alarm,
};
use crate::{
    answer::{Answer, Evidence, Method, Origin, answer},
    engine::{self, Engine, Statistics},
    horn::{self, Description, Problem, normalise},
    memory,
    observe::Observer,
    smtlib::{Assertion, Command, Query, ReadError, Reader, Source, Spanned, sexpr::Span},
    stop::Stop,
    term::{TermId, Terms},
    transform::transform,
    witness::{
        Derivation, Trace, Unknown,
        check::{Backend, Process, Z3Text},
        dialect::ProofDialect,
    },
};
use log::{info, warn};
use std::time::{Duration, Instant};

/// Time for one question of the evidence checker.
const OBLIGATION: Duration = Duration::from_secs(60);

/// The state of a run.
pub(super) struct Session {
    args: Args,
    stop: Stop,
    output: Output,
    alarm: Alarm,
    options: Options,
    terms: Terms,
    reader: Reader,
    source: Source,
    /// The assertions of each level of the assertion stack.
    levels: Vec<Vec<Asserted>>,
    /// The last answer, and the problem it is about.
    last: Option<(Answer, Problem)>,
    statistics: Statistics,
    /// The engine of the last question. Its threads may still be about to end, which the answer does not wait for.
    engine: Option<Box<dyn Engine>>,
    observer: Observer,
    start: Instant,
    /// Whether a verdict's evidence failed its check.
    rejected: bool,
    /// Whether a command had a mistake and was left out.
    mistaken: bool,
    /// Whether any question was asked.
    asked: bool,
    /// The commands that declare sorts.
    sorts: String,
}

/// An assertion in force, the place of its command, and its name.
struct Asserted {
    term: TermId,
    span: Span,
    name: Option<String>,
}

/// What ends a session early.
enum End {
    Exit,
    Error(ReadError),
    Failure(String),
}

impl From<ReadError> for End {
    fn from(error: ReadError) -> Self {
        End::Error(error)
    }
}

impl Session {
    pub fn new(args: Args, observer: Observer, stop: Stop, output: Output, alarm: Alarm) -> Self {
        Session {
            args,
            stop,
            output,
            alarm,
            options: Options::default(),
            terms: Terms::new(),
            reader: Reader::new(),
            source: Source::growing(""),
            levels: vec![Vec::new()],
            last: None,
            statistics: Statistics::default(),
            engine: None,
            observer,
            start: Instant::now(),
            rejected: false,
            mistaken: false,
            asked: false,
            sorts: String::new(),
        }
    }

    /// Runs to the end of the script.
    pub fn run(mut self) -> u8 {
        self.output.owe();
        let end = self.script();
        let code = match end {
            Ok(()) | Err(End::Exit) if self.mistaken => exit::MISTAKE,
            Ok(()) | Err(End::Exit) if self.rejected => exit::REJECTED,
            Ok(()) | Err(End::Exit) => exit::ANSWERED,
            Err(End::Error(error)) => {
                self.tell(&error);
                exit::MISTAKE
            }
            Err(End::Failure(message)) => {
                eprintln!("alphorn: {message}");
                self.output.answer(&reply::error(&message));
                exit::MISTAKE
            }
        };
        self.statistics.add_time("total-seconds", self.start.elapsed());
        match self.args.statistics {
            Some(_) if self.args.style.statistics_on_stdout => self.output.print(&self.statistics.to_string()),
            Some(StatisticsFormat::Text) => eprintln!("{}", self.statistics),
            Some(StatisticsFormat::Json) => eprintln!("{}", self.statistics.json()),
            None => {}
        }
        code
    }

    fn script(&mut self) -> Result<(), End> {
        let mut input = Input::open(self.args.file.as_deref()).map_err(End::Failure)?;
        self.source = Source::growing(&input.name);
        loop {
            let piece = input.read().map_err(End::Failure)?;
            if piece.is_empty() {
                self.source.finish()?;
            } else {
                self.source.push(&piece)?;
            }
            loop {
                match self.next() {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(End::Error(error)) if self.args.style.goes_on => {
                        self.mistaken = true;
                        self.tell(&error);
                        self.source.blank(self.reader.last_read());
                    }
                    Err(end) => return Err(end),
                }
            }
            if self.source.is_whole() {
                break;
            }
        }
        if self.args.parse_only {
            let end = Span { start: 0, end: 0 };
            let problem = self.problem(&[], end)?;
            self.output.answer(&Description::of(&self.terms, &problem).to_string());
        } else if !self.asked {
            warn!("the script asks nothing: expected (check-sat) or (query …)");
        }
        Ok(())
    }

    /// Reads and carries out the next command, if there is one.
    fn next(&mut self) -> Result<bool, End> {
        self.output.reads(self.reader.last_read().end);
        let Some(command) = self.reader.next(&mut self.terms, &self.source)? else { return Ok(false) };
        self.output.executes();
        let silent = is_silent(&command.command);
        let executed = self.execute(command);
        if silent && self.options.print_success && !matches!(executed, Err(End::Error(_) | End::Failure(_))) {
            self.output.print("success");
        }
        executed.map(|()| true)
    }

    /// Tells a mistake in the script.
    fn tell(&self, error: &ReadError) {
        eprint!("{}", error.render(self.source.name(), self.source.text()));
        self.output.answer(&error.smtlib(self.source.text()));
    }

    fn execute(&mut self, Spanned { command, span }: Spanned) -> Result<(), End> {
        match command {
            Command::Assert(Assertion { term, name, .. }) | Command::Rule(Assertion { term, name, .. }) => {
                self.assert(Asserted { term, span, name });
            }
            Command::DeclareSort(_) | Command::DefineSort(_) | Command::DeclareDatatypes(_) => {
                let Span { start, end } = span;
                self.sorts.push_str(&self.source.text()[start as usize..end as usize]);
                self.sorts.push('\n');
            }
            Command::Push(n) => self.levels.extend((0..n).map(|_| Vec::new())),
            Command::Pop(n) => {
                self.levels.truncate((self.levels.len() - n).max(1));
                self.last = None;
            }
            Command::Reset => {
                self.levels = vec![Vec::new()];
                self.last = None;
                self.options = Options::default();
            }
            Command::ResetAssertions => {
                self.levels = vec![Vec::new()];
                self.last = None;
            }
            Command::Exit => return if self.args.parse_only { Ok(()) } else { Err(End::Exit) },
            _ if self.args.parse_only => self.parse_only(command, span),
            Command::CheckSat => self.ask(Question::CheckSat, span, &[], false)?,
            Command::CheckSatAssuming(literals) => self.ask(Question::CheckSat, span, &literals, false)?,
            Command::Query(Query { clause, options, .. }) => {
                let wanted = |key: &str| matches!(key, ":print-certificate" | ":print_certificate" | ":print-answer");
                let show = options.iter().any(|o| wanted(&o.keyword) && o.value == "true");
                self.ask(Question::Query, span, &[clause], show)?;
            }
            Command::SetOption(option) => {
                if let Err(why) = self.options.set(&option) {
                    self.output.print(&reply::error(&why));
                }
            }
            Command::GetModel | Command::GetProof if self.args.style.mute => {}
            Command::GetModel => {
                let model = reply::model(self.last.as_ref().map(|(answer, _)| answer));
                match self.options.model_refused().map_or(model, Err) {
                    Ok(_) => self.print_evidence(),
                    Err(why) => self.output.print(&reply::error(why)),
                }
            }
            Command::GetProof => {
                let proof = reply::proof(self.last.as_ref().map(|(answer, _)| answer));
                match self.options.proof_refused().map_or(proof, Err) {
                    Ok(_) => self.print_evidence(),
                    Err(why) => self.output.print(&reply::error(why)),
                }
            }
            Command::GetUnsatCore => self.unsat_core(),
            Command::GetValue(terms) => self.values(&terms),
            Command::GetInfo(keyword) => self.info(&keyword),
            Command::GetOption(keyword) => self.output.print(&self.options.get(&keyword)),
            Command::GetAssertions => self.assertions(),
            Command::Echo(text) => self.output.print(&text),
            _ => {}
        }
        Ok(())
    }

    fn assert(&mut self, asserted: Asserted) {
        self.levels.last_mut().expect("there is always a level").push(asserted);
    }

    /// The goals of queries count as assertions when nothing is solved.
    fn parse_only(&mut self, command: Command, span: Span) {
        let goals = match command {
            Command::Query(query) => vec![query.clause],
            Command::CheckSatAssuming(literals) => literals,
            _ => return,
        };
        goals.into_iter().for_each(|term| self.assert(Asserted { term, span, name: None }));
    }

    /// The problem that the assertions state, and some more of the command at `span`.
    fn problem(&mut self, more: &[TermId], span: Span) -> Result<Problem, End> {
        let asserted = self.levels.iter().flatten().map(|a| (a.term, a.span));
        let all: Vec<(TermId, Span)> = asserted.chain(more.iter().map(|&term| (term, span))).collect();
        let assertions: Vec<_> = all.iter().map(|&(term, s)| horn::Assertion { term, offset: s.start }).collect();
        normalise(&mut self.terms, self.reader.declared(), &assertions).map_err(|error| {
            let span = all.iter().find(|(_, s)| s.start == error.offset).map_or(span, |(_, s)| *s);
            End::Error(ReadError { span, message: error.why, help: None })
        })
    }

    fn ask(&mut self, question: Question, span: Span, more: &[TermId], show: bool) -> Result<(), End> {
        self.asked = true;
        self.output.owe();
        if let Some(reason) = self.output.lost() {
            self.answered(Answer::Unknown(Unknown::because(reason)), Problem::default(), question, show);
            return Ok(());
        }
        if memory::is_short() {
            self.output.step_down();
        }
        let problem = self.problem(more, span)?;
        info!("{}", Description::of(&self.terms, &problem));
        if self.args.print_problem {
            let (passes, statistics) = (&self.args.transform, &mut self.statistics);
            let transformed = transform(&mut self.terms, &problem, passes, statistics, &self.stop);
            let script = transformed.problem.script(&mut self.terms, &self.sorts);
            self.output.answer(script.trim_end());
            return Ok(());
        }
        let answer = self.solve(&problem, span.start);
        self.answered(answer, problem, question, show);
        Ok(())
    }

    /// Tells an answer, and keeps it.
    fn answered(&mut self, answer: Answer, problem: Problem, question: Question, show: bool) {
        match &answer {
            Answer::Checked(_) => {}
            Answer::Unknown(unknown) => {
                let Unknown { reason, no_derivation_up_to, no_derivation_within, .. } = unknown;
                let height = no_derivation_up_to.map(|n| format!(" (no derivation up to height {n})"));
                let within = no_derivation_within.map(|n| format!(" (no derivation with back edges up to {n})"));
                eprintln!("alphorn: unknown: {reason}{}", height.or(within).unwrap_or_default());
            }
            Answer::Rejected(failure) => {
                self.rejected = true;
                eprintln!("alphorn: unknown: the evidence failed its check: {failure}");
            }
        }
        self.output.answer(reply::word(&answer, question, self.args.polarity));
        let style = &self.args.style;
        let in_style = match &answer {
            Answer::Checked(checked) if checked.is_derivable() => style.show_proof,
            _ => style.show_model,
        };
        self.last = Some((answer, problem));
        if show || in_style || self.args.evidence || self.args.polarity == Polarity::Reachability {
            self.print_evidence();
        }
    }

    fn solve(&mut self, problem: &Problem, offset: u32) -> Answer {
        let Some(engine) = engine::by_name(&self.args.engine, &self.args.engine_config(&self.observer)) else {
            return Answer::Unknown(Unknown::because(format!("there is no engine {}", self.args.engine)));
        };
        let (stop, _linked) = self.stop.child();
        if let Some(time) = self.options.timeout.or(self.args.style.question_timeout) {
            self.alarm.set(time, &stop);
        }
        let mut backend: Box<dyn Backend> = match &self.args.solving.check_with {
            Some(command) => Box::new(Process::new(command, stop.clone(), OBLIGATION)),
            None => Box::new(Z3Text::new(stop.clone(), OBLIGATION)),
        };
        let binder = |var| self.reader.binder_offset(var);
        let origin = Origin { source: self.source.text(), query: offset, binder: &binder };
        let method = Method { passes: self.args.transform.clone(), engine: engine.as_ref(), simplify: false };
        let backend = backend.as_mut();
        let answer = answer(&mut self.terms, problem, &origin, &method, backend, &mut self.statistics, &stop);
        self.alarm.clear();
        self.engine = Some(engine);
        answer
    }

    /// The evidence of the last answer, if it has one.
    fn print_evidence(&self) {
        let Some((Answer::Checked(checked), problem)) = &self.last else { return };
        let text = match checked.evidence() {
            Evidence::Solution(_) => {
                let dialect = self.options.model_format.unwrap_or(self.args.model_format);
                dialect.write(checked.model(), &self.terms)
            }
            Evidence::Derivation(derivation) => self.derivation(derivation, problem),
        };
        self.output.print(text.trim_end());
    }

    /// A derivation in the dialect that was asked for.
    fn derivation(&self, derivation: &Derivation, problem: &Problem) -> String {
        let dialect = match self.options.proof_format.unwrap_or(self.args.proof_format) {
            ProofDialect::HyperRes if self.options.pretty_proof => ProofDialect::HyperResPretty,
            dialect => dialect,
        };
        let binder = |var| self.reader.binder_offset(var);
        let trace = Trace::new(derivation, &self.terms, problem, self.source.text(), binder);
        dialect.write(&trace, self.source.text()).unwrap_or_else(|why| reply::error(&why.to_string()))
    }
}
