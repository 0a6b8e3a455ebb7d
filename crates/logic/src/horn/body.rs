//! From a clause to a rule in normal form: premises with distinct variables and condition flags, one constraint.

use super::{
    clausify::Draft,
    polarity::Polarity,
    problem::{Atom, PredId, Premise, Rule},
};
use crate::term::{FunId, Op, SortId, TermId, Terms, Var, VarId};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// Variables whose quantifiers were moved to the front of a clause, each with the quantifier it came from.
#[derive(Clone, Default)]
pub(super) struct Moved(Vec<(VarId, TermId)>);

impl Moved {
    /// Takes the quantifier off. Two quantifiers that bind the same variable (copies of a macro's body, with different
    /// arguments) get different variables; one quantifier met twice keeps its own, since one witness serves both places.
    pub fn strip(&mut self, terms: &mut Terms, quantifier: TermId) -> TermId {
        let body = terms.args(quantifier)[0];
        let (Op::Forall(vars) | Op::Exists(vars)) = terms.op(quantifier).clone() else { return quantifier };
        if self.0.iter().any(|&(_, from)| from == quantifier) {
            return body;
        }
        let mut renaming = FxHashMap::default();
        for &var in &vars {
            if self.0.iter().any(|&(v, _)| v == var) {
                let Var { name, sort } = terms.var(var).clone();
                let fresh = terms.fresh_var(&name, sort);
                renaming.insert(var, terms.var_term(fresh));
                self.0.push((fresh, quantifier));
            } else {
                self.0.push((var, quantifier));
            }
        }
        if renaming.is_empty() { body } else { terms.substitute(body, &renaming) }
    }
}

/// Makes one rule.
pub(super) struct RuleBuilder<'a> {
    terms: &'a mut Terms,
    polarity: &'a mut Polarity,
    predicates: &'a FxHashMap<FunId, PredId>,
    origin: u32,
    moved: Moved,
    /// Variables that stand for an argument already.
    used: IndexSet<VarId, FxBuildHasher>,
    constraint: Vec<TermId>,
    /// Whether a universally quantified premise was replaced by instances.
    weakened: bool,
}

/// Instances taken of one universally quantified premise.
const MOST_INSTANCES: usize = 8;

/// A formula that has to hold, or with `false` its negation.
type Signed = (TermId, bool);

impl<'a> RuleBuilder<'a> {
    pub fn new(
        terms: &'a mut Terms,
        polarity: &'a mut Polarity,
        predicates: &'a FxHashMap<FunId, PredId>,
        origin: u32,
    ) -> Self {
        let (moved, used, constraint, weakened) = Default::default();
        RuleBuilder { terms, polarity, predicates, origin, moved, used, constraint, weakened }
    }

    /// The rule of a clause, or `None` when the clause holds whatever the predicates are.
    pub fn build(mut self, draft: Draft) -> Result<Option<Rule>, String> {
        self.moved = draft.moved;
        // A premise without flag, then those with one: each is stated once, however often it is written.
        let mut premises: IndexMap<TermId, Option<VarId>, FxBuildHasher> = IndexMap::default();
        for part in self.conjuncts(draft.body, &mut premises)? {
            let condition = self.with_flags(part, &mut premises)?;
            self.constraint.push(condition);
        }
        if self.constraint.iter().any(|&c| *self.terms.op(c) == Op::False) {
            return Ok(None);
        }
        if draft.heads.len() > 1 {
            let names: Vec<_> = draft.heads.iter().map(|&h| format!("`{}`", self.name(h))).collect();
            return Err(format!("not a Horn clause: it has {} heads, {}", names.len(), names.join(" and ")));
        }
        self.drop_unneeded(&mut premises);
        let head = draft.heads.first().map(|&h| self.atom(h)).transpose()?;
        let premises = premises
            .into_iter()
            .map(|(term, flag)| Ok(Premise { atom: self.atom(term)?, flag }))
            .collect::<Result<Vec<_>, String>>()?;
        let constraint = self.terms.and(std::mem::take(&mut self.constraint));
        if let Some(name) = self.polarity.of(self.terms, constraint).function.then(|| self.function(constraint)) {
            return Err(format!("`{name}` is a function without a definition, and only predicates may be left open"));
        }
        let mut vars: IndexSet<VarId, FxBuildHasher> = self.moved.0.iter().map(|&(v, _)| v).collect();
        vars.extend(head.iter().chain(premises.iter().map(|p| &p.atom)).flat_map(|a| a.args.iter().copied()));
        vars.extend(self.terms.free_vars([constraint]));
        let vars = vars.into_iter().collect();
        let rule = Rule { head, premises, constraint, vars, origin: self.origin, weakened: self.weakened };
        debug_assert!(rule.lists_its_variables());
        Ok(Some(rule))
    }

