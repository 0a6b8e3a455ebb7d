//! SMT-LIB symbols: quoting, and names that mean something already.

use std::borrow::Cow;

const RESERVED: &str = "! _ as BINARY DECIMAL exists forall HEXADECIMAL let match NUMERAL par STRING";

/// A symbol as it is written: bare when simple, else between bars. The two characters that no symbol can hold, `|` and
/// `\`, become `_`. Some solvers take a bare `-1` for a number.
pub fn quote_symbol(name: &str) -> Cow<'_, str> {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let digit_first = name.strip_prefix('-').unwrap_or(name).starts_with(|c: char| c.is_ascii_digit());
    let plain = !name.is_empty() && !digit_first && name.chars().all(simple);
    if plain && !RESERVED.split(' ').any(|word| word == name) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!("|{}|", writable(name)))
}

/// The name without the characters that no symbol can hold.
pub(super) fn writable(name: &str) -> String {
    name.replace(['|', '\\'], "_")
}

/// Whether the name has a meaning that a variable of this name would hide.
pub(super) fn is_builtin(name: &str) -> bool {
    BUILTIN.split(' ').any(|word| word == name)
}

const BUILTIN: &str = "\
    true false not and or => xor = distinct ite + - * / div mod abs <= < >= > to_real to_int is_int divisible \
    select store const is concat extract zero_extend sign_extend rotate_left rotate_right repeat bvnot bvneg \
    bvand bvor bvxor bvnand bvnor bvxnor bvadd bvsub bvmul bvudiv bvurem bvsdiv bvsrem bvsmod bvshl bvlshr \
    bvashr bvcomp bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge int_to_bv ubv_to_int sbv_to_int";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_bars_gets_them() {
        for name in ["x", "x!1", "a-b", "-", "-a", "<=", "@0", ".x", "Let", "is?"] {
            assert_eq!(quote_symbol(name), name);
        }
        for name in ["", "let", "_", "!", "NUMERAL", "1x", "-1", "-1x", "a b", "a,b", "ü", "x;y", "(", "a:b", "a#"] {
            assert_eq!(quote_symbol(name), format!("|{name}|"));
        }
        assert_eq!(quote_symbol("a|b\\c"), "|a_b_c|");
    }
}
