//! Other people's problems, where the folder `../shared/bench` is there.

use crate::common::script::Script;
use alphorn::{
    statistics::Statistics,
    stop::Stop,
    transform::{Selection, Size, transform},
};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// The sizes of all problems of a set before and after.
#[derive(Default)]
struct Row {
    files: usize,
    before: Size,
    after: Size,
    slowest: Duration,
}

#[test]
#[ignore = "prints a table; takes minutes"]
fn table_of_sizes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/bench");
    let Ok(index) = fs::read_to_string(folder.join("index.csv")) else {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    };
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let text = fs::read_to_string(folder.join(fields[3])).unwrap();
        let Ok(mut script) = Script::read(&text) else { continue };
        let start = Instant::now();
        let before = Size::of(&script.terms, &script.problem);
        let (stop, mut statistics) = (Stop::new(), Statistics::default());
        let transformed = transform(&mut script.terms, &script.problem, &Selection::all(), &mut statistics, &stop);
        let time = start.elapsed();
        let after = Size::of(&script.terms, &transformed.problem);
        let row = rows.entry(format!("{} {}", fields[0], fields[1])).or_default();
        row.files += 1;
        for (sum, size) in [(&mut row.before, before), (&mut row.after, after)] {
            sum.predicates += size.predicates;
            sum.arguments += size.arguments;
            sum.rules += size.rules;
            sum.terms += size.terms;
        }
        row.slowest = row.slowest.max(time);
        if time > Duration::from_secs(2) {
            println!("slow: {time:?} for {} {statistics}", fields[3]);
        }
    }
    println!("| set | files | predicates | arguments | rules | terms | slowest |\n|---|---|---|---|---|---|---|");
    for (set, Row { files, before, after, slowest }) in rows {
        println!(
            "| {set} | {files} | {} → {} | {} → {} | {} → {} | {} → {} | {slowest:.2?} |",
            before.predicates,
            after.predicates,
            before.arguments,
            after.arguments,
            before.rules,
            after.rules,
            before.terms,
            after.terms
        );
    }
}
