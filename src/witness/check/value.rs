//! Ground values: what may stand for a variable or as an argument of a fact.

use super::script::{Item, Script};
use crate::smtlib::sexpr::{Kind, Sexpr};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;

/// The words that bind names or are no part of a value.
const BINDERS: [&str; 7] = ["let", "forall", "exists", "lambda", "match", "choice", "!"];

/// Tells values from other terms, and gathers the elements of uninterpreted sorts that they name.
pub(super) struct Values<'a> {
    /// Names with a meaning that the script leaves open or defines.
    taken: FxHashSet<&'a str>,
    /// Sorts declared without parameters: name and text.
    sorts: IndexMap<&'a str, &'a str>,
    /// Elements `SORT!val!N` used so far by name: their text and that of their sort.
    pub elements: IndexMap<&'a str, (&'a str, &'a str)>,
}

impl<'a> Values<'a> {
    pub fn new(script: &Script<'a>) -> Self {
        let mut values = Values { taken: FxHashSet::default(), sorts: IndexMap::new(), elements: IndexMap::new() };
        for item in &script.items {
            match item {
                Item::Predicate(predicate) => drop(values.taken.insert(predicate.name())),
                Item::Function { name, .. } | Item::Macro { name, .. } => drop(values.taken.insert(name)),
                Item::Variable { symbol, .. } => values.taken.extend(symbol.symbol()),
                Item::Sort(command) => {
                    let parts: Vec<_> = command.children().take(3).collect();
                    if let [word, symbol, arity @ ..] = parts.as_slice()
                        && word.is_word("declare-sort")
                        && arity.first().is_none_or(|n| n.text() == "0")
                        && let Some(name) = symbol.symbol()
                    {
                        values.sorts.insert(name, symbol.text());
                    }
                }
            }
        }
        values
    }

    /// Checks that `term` is built from values alone.
    pub fn check(&mut self, term: Sexpr<'a>) -> Result<(), String> {
        for node in term.descendants() {
            if node.kind() == Kind::Keyword {
                return Err(format!("{} is no part of a value", node.text()));
            }
            let Some(name) = node.symbol() else { continue };
            if BINDERS.contains(&name) {
                return Err(format!("{name} is no part of a value"));
            }
            if self.taken.contains(name) {
                return Err(format!("{name} is declared in the script and so no value"));
            }
            if let Some((sort, _)) = name.rsplit_once("!val!")
                && let Some(sort) = self.sorts.get(sort)
            {
                self.elements.insert(name, (node.text(), sort));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::sexpr::Sexprs;

    #[test]
    fn only_ground_values_pass() {
        let source = "(declare-sort U 0)(declare-fun P (Int) Bool)(declare-fun f (Int) Int)(define-fun m () Int 1)(declare-var x Int)(check-sat)";
        let commands = Sexprs::read(source).unwrap();
        let script = Script::read(&commands, source.rfind('(').unwrap() as u32).unwrap();
        let terms = "5 (- 3) (/ 1.0 3.0) #b01 ((as const (Array Int Int)) 0) (cons 1 nil) U!val!0 |U!val!0|
            (f 1) (P 1) |P| m x (let ((a 1)) a) (forall ((i Int)) true) (! 1 :named a) :k";
        let terms = Sexprs::read(terms).unwrap();
        let mut values = Values::new(&script);
        let passed: Vec<bool> = terms.iter().map(|term| values.check(term).is_ok()).collect();
        assert_eq!(passed, [vec![true; 8], vec![false; 9]].concat());
        assert_eq!(values.elements.into_iter().collect::<Vec<_>>(), [("U!val!0", ("|U!val!0|", "U"))]);
    }
}
