//! The one place that writes. Standard output is written here, by the supervisor or by a process that has none; what is for
//! people goes through [`note`]. An error of either is never passed over.

use super::{
    channel::Channel,
    exit,
    progress::CLEAR,
    supervisor::{Page, Recovery, have_asked, wire},
};
use alphorn_run::{group, stop::Cause};
use std::{
    fmt,
    io::{self, Write},
    os::unix::net::UnixStream,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// Whether something for people could not be written.
static NOTES_LOST: AtomicBool = AtomicBool::new(false);
/// Whether the process was started without a standard output. The runtime of the language puts another in its place.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks whether there is a standard output. To be called before the runtime of the language starts.
pub fn look_at_standard_output() {
    // SAFETY: the call takes numbers only.
    CLOSED.store(unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } < 0, Relaxed);
}

/// Writes a text for people on standard error, at once. That it cannot be written is told by the exit code.
pub fn note(text: fmt::Arguments<'_>) {
    if io::stderr().lock().write_all(text.to_string().as_bytes()).is_err() {
        note_is_lost();
    }
}

/// Something for people could not be written elsewhere.
pub fn note_is_lost() {
    NOTES_LOST.store(true, Relaxed);
}

/// The exit code, if no text for people was lost.
pub fn code_with_notes(code: u8) -> u8 {
    if code == exit::ANSWERED && NOTES_LOST.load(Relaxed) { exit::UNWRITTEN } else { code }
}

