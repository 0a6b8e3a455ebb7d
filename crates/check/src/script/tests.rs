use super::*;

/// The names of the predicates and the assertions at the last command of `source`.
fn at_end(source: &str) -> Result<(Vec<String>, Vec<String>), Failure> {
    let question = source.rfind('(').unwrap() as u32;
    let script = Script::read(source, question)?;
    let names = script.world.names.predicates().map(|p| script.world.names.function(p).name.to_string()).collect();
    Ok((names, script.assertions.into_iter().map(|assertion| assertion.text).collect()))
}

#[track_caller]
fn refused(source: &str, reason: &str) {
    let failure = at_end(&format!("{source}(check-sat)")).unwrap_err().to_string();
    assert!(failure.contains(reason), "{source}: {failure}");
}

#[test]
fn pop_takes_back_declarations_and_assertions() {
    let source =
        "(declare-fun P () Bool)(push)(declare-fun Q () Bool)(assert Q)(push 2)(pop 2)(pop 1)(assert P)(check-sat)";
    assert_eq!(at_end(source).unwrap(), (vec!["P".into()], vec!["(assert P)".into()]));
    let global = format!("(set-option :global-declarations true){source}");
    assert_eq!(at_end(&global).unwrap(), (vec!["P".into(), "Q".into()], vec!["(assert P)".into()]));
    refused("(push 1)(pop 2)", "more levels");
    let sorts = "(push)(declare-fun P (Int) Bool)(pop)(declare-fun P (Real Real) Bool)(assert (P 0.5 1))(check-sat)";
    assert!(at_end(sorts).is_ok());
}

#[test]
fn resets_take_back_everything() {
    let (names, assertions) = at_end("(declare-fun P () Bool)(push 1)(assert P)(reset-assertions)(check-sat)").unwrap();
    assert!(names.is_empty() && assertions.is_empty());
    let global = "(set-option :global-declarations true)(declare-fun P () Bool)(assert P)";
    let (names, assertions) = at_end(&format!("{global}(reset-assertions)(check-sat)")).unwrap();
    assert!(names.len() == 1 && assertions.is_empty());
    let (names, _) = at_end(&format!("{global}(reset)(check-sat)")).unwrap();
    assert!(names.is_empty());
}

#[test]
fn predicates_are_what_returns_bool() {
    let source = "(define-sort A () Bool)(define-sort B () A)(define-sort C (X) Bool)
        (declare-fun P (Int) B)(declare-const |q| Bool)(declare-fun f (Int) Int)(declare-rel r (Int))
        (declare-fun s () (C Int))(check-sat)";
    assert_eq!(at_end(source).unwrap().0, ["P", "q", "r", "s"]);
}

#[test]
fn a_refused_command_counts_until_a_pop_takes_it_back() {
    refused("(declare-fun P () Bool)(assert (P 1))(assert P)", "P has 0 arguments");
    let healed = "(declare-fun P () Bool)(push)(assert (P 1))(pop)(assert P)(check-sat)";
    assert_eq!(at_end(healed).unwrap().1.len(), 1);
    refused("(push)(declare-fun not (Bool) Bool)(push)(pop)", "standard");
}

#[test]
fn what_a_refused_command_might_have_done_lasts_as_long_as_it_would() {
    for option in [":global-declarations", ":global-decls"] {
        let global = format!("(set-option {option} true)(push)(declare-fun not (Bool) Bool)(pop)");
        refused(&global, "standard");
        refused(&format!("{global}(reset-assertions)"), "standard");
        assert!(at_end(&format!("{global}(reset)(check-sat)")).is_ok());
    }
    for scopes in ["(push)(push x)(pop)", "(push)(pop x)(pop)", "(push)(reset x)(pop)", "(push)word(pop)"] {
        assert!(at_end(&format!("{scopes}(check-sat)")).is_err(), "{scopes}");
        assert!(at_end(&format!("{scopes}(reset-assertions)(check-sat)")).is_ok(), "{scopes}");
    }
}

#[test]
fn commands_that_are_not_known_or_ill_formed_are_refused() {
    for (source, reason) in [
        ("(declare-codatatype T ((c)))", "does not know"),
        ("(exit)", "no checking command"),
        ("(assert true false)", "command assert"),
        ("(assert 1)", "expected the sort Bool"),
        ("(assert y)", "unknown symbol y"),
        ("(assert (! true))", "not a term"),
        ("(assert (forall ((x Int)(x Int)) true))", "bound twice"),
        ("(assert (let ((x 1)(x 2)) true))", "bound twice"),
        ("(assert (let ((x 1) (y x)) true))", "unknown symbol x"),
        ("(declare-fun P (Foo) Bool)", "unknown sort"),
        ("(declare-fun let () Bool)", "expected a name"),
        ("(declare-fun P (Int) Bool)(declare-fun P (Int) Bool)", "declared already"),
        ("(define-fun not ((x Bool)) Bool false)", "standard"),
        ("(define-fun |and| ((x Bool)) Bool false)", "standard"),
        ("(define-sort Int () Bool)", "Int is a sort"),
        ("(declare-sort |Bool| 0)", "Bool is a sort"),
        ("(declare-datatype Real ((r)))", "Real is a sort"),
        ("(declare-datatype D ((true)))", "standard"),
        ("(declare-datatype D ((c (select Int))))", "standard"),
        ("(declare-datatype D ((c (c Int))))", "declared already"),
        ("(declare-datatype D ((c (s D))))", "no finite value"),
        ("(declare-datatypes ((D 1)) (((c))))", "arguments"),
        ("(declare-var x Int)(assert (= x 1))", "may not be used"),
        ("(define-fun f () Int true)", "expected the sort Int"),
        ("(define-fun f ((x Int) (x Int)) Int 1)", "twice"),
        ("(define-fun f () Bool f)", "unknown symbol f"),
        ("(define-fun-rec f ((x Int)) Bool (f x))(assert (f 1))", "f"),
        ("(declare-fun P () Bool)(assert (! P :named P))", "declared already"),
        ("(declare-sort U 1)", "declare-sort"),
    ] {
        refused(source, reason);
    }
    assert!(at_end("(define-fun-rec f ((x Int)) Int (+ 1 (f x)))(define-fun-rec g () Int 1)(check-sat)").is_ok());
    assert!(
        at_end("(declare-fun iff (Int) Bool)(declare-fun |let| () Bool)(declare-fun Int () Bool)(check-sat)").is_ok()
    );
}
