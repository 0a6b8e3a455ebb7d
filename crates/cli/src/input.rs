//! Where the script comes from. What has come through a pipe is kept, so that another process can read it again.

use std::{
    fmt,
    fs::File,
    io::{self, Read, Write},
    os::{
        fd::{AsFd, AsRawFd, FromRawFd},
        unix::fs::{FileExt, FileTypeExt, OpenOptionsExt},
    },
    path::Path,
    ptr,
    sync::OnceLock,
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

/// How long somebody who does not want to wait waits for more, in milliseconds.
const MOMENT: i32 = 50;
/// How much is read at a time.
const PIECE: usize = 1 << 16;

/// What was found before there were other processes. There is one script.
static PREPARED: OnceLock<Prepared> = OnceLock::new();

/// A script that several processes can read.
enum Prepared {
    /// A file, open, and where it begins.
    File(File, u64),
    /// What comes from elsewhere, and a file in memory that keeps it.
    Stream(Stream, File),
    /// None of it can be had again.
    Once,
}

/// What cannot be read twice.
enum Stream {
    Standard,
    /// Open for all workers: between two of them a named pipe without a reader would lose what is in it, and end its writer.
    Named(File),
}

/// Opens the script, or makes room for what comes, for all processes that are forked from now on. An error is told when the
/// script is read.
pub(super) fn prepare(file: Option<&Path>) {
    let prepared = match file.filter(|path| *path != Path::new("-")) {
        None => {
            let input = io::stdin().as_fd().try_clone_to_owned().map(File::from);
            match input.and_then(|input| Ok((input.metadata()?.is_file(), position(&input)?, input))) {
                Ok((true, begin, input)) => Prepared::File(input, begin),
                _ => kept(Stream::Standard),
            }
        }
        Some(path) => match path.metadata().map(|meta| meta.file_type()) {
            Ok(kind) if kind.is_file() => File::open(path).map_or(Prepared::Once, |file| Prepared::File(file, 0)),
            Ok(kind) if kind.is_fifo() || kind.is_char_device() => {
                // Nobody waits for a writer here; whoever reads does.
                let opened = File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path);
                opened.map_or(Prepared::Once, |file| kept(Stream::Named(file)))
            }
            _ => Prepared::Once,
        },
    };
    // It is prepared once.
    let _ = PREPARED.set(prepared);
}

fn kept(stream: Stream) -> Prepared {
    // SAFETY: the name is a string that ends; the new descriptor has one owner.
    unsafe {
        let memory = libc::memfd_create(c"script".as_ptr(), libc::MFD_CLOEXEC);
        if memory < 0 { Prepared::Once } else { Prepared::Stream(stream, File::from_raw_fd(memory)) }
    }
}

/// Where a file is read; an error for what has no such place.
fn position(mut file: &File) -> io::Result<u64> {
    io::Seek::stream_position(&mut file)
}

/// A script's name for messages and its bytes, which may come slowly.
pub(super) struct Input {
    /// For messages.
    pub name: String,
    reader: Reader,
}

