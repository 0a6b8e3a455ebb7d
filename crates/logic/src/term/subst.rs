//! Substitution of terms for variables and of definitions for declared functions.

use super::{FunId, Op, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A function given by a term over its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lambda {
    /// The parameters in order.
    pub params: Vec<VarId>,
    /// The result.
    pub body: TermId,
}

/// A simultaneous substitution that remembers what it did: apply one to many terms that share subterms.
///
/// Nothing is captured. Binders are unique, so this is nearly always free; a quantifier that does bind a variable of the
/// substitution gets fresh ones.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    vars: FxHashMap<VarId, TermId>,
    funs: FxHashMap<FunId, Lambda>,
    done: FxHashMap<TermId, TermId>,
    /// The variables that quantifiers must not bind; known once a quantifier was met.
    sensitive: Option<FxHashSet<VarId>>,
}

enum Task {
    /// Substitute below the term.
    Visit(TermId),
    /// Put the term together from its arguments.
    Build(TermId),
    /// Put the quantifier together over these variables and go back to the substitution outside it.
    Leave(TermId, Box<[VarId]>),
}

/// The substitution outside a renamed quantifier.
type Outside = (FxHashMap<VarId, TermId>, FxHashMap<TermId, TermId>, Option<FxHashSet<VarId>>);

impl Terms {
    /// The term with the variables in `map` replaced, each by a term of its sort.
    pub fn substitute(&mut self, t: TermId, map: &FxHashMap<VarId, TermId>) -> TermId {
        Substitution::of_vars(map.iter().map(|(v, t)| (*v, *t))).apply(self, t)
    }

    /// The body of a lambda with its parameters replaced by arguments of their sorts.
    pub fn beta(&mut self, lambda: &Lambda, args: &[TermId]) -> TermId {
        debug_assert_eq!(lambda.params.len(), args.len());
        Substitution::of_vars(lambda.params.iter().copied().zip(args.iter().copied())).apply(self, lambda.body)
    }
}

impl Substitution {
    /// Replaces variables, each by a term of its sort.
    pub fn of_vars(vars: impl IntoIterator<Item = (VarId, TermId)>) -> Self {
        Substitution { vars: vars.into_iter().collect(), ..Self::default() }
    }

    /// Replaces applications of declared functions by the definitions' bodies over the (substituted) arguments. The bodies
    /// themselves are taken as they are.
    pub fn of_funs(funs: impl IntoIterator<Item = (FunId, Lambda)>) -> Self {
        Substitution { funs: funs.into_iter().collect(), ..Self::default() }
    }

