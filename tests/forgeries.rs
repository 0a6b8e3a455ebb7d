//! Forged evidence and forged certificates: each is refused by `verify` and by the Python checker.

mod common;

use alphorn::certificate::{Evidence, Kind, Manifest, write};
use common::{alphorn, program, root};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// What is wrong, the script, the evidence, and a word of the reason.
type Forgery = (&'static str, String, Evidence, &'static str);

/// Unsatisfiable: no solution is right.
const UNSAT: &str =
    "(declare-fun P (Int) Bool)(assert (forall ((x Int)) (P x)))(assert (forall ((x Int)) (=> (P x) false)))";

/// Satisfiable: no derivation is right.
const SAT: &str = "(declare-fun P (Int) Bool)(declare-fun Q (Int) Bool)(declare-sort U 0)
(assert (P 0))
(assert (forall ((x Int)) (=> (and (P x) (< x 3)) (P (+ x 1)))))
(assert (forall ((x Int)) (=> (and (P x) (> x 5)) false)))";

const TRUE: &str = "((define-fun P ((x Int)) Bool true))";

fn model(what: &'static str, script: &str, model: &str, reason: &'static str) -> Forgery {
    (what, format!("{script}\n(check-sat)\n"), Evidence::Model(format!("{model}\n")), reason)
}

/// A solution of the unsatisfiable script after some commands that should make it hold.
fn after(what: &'static str, commands: &str, reason: &'static str) -> Forgery {
    model(what, &format!("{commands}\n{UNSAT}"), TRUE, reason)
}

/// A definition of `P` that should solve the unsatisfiable script.
fn body(what: &'static str, body: &str, reason: &'static str) -> Forgery {
    model(what, UNSAT, &format!("((define-fun P ((x Int)) Bool {body}))"), reason)
}

/// Steps about the satisfiable script: what stands for `@A`, `@B` and `@C` are the places of its assertions, and `@x` and `@y`
/// those of the variables.
fn steps(what: &'static str, steps: &[&str], reason: &'static str) -> Forgery {
    let place = |text: &str| SAT.find(text).unwrap();
    let last = place("(> x 5)");
    let binding = |from: usize| SAT[..from].rfind("((x Int)").unwrap() + 2;
    let lines = steps.iter().map(|step| {
        let step = step
            .replace("@A", &place("(assert (P 0))").to_string())
            .replace("@B", &(binding(place("(< x 3)")) - "(assert (forall ((".len()).to_string())
            .replace("@C", &(binding(last) - "(assert (forall ((".len()).to_string())
            .replace("@x", &binding(place("(< x 3)")).to_string())
            .replace("@y", &binding(last).to_string());
        format!("    {step}")
    });
    let lines: Vec<String> = lines.collect();
    let text = format!(
        "{{\n  \"format\": \"alphorn-steps\",\n  \"version\": 1,\n  \"steps\": [\n{}\n  ]\n}}\n",
        lines.join(",\n")
    );
    (what, format!("{SAT}\n(check-sat)\n"), Evidence::Derivation(text), reason)
}

const FIRST: &str = r#"{"clause":@A,"fact":{"arguments":["0"],"predicate":"P"},"premises":[],"values":[]}"#;

