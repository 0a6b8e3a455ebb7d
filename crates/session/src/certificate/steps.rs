//! The steps of a derivation as a certificate's file has them; [`json`](alphorn_check::json) reads them.

use alphorn_check::json::file;
use alphorn_logic::witness::trace::{Trace, TraceStep};
use serde_json::{Value, json};

/// The text of `derivation.json`.
pub(super) fn write(trace: &Trace) -> String {
    let step = |step: &TraceStep| {
        let values = step.values.iter().map(|b| json!({ "name": b.name, "offset": b.offset, "value": b.value }));
        let fact = step.fact.as_ref().map(|fact| json!({ "predicate": fact.pred, "arguments": fact.args }));
        let values: Vec<Value> = values.collect();
        json!({ "clause": step.clause.offset, "values": values, "premises": step.premises, "fact": fact })
    };
    file(&trace.steps.iter().map(step).collect::<Vec<_>>())
}
