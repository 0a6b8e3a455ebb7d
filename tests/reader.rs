//! The reader on bad input, on large input and on other people's problems.

use alphorn::{
    smtlib::{Command, ReadError, Reader, Source, Spanned, decode},
    term::Terms,
};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

/// All commands of a text, or the first mistake.
fn read(text: &str) -> Result<Vec<Spanned>, ReadError> {
    let (mut reader, mut terms, source) = (Reader::new(), Terms::new(), Source::whole("test", text));
    let mut commands = Vec::new();
    while let Some(command) = reader.next(&mut terms, &source)? {
        commands.push(command);
    }
    Ok(commands)
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "smt2") {
            found.push(path);
        }
    }
}

/// The benchmark folder beside the repository, if it is there.
fn bench() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = ["../shared/bench", "../../shared/bench"].iter().map(|p| root.join(p)).find(|p| p.is_dir());
    if found.is_none() {
        eprintln!("skipped: no folder ../shared/bench");
    }
    found
}

/// Each file says in its first line where its mistake is and a part of what is said about it:
/// `; expect: line:column: message`.
#[test]
fn every_mistake_is_named_at_its_place() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/error"), &mut paths);
    assert!(paths.len() >= 45, "only {} files in tests/error", paths.len());
    let mut failures = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().and_then(|l| l.strip_prefix("; expect: ")).unwrap_or("no expectation");
        let found = match read(&text) {
            Ok(_) => "no error".to_string(),
            Err(error) => {
                let place = error.position(&text);
                let help = error.help.map(|h| format!(" ({h})")).unwrap_or_default();
                format!("{}:{}: {}{help}", place.line, place.column, error.message)
            }
        };
        let (place, message) = expected.split_once(": ").unwrap_or((expected, ""));
        if !(found.starts_with(&format!("{place}: ")) && found.contains(message)) {
            failures.push(format!("{}\n  expected {expected}\n  found    {found}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_benchmarks_are_read() {
    let Some(folder) = bench() else { return };
    let index = fs::read_to_string(folder.join("index.csv")).unwrap();
    let mut failures = Vec::new();
    let (mut good, mut stated) = (0, 0);
    for row in index.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let (verdict, path) = (fields[2], fields[3]);
        stated += usize::from(verdict != "error");
        let text = fs::read_to_string(folder.join(path)).unwrap();
        match (read(&text), verdict) {
            (Ok(_), "error") => failures.push(format!("{path}: read without error")),
            (Ok(commands), _) => {
                // Not every file has a `check-sat`.
                let says = |c: &Spanned| matches!(c.command, Command::Assert(_));
                if commands.iter().any(says) {
                    good += 1;
                } else {
                    failures.push(format!("{path}: no assertion"));
                }
            }
            (Err(error), "error") => {
                assert_eq!(error.position(&text).line, 8, "{}", error.render(path, &text));
                assert!(error.message.contains("unknown sort `uint_array_tuple`"), "{}", error.message);
            }
            (Err(error), _) => failures.push(error.render(path, &text)),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(good == stated && good > 500, "{good} of {stated}");
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let wrong = |bytes: &[u8]| {
        let error = decode(bytes).unwrap_err();
        error.render("f.smt2", bytes).lines().next().unwrap().to_string()
    };
    let invalid = wrong(b"(set-logic HORN)\n(echo \"\xe9\")\n");
    assert_eq!(invalid, "f.smt2:2:8: error: invalid UTF-8: unexpected byte 0xe9, expected text");
    let binary = wrong(b"\x7fELF\x02\x01\x01\0\0\0");
    assert_eq!(binary, "f.smt2:1:8: error: byte 0x00: this is a binary file, expected an SMT-LIB script");
    assert_eq!(wrong(b""), "f.smt2:1:1: error: the input is empty: expected an SMT-LIB script");
}

#[test]
fn depth_and_width_cost_no_machine_stack() {
    let n = 1_000_000;
    let error = read(&"(".repeat(n)).unwrap_err();
    assert_eq!(error.span.start as usize, n - 1);
    assert!(error.message.contains("never closed"));

    let lets: String = (1..60_000).map(|i| format!("(let ((v{i} (+ v{} 1))) ", i - 1)).collect();
    let close = ")".repeat(59_999);
    let nested = format!("(declare-fun P (Int) Bool)(assert (forall ((v0 Int)) {lets}(P v59999){close}))");
    assert_eq!(read(&nested).unwrap().len(), 2);

    let parts: String = (0..100_000).map(|i| format!("(P {i})")).collect();
    assert_eq!(read(&format!("(declare-fun P (Int) Bool)(assert (and {parts}))")).unwrap().len(), 2);

    let n = 200_000;
    for word in ["(not ", "(=> p ", "(! ", "(forall ((x Int)) "] {
        let close = if word == "(! " { " :named-not x)" } else { ")" };
        let text = format!("(declare-fun p () Bool)(assert {}p{})", word.repeat(n), close.repeat(n));
        assert_eq!(read(&text).unwrap().len(), 2, "{word}");
    }
}

#[test]
fn commands_before_a_mistake_are_answered_and_those_after_it_too() {
    let source = Source::whole("test", "(declare-fun p () Bool)\n(assert q)\n(assert p)\n(check-sat");
    let (mut reader, mut terms) = (Reader::new(), Terms::new());
    let mut next = || reader.next(&mut terms, &source);
    assert!(matches!(next().unwrap().unwrap().command, Command::DeclareFun(_)));
    assert!(next().unwrap_err().message.contains("unknown symbol `q`"));
    assert!(matches!(next().unwrap().unwrap().command, Command::Assert(_)));
    assert!(next().unwrap_err().message.contains("never closed"));
    assert!(next().unwrap().is_none());
}

#[test]
fn a_command_is_read_as_soon_as_it_has_come() {
    let (mut reader, mut terms, mut source) = (Reader::new(), Terms::new(), Source::growing("-"));
    let text = "(declare-fun p () Bool) (assert p)\n(check-sat)";
    let mut seen = Vec::new();
    for (i, byte) in text.bytes().enumerate() {
        source.push(&[byte]).unwrap();
        while let Some(command) = reader.next(&mut terms, &source).unwrap() {
            assert_eq!(command.span.end as usize, i + 1);
            seen.push(command);
        }
    }
    assert_eq!(seen.len(), 3);
}

/// Nanoseconds this thread has run, so that others on the machine do not count.
fn cpu_time() -> Option<u64> {
    fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

/// `cargo test --release --test reader -- --ignored --nocapture speed`
#[test]
#[ignore = "a measurement"]
fn speed_over_all_benchmarks() {
    let Some(folder) = bench() else { return };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    let texts: Vec<String> = paths.iter().map(|p| fs::read_to_string(p).unwrap()).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let (clock, cpu) = (Instant::now(), cpu_time());
        for text in &texts {
            let _ = std::hint::black_box(read(text));
        }
        let wall = clock.elapsed().as_secs_f64();
        best = best.min(cpu_time().zip(cpu).map_or(wall, |(end, start)| (end - start) as f64 / 1e9));
    }
    let speed = bytes as f64 / 1e6 / best;
    println!("{} files, {:.1} MB in {best:.3} s of CPU: {speed:.0} MB/s", texts.len(), bytes as f64 / 1e6);
    assert!(speed > 20.0);
}

/// A script with a bit of everything, one token a word.
const EVERYTHING: &str = r#"
( declare-datatype List ( par ( X ) ( ( nil ) ( cons ( head X ) ( tail ( List X ) ) ) ) ) )
( declare-datatypes ( ( A 0 ) ( B 0 ) ) ( ( ( a ( f B ) ) ( e ) ) ( ( b ( g ( Array Int A ) ) ( h ( List A ) ) ) ) ) )
( declare-sort S 0 ) ( define-sort M ( X Y ) ( Array X ( Array Y Bool ) ) )
( declare-fun P ( Int Real ( _ BitVec 8 ) ( List Int ) ( M Int S ) ) Bool ) ( declare-const l ( List Int ) )
( define-fun k ( ( x Int ) ( y Real ) ) Real ( ite ( < x y 2 ) ( / x 3 ) ( - y x 1.5 ) ) )
( push 1 )
( assert ( ! ( forall ( ( x Int ) ( v ( _ BitVec 8 ) ) ( m ( M Int S ) ) ( s S ) )
  ( let ( ( y ( k x 1 ) ) ( l ( cons x l ) ) ) ( => ( and ( select ( select m x ) s ) ( = v ( bvadd #x0f v ) ( _ bv3 8 ) ) )
  ( P ( match l ( ( nil 0 ) ( ( cons i j ) ( + i x ) ) ) ) y ( concat ( ( _ extract 3 0 ) v ) #b0101 ) ( as nil ( List Int ) ) m ) ) ) ) :named n ) )
( assert ( exists ( ( t A ) ) ( and n ( ( _ is a ) t ) ( is-e ( select ( g ( f t ) ) ( abs ( rem 7 ( - 2 ) ) ) ) ) ( distinct 1 2 3.0 ) ) ) )
( check-sat-assuming ( n ( not n ) ) ) ( get-value ( l ( head l ) ) ) ( echo "x" ) ( pop 1 ) ( declare-rel p ( Int ) )
( declare-var z Int ) ( rule ( => ( p z ) ( p ( mod z 3 ) ) ) r ) ( query ( p z ) :print-certificate true ) ( reset-assertions ) ( exit )
"#;

proptest::proptest! {
    /// However a script is damaged, it is read or its mistake is told: the reader never panics.
    #[test]
    fn damaged_scripts_are_survived(edits in proptest::collection::vec((0..3u8, 0..2000usize, 0..2000usize), 0..6)) {
        let mut words: Vec<&str> = EVERYTHING.split_whitespace().collect();
        for (kind, i, j) in edits {
            let (i, j) = (i % words.len(), j % words.len());
            match kind {
                0 => words[i] = words[j],
                1 => { words.remove(i); }
                _ => words.insert(i, words[j]),
            }
        }
        let text = words.join(" ");
        let (mut reader, mut terms, source) = (Reader::new(), Terms::new(), Source::whole("test", &*text));
        loop {
            match reader.next(&mut terms, &source) {
                Ok(None) => break,
                Ok(Some(_)) => {}
                Err(error) => {
                    assert!(error.render("test", &text).contains("error: "));
                    assert_eq!(error.smtlib(&text).lines().count(), 1);
                }
            }
        }
    }
}

#[test]
fn a_bit_of_everything_is_read() {
    let commands = read(EVERYTHING).unwrap_or_else(|e| panic!("{}", e.render("test", EVERYTHING)));
    assert!(matches!(commands.last().unwrap().command, Command::Exit));
}
