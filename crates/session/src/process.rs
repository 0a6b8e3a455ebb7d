//! The back end for a second opinion: any solver that reads SMT-LIB on its standard input.
//!
//! `rsmt2` reads the answers. Its own solver client keeps the child process to itself, so a solver that hangs could not be
//! ended; the process is therefore spawned here. And it takes what begins like an answer for one; here an answer is a whole line.

use alphorn_check::{Answer, Backend, cut};
use alphorn_run::{group::Group, stop::Stop};
use rsmt2::parse::SmtParser;
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

/// A solver in a process of its own. It must read commands from standard input, answer at once and know `push` and `pop`
/// (`z3 -in`, `cvc5 --lang smt2 --incremental`).
pub struct Process {
    program: String,
    arguments: Vec<String>,
    stop: Stop,
    timeout: Duration,
    prelude: String,
    /// None before the first start and after anything went wrong.
    running: Option<Running>,
}

/// An answer: sat, unsat, or neither.
type Parsed = Result<Option<bool>, String>;

struct Running {
    /// Ends with this.
    _group: Group,
    questions: Sender<String>,
    answers: Receiver<Parsed>,
}

impl Process {
    /// A back end that runs `command`, whose words are separated by blanks, and gives each question `timeout`.
    pub fn new(command: &str, stop: Stop, timeout: Duration) -> Self {
        let mut words = command.split_whitespace().map(String::from);
        let program = words.next().unwrap_or_default();
        Process { program, arguments: words.collect(), stop, timeout, prelude: String::new(), running: None }
    }

    /// Asks one question that ends in one `check-sat`.
    fn ask(&mut self, question: String) -> Parsed {
        let parsed = self.exchange(question);
        if parsed.is_err() {
            // Late or unread output must not be taken for the next answer.
            self.running = None;
        }
        parsed
    }

    fn exchange(&mut self, question: String) -> Parsed {
        const LOOK: Duration = Duration::from_millis(10);
        const DIED: &str = "the solver process ended";
        let running = self.running.as_ref().ok_or(DIED)?;
        running.questions.send(question).map_err(|_| DIED)?;
        let deadline = Instant::now() + self.timeout;
        loop {
            match running.answers.recv_timeout(LOOK) {
                Ok(parsed) => return parsed,
                Err(RecvTimeoutError::Disconnected) => return Err(DIED.into()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(cause) = self.stop.cause() {
                return Err(cause.to_string());
            }
            if Instant::now() >= deadline {
                return Err("timeout".into());
            }
        }
    }

    fn spawn(&mut self) -> Result<(), String> {
        self.running = None;
        let running = Running::spawn(&self.program, &self.arguments);
        self.running = Some(running.map_err(|error| format!("cannot run {}: {error}", self.program))?);
        // The answer does not matter, only that there is no error: the declarations were understood.
        self.ask(format!("{}(check-sat)\n", self.prelude)).map(drop)
    }
}

impl Backend for Process {
    fn start(&mut self, prelude: &str) -> Result<(), String> {
        self.prelude = prelude.into();
        self.spawn()
    }

    fn check(&mut self, asserts: &str) -> Answer {
        if self.running.is_none()
            && let Err(reason) = self.spawn()
        {
            return Answer::Unknown(reason);
        }
        match self.ask(format!("(push 1)\n{asserts}\n(check-sat)\n(pop 1)\n")) {
            Ok(Some(true)) => Answer::Sat,
            Ok(Some(false)) => Answer::Unsat,
            Ok(None) => Answer::Unknown("the solver says unknown".into()),
            Err(reason) => Answer::Unknown(reason),
        }
    }
}

impl Running {
    fn spawn(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = Group::spawn(&mut command)?;
        let pipes = group.leader().stdin.take().zip(group.leader().stdout.take());
        let (mut input, output) = pipes.ok_or_else(|| io::Error::other("no pipe to the solver"))?;
        let (questions, to_ask) = mpsc::channel::<String>();
        let (answer, answers) = mpsc::channel();
        // Writing and reading may both block for ever; this thread does, and ends when the pipes do.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            for question in to_ask {
                let written = input.write_all(question.as_bytes()).and_then(|()| input.flush());
                let parsed = match written {
                    Ok(()) => read_answer(&mut output),
                    Err(error) => Err(format!("cannot write to the solver: {error}")),
                };
                if answer.send(parsed).is_err() {
                    break;
                }
            }
        });
        Ok(Running { _group: group, questions, answers })
    }
}

