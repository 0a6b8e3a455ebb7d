//! Memory that is scarce: who runs out of it notes it here, once for the process, which is not to be relied on for much then.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static SHORT: AtomicBool = AtomicBool::new(false);

/// Somebody had no more memory.
pub fn note_short() {
    SHORT.store(true, Relaxed);
}

/// Whether anybody ever had no more memory.
pub fn is_short() -> bool {
    SHORT.load(Relaxed)
}

/// How much more address space the process may have; none if that is not limited.
pub fn room() -> Option<usize> {
    let limit = limit(libc::RLIMIT_AS)?;
    let pages: usize = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').next()?.parse().ok()?;
    // SAFETY: the call has no preconditions.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok()?;
    Some(limit.saturating_sub(pages.saturating_mul(page)))
}

/// Whether processes may have only so much memory, by `ulimit -v` or such.
pub fn is_limited() -> bool {
    [libc::RLIMIT_AS, libc::RLIMIT_DATA].into_iter().any(|kind| limit(kind).is_some())
}

/// By default each thread takes address space for a heap of its own. Where there is little of it, all share one.
pub fn be_modest() {
    if is_limited() {
        // SAFETY: the call has no preconditions.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
}

fn limit(kind: libc::__rlimit_resource_t) -> Option<usize> {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the limit is a place to write to.
    let failed = unsafe { libc::getrlimit(kind, &mut limit) } != 0;
    let is_set = !failed && limit.rlim_cur != libc::RLIM_INFINITY;
    is_set.then(|| usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX))
}
