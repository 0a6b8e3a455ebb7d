//! The command line: arguments in, answers on standard output, everything else on standard error.

mod args;
mod input;
mod progress;
mod reply;
mod session;
mod watch;

use crate::{observe::Observer, smt, stop::Stop};
use args::Args;
use clap::Parser;
use session::Session;
use std::{io::Write, process::ExitCode, thread};
use watch::Output;

/// A deep term costs Z3 stack, not us; this much is reserved, and used only when needed.
const STACK: usize = 1 << 29;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    // The z3 crate logs every term it makes.
    let filter = env_logger::Env::default().default_filter_or("warn,z3=warn");
    env_logger::Builder::from_env(filter)
        .format(|out, record| writeln!(out, "alphorn: {}: {}", record.level().as_str().to_lowercase(), record.args()))
        .init();
    let args = Args::parse();
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
    watch::watch(&stop, &output, args.timeout, args.memory);
    progress::show(&observer, &output);
    let worker =
        thread::Builder::new().stack_size(STACK).spawn(move || Session::new(args, observer, stop, output).run());
    match worker.map(|worker| worker.join()) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("alphorn: cannot start: {error}");
            ExitCode::FAILURE
        }
    }
}
