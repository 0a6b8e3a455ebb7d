//! Which commands that are left out stand in the way of a question, and until when.

use super::*;
use crate::smtlib::{Command, Source};

/// Plays a script; for each question the name and line of the command that stands in the way, or a dash.
fn play(script: &str) -> Vec<String> {
    let source = Source::whole("test", script);
    let (mut terms, mut reader, mut scopes, mut found) = (Terms::new(), Reader::new(), Scopes::new(), Vec::new());
    loop {
        let command = match reader.next(&mut terms, &source) {
            Ok(Some(command)) => command,
            Ok(None) => return found,
            Err(error) => {
                let refused = reader.refused().unwrap();
                scopes.refuse(Refusal { refused, error });
                continue;
            }
        };
        match command.command {
            Command::Push(n) => scopes.push(n),
            Command::Pop(n) => scopes.pop(n, reader.keeps_declarations()),
            Command::Reset => scopes.reset(),
            Command::ResetAssertions => scopes.reset_assertions(reader.keeps_declarations()),
            Command::CheckSat => found.push(match scopes.problem(&mut terms, &reader, &[], command.span) {
                Err(obstacle) => match *obstacle {
                    Obstacle::Refused(refusal) => refusal.tell(script).split(" was").next().unwrap().to_string(),
                    Obstacle::Outside(error) => error.message,
                },
                Ok(_) => "-".into(),
            }),
            _ => {}
        }
    }
}

#[track_caller]
fn plays(script: &str, expected: &[&str]) {
    let told: Vec<String> = play(script)
        .into_iter()
        .map(|t| t.replace("the command ", "").replace(" at line 1 column ", " ").replace('`', ""))
        .collect();
    assert_eq!(told, expected, "{script}");
}

#[test]
fn a_scope_is_healed_by_leaving_it() {
    plays("(push)(assert x)(check-sat)(pop)(check-sat)", &["assert 7", "-"]);
    plays("(assert x)(push)(check-sat)(pop)(check-sat)", &["assert 1", "assert 1"]);
    plays("(push)(push)(declare-fun f)(pop)(check-sat)(pop)", &["-"]);
    plays("(push 2)(frob 1)(pop 1)(check-sat)", &["-"]);
    plays("(assert x)(reset-assertions)(check-sat)", &["-"]);
    plays("(assert x)(reset)(check-sat)", &["-"]);
}

#[test]
fn a_global_declaration_outlives_its_scope() {
    let global = "(set-option :global-declarations true)(push)(declare-fun f)(pop)(check-sat)";
    let script = format!("{global}(reset-assertions)(check-sat)(reset)(check-sat)");
    plays(&script, &["declare-fun 45", "declare-fun 45", "-"]);
    plays("(set-option :global-decls true)(push)(assert x)(pop)(check-sat)", &["-"]);
}

#[test]
fn where_scopes_are_uncertain_no_pop_helps() {
    plays("(push)(pop 2)(pop)(check-sat)(reset-assertions)(check-sat)", &["pop 7", "-"]);
    plays("(push)(push -1)(pop)(check-sat)(reset)(check-sat)", &["push 7", "-"]);
    plays("(push) x (pop)(check-sat)", &["x 8"]);
    plays("(push))(pop)(check-sat)", &[") 7"]);
    plays("(push)(assert #q)(pop)(check-sat)", &["-"]);
    plays("(set-option :global-declarations yes)(push)(pop)(check-sat)", &["set-option 1"]);
}

#[test]
fn what_only_asks_does_no_harm() {
    plays("(frob)(get-value ())(echo)(check-sat 1)(set-info)(exit 1)(set-option :timeout)(check-sat)", &["-"]);
}
