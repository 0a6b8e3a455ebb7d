//! The features of the search, each of which can be switched off.

/// What the search does beyond Figure 1 of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// Interpolants by half-spaces come before those by literals of the suffix.
    pub half_spaces: bool,
    /// The values that a parameter has come before those it does not have.
    pub value_sets: bool,
    /// Literals are dropped from lemmas as long as they are inductive relative to the level below.
    pub induction: bool,
}

impl Default for Features {
    fn default() -> Self {
        let off = |name: &str| std::env::var("ALPHORN_OFF").is_ok_and(|l| l.split(',').any(|n| n == name));
        Features { half_spaces: !off("h"), induction: !off("i"), value_sets: !off("v") }
    }
}
