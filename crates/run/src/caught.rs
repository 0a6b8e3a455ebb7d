//! Panics: a defect in one part costs that part, and its message becomes a reason.

use std::{
    any::Any,
    cell::RefCell,
    panic::{self, AssertUnwindSafe},
};

thread_local! {
    /// The message and the place of the last panic of this thread.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`; the error is what a panic said. What `work` had in its hands is dropped by then, and what it only borrowed may
/// be half done: who goes on must not trust it further than an unfinished result.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let told = LAST.with_borrow_mut(Option::take);
        told.unwrap_or_else(|| format!("internal error: {}", message(payload.as_ref())))
    })
}

/// From now on panics are told in this way, in place of the usual one, and their places are known to [`caught`].
pub fn tell_panics(tell: impl Fn(&str) + Send + Sync + 'static) {
    panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line())).unwrap_or_default();
        let panic = format!("internal error: {}{place}", message(info.payload()));
        tell(&panic);
        LAST.with_borrow_mut(|last| *last = Some(panic));
    }));
}

fn message(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_reason() {
        assert_eq!(caught(|| 1), Ok(1));
        let number = 7;
        assert!(caught(|| -> u32 { panic!("no {number}") }).is_err_and(|reason| reason.contains("no 7")));
        assert_eq!(caught(|| 2), Ok(2));
    }
}
