//! All the unsafe code there is: Z3's C interface behind reference-counted handles and errors as values.
//!
//! Three rules keep it sound. Every object holds its context alive and counts one reference to itself. No object is
//! ever passed to another context (checked in debug builds). Z3's error handler is off, so an error never leaves the
//! process: it is a null result or an error code, and both become an [`Error`].

mod gate;
mod guard;
mod inspect;
mod make;
mod solve;

pub use guard::{Constants, QuantifierFree};
pub use inspect::{Binder, Shape, View};
pub use make::NewConstructor;
pub use solve::{Checked, Limits};

use alphorn_run::{memory, stop::Stop};
use gate::Gate;
use std::{
    ffi::{CStr, CString, c_char},
    hash::{Hash, Hasher},
    rc::Rc,
};
use z3_sys::*;

/// What Z3 could not do, in its own words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(pub String);

/// The result of a call to Z3.
pub type Result<T> = std::result::Result<T, Error>;

/// A Z3 context, shared by everything made in it. It stays on its thread; only its [`Gate`] is seen by others.
#[derive(Clone)]
pub struct Context(Rc<Inner>);

struct Inner {
    /// Before the context: what it has to do with other threads ends first.
    gate: Gate,
    z3: z3::Context,
}

impl Context {
    /// A new context whose long computations end when `stop` is stopped.
    pub fn new(stop: &Stop) -> Result<Self> {
        // SAFETY: the configuration is deleted once, after its only use; the new context has one owner, `z3::Context`.
        let z3 = unsafe {
            let config = Z3_mk_config().ok_or_else(out_of_memory)?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw.ok_or_else(out_of_memory)?;
            Z3_set_error_handler(raw, None);
            z3::Context::from_raw(raw)
        };
        let gate = Gate::new(z3.get_z3_context(), stop);
        Ok(Context(Rc::new(Inner { gate, z3 })))
    }

    /// The token that stops this context's computations.
    pub fn stop(&self) -> &Stop {
        self.0.gate.stop()
    }

    fn raw(&self) -> Z3_context {
        self.0.z3.get_z3_context()
    }

    /// Takes a reference to what a call has just returned, or says why it returned nothing.
    fn own<T: Counted>(&self, raw: Option<T>) -> Result<Handle<T>> {
        let raw = raw.ok_or_else(|| self.error())?;
        // SAFETY: `raw` was just returned by a call in this context and nothing was called since.
        unsafe { raw.increment(self.raw()) };
        Ok(Handle { context: self.clone(), raw })
    }

    /// The outcome of a call that returns nothing.
    fn done(&self) -> Result<()> {
        // SAFETY: the context is alive.
        match unsafe { Z3_get_error_code(self.raw()) } {
            ErrorCode::Ok => Ok(()),
            _ => Err(self.error()),
        }
    }

    fn error(&self) -> Error {
        // SAFETY: the context is alive; the message is copied before the next call.
        let (code, message) = unsafe {
            let code = Z3_get_error_code(self.raw());
            (code, text(Z3_get_error_msg(self.raw(), code)))
        };
        if code == ErrorCode::MemoutFail {
            memory::note_short();
        }
        Error(if message.is_empty() || message == "ok" { "Z3 gave no result".into() } else { message })
    }

    fn symbol(&self, name: &str) -> Result<Z3_symbol> {
        let name = c_string(name);
        // SAFETY: Z3 copies the name; symbols are not counted, they live as long as the library.
        unsafe { Z3_mk_string_symbol(self.raw(), name.as_ptr()) }.ok_or_else(|| self.error())
    }

    fn owns<T: Counted>(&self, handle: &Handle<T>) {
        debug_assert_eq!(self.raw(), handle.context.raw(), "an object of another Z3 context");
    }

    /// The raw pointers of `handles`, valid as long as these are.
    fn raws<T: Counted>(&self, handles: &[Handle<T>]) -> Vec<T> {
        handles.iter().inspect(|h| self.owns(h)).map(|h| h.raw).collect()
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Context({:p})", self.raw())
    }
}

