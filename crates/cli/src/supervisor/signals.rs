//! Signals that ask the program to end: the supervisor passes them on to the worker, which answers.

use std::{
    io, mem, ptr,
    sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::SeqCst},
    time::Duration,
};

/// The signals that ask. The worker answers the first three by itself; it dies of the others, and the next one answers.
const ASKING: [i32; 8] = [
    libc::SIGINT,
    libc::SIGTERM,
    libc::SIGHUP,
    libc::SIGQUIT,
    libc::SIGALRM,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGXCPU,
];
/// Those that ask even if they were ignored when the program was started: a shell without job control starts all programs in
/// the background so, and who sends one then means it.
const ALWAYS: [i32; 2] = [libc::SIGINT, libc::SIGTERM];

/// The worker; 0 while there is none.
static WORKER: AtomicI32 = AtomicI32::new(0);
/// The signals that are left alone because whoever started the program had them ignored, such as `nohup`: a bit each.
static IGNORED: AtomicU64 = AtomicU64::new(0);
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

/// To be called first, by every process. What the program was started with must not change what is true of it: that a file may
/// not grow is an error of writing and not the end, and how children end is told to who waits for them.
pub fn settle() {
    // SAFETY: none of these needs a handler, and the action is a place to write to.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        for signal in ASKING.into_iter().filter(|signal| !ALWAYS.contains(signal)) {
            let mut action: libc::sigaction = mem::zeroed();
            if libc::sigaction(signal, ptr::null(), &mut action) == 0 && action.sa_sigaction == libc::SIG_IGN {
                IGNORED.fetch_or(1 << signal, SeqCst);
            }
        }
    }
}

/// The signals that ask, without those that are ignored.
fn asking() -> impl Iterator<Item = i32> {
    ASKING.into_iter().filter(|signal| IGNORED.load(SeqCst) & 1 << signal == 0)
}

/// Ignores again what others have set handlers for though it was ignored.
pub fn ignore_again() {
    for signal in ASKING.into_iter().filter(|signal| IGNORED.load(SeqCst) & 1 << signal != 0) {
        // SAFETY: no handler is needed.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
}

/// From now on signals are passed on.
pub fn catch() {
    for signal in asking() {
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
    for signal in asking() {
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

/// Waits for the worker, and gives what the system says about its end, and how long it has had the processor.
pub fn wait() -> (i32, Duration) {
    let (worker, mut status) = (WORKER.load(SeqCst), 0);
    change_mask(libc::SIG_BLOCK);
    // SAFETY: numbers of zero are a value of the type.
    let mut usage: libc::rusage = unsafe { mem::zeroed() };
    // SAFETY: both are places to write to. No handler runs until the number is forgotten.
    while unsafe { libc::wait4(worker, &mut status, 0, &mut usage) } < 0
        && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
    {}
    WORKER.store(0, SeqCst);
    change_mask(libc::SIG_UNBLOCK);
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_micros(time.tv_usec.unsigned_abs())
    };
    (status, time(usage.ru_utime) + time(usage.ru_stime))
}

/// Whether a process that has had the processor for so long has come to the limit behind which the system kills.
pub fn may_not_work_longer(worked: Duration) -> bool {
    /// The system counts in ticks.
    const TICK: Duration = Duration::from_millis(100);
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the limit is a place to write to.
    let failed = unsafe { libc::getrlimit(libc::RLIMIT_CPU, &mut limit) } != 0;
    !failed && limit.rlim_max != libc::RLIM_INFINITY && worked + TICK >= Duration::from_secs(limit.rlim_max)
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