    /// Leaves out premises whose condition flag was lost when the condition around it became simpler: nothing needs them.
    fn drop_unneeded(&self, premises: &mut IndexMap<TermId, Option<VarId>, FxBuildHasher>) {
        if premises.values().all(Option::is_none) {
            return;
        }
        let occurring: FxHashSet<VarId> = self.terms.free_vars(self.constraint.iter().copied()).into_iter().collect();
        premises.retain(|_, flag| flag.is_none_or(|flag| occurring.contains(&flag)));
    }

    /// Takes conjunctions apart: plain conditions go to the constraint, predicates to the premises; what is left are
    /// formulas with predicates or quantifiers inside.
    fn conjuncts(
        &mut self,
        body: Vec<Signed>,
        premises: &mut IndexMap<TermId, Option<VarId>, FxBuildHasher>,
    ) -> Result<Vec<Signed>, String> {
        let mut rest = Vec::new();
        let mut todo = body;
        todo.reverse();
        while let Some((term, sign)) = todo.pop() {
            if self.polarity.of(self.terms, term).nothing() {
                let condition = if sign { term } else { self.terms.not(term) };
                self.constraint.push(condition);
                continue;
            }
            let args = &self.terms.node(term).args;
            match (self.terms.op(term), sign) {
                (Op::Not, _) => todo.push((args[0], !sign)),
                (Op::And, true) | (Op::Or, false) => todo.extend(args.iter().rev().map(|&a| (a, sign))),
                (Op::Implies, false) => todo.extend([(args[1], false), (args[0], true)]),
                (Op::Exists(_), true) | (Op::Forall(_), false) => {
                    todo.push((self.moved.strip(self.terms, term), sign));
                }
                (Op::Forall(_), true) | (Op::Exists(_), false) if self.polarity.of(self.terms, term).predicate() => {
                    todo.extend(self.instances(term).into_iter().map(|instance| (instance, sign)));
                }
                (Op::Apply(_), true) => {
                    premises.insert(term, None);
                }
                _ => rest.push((term, sign)),
            }
        }
        Ok(rest)
    }

    /// The formula with each predicate replaced by its condition flag and each quantifier moved to the front.
    fn with_flags(
        &mut self,
        root: Signed,
        premises: &mut IndexMap<TermId, Option<VarId>, FxBuildHasher>,
    ) -> Result<TermId, String> {
        let mut done: FxHashMap<Signed, TermId> = FxHashMap::default();
        // Worked out once: instances of a quantifier may have fresh variables, which are others each time.
        let mut made: FxHashMap<Signed, Vec<Signed>> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(&(term, sign)) = stack.last() {
            if done.contains_key(&(term, sign)) {
                stack.pop();
                continue;
            }
            let occurs = self.polarity.of(self.terms, term);
            let result = if occurs.nothing() || (!occurs.predicate() && self.stays(term, sign)) {
                if sign { term } else { self.terms.not(term) }
            } else if let (Op::Apply(_), true) = (self.terms.op(term), sign) {
                match premises.get(&term) {
                    Some(None) => self.terms.top(),
                    Some(Some(flag)) => self.terms.var_term(*flag),
                    None => {
                        let flag = self.terms.fresh_var(&format!("needs!{}", premises.len()), SortId::BOOL);
                        premises.insert(term, Some(flag));
                        self.terms.var_term(flag)
                    }
                }
            } else {
                let parts = match made.get(&(term, sign)) {
                    Some(parts) => parts.clone(),
                    None => made.entry((term, sign)).or_insert(self.parts(term, sign)?).clone(),
                };
                let missing: Vec<Signed> = parts.iter().copied().filter(|p| !done.contains_key(p)).collect();
                if !missing.is_empty() {
                    stack.extend(missing);
                    continue;
                }
                let parts: Vec<TermId> = parts.iter().map(|p| done[p]).collect();
                match (self.terms.op(term), sign) {
                    (Op::And, true) | (Op::Or, false) | (Op::Implies, false) => self.terms.and(parts),
                    (Op::Forall(_), true) | (Op::Exists(_), false) => self.terms.and(parts),
                    (Op::Or, true) | (Op::And, false) | (Op::Implies, true) => self.terms.or(parts),
                    (Op::Ite, _) => {
                        let condition = self.terms.args(term)[0];
                        self.terms.ite(condition, parts[0], parts[1])
                    }
                    _ => parts[0],
                }
            };
            done.insert((term, sign), result);
            stack.pop();
        }
        Ok(done[&root])
    }

