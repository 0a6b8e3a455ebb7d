//! Hoice's options.

use super::{Call, seconds, set_file, version};
use crate::{
    cli::args::{Args, StatisticsFormat},
    witness::dialect::{ModelDialect, ProofDialect},
};

const HELP: &str = "Alphorn in the style of Hoice: hoice [options] [file]; without a file it reads standard input
  -t, --timeout S   time for the whole run
  --stats on        statistics
  -v                say more on standard error
  --version  -h     the version; this text
  Other options of Hoice, which all take a value, are accepted and have no effect.";

pub(super) fn read(mut args: Args, words: &[&str]) -> Result<Call, Call> {
    args.model_format = ModelDialect::Hoice;
    args.proof_format = ProofDialect::Steps;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, stated) = match word.split_once('=') {
            Some((name, value)) if name.starts_with('-') => (name, Some(value)),
            _ => (*word, None),
        };
        let mut value = || match stated.or_else(|| words.next().copied()) {
            Some(value) => Ok(value),
            None => Err(Call::Wrong(format!("{name} needs a value\n{HELP}"))),
        };
        match name {
            "-t" | "--timeout" => {
                let limit = seconds(name, value()?)?;
                // As for Hoice, 0 means no limit.
                args.timeout = (!limit.is_zero()).then_some(limit);
            }
            "--stats" | "-s" => args.statistics = (value()? == "on").then_some(StatisticsFormat::Text),
            "-v" => args.style.verbosity += 1,
            "-q" => args.style.verbosity = 0,
            "--version" | "-V" => return Ok(version("Hoice")),
            "-h" | "--help" => return Ok(Call::Say(HELP.into())),
            _ if name.starts_with("--") => {
                let value = value()?;
                args.style.notes.push(format!("{name} {value}"));
            }
            _ if name.starts_with('-') && name.len() > 1 => {
                return Err(Call::Wrong(format!("unknown option {name}\n{HELP}")));
            }
            file => set_file(&mut args, file)?,
        }
    }
    Ok(Call::Run(Box::new(args)))
}