fn out_of_memory() -> Error {
    memory::note_short();
    Error("Z3 could not make a context: out of memory".into())
}

/// Text that Z3 owns, copied.
///
/// # Safety
/// `raw` is null or a string that is valid until the next call to Z3.
unsafe fn text(raw: *const c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: as promised by the caller.
    unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned()
}

/// A name for Z3; it cannot hold a zero byte, so such bytes are left out.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// An object that Z3 counts references to.
///
/// # Safety
/// Both functions count references to `self` in the context that `self` belongs to, and do nothing else.
pub unsafe trait Counted: Copy + Eq + Hash {
    /// One reference more.
    ///
    /// # Safety
    /// `self` is alive and belongs to `context`.
    unsafe fn increment(self, context: Z3_context);

    /// One reference less.
    ///
    /// # Safety
    /// As above, and the caller gives up a reference that it has.
    unsafe fn decrement(self, context: Z3_context);
}

macro_rules! counted {
    ($($raw:ty: $increment:expr, $decrement:expr;)*) => {$(
        // SAFETY: these are Z3's own counting functions for the type.
        unsafe impl Counted for $raw {
            unsafe fn increment(self, context: Z3_context) {
                unsafe { $increment(context, self) }
            }
            unsafe fn decrement(self, context: Z3_context) {
                unsafe { $decrement(context, self) }
            }
        }
    )*};
}

counted! {
    Z3_ast: Z3_inc_ref, Z3_dec_ref;
    // Sorts and declarations are nodes of Z3's one syntax tree, so a cast is what `Z3_sort_to_ast` does.
    Z3_sort: |c, s: Z3_sort| Z3_inc_ref(c, s.cast()), |c, s: Z3_sort| Z3_dec_ref(c, s.cast());
    Z3_func_decl: |c, d: Z3_func_decl| Z3_inc_ref(c, d.cast()), |c, d: Z3_func_decl| Z3_dec_ref(c, d.cast());
    Z3_solver: Z3_solver_inc_ref, Z3_solver_dec_ref;
    Z3_model: Z3_model_inc_ref, Z3_model_dec_ref;
    Z3_ast_vector: Z3_ast_vector_inc_ref, Z3_ast_vector_dec_ref;
    Z3_params: Z3_params_inc_ref, Z3_params_dec_ref;
    Z3_func_interp: Z3_func_interp_inc_ref, Z3_func_interp_dec_ref;
    Z3_func_entry: Z3_func_entry_inc_ref, Z3_func_entry_dec_ref;
    Z3_tactic: Z3_tactic_inc_ref, Z3_tactic_dec_ref;
    Z3_goal: Z3_goal_inc_ref, Z3_goal_dec_ref;
    Z3_apply_result: Z3_apply_result_inc_ref, Z3_apply_result_dec_ref;
    Z3_stats: Z3_stats_inc_ref, Z3_stats_dec_ref;
}

/// One counted reference to an object. Z3 shares equal terms, sorts and declarations, so equal pointers are equal objects.
pub struct Handle<T: Counted> {
    context: Context,
    raw: T,
}

/// A term.
pub type Ast = Handle<Z3_ast>;
/// A sort.
pub type Sort = Handle<Z3_sort>;
/// The declaration of a function or constant.
pub type Decl = Handle<Z3_func_decl>;
/// A solver.
pub type Solver = Handle<Z3_solver>;
/// A model.
pub type Model = Handle<Z3_model>;
type Vector = Handle<Z3_ast_vector>;

impl<T: Counted> Clone for Handle<T> {
    fn clone(&self) -> Self {
        // SAFETY: `self` holds a reference, so the object is alive.
        unsafe { self.raw.increment(self.context.raw()) };
        Handle { context: self.context.clone(), raw: self.raw }
    }
}

impl<T: Counted> Drop for Handle<T> {
    fn drop(&mut self) {
        // SAFETY: the reference that `self` holds is given up once, here, while the context is still alive.
        unsafe { self.raw.decrement(self.context.raw()) };
    }
}

impl<T: Counted> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl<T: Counted> Eq for Handle<T> {}

impl<T: Counted> Hash for Handle<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}
