//! Whole scripts: read, normalised, and solved for a moment.

use crate::EVIDENCE;
use alphorn::{Config, Question};
use std::{str, time::Duration};

/// As much as shows whether something breaks.
const LIMIT: Duration = Duration::from_millis(50);

/// The first questions of a script, each with another engine, since each has code of its own.
pub fn script(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let script = text.split_once(EVIDENCE).map_or(text, |(script, _)| script);
    for (number, engine) in ["la", "bmc", "predabs"].into_iter().enumerate() {
        let Ok(mut question) = Question::read_nth(script, number) else { return };
        drop((question.describe().to_string(), question.clauses(), question.parameters()));
        let config = Config { engine: engine.into(), timeout: Some(LIMIT), ..Config::default() };
        drop(question.solve(&config));
    }
}