/// The last step, with values, premises.
fn last(values: &str, premises: &str) -> String {
    format!(r#"{{"clause":@C,"fact":null,"premises":[{premises}],"values":[{values}]}}"#)
}

/// The last step, from the clause at a byte and the step before it.
fn last_of(clause: usize, values: &str) -> String {
    last(values, "0").replace("@C", &clause.to_string())
}

fn value(value: &str) -> String {
    format!(r#"{{"name":"x","offset":@y,"value":"{value}"}}"#)
}

fn forged_scripts() -> Vec<Forgery> {
    vec![
        after("a redefined operator", "(define-fun not ((x Bool)) Bool false)", "standard"),
        after("the same between bars", "(define-fun |not| ((x Bool)) Bool false)", "standard"),
        after("a redefined implication", "(define-fun => ((x Bool) (y Bool)) Bool true)", "standard"),
        after("a redefined equality", "(declare-fun = (Int Int) Bool)", "standard"),
        after("a recursive operator", "(define-fun-rec and ((x Bool)) Bool true)", "standard"),
        after("an operator that calls itself", "(define-fun-rec not ((x Bool)) Bool (not x))", "standard"),
        after("recursive operators", "(define-funs-rec ((|not| ((x Bool)) Bool)) (false))", "standard"),
        after("a predicate that is a recursive function, too", "(define-fun-rec P ((x Int)) Bool (P x))", "already"),
        after("a constructor called true", "(declare-datatype D ((true)))", "standard"),
        after("a redefined sort", "(define-sort Int () Bool)", "sort already"),
        after("a declared sort of the standard", "(declare-sort Bool 0)", "sort already"),
        after("a constant without arguments called false", "(declare-const false Bool)", "standard"),
        after("a name for what is false", "(assert (! (= 0 0) :named false))", "standard"),
        after("an unknown command", "(declare-heap H)", "does not know"),
        after("an ill-sorted assertion", "(assert (= 1 true 2.5 #b1))", "sort"),
        after("a reset in disguise", "(pop 1)", "more levels"),
        model("a name declared twice", &format!("(declare-fun P (Real) Bool){UNSAT}"), TRUE, "declared already"),
        model("a name defined after its use", &format!("{UNSAT}(define-fun P ((x Int)) Bool true)"), TRUE, "already"),
        model(
            "a backslash that opens a quoted symbol",
            "(declare-fun P () Bool)(assert (let ((|a\\| true)) |a\\|))(assert P)(assert (not P))",
            "((define-fun P () Bool true))",
            "backslash",
        ),
        model(
            "a remark that ends at a carriage return, for some",
            "(declare-fun P () Bool) ; a\r(assert P)\n(assert (not P))",
            "((define-fun P () Bool false))",
            "carriage return",
        ),
        // Bound variables that are called like operators, or like what operators are written as.
        model(
            "a variable that is renamed to an inner one",
            "(declare-fun P (Int) Bool)(assert (forall ((bv2int Int)) (P bv2int)))(assert (forall ((bv2int Int)) \
             (forall ((ubv_to_int Int)) (=> (and (P bv2int) (P ubv_to_int) (not (= bv2int ubv_to_int))) false))))",
            TRUE,
            "is refuted",
        ),
        model(
            "a variable called like a marked predicate",
            "(declare-fun P (Int) Bool)(declare-fun P! (Int) Bool)(assert (forall ((x Int)) (P x)))\
             (assert (forall ((P! Int) (P!! Int)) (=> (and (P P!) (not (= P! P!!))) false)))",
            "((define-fun P ((x Int)) Bool true)(define-fun P! ((x Int)) Bool true))",
            "is refuted",
        ),
        model(
            "a variable called like the checker's own",
            "(declare-fun P (Int) Bool)(assert (forall ((x Int)) (P x)))\
             (assert (forall ((a Int)) (let ((v139 (+ a 1)) (chk!v1 a)) (=> (and (P a) (= v139 (+ chk!v1 1))) false))))",
            TRUE,
            "is refuted",
        ),
        model(
            "a let whose bindings are not parallel",
            "(declare-fun P (Int) Bool)(assert (forall ((x Int)) (P x)))\
             (assert (forall ((x Int)) (let ((x (+ x 1)) (y x)) (=> (and (P x) (= x (+ y 1))) false))))",
            TRUE,
            "is refuted",
        ),
        model(
            "a definition that is used twice with one quantifier",
            "(declare-fun P (Int) Bool)(define-fun m ((a Int)) Bool (forall ((q Int)) (=> (P q) (= q a))))\
             (assert (P 0))(assert (or (m 1) (m 2)))",
            "((define-fun P ((x Int)) Bool (or (= x 1) (= x 0))))",
            "is refuted",
        ),
        model(
            "two quantifiers of one definition that need different elements",
            "(declare-fun P (Int Int) Bool)(define-fun m ((a Int)) Bool (forall ((q Int)) (P a q)))(assert (or (m 1) (m 2)))",
            "((define-fun P ((a Int) (q Int)) Bool (or (and (= a 1) (not (= q 7))) (and (= a 2) (not (= q 8))))))",
            "is refuted",
        ),
    ]
}

fn forged_models() -> Vec<Forgery> {
    let two = "(declare-fun P (Int) Bool)(declare-fun Q (Int) Bool)(define-fun m ((x Int)) Bool (Q x))\
               (assert (forall ((x Int)) (P x)))(assert (forall ((x Int)) (=> (P x) (Q x))))(assert (forall ((x Int)) (=> (Q x) false)))";
    vec![
        model("nothing", UNSAT, "()", "every declared predicate"),
        model("another sort", UNSAT, "((define-fun P ((x Real)) Bool (<= x 20.5)))", "declared is Int"),
        model("another number of parameters", UNSAT, "((define-fun P ((x Int) (y Int)) Bool true))", "2 parameters"),
        model(
            "two definitions",
            UNSAT,
            "((define-fun P ((x Int)) Bool true)(define-fun P ((x Int)) Bool false))",
            "twice",
        ),
        model(
            "one parameter twice",
            "(declare-fun P (Int Int) Bool)(assert (P 0 1))(assert (not (P 0 1)))",
            "((define-fun P ((x Int) (x Int)) Bool true))",
            "bound twice",
        ),
        model("a command", UNSAT, "((define-fun P ((x Int)) Bool true))(assert false)", "define-fun"),
        model(
            "a command among the definitions",
            UNSAT,
            "((define-fun P ((x Int)) Bool true)(assert false))",
            "define-fun",
        ),
        model(
            "a definition of an operator",
            UNSAT,
            "((define-fun not ((x Bool)) Bool false)(define-fun P ((x Int)) Bool true))",
            "no predicate",
        ),
        model("a recursive definition", UNSAT, "((define-fun-rec P ((x Int)) Bool (not (P x))))", "define-fun"),
        model("a definition by itself", UNSAT, "((define-fun P ((x Int)) Bool (not (P x))))", "mentions"),
        model(
            "definitions by each other",
            two,
            "((define-fun P ((x Int)) Bool (not (Q x)))(define-fun Q ((x Int)) Bool (not (P x))))",
            "mentions",
        ),
        model(
            "a definition by a macro",
            two,
            "((define-fun P ((x Int)) Bool (m x))(define-fun Q ((x Int)) Bool true))",
            "mentions",
        ),
        body("a free variable", "(= x y)", "unknown symbol"),
        body("a skolem constant of the checker", "(= x v50)", "unknown symbol"),
        body("an annotation", "(! true :named false)", "annotation"),
        body("a pattern", "(forall ((y Int)) (! true :pattern (false)))", "annotation"),
        body("a number where a formula is needed", "1", "sort"),
        body("an unknown operator", "(undefined x)", "not known"),
        body("an element of no sort", "(= x U!val!0)", "unknown symbol"),
        body("a term too many", "true false", "define-fun"),
        body("text that closes the definition", "true))(assert false)(define-fun Q () Bool (= 0 0", "define-fun"),
        body("a string", "\"true\"", "not a term"),
        body("a let that binds twice", "(let ((y 1) (y 2)) true)", "bound twice"),
        body("a choice", "(exists ((y Int)) (= y (choice ((z Int)) (= z x))))", "not"),
        body("simply a wrong formula", "(>= x 0)", "is refuted"),
        body("arithmetic that overflows", "(= (+ x 9223372036854775808) (- x 9223372036854775808))", "is refuted"),
        body("a quantifier over the parameter's name", "(forall ((x Int)) (= x x))", "is refuted"),
    ]
}

fn forged_derivations() -> Vec<Forgery> {
    vec![
        steps("no steps", &[], "no steps"),
        steps("no end", &[FIRST], "does not derive false"),
        steps("no premise", &[FIRST, &last(&value("6"), "")], "is refuted"),
        steps("a value that does not fit", &[FIRST, &last(&value("6"), "0")], "is refuted"),
        steps("a premise to come", &[&last(&value("6"), "0")], "earlier"),
        steps("no value", &[FIRST, &last("", "0")], "is refuted"),
        steps("a value of another sort", &[FIRST, &last(&value("0.5"), "0")], "sort"),
        steps("a value that is a variable", &[FIRST, &last(&value("x"), "0")], "unknown"),
        steps("a value that is a predicate", &[FIRST, &last(&value("(ite (P 1) 6 0)"), "0")], "no value"),
        steps("a value that is a choice", &[FIRST, &last(&value("(let ((a 6)) a)"), "0")], "no value"),
        steps("two values in one", &[FIRST, &last(&value("6) (x 1 2"), "0")], "unexpected"),
        steps("a value and a comment", &[FIRST, &last(&value("6 ; 7"), "0")], "not one term"),
        steps("a value of another variable", &[FIRST, &last(&value("6").replace("@y", "@x"), "0")], "x"),
        steps("another name", &[FIRST, &last(&value("6").replace("\"x\"", "\"y\""), "0")], "is x, not y"),
        steps("a clause that is none", &[FIRST, &last(&value("6"), "0").replace("@C", "1")], "no assertion"),
        steps(
            "a fact of an operator",
            &[&FIRST.replace("\"P\"", "\"not\""), &last(&value("6"), "0")],
            "declared predicate",
        ),
        steps(
            "a fact with too many arguments",
            &[&FIRST.replace("[\"0\"]", "[\"0\",\"1\"]"), &last(&value("6"), "0")],
            "arguments",
        ),
        steps(
            "a fact of another predicate",
            &[&FIRST.replace("\"P\"", "\"Q\""), &last(&value("6"), "0")],
            "is refuted",
        ),
        steps("a remark in a value", &[FIRST, &last(&value("(- ;6\\n1)"), "0")], "remark"),
        steps(
            "false as a predicate",
            &[FIRST, &last(&value("6"), "0").replace("null", r#"{"arguments":[],"predicate":"false"}"#)],
            "no predicate",
        ),
        steps(
            "an unknown field",
            &[&FIRST.replace("{\"clause\"", "{\"because\":1,\"clause\""), &last(&value("6"), "0")],
            "because",
        ),
        steps(
            "false in the middle",
            &[r#"{"clause":@A,"fact":null,"premises":[],"values":[]}"#, &last(&value("6"), "0")],
            "is refuted",
        ),
    ]
}

/// Clauses with a quantifier below a conjunction and a negation: what is left out of an instance may not make it say more.
fn forged_instances() -> Vec<Forgery> {
    [
        ("an exists beside a premise", "(not (and (P 0) (exists ((y Int)) (Q y))))", ""),
        ("an exists in a body", "(forall ((x Int)) (=> (and (exists ((y Int)) (Q y)) (P x)) false))", "(x Int)"),
        ("only exists in a body", "(=> (and (exists ((y Int)) (Q y)) (exists ((z Int)) (P z))) false)", "(z Int)"),
        ("a let of an exists", "(not (and (P 0) (let ((a (exists ((y Int)) (Q y)))) a)))", ""),
        ("a forall in a choice", "(or (not (P 0)) (forall ((y Int)) (Q y)))", ""),
        ("an exists of a head", "(forall ((x Int)) (=> (P x) (exists ((y Int)) (Q y))))", "(x Int)"),
    ]
    .into_iter()
    .map(|(what, clause, variable)| {
        let script = format!("(declare-fun P (Int) Bool)(declare-fun Q (Int) Bool)(assert (P 0))(assert {clause})");
        let place = |text: &str| script.find(text).unwrap();
        let value = |name: &str| format!(r#"{{"name":"{}","offset":{},"value":"0"}}"#, &name[1..2], place(name) + 1);
        let values = if variable.is_empty() { String::new() } else { value(variable) };
        let (first, last) = (place("(assert (P"), place(&format!("(assert {clause}")));
        let text = format!(
            "{{\n  \"format\": \"alphorn-steps\",\n  \"version\": 1,\n  \"steps\": [\n    {},\n    {}\n  ]\n}}\n",
            FIRST.replace("@A", &first.to_string()),
            last_of(last, &values),
        );
        (what, format!("{script}\n(check-sat)\n"), Evidence::Derivation(text), "is refuted")
    })
    .collect()
}

/// A bundle of evidence as good as there is one: if it cannot be made, its manifest and the evidence alone.
fn bundle(script: &str, evidence: &Evidence, folder: &Path) -> PathBuf {
    let file = folder.join("input.smt2");
    fs::write(&file, script).unwrap();
    let question = script.rfind("(check-sat)").unwrap() as u32;
    if write(script, "input.smt2", question, evidence, folder).is_err() {
        let (kind, verdict, name, text) = match evidence {
            Evidence::Model(text) => (Kind::Solution, "sat", "model.smt2", text),
            Evidence::Derivation(text) => (Kind::Derivation, "unsat", "derivation.json", text),
        };
        let sha256 = Sha256::digest(script.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let (input, verdict) = ("input.smt2".into(), verdict.into());
        let manifest = Manifest { input, sha256, question, verdict, kind, obligations: Vec::new() };
        fs::create_dir_all(folder.join("obligations")).unwrap();
        fs::write(folder.join(name), text).unwrap();
        fs::write(folder.join("manifest.json"), manifest.json()).unwrap();
    }
    file
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn verify(folder: &Path, file: &Path) -> Output {
    alphorn().arg("verify").arg(folder).arg(file).output().unwrap()
}

fn python(folder: &Path, file: &Path) -> Option<Output> {
    let script = root().join("scripts/check_certificate.py");
    Some(Command::new(program("python3")?).arg(script).args([folder, file]).output().unwrap())
}

/// Both checkers refuse.
#[track_caller]
fn refused(what: &str, folder: &Path, file: &Path, reason: &str) {
    let output = verify(folder, file);
    let said = text(&output);
    assert!(!output.status.success() && said.contains(reason), "{what}: {said}");
    if let Some(output) = python(folder, file) {
        assert!(matches!(output.status.code(), Some(1 | 2)), "{what}: {output:?}");
        assert!(text(&output).contains("not verified"), "{what}: {}", text(&output));
    }
}

fn all_refused(forgeries: &[Forgery]) {
    for (what, script, evidence, reason) in forgeries {
        let folder = tempfile::tempdir().unwrap();
        let file = bundle(script, evidence, folder.path());
        refused(what, folder.path(), &file, reason);
    }
}

#[test]
fn forged_scripts_are_refused() {
    all_refused(&forged_scripts());
}

#[test]
fn forged_models_are_refused() {
    all_refused(&forged_models());
}

#[test]
fn forged_derivations_are_refused() {
    all_refused(&forged_derivations());
}

#[test]
fn forged_instances_are_refused() {
    all_refused(&forged_instances());
}

/// Every field and every file of a certificate is checked.
#[test]
fn forged_files_are_refused() {
    let script = "(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P 0))\n(push)(check-sat)(pop)\n(check-sat)\n";
    let right = Evidence::Model("((define-fun P ((x0 Int)) Bool (= x0 0)))\n".into());
    let folder = tempfile::tempdir().unwrap();
    let (folder, file) = (folder.path(), bundle(script, &right, folder.path()));
    for output in [Some(verify(folder, &file)), python(folder, &file)].into_iter().flatten() {
        assert!(output.status.success(), "{}", text(&output));
    }
    let inner = script.find("(check-sat)").unwrap().to_string();
    let asked = script.rfind("(check-sat)").unwrap().to_string();
    for (name, from, to) in [
        ("manifest.json", "\"unsat\"", "\"sat\""),
        ("manifest.json", "\"expect\": \"unsat\"", "\"expect\": \"sat\""),
        ("manifest.json", "\"verdict\": \"sat\"", "\"verdict\": \"unsat\""),
        ("manifest.json", "model.smt2", "other.smt2"),
        ("manifest.json", "model.smt2", "../model.smt2"),
        ("manifest.json", "\"solution\"", "\"derivation\""),
        ("manifest.json", "clause-0000.smt2", "clause-0001.smt2"),
        ("manifest.json", "\"clause 0\"", "\"clause 1\""),
        ("manifest.json", "\"line\": 3", "\"line\": 4"),
        ("manifest.json", "input.smt2", "other.smt2"),
        ("manifest.json", "\"input.smt2\"", "\"folder/input.smt2\""),
        ("manifest.json", &asked, "1"),
        ("manifest.json", &asked, &inner),
        ("manifest.json", "\"format\"", "\"made-by\": \"somebody\",\n  \"format\""),
        ("manifest.json", "\"version\": 2", "\"version\": 1"),
        ("manifest.json", "\n}", "\n} "),
        ("README.md", "`sat`", "`unsat`"),
        ("README.md", "Any", "No"),
        ("model.smt2", "(= x0 0)", "(= x0 0) "),
        ("model.smt2", "(= x0 0)", "(= 0 x0)"),
        ("model.smt2", "((define", "; a remark\n((define"),
        ("obligations/clause-0000.smt2", "(not ", "(and false "),
        ("obligations/clause-0000.smt2", "unsat", "sat"),
        ("obligations/clause-0000.smt2", "line 3", "line 5"),
    ] {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{name}: {from}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        // White space and remarks in the evidence are nobody's statement: there the places of its variables change.
        let is_accepted = name == "model.smt2" && to == "(= x0 0) ";
        match is_accepted {
            true => assert!(verify(folder, &file).status.success()),
            false => refused(&format!("{name}: {to}"), folder, &file, ""),
        }
        fs::write(&path, text).unwrap();
    }
    let extra = folder.join("obligations/clause-0001.smt2");
    fs::write(&extra, "(check-sat)").unwrap();
    refused("another obligation", folder, &file, "no part of the certificate");
    fs::remove_file(&extra).unwrap();
    fs::remove_file(folder.join("obligations/clause-0000.smt2")).unwrap();
    refused("an obligation less", folder, &file, "clause-0000");
}
