//! Where text goes: a standard stream, or a file that a script names.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
};

/// A place for text.
#[derive(Debug, Default)]
pub(super) enum Channel {
    #[default]
    Output,
    Error,
    File(File),
}

impl Channel {
    /// What an option calls `"stdout"`, `"stderr"` or a file, quotes included. A file grows at its end.
    pub fn open(value: &str) -> Result<Channel, String> {
        let name =
            value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value).replace("\"\"", "\"");
        match name.as_str() {
            "stdout" => Ok(Channel::Output),
            "stderr" => Ok(Channel::Error),
            _ => match OpenOptions::new().append(true).create(true).open(&name) {
                Ok(file) => Ok(Channel::File(file)),
                Err(error) => Err(format!("failed to set output stream '{name}': {error}")),
            },
        }
    }

    /// Writes text, which can be read at once.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            Channel::Output => {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
            Channel::Error => io::stderr().write_all(text.as_bytes()),
            Channel::File(file) => file.write_all(text.as_bytes()).and_then(|()| file.flush()),
        }
    }
}
