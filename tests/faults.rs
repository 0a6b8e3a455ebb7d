//! Each question gets exactly one line, whatever happens to the process that answers it.
#![cfg(target_os = "linux")]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

const EASY: &str = "(push 1)(declare-fun P (Int) Bool)(assert (P 0))
(assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))(check-sat)(pop 1)\n";
/// There are no such cubes, and nobody finds out.
const HARD: &str = "(push 1)(declare-fun H (Int Int Int) Bool)
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (> a 2) (> b 2) (> c 2)) (H a b c))))
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (H a b c) (= (+ (* a a a) (* b b b)) (* c c c))) false)))
(check-sat)(get-info :reason-unknown)(pop 1)\n";

fn alphorn() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alphorn"));
    command.env_remove("RUST_LOG").current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The output of a run on a script in a file.
fn run(command: &mut Command, script: &str) -> Output {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), script).unwrap();
    command.arg(file.path()).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn shell(line: &str, script: &str) -> Output {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), script).unwrap();
    let line =
        line.replace("ALPHORN", env!("CARGO_BIN_EXE_alphorn")).replace("FILE", &file.path().display().to_string());
    Command::new("sh").args(["-c", &line]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

/// The processes whose parent has this number.
fn children(parent: u32) -> Vec<u32> {
    let stat = |entry: fs::DirEntry| {
        let child = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        (fields.next()? != "Z" && fields.next()?.parse() == Ok(parent)).then_some(child)
    };
    fs::read_dir("/proc").unwrap().flatten().filter_map(stat).collect()
}

fn worker(of: &Child) -> u32 {
    let start = Instant::now();
    loop {
        if let [worker] = children(of.id())[..] {
            return worker;
        }
        assert!(start.elapsed().as_secs() < 60, "there is no worker");
        thread::sleep(Duration::from_millis(5));
    }
}

fn send(signal: &str, to: u32) {
    assert!(Command::new("kill").args([signal, &to.to_string()]).status().unwrap().success());
}

/// A program of the shell, and the file that it calls `NUMBER`.
fn executable(folder: &Path, text: &str) -> (String, PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let (program, number) = (folder.join("program"), folder.join("number"));
    let text = text.replace("NUMBER", &number.display().to_string());
    fs::write(&program, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    (program.display().to_string(), number)
}

/// Runs a script of an easy question, a hard one, and an easy one, with a fault during the hard one.
fn hurt(options: &[&str], fault: impl FnOnce(&Child)) -> (Vec<String>, Option<i32>) {
    let mut child = alphorn().args(options).spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("{EASY}{HARD}{EASY}").as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    thread::sleep(Duration::from_millis(500));
    fault(&child);
    let rest = lines.map(Result::unwrap);
    (std::iter::once(first).chain(rest).collect(), child.wait().unwrap().code())
}

#[test]
fn a_worker_that_is_killed_costs_one_answer() {
    for (signal, reason) in [("-KILL", "killed"), ("-SEGV", "segmentation fault"), ("-ABRT", "aborted")] {
        let (lines, code) = hurt(&["--timeout", "60"], |child| {
            let worker = worker(child);
            send(signal, worker);
            // The first one that is no fault of memory only takes the runtime's handler away.
            thread::sleep(Duration::from_millis(100));
            let _ = Command::new("kill").args([signal, &worker.to_string()]).stderr(Stdio::null()).status();
        });
        assert_eq!((lines.len(), code), (4, Some(4)), "{lines:?}");
        assert_eq!([&lines[0], &lines[1], &lines[3]], ["sat", "unknown", "sat"]);
        assert!(
            lines[2].starts_with("(:reason-unknown \"the solver crashed (") && lines[2].contains(reason),
            "{lines:?}"
        );
    }
}

#[test]
fn signals_may_go_to_either_process_and_are_the_reason() {
    let expected = ["sat", "unknown", "(:reason-unknown \"interrupted\")", "unknown"];
    for signal in ["-INT", "-TERM", "-HUP"] {
        let (lines, code) = hurt(&[], |child| send(signal, child.id()));
        assert_eq!((lines, code), (expected.map(String::from).to_vec(), Some(0)));
        let (lines, code) = hurt(&[], |child| send(signal, worker(child)));
        assert_eq!((lines, code), (expected.map(String::from).to_vec(), Some(0)));
    }
}

#[test]
fn a_worker_that_hangs_is_ended_by_the_time_limit() {
    let start = Instant::now();
    let (lines, code) = hurt(&["--timeout", "2"], |child| send("-STOP", worker(child)));
    let expected = ["sat", "unknown", "(:reason-unknown \"timeout\")", "unknown"];
    assert_eq!((lines, code), (expected.map(String::from).to_vec(), Some(0)));
    assert!(start.elapsed().as_secs() < 30);
}

#[test]
fn without_its_supervisor_a_worker_ends() {
    let mut child = alphorn().spawn().unwrap();
    let worker = worker(&child);
    child.kill().unwrap();
    child.wait().unwrap();
    let start = Instant::now();
    while Path::new(&format!("/proc/{worker}/fd/0")).exists() {
        assert!(start.elapsed().as_secs() < 30, "it goes on");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The system ends the worker with its supervisor, and a program that the worker has started with the worker.
#[test]
fn a_program_ends_with_a_supervisor_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (solver, number) = executable(folder.path(), "echo $$ > NUMBER; exec sleep 1000");
    let portfolio = ["--engine", "portfolio", "--members", "bmc", "--with-solver", &solver, "--transform", "none"];
    let mut child = alphorn().args(portfolio).spawn().unwrap();
    child.stdin.take().unwrap().write_all(HARD.as_bytes()).unwrap();
    let start = Instant::now();
    while !fs::read_to_string(&number).is_ok_and(|text| text.ends_with('\n')) {
        assert!(start.elapsed().as_secs() < 60, "it does not start");
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let program = fs::read_to_string(&number).unwrap();
    while Path::new(&format!("/proc/{}/fd/0", program.trim())).exists() {
        assert!(start.elapsed().as_secs() < 90, "it goes on");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Who dies twice at the same place would die again; what came through the pipe is not lost.
#[test]
fn a_reader_of_parentheses_answers_where_workers_die() {
    let mut child = alphorn().spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(EASY.as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "sat");
    let mut before = 0;
    for _ in 0..2 {
        let mut next = worker(&child);
        while next == before {
            next = worker(&child);
        }
        thread::sleep(Duration::from_millis(300));
        send("-KILL", next);
        before = next;
    }
    thread::sleep(Duration::from_millis(300));
    stdin.write_all(b"(echo \"on\")(assert (this is not read))(check-sat)(get-model)(exit)(check-sat)").unwrap();
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(rest[..2], ["on", "unknown"]);
    assert!(rest.len() == 3 && rest[2].starts_with("(error \"the solver crashed (killed"), "{rest:?}");
    assert_eq!(child.wait().unwrap().code(), Some(4));
}

#[test]
fn each_question_is_answered_though_one_ends_libz3() {
    let nots = "(not ".repeat(100_000) + "x" + &")".repeat(100_000);
    let deep = format!(
        "(declare-fun D (Bool) Bool)(assert (forall ((x Bool)) (=> {nots} (D x))))
        (assert (forall ((x Bool)) (=> (D x) false)))(check-sat)(check-sat)"
    );
    let wide = "(declare-fun W ((_ BitVec 1000000)) Bool)
        (assert (forall ((x (_ BitVec 1000000)) (y (_ BitVec 1000000))) (=> (bvult x (bvmul y x)) (W x))))
        (assert (forall ((x (_ BitVec 1000000))) (=> (and (W x) (bvult (bvadd x x) x)) false)))(check-sat)(check-sat)";
    for (script, memory) in [(deep.as_str(), "150"), (wide, "300")] {
        let output = run(alphorn().args(["--memory", memory, "--timeout", "20"]), script);
        assert_eq!(text(&output.stdout), "unknown\nunknown\n", "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
}

#[test]
fn little_address_space_is_enough_for_small_problems() {
    for megabytes in [2000, 3000, 4000] {
        let output = shell(&format!("ulimit -v {}; exec ALPHORN FILE", megabytes * 1024), EASY);
        assert_eq!(text(&output.stdout), "sat\n", "{megabytes} MB: {}", text(&output.stderr));
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let full = |output: &Output| {
        assert_eq!(output.status.code(), Some(5), "{output:?}");
        assert!(text(&output.stderr).contains("cannot be written"), "{output:?}");
    };
    for line in [
        "ALPHORN FILE > /dev/full",
        "ALPHORN FILE >&-",
        "ALPHORN < FILE > /dev/full",
        "ALPHORN --unsupervised FILE > /dev/full",
        "ALPHORN --unsupervised FILE >&-",
        "ALPHORN --help > /dev/full",
        "ALPHORN --compat z3 -version > /dev/full",
        "ALPHORN explain FILE > /dev/full",
        "ALPHORN cover FILE > /dev/full",
        "ALPHORN manual > /dev/full",
    ] {
        full(&shell(line, EASY));
    }
    let traced = shell("ALPHORN --engine la --transform none --trace /dev/full FILE", EASY);
    full(&traced);
    assert_eq!(text(&traced.stdout), "sat\n");
    let unheard = shell("ALPHORN --statistics FILE 2> /dev/full", EASY);
    assert_eq!((text(&unheard.stdout).as_str(), unheard.status.code()), ("sat\n", Some(5)));
    let page = shell("ALPHORN explain --html /dev/full FILE", EASY);
    assert!(page.status.code() == Some(1) && text(&page.stderr).contains("/dev/full"), "{page:?}");
}

#[test]
fn a_reader_that_goes_away_is_told() {
    let mut child = alphorn().spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(EASY.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(5));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("standard output cannot be written"), "{said}");
}

/// It has left its group and its session, and its parent ends first.
#[test]
fn what_another_solver_has_started_ends_with_us() {
    let folder = tempfile::tempdir().unwrap();
    let (solver, number) = executable(folder.path(), "setsid sh -c 'echo $$ > NUMBER; exec sleep 1000' &\nsleep 1000");
    let portfolio = ["--engine", "portfolio", "--members", "bmc", "--with-solver", &solver, "--timeout", "3"];
    for more in [&[][..], &["--unsupervised"]] {
        let _ = fs::remove_file(&number);
        let output = run(alphorn().args(portfolio).args(more), HARD);
        assert!(text(&output.stdout).starts_with("unknown\n"), "{output:?}");
        let survivor = fs::read_to_string(&number).expect("it has started");
        assert!(!Path::new(&format!("/proc/{}", survivor.trim())).exists(), "it goes on");
    }
}

#[test]
fn a_subcommand_that_dies_gives_no_result_and_a_code() {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), HARD).unwrap();
    let child = alphorn().arg("explain").arg(file.path()).stdin(Stdio::null()).spawn().unwrap();
    let worker = worker(&child);
    thread::sleep(Duration::from_millis(500));
    send("-ABRT", worker);
    let output = child.wait_with_output().unwrap();
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), ("", Some(4)));
    assert!(text(&output.stderr).contains("aborted"), "{}", text(&output.stderr));
}

/// A quantifier inside the cube that is projected ended libz3 with a segmentation fault.
#[test]
fn a_quantifier_in_a_cube_is_no_danger() {
    let script = "(declare-fun P (Bool Int Int) Bool)(assert (forall ((v Int)) (P true v v)))
        (assert (forall ((v Int) (a Int) (w Int)) (=> (P true w a) (exists ((q Int)) (distinct v 2)))))(check-sat)";
    for options in [&["--transform", "none"][..], &["--transform", "none", "--engine", "la"], &["--engine", "pdr"]] {
        let output = run(alphorn().args(options).args(["--timeout", "20"]), script);
        assert!(["unsat\n", "unknown\n"].contains(&text(&output.stdout).as_str()), "{output:?}");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}
