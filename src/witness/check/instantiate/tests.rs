use super::*;
use crate::smtlib::sexpr::Sexprs;

/// Instantiates the variables of these names (each bound once) in the first command of `source`.
fn instance(source: &str, names: &[&'static str]) -> Result<String, String> {
    let source = format!("{source}(check-sat)");
    let commands = Sexprs::read(&source).unwrap();
    let script = Script::read(&commands, source.rfind('(').unwrap() as u32).unwrap();
    let given = names.iter().map(|name| (source.find(&format!("({name} ")).unwrap() as u32 + 1, *name)).collect();
    let instance = instantiate(&script.assertions[0], &script, Choice::Given(&given), "$")?;
    assert_eq!(instance.parameters.len(), names.len());
    let body = names.iter().fold(instance.body, |body, name| {
        let offset = source.find(&format!("({name} ")).unwrap() as u32 + 1;
        body.replace(&parameter("$", offset), "_")
    });
    Ok(body.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn universal_quantifiers_become_lets_and_others_stay() {
    let cases = [
        ("(assert (forall ((x Int) (y Int)) (P x y)))", &["x", "y"][..], "(let ((x _)(y _)) (P x y))"),
        ("(assert (not (exists ((x Int)) (P x))))", &["x"], "(not (let ((x _)) (P x)))"),
        ("(assert (let ((a (exists ((x Int)) (P x)))) (not a)))", &["x"], "(let ((a (let ((x _)) (P x)))) (not a))"),
        ("(assert (=> (exists ((x Int)) (P x)) (forall ((y Int)) Q)))", &["y"], "(=> false (let ((y _)) Q))"),
        ("(assert (ite c (forall ((x Int)) (P x)) q))", &["x"], "(ite c (let ((x _)) (P x)) q)"),
        ("(assert (exists ((x Int)) (P x)))", &[], "(exists ((x Int)) (P x))"),
        ("(assert (exists ((x Int)) (forall ((y Int)) (P x y))))", &["y"], "(exists ((x Int)) (let ((y _)) (P x y)))"),
        (
            "(assert (and(forall ((x Int)) p)(forall ((y Int)) q)r(forall ((z Int)) s)))",
            &["y"],
            "(and true (let ((y _)) q)r true )",
        ),
        ("(assert (or(! (not p) :named n)q))", &[], "(or (not p) q)"),
        ("(assert (= p (forall ((x Int)) q)))", &[], "(= p (forall ((x Int)) q))"),
    ];
    for (source, names, expected) in cases {
        assert_eq!(instance(source, names).as_deref(), Ok(expected), "{source}");
    }
}

#[test]
fn other_quantifiers_may_not_be_instantiated() {
    for (source, names) in [
        ("(assert (exists ((x Int)) (P x)))", &["x"][..]),
        ("(assert (not (forall ((x Int)) (P x))))", &["x"]),
        ("(assert (= p (forall ((x Int)) (P x))))", &["x"]),
        ("(assert (xor p (forall ((x Int)) (P x))))", &["x"]),
        ("(assert (ite (forall ((x Int)) (P x)) p q))", &["x"]),
        ("(assert (let ((a (forall ((x Int)) (P x)))) (and a (not a))))", &["x"]),
        ("(assert (let ((a (forall ((x Int)) (P x)))) (Q a)))", &["x"]),
        ("(assert (let ((a (forall ((x Int)) (P x)))) q))", &["x"]),
        ("(assert (let ((a (forall ((x Int)) (P x)))) (let ((b a)) (not b))))", &["x"]),
        ("(assert (forall ((x Int) (y Int)) (P x y)))", &["x"]),
        ("(assert (forall ((x Int)) (forall ((y Int)) (P x y))))", &["y"]),
    ] {
        assert!(instance(source, names).is_err(), "{source}");
    }
}

#[test]
fn the_outermost_are_all_instantiated_and_nothing_is_lost() {
    for (source, expected) in [
        (
            "(assert (forall ((x Int)) (=> (forall ((y Int)) (P y)) (forall ((z Int)) (P z)))))",
            "(let ((x _)) (=> (forall ((y Int)) (P y)) (let ((z _)) (P z))))",
        ),
        (
            "(assert (and (forall ((x Int)) (P x)) (forall ((y Int)) (P y))))",
            "(and (let ((x _)) (P x)) (let ((y _)) (P y)))",
        ),
        ("(assert (exists ((x Int)) (forall ((y Int)) (P y))))", "(exists ((x Int)) (forall ((y Int)) (P y)))"),
        (
            "(assert (and (exists ((x Int)) (P x)) (forall ((y Int)) (P y))))",
            "(and (exists ((x Int)) (P x)) (let ((y _)) (P y)))",
        ),
    ] {
        let source = format!("{source}(check-sat)");
        let commands = Sexprs::read(&source).unwrap();
        let script = Script::read(&commands, source.rfind('(').unwrap() as u32).unwrap();
        let instance = instantiate(&script.assertions[0], &script, Choice::Outermost, "$").unwrap();
        let names = instance.parameters.keys().map(|offset| parameter("$", *offset));
        assert_eq!(names.fold(instance.body, |body, name| body.replace(&name, "_")), expected);
    }
}

#[test]
fn an_inner_binding_hides_an_outer_one() {
    let source = "(assert (let ((a (exists ((x Int)) p))) (not (let ((a q)) a))))";
    assert!(instance(source, &["x"]).is_err());
    let source = "(assert (let ((a (exists ((x Int)) p))) (or (let ((a q)) a) (not a))))";
    assert_eq!(instance(source, &["x"]).unwrap(), "(let ((a (let ((x _)) p))) (or (let ((a q)) a) (not a)))");
}

#[test]
fn rules_and_queries_are_closed_over_their_variables() {
    let declarations = "(declare-var x Int)(declare-var y Int)";
    let rule = format!("{declarations}(rule (=> (P x) (forall ((y Int)) (Q y))) r)");
    assert_eq!(instance(&rule, &[]).unwrap_err(), "the variable x has no value");
    let commands = format!("{declarations}(query (P x))");
    let all = Sexprs::read(&commands).unwrap();
    let script = Script::read(&all, commands.rfind("(query").unwrap() as u32).unwrap();
    let given = [(13, "x")].into_iter().collect();
    let instance = instantiate(&script.assertions[0], &script, Choice::Given(&given), "$").unwrap();
    assert_eq!(instance.body, "(let ((x $v13)) (not (P x)))");
    let other = [(13, "x"), (32, "y")].into_iter().collect();
    assert!(instantiate(&script.assertions[0], &script, Choice::Given(&other), "$").is_err());
}

#[test]
fn deep_lets_cost_no_stack() {
    let depth = 60_000;
    let mut source = "(assert ".to_string();
    for i in 0..depth {
        let value = if i == 0 { "(exists ((x Int)) (P x))".to_string() } else { format!("a{}", i - 1) };
        let _ = write!(source, "(let ((a{i} {value})) ");
    }
    let _ = write!(source, "(not a{}){})", depth - 1, ")".repeat(depth));
    assert!(instance(&source, &["x"]).unwrap().starts_with("(let ((a0 (let ((x _)) (P x))))"));
}
