//! The steps of a derivation as a certificate's file has them: only what is checked, and nothing beside it.
//!
//! ```json
//! { "format": "alphorn-steps", "version": 1,
//!   "steps": [ { "clause": 16, "values": [ { "name": "x", "offset": 27, "value": "(- 1)" } ],
//!                "premises": [], "fact": { "predicate": "P", "arguments": ["(- 1)"] } } ] }
//! ```
//!
//! A step has the byte where its clause's command starts, the values of the clause's variables, each with the byte where it is
//! bound, and the numbers of earlier steps. A `fact` of `null` is *false*; the last step has it.

use alphorn_sexpr::Sexprs;
use serde_json::{Map, Value};

const FORMAT: &str = "alphorn-steps";
const VERSION: u64 = 1;

/// The file's text, one step a line.
pub fn file(steps: &[Value]) -> String {
    let lines: Vec<String> = steps.iter().map(|step| format!("    {step}")).collect();
    format!(
        "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {VERSION},\n  \"steps\": [\n{}\n  ]\n}}\n",
        lines.join(",\n")
    )
}

/// The steps as the checker reads them: `((step …) …)`. The text must be exactly as [`file()`] gives it.
pub fn read(text: &str) -> Result<String, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let all = fields(&json, ["format", "steps", "version"])?;
    if all["format"] != FORMAT || all["version"] != VERSION {
        return Err("not steps of a version that is known".into());
    }
    let steps = list(&all["steps"])?;
    if file(steps) != text {
        return Err("it is not written as it must be".into());
    }
    let lines: Result<Vec<String>, String> =
        steps.iter().enumerate().map(|(number, json)| step(number, json)).collect();
    Ok(format!("({})", lines?.join("\n")))
}

fn step(number: usize, json: &Value) -> Result<String, String> {
    let step = fields(json, ["clause", "fact", "premises", "values"])?;
    let mut values = String::new();
    for value in list(&step["values"])? {
        let value = fields(value, ["name", "offset", "value"])?;
        let (name, offset, value) = (word(&value["name"])?, natural(&value["offset"])?, word(&value["value"])?);
        values += &format!("({name} {offset} {value})");
    }
    let premises = list(&step["premises"])?.iter().map(|premise| natural(premise).map(|n| n.to_string()));
    let premises = premises.collect::<Result<Vec<_>, _>>()?.join(" ");
    let fact = if step["fact"].is_null() { "false".into() } else { fact(&step["fact"])? };
    Ok(format!("(step {number} {} ({values}) ({premises}) {fact})", natural(&step["clause"])?))
}

fn fact(json: &Value) -> Result<String, String> {
    let fact = fields(json, ["arguments", "predicate"])?;
    let predicate = word(&fact["predicate"])?;
    // `null` is: nothing is written in two ways.
    if predicate == "false" {
        return Err("false is no predicate".into());
    }
    let arguments = list(&fact["arguments"])?.iter().map(word).collect::<Result<Vec<_>, _>>()?;
    Ok(if arguments.is_empty() { predicate.into() } else { format!("({predicate} {})", arguments.join(" ")) })
}

/// An object with exactly these fields.
pub fn fields<'j, const N: usize>(json: &'j Value, names: [&str; N]) -> Result<&'j Map<String, Value>, String> {
    let object = json.as_object().ok_or("expected an object")?;
    if let Some(name) = names.iter().find(|name| !object.contains_key(**name)) {
        return Err(format!("there is no field {name}"));
    }
    match object.keys().find(|key| !names.contains(&key.as_str())) {
        Some(key) => Err(format!("the field {key} is not known")),
        None => Ok(object),
    }
}

/// A list.
pub fn list(json: &Value) -> Result<&Vec<Value>, String> {
    json.as_array().ok_or_else(|| "expected a list".into())
}

/// A natural number.
pub fn natural(json: &Value) -> Result<u32, String> {
    json.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(|| "expected a number".into())
}

/// A string.
pub fn string(json: &Value) -> Result<&str, String> {
    json.as_str().ok_or_else(|| "expected a string".into())
}

/// The text of one S-expression and nothing else.
fn word(json: &Value) -> Result<&str, String> {
    let text = string(json)?;
    let all = Sexprs::read(text).map_err(|error| error.to_string())?;
    let mut nodes = all.iter();
    match (nodes.next(), nodes.next()) {
        (Some(node), None) if node.text() == text => no_remarks(text).map(|()| text),
        _ => Err(format!("not one term: {text}")),
    }
}

/// Checks that a text is S-expressions and blanks alone: what is a remark is checked by nobody.
pub fn no_remarks(text: &str) -> Result<(), String> {
    let all = Sexprs::read(text).map_err(|error| error.to_string())?;
    let mut at = 0;
    let atoms = all.iter().flat_map(|node| node.descendants()).filter(|node| !node.is_list()).map(|node| node.span());
    for (start, end) in atoms.map(|span| (span.start as usize, span.end as usize)).chain([(text.len(), text.len())]) {
        if text[at..start].contains(|c: char| !matches!(c, '(' | ')' | ' ' | '\t' | '\r' | '\n')) {
            return Err("there is a remark in it".into());
        }
        at = end;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: &str = r#"{"clause":16,"fact":{"arguments":["1"],"predicate":"P"},"premises":[0],"values":[{"name":"x","offset":27,"value":"(- 1)"}]}"#;

    #[test]
    fn only_what_is_written_is_read() {
        let right = file(&[serde_json::from_str(STEP).unwrap()]);
        assert_eq!(read(&right).unwrap(), "((step 0 16 ((x 27 (- 1))) (0) (P 1)))");
        for (from, to) in [
            ("\"(- 1)\"", "\"0) (y 28 1\""),
            ("\"(- 1)\"", "\"(- 1) ; one\""),
            ("\"(- 1)\"", "\"(- ;one\\n1)\""),
            ("[\"1\"],\"predicate\":\"P\"", "[],\"predicate\":\"false\""),
            ("\"(- 1)\"", "\"\""),
            ("\"(- 1)\"", "1"),
            ("\"P\"", "\"P 1) (Q\""),
            ("\"offset\":27", "\"offset\":27,\"sort\":\"Int\""),
            ("\"offset\":27", "\"offset\":27,\"offset\":28"),
            ("\"clause\":16", "\"clause\":-1"),
            ("\"clause\":16", "\"clause\":16.0"),
            ("[0]", "[\"0\"]"),
            ("\"version\": 1", "\"version\": 2"),
            ("alphorn-steps", "other"),
            ("\"premises\":[0],", ""),
            ("\n}\n", "\n}"),
        ] {
            assert!(right.contains(from), "{from}");
            assert!(read(&right.replace(from, to)).is_err(), "{to}");
        }
    }
}
