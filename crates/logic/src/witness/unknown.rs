//! Answers that are none, with what was found out all the same.

use crate::horn::PredId;
use serde_json::{Value, json};

/// Why there is no answer, and what was found out all the same.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// In words.
    pub reason: String,
    /// No derivation has a height (number of rules on its longest path) up to this one.
    pub no_derivation_up_to: Option<u32>,
    /// No derivation has so few back edges of the predicate graph (runs through loops, recursive calls) on all its paths.
    pub no_derivation_within: Option<u32>,
    /// What holds of every fact that can be derived.
    pub lemmas: Vec<Known>,
    /// The subgoals that were being resolved when it stopped, the innermost last.
    pub goal: Option<String>,
}

/// A formula that holds of every fact of a predicate that can be derived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The predicate's number in the problem that is spoken of.
    pub pred: PredId,
    /// The predicate, as written.
    pub predicate: String,
    /// Names for its arguments.
    pub parameters: Vec<String>,
    /// The formula over these names, as SMT-LIB text.
    pub formula: String,
}

impl Known {
    /// Makes room for an argument that the formula says nothing about, and gives its name.
    pub fn insert_parameter(&mut self, position: usize) -> String {
        let is_free = |name: &String| !self.parameters.contains(name) && !self.formula.contains(name.as_str());
        let name = (0..).map(|n| format!("y{n}")).find(is_free).unwrap_or_default();
        self.parameters.insert(position, name.clone());
        name
    }
}

impl Unknown {
    /// Unknown for this reason, with nothing else found out.
    pub fn because(reason: impl Into<String>) -> Self {
        Unknown { reason: reason.into(), ..Unknown::default() }
    }

    /// This, and what another engine had found out before.
    pub fn and(self, earlier: Unknown) -> Self {
        Unknown {
            reason: self.reason,
            no_derivation_up_to: self.no_derivation_up_to.or(earlier.no_derivation_up_to),
            no_derivation_within: self.no_derivation_within.or(earlier.no_derivation_within),
            lemmas: [earlier.lemmas, self.lemmas].concat(),
            goal: self.goal.or(earlier.goal),
        }
    }

    /// What is known, as pairs of a name and a text: the reason first.
    pub fn report(&self) -> Vec<(&'static str, String)> {
        let mut report = vec![("reason", self.reason.clone())];
        report.extend(self.no_derivation_up_to.map(|n| ("no derivation up to height", n.to_string())));
        report.extend(self.no_derivation_within.map(|n| ("no derivation with back edges up to", n.to_string())));
        report.extend(self.lemmas.iter().map(|known| {
            let Known { predicate, parameters, formula, .. } = known;
            ("always true", format!("({predicate} {}) implies {formula}", parameters.join(" ")))
        }));
        report.extend(self.goal.clone().map(|goal| ("stopped at", goal)));
        report
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        let known = |k: &Known| json!({ "predicate": k.predicate, "parameters": k.parameters, "formula": k.formula });
        json!({
            "reason": self.reason,
            "no-derivation-up-to-height": self.no_derivation_up_to,
            "no-derivation-with-back-edges-up-to": self.no_derivation_within,
            "lemmas": self.lemmas.iter().map(known).collect::<Vec<_>>(),
            "goal": self.goal,
        })
    }

    /// The same as an S-expression, for `(get-info :partial-result)`.
    pub fn smtlib(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let mut parts = vec![format!("(:reason {})", quoted(&self.reason))];
        parts.extend(self.no_derivation_up_to.map(|n| format!("(:no-derivation-up-to-height {n})")));
        parts.extend(self.no_derivation_within.map(|n| format!("(:no-derivation-with-back-edges-up-to {n})")));
        parts.extend(self.lemmas.iter().map(|Known { predicate, parameters, formula, .. }| {
            format!("(:lemma {predicate} ({}) {formula})", parameters.join(" "))
        }));
        parts.extend(self.goal.as_ref().map(|goal| format!("(:goal {})", quoted(goal))));
        format!("({})", parts.join("\n "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_tell_the_same() {
        let (pred, parameters) = (PredId(0), vec!["x0".into()]);
        let mut known = Known { pred, predicate: "P".into(), parameters, formula: "(>= x0 0)".into() };
        assert_eq!((known.insert_parameter(0).as_str(), known.parameters.remove(0).as_str()), ("y0", "y0"));
        let unknown = Unknown {
            reason: "time\"out".into(),
            no_derivation_up_to: Some(3),
            no_derivation_within: Some(2),
            lemmas: vec![known],
            goal: Some("P@1".into()),
        };
        let names: Vec<&str> = unknown.report().iter().map(|(name, _)| *name).collect();
        let expected = ["reason", "no derivation up to height", "no derivation with back edges up to", "always true"];
        assert_eq!(names[..4], expected);
        assert_eq!(unknown.json()["lemmas"][0]["formula"], "(>= x0 0)");
        assert_eq!(unknown.json()["no-derivation-with-back-edges-up-to"], 2);
        let smtlib = unknown.smtlib();
        assert!(smtlib.contains("(:reason \"time\"\"out\")") && smtlib.contains("(:lemma P (x0) (>= x0 0))"));
        assert_eq!(Unknown::because("x").report(), [("reason", "x".to_string())]);
        let both = Unknown::because("x").and(unknown.clone());
        assert_eq!((both.reason.as_str(), both.lemmas, both.goal), ("x", unknown.lemmas, unknown.goal));
    }
}
