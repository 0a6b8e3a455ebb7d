//! Derivations as graphs in the language of Graphviz: an edge leads from a premise to what follows from it.

use alphorn_logic::witness::Trace;
use std::fmt::Write;

/// The graph.
pub(super) fn write(trace: &Trace) -> String {
    let mut out = String::from("digraph derivation {\n  rankdir=BT;\n  node [shape=box, fontname=monospace];\n");
    for (n, step) in trace.steps.iter().enumerate() {
        let values: Vec<String> = step.values.iter().map(|b| format!("{} = {}", b.name, b.value)).collect();
        let label = escaped(&step.fact_smtlib());
        let tooltip = escaped(&format!("line {}: {}", step.clause.line, values.join(", ")));
        let shape = if step.fact.is_none() { ", shape=doubleoctagon" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  s{n} [label=\"{label}\", tooltip=\"{tooltip}\"{shape}];");
        for premise in &step.premises {
            let _ = writeln!(out, "  s{premise} -> s{n};");
        }
    }
    out.push_str("}\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
