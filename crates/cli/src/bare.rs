//! What answers when nothing else can: a reader of parentheses that says `unknown` to every question. It makes no terms and
//! never calls libz3.

use super::{args::Args, compat::Compat, exit, input::Input, output::Output, reply, supervisor};
use alphorn_logic::smtlib::{Effect, ReadError, Refused, Source};
use alphorn_run::stop::Cause;
use alphorn_sexpr::{Kind, Sexpr, Stream};

/// Answers what is left of a script, for a reason: what is there already, or all that comes.
pub(super) fn run(args: &Args, output: &Output, reason: &str, at_once: bool) -> u8 {
    if !at_once {
        supervisor::let_signals_end();
    }
    let mut bare = Bare { args, output, reason, at_once, position: 0, asked: false, is_whole: false, success: false };
    output.owe();
    if at_once && args.style.solver == Some(Compat::Z3) && reason == Cause::Timeout.to_string() {
        // As Z3 does when the time of the whole run is over.
        eprintln!("alphorn: unknown: {reason}");
        output.answer("timeout");
        return exit::ANSWERED;
    }
    let code = bare.script().unwrap_or_else(|message| {
        output.answer(&reply::error(&message));
        exit::MISTAKE
    });
    if !bare.asked && !bare.is_whole {
        // Somebody waits who has not got round to asking.
        bare.unknown();
    }
    code
}

struct Bare<'a> {
    args: &'a Args,
    output: &'a Output,
    reason: &'a str,
    at_once: bool,
    /// Where the last command ends.
    position: u32,
    /// Whether there was any question.
    asked: bool,
    /// Whether all of the script was read.
    is_whole: bool,
    /// `:print-success`
    success: bool,
}

impl Bare<'_> {
    fn script(&mut self) -> Result<u8, String> {
        if self.args.parse_only || self.args.print_problem {
            return Err(self.reason.into());
        }
        let mut input = Input::open(self.args.file.as_deref()).map_err(|fault| fault.to_string())?;
        let (mut source, mut stream) = (Source::growing(&input.name), Stream::default());
        let mut mistaken = false;
        let code = |mistaken| if mistaken { exit::MISTAKE } else { exit::ANSWERED };
        let shown = |error: ReadError, source: &Source| error.smtlib(source.text());
        loop {
            let piece = if self.at_once { input.read_at_once() } else { input.read() };
            let piece = piece.map_err(|fault| fault.to_string())?;
            let ends = piece.is_empty();
            let grown = if ends { source.finish() } else { source.push(&piece) };
            if let Err(error) = grown {
                // An empty pipe is no mistake of one who was interrupted.
                if !(self.at_once && source.text().trim().is_empty()) {
                    self.output.answer(&shown(error, &source));
                    return Ok(exit::MISTAKE);
                }
            }
            // What has not come yet may still be finished by others.
            let whole = ends && !self.at_once;
            self.output.reads(self.position);
            loop {
                let sexprs = match stream.next(source.text(), whole) {
                    Ok(Some(sexprs)) => sexprs,
                    Ok(None) => break,
                    Err(error) => {
                        let wreck = stream.wreck(source.text());
                        let refused = wreck.iter().next().map(Refused::of);
                        self.broken(refused.filter(|_| !stream.is_ended()), &error.message);
                        mistaken = true;
                        continue;
                    }
                };
                for command in sexprs.iter() {
                    self.output.reads(self.position);
                    self.position = command.span().end;
                    self.output.executes();
                    if self.command(command) {
                        self.is_whole = true;
                        return Ok(code(mistaken));
                    }
                }
                stream.reuse(sexprs);
            }
            if ends {
                self.is_whole = !self.at_once || input.is_file();
                return Ok(code(mistaken));
            }
        }
    }

    /// Answers what is no S-expression.
    fn broken(&mut self, refused: Option<Refused>, message: &str) {
        self.output.reads(self.position);
        self.output.executes();
        self.position = refused.as_ref().map_or(self.position, |refused| refused.span.end);
        match refused {
            Some(Refused { effect: Effect::Answer, .. }) => self.unknown(),
            _ => self.output.answer(&reply::error(message)),
        }
    }

    /// Answers a command; whether it is the last one.
    fn command(&mut self, command: Sexpr<'_>) -> bool {
        let mut words = command.children();
        let name = words.next().and_then(|word| word.symbol()).unwrap_or_default();
        let argument = words.next();
        match name {
            "check-sat" | "check-sat-assuming" | "check-sat-using" | "query" => self.unknown(),
            "get-model" | "get-proof" if self.args.style.mute => {}
            "get-info" if argument.is_some_and(|word| word.text() == ":reason-unknown") => {
                let reason = self.reason.replace('"', "\"\"");
                self.output.print(&format!("(:reason-unknown \"{reason}\")"));
            }
            "echo" => {
                let text = argument.filter(|text| text.kind() == Kind::String).map(|text| text.text());
                let inner = text.and_then(|text| text.strip_prefix('"')?.strip_suffix('"')).unwrap_or_default();
                self.output.print(&inner.replace("\"\"", "\""));
            }
            "exit" => return true,
            _ if name.starts_with("get-") || matches!(name, "eval" | "simplify") => {
                self.output.print(&reply::error(self.reason));
            }
            _ => {
                if name == "set-option" && argument.is_some_and(|word| word.text() == ":print-success") {
                    self.success = words.next().is_some_and(|word| word.text() == "true");
                }
                if self.success {
                    self.output.print("success");
                }
            }
        }
        false
    }

    fn unknown(&mut self) {
        self.asked = true;
        self.output.owe();
        eprintln!("alphorn: unknown: {}", self.reason);
        self.output.answer("unknown");
    }
}
