//! Which passes are run, as the command line says it.

use std::{fmt, str::FromStr};
use thiserror::Error;

/// The passes in the order in which they are run.
pub const NAMES: [&str; 17] = [
    "reachable",
    "needed",
    "irrelevant",
    "simplify",
    "ite",
    "unhoist",
    "known",
    "affine",
    "late",
    "split",
    "merge",
    "inline",
    "computed",
    "goals",
    "viable",
    CASES,
    REVERSE,
];
/// Passes that ask Z3, or make a problem larger at first: each is run when the others have nothing more to do.
pub(super) const LATER: [&str; 3] = ["computed", "goals", "viable"];
/// The passes that are run once, after the others.
pub(super) const LAST: [&str; 2] = [CASES, REVERSE];
pub(super) const CASES: &str = "cases";
pub(super) const REVERSE: &str = "reverse";
/// Passes that are not part of `all`: they win some problems and lose others.
const OPTIONAL: [&str; 4] = ["ite", "unhoist", CASES, REVERSE];

/// A choice of passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    on: [bool; NAMES.len()],
}

impl Selection {
    /// Every pass, except those that are only run when they are asked for.
    pub fn all() -> Self {
        Selection { on: NAMES.map(|name| !OPTIONAL.contains(&name)) }
    }

    /// No pass.
    pub fn none() -> Self {
        Selection { on: [false; NAMES.len()] }
    }

    /// Only that each case is a predicate of its own.
    pub fn cases() -> Self {
        Selection { on: NAMES.map(|name| name == CASES) }
    }

    /// The names of the chosen passes, in the order in which they are run.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        NAMES.iter().zip(self.on).filter(|(_, on)| *on).map(|(name, _)| *name)
    }
}

impl Default for Selection {
    fn default() -> Self {
        Selection::all()
    }
}

/// A name that no pass has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no pass `{0}`: expected `all`, `none`, or some of {names} with commas between", names = NAMES.join(", "))]
pub struct NoSuchPass(String);

/// `all`, `none`, or names with commas between; `-name` takes one away again, at the start from all.
impl FromStr for Selection {
    type Err = NoSuchPass;

    fn from_str(text: &str) -> Result<Self, NoSuchPass> {
        let mut selection = if text.starts_with('-') { Selection::all() } else { Selection::none() };
        for word in text.split(',') {
            let (name, on) = word.strip_prefix('-').map_or((word, true), |name| (name, false));
            match (word, NAMES.iter().position(|n| *n == name)) {
                ("all", _) => selection = Selection::all(),
                ("none", _) => selection = Selection::none(),
                (_, Some(position)) => selection.on[position] = on,
                (_, None) => return Err(NoSuchPass(name.into())),
            }
        }
        Ok(selection)
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names().collect();
        match names[..] {
            [] => f.write_str("none"),
            _ if *self == Selection::all() => f.write_str("all"),
            _ => f.write_str(&names.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_add_and_take_away() {
        for (text, expected) in [
            ("all", "all"),
            ("none", "none"),
            ("inline,merge", "merge,inline"),
            ("-inline,-merge", "reachable,needed,irrelevant,simplify,known,affine,late,split,computed,goals,viable"),
            ("all,-reachable,none,known", "known"),
            ("none,reverse,needed", "needed,reverse"),
            (
                "all,ite,-merge,-inline,-known",
                "reachable,needed,irrelevant,simplify,ite,affine,late,split,computed,goals,viable",
            ),
        ] {
            assert_eq!(text.parse::<Selection>().unwrap().to_string(), expected);
        }
        assert_eq!("merge,inlin".parse::<Selection>(), Err(NoSuchPass("inlin".into())));
    }
}
