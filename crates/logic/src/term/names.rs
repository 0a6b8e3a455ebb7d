//! Names for one printed term: every variable gets its own, and none hides a function or an operator.

use super::{
    Op, TermId, Terms, VarId, quote_symbol,
    symbol::{is_builtin, writable},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Chooses names for the parameters of printed formulas: none has another meaning in the problem.
pub struct ParameterNames<'a> {
    taken: FxHashSet<&'a str>,
}

impl<'a> ParameterNames<'a> {
    /// Names that keep clear of every function, constructor, field and sort of the pool.
    pub fn new(terms: &'a Terms) -> Self {
        let mut taken: FxHashSet<&str> = terms.funs().map(|(_, fun)| &*fun.name).collect();
        taken.extend(terms.uninterpreted_sorts());
        for (_, datatype) in terms.datatypes() {
            taken.insert(&datatype.name);
            for constructor in &datatype.constructors {
                taken.insert(&constructor.name);
                taken.extend(constructor.fields.iter().map(|field| &*field.name));
            }
        }
        ParameterNames { taken }
    }

    /// The wanted names, all different; where one means something, or is `used` already, it gets a suffix.
    pub fn choose(&self, wanted: impl IntoIterator<Item = String>, used: impl Fn(&str) -> bool) -> Vec<String> {
        let mut chosen = FxHashSet::default();
        let is_free = |name: &str| !is_builtin(name) && !self.is_taken(name) && !used(name);
        let name = |wanted: String| {
            let wanted = writable(&wanted);
            let suffixed = (1..).map(|n| format!("{wanted}!{n}"));
            let mut names = std::iter::once(wanted.clone()).chain(suffixed);
            names.find(|name| is_free(name) && chosen.insert(name.clone())).unwrap_or(wanted)
        };
        wanted.into_iter().map(name).collect()
    }

    /// Whether the name was declared, or tests for a constructor that was.
    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name) || name.strip_prefix("is-").is_some_and(|name| self.taken.contains(name))
    }
}

/// The names in use in one printed term.
pub(super) struct Names {
    /// As written, bars included.
    vars: FxHashMap<VarId, String>,
    taken: FxHashSet<String>,
    lets: usize,
}

impl Names {
    /// Names for all variables in `nodes`, with those that the caller fixed.
    pub(super) fn new(terms: &Terms, nodes: &[TermId], fixed: &FxHashMap<VarId, String>) -> Names {
        let mut taken: FxHashSet<String> = fixed.values().cloned().collect();
        let mut unnamed: Vec<VarId> = Vec::new();
        for &t in nodes {
            match terms.op(t) {
                Op::Var(v) => unnamed.push(*v),
                Op::Forall(vars) | Op::Exists(vars) => unnamed.extend(vars.iter().copied()),
                Op::Apply(f) => {
                    taken.insert(terms.fun(*f).name.to_string());
                }
                Op::Construct(c) | Op::Is(c) => {
                    taken.insert(terms.constructor(*c).name.to_string());
                }
                Op::Field(c, i) => {
                    taken.insert(terms.constructor(*c).fields[*i as usize].name.to_string());
                }
                _ => {}
            }
        }
        // The oldest variable of a name keeps it.
        unnamed.sort_unstable();
        unnamed.dedup();
        let fixed_vars = fixed.iter().map(|(v, name)| (*v, quote_symbol(name).into_owned()));
        let mut names = Names { vars: fixed_vars.collect(), taken, lets: 0 };
        unnamed.retain(|v| !fixed.contains_key(v));
        let mut plain: Vec<(VarId, String)> = unnamed.iter().map(|v| (*v, writable(&terms.var(*v).name))).collect();
        plain.retain(|(v, name)| {
            let free = !is_builtin(name) && names.taken.insert(name.clone());
            if free {
                names.vars.insert(*v, quote_symbol(name).into_owned());
            }
            !free
        });
        let mut last: FxHashMap<String, usize> = FxHashMap::default();
        for (v, name) in plain {
            let number = last.entry(name.clone()).or_default();
            let suffixed = names.fresh(&name, number);
            names.vars.insert(v, quote_symbol(&suffixed).into_owned());
        }
        names
    }

    /// The variable's name as written.
    pub(super) fn var(&self, v: VarId) -> &str {
        &self.vars[&v]
    }

    /// A new name for a `let`.
    pub(super) fn fresh_let(&mut self) -> String {
        let mut number = self.lets;
        let name = self.fresh("a", &mut number);
        self.lets = number;
        name
    }

    /// The first free name of the form `stem!n` with n above `number`, which becomes n.
    fn fresh(&mut self, stem: &str, number: &mut usize) -> String {
        loop {
            *number += 1;
            let name = format!("{stem}!{number}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}
