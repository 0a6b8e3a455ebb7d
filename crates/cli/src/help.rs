//! What `(help)` says about the commands of a script.

/// Commands as they are written, and what they do.
const COMMANDS: &[(&str, &str)] = &[
    ("(assert <formula>)", "state a clause"),
    ("(check-sat)", "is there a solution?"),
    ("(check-sat-assuming (<formula>*))", "is there a solution, when these hold too?"),
    ("(check-sat-using <tactic>)", "as check-sat; the tactic is not looked at"),
    ("(declare-const <name> <sort>)", "declare a constant"),
    ("(declare-datatype <name> <definition>)", "declare a datatype"),
    ("(declare-datatypes (<name and arity>+) (<definition>+))", "declare datatypes together"),
    ("(declare-fun <name> (<sort>*) <sort>)", "declare a predicate"),
    ("(declare-rel <name> (<sort>*))", "declare a relation of the rule dialect"),
    ("(declare-sort <name> 0)", "declare a sort"),
    ("(declare-var <name> <sort>)", "declare a variable of rules and queries"),
    ("(define-const <name> <sort> <term>)", "name a term"),
    ("(define-fun <name> (<parameter>*) <sort> <term>)", "define a function"),
    ("(define-fun-rec <name> (<parameter>*) <sort> <term>)", "as define-fun; it may not be used if it is recursive"),
    ("(define-funs-rec (<function>+) (<term>+))", "as define-fun-rec, for several"),
    ("(define-sort <name> (<parameter>*) <sort>)", "name a sort"),
    ("(display <term>)", "print a term"),
    ("(echo <string>)", "print a text"),
    ("(eval <term>)", "the value of a term in the solution"),
    ("(exit)", "end"),
    ("(get-assertions)", "what is asserted"),
    ("(get-assignment)", "the named assertions, true in the solution"),
    ("(get-info <keyword>)", "about the last answer, or the program"),
    ("(get-model)", "the solution"),
    ("(get-option <keyword>)", "the value of an option"),
    ("(get-proof)", "the derivation"),
    ("(get-unsat-core)", "the names of the assertions that the derivation uses"),
    ("(get-value (<term>+))", "values of terms in the solution"),
    ("(help <command>*)", "this text"),
    ("(pop <number>?)", "close scopes"),
    ("(push <number>?)", "open scopes"),
    ("(query <goal>)", "can this be derived?"),
    ("(reset)", "start anew"),
    ("(reset-assertions)", "drop all assertions"),
    ("(rule <formula> <name>?)", "state a clause over the declared variables"),
    ("(set-info <keyword> <value>)", "note something"),
    ("(set-logic <name>)", "note the logic; it is seen from the clauses"),
    ("(set-option <keyword> <value>)", "set an option"),
    ("(simplify <term>)", "a simpler term that means the same"),
];

/// The commands of these names, or all.
pub(super) fn of(names: &[String]) -> Result<String, String> {
    let is_named = |usage: &str, name: &str| usage[1..].trim_end_matches(')').split(' ').next() == Some(name);
    if let Some(unknown) = names.iter().find(|name| !COMMANDS.iter().any(|(usage, _)| is_named(usage, name))) {
        return Err(format!("unknown command {unknown}"));
    }
    let wanted = |usage: &&(&str, &str)| names.is_empty() || names.iter().any(|name| is_named(usage.0, name));
    let lines = COMMANDS.iter().filter(wanted).map(|(usage, what)| format!(" {usage}\n    {what}\n"));
    Ok(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::smtlib::COMMANDS as READ;

    #[test]
    fn every_command_that_is_read_is_explained() {
        for name in READ {
            assert!(of(&[name.to_string()]).is_ok_and(|text| text.lines().count() == 2), "{name}");
        }
        assert_eq!(COMMANDS.len(), READ.len());
        assert!(of(&["no-such".into()]).is_err());
    }
}
