//! Un-hoisting: what was computed before a loop is computed in it again.
//!
//! An argument that a loop passes on unchanged, and that the one rule which enters the loop defines by an equation, is replaced
//! by the operands of its definition; the loop and what comes after it then see the operation. This undoes what compilers do
//! (loop-invariant code motion), as Duality does.

use super::{
    Ancestor, Budget, Pass, Rewriting, Rewritten,
    pass::{Carry, Restore},
    projection::project,
};
use alphorn_logic::{
    equations::{Classes, Solutions, flat_conjuncts, solve},
    horn::{Atom, PredId, Predicate, Problem, Rule, RuleId},
    term::{Fun, Lambda, Op, Simplifier, SortId, TermId, Terms, VarId},
    witness::Solution,
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Smt, SmtConfig};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The pass.
pub struct Unhoist;

/// What changes about a loop's predicate. Definitions and arguments are related by variables that stand for either.
#[derive(Default)]
struct Change {
    /// For each old argument a variable that stands for it.
    params: Vec<VarId>,
    /// The arguments that go, each with what it is over the arguments that stay and the new ones.
    gone: FxHashMap<usize, TermId>,
    /// The new arguments: a variable that stands for it, and what it is in the rule that enters the loop.
    added: Vec<(VarId, VarId)>,
}

type Changes = FxHashMap<PredId, Change>;

impl Pass for Unhoist {
    fn name(&self) -> &'static str {
        "unhoist"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut changes = Changes::default();
        for (pred, rules) in problem.pred_ids().zip(problem.rules_by_head()) {
            if budget.is_over() {
                return None;
            }
            if let Some(change) = Change::find(terms, problem, &rules) {
                changes.insert(pred, change);
            }
        }
        if changes.is_empty() {
            return None;
        }
        let mut rewriting = Rewriting::new();
        for (id, rule) in problem.rules() {
            let atoms = rule.head.iter().chain(rule.premises.iter().map(|p| &p.atom));
            if atoms.into_iter().any(|atom| changes.contains_key(&atom.pred)) {
                rewriting.add(rewrite(terms, rule, &changes), vec![Ancestor::same(id, rule)]);
            } else {
                rewriting.keep(id, rule);
            }
        }
        let mut predicates = problem.predicates.clone();
        for (pred, change) in &changes {
            let Fun { name, params, result } = terms.fun(predicates[pred.index()].fun).clone();
            let added = change.added.iter().map(|(var, _)| terms.var(*var).sort);
            let params: Vec<SortId> = change.staying(&params).into_iter().chain(added).collect();
            predicates[pred.index()] = Predicate { fun: terms.declare_fun(&name, params, result) };
        }
        let changed: FxHashSet<PredId> = changes.keys().copied().collect();
        let restore: Restore = Box::new(move |terms, solution, stop| Ok(restore(terms, &changes, solution, stop)));
        // What is known of a changed predicate may speak of the new arguments.
        let carry: Carry = Box::new(move |_, known| (!changed.contains(&known.pred)).then_some(known));
        Some(rewriting.finish_with(problem, predicates, restore, carry))
    }
}

impl Change {
    /// What is to be done about a predicate; `None` if it is no loop with one entry, or nothing was hoisted.
    fn find(terms: &mut Terms, problem: &Problem, rules: &[RuleId]) -> Option<Change> {
        let (loops, entries): (Vec<&Rule>, Vec<&Rule>) =
            rules.iter().map(|&id| problem.rule(id)).partition(|rule| carrier(rule).is_some());
        let ([entry], false) = (&entries[..], loops.is_empty()) else { return None };
        let args = &entry.head.as_ref()?.args;
        let mut unchanged = vec![true; args.len()];
        for rule in loops {
            let conjuncts = flat_conjuncts(terms, [rule.constraint]);
            let classes = Classes::of(terms, &conjuncts);
            let (head, before) = (rule.head.as_ref()?, &rule.premises[carrier(rule)?].atom);
            for ((unchanged, &after), &before) in unchanged.iter_mut().zip(&head.args).zip(&before.args) {
                *unchanged &= classes.are_equal(before, after);
            }
        }
        let mut change = Change { params: fresh_like(terms, args), ..Change::default() };
        let place: FxHashMap<VarId, usize> = args.iter().copied().zip(0..).filter(|(_, i)| unchanged[*i]).collect();
        let mut used: FxHashSet<VarId> = FxHashSet::default();
        for conjunct in flat_conjuncts(terms, [entry.constraint]) {
            let ways = Solutions::of(terms, conjunct);
            let solved = ways.vars(terms);
            let found = solved.iter().find_map(|&var| {
                let position = *place.get(&var)?;
                let definition = ways.term(terms, var);
                let operands = terms.free_vars([definition]);
                // If the equation also defines an operand, one is as good as the other.
                let is_fixed = |v: &VarId| place.get(v).is_some_and(|i| !change.gone.contains_key(i));
                let may_be = |v: &VarId| *v != var && (is_fixed(v) || !place.contains_key(v) && !solved.contains(v));
                let is_new = !used.contains(&var) && !change.gone.contains_key(&position);
                let fits = is_new && !is_plain(terms, definition) && operands.iter().all(may_be);
                fits.then_some((position, definition, operands))
            });
            if let Some((position, definition, operands)) = found {
                change.add(terms, position, definition, &operands, &place);
                used.extend(operands);
            }
        }
        (!change.gone.is_empty()).then_some(change)
    }

