//! The subcommands: certificates, explanations, coverage and bounds.

use super::{
    args::{Args, Solving, StatisticsFormat, Task},
    exit,
    output::Output,
};
use alphorn_engines::forward::Learning;
use alphorn_run::stop::Stop;
use alphorn_session::{
    api::{Config, Outcome, Question},
    bound,
    certificate::{certify, verify},
    cover,
    dialect::restate,
    explain::Explanation,
};
use clap::CommandFactory;
use std::{fs, path::Path, time::Duration};

/// Time for a solver to decide one obligation, unless the command line has another.
const OBLIGATION: Duration = Duration::from_secs(60);

/// Runs a subcommand; the error is for people.
pub(super) fn run(task: &Task, args: &Args, stop: &Stop, output: &Output) -> Result<u8, String> {
    let say = |text: String| output.print(text.strip_suffix('\n').unwrap_or(&text));
    match task {
        Task::Certify { file, output: folder, question, solving } => {
            let (question, outcome) = solve(file, *question, solving, args, stop)?;
            let manifest =
                certify(&question, &file.display().to_string(), &outcome, folder).map_err(|error| error.to_string())?;
            say(manifest.verdict.to_string());
            eprintln!("alphorn: {}: {} obligations", folder.display(), manifest.obligations.len());
            Ok(exit::ANSWERED)
        }
        Task::Verify { folder, file, with } => {
            let timeout = args.timeout.unwrap_or(OBLIGATION);
            let verification =
                verify(folder, file, &read(file)?, with, timeout, stop).map_err(|error| error.to_string())?;
            say(verification.to_string());
            Ok(if verification.holds() { exit::ANSWERED } else { exit::REJECTED })
        }
        Task::Explain { file, html, json, question, solving } => {
            let (question, outcome) = solve(file, *question, solving, args, stop)?;
            let name = file.display().to_string();
            let explanation = Explanation::new(&name, &question, &outcome);
            match json {
                true => say(format!("{:#}", explanation.json())),
                false => say(explanation.text()),
            }
            if let Some(path) = html {
                fs::write(path, explanation.html()).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            Ok(exit::ANSWERED)
        }
        Task::Restate { file, question } => {
            let none = || format!("{}: there is no question {question}", file.display());
            let source = read(file)?;
            // What is restated must not say less than the script, so a command that is left out is told as everywhere.
            Question::read_nth(&source, *question).map_err(|error| error.to_string())?;
            say(restate(&source, *question).ok_or_else(none)?);
            Ok(exit::ANSWERED)
        }
        Task::Cover { file, predicate, no_learning, back_edges, format, tests, proof, question } => {
            let mut question = Question::read_nth(&read(file)?, *question).map_err(|error| error.to_string())?;
            let options = cover::Options {
                predicates: predicate.clone(),
                learning: if *no_learning { Learning::Nothing } else { Learning::Interpolants },
                most_back_edges: *back_edges,
                timeout: args.timeout,
                stop: stop.clone(),
            };
            let coverage = cover::cover(&mut question, &options).map_err(|error| error.to_string())?;
            match format {
                StatisticsFormat::Json => say(format!("{:#}", coverage.json())),
                StatisticsFormat::Text => say(coverage.text(*tests, *proof)),
            }
            Ok(exit::ANSWERED)
        }
        Task::Bound { file, predicate, argument, format, question, solving } => {
            let mut question = Question::read_nth(&read(file)?, *question).map_err(|error| error.to_string())?;
            let bound = bound::bound(&mut question, predicate, *argument, &config(args, solving, stop))
                .map_err(|error| error.to_string())?;
            match format {
                StatisticsFormat::Json => say(format!("{:#}", bound.json())),
                StatisticsFormat::Text => say(bound.text()),
            }
            Ok(exit::ANSWERED)
        }
        Task::Manual { folder: Some(folder) } => {
            let pages = clap_mangen::generate_to(Args::command(), folder);
            pages.map(|()| exit::ANSWERED).map_err(|error| format!("{}: {error}", folder.display()))
        }
        Task::Manual { folder: None } => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Args::command()).render(&mut page).map_err(|error| error.to_string())?;
            say(String::from_utf8_lossy(&page).into_owned());
            Ok(exit::ANSWERED)
        }
        Task::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Args::command(), "alphorn", &mut script);
            say(String::from_utf8_lossy(&script).into_owned());
            Ok(exit::ANSWERED)
        }
    }
}

fn solve(
    file: &Path,
    question: usize,
    solving: &Solving,
    args: &Args,
    stop: &Stop,
) -> Result<(Question, Outcome), String> {
    let mut question = Question::read_nth(&read(file)?, question).map_err(|error| error.to_string())?;
    let outcome = question.solve(&config(args, solving, stop));
    Ok((question, outcome))
}

fn config(args: &Args, solving: &Solving, stop: &Stop) -> Config {
    Config {
        engine: args.engine.clone(),
        timeout: args.timeout,
        passes: args.transform.clone(),
        features: solving.features(),
        portfolio: args.portfolio(),
        check_with: solving.check_with.clone(),
        stop: stop.clone(),
    }
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}
