//! A rule with premises that were inlined, and what it is to be shown with.

use super::restore::Bodies;
use alphorn_logic::{
    horn::{PredId, Premise, Rule},
    term::{BvOp, Op, TermId, Terms, Var, VarId},
    witness::Solution,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A rule that uses removed predicates: these premises contradict the rest.
pub(super) struct Use<'a> {
    /// The constraint, the other premises, and the opposite of what the rule derives.
    pub rest: Vec<TermId>,
    /// The removed premises.
    pub premises: Vec<Need<'a>>,
}

/// A removed premise of a rule.
pub(super) struct Need<'a> {
    /// The predicate.
    pub pred: PredId,
    /// The condition flag.
    pub flag: Option<VarId>,
    /// The predicate's parameters, for which the premise has arguments.
    pub params: &'a [VarId],
    /// The conjuncts of each body of the predicate, over its parameters.
    pub cases: &'a [Vec<TermId>],
    /// What derives the premise, if its flag is true.
    pub body: TermId,
    args: Vec<VarId>,
}

impl<'a> Use<'a> {
    pub fn new(terms: &mut Terms, rule: &Rule, solution: &Solution, bodies: &'a Bodies) -> Self {
        let mut rest = vec![rule.constraint];
        let mut premises = Vec::new();
        let mut seen: FxHashSet<PredId> = FxHashSet::default();
        for premise in &rule.premises {
            let pred = premise.atom.pred;
            match bodies.cases.get(&pred) {
                None => rest.push(solution.premise(terms, premise)),
                Some(cases) => {
                    let again = !seen.insert(pred);
                    premises.push(Need::new(terms, premise, &bodies.params[&pred], cases, again));
                }
            }
        }
        let derived = solution.head(terms, rule);
        rest.push(terms.not(derived));
        Use { rest, premises }
    }

    /// Whether it mixes integers and bit-vectors, so that Z3 is likely to find nothing, and the premises have exact formulas.
    pub fn is_hard(&self, terms: &Terms) -> bool {
        let is_conversion = |op: &Op| matches!(op, Op::Bv(BvOp::FromInt(_) | BvOp::ToNat | BvOp::ToInt));
        let parts = self.rest.iter().copied().chain(self.premises.iter().map(|need| need.body));
        terms.subterms(parts).into_iter().any(|t| is_conversion(terms.op(t)))
            && self.premises.iter().all(|need| need.is_closed(terms))
    }
}

impl<'a> Need<'a> {
    /// If the predicate is in the rule `again`, its bodies get other variables than before.
    fn new(terms: &mut Terms, premise: &Premise, params: &'a [VarId], cases: &'a [Vec<TermId>], again: bool) -> Self {
        let conjunctions: Vec<TermId> = cases.iter().map(|case| terms.and(case.iter().copied())).collect();
        let body = terms.or(conjunctions);
        let mut map: FxHashMap<VarId, TermId> = FxHashMap::default();
        for (&param, &arg) in params.iter().zip(&premise.atom.args) {
            map.insert(param, terms.var_term(arg));
        }
        if again {
            for var in terms.free_vars([body]) {
                map.entry(var).or_insert_with(|| {
                    let Var { name, sort } = terms.var(var).clone();
                    terms.fresh(&name, sort)
                });
            }
        }
        let body = terms.substitute(body, &map);
        let body = under_flag(terms, premise.flag, body);
        Need { pred: premise.atom.pred, flag: premise.flag, params, cases, body, args: premise.atom.args.clone() }
    }

    /// Whether the bodies are over the parameters alone.
    fn is_closed(&self, terms: &Terms) -> bool {
        terms.free_vars(self.cases.iter().flatten().copied()).iter().all(|var| self.params.contains(var))
    }

    /// A formula over the parameters as it stands for this premise.
    pub fn on_args(&self, terms: &mut Terms, formula: TermId) -> TermId {
        let map = self.params.iter().zip(&self.args).map(|(&param, &arg)| (param, terms.var_term(arg))).collect();
        let formula = terms.substitute(formula, &map);
        under_flag(terms, self.flag, formula)
    }

    /// A formula of the rule with the parameters in place of the arguments.
    pub fn on_params(&self, terms: &mut Terms, formula: TermId) -> TermId {
        let map = self.args.iter().zip(self.params).map(|(&arg, &param)| (arg, terms.var_term(param))).collect();
        terms.substitute(formula, &map)
    }

    /// The facts that are known of the predicate already, for this premise.
    pub fn known(&self, terms: &mut Terms, facts: &FxHashMap<PredId, Vec<TermId>>) -> TermId {
        let known = facts.get(&self.pred).map_or(&[][..], Vec::as_slice);
        let known = terms.and(known.iter().copied());
        self.on_args(terms, known)
    }
}

fn under_flag(terms: &mut Terms, flag: Option<VarId>, formula: TermId) -> TermId {
    match flag {
        Some(flag) => {
            let flag = terms.var_term(flag);
            terms.implies(flag, formula)
        }
        None => formula,
    }
}