enum Reader {
    /// For nobody else.
    Own(Box<dyn Read>),
    /// An open file, and how far it was read by this process.
    File(&'static File, u64),
    /// What has come so far, how far it was read by this process, and the source of more.
    Stream { kept: &'static File, at: u64, source: Box<dyn Source> },
}

/// A reader with a descriptor.
trait Source: Read + AsRawFd {}
impl<T: Read + AsRawFd> Source for T {}

impl Input {
    /// Opens a file, or standard input for `-` and for nothing.
    pub fn open(file: Option<&Path>) -> Result<Input, Unreadable> {
        let path = file.filter(|path| *path != Path::new("-"));
        let name = path.map_or("<stdin>".into(), |path| path.display().to_string());
        let advice = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Unreadable { name: name.clone(), why: "no such file".into() },
            _ => Unreadable { name: name.clone(), why: error.to_string() },
        };
        let reader = match (PREPARED.get(), path) {
            (Some(Prepared::File(file, begin)), _) => Reader::File(file, *begin),
            (Some(Prepared::Stream(stream, kept)), _) => {
                let source: Box<dyn Source> = match stream {
                    Stream::Standard => Box::new(io::stdin()),
                    Stream::Named(file) => Box::new(file.try_clone().map_err(advice)?),
                };
                Reader::Stream { kept, at: 0, source }
            }
            (_, None) => Reader::Own(Box::new(io::stdin())),
            (_, Some(path)) => {
                let file = File::open(path).map_err(advice)?;
                if file.metadata().is_ok_and(|meta| meta.is_dir()) {
                    return Err(Unreadable { name, why: "this is a directory, expected an SMT-LIB script".into() });
                }
                Reader::Own(Box::new(file))
            }
        };
        Ok(Input { name, reader })
    }

    /// Whether all of it is there from the start.
    pub fn is_file(&self) -> bool {
        matches!(self.reader, Reader::File(..))
    }

    /// The next piece; empty at the end.
    pub fn read(&mut self) -> Result<Vec<u8>, Unreadable> {
        self.piece(true)
    }

    /// The next piece of what has come already, or comes within a moment; empty when nothing has.
    pub fn read_at_once(&mut self) -> Result<Vec<u8>, Unreadable> {
        self.piece(false)
    }

    fn piece(&mut self, waits: bool) -> Result<Vec<u8>, Unreadable> {
        let mut piece = vec![0; PIECE];
        loop {
            match self.reader.read(&mut piece, waits) {
                Ok(n) => {
                    piece.truncate(n);
                    return Ok(piece);
                }
                Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
                Err(error) => return Err(Unreadable { name: self.name.clone(), why: error.to_string() }),
            }
        }
    }
}

impl Reader {
    fn read(&mut self, piece: &mut [u8], waits: bool) -> io::Result<usize> {
        match self {
            Reader::Own(reader) => reader.read(piece),
            Reader::File(file, at) => {
                let count = file.read_at(piece, *at)?;
                *at += count as u64;
                Ok(count)
            }
            Reader::Stream { kept, at, source } => {
                let mut count = kept.read_at(piece, *at)?;
                if count == 0 && is_ready(source.as_ref(), waits)? {
                    match keep_more(source.as_mut(), kept, piece) {
                        // Nothing more may be kept, and so it is for this process only.
                        Err(error) if error.raw_os_error() == Some(libc::EFBIG) => return source.read(piece),
                        result => result?,
                    }
                    count = kept.read_at(piece, *at)?;
                }
                *at += count as u64;
                Ok(count)
            }
        }
    }
}

/// Whether something comes, or the end: ever, or within a moment. It is waited for here, since a descriptor may be one that
/// does not wait by itself.
fn is_ready(source: &dyn Source, waits: bool) -> io::Result<bool> {
    let mut waiting = libc::pollfd { fd: source.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: one descriptor that is open as long as its owner lives.
    match unsafe { libc::poll(&mut waiting, 1, if waits { -1 } else { MOMENT }) } {
        count if count >= 0 => Ok(count > 0),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Moves what comes next behind what was kept. The system does it in one step where it can, so that a process that dies loses
/// nothing between the two.
fn keep_more(source: &mut dyn Source, mut kept: &File, piece: &mut [u8]) -> io::Result<()> {
    // SAFETY: both descriptors are open, and no offsets are given.
    let moved = unsafe {
        libc::splice(source.as_raw_fd(), ptr::null_mut(), kept.as_raw_fd(), ptr::null_mut(), PIECE, libc::SPLICE_F_MOVE)
    };
    if moved >= 0 {
        return Ok(());
    }
    match io::Error::last_os_error() {
        error if error.raw_os_error() == Some(libc::EINVAL) => {
            let count = source.read(piece)?;
            kept.write_all(&piece[..count])
        }
        error => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_through_a_pipe_is_read_again() {
        let Prepared::Stream(_, kept) = kept(Stream::Standard) else { panic!("no memory") };
        let kept: &'static File = Box::leak(Box::new(kept));
        let (reader, mut writer) = io::pipe().unwrap();
        let read = |reader: &mut Reader, waits| {
            let mut piece = [0; 100];
            let count = reader.read(&mut piece, waits).unwrap();
            String::from_utf8_lossy(&piece[..count]).into_owned()
        };
        let again = reader.try_clone().unwrap();
        let mut first = Reader::Stream { kept, at: 0, source: Box::new(reader) };
        writer.write_all(b"(a)").unwrap();
        assert_eq!(read(&mut first, true), "(a)");
        drop(first);
        let mut second = Reader::Stream { kept, at: 0, source: Box::new(again) };
        assert_eq!(read(&mut second, false), "(a)");
        assert_eq!(read(&mut second, false), "");
        writer.write_all(b"(b)").unwrap();
        assert_eq!(read(&mut second, false), "(b)");
        drop(writer);
        assert_eq!(read(&mut second, true), "");
    }
}