    /// Replaces an argument by the operands of its definition.
    fn add(
        &mut self,
        terms: &mut Terms,
        position: usize,
        definition: TermId,
        operands: &[VarId],
        place: &FxHashMap<VarId, usize>,
    ) {
        let mut map: FxHashMap<VarId, TermId> = FxHashMap::default();
        for &operand in operands {
            let known = place.get(&operand).map(|&i| self.params[i]);
            let known = known.or_else(|| self.added.iter().find(|(_, o)| *o == operand).map(|(var, _)| *var));
            let param = known.unwrap_or_else(|| {
                let [fresh] = fresh_like(terms, &[operand])[..] else { unreachable!("one variable for one") };
                self.added.push((fresh, operand));
                fresh
            });
            map.insert(operand, terms.var_term(param));
        }
        let definition = terms.substitute(definition, &map);
        self.gone.insert(position, definition);
    }

    fn staying<T: Copy>(&self, args: &[T]) -> Vec<T> {
        args.iter().enumerate().filter(|(i, _)| !self.gone.contains_key(i)).map(|(_, arg)| *arg).collect()
    }

    fn fresh_arguments(&self, terms: &mut Terms) -> Vec<VarId> {
        let params: Vec<VarId> = self.added.iter().map(|(param, _)| *param).collect();
        fresh_like(terms, &params)
    }

    /// That the arguments which go are what they are.
    fn equations(&self, terms: &mut Terms, args: &[VarId], added: &[VarId]) -> TermId {
        let new = self.added.iter().map(|(param, _)| param).zip(added);
        let map = self.params.iter().zip(args).chain(new).map(|(&param, &arg)| (param, terms.var_term(arg))).collect();
        let mut parts = Vec::with_capacity(self.gone.len());
        for (&position, &definition) in &self.gone {
            let (arg, definition) = (terms.var_term(args[position]), terms.substitute(definition, &map));
            parts.push(terms.eq(arg, definition));
        }
        terms.and(parts)
    }
}

/// The premise by which a rule goes round its loop.
fn carrier(rule: &Rule) -> Option<usize> {
    let pred = rule.head.as_ref()?.pred;
    rule.premises.iter().position(|premise| premise.flag.is_none() && premise.atom.pred == pred)
}

/// Whether there is nothing to compute.
fn is_plain(terms: &Terms, term: TermId) -> bool {
    matches!(terms.op(term), Op::Var(_)) || terms.free_vars([term]).is_empty()
}

fn fresh_like(terms: &mut Terms, vars: &[VarId]) -> Vec<VarId> {
    let mut fresh = Vec::with_capacity(vars.len());
    for &var in vars {
        let var = terms.var(var).clone();
        fresh.push(terms.fresh_var(&var.name, var.sort));
    }
    fresh
}

/// The rule with the new arguments.
fn rewrite(terms: &mut Terms, rule: &Rule, changes: &Changes) -> Rule {
    let mut new = rule.clone();
    let carrier = carrier(rule);
    let mut carried: Option<Vec<VarId>> = None;
    let mut stated = Vec::new();
    let mut conditional: FxHashMap<VarId, TermId> = FxHashMap::default();
    for (i, premise) in new.premises.iter_mut().enumerate() {
        let Some(change) = changes.get(&premise.atom.pred) else { continue };
        let added = change.fresh_arguments(terms);
        let equations = change.equations(terms, &premise.atom.args, &added);
        match premise.flag {
            None => stated.push(equations),
            Some(flag) => {
                let needed = terms.var_term(flag);
                conditional.insert(flag, terms.and([needed, equations]));
            }
        }
        premise.atom.args = change.staying(&premise.atom.args);
        premise.atom.args.extend(&added);
        if carrier == Some(i) {
            carried = Some(added.clone());
        }
        new.vars.extend(added);
    }
    if let Some(Atom { pred, args }) = &mut new.head
        && let Some(change) = changes.get(pred)
    {
        let added = change.fresh_arguments(terms);
        let sources = carried.unwrap_or_else(|| change.added.iter().map(|(_, operand)| *operand).collect());
        for (&to, &from) in added.iter().zip(&sources) {
            let (to, from) = (terms.var_term(to), terms.var_term(from));
            stated.push(terms.eq(to, from));
        }
        *args = change.staying(args);
        args.extend(&added);
        new.vars.extend(added);
    }
    stated.push(terms.substitute(rule.constraint, &conditional));
    new.constraint = terms.and(stated);
    new
}

/// The old predicates: the new arguments are some values with which the old ones are what they are.
fn restore(terms: &mut Terms, changes: &Changes, mut solution: Solution, stop: &Stop) -> Solution {
    let (smt, mut simplifier) = (Smt::new(SmtConfig::default(), stop), Simplifier::new());
    for (pred, change) in changes {
        let definition = &mut solution.definitions[pred.index()];
        let params = fresh_like(terms, &change.params);
        let added = change.fresh_arguments(terms);
        let args: Vec<TermId> = change.staying(&params).iter().chain(&added).map(|&v| terms.var_term(v)).collect();
        let body = terms.beta(definition, &args);
        let equations = change.equations(terms, &params, &added);
        let body = terms.and([body, equations]);
        let conjuncts = solve(terms, &mut simplifier, body, |v| !params.contains(&v)).conjuncts;
        let body = terms.and(conjuncts);
        *definition = Lambda { body: project(terms, &smt, &params, body), params };
    }
    solution
}
