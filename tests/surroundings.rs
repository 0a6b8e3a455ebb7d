//! What the program is started in changes none of its answers: limits, ignored signals, children of others, pipes that do not
//! wait or that nobody reads.
#![cfg(target_os = "linux")]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    os::{
        fd::AsRawFd,
        unix::process::{CommandExt, ExitStatusExt},
    },
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
const ALPHORN: &str = env!("CARGO_BIN_EXE_alphorn");

/// What a line of a shell gives; `FILE` has the script, `PIPE` can be made a named pipe.
fn shell(line: &str, script: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let [file, pipe] = ["file", "pipe"].map(|name| folder.path().join(name));
    fs::write(&file, script).unwrap();
    let line = line.replace("ALPHORN", ALPHORN).replace("FILE", &file.display().to_string());
    let line = line.replace("PIPE", &pipe.display().to_string());
    Command::new("bash").args(["-c", &line]).env_remove("RUST_LOG").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn spawn(stdin: Stdio, stdout: Stdio, arguments: &[&str]) -> Child {
    Command::new(ALPHORN).args(arguments).stdin(stdin).stdout(stdout).stderr(Stdio::piped()).spawn().unwrap()
}

fn send(signal: i32, to: u32) {
    // SAFETY: `kill` has no preconditions.
    assert_eq!(unsafe { libc::kill(to as i32, signal) }, 0);
}

/// The only child of a process.
fn worker(of: &Child) -> u32 {
    let children = format!("/proc/{0}/task/{0}/children", of.id());
    let start = Instant::now();
    loop {
        if let Ok(worker) = fs::read_to_string(&children).unwrap().trim().parse() {
            return worker;
        }
        assert!(start.elapsed().as_secs() < 60, "there is no worker");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn files_that_may_not_grow_are_errors_of_writing_and_pipes_are_read() {
    for line in ["(ulimit -f 0; ALPHORN FILE > FILE.out)", "(ulimit -f 0; ALPHORN --unsupervised FILE > FILE.out)"] {
        let output = shell(line, EASY);
        assert_eq!(output.status.code(), Some(5), "{line}: {output:?}");
        assert!(text(&output.stderr).contains("cannot be written"), "{line}: {output:?}");
    }
    let piped = shell("cat FILE | (ulimit -f 0; ALPHORN)", &EASY.repeat(2));
    assert_eq!((text(&piped.stdout).as_str(), piped.status.code()), ("sat\nsat\n", Some(0)), "{piped:?}");
}

#[test]
fn the_limit_of_the_processor_is_the_reason() {
    let output = shell("ulimit -t 1; exec ALPHORN FILE", &format!("{HARD}{EASY}"));
    let right = "unknown\n(:reason-unknown \"timeout (of the processor)\")\nunknown\n";
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), (right, Some(0)), "{output:?}");
}

/// They are children of the process that the shell was.
#[test]
fn children_of_others_are_not_ended() {
    for option in ["", "--unsupervised"] {
        let line = format!("exec > >(sleep 1; cat; echo heard); exec ALPHORN {option} FILE");
        assert_eq!(text(&shell(&line, EASY).stdout), "sat\nheard\n", "{option}");
    }
}

#[test]
fn what_nohup_ignores_stays_ignored() {
    for option in ["", "--unsupervised"] {
        let line = format!(
            "trap '' HUP; ALPHORN {option} --timeout 2 FILE & p=$!; sleep 0.7; kill -HUP $p $(pgrep -P $p); wait $p"
        );
        assert_eq!(text(&shell(&line, HARD).stdout), "unknown\n(:reason-unknown \"timeout\")\n", "{option}");
    }
}

#[test]
fn who_ignores_children_hears_the_true_reason() {
    let line = "trap '' CHLD; ALPHORN --timeout 60 FILE & p=$!; sleep 0.7; for i in 1 2; do kill -SEGV $(pgrep -P $p); sleep 0.1; done; wait $p";
    let output = shell(line, HARD);
    assert!(text(&output.stdout).contains("segmentation fault"), "{output:?}");
}

#[test]
fn other_signals_that_end_programs_ask_for_the_end() {
    for signal in [libc::SIGQUIT, libc::SIGALRM, libc::SIGUSR1, libc::SIGUSR2] {
        for to_worker in [false, true] {
            let mut command = Command::new(ALPHORN);
            command.args(["--timeout", "60"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            // Whoever runs the tests in the background has some of them ignored.
            // SAFETY: the call needs no handler, and may be made between the fork and the program.
            unsafe { command.pre_exec(move || Ok(_ = libc::signal(signal, libc::SIG_DFL))) };
            let mut child = command.spawn().unwrap();
            child.stdin.take().unwrap().write_all(format!("{EASY}{HARD}{EASY}").as_bytes()).unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
            assert_eq!(lines.next().unwrap(), "sat");
            thread::sleep(Duration::from_millis(300));
            send(signal, if to_worker { worker(&child) } else { child.id() });
            let rest: Vec<String> = lines.collect();
            assert_eq!(rest, ["unknown", "(:reason-unknown \"interrupted\")", "unknown"], "{signal}");
            assert_eq!(child.wait().unwrap().code(), Some(0));
        }
    }
}

/// Between two workers nobody else has the pipe open.
#[test]
fn a_named_pipe_outlives_a_worker() {
    let line = "mkfifo PIPE; (cat FILE; sleep 0.5; kill -KILL $(pgrep -P $(cat FILE.pid)); cat FILE; sleep 0.5; cat FILE) > PIPE &
        ALPHORN PIPE & echo $! > FILE.pid; wait $!";
    let output = shell(line, EASY);
    assert_eq!(text(&output.stdout), "sat\nsat\nsat\n", "{output:?}");
}

#[test]
fn pipes_that_do_not_wait_are_waited_for() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let (mut hears, says) = std::io::pipe().unwrap();
    for pipe in [reader.as_raw_fd(), says.as_raw_fd()] {
        // SAFETY: the call takes numbers only.
        assert_eq!(unsafe { libc::fcntl(pipe, libc::F_SETFL, libc::O_NONBLOCK) }, 0);
    }
    let mut child = spawn(reader.into(), says.into(), &[]);
    thread::sleep(Duration::from_millis(200));
    let long = "x".repeat(300_000);
    writer.write_all(format!("{EASY}(echo \"{long}\")").as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(200));
    writer.write_all(EASY.as_bytes()).unwrap();
    drop(writer);
    thread::sleep(Duration::from_millis(500));
    let mut said = String::new();
    hears.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(said == format!("sat\n{long}\nsat\n"), "{} bytes", said.len());
}

#[test]
fn who_is_asked_to_end_does_not_wait_for_a_reader() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    fs::write(&script, format!("(echo \"{}\"){EASY}", "x".repeat(300_000))).unwrap();
    let mut child = spawn(Stdio::null(), Stdio::piped(), &[script.to_str().unwrap()]);
    thread::sleep(Duration::from_millis(700));
    send(libc::SIGTERM, child.id());
    let start = Instant::now();
    let status = child.wait().unwrap();
    assert!(status.signal().is_none() && status.code() == Some(5), "{status}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_pipe_without_a_writer_obeys_the_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let child = spawn(Stdio::null(), Stdio::piped(), &["--timeout", "1", pipe.to_str().unwrap()]);
    let output = child.wait_with_output().unwrap();
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), ("unknown\n", Some(0)), "{output:?}");
}

/// Whoever asks waits for a line, however many workers there have been.
#[test]
fn who_ends_one_worker_after_another_gets_a_line_for_each_question() {
    let mut child = spawn(Stdio::piped(), Stdio::piped(), &["--compat", "z3", "-in"]);
    let mut asks = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    for _ in 0..2 {
        for _ in 0..5 {
            send(libc::SIGKILL, worker(&child));
            thread::sleep(Duration::from_millis(100));
        }
        asks.write_all(EASY.as_bytes()).unwrap();
        assert!(["sat", "unknown"].contains(&lines.next().unwrap().as_str()));
    }
    drop(asks);
    assert_eq!(lines.next(), None);
    assert_eq!(child.wait().unwrap().code(), Some(4));
}