    /// The term after substitution.
    ///
    /// # Panics
    /// When a replacement has another sort than what it replaces.
    pub fn apply(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        let mut outside: Vec<Outside> = Vec::new();
        let mut tasks = vec![Task::Visit(t)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(t) if self.done.contains_key(&t) => {}
                Task::Visit(t) => match terms.op(t) {
                    Op::Var(v) => {
                        self.done.insert(t, self.vars.get(v).copied().unwrap_or(t));
                    }
                    Op::Forall(bound) | Op::Exists(bound) if self.touches(terms, bound) => {
                        let bound = bound.clone();
                        let renamed = self.enter(terms, &bound, &mut outside);
                        tasks.extend([Task::Leave(t, renamed), Task::Visit(terms.args(t)[0])]);
                    }
                    _ => {
                        tasks.push(Task::Build(t));
                        tasks.extend(terms.args(t).iter().map(|a| Task::Visit(*a)));
                    }
                },
                Task::Build(t) => {
                    let result = self.build(terms, t);
                    self.done.insert(t, result);
                }
                Task::Leave(t, vars) => {
                    let body = self.done[&terms.args(t)[0]];
                    let op = if matches!(terms.op(t), Op::Forall(_)) { Op::Forall(vars) } else { Op::Exists(vars) };
                    let result = terms.app(op, [body]);
                    if let Some(previous) = outside.pop() {
                        (self.vars, self.done, self.sensitive) = previous;
                    }
                    self.done.insert(t, result);
                }
            }
        }
        self.done[&t]
    }

    fn build(&self, terms: &mut Terms, t: TermId) -> TermId {
        let old = terms.args(t);
        let args: SmallVec<[TermId; 4]> = old.iter().map(|a| self.done[a]).collect();
        match terms.op(t) {
            Op::Apply(f) if self.funs.contains_key(f) => terms.beta(&self.funs[f], &args),
            _ if args[..] == *old => t,
            op => terms.app(op.clone(), args),
        }
    }

    /// Whether one of the variables is replaced, or is free in a replacement.
    fn touches(&mut self, terms: &Terms, bound: &[VarId]) -> bool {
        let (vars, funs) = (&self.vars, &self.funs);
        let sensitive = self.sensitive.get_or_insert_with(|| {
            let mut all: FxHashSet<VarId> = vars.keys().copied().collect();
            all.extend(terms.free_vars(vars.values().copied()));
            for lambda in funs.values() {
                all.extend(terms.free_vars([lambda.body]).into_iter().filter(|v| !lambda.params.contains(v)));
            }
            all
        });
        bound.iter().any(|v| sensitive.contains(v))
    }

    /// Goes into a quantifier whose variables must be fresh ones.
    fn enter(&mut self, terms: &mut Terms, bound: &[VarId], outside: &mut Vec<Outside>) -> Box<[VarId]> {
        outside.push((self.vars.clone(), std::mem::take(&mut self.done), self.sensitive.take()));
        bound
            .iter()
            .map(|v| {
                let var = terms.var(*v).clone();
                let fresh = terms.fresh_var(&var.name, var.sort);
                self.vars.insert(*v, terms.var_term(fresh));
                fresh
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::SortId;

    fn vars(terms: &mut Terms, names: &[&str]) -> (Vec<VarId>, Vec<TermId>) {
        let vars: Vec<VarId> = names.iter().map(|n| terms.fresh_var(n, SortId::INT)).collect();
        let ts = vars.iter().map(|v| terms.var_term(*v)).collect();
        (vars, ts)
    }

    #[test]
    fn variables_are_replaced_at_once() {
        let mut terms = Terms::new();
        let (v, x) = vars(&mut terms, &["x", "y", "z"]);
        let sum = terms.app(Op::Sub, [x[0], x[1]]);
        let swapped = terms.substitute(sum, &FxHashMap::from_iter([(v[0], x[1]), (v[1], x[0])]));
        assert_eq!(terms.display(swapped), "(- y x)");
        assert_eq!(terms.substitute(sum, &FxHashMap::from_iter([(v[2], x[0])])), sum, "nothing to do");
    }

    #[test]
    fn quantifiers_do_not_capture() {
        let mut terms = Terms::new();
        let (v, x) = vars(&mut terms, &["x", "y"]);
        let less = terms.lt(x[0], x[1]);
        let some = terms.app(Op::Exists([v[0]].into()), [less]);
        let five = terms.int(5);
        let both = terms.and([some, less]);
        let mut to_five = Substitution::of_vars([(v[1], five)]);
        let t = to_five.apply(&mut terms, both);
        assert_eq!(terms.display(t), "(and (exists ((x Int)) (< x 5)) (< x 5))");
        assert_eq!(terms.op(terms.args(t)[0]).bound_vars(), Some(&[v[0]][..]), "no need for a fresh binder");
        let t = terms.substitute(both, &FxHashMap::from_iter([(v[1], x[0])]));
        assert_eq!(terms.display(t), "(and (exists ((x!1 Int)) (< x!1 x)) (< x x))");
        let t = terms.substitute(both, &FxHashMap::from_iter([(v[0], five)]));
        assert_eq!(terms.display(t), "(and (exists ((x Int)) (< x y)) (< 5 y))");
    }

    #[test]
    fn definitions_take_the_place_of_functions() {
        let mut terms = Terms::new();
        let (v, x) = vars(&mut terms, &["x", "y", "a", "b"]);
        let p = terms.declare_fun("P", [SortId::INT, SortId::INT], SortId::BOOL);
        let q = terms.declare_fun("Q", [], SortId::BOOL);
        let call = terms.app(Op::Apply(p), [x[1], x[0]]);
        let constant = terms.app(Op::Apply(q), []);
        let rule = terms.implies(call, constant);
        let all = terms.app(Op::Forall([v[0], v[1]].into()), [rule]);
        let (body, bottom) = (terms.lt(x[2], x[3]), terms.bottom());
        let mut solution = Substitution::of_funs([
            (p, Lambda { params: vec![v[2], v[3]], body }),
            (q, Lambda { params: vec![], body: bottom }),
        ]);
        let t = solution.apply(&mut terms, all);
        assert_eq!(terms.display(t), "(forall ((x Int) (y Int)) (=> (< y x) false))");
    }

    #[test]
    fn deep_terms_need_no_stack_and_shared_ones_no_time() {
        let mut terms = Terms::new();
        let (v, x) = vars(&mut terms, &["x", "y"]);
        let (mut t, mut expected) = (x[0], x[1]);
        for _ in 0..100_000 {
            t = terms.app(Op::Add, [t, t]);
            expected = terms.app(Op::Add, [expected, expected]);
        }
        assert_eq!(terms.substitute(t, &FxHashMap::from_iter([(v[0], x[1])])), expected);
    }
}
