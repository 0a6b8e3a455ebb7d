//! Signals that ask the program to end: the supervisor passes them on to the worker, which answers.

use std::{
    io, mem, ptr,
    sync::atomic::{AtomicBool, AtomicI32, Ordering::SeqCst},
};

/// The signals that ask.
const ASKING: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// The worker; 0 while there is none.
static WORKER: AtomicI32 = AtomicI32::new(0);
/// Whether any signal came.
static ASKED: AtomicBool = AtomicBool::new(false);

extern "C" fn pass_on(signal: libc::c_int) {
    ASKED.store(true, SeqCst);
    let worker = WORKER.load(SeqCst);
    if worker > 0 {
        // SAFETY: `kill` may be called in a handler, and the number is the worker's until it is waited for.
        unsafe { libc::kill(worker, signal) };
    }
}

/// From now on signals are passed on.
pub fn catch() {
    for signal in ASKING {
        // SAFETY: an action of zeros is one without flags, the handler does only what a handler may, and the mask is made
        // before it is used. Without `SA_RESTART` a wait ends, and whoever waits looks again.
        unsafe {
            let mut action: libc::sigaction = mem::zeroed();
            action.sa_sigaction = pass_on as extern "C" fn(libc::c_int) as libc::sighandler_t;
            libc::sigemptyset(&mut action.sa_mask);
            libc::sigaction(signal, &action, ptr::null_mut());
        }
    }
}

/// Whether any signal came.
pub fn have_asked() -> bool {
    ASKED.load(SeqCst)
}

/// Forks. The child has these signals blocked: they wait until it can answer them, see [`unblock`].
pub fn fork() -> io::Result<Option<libc::pid_t>> {
    change_mask(libc::SIG_BLOCK);
    // SAFETY: there is no other thread yet, so the child is a whole process.
    let child = unsafe { libc::fork() };
    if child == 0 {
        return Ok(None);
    }
    let result = if child < 0 { Err(io::Error::last_os_error()) } else { Ok(Some(child)) };
    if child > 0 {
        WORKER.store(child, SeqCst);
        if have_asked() {
            // One that came before there was a worker.
            kill(libc::SIGTERM);
        }
    }
    change_mask(libc::SIG_UNBLOCK);
    result
}

/// Lets signals through that waited. What they do then is for the caller to have said.
pub fn unblock() {
    change_mask(libc::SIG_UNBLOCK);
}

/// From now on signals do what they do to any process.
pub fn forget() {
    WORKER.store(0, SeqCst);
    for signal in ASKING {
        // SAFETY: the default needs no handler.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Sends the worker a signal.
pub fn kill(signal: i32) {
    let worker = WORKER.load(SeqCst);
    if worker > 0 {
        // SAFETY: `kill` has no preconditions, and the number is the worker's until it is waited for.
        unsafe { libc::kill(worker, signal) };
    }
}

/// Waits for the worker, and gives what the system says about its end.
pub fn wait() -> i32 {
    let (worker, mut status) = (WORKER.load(SeqCst), 0);
    change_mask(libc::SIG_BLOCK);
    // SAFETY: the status is a place to write to. No handler runs until the number is forgotten.
    while unsafe { libc::waitpid(worker, &mut status, 0) } < 0
        && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
    {}
    WORKER.store(0, SeqCst);
    change_mask(libc::SIG_UNBLOCK);
    status
}

fn change_mask(how: i32) {
    // SAFETY: the set is made before it is used.
    unsafe {
        let mut set: libc::sigset_t = mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in ASKING {
            libc::sigaddset(&mut set, signal);
        }
        libc::pthread_sigmask(how, &set, ptr::null_mut());
    }
}