/// Writes a line on standard output, at once.
pub fn write_line(mut text: Vec<u8>) -> io::Result<()> {
    if CLOSED.load(Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    text.push(b'\n');
    let mut rest = &text[..];
    while !rest.is_empty() {
        wait_for_reader()?;
        let piece = &rest[..rest.len().min(libc::PIPE_BUF)];
        // SAFETY: the piece is as long as that.
        match unsafe { libc::write(libc::STDOUT_FILENO, piece.as_ptr().cast(), piece.len()) } {
            written if written > 0 => rest = &rest[written.unsigned_abs()..],
            _ => match io::Error::last_os_error() {
                error if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
                error => return Err(error),
            },
        }
    }
    Ok(())
}

/// Waits until a piece can be written without waiting; whoever is asked to end does not wait for ever.
fn wait_for_reader() -> io::Result<()> {
    /// How often it is looked at whether the end was asked for.
    const LOOK: i32 = 500;
    const MOST: u32 = 5;
    let mut looks = 0;
    loop {
        let mut waiting = libc::pollfd { fd: libc::STDOUT_FILENO, events: libc::POLLOUT, revents: 0 };
        // SAFETY: one place to write to.
        match unsafe { libc::poll(&mut waiting, 1, LOOK) } {
            0 if looks >= MOST => return Err(io::Error::other("interrupted while nobody reads it")),
            0 if have_asked() => looks += 1,
            count if count > 0 => return Ok(()),
            _ => {}
        }
    }
}

/// Tells that standard output cannot be written.
pub fn tell_unwritten(error: &io::Error) {
    note(format_args!("alphorn: standard output cannot be written: {error}\n"));
}

/// Who writes to standard output. The watcher writes only while an answer is owed, so an answer is given exactly once.
#[derive(Clone, Debug)]
pub struct Output(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    state: Mutex<State>,
    /// Whether a progress line is on the terminal.
    line: AtomicBool,
    /// What is said when the time of the whole run is over, if not `unknown`.
    over: OnceLock<&'static str>,
    page: &'static Page,
    /// Whether this process repeats what another one has done.
    repeating: AtomicBool,
}

#[derive(Debug)]
struct State {
    owed: bool,
    sink: Sink,
    /// Where the script wants its answers.
    channel: Channel,
    recovery: Option<Recovery>,
    /// How many texts the command at `position` has given so far.
    texts: u32,
    position: u64,
}

/// Where texts go.
#[derive(Debug)]
enum Sink {
    Standard,
    Supervisor(UnixStream),
}

impl Default for Output {
    fn default() -> Self {
        Self::new(Sink::Standard, Page::private(), None)
    }
}

impl Output {
    /// That of a worker; `recovery` says what another worker has done before.
    pub fn supervised(supervisor: UnixStream, page: &'static Page, recovery: Option<Recovery>) -> Self {
        Self::new(Sink::Supervisor(supervisor), page, recovery)
    }

    fn new(sink: Sink, page: &'static Page, recovery: Option<Recovery>) -> Self {
        let repeating = AtomicBool::new(recovery.is_some());
        let state = State { owed: false, sink, channel: Channel::Output, recovery, texts: 0, position: 0 };
        let (line, over) = Default::default();
        Output(Arc::new(Inner { state: Mutex::new(state), line, over, page, repeating }))
    }

    /// The next command is about to be read: it is that after this byte.
    pub fn reads(&self, position: u32) {
        let position = u64::from(position);
        self.0.page.reads(position);
        if self.0.repeating.load(Relaxed) {
            self.repeats(position);
        }
    }

    /// The command that was read is about to be carried out.
    pub fn executes(&self) {
        self.0.page.executes();
    }

    /// Why the present question is not to be asked again: an earlier worker has answered it, or died of it.
    pub fn lost(&self) -> Option<String> {
        if !self.0.repeating.load(Relaxed) {
            return None;
        }
        let (state, position) = (self.lock(), self.0.page.place().position);
        state.recovery.as_ref().filter(|recovery| recovery.has_lost(position)).map(|recovery| recovery.reason.clone())
    }

    /// Leaves the question to a new process, if there can be one: this one has had no more memory.
    pub fn step_down(&self) {
        if let Some(page) = self.page() {
            page.reads(page.place().position);
            page.give_up(Cause::Memory, true);
            end(exit::ANSWERED);
        }
    }

    /// Where an earlier worker died, the work is new.
    fn repeats(&self, position: u64) {
        let mut state = self.lock();
        let Some(recovery) = &mut state.recovery else { return };
        if recovery.is_new(position) {
            recovery.speak();
        }
        if position > recovery.place.position {
            state.recovery = None;
            self.0.repeating.store(false, Relaxed);
        }
    }

    /// Whether another process has done some of this before.
    pub fn is_repeating(&self) -> bool {
        self.0.repeating.load(Relaxed)
    }

    /// From now on an answer is owed.
    pub fn owe(&self) {
        self.lock().owed = true;
    }

    /// Writes text that settles the answer.
    pub fn answer(&self, text: &str) {
        let mut state = self.lock();
        if state.owed && self.0.line.swap(false, Relaxed) {
            note(format_args!("{CLEAR}"));
        }
        self.write(&mut state, text);
        state.owed = false;
    }

    /// Shows a line that is taken away before the answer, if one is owed.
    pub fn while_owed(&self, show: impl FnOnce()) {
        let state = self.lock();
        if state.owed {
            show();
            self.0.line.store(true, Relaxed);
        }
    }

    /// Writes text.
    pub fn print(&self, text: &str) {
        self.write(&mut self.lock(), text);
    }

    /// The worker is done; false if there is no supervisor to tell.
    pub fn done(&self, code: u8) -> bool {
        self.tell(|stream| wire::done(stream, code))
    }

    /// The worker ends with a panic; false if there is no supervisor to tell.
    pub fn panicked(&self, message: &str) -> bool {
        self.tell(|stream| wire::panic(stream, message))
    }

    /// What the supervisor sees of this process, if there is one.
    pub fn page(&self) -> Option<&'static Page> {
        // Not by the lock: who asks may be about to end a process that hangs while it writes.
        self.0.page.is_shared().then_some(self.0.page)
    }

    /// Answers that there is no answer, if one is owed: the last word of a process that has no supervisor.
    pub fn last_word(&self, cause: Option<Cause>, why: &str) {
        let mut state = self.lock();
        if state.owed {
            note(format_args!("alphorn: unknown: {why}\n"));
            let over = self.0.over.get().filter(|_| cause == Some(Cause::Timeout));
            self.write(&mut state, over.unwrap_or(&"unknown"));
        }
    }

    /// What to say when the time of the whole run is over.
    pub fn when_over(&self, word: &'static str) {
        // The first one counts.
        let _ = self.0.over.set(word);
    }

    /// Answers go there from now on.
    pub fn redirect(&self, channel: Channel) {
        self.lock().channel = channel;
    }

    /// Whether evidence that was asked for is being written: a run that ends meanwhile says that it is missing.
    pub fn writing(&self, is_writing: bool) {
        self.0.page.writes_evidence(is_writing);
    }

    /// What [`Output::writing`] was told last.
    pub fn is_writing(&self) -> bool {
        self.0.page.is_writing_evidence()
    }

    fn tell(&self, tell: impl FnOnce(&mut UnixStream) -> io::Result<()>) -> bool {
        match &mut self.lock().sink {
            Sink::Standard => false,
            Sink::Supervisor(stream) => tell(stream).is_ok(),
        }
    }

    fn write(&self, state: &mut State, text: &str) {
        let position = self.0.page.place().position;
        if !matches!(state.channel, Channel::Output) {
            // What another worker has written there stays there.
            if state.recovery.as_ref().is_none_or(|recovery| recovery.place.position <= position)
                && let Err(error) = state.channel.write(&format!("{text}\n"))
            {
                note(format_args!("alphorn: the output channel cannot be written: {error}\n"));
                note_is_lost();
            }
            return;
        }
        if state.position != position {
            (state.position, state.texts) = (position, 0);
        }
        state.texts += 1;
        if state.recovery.as_ref().is_some_and(|recovery| recovery.was_printed(position, state.texts)) {
            return;
        }
        match &mut state.sink {
            Sink::Standard => {
                if let Err(error) = write_line(text.into()) {
                    tell_unwritten(&error);
                    end(exit::UNWRITTEN);
                }
            }
            // Without its supervisor a worker has nobody to work for.
            Sink::Supervisor(stream) => {
                if wire::print(stream, position, text.as_bytes()).is_err() {
                    end(exit::UNWRITTEN);
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// Ends the process at once, and with it the programs that it has started.
pub fn end(code: u8) -> ! {
    group::end_all();
    group::end_adopted();
    // Not `std::process::exit`: destructors of libraries would run under the feet of the threads that still use them.
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(i32::from(code)) }
}