/// Reads the next line that is not empty.
fn read_answer(output: &mut impl BufRead) -> Parsed {
    const LONGEST: u64 = 1 << 20;
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        match read.map_err(|error| format!("cannot read from the solver: {error}"))? {
            0 => return Err("the solver process ended".into()),
            _ if line.trim_ascii().is_empty() => {}
            _ => return answer(&String::from_utf8_lossy(&line)),
        }
    }
}

fn answer(line: &str) -> Parsed {
    // rsmt2 cannot step over what is not ASCII.
    let line = line.trim_ascii().replace(|c: char| !c.is_ascii(), "?");
    match SmtParser::of_str(&line).check_sat() {
        Ok(answer) if ["sat", "unsat", "unknown"].contains(&line.as_str()) => Ok(answer),
        Ok(_) => Err(format!("the solver says {}", cut(&line))),
        Err(error) => Err(cut(&error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell script as a solver. The words of a command have no blanks, so the script comes in a file.
    fn shell(script: &str) -> (tempfile::NamedTempFile, Process) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(script.as_bytes()).unwrap();
        let command = format!("sh {}", file.path().display());
        (file, Process::new(&command, Stop::new(), Duration::from_millis(300)))
    }

    fn reason(answer: Answer) -> String {
        match answer {
            Answer::Unknown(reason) => reason,
            answer => panic!("expected unknown, got {answer:?}"),
        }
    }

    #[test]
    fn a_process_that_is_not_there_says_so() {
        let mut process = Process::new("/no/such/solver", Stop::new(), Duration::from_secs(1));
        assert!(process.start("").unwrap_err().contains("/no/such/solver"));
        assert!(reason(process.check("")).contains("/no/such/solver"));
        assert!(Process::new("", Stop::new(), Duration::from_secs(1)).start("").is_err());
    }

    #[test]
    fn death_silence_errors_and_noise_are_unknown() {
        let started = Instant::now();
        for (script, expected) in [
            ("exit 3", ""),
            ("read x; exit 0", ""),
            ("exec sleep 100", "timeout"),
            ("echo '(error \"bad \u{e9} x\")'; cat > /dev/null", "bad ? x"),
            ("echo gibberish; cat > /dev/null", ""),
            ("echo sat; echo unknown; cat > /dev/null", "unknown"),
            ("echo sat; sleep 0.1; exit 1", ""),
        ] {
            let (_file, mut process) = shell(script);
            let _ = process.start("(set-logic ALL)\n");
            let reason = reason(process.check("(assert false)"));
            assert!(reason.contains(expected), "{script}: {reason}");
        }
        assert!(started.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn only_a_whole_line_is_an_answer() {
        assert_eq!(["unsat\r\n", " sat\n", "unknown"].map(answer), [Ok(Some(false)), Ok(Some(true)), Ok(None)]);
        let others =
            ["unsatisfied", "unsat unsat", "unsat (error)", "(error \"unsat\")", "UNSAT", "|unsat|", "; unsat"];
        for other in others {
            assert!(answer(other).is_err(), "{other}");
        }
    }

    #[test]
    fn a_stop_ends_the_wait() {
        let (_file, mut process) = shell("exec sleep 100");
        process.timeout = Duration::from_secs(100);
        process.stop.stop(alphorn_run::stop::Cause::Interrupt);
        assert_eq!(process.start("").unwrap_err(), "interrupted");
    }
}
