//! What a worker says to its supervisor, through a socket: whole messages. Half of one, from a worker that died, counts for
//! nothing.

use std::{
    io::{self, Read, Write},
    os::unix::net::UnixStream,
};

/// A message of the worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A text for standard output, without the end of its last line, that belongs to the command after this byte.
    Print(u64, Vec<u8>),
    /// The worker is done, with this exit code.
    Done(u8),
    /// It ends with a panic.
    Panic(String),
}

const PRINT: u8 = 1;
const DONE: u8 = 2;
const PANIC: u8 = 3;
/// A kind, a position, and a length.
const HEADER: usize = 17;

/// Says a text, and waits until it is written, so that what is said on standard error later comes later.
pub fn print(stream: &mut UnixStream, position: u64, text: &[u8]) -> io::Result<()> {
    send(stream, PRINT, position, text)?;
    stream.read_exact(&mut [0])
}

/// Says that the worker is done.
pub fn done(stream: &mut UnixStream, code: u8) -> io::Result<()> {
    send(stream, DONE, u64::from(code), &[])
}

/// Says that the worker ends with a panic.
pub fn panic(stream: &mut UnixStream, message: &str) -> io::Result<()> {
    send(stream, PANIC, 0, message.as_bytes())
}

fn send(stream: &mut UnixStream, kind: u8, number: u64, text: &[u8]) -> io::Result<()> {
    let mut header = [kind; HEADER];
    header[1..9].copy_from_slice(&number.to_le_bytes());
    header[9..].copy_from_slice(&(text.len() as u64).to_le_bytes());
    if text.len() <= 4096 {
        return stream.write_all(&[&header, text].concat());
    }
    stream.write_all(&header)?;
    stream.write_all(text)
}

/// The next message; none when the worker has gone.
pub fn receive(stream: &mut UnixStream) -> Option<Message> {
    let mut header = [0; HEADER];
    stream.read_exact(&mut header).ok()?;
    let number = |at: usize| Some(u64::from_le_bytes(header.get(at..at + 8)?.try_into().ok()?));
    let (first, length) = (number(1)?, usize::try_from(number(9)?).ok()?);
    let mut text = Vec::new();
    // One more for the end of the line.
    text.try_reserve_exact(length + 1).ok()?;
    text.resize(length, 0);
    stream.read_exact(&mut text).ok()?;
    Some(match header[0] {
        PRINT => Message::Print(first, text),
        DONE => Message::Done(first as u8),
        _ => Message::Panic(String::from_utf8_lossy(&text).into_owned()),
    })
}

/// Says that a text was written.
pub fn acknowledge(stream: &mut UnixStream) -> io::Result<()> {
    stream.write_all(&[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn messages_come_as_they_were_sent() {
        let (mut worker, mut supervisor) = UnixStream::pair().unwrap();
        let long = vec![b'x'; 300_000];
        let sent = long.clone();
        let working = thread::spawn(move || {
            print(&mut worker, 5, b"sat").unwrap();
            print(&mut worker, 1 << 40, &sent).unwrap();
            panic(&mut worker, "why").unwrap();
            done(&mut worker, 3).unwrap();
        });
        assert_eq!(receive(&mut supervisor), Some(Message::Print(5, b"sat".to_vec())));
        acknowledge(&mut supervisor).unwrap();
        assert_eq!(receive(&mut supervisor), Some(Message::Print(1 << 40, long)));
        acknowledge(&mut supervisor).unwrap();
        assert_eq!(receive(&mut supervisor), Some(Message::Panic("why".into())));
        assert_eq!(receive(&mut supervisor), Some(Message::Done(3)));
        working.join().unwrap();
        assert_eq!(receive(&mut supervisor), None);
    }

    #[test]
    fn half_a_message_is_none() {
        let (mut worker, mut supervisor) = UnixStream::pair().unwrap();
        let mut header = [PRINT; HEADER];
        header[9..].copy_from_slice(&10_u64.to_le_bytes());
        worker.write_all(&header).unwrap();
        worker.write_all(b"unsa").unwrap();
        drop(worker);
        assert_eq!(receive(&mut supervisor), None);
    }
}
