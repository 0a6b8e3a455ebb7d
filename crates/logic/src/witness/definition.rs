//! The definitions of a model that was checked, as text. They are shown with other names for the parameters, and in no other
//! way differently from what was checked.

use crate::term::{ParameterNames, quote_symbol};
use alphorn_sexpr::{Sexpr, Sexprs};
use rustc_hash::{FxHashMap, FxHashSet};

/// The formula of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The predicate, as written.
    pub predicate: String,
    /// Names and sorts of the parameters, as written.
    pub parameters: Vec<(String, String)>,
    /// The formula, as SMT-LIB text over the parameters.
    pub body: String,
}

impl Definition {
    /// The definitions of a model's text, `((define-fun P ((x S) …) Bool BODY) …)`.
    pub fn read_all(model: &str) -> Vec<Definition> {
        let Ok(all) = Sexprs::read(model) else { return Vec::new() };
        all.iter().flat_map(|list| list.children()).filter_map(Self::read).collect()
    }

    fn read(node: Sexpr<'_>) -> Option<Definition> {
        let parts: Vec<_> = node.children().take(6).collect();
        let [_, name, parameters, _, body] = parts.as_slice() else { return None };
        let parameter = |pair: Sexpr<'_>| Some((pair.head()?.text().into(), pair.children().nth(1)?.text().into()));
        Some(Definition {
            predicate: name.text().into(),
            parameters: parameters.children().map(parameter).collect::<Option<_>>()?,
            body: body.text().into(),
        })
    }

    /// The same with other names for the parameters. None of the old names means anything else in the body, and none of the
    /// new ones will.
    pub fn renamed(self, names: &ParameterNames<'_>, wanted: impl IntoIterator<Item = String>) -> Definition {
        let Ok(body) = Sexprs::read(&self.body) else { return self };
        let old: Vec<&str> = self.parameters.iter().map(|(name, _)| without_bars(name)).collect();
        let symbols: FxHashSet<&str> =
            body.iter().flat_map(|node| node.descendants()).filter_map(|node| node.symbol()).collect();
        let new = names.choose(wanted, |name| symbols.contains(name) && !old.contains(&name));
        let renaming: FxHashMap<&str, &String> = old.iter().copied().zip(&new).collect();
        let (mut text, mut written) = (String::with_capacity(self.body.len()), 0);
        for node in body.iter().flat_map(|node| node.descendants()) {
            if let Some(name) = node.symbol().and_then(|name| renaming.get(name)) {
                text.push_str(&self.body[written..node.span().start as usize]);
                text.push_str(&quote_symbol(name));
                written = node.span().end as usize;
            }
        }
        text.push_str(&self.body[written..]);
        let sorts = self.parameters.iter().map(|(_, sort)| sort.clone());
        let parameters = new.iter().map(|name| quote_symbol(name).into_owned()).zip(sorts).collect();
        Definition { parameters, body: text, ..self }
    }
}

/// The name of a symbol as it is written.
fn without_bars(symbol: &str) -> &str {
    symbol.strip_prefix('|').and_then(|name| name.strip_suffix('|')).unwrap_or(symbol)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Constructor, Datatype, SortId, Terms};

    fn wanted(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn parameters_are_renamed_all_at_once() {
        let terms = Terms::new();
        let names = ParameterNames::new(&terms);
        let model = "((define-fun P ((x0 Int) (x1 Int)) Bool (let ((a!1 (+ x0 x1))) (and (= a!1 |x0|) (< a!1 x1)))))";
        let [definition] = Definition::read_all(model).try_into().unwrap();
        let swapped = definition.clone().renamed(&names, wanted(&["x1", "a b"]));
        assert_eq!(swapped.body, "(let ((a!1 (+ x1 |a b|))) (and (= a!1 x1) (< a!1 |a b|)))");
        assert_eq!(swapped.parameters[1], ("|a b|".to_string(), "Int".to_string()));
        // A name that the body binds would be captured there, two of one name would be one, and `+` is an operator.
        let clashing = definition.renamed(&names, wanted(&["a!1", "+"]));
        assert_eq!(clashing.body, "(let ((a!1 (+ a!1!1 +!1))) (and (= a!1 a!1!1) (< a!1 +!1)))");
    }

    #[test]
    fn no_parameter_has_the_name_of_something_declared() {
        let mut terms = Terms::new();
        terms.declare_fun("f", [], SortId::INT);
        let constructors = vec![Constructor { name: "A".into(), fields: Default::default() }];
        terms.add_datatype(Datatype { name: "T".into(), params: Default::default(), constructors });
        let names = ParameterNames::new(&terms);
        let chosen = names.choose(wanted(&["A", "A", "f", "T", "is-A", "B"]), |_| false);
        assert_eq!(chosen, ["A!1", "A!2", "f!1", "T!1", "is-A!1", "B"]);
    }
}
