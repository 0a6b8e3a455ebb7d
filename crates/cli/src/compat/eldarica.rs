//! Eldarica's options.

use super::{Call, Wrong, seconds, version};
use crate::args::Args;
use alphorn_session::dialect::{ModelDialect, ProofDialect};

const HELP: &str = "Alphorn in the style of Eldarica: eld [options] [file]
  -in, -hsmt     read SMT-LIB from standard input; from the file
  -ssol  -sol    print solutions as SMT-LIB; as clauses
  -cex   -scex   print counterexamples; as SMT-LIB
  -t:S           time for the whole run
  -version  -h   the version; this text
  Options that choose among Eldarica's own strategies are accepted and have no effect; others are refused.";

/// Options of Eldarica's own strategies and of what it writes beside the answer.
const STRATEGIES: [&str; 58] = [
    "abstract",
    "abstractPO",
    "abstractTO",
    "array",
    "arrayQuans",
    "bip",
    "cloneArrays",
    "dinf",
    "dinq",
    "disj",
    "dnoc",
    "dotCEX",
    "dtree",
    "dynac",
    "eogCEX",
    "f",
    "fullLBE",
    "glb",
    "heapModel",
    "hints",
    "hornInterpolate",
    "interpolate",
    "intPrincess",
    "lbe",
    "log",
    "logPreds",
    "logSimplified",
    "logSimplifiedSMT",
    "m",
    "minHints",
    "n",
    "noIntervals",
    "noSlicing",
    "noVarCopies",
    "nSolverThreads",
    "p",
    "pHints",
    "pIntermediate",
    "pngNo",
    "portfolio",
    "postHints",
    "pPredicates",
    "princess",
    "pStats",
    "qualifiedSol",
    "rsh",
    "solutionReconstruction",
    "sp",
    "splitClauses",
    "stac",
    "statistics",
    "sym",
    "symDepth",
    "tem",
    "templates",
    "trace",
    "unap",
    "verifyInterpolants",
];

/// Eldarica says what is wrong on standard output, and ends with 0.
fn refused(message: &str) -> Call {
    let out = format!("{HELP}\n\n{}", crate::reply::error(message));
    Call::Wrong(Wrong { out: Some(out), message: format!("alphorn: {message}"), code: 0 })
}

pub(super) fn read(mut args: Args, words: &[&str]) -> Result<Call, Call> {
    args.model_format = ModelDialect::Eldarica;
    args.proof_format = ProofDialect::Eldarica;
    // Eldarica prints what its options ask for, whatever the script asks.
    args.style.mute = true;
    for word in words {
        let Some(option) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
            // The last file counts, as for Eldarica.
            args.file = Some(word.into());
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
            "t" => args.timeout = Some(seconds(word, value).map_err(|why| refused(&why))?),
            "version" => return Ok(version("Eldarica")),
            "h" | "help" => return Ok(Call::Say(HELP.into())),
            _ if STRATEGIES.contains(&name) => args.style.notes.push((*word).into()),
            _ => return Err(refused(&format!("unrecognized option '{word}'"))),
        }
    }
    Ok(Call::Run(Box::new(args)))
}
