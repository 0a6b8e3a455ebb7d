#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| alphorn_fuzz::sexprs(data));
