//! How fast text becomes a normalised problem. The target is at least 20 MB a second.

use alphorn::{
    horn::{self, normalise},
    smtlib::{Command, Reader, Source},
    term::Terms,
};
use divan::{Bencher, counter::BytesCount};
use std::fmt::Write;

fn main() {
    divan::main();
}

/// A script as front ends write them: many predicates, wide clauses, lets, lines of all lengths.
fn script(clauses: usize) -> String {
    let mut text = String::from("(set-logic HORN)\n(declare-fun inv0 (Int Int Bool Int) Bool)\n");
    for i in 0..clauses {
        let _ = writeln!(text, "(declare-fun inv{} (Int Int Bool Int) Bool)", i + 1);
        let _ = writeln!(
            text,
            "(assert (forall ((A Int) (B Int) (C Bool) (D Int) (E Int) (F Int))
  (=> (and (inv{i} A B C D) (let ((a!1 (+ A (* (- {}) B) {i})) (a!2 (not (<= D 0))))
        (and (or C (= E (+ a!1 1)) (and a!2 (>= a!1 (- D 1)))) (= F (ite a!2 (- D 1) (+ D 1))) (<= E {i}))))
      (inv{} E B (not C) F))))",
            i % 17,
            i + 1
        );
    }
    text + "(check-sat)\n"
}

#[divan::bench(args = [100, 10_000])]
fn read_and_normalise(bencher: Bencher, clauses: usize) {
    let text = script(clauses);
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let (mut terms, mut reader, source) = (Terms::new(), Reader::new(), Source::whole("bench", text.as_str()));
        let mut assertions = Vec::new();
        while let Some(spanned) = reader.next(&mut terms, &source).expect("the script is right") {
            if let Command::Assert(assertion) = spanned.command {
                assertions.push(horn::Assertion { term: assertion.term, offset: spanned.span.start });
            }
        }
        normalise(&mut terms, reader.declared(), &assertions).expect("the script is Horn").rules.len()
    });
}
