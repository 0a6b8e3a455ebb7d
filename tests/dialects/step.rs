//! Derivations as the JSON dialect has them.

use serde_json::Value;
use std::fmt::Write;

/// A step, all its terms as text.
#[derive(Debug)]
pub struct Step {
    pub offset: u64,
    pub formula: String,
    pub variables: Vec<String>,
    pub query: Option<String>,
    pub values: Vec<(String, u64, String)>,
    pub premises: Vec<usize>,
    pub fact: String,
    pub predicate: Option<String>,
}

impl Step {
    /// The clause for all values of declared variables; what a query asks implies `goal`.
    pub fn closed(&self, goal: &str) -> String {
        let body = self.query.as_ref().map_or(self.formula.clone(), |query| format!("(=> {query} {goal})"));
        if self.variables.is_empty() { body } else { format!("(forall ({}) {body})", self.variables.join(" ")) }
    }
}

/// Reads the JSON dialect by its documented schema.
pub fn from_json(text: &str) -> Vec<Step> {
    let json: Value = serde_json::from_str(text).unwrap();
    assert_eq!((json["format"].as_str(), json["version"].as_u64()), (Some("alphorn-derivation"), Some(1)));
    let string = |value: &Value| value.as_str().unwrap().to_string();
    let step = |(n, step): (usize, &Value)| {
        let clause = &json["clauses"][step["clause"].as_u64().unwrap() as usize];
        let values = step["values"].as_array().unwrap().iter();
        let premises: Vec<usize> =
            step["premises"].as_array().unwrap().iter().map(|p| p.as_u64().unwrap() as usize).collect();
        assert!(premises.iter().all(|p| *p < n));
        let predicate = step["fact"]["predicate"].as_str().map(String::from);
        let arguments: Vec<String> = step["fact"]["arguments"].as_array().into_iter().flatten().map(string).collect();
        let fact = match &predicate {
            None => "false".into(),
            Some(name) if arguments.is_empty() => name.clone(),
            Some(name) => format!("({name} {})", arguments.join(" ")),
        };
        Step {
            offset: clause["offset"].as_u64().unwrap(),
            formula: string(&clause["formula"]),
            variables: clause["variables"].as_array().unwrap().iter().map(string).collect(),
            query: clause["query"].as_str().map(String::from),
            values: values.map(|v| (string(&v["name"]), v["offset"].as_u64().unwrap(), string(&v["value"]))).collect(),
            premises,
            fact,
            predicate,
        }
    };
    let steps: Vec<Step> = json["steps"].as_array().unwrap().iter().enumerate().map(step).collect();
    assert!(steps.last().unwrap().predicate.is_none());
    steps
}

/// The steps as the independent checker reads them.
pub fn evidence(steps: &[Step]) -> String {
    let mut out = String::from("(");
    for (n, step) in steps.iter().enumerate() {
        let values: String = step.values.iter().map(|(name, at, value)| format!("({name} {at} {value})")).collect();
        let premises: Vec<String> = step.premises.iter().map(|p| p.to_string()).collect();
        writeln!(out, "(step {n} {} ({values}) ({}) {})", step.offset, premises.join(" "), step.fact).unwrap();
    }
    out + ")"
}
