//! Threads with large stacks, or with smaller ones where there is no room for those.

use crate::memory;
use std::{
    io,
    thread::{Builder, JoinHandle, Scope, ScopedJoinHandle},
};

/// Less than this is too little for anything.
const LEAST: usize = 1 << 22;
/// This part of the address space that is left may go to one stack; the rest is for others.
const PART: usize = 16;

/// Starts a thread whose stack is as large as that, or smaller where there is less room: under a limit on address space only
/// so much can be reserved.
pub fn spawn<T: Send + 'static>(stack: usize, work: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    start(stack, work, |builder, work| builder.spawn(work))
}

/// As [`spawn`], within a scope.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    stack: usize,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    start(stack, work, |builder, work| builder.spawn_scoped(scope, work))
}

type Work<'a, T> = Box<dyn FnOnce() -> T + Send + 'a>;

fn start<'a, T: 'a, H>(
    stack: usize,
    work: impl FnOnce() -> T + Send + 'a,
    spawn: impl Fn(Builder, Work<'a, T>) -> io::Result<H>,
) -> io::Result<H> {
    // The work is lost with a thread that does not start, so it is kept where a later one finds it.
    let kept = std::sync::Arc::new(std::sync::Mutex::new(Some(work)));
    let mut stack = memory::room().map_or(stack, |room| stack.min(room / PART).max(LEAST));
    loop {
        let kept = kept.clone();
        let take = move || {
            let work = kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
            work.expect("only one thread starts")()
        };
        match spawn(Builder::new().stack_size(stack), Box::new(take)) {
            Err(error) if error.kind() != io::ErrorKind::InvalidInput && stack > LEAST => {
                log::debug!("no thread with a stack of {stack} bytes: {error}");
                stack = (stack / 2).max(LEAST);
            }
            result => {
                if result.is_err() {
                    memory::note_short();
                }
                return result;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_that_nobody_can_have_becomes_smaller() {
        assert_eq!(spawn(1 << 50, || 5).unwrap().join().unwrap(), 5);
        let mut number = 1;
        std::thread::scope(|scope| _ = spawn_scoped(scope, 1 << 50, || number = 2).unwrap());
        assert_eq!(number, 2);
    }
}
