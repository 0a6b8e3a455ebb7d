//! Finds libz3 in `third_party/z3` and writes its place into the binaries, so that they run with no environment variable.

use std::{env, fs, path::Path};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let lib = Path::new(&root).join("third_party/z3/lib");
    println!("cargo::rerun-if-changed=third_party/z3/lib");
    println!("cargo::rerun-if-changed=build.rs");
    if fs::read_dir(&lib).map_or(true, |mut dir| dir.next().is_none()) {
        println!("cargo::error=libz3 is missing in {}: run scripts/setup once", lib.display());
        return;
    }
    println!("cargo::rustc-link-search=native={}", lib.display());
    // First beside the binary (for a binary that is moved together with its library), then where it was built.
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN:$ORIGIN/../lib:{}", lib.display());
}
