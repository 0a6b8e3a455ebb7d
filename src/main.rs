//! The command line of Alphorn.
fn main() {}
