//! Models in the shapes of other solvers. All have one definition for each declared predicate and nothing else.

use crate::{
    horn::Problem,
    term::{Printer, Terms, VarId, quote_symbol},
    witness::Solution,
};

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
    /// Bare definitions, as Golem prints them.
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

    /// Writes a solution.
    pub fn write(self, solution: &Solution, terms: &Terms, problem: &Problem) -> String {
        let definitions = problem.predicates.iter().zip(&solution.definitions).map(|(predicate, definition)| {
            let name = self.name(&terms.fun(predicate.fun).name);
            let names: Vec<(VarId, String)> =
                definition.params.iter().enumerate().map(|(i, &p)| (p, self.parameter(i))).collect();
            let body = Printer::new(terms).with_names(names.clone()).print(definition.body);
            let params: Vec<(String, String)> =
                names.into_iter().map(|(p, n)| (n, terms.display_sort(terms.var(p).sort))).collect();
            self.definition(&name, &params, &body)
        });
        let lines = definitions.collect::<String>();
        match self {
            ModelDialect::Z3 | ModelDialect::Eldarica => format!("({lines}\n)"),
            ModelDialect::Hoice => format!("(model{lines}\n)"),
            ModelDialect::Prolog | ModelDialect::Golem => lines,
        }
    }

    fn definition(self, name: &str, params: &[(String, String)], body: &str) -> String {
        let sorted: Vec<String> = params.iter().map(|(n, sort)| format!("({n} {sort})")).collect();
        let sorted = sorted.join(" ");
        match self {
            ModelDialect::Z3 | ModelDialect::Hoice => format!("\n  (define-fun {name} ({sorted}) Bool {body})"),
            ModelDialect::Eldarica => format!("\n    (define-fun {name} ({sorted}) Bool {body})"),
            ModelDialect::Golem => format!("  (define-fun {name} ({sorted}) Bool\n    {body})\n"),
            ModelDialect::Prolog => {
                let names: Vec<&str> = params.iter().map(|(n, _)| n.as_str()).collect();
                let args = if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) };
                format!("{}{args} :- {body}.\n", name.trim_matches('|'))
            }
        }
    }

    /// A predicate's name. Hoice puts bars around all, and MoCHi looks for them.
    fn name(self, name: &str) -> String {
        let quoted = quote_symbol(name);
        match self {
            ModelDialect::Hoice if !quoted.starts_with('|') => format!("|{quoted}|"),
            _ => quoted.into_owned(),
        }
    }

    /// The name of a parameter.
    fn parameter(self, i: usize) -> String {
        match self {
            ModelDialect::Eldarica | ModelDialect::Prolog => letters(i),
            _ => format!("x{i}"),
        }
    }
}

/// A, B, …, Z, A1, B1, …
fn letters(i: usize) -> String {
    let letter = char::from(b'A' + (i % 26) as u8);
    if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) }
}
