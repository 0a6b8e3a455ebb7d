//! Where the script comes from.

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::Path,
};

/// Why a script cannot be read.
pub(super) struct Unreadable {
    /// The file.
    pub name: String,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.why)
    }
}

/// A script's name for messages and its bytes, which may come slowly.
pub(super) struct Input {
    /// For messages.
    pub name: String,
    reader: Box<dyn Read>,
}

impl Input {
    /// Opens a file, or standard input for `-` and for nothing.
    pub fn open(file: Option<&Path>) -> Result<Input, Unreadable> {
        let Some(path) = file.filter(|path| *path != Path::new("-")) else {
            return Ok(Input { name: "<stdin>".into(), reader: Box::new(io::stdin()) });
        };
        let name = path.display().to_string();
        let advice = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Unreadable { name: name.clone(), why: "no such file".into() },
            _ => Unreadable { name: name.clone(), why: error.to_string() },
        };
        let file = File::open(path).map_err(advice)?;
        if file.metadata().is_ok_and(|meta| meta.is_dir()) {
            return Err(Unreadable { name, why: "this is a directory, expected an SMT-LIB script".into() });
        }
        Ok(Input { name, reader: Box::new(file) })
    }

    /// The next piece; empty at the end.
    pub fn read(&mut self) -> Result<Vec<u8>, Unreadable> {
        let mut piece = vec![0; 1 << 16];
        loop {
            match self.reader.read(&mut piece) {
                Ok(n) => {
                    piece.truncate(n);
                    return Ok(piece);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Unreadable { name: self.name.clone(), why: error.to_string() }),
            }
        }
    }
}
