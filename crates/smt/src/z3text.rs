//! The back end that is always there: a fresh Z3 context in this process that reads text like any other solver.

use alphorn_check::{Answer, Backend, cut};
use alphorn_run::{memory, stop::Stop, threads};
use std::{
    ffi::{CStr, CString},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};
use z3_sys::{
    Z3_context, Z3_del_config, Z3_del_context, Z3_eval_smtlib2_string, Z3_interrupt, Z3_mk_config, Z3_mk_context,
    Z3_set_error_handler,
};

/// What is asked before and after the assertions, and for how long at most. Most questions are easy: they are asked one after
/// the other in one context. For the others, a Z3 that has seen no push simplifies more and is often far stronger: first with
/// the older simplex, which takes a third of the time where many numbers are compared, but knows little of products.
const ATTEMPTS: [(&str, &str, Option<Duration>); 3] = [
    ("(push 1)", "(check-sat)(pop 1)", Some(Duration::from_millis(400))),
    (
        "",
        "(check-sat-using (then simplify solve-eqs (using-params smt :arith.solver 2)))",
        Some(Duration::from_secs(2)),
    ),
    ("", "(check-sat)", None),
];

/// Z3 in this process, in a context of its own.
pub struct Z3Text {
    stop: Stop,
    timeout: Duration,
    prelude: String,
    /// None after anything went wrong: the next question gets a new one.
    context: Option<Context>,
}

impl Z3Text {
    /// A back end that spends at most `timeout` on a question and answers at once after a stop.
    pub fn new(stop: Stop, timeout: Duration) -> Self {
        Z3Text { stop, timeout, prelude: String::new(), context: None }
    }

    /// The context with the prelude read, made anew if need be.
    fn ready(&mut self, deadline: Instant) -> Result<&mut Context, String> {
        if self.context.is_none() {
            let mut context = Context::new()?;
            context.depth = depth(&self.prelude);
            // A context begins with a sort `List` of its own, which many scripts declare; a reset takes it away.
            match context.eval(&format!("(reset){}", self.prelude), &self.stop, deadline)?.as_str() {
                "" => self.context = Some(context),
                output => return Err(cut(output)),
            }
        }
        self.context.as_mut().ok_or_else(|| "no context".into())
    }

    /// Asks with the commands `before` and `after` the assertions.
    fn ask(&mut self, before: &str, asserts: &str, after: &str, deadline: Instant) -> Answer {
        let stop = self.stop.clone();
        let question = format!("{before}{asserts}{after}");
        let output = self.ready(deadline).and_then(|context| context.eval(&question, &stop, deadline));
        let answer = match output.as_deref() {
            Ok("sat") => Answer::Sat,
            Ok("unsat") => Answer::Unsat,
            Ok(output) => {
                if output.contains("out of memory") {
                    memory::note_short();
                }
                Answer::Unknown(cut(output))
            }
            Err(reason) => Answer::Unknown(reason.clone()),
        };
        if before.is_empty() || matches!(answer, Answer::Unknown(_)) {
            self.context = None;
        }
        answer
    }
}

impl Backend for Z3Text {
    fn start(&mut self, prelude: &str) -> Result<(), String> {
        self.context = None;
        self.prelude = prelude.into();
        self.ready(Instant::now() + self.timeout).map(drop)
    }

    fn check(&mut self, asserts: &str) -> Answer {
        let end = Instant::now() + self.timeout;
        let mut answer = Answer::Unknown("not asked".into());
        for (before, after, most) in ATTEMPTS {
            let now = Instant::now();
            let left = end.saturating_duration_since(now);
            answer = self.ask(before, asserts, after, now + most.map_or(left, |most| most.min(left / 2)));
            if !matches!(answer, Answer::Unknown(_)) || self.stop.is_stopped() {
                break;
            }
        }
        answer
    }
}

/// A Z3 context that nobody else has.
struct Context {
    raw: Z3_context,
    /// How deep the terms of the definitions may be that it was given.
    depth: usize,
}

/// How deep the terms of a text may be: definitions may be put into each other.
fn depth(commands: &str) -> usize {
    let (mut now, mut deepest, mut most, mut definitions) = (0usize, 0, 0, 0);
    let mut is_definition = false;
    for (at, byte) in commands.bytes().enumerate() {
        match byte {
            b'(' => {
                if now == 0 {
                    is_definition = commands.as_bytes()[at..].starts_with(b"(define-fun");
                }
                now += 1;
                deepest = deepest.max(now);
            }
            b')' => now = now.saturating_sub(1),
            _ => continue,
        }
        if now == 0 {
            let deep = std::mem::take(&mut deepest);
            match is_definition {
                true => definitions += deep,
                false => most = most.max(deep),
            }
        }
    }
    definitions + most
}

impl Context {
    fn new() -> Result<Self, String> {
        // SAFETY: the configuration is used once and deleted; errors are read from the output, so no handler is set.
        unsafe {
            let config = Z3_mk_config().ok_or("Z3 gave no configuration")?;
            let context = Z3_mk_context(config);
            Z3_del_config(config);
            let context = context.ok_or_else(|| {
                memory::note_short();
                "Z3 gave no context: out of memory"
            })?;
            Z3_set_error_handler(context, None);
            Ok(Context { raw: context, depth: 0 })
        }
    }

    /// Z3 recurses over the depth of terms here and there: the bytes of stack that are enough for these commands. Memory is
    /// only taken for what is used of it, but some systems limit what may be asked for.
    fn stack(&self, commands: &str) -> usize {
        const LEAST: usize = 16 << 20;
        const MOST: usize = 1 << 30;
        const LEVEL: usize = 16 << 10;
        (LEAST + (self.depth + depth(commands)).saturating_mul(LEVEL)).min(MOST)
    }

