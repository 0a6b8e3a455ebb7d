//! The reader of SMT-LIB commands.

use alphorn::{
    smtlib::{Reader, Source},
    term::Terms,
};

/// Longer texts only take longer.
const LONGEST: usize = 1 << 16;

/// Reads a script in two pieces, as from a pipe, and goes on after mistakes, as in the style of Z3.
pub fn reader(data: &[u8]) {
    let data = &data[..data.len().min(LONGEST)];
    let (mut terms, mut reader, mut source) = (Terms::new(), Reader::new(), Source::growing("fuzz"));
    let half = data.len() / 2;
    for piece in [&data[..half], &data[half..]] {
        if source.push(piece).is_err() {
            return;
        }
        commands(&mut terms, &mut reader, &source);
    }
    if source.finish().is_ok() {
        commands(&mut terms, &mut reader, &source);
    }
}

/// All commands that are whole. Each call gets on: there are no more of them than bytes.
fn commands(terms: &mut Terms, reader: &mut Reader, source: &Source) {
    for _ in 0..=source.text().len() {
        match reader.next(terms, source) {
            Ok(Some(command)) => {
                let (start, end) = (command.span.start as usize, command.span.end as usize);
                assert!(start < end && end <= source.text().len());
            }
            Ok(None) => return,
            Err(error) => {
                let shown = error.render(source.name(), source.text());
                assert!(!shown.is_empty() && error.smtlib(source.text()).starts_with("(error "));
                drop(reader.refused());
            }
        }
    }
    panic!("the reader does not get on");
}
