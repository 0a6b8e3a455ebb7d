//! The command line: arguments in, answers on standard output, everything else on standard error.

mod args;
mod channel;
mod compat;
mod help;
mod input;
mod options;
mod progress;
mod reply;
mod session;
mod task;
mod watch;

use crate::{observe::Observer, smt, stop::Stop};
use args::Args;
use compat::Call;
use session::Session;
use std::{io::Write, process::ExitCode, thread};
use watch::{Alarm, Output};

/// A deep term costs Z3 stack, not us; this much is reserved, and used only when needed.
const STACK: usize = 1 << 29;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let args = match compat::call(std::env::args_os()) {
        Call::Run(args) => *args,
        Call::Say(text) => {
            println!("{text}");
            return ExitCode::SUCCESS;
        }
        Call::Wrong(wrong) => {
            eprintln!("{}", wrong.message);
            wrong.out.iter().for_each(|text| println!("{text}"));
            return ExitCode::from(wrong.code);
        }
    };
    start_log(&args);
    run(args)
}

/// Whether the arguments of a process, its name first, are understood. Nothing is run. For the fuzz targets.
#[doc(hidden)]
pub fn understands(arguments: Vec<std::ffi::OsString>) -> bool {
    let is_foreign =
        arguments.get(1).and_then(|a| a.to_str()).is_some_and(|a| a == "--compat" || a.starts_with("--compat="));
    match is_foreign {
        true => matches!(compat::call(arguments), Call::Run(_)),
        false => Args::try_read(&arguments).is_ok(),
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

fn run(args: Args) -> ExitCode {
    if let Err(message) = smt::ensure_version() {
        eprintln!("alphorn: {message}");
        return ExitCode::FAILURE;
    }
    if let Some(megabytes) = args.memory {
        smt::set_memory_limit(u32::try_from(megabytes).unwrap_or(u32::MAX));
    }
    let stop = Stop::new();
    let output = Output::default();
    let observer = match args.trace.as_deref().map_or_else(|| Ok(Observer::default()), Observer::tracing) {
        Ok(observer) => observer,
        Err(error) => {
            eprintln!("alphorn: the trace cannot be written: {error}");
            return ExitCode::FAILURE;
        }
    };
    let alarm = Alarm::default();
    // The time limit of a subcommand is for its parts.
    let timeout = args.timeout.filter(|_| args.task.is_none());
    watch::watch(&stop, &output, &alarm, timeout, args.memory);
    progress::show(&observer, &output);
    let work = move || match &args.task {
        Some(task) => task::run(task, &args, &stop).unwrap_or_else(|message| {
            eprintln!("alphorn: {message}");
            ExitCode::FAILURE
        }),
        None => Session::new(args, observer, stop, output, alarm).run(),
    };
    let worker = thread::Builder::new().stack_size(STACK).spawn(work);
    match worker.map(|worker| worker.join()) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("alphorn: cannot start: {error}");
            ExitCode::FAILURE
        }
    }
}
