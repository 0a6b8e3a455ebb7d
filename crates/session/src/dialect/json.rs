//! Derivations as JSON.
//!
//! ```json
//! { "format": "alphorn-derivation", "version": 1,
//!   "clauses": [ { "offset": 16, "line": 3, "name": null, "formula": "(forall …)", "variables": [], "query": null } ],
//!   "steps": [ { "clause": 0, "values": [ { "name": "x", "offset": 27, "sort": "Int", "value": "(- 1)" } ],
//!                "premises": [], "fact": { "predicate": "P", "arguments": ["(- 1)"] } } ] }
//! ```
//!
//! `clauses` are the assertions that the derivation uses: the byte and the line where the command starts, its name if it has
//! one, and its formula as written; in the rule dialect also the declared variables that it is about, as `(x Int)`, and what a
//! query asks. A step names its clause by position, gives the value of each variable that the formula
//! binds (and the byte where it is bound), and the positions of earlier steps. A `fact` of `null` is *false*; the last step
//! has it. Values and formulas are SMT-LIB terms.

use alphorn_logic::witness::{Trace, TraceStep, trace::Clause};
use indexmap::IndexMap;
use serde_json::{Value, json};

/// The JSON text, one step a line.
pub(super) fn write(trace: &Trace) -> String {
    let mut clauses: IndexMap<u32, Value> = IndexMap::new();
    for TraceStep { clause, .. } in &trace.steps {
        clauses.entry(clause.offset).or_insert_with(|| {
            let Clause { offset, line, name, formula, variables, query } = &**clause;
            json!({ "offset": offset, "line": line, "name": name, "formula": formula, "variables": variables, "query": query })
        });
    }
    let step = |step: &TraceStep| {
        let values: Vec<Value> = step
            .values
            .iter()
            .map(|b| json!({ "name": b.name, "offset": b.offset, "sort": b.sort, "value": b.value }))
            .collect();
        let fact = step.fact.as_ref().map(|fact| json!({ "predicate": fact.pred, "arguments": fact.args }));
        let clause = clauses.get_index_of(&step.clause.offset);
        json!({ "clause": clause, "values": values, "premises": step.premises, "fact": fact })
    };
    let steps: Vec<Value> = trace.steps.iter().map(step).collect();
    let list = |values: Vec<&Value>| {
        let lines: Vec<String> = values.iter().map(|value| format!("    {value}")).collect();
        lines.join(",\n")
    };
    format!(
        "{{\n  \"format\": \"alphorn-derivation\",\n  \"version\": 1,\n  \"clauses\": [\n{}\n  ],\n  \"steps\": [\n{}\n  ]\n}}\n",
        list(clauses.values().collect()),
        list(steps.iter().collect()),
    )
}