    /// The formulas that [`RuleBuilder::with_flags`] puts together again for a formula with predicates or quantifiers.
    fn parts(&mut self, term: TermId, sign: bool) -> Result<Vec<Signed>, String> {
        let args = self.terms.node(term).args.clone();
        match (self.terms.op(term), sign) {
            (Op::Not, _) => Ok(vec![(args[0], !sign)]),
            (Op::And | Op::Or, _) => Ok(args.iter().map(|&a| (a, sign)).collect()),
            (Op::Implies, _) => Ok(vec![(args[0], !sign), (args[1], sign)]),
            (Op::Ite, _) if self.polarity.of(self.terms, args[0]).nothing() => {
                Ok(vec![(args[1], sign), (args[2], sign)])
            }
            (Op::Exists(_), true) | (Op::Forall(_), false) => Ok(vec![(self.moved.strip(self.terms, term), sign)]),
            (Op::Forall(_), true) | (Op::Exists(_), false) => {
                Ok(self.instances(term).into_iter().map(|instance| (instance, sign)).collect())
            }
            _ => Err("not a Horn clause: a predicate is used as an argument, where no formula may stand".into()),
        }
    }

    /// Instances of a universally quantified premise, with the clause's own variables for the quantifier's: those of the
    /// same name first. They are weaker than what they stand for, so the rule derives more: its solutions are right,
    /// a derivation that uses it need not be.
    fn instances(&mut self, quantifier: TermId) -> Vec<TermId> {
        self.weakened = true;
        let body = self.terms.args(quantifier)[0];
        let bound = self.terms.op(quantifier).bound_vars().map(<[VarId]>::to_vec).unwrap_or_default();
        let mut choices = vec![FxHashMap::default()];
        for var in bound {
            let Var { name, sort } = self.terms.var(var).clone();
            let mut fitting: Vec<VarId> = self.moved.0.iter().map(|&(v, _)| v).collect();
            fitting.retain(|&v| self.terms.var(v).sort == sort);
            fitting.sort_by_key(|&v| self.terms.var(v).name != name);
            if fitting.is_empty() {
                fitting.push(self.terms.fresh_var(&name, sort));
            }
            let mut longer: Vec<FxHashMap<VarId, TermId>> = Vec::new();
            for choice in &choices {
                for &v in fitting.iter().take(MOST_INSTANCES / choices.len().min(MOST_INSTANCES)) {
                    let mut next = choice.clone();
                    next.insert(var, self.terms.var_term(v));
                    longer.push(next);
                }
            }
            choices = longer;
        }
        choices.iter().map(|choice| self.terms.substitute(body, choice)).collect()
    }

    /// Whether a formula without predicates keeps its quantifiers: those that cannot be moved to the front are left to
    /// the solver as part of the constraint.
    fn stays(&self, term: TermId, sign: bool) -> bool {
        match (self.terms.op(term), sign) {
            (Op::Not | Op::And | Op::Or | Op::Implies, _) | (Op::Exists(_), true) | (Op::Forall(_), false) => false,
            (Op::Ite, _) => self.terms.contains_quantifier([self.terms.args(term)[0]]),
            _ => true,
        }
    }

    /// The atom with a variable of its own for each argument.
    fn atom(&mut self, term: TermId) -> Result<Atom, String> {
        let Op::Apply(fun) = *self.terms.op(term) else { return Err("expected a predicate".into()) };
        let pred =
            *self.predicates.get(&fun).ok_or_else(|| format!("`{}` is not declared", self.terms.fun(fun).name))?;
        let mut args = Vec::new();
        for (i, arg) in self.terms.args(term).to_vec().into_iter().enumerate() {
            if !self.polarity.of(self.terms, arg).nothing() {
                let what = "a predicate or a quantifier stands inside its arguments";
                return Err(format!("not a Horn clause: `{}` is no plain atom: {what}", self.name(term)));
            }
            let var = match *self.terms.op(arg) {
                Op::Var(var) if !self.used.contains(&var) => var,
                _ => {
                    let fresh = self.terms.fresh_var(&format!("arg!{i}"), self.terms.sort_of(arg));
                    let fresh_term = self.terms.var_term(fresh);
                    let equation = self.terms.eq(fresh_term, arg);
                    self.constraint.push(equation);
                    fresh
                }
            };
            self.used.insert(var);
            args.push(var);
        }
        Ok(Atom { pred, args })
    }

    fn name(&self, atom: TermId) -> &str {
        match self.terms.op(atom) {
            Op::Apply(fun) => &self.terms.fun(*fun).name,
            _ => "",
        }
    }

    /// Some function in `term` that is neither a predicate nor interpreted.
    fn function(&self, term: TermId) -> String {
        let found = self.terms.subterms([term]).into_iter().find(|&t| matches!(self.terms.op(t), Op::Apply(_)));
        found.map_or(String::new(), |t| self.name(t).to_string())
    }
}
