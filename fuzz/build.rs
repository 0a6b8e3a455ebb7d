//! Writes the place of libz3 into the binaries, as Alphorn's own build script does for its binaries.

use std::{env, path::Path};

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let lib = Path::new(&here).join("../third_party/z3/lib");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-search=native={}", lib.display());
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", lib.display());
}
