//! The conditions by which the rules of a predicate tell cases apart.
//!
//! Three kinds, the first of which are taken first: what one rule of a predicate asks of its head and another denies (a
//! function that is defined by cases); what is asked and denied where a loop goes on, said of arguments that the loop hands on
//! (whether it is entered at all); what is asked and denied within a loop (its phases).

use alphorn_logic::{
    equations::{Classes, flat_conjuncts},
    horn::{PredId, Problem, Rule},
    term::{Linear, Op, Relation, TermId, Terms, VarId},
};
use dashu_ratio::RBig;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Conditions of one predicate, over parameters of their own.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    pub params: Vec<VarId>,
    pub atoms: Vec<TermId>,
}

/// A condition in both of its forms, as it is and denied, and whether each of them was seen.
type Seen = IndexMap<[TermId; 2], [bool; 2], FxBuildHasher>;

/// A comparison with zero.
type Comparison = (Linear, Relation);

/// What a rule says.
struct Said<'p> {
    rule: &'p Rule,
    classes: Classes,
    comparisons: Vec<Comparison>,
}

/// For each predicate at most so many conditions.
pub(super) fn conditions(terms: &mut Terms, problem: &Problem, most: usize) -> Vec<Conditions> {
    let said: Vec<Said> = problem.rules.iter().map(|rule| Said::new(terms, rule)).collect();
    let mut about: Vec<Vec<&Said>> = vec![Vec::new(); problem.predicates.len()];
    for said in &said {
        let mut preds: Vec<PredId> = said.rule.premises.iter().map(|premise| premise.atom.pred).collect();
        preds.extend(said.rule.head.as_ref().map(|head| head.pred));
        preds.sort();
        preds.dedup();
        preds.into_iter().for_each(|pred| about[pred.index()].push(said));
    }
    problem.pred_ids().map(|pred| of_predicate(terms, problem, pred, &about[pred.index()], most)).collect()
}

/// Those of one predicate, by what the rules say that are about it.
fn of_predicate(terms: &mut Terms, problem: &Problem, pred: PredId, said: &[&Said], most: usize) -> Conditions {
    let sorts = terms.fun(problem.predicates[pred.index()].fun).params.clone();
    let params: Vec<VarId> =
        sorts.iter().enumerate().map(|(i, &sort)| terms.fresh_var(&format!("x{i}"), sort)).collect();
    let everywhere: Vec<usize> = (0..params.len()).collect();
    let [mut heads, mut used, mut phases] = [Seen::default(), Seen::default(), Seen::default()];
    let mut kept = everywhere.clone();
    for said in said {
        if let Some(args) = said.head(pred) {
            said.note(terms, args, &params, &everywhere, &mut heads);
        }
        for args in said.premises(pred) {
            said.note(terms, args, &params, &everywhere, &mut used);
            if let Some(head) = said.head(pred) {
                said.note(terms, args, &params, &everywhere, &mut phases);
                kept.retain(|&i| said.classes.are_equal(args[i], head[i]));
            }
        }
    }
    let mut entered = Seen::default();
    for said in said.iter().filter(|said| said.premises(pred).next().is_none()) {
        let Some(args) = said.head(pred) else { continue };
        for [atom, _] in both(&used) {
            let Some((sum, relation)) = Linear::of_atom(terms, atom) else { continue };
            let parts = sum.monomials().iter().filter_map(|(t, factor)| {
                let place = params.iter().position(|&param| *terms.op(*t) == Op::Var(param))?;
                Some((args[place], factor.clone()))
            });
            let parts: Vec<(VarId, RBig)> = parts.collect();
            let parts: Vec<(TermId, RBig)> = parts.into_iter().map(|(var, f)| (terms.var_term(var), f)).collect();
            let mut at_entry = Linear::of_weights(terms, sum.sort(), parts);
            at_entry.add_constant(sum.constant());
            for forms in said.views(terms, &(at_entry, relation), args, &params, &kept) {
                entered.insert(forms, [true; 2]);
            }
        }
    }
    let mut atoms: Vec<TermId> = Vec::new();
    for seen in [heads, entered, phases] {
        for [atom, _] in both(&seen) {
            if !atoms.contains(&atom) && atoms.len() < most {
                atoms.push(atom);
            }
        }
    }
    Conditions { params, atoms }
}

/// Those that were seen in both forms.
fn both(seen: &Seen) -> impl Iterator<Item = [TermId; 2]> {
    seen.iter().filter(|(_, seen)| **seen == [true; 2]).map(|(forms, _)| *forms)
}