    /// Runs commands and gives what they print. An interrupted context must not be used again.
    fn eval(&mut self, commands: &str, stop: &Stop, deadline: Instant) -> Result<String, String> {
        const LOOK: Duration = Duration::from_millis(10);
        let stack = self.stack(commands);
        let commands = CString::new(commands).map_err(|_| "the text has a zero byte")?;
        let (answer, answers) = mpsc::channel();
        let worker = Raw(self.raw);
        thread::scope(|scope| {
            let work = move || {
                // Nobody waits only if this thread's owner died.
                let _ = answer.send(worker.eval(&commands));
            };
            threads::spawn_scoped(scope, stack, work)
                .map_err(|error| format!("no stack for terms so deep: {error}"))?;
            let mut interrupted = None;
            loop {
                match (answers.recv_timeout(LOOK), interrupted) {
                    (Ok(output), None) => return Ok(output),
                    (Ok(_), Some(reason)) => return Err(reason),
                    (Err(RecvTimeoutError::Disconnected), _) => return Err("Z3 gave no answer".into()),
                    (Err(RecvTimeoutError::Timeout), _) => {}
                }
                let late = || (Instant::now() >= deadline).then(|| "timeout".to_string());
                interrupted = stop.cause().map(|cause| cause.to_string()).or_else(late);
                if interrupted.is_some() {
                    // Again and again: one that comes before Z3 starts to search may be lost.
                    // SAFETY: interrupting from another thread is allowed, and the context outlives this scope.
                    unsafe { Z3_interrupt(self.raw) }
                }
            }
        })
    }
}

/// Lends a context to the thread that runs its commands.
struct Raw(Z3_context);

// SAFETY: while the commands run, the lender does nothing with the context but to interrupt it.
unsafe impl Send for Raw {}

impl Raw {
    fn eval(&self, commands: &CStr) -> String {
        // SAFETY: the string lives until the call returns; the result is valid until the next call.
        unsafe {
            let output = Z3_eval_smtlib2_string(self.0, commands.as_ptr());
            if output.is_null() { String::new() } else { CStr::from_ptr(output).to_string_lossy().trim().to_string() }
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: nothing of this context is left.
        unsafe { Z3_del_context(self.raw) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_run::stop::Cause;

    /// A question that Z3 does not answer within seconds.
    const HARD: &str = "(declare-const a Int)(declare-const b Int)(declare-const c Int)
        (assert (> a 2))(assert (> b 2))(assert (> c 2))(assert (= (+ (* a a a) (* b b b)) (* c c c)))";

    #[test]
    fn questions_do_not_disturb_each_other() {
        let mut z3 = Z3Text::new(Stop::new(), Duration::from_secs(10));
        z3.start("(set-logic ALL)(declare-const x Int)").unwrap();
        assert_eq!(z3.check("(assert (> x 0))(assert (< x 1))"), Answer::Unsat);
        assert_eq!(z3.check("(assert (> x 0))"), Answer::Sat);
        assert!(matches!(z3.check("(assert (> y 0))"), Answer::Unknown(reason) if reason.contains("y")));
        assert_eq!(z3.check("(assert (< x 0))"), Answer::Sat);
        assert!(z3.start("(declare-const x Foo)").is_err());
    }

    #[test]
    fn every_attempt_is_a_question_that_z3_understands() {
        let mut z3 = Z3Text::new(Stop::new(), Duration::from_secs(30));
        z3.start("(set-logic ALL)(declare-const x Int)(declare-const y Int)").unwrap();
        let deadline = Instant::now() + Duration::from_secs(30);
        for (before, after, _) in ATTEMPTS {
            for _ in 0..2 {
                let between = "(assert (= y (+ x x)))(assert (< 2 y 4))";
                assert_eq!(z3.ask(before, between, after, deadline), Answer::Unsat, "{after}");
                assert_eq!(z3.ask(before, "(assert (< 2 y 4))", after, deadline), Answer::Sat, "{after}");
            }
        }
    }

    #[test]
    fn a_question_that_is_hard_after_a_push_is_asked_without() {
        let mut z3 = Z3Text::new(Stop::new(), Duration::from_secs(30));
        z3.start("(set-logic ALL)(declare-const n Int)").unwrap();
        let sums = "(assert (forall ((x Int)) (=> (> x n) (exists ((y Int) (z Int))
            (and (>= y 0) (>= z 0) (= x (+ (* 6 y) (* 10 z))))))))";
        assert_eq!(z3.check(sums), Answer::Unsat);
        assert_eq!(z3.check("(assert (> n 0))"), Answer::Sat);
    }

    #[test]
    fn time_and_stop_end_a_question() {
        let stop = Stop::new();
        let mut z3 = Z3Text::new(stop.clone(), Duration::from_millis(100));
        z3.start("(set-logic ALL)").unwrap();
        let started = Instant::now();
        assert_eq!(z3.check(HARD), Answer::Unknown("timeout".into()));
        let mut z3 = Z3Text::new(stop.clone(), Duration::from_secs(100));
        z3.start("(set-logic ALL)").unwrap();
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            stop.stop(Cause::Interrupt);
        });
        assert_eq!(z3.check(HARD), Answer::Unknown("interrupted".into()));
        assert!(started.elapsed() < Duration::from_secs(10));
        stopper.join().unwrap();
    }
}
