//! A session: the commands of a script carried out one after the other, each answered as soon as it is read.

mod ask;
mod inform;
mod refuse;
mod settings;

use super::{
    args::{Args, StatisticsFormat},
    channel::Channel,
    compat::Compat,
    exit,
    input::{Input, Unreadable},
    options::{Options, is_silent},
    output::Output,
    reply::{self, Question},
    watch::Alarm,
};
use alphorn_engines::engine::Engine;
use alphorn_logic::{
    horn::{Description, Problem},
    scopes::{Asserted, Scopes},
    smtlib::{Assertion, Command, Query, ReadError, Reader, Source, Spanned},
    term::Terms,
};
use alphorn_run::{observe::Observer, statistics::Statistics, stop::Stop};
use alphorn_session::answer::Answer;
use alphorn_sexpr::Span;
use ask::Asked;
use log::warn;
use std::time::{Duration, Instant};

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
    /// What is in force.
    scopes: Scopes,
    /// The last answer, and the problem it is about; none if there was no problem that could be asked about.
    last: Option<(Answer, Option<Problem>)>,
    /// Whether something was asserted or a scope was opened since: then its evidence is not about what is in force.
    changed: bool,
    statistics: Statistics,
    /// The engine of the last question. Its threads may still be about to end, which the answer does not wait for.
    engine: Option<Box<dyn Engine>>,
    observer: Observer,
    start: Instant,
    /// Whether a verdict's evidence failed its check.
    rejected: bool,
    /// The greatest exit code that a mistake or an unanswerable question has.
    code: u8,
    /// Whether the command that is carried out was answered by an error.
    failed: bool,
    /// Where messages go.
    diagnostics: Channel,
    /// Whether evidence could not be written as it was asked for.
    unwritten: bool,
    /// Whether any question was asked.
    asked: bool,
    /// The commands that declare sorts.
    sorts: String,
}

/// What ends a session early.
enum End {
    Exit,
    Error(ReadError),
    /// The script cannot be read: what is wrong with its file.
    Unreadable(Unreadable),
}

impl From<ReadError> for End {
    fn from(error: ReadError) -> Self {
        End::Error(error)
    }
}

impl Session {
    pub fn new(args: Args, observer: Observer, stop: Stop, output: Output, alarm: Alarm) -> Self {
        if args.style.solver == Some(Compat::Z3) {
            output.when_over("timeout");
        }
        Session {
            args,
            stop,
            output,
            alarm,
            options: Options::default(),
            terms: Terms::new(),
            reader: Reader::new(),
            source: Source::growing(""),
            scopes: Scopes::new(),
            last: None,
            changed: false,
            statistics: Statistics::default(),
            engine: None,
            observer,
            start: Instant::now(),
            rejected: false,
            code: 0,
            failed: false,
            diagnostics: Channel::Error,
            unwritten: false,
            asked: false,
            sorts: String::new(),
        }
    }

    /// Runs to the end of the script.
    pub fn run(mut self) -> u8 {
        self.output.owe();
        let code = match self.script() {
            Ok(()) | Err(End::Exit) if self.code > 0 => self.code,
            Ok(()) | Err(End::Exit) if self.rejected => exit::REJECTED,
            Ok(()) | Err(End::Exit) if self.unwritten => exit::UNWRITTEN,
            Ok(()) | Err(End::Exit) => exit::ANSWERED,
            Err(End::Error(error)) => {
                self.tell(&error);
                self.args.style.codes.mistake
            }
            Err(End::Unreadable(fault)) => self.unreadable(&fault),
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
        let mut input = Input::open(self.args.file.as_deref()).map_err(End::Unreadable)?;
        self.source = Source::growing(&input.name);
        loop {
            let piece = input.read().map_err(End::Unreadable)?;
            let grown = match piece.is_empty() {
                // Z3 has nothing against a script without commands.
                true if self.args.style.solver == Some(Compat::Z3) && self.source.is_blank() => {
                    self.source.finish().or(Ok(()))
                }
                true => self.source.finish(),
                false => self.source.push(&piece),
            };
            // What came before bytes that are no text is carried out.
            while self.next()? {}
            grown?;
            if self.source.is_whole() {
                break;
            }
        }
        if self.args.parse_only {
            self.describe();
        } else if !self.asked {
            warn!("the script asks nothing: expected (check-sat) or (query …)");
        }
        Ok(())
    }

    /// Says what kind of problem the whole script states.
    fn describe(&mut self) {
        let end = Span { start: 0, end: 0 };
        match self.scopes.problem(&mut self.terms, &self.reader, &[], end) {
            Ok(problem) => self.output.answer(&Description::of(&self.terms, &problem).to_string()),
            Err(obstacle) => self.not_described(&obstacle),
        }
    }

    /// Reads and carries out the next command, if there is one.
    fn next(&mut self) -> Result<bool, End> {
        self.output.reads(self.reader.last_read().end);
        let command = match self.reader.next(&mut self.terms, &self.source) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(false),
            Err(error) => return self.refuse(error).map(|()| true),
        };
        self.output.executes();
        let silent = is_silent(&command.command);
        self.failed = false;
        self.execute(command)?;
        if silent && self.options.print_success && !self.failed {
            self.output.print("success");
        }
        Ok(true)
    }

