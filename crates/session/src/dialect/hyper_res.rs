//! Z3's proofs: a tree of `hyper-res` steps over the assertions, as solc, Theta, Catalia and others walk it.
//!
//! A step is `((_ hyper-res 0 0 0 1 …) (asserted CLAUSE) PREMISE … FACT)`. Z3 names what contradicts the goal `query!0`;
//! since consumers look for that name it is here too: *false* entails it, and `(=> query!0 false)` is its definition.

use alphorn_logic::witness::{Trace, TraceStep};

/// As Z3 answers `(get-proof)`: one list with the declarations of what the proof adds, and the proof.
pub(super) fn write(trace: &Trace, source: &str) -> String {
    let query = query_name(source);
    format!("((set-logic HORN)\n(declare-fun {query} () Bool)\n(proof\n{}))", write_pretty(trace, source))
}

/// As Z3 answers with `:pp.pretty_proof`: the proof alone.
pub(super) fn write_pretty(trace: &Trace, source: &str) -> String {
    let names = Names::new(trace, source);
    let mut out = String::new();
    let mut open = 0;
    for (n, step) in trace.steps.iter().enumerate() {
        if n + 1 < trace.steps.len() {
            out.push_str(&format!("(let (({} {}))\n", names.step(n), names.node(step)));
            open += 1;
        }
    }
    let query = &names.query;
    let root = trace.steps.last().map(|step| names.node(step)).unwrap_or_default();
    out.push_str(&format!("(mp {root}\n  (asserted (=> {query} false)) false)"));
    out.push_str(&")".repeat(open));
    out
}

/// The name of the goal: `query!0`, or the first of its kind that the source does not use.
fn query_name(source: &str) -> String {
    (0..).map(|n| format!("query!{n}")).find(|name| !source.contains(name.as_str())).unwrap_or_default()
}

struct Names {
    query: String,
    prefix: String,
}

impl Names {
    fn new(trace: &Trace, source: &str) -> Names {
        let mut prefix = String::from("a!");
        let is_taken = |prefix: &str| {
            source.contains(prefix) || trace.steps.iter().any(|s| s.values.iter().any(|b| b.value.contains(prefix)))
        };
        while is_taken(&prefix) {
            prefix.push('!');
        }
        Names { query: query_name(source), prefix }
    }

    fn step(&self, n: usize) -> String {
        format!("{}{}", self.prefix, n + 1)
    }

    fn node(&self, step: &TraceStep) -> String {
        // Two numbers for the clause and two for each premise: which literals are resolved.
        let places: String = (0..=step.premises.len()).map(|i| format!(" 0 {i}")).collect();
        let premises: String = step.premises.iter().map(|&p| format!(" {}", self.step(p))).collect();
        let fact = step.fact.as_ref().map_or_else(|| self.query.clone(), |atom| atom.smtlib());
        format!("((_ hyper-res{places}) (asserted {}){premises} {fact})", step.clause.closed(&self.query))
    }
}
