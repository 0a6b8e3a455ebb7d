//! Explanations: what people read in the terminal, and the page in a real browser.

mod common;

use common::{alphorn, program};
use std::{fs, path::Path, process::Command};

const SAFE: &str = "benchmarks/papers/cav10/simple-safe.smt2";
const UNSAFE: &str = "benchmarks/papers/cav10/simple-unsafe.smt2";
const NONLINEAR: &str = "benchmarks/shapes/fibonacci-unsafe.smt2";

fn explain(file: &str, page: Option<&Path>) -> String {
    let mut command = alphorn();
    command.args(["explain", file]);
    if let Some(page) = page {
        command.arg("--html").arg(page);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_derivation_is_a_path_with_the_values_that_change() {
    insta::assert_snapshot!(explain(UNSAFE, None));
}

#[test]
fn a_solution_is_an_invariant_for_each_predicate() {
    // Which invariants there are is the engine's business.
    let said = explain(SAFE, None);
    assert!(said.starts_with("benchmarks/papers/cav10/simple-safe.smt2: sat\nfalse cannot be derived"), "{said}");
    assert!(said.contains("  l5_add(x, y)\n      ") && said.contains("  l7_error(x)\n      false"), "{said}");
    assert!(said.contains("It rests on "), "{said}");
}

#[test]
fn what_was_found_out_about_an_open_question() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("open.smt2");
    fs::write(
        &file,
        "(set-logic HORN)(declare-fun P (Int Int) Bool)(assert (P 0 0))
(assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y x)))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (< y 0)) false)))(check-sat)",
    )
    .unwrap();
    let output = alphorn().args(["explain", "--engine", "bmc", "--timeout", "1"]).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("unknown\n") && said.contains("reason: timeout\nno derivation up to height: "), "{said}");
}

/// The same in a script and as JSON, by an engine that learns.
#[test]
fn partial_results_of_a_search() {
    let script = "(set-logic HORN)(declare-fun P (Int Int) Bool)(assert (P 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (P x y) (P (+ x 1) z))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (= (* y y) (+ 7 (* x x x)))) false)))";
    let asked =
        format!("(set-option :timeout 1500){script}(check-sat)(get-info :reason-unknown)(get-info :partial-result)");
    let output = alphorn().args(["--engine", "la"]).write_stdin(asked).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("unknown\n(:reason-unknown \""), "{said}");
    assert!(said.contains("(:partial-result ((:reason \"") && said.contains("(:goal \"the goals"), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("open.smt2");
    fs::write(&file, format!("{script}(check-sat)")).unwrap();
    let run = alphorn().args(["explain", "--json", "--engine", "la", "--timeout", "2"]).arg(&file).output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(json["verdict"], "unknown");
    assert!(json["unknown"]["goal"].as_str().unwrap().starts_with("the goals"), "{json}");
}

/// Lemmas are told of the predicates of the source, with all their arguments, and only if they hold of what can be derived.
#[test]
fn lemmas_of_a_search_are_about_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("open.smt2");
    fs::write(
        &file,
        "(set-logic HORN)(declare-fun P (Int Int Int Int) Bool)
(assert (forall ((k Int)) (=> (> k 3) (P 7 0 0 k))))
(assert (forall ((c Int) (x Int) (y Int) (k Int)) (=> (P c x y k) (P c (+ x 1) (+ y (mod (* x x k) 7)) k))))
(assert (forall ((c Int) (x Int) (y Int) (k Int))
  (=> (and (P c x y k) (< k 10) (> x 100) (= (* 2 y) (+ 1 (* x x x)))) false)))(check-sat)",
    )
    .unwrap();
    let lemmas = |passes: &str| {
        let run = alphorn()
            .args(["explain", "--json", "--engine", "la", "--timeout", "3", "--transform", passes])
            .arg(&file)
            .output()
            .unwrap();
        let json: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!(json["verdict"], "unknown");
        assert!(!json["unknown"]["goal"].as_str().unwrap().contains("vertex"), "{json}");
        json["unknown"]["lemmas"].as_array().unwrap().clone()
    };
    let found = lemmas("all");
    assert!(!found.is_empty());
    for lemma in found {
        assert_eq!(lemma["parameters"], serde_json::json!(["x0", "x1", "x2", "x3"]), "{lemma}");
        // The first argument was taken away: it is always 7.
        assert!(!lemma["formula"].as_str().unwrap().contains("x0"), "{lemma}");
    }
    // What reaches a goal has k < 10, and what can be derived need not.
    assert!(lemmas("all,reverse").is_empty());
}

/// Opens a page and gives the document as the browser understood it.
fn opened(browser: &Path, page: &Path, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"])
        .arg(format!("--user-data-dir={}", folder.path().display()))
        .args(more)
        .args(["--dump-dom".to_string(), format!("file://{}", page.display())])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_page_opens_in_a_browser() {
    let Some(browser) = program("chromium") else { return };
    let folder = tempfile::tempdir().unwrap();
    for (file, parts) in [
        (UNSAFE, ["<ol class=\"steps\" start=\"0\">", "id=\"s7\"", "x: 0 → -1", "class=\"goal\""]),
        (NONLINEAR, ["<ol class=\"steps\" start=\"0\">", "id=\"s0\"", "<path d=", "class=\"needed\""]),
        (SAFE, ["class=\"graph\"", "id=\"p4\"", "<g class=\"goal\">", "class=\"idle\""]),
    ] {
        let page = folder.path().join("page.html");
        explain(file, Some(&page));
        let text = fs::read_to_string(&page).unwrap();
        // Nothing is fetched and nothing runs.
        let addresses = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!addresses.contains("http") && !text.contains("<script") && !text.contains(" src="));
        assert!(!text.contains("href=\"\"") && text.contains("@media (prefers-color-scheme: dark)"));
        let document = opened(&browser, &page, &[]);
        for part in parts {
            assert!(document.contains(part), "{file}: {part} is not in {document}");
        }
        // What the browser had to mend would differ in the number of elements.
        for element in ["<details", "<li", "<svg", "<rect", "<summary", "<table"] {
            assert_eq!(document.matches(element).count(), text.matches(element).count(), "{file}: {element}");
        }
    }
}

/// Pictures of the pages for people to look at: `ALPHORN_PICTURES=DIR cargo test --test explain`.
#[test]
fn pictures_of_the_page() {
    let (Some(target), Some(browser)) = (std::env::var_os("ALPHORN_PICTURES"), program("chromium")) else { return };
    let target = Path::new(&target);
    for (name, file) in [("derivation", UNSAFE), ("tree", NONLINEAR), ("solution", SAFE)] {
        let page = target.join(format!("{name}.html"));
        explain(file, Some(&page));
        for (mode, option) in
            [("light", "--blink-settings=preferredColorScheme=1"), ("dark", "--blink-settings=preferredColorScheme=0")]
        {
            let picture = target.join(format!("{name}-{mode}.png"));
            opened(
                &browser,
                &page,
                &["--window-size=1000,1100", option, &format!("--screenshot={}", picture.display())],
            );
            assert!(fs::metadata(&picture).unwrap().len() > 1000);
        }
    }
}