    fn execute(&mut self, Spanned { command, span }: Spanned) -> Result<(), End> {
        match command {
            Command::Assert(Assertion { term, name, .. }) | Command::Rule(Assertion { term, name, .. }) => {
                self.scopes.assert(Asserted { term, span, name });
                self.changed = true;
            }
            Command::DeclareSort(_) | Command::DefineSort(_) | Command::DeclareDatatypes(_) => {
                let Span { start, end } = span;
                self.sorts.push_str(&self.source.text()[start as usize..end as usize]);
                self.sorts.push('\n');
            }
            Command::Push(n) => {
                self.scopes.push(n);
                self.changed = true;
            }
            Command::Pop(n) => {
                self.scopes.pop(n, self.reader.keeps_declarations());
                self.last = None;
            }
            Command::Reset => {
                self.scopes.reset();
                self.last = None;
                // For Z3 options are none of the things that are reset, and clients rely on `success` coming.
                if self.args.style.solver != Some(Compat::Z3) {
                    self.options = Options::default();
                    self.output.redirect(Channel::Output);
                    self.diagnostics = Channel::Error;
                }
            }
            Command::ResetAssertions => {
                self.scopes.reset_assertions(self.reader.keeps_declarations());
                self.last = None;
            }
            Command::Exit if self.args.parse_only => {}
            Command::Exit => {
                if self.options.print_success {
                    self.output.print("success");
                }
                return Err(End::Exit);
            }
            _ if self.args.parse_only => self.parse_only(command, span),
            Command::CheckSat => {
                self.ask(&Asked { question: Question::CheckSat, span, more: Vec::new(), show: false, limit: None })?;
            }
            Command::CheckSatAssuming(more) => {
                self.ask(&Asked { question: Question::CheckSat, span, more, show: false, limit: None })?;
            }
            Command::Query(Query { clause, options, .. }) => {
                let wanted = |key: &str| matches!(key, ":print-certificate" | ":print_certificate" | ":print-answer");
                let show = options.iter().any(|o| wanted(&o.keyword) && o.value == "true");
                let limit = options.iter().rfind(|o| o.keyword == ":timeout").and_then(|o| o.value.parse().ok());
                let limit = limit.filter(|ms| *ms > 0).map(Duration::from_millis);
                self.ask(&Asked { question: Question::Query, span, more: vec![clause], show, limit })?;
            }
            Command::SetOption(option) => self.set_option(&option, span),
            Command::GetModel | Command::GetProof if self.args.style.mute => {}
            Command::GetModel => match self.model() {
                Ok(_) => self.print_evidence(true),
                Err(why) => self.cannot(why),
            },
            Command::GetProof => {
                let proof = reply::proof(self.current());
                match self.options.proof_refused().map_or(proof, Err) {
                    Ok(_) => self.print_evidence(true),
                    Err(why) => self.cannot(why),
                }
            }
            Command::GetUnsatCore => self.unsat_core(),
            Command::GetValue(terms) => self.values(&terms),
            Command::Eval(term) => self.eval(term),
            Command::Simplify(term) => self.simplify(term),
            Command::Display(text) => self.output.print(&text),
            Command::Help(names) => self.help(&names),
            Command::GetAssignment => self.assignment(),
            Command::GetInfo(keyword) => self.info(&keyword),
            Command::GetOption(keyword) => self.get_option(&keyword, span),
            Command::GetAssertions => self.assertions(),
            Command::Echo(text) => self.output.print(&text),
            _ => {}
        }
        Ok(())
    }

    /// The goals of queries count as assertions when nothing is solved.
    fn parse_only(&mut self, command: Command, span: Span) {
        let goals = match command {
            Command::Query(query) => vec![query.clause],
            Command::CheckSatAssuming(literals) => literals,
            _ => return,
        };
        goals.into_iter().for_each(|term| self.scopes.assert(Asserted { term, span, name: None }));
    }
}
