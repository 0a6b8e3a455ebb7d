//! Which subterms of a printed term are bound by `let`, and where.
//!
//! Every quantifier's body is a scope, and so is the whole term. A subterm is bound at the outermost scope in which none of
//! its free variables is bound further inside.

use super::{TermId, Terms, VarId, vars::QuantifierVars};
use rustc_hash::{FxHashMap, FxHashSet};

/// The state of printing that decides on sharing.
pub(super) struct Sharing {
    /// The terms that have a `let` name here.
    pub(super) names: FxHashMap<TermId, String>,
    quantified: QuantifierVars,
}

impl Sharing {
    /// For a term with these subterms, in order.
    pub(super) fn new(terms: &Terms, nodes: &[TermId]) -> Sharing {
        Sharing { names: FxHashMap::default(), quantified: terms.quantifier_vars(nodes) }
    }
}

/// The subterms to bind in front of `root`, in layers: a layer uses only names of earlier ones.
pub(super) fn let_layers(terms: &Terms, root: TermId, sharing: &Sharing) -> Vec<Vec<TermId>> {
    let nodes = terms.subterms_outside([root], |t| sharing.names.contains_key(&t));
    let inner: FxHashSet<VarId> = nodes.iter().filter_map(|t| terms.op(*t).bound_vars()).flatten().copied().collect();
    let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
    for arg in nodes.iter().flat_map(|t| terms.args(*t)) {
        *uses.entry(*arg).or_default() += 1;
    }
    // How many layers a term needs in front of it, if it can stand here at all.
    let mut depths: FxHashMap<TermId, Standing> = FxHashMap::default();
    let mut layers: Vec<Vec<TermId>> = Vec::new();
    for &t in &nodes {
        let args = terms.args(t);
        let mut standing = Standing { depth: 0, open: terms.is_open(t, &inner, sharing) };
        for arg in args {
            let Some(below) = depths.get(arg) else { continue };
            standing.depth = standing.depth.max(below.depth);
            standing.open |= below.open && terms.op(t).bound_vars().is_none();
        }
        if uses.get(&t).is_some_and(|n| *n > 1) && !args.is_empty() && !standing.open {
            if layers.len() == standing.depth {
                layers.push(Vec::new());
            }
            layers[standing.depth].push(t);
            standing.depth += 1;
        }
        depths.insert(t, standing);
    }
    layers
}

struct Standing {
    depth: usize,
    open: bool,
}

impl Terms {
    /// Whether the term by itself, a variable or a quantifier, depends on variables bound further inside.
    fn is_open(&self, t: TermId, inner: &FxHashSet<VarId>, sharing: &Sharing) -> bool {
        match self.op(t) {
            super::Op::Var(v) => inner.contains(v),
            _ => sharing.quantified.get(&t).is_some_and(|vars| vars.iter().any(|v| inner.contains(v))),
        }
    }
}
