//! The sort of a term as the checker computes it; none where the checker refuses the term.

/// The sorts that have rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sort {
    Bool,
    Int,
    Real,
}

/// Which mixture of sorts the checker has to let pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mixture {
    None,
    /// Integers among the reals of `+`, `-`, `*` and `/`: `--allow-int-real-subtyping`.
    Arithmetic,
}

impl Sort {
    /// The sort of that name.
    pub fn by_name(name: &str) -> Option<Sort> {
        match name {
            "Bool" => Some(Sort::Bool),
            "Int" => Some(Sort::Int),
            "Real" => Some(Sort::Real),
            _ => None,
        }
    }

    fn is_number(self) -> bool {
        self != Sort::Bool
    }
}

/// The sort of a built-in operator's application; none if the checker has no such operator, or refuses these arguments.
pub(super) fn of_application(word: &str, args: &[Sort]) -> Option<(Sort, Mixture)> {
    use Sort::{Bool, Int, Real};
    let all = |sort: Sort| args.iter().all(|&arg| arg == sort);
    let one_sort = args.windows(2).all(|pair| pair[0] == pair[1]);
    let numbers = args.iter().all(|arg| arg.is_number());
    let mixture = |one_sort: bool| if one_sort { Mixture::None } else { Mixture::Arithmetic };
    let is_plain = match (word, args) {
        ("not", [_]) | ("and" | "or", [_, ..]) | ("=>" | "xor", [_, _, ..]) => all(Bool),
        ("=" | "distinct", [_, _, ..]) => one_sort,
        ("<=" | "<" | ">=" | ">", [_, _, ..]) => numbers,
        ("is_int", [_]) => all(Real),
        _ => false,
    };
    if is_plain {
        return Some((Bool, Mixture::None));
    }
    match (word, args) {
        ("ite", [Bool, a, b]) if a == b => Some((*a, Mixture::None)),
        ("-", [one]) if numbers => Some((*one, Mixture::None)),
        ("+" | "-" | "*", [_, _, ..]) if numbers => Some((if all(Int) { Int } else { Real }, mixture(one_sort))),
        // Of more arguments there is no rule for a quotient.
        ("/", [_, _]) if numbers => Some((Real, mixture(all(Real)))),
        ("div" | "mod", [_, _]) | ("abs", [_]) if all(Int) => Some((Int, Mixture::None)),
        ("to_real", [Int]) => Some((Real, Mixture::None)),
        ("to_int", [Real]) => Some((Int, Mixture::None)),
        _ => None,
    }
}

/// The sort of a numeral or a constant.
pub(super) fn of_symbol(text: &str) -> Option<Sort> {
    match text {
        "true" | "false" => Some(Sort::Bool),
        _ if !text.starts_with(|c: char| c.is_ascii_digit()) => None,
        _ if text.contains('.') => Some(Sort::Real),
        _ => Some(Sort::Int),
    }
}

/// Whether a checker takes a name for one of its own words, so that it can be no predicate's and no variable's.
pub(super) fn is_taken(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "_",
        "!",
        "as",
        "let",
        "exists",
        "forall",
        "match",
        "choice",
        "lambda",
        "cl",
        "assume",
        "step",
        "anchor",
        "declare-fun",
        "declare-const",
        "declare-sort",
        "define-fun",
        "define-fun-rec",
        "define-funs-rec",
        "define-sort",
        "assert",
        "check-sat-assuming",
        "set-logic",
        "true",
        "false",
        "not",
        "=>",
        "and",
        "or",
        "xor",
        "=",
        "distinct",
        "ite",
        "+",
        "-",
        "*",
        "div",
        "/",
        "mod",
        "abs",
        "<",
        ">",
        "<=",
        ">=",
        "to_real",
        "to_int",
        "is_int",
        "select",
        "store",
        "concat",
        "delete",
        "eo",
        "rare-list",
        "ubv_to_int",
        "sbv_to_int",
        "int_to_bv",
        "bv2nat",
        "int2bv",
        "unsat",
        "par",
        "const",
    ];
    let is_family = |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty());
    WORDS.contains(&name) || ["bv", "str.", "re.", "@", "pbb", "."].iter().any(|prefix| is_family(prefix))
}

/// A name near to this one that can be made unlike any other, and like no word of the checker, by what is added behind it.
pub(super) fn extensible(name: &str) -> String {
    if is_taken(&format!("{name}!1")) { format!("its!{name}") } else { name.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixtures() {
        use Sort::{Bool, Int, Real};
        let arithmetic = Some((Real, Mixture::Arithmetic));
        assert_eq!(of_application("+", &[Int, Real]), arithmetic);
        assert_eq!(of_application("/", &[Int, Int]), arithmetic);
        assert_eq!(of_application("<", &[Int, Real]), Some((Bool, Mixture::None)));
        for (word, args) in
            [("=", [Int, Real].as_slice()), ("~", &[Int]), ("abs", &[Real]), ("to_real", &[Real]), ("and", &[])]
        {
            assert_eq!(of_application(word, args), None, "{word}");
        }
    }

    #[test]
    fn names_that_a_checker_takes_for_its_own() {
        for name in ["cl", "step", "select", "bvadd", "str.len", "@p1"] {
            assert!(is_taken(name), "{name}");
        }
        for name in ["@", "@x", "bv", "bvx", "str.len", ".x", "step", "P"] {
            assert!(!is_taken(&format!("{}!7", extensible(name))), "{name}");
        }
        for name in ["P", "inv", "bv", "steps", "x!1"] {
            assert!(!is_taken(name), "{name}");
        }
    }
}