impl<'p> Said<'p> {
    fn new(terms: &mut Terms, rule: &'p Rule) -> Self {
        let conjuncts = flat_conjuncts(terms, [rule.constraint]);
        let classes = Classes::of(terms, &conjuncts);
        Said { rule, classes, comparisons: comparisons(terms, rule.constraint) }
    }

    fn head(&self, pred: PredId) -> Option<&'p [VarId]> {
        self.rule.head.as_ref().filter(|head| head.pred == pred).map(|head| &head.args[..])
    }

    fn premises(&self, pred: PredId) -> impl Iterator<Item = &'p [VarId]> {
        let atoms = self.rule.premises.iter().map(|premise| &premise.atom);
        atoms.filter(move |atom| atom.pred == pred).map(|atom| &atom.args[..])
    }

    /// Notes what the rule asks of arguments, as conditions on parameters.
    fn note(&self, terms: &mut Terms, args: &[VarId], params: &[VarId], places: &[usize], seen: &mut Seen) {
        for comparison in &self.comparisons {
            for [asked, denied] in self.views(terms, comparison, args, params, places) {
                let (forms, at) = if asked < denied { ([asked, denied], 0) } else { ([denied, asked], 1) };
                seen.entry(forms).or_default()[at] = true;
            }
        }
    }

    /// A comparison and its opposite as conditions on the parameters at some places; of one variable in all ways, since
    /// several arguments may be the same.
    fn views(
        &self,
        terms: &mut Terms,
        (sum, relation): &Comparison,
        args: &[VarId],
        params: &[VarId],
        places: &[usize],
    ) -> Vec<[TermId; 2]> {
        let mut known = sum.constant().clone();
        let mut ways: Vec<(&RBig, Vec<(usize, RBig)>)> = Vec::new();
        for (t, factor) in sum.monomials() {
            let &Op::Var(var) = terms.op(*t) else { return Vec::new() };
            match self.classes.root(var) {
                (None, value) => known += factor * value,
                (Some(_), _) => ways.push((factor, self.places_of(terms, var, args, places))),
            }
        }
        let count = match &ways[..] {
            [(_, only)] => only.len(),
            several => usize::from(several.iter().all(|(_, way)| !way.is_empty())),
        };
        let mut views = Vec::with_capacity(count);
        for way in 0..count {
            let mut constant = known.clone();
            let mut parts: Vec<(TermId, RBig)> = Vec::new();
            for (factor, ways) in &ways {
                let (place, more) = &ways[way];
                constant += *factor * more;
                parts.push((terms.var_term(params[*place]), (*factor).clone()));
            }
            let mut view = Linear::of_weights(terms, sum.sort(), parts);
            view.add_constant(&constant);
            if !view.is_constant() {
                let denied = view.clone().compare_to_zero(terms, opposite(*relation));
                views.push([view.compare_to_zero(terms, *relation), denied]);
            }
        }
        views
    }

    /// The places of arguments that a variable differs from by a number only, and that number.
    fn places_of(&self, terms: &Terms, var: VarId, args: &[VarId], places: &[usize]) -> Vec<(usize, RBig)> {
        let (root, more) = self.classes.root(var);
        let of = |&place: &usize| {
            let (of, less) = self.classes.root(args[place]);
            let is_same = of.is_some() && of == root && terms.var(args[place]).sort == terms.var(var).sort;
            is_same.then(|| (place, &more - less))
        };
        places.iter().filter_map(of).collect()
    }
}

/// The comparisons that a formula asks for, wherever they stand in it; no equations, which few facts deny.
fn comparisons(terms: &mut Terms, formula: TermId) -> Vec<Comparison> {
    let mut found = Vec::new();
    let mut stack = vec![(formula, true)];
    while let Some((t, asked)) = stack.pop() {
        match terms.op(t) {
            Op::And | Op::Or => stack.extend(terms.args(t).iter().map(|&part| (part, asked))),
            Op::Not => stack.push((terms.args(t)[0], !asked)),
            Op::Le | Op::Lt | Op::Ge | Op::Gt => {
                let comparison = Linear::of_atom(terms, t);
                found.extend(comparison.map(|(sum, r)| (sum, if asked { r } else { opposite(r) })));
            }
            _ => {}
        }
    }
    found.reverse();
    found
}

/// The relation that holds where one does not; of a comparison.
fn opposite(relation: Relation) -> Relation {
    match relation {
        Relation::Le => Relation::Gt,
        Relation::Lt => Relation::Ge,
        Relation::Ge => Relation::Lt,
        Relation::Gt => Relation::Le,
        Relation::Eq => unreachable!("equations are no comparisons"),
    }
}
