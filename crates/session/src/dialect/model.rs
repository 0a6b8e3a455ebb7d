//! Models in the shapes of other solvers. All have one definition for each declared predicate and nothing else.

use super::eldarica::bare;
use alphorn_logic::{
    term::{ParameterNames, Terms},
    witness::Definition,
};
use std::borrow::Cow;

/// A way of writing models.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ModelDialect {
    /// `((define-fun …) …)`, as Z3 and the SMT-LIB standard have it.
    #[default]
    Z3,
    /// `((define-fun …) …)` with the parameters named as Eldarica's `-ssol` does.
    Eldarica,
    /// `p(A, B) :- …`, as Eldarica's `-sol` has it, with SMT-LIB formulas.
    Prolog,
    /// `((define-fun …) …)` with the bodies on lines of their own, as Golem prints them.
    Golem,
    /// `(model (define-fun …) …)`, as Hoice and old versions of Z3 print it.
    Hoice,
}

impl ModelDialect {
    /// All dialects by name.
    pub const NAMES: [(&str, ModelDialect); 5] = [
        ("z3", ModelDialect::Z3),
        ("eldarica", ModelDialect::Eldarica),
        ("prolog", ModelDialect::Prolog),
        ("golem", ModelDialect::Golem),
        ("hoice", ModelDialect::Hoice),
    ];

    /// The dialect of that name.
    pub fn by_name(name: &str) -> Option<ModelDialect> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, dialect)| *dialect)
    }

    /// Writes a model that was checked, given its text and the pool that knows what its names mean.
    pub fn write(self, model: &str, terms: &Terms) -> String {
        let names = ParameterNames::new(terms);
        let lines: String = Definition::read_all(model)
            .into_iter()
            .map(|definition| match self.has_letters() {
                true => {
                    let wanted: Vec<String> = (0..definition.parameters.len()).map(letters).collect();
                    definition.renamed(&names, wanted)
                }
                false => definition,
            })
            .map(|definition| self.definition(&definition))
            .collect();
        match self {
            ModelDialect::Z3 | ModelDialect::Eldarica => format!("({lines}\n)"),
            ModelDialect::Hoice => format!("(model{lines}\n)"),
            ModelDialect::Golem => format!("(\n{lines})"),
            ModelDialect::Prolog => lines,
        }
    }

    fn definition(self, Definition { predicate, parameters, body }: &Definition) -> String {
        let name = self.name(predicate);
        let sorted: Vec<String> = parameters.iter().map(|(n, sort)| format!("({n} {sort})")).collect();
        let sorted = sorted.join(" ");
        match self {
            ModelDialect::Z3 | ModelDialect::Hoice => format!("\n  (define-fun {name} ({sorted}) Bool {body})"),
            ModelDialect::Eldarica => format!("\n    (define-fun {name} ({sorted}) Bool {body})"),
            ModelDialect::Golem => format!("  (define-fun {name} ({sorted}) Bool\n    {body})\n"),
            ModelDialect::Prolog => {
                let names: Vec<&str> = parameters.iter().map(|(n, _)| n.as_str()).collect();
                let args = if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) };
                format!("{name}{args} :- {body}.\n")
            }
        }
    }

    /// A predicate's name. Hoice puts bars around all, and MoCHi looks for them.
    fn name<'n>(self, name: &'n str) -> Cow<'n, str> {
        match self {
            ModelDialect::Hoice if !name.starts_with('|') => format!("|{name}|").into(),
            ModelDialect::Prolog => bare(name).into(),
            _ => name.into(),
        }
    }

    /// Whether parameters are called A, B, …
    fn has_letters(self) -> bool {
        matches!(self, ModelDialect::Eldarica | ModelDialect::Prolog)
    }
}

/// A, B, …, Z, A1, B1, …
fn letters(i: usize) -> String {
    let letter = char::from(b'A' + (i % 26) as u8);
    if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) }
}
