//! Which Z3 this is, and what it may use.

/// The oldest library whose numbering of operators is the one that `z3-sys` has: older ones are silently misread.
const OLDEST: (u32, u32) = (5, 3);

/// The version of the Z3 library in use, as it gives it: `5.4.0.0`.
pub fn version() -> &'static str {
    z3::full_version()
}

/// Checks that the library is one that this program can read; the error says what is wrong and what to do.
pub fn ensure_version() -> Result<(), String> {
    ensure(version())
}

fn ensure(version: &str) -> Result<(), String> {
    let mut numbers = version.split('.').map(|part| part.parse::<u32>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(major), Some(minor)) if (major, minor) >= OLDEST => Ok(()),
        _ => Err(format!(
            "the Z3 library in use is version `{version}`, but at least {}.{} is needed: run scripts/setup",
            OLDEST.0, OLDEST.1
        )),
    }
}

/// Limits the memory of all Z3 contexts of the process together. What goes beyond ends as unknown.
pub fn set_memory_limit(megabytes: u32) {
    // Solvers look at the first limit from time to time and give up in good order; the second one fails any call.
    z3::set_global_param("memory_high_watermark_mb", &(megabytes / 10 * 9).to_string());
    z3::set_global_param("memory_max_size", &megabytes.to_string());
}

/// The default of one of Z3's parameters as text; none if Z3 has no parameter of this name.
pub fn parameter(name: &str) -> Option<String> {
    // Who asks says himself what is wrong.
    // SAFETY: it sets a flag, and has no preconditions.
    unsafe { z3_sys::Z3_toggle_warning_messages(false) };
    let found = z3::get_global_param(name);
    // SAFETY: as above.
    unsafe { z3_sys::Z3_toggle_warning_messages(true) };
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_modules_are_known_and_others_are_not() {
        assert_eq!(parameter("timeout").as_deref(), Some("4294967295"));
        assert_eq!(parameter("fp.spacer.global").as_deref(), Some("false"));
        assert!(parameter("rewriter.pull_cheap_ite").is_some());
        assert_eq!((parameter("foo"), parameter("fp.foo"), parameter("a.b")), (None, None, None));
    }

    #[test]
    fn the_library_is_new_enough_and_old_ones_are_named() {
        assert_eq!(ensure_version(), Ok(()), "{}", version());
        assert_eq!(ensure("5.3.0.0"), Ok(()));
        assert_eq!(ensure("6.0.1.0"), Ok(()));
        assert!(ensure("4.8.12.0").is_err_and(|e| e.contains("4.8.12") && e.contains("scripts/setup")));
        assert!(ensure("5.2.9.0").is_err());
        assert!(ensure("something else 9.9").is_err());
        assert!(ensure("").is_err());
    }
}
