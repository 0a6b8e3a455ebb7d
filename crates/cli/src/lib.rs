//! The command line: arguments in, answers on standard output, everything else on standard error.

/// As the standard one, but no error of writing is passed over, or ends the program.
macro_rules! eprintln {
    ($($text:tt)*) => { $crate::output::note(format_args!("{}\n", format_args!($($text)*))) };
}

mod args;
mod bare;
mod channel;
mod compat;
mod exit;
mod help;
mod input;
mod options;
mod output;
mod progress;
mod reply;
mod session;
mod supervisor;
mod task;
mod watch;

use alphorn_run::{caught, memory, observe::Observer, stop::Stop, threads};
use args::Args;
use compat::Call;
use output::Output;
use session::Session;
use std::{env, io::Write, process::ExitCode, time::Instant};
use supervisor::{Role, Supervised};
use watch::{Alarm, Limits};

pub use output::look_at_standard_output;

/// A deep term costs Z3 stack, not us; this much is reserved, and used only when needed.
const STACK: usize = 1 << 29;
/// If this is set, there is only one process: for debuggers and profilers.
const UNSUPERVISED: &str = "ALPHORN_UNSUPERVISED";

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let start = Instant::now();
    supervisor::settle_signals();
    let args = match compat::call(env::args_os()) {
        Call::Run(args) => *args,
        Call::Say(text) => return say(&text),
        Call::Wrong(wrong) => {
            eprintln!("{}", wrong.message);
            if let Some(text) = wrong.out
                && say(&text) != ExitCode::SUCCESS
            {
                return exit::UNWRITTEN.into();
            }
            return wrong.code.into();
        }
    };
    if args.unsupervised || env::var_os(UNSUPERVISED).is_some() {
        return alone(&args, start).into();
    }
    input::prepare(args.file.as_deref());
    let supervised = Supervised {
        start,
        // The time limit of a subcommand is for its parts.
        timeout: args.timeout.filter(|_| args.task.is_none()),
        memory: args.memory.is_some(),
        is_script: args.task.is_none(),
        work: &|role, output| match role {
            Role::Work => work(&args, start, output),
            Role::GiveUp { reason, at_once } => bare::run(&args, output, &reason, at_once),
        },
    };
    supervisor::supervise(&supervised).unwrap_or_else(|| alone(&args, start)).into()
}

/// Says something on standard output.
fn say(text: &str) -> ExitCode {
    match output::write_line(text.trim_end_matches('\n').into()) {
        Ok(()) => output::code_with_notes(exit::ANSWERED).into(),
        Err(error) => {
            output::tell_unwritten(&error);
            exit::UNWRITTEN.into()
        }
    }
}

/// Does the work in this process.
fn alone(args: &Args, start: Instant) -> u8 {
    alphorn_run::group::adopt();
    let output = Output::default();
    let code = work(args, start, &output);
    alphorn_run::group::end_adopted();
    output::code_with_notes(code)
}

/// Whether the arguments of a process, its name first, are understood. Nothing is run. For the fuzz targets.
#[doc(hidden)]
pub fn understands(arguments: Vec<std::ffi::OsString>) -> bool {
    let is_foreign =
        arguments.get(1).and_then(|a| a.to_str()).is_some_and(|a| a == "--compat" || a.starts_with("--compat="));
    match is_foreign {
        true => matches!(compat::call(arguments), Call::Run(_)),
        false => Args::read(&arguments).is_ok(),
    }
}

fn start_log(args: &Args) {
    // The z3 crate logs every term it makes.
    let filter = match args.style.verbosity {
        0 => "warn,z3=warn",
        1 => "info,z3=warn",
        _ => "debug,z3=warn",
    };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(filter))
        .format(|out, record| writeln!(out, "alphorn: {}: {}", record.level().as_str().to_lowercase(), record.args()))
        .init();
    for note in &args.style.notes {
        log::info!("no effect: {note}");
    }
}

/// Does what the arguments ask for, in a thread with a large stack, and gives the exit code.
fn work(args: &Args, start: Instant, output: &Output) -> u8 {
    start_log(args);
    memory::be_modest();
    // Whoever catches one says what it costs.
    caught::tell_panics(|panic| log::info!("{panic}"));
    if let Err(message) = alphorn_smt::ensure_version() {
        eprintln!("alphorn: {message}");
        return exit::MISTAKE;
    }
    if let Some(megabytes) = args.memory {
        alphorn_smt::set_memory_limit(u32::try_from(megabytes).unwrap_or(u32::MAX));
    }
    let (stop, alarm) = (Stop::new(), Alarm::default());
    let observer = match observer(args, output) {
        Ok(observer) => observer,
        Err(error) => {
            eprintln!("alphorn: the trace cannot be written: {error}");
            return exit::UNWRITTEN;
        }
    };
    let timeout = args.timeout.filter(|_| args.task.is_none());
    watch::watch(&stop, output, &alarm, Limits { start, timeout, memory_megabytes: args.memory });
    supervisor::let_signals_through();
    progress::show(&observer, output);
    let (own, shown, writes) = (args.clone(), observer.clone(), output.clone());
    let work = move || match &own.task {
        Some(task) => task::run(task, &own, &stop, &writes).unwrap_or_else(|message| {
            eprintln!("alphorn: {message}");
            exit::MISTAKE
        }),
        None => Session::new(own, shown, stop, writes, alarm).run(),
    };
    let code = match threads::spawn(STACK, move || caught::caught(work)).map(|worker| worker.join()) {
        Ok(Ok(Ok(code))) => code,
        Ok(Ok(Err(panic))) => panicked(output, &panic),
        Ok(Err(_)) => panicked(output, "internal error: a panic"),
        Err(error) => panicked(output, &format!("no thread can start: {error}")),
    };
    match observer.finish() {
        Ok(()) => code,
        Err(error) => {
            eprintln!("alphorn: the trace cannot be written: {error}");
            if code == exit::ANSWERED { exit::UNWRITTEN } else { code }
        }
    }
}

/// A trace that an earlier worker has begun goes on.
fn observer(args: &Args, output: &Output) -> std::io::Result<Observer> {
    let tracing = |path: &std::path::PathBuf| Observer::tracing(path, output.is_repeating());
    args.trace.as_ref().map_or_else(|| Ok(Observer::default()), tracing)
}

/// The work has ended with a panic. The supervisor answers in its place, if there is one.
fn panicked(output: &Output, panic: &str) -> u8 {
    if output.panicked(panic) {
        output::end(exit::CRASHED);
    }
    output.last_word(None, panic);
    exit::CRASHED
}
