//! The tables: rows of a call, its input, and two answers.

use std::fmt;

/// What a program printed on standard output, and its exit code.
#[derive(Clone, Debug, Default)]
pub struct Played {
    pub code: i32,
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Played {
    /// Whether another one is the same. In what is expected, `…` stands for any part of a line.
    pub fn is_met_by(&self, found: &Played) -> bool {
        let (mut expected, mut lines) = (self.out.lines(), found.out.lines());
        self.code == found.code
            && loop {
                match (expected.next(), lines.next()) {
                    (None, None) => break true,
                    (Some(pattern), Some(line)) if is_like(line, pattern) => {}
                    _ => break false,
                }
            }
    }

    /// The verdicts, in order.
    pub fn verdicts(&self) -> impl Iterator<Item = &str> {
        self.out.lines().filter(|line| ["sat", "unsat", "unknown"].contains(line))
    }
}

/// Whether a line has the parts of a pattern, from its beginning to its end.
fn is_like(line: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut last = "";
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = part;
    }
    rest.is_empty() || (pattern.contains('…') && line.ends_with(last))
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  exit {}", self.code)?;
        self.out.lines().try_for_each(|line| writeln!(f, "  | {line}"))?;
        self.err.lines().try_for_each(|line| writeln!(f, "  ! {line}"))
    }
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub title: String,
    pub call: Vec<String>,
    pub files: Vec<(String, String)>,
    pub input: Option<String>,
    /// What the other solver does; none if it is only documented.
    pub theirs: Option<Played>,
    /// What we do, where it is something else.
    pub stated: Option<Played>,
    pub because: Option<String>,
    /// What both say on standard error.
    pub says: Option<String>,
}

impl Row {
    /// What we do.
    pub fn ours(&self) -> &Played {
        self.stated.as_ref().or(self.theirs.as_ref()).unwrap_or_else(|| panic!("{}: nothing is expected", self.title))
    }
}

/// Reads a table. The files in front of the first row belong to all of them; other text there is for people.
pub fn rows(text: &str) -> Vec<Row> {
    let mut common = Row::default();
    let mut rows: Vec<Row> = Vec::new();
    // Where lines with a bar go.
    let mut open = Part::Nothing;
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "##" {
            rows.push(Row { title: rest.into(), ..common.clone() });
            continue;
        }
        let is_common = rows.is_empty();
        let row = rows.last_mut().unwrap_or(&mut common);
        let code = || Some(Played { code: rest.parse().unwrap_or_else(|_| panic!("{line}")), ..Played::default() });
        match word {
            "run" => row.call = rest.split_whitespace().map(String::from).collect(),
            "file" => {
                row.files.push((rest.into(), String::new()));
                open = Part::File;
            }
            "in" => (row.input, open) = (Some(String::new()), Part::Input),
            "theirs" => (row.theirs, open) = (code(), Part::Theirs),
            "ours" if rest == "same" => {}
            "ours" => (row.stated, open) = (code(), Part::Ours),
            "says" => row.says = Some(rest.into()),
            "because" => row.because = Some(rest.into()),
            "" if line.trim().is_empty() => {}
            _ if is_common && !line.starts_with("  |") => {}
            _ => {
                let text = line.strip_prefix("  |").unwrap_or_else(|| panic!("what is this: {line}"));
                let text = text.strip_prefix(' ').unwrap_or(text);
                let out = match open {
                    Part::File => row.files.last_mut().map(|(_, text)| text),
                    Part::Input => row.input.as_mut(),
                    Part::Theirs => row.theirs.as_mut().map(|played| &mut played.out),
                    Part::Ours => row.stated.as_mut().map(|played| &mut played.out),
                    Part::Nothing => None,
                };
                let out = out.unwrap_or_else(|| panic!("{}: a line that belongs to nothing: {line}", row.title));
                out.push_str(text);
                out.push('\n');
            }
        }
    }
    rows
}

enum Part {
    Nothing,
    File,
    Input,
    Theirs,
    Ours,
}
