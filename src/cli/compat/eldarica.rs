//! Eldarica's options.

use super::{Call, seconds, set_file, version};
use crate::{
    cli::args::Args,
    witness::dialect::{ModelDialect, ProofDialect},
};

const HELP: &str = "Alphorn in the style of Eldarica: eld [options] [file]
  -in, -hsmt     read SMT-LIB from standard input; from the file
  -ssol  -sol    print solutions as SMT-LIB; as clauses
  -cex   -scex   print counterexamples; as SMT-LIB
  -t:S           time for the whole run
  -version  -h   the version; this text
  Options that choose among Eldarica's own strategies are accepted and have no effect.";

/// Languages that Eldarica reads and Alphorn does not.
const OTHER_INPUT: [&str; 4] = ["hin", "princess", "conc", "pngNo"];

pub(super) fn read(mut args: Args, words: &[&str]) -> Result<Call, Call> {
    args.model_format = ModelDialect::Eldarica;
    args.proof_format = ProofDialect::Eldarica;
    // Eldarica prints what its options ask for, whatever the script asks.
    args.style.mute = true;
    for word in words {
        let Some(option) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
            set_file(&mut args, word)?;
            continue;
        };
        let option = option.trim_start_matches('-');
        let (name, value) = option.split_once(':').unwrap_or((option, ""));
        match name {
            "in" | "hsmt" | "horn" | "assert" | "verifySolutions" => {}
            "ssol" => args.style.show_model = true,
            "sol" => {
                args.style.show_model = true;
                args.model_format = ModelDialect::Prolog;
            }
            "cex" => args.style.show_proof = true,
            "scex" => {
                args.style.show_proof = true;
                args.proof_format = ProofDialect::EldaricaSmt;
            }
            "t" => args.timeout = Some(seconds(word, value)?),
            "version" => return Ok(version("Eldarica")),
            "h" | "help" => return Ok(Call::Say(HELP.into())),
            _ if OTHER_INPUT.contains(&name) => return Err(Call::Wrong(format!("{word} is not supported\n{HELP}"))),
            _ => args.style.notes.push((*word).into()),
        }
    }
    Ok(Call::Run(Box::new(args)))
}
