//! One file a target.

mod calls;
mod certificate;
mod evidence;
mod reader;
mod script;
mod sexprs;

pub use calls::calls;
pub use certificate::certificate;
pub use evidence::evidence;
pub use reader::reader;
pub use script::script;
pub use sexprs::sexprs;
