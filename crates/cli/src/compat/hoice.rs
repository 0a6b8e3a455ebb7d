//! Hoice's options.

use super::{Call, seconds, set_file, version};
use crate::args::{Args, StatisticsFormat};
use alphorn_session::dialect::{ModelDialect, ProofDialect};
use std::path::Path;

const HELP: &str = "Alphorn in the style of Hoice: hoice [options] [file]; without a file it reads standard input
  -t, --timeout S   time for the whole run
  --stats on        statistics
  --check FILE      check the model in this file, as Hoice has written it, in place of solving
  -v  -q            say more, less on standard error
  --version  -h     the version; this text
  Other options of Hoice, which all take a value, are accepted and have no effect; what it does not have is refused.";

/// Hoice's options for its own strategies, and for what it writes beside the answer; each takes a value.
const STRATEGIES: [&str; 56] = [
    "--add_synth",
    "--arg_red",
    "--assistant",
    "--bias_cexs",
    "--bias_only",
    "--cfg_red",
    "--check_eld",
    "--check_simpl",
    "--clever_split",
    "--color",
    "--complete",
    "--dump_pred_dep",
    "--dump_preproc",
    "--eld_cex",
    "--fun_preds",
    "--gain_pivot",
    "--gain_pivot_inc",
    "--gain_pivot_mod",
    "--gain_pivot_synth",
    "--infer",
    "--lhs_synth",
    "--log_preproc",
    "--log_smt",
    "--max_bias",
    "--mine_conjs",
    "--mult_unroll",
    "--one_lhs",
    "--one_lhs_full",
    "--one_rhs",
    "--one_rhs_full",
    "--out_dir",
    "--partial",
    "--preproc",
    "--prune_terms",
    "--pure_synth",
    "--qual_bias",
    "--qual_print",
    "--qual_step",
    "--qual_synth_step",
    "--rand_split",
    "--reduction",
    "--restart",
    "--simple_gain_ratio",
    "--smt_learn",
    "--smt_log",
    "--sort_preds",
    "--split",
    "--split_sort",
    "--split_step",
    "--split_strengthen",
    "--step",
    "--teach_step",
    "--term_simpl",
    "--unroll",
    "--unsat_cores",
    "--z3",
];

/// The same in short.
const SHORT: [&str; 3] = ["-c", "-o", "-i"];

/// The exit code of Hoice's reader of arguments.
fn refused(message: &str) -> Call {
    Call::refused(format!("error: {message}\n{HELP}"), 1)
}

pub(super) fn read(mut args: Args, words: &[&str]) -> Result<Call, Call> {
    args.model_format = ModelDialect::Hoice;
    args.proof_format = ProofDialect::Steps;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, stated) = match word.split_once('=') {
            Some((name, value)) if name.starts_with('-') => (name, Some(value)),
            _ => glued(word),
        };
        let mut value = || match stated.or_else(|| words.next().copied()) {
            Some(value) => Ok(value),
            None => Err(refused(&format!("{name} needs a value"))),
        };
        match name {
            "-t" | "--timeout" => {
                let limit = seconds(name, value()?).map_err(|why| refused(&why))?;
                // As for Hoice, 0 means no limit.
                args.timeout = (!limit.is_zero()).then_some(limit);
            }
            "--stats" | "-s" => args.statistics = (value()? == "on").then_some(StatisticsFormat::Text),
            "--check" => args.style.check = Some(value()?.into()),
            "-v" => {
                // Some versions take a number; a file that is there is none.
                let is_number = |word: &&&str| word.parse::<u32>().is_ok() && !Path::new(word).exists();
                match words.clone().next().filter(is_number) {
                    Some(number) => {
                        args.style.verbosity = number.parse().unwrap_or_default();
                        words.next();
                    }
                    None => args.style.verbosity += 1,
                }
            }
            _ if name.len() > 2 && name.strip_prefix('-').is_some_and(|vs| vs.bytes().all(|byte| byte == b'v')) => {
                args.style.verbosity += name.len() as u32 - 1;
            }
            "--" => {
                for file in words.by_ref() {
                    set_file(&mut args, file).map_err(|why| refused(&why))?;
                }
            }
            "-q" => args.style.verbosity = args.style.verbosity.saturating_sub(1),
            "--version" | "-V" => return Ok(version("Hoice")),
            "-h" | "--help" => return Ok(Call::Say(HELP.into())),
            _ if STRATEGIES.contains(&name) || SHORT.contains(&name) => {
                let value = value()?;
                args.style.notes.push(format!("{name} {value}"));
            }
            _ if name.starts_with('-') && name.len() > 1 => {
                return Err(refused(&format!("Found argument '{name}' which wasn't expected")));
            }
            file => set_file(&mut args, file).map_err(|why| refused(&why))?,
        }
    }
    Ok(Call::Run(Box::new(args)))
}

/// `-t10` is `-t 10`.
fn glued(word: &str) -> (&str, Option<&str>) {
    match word.split_at_checked(2) {
        Some((option @ ("-t" | "-s" | "-c" | "-o" | "-i"), value)) if !value.is_empty() => (option, Some(value)),
        _ => (word, None),
    }
}
