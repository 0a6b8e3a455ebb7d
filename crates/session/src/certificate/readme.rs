//! The page of a certificate that people read.

use super::{Kind, Manifest};

/// The text of `README.md`.
pub(super) fn write(manifest: &Manifest) -> String {
    let Manifest { input, sha256, question, verdict, kind, obligations } = manifest;
    let count = obligations.len();
    let (claim, evidence, meaning) = match kind {
        Kind::Solution => (
            "*false* cannot be derived from the clauses",
            "`model.smt2` gives each predicate a formula",
            "Each obligation is one clause with these formulas put in for the predicates, its variables named and negated: \
             `unsat` means that the clause holds.",
        ),
        Kind::Derivation => (
            "*false* can be derived from the clauses",
            "`derivation.json` gives the steps, each with the clause, the values of its variables and the earlier steps that \
             it follows from",
            "Each obligation is one step: the clause's instance, the facts before it, and the negation of the fact after it. \
             `unsat` means that the step is right, whatever the predicates mean. The last step derives *false*.",
        ),
    };
    format!(
        "# Certificate: `{verdict}`\n\n\
         The claim: {claim} of `{input}` (SHA-256 `{sha256}`) that are in force at byte {question}, so that \
         the answer there is `{verdict}`.\n\n\
         The evidence: {evidence}.\n\n\
         {meaning}\n\n\
         ## Checking it\n\n\
         Any SMT-LIB solver answers `unsat` to each of the {count} scripts in `obligations/`:\n\n\
         \x20   for f in obligations/*.smt2; do z3 \"$f\"; done\n\n\
         That the scripts are about the input and not about something else is checked by\n\n\
         \x20   alphorn verify DIR FILE --with \"cvc5 --incremental\"\n\n\
         or, without any program of ours that has solved it, by `scripts/check_certificate.py DIR FILE`, which reads the input \
         and the evidence and makes the obligations again by itself.\n"
    )
}
