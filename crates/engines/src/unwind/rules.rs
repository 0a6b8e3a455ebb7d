//! The rules of one predicate as one disjunctive prefix over its parameters.

use super::{BackEdges, Lemmas, Params};
use alphorn_interpolate::Transition;
use alphorn_logic::{
    horn::{PredId, Problem, RuleId},
    term::{SortId, Substitution, TermId, Terms},
};

/// All that derives one predicate (or *false*), over variables of its own.
#[derive(Clone, Debug)]
pub struct Template {
    /// One for each rule.
    pub alternatives: Vec<Alternative>,
}

/// A rule of a template.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The rule.
    pub rule: RuleId,
    /// True where the rule is the one that is used.
    pub chosen: TermId,
    /// The rule's constraint.
    pub constraint: TermId,
    /// The rule's variables, in the order of its `vars`.
    pub vars: Vec<TermId>,
    /// Its premises.
    pub premises: Vec<Occurrence>,
}

/// A premise of a rule of a template.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// The predicate.
    pub pred: PredId,
    /// Its arguments.
    pub args: Vec<TermId>,
    /// True where the premise is needed: the rule is chosen and the condition flag is true.
    pub needed: TermId,
    /// How many levels lower it stands: 1 over a back edge.
    pub drop: u32,
}

impl Occurrence {
    /// What a clause over the predicate's parameters says of the arguments.
    pub fn instantiate(&self, terms: &mut Terms, lemmas: &Lemmas, clause: TermId) -> TermId {
        let params = lemmas.params(self.pred).iter().copied();
        Substitution::of_vars(params.zip(self.args.iter().copied())).apply(terms, clause)
    }
}

impl Template {
    /// The rules for `pred` (for *false* if `None`) with its arguments in place of the heads'.
    pub fn new(
        terms: &mut Terms,
        problem: &Problem,
        back_edges: &BackEdges,
        rules: &[RuleId],
        head: Option<(PredId, &[TermId])>,
    ) -> Self {
        let alternatives = rules.iter().map(|&id| alternative(terms, problem, back_edges, id, head)).collect();
        Template { alternatives }
    }

    /// The alternatives that can be used at a level: none of their unconditional premises is below level 0.
    pub fn at(&self, level: u32) -> impl Iterator<Item = &Alternative> {
        self.alternatives.iter().filter(move |a| a.premises.iter().all(|p| p.needed != a.chosen || p.drop <= level))
    }

    /// The premises of all rules.
    pub fn premises(&self) -> impl Iterator<Item = &Occurrence> {
        self.alternatives.iter().flat_map(|alternative| &alternative.premises)
    }

    /// What the rules derive at a level from the lemmas of their premises.
    pub fn prefix(&self, terms: &mut Terms, lemmas: &Lemmas, level: u32) -> TermId {
        let cases: Vec<TermId> = self.at(level).map(|a| a.body(terms, lemmas, level)).collect();
        terms.or(cases)
    }

    /// The rules that have the predicate itself as their only premise, for interpolants over these arguments of the head.
    pub fn transitions(&self, terms: &Terms, pred: PredId, args: &[TermId]) -> Vec<Transition> {
        let own = |a: &&Alternative| !a.premises.is_empty() && a.premises.iter().all(|p| p.pred == pred);
        let transition = |a: &Alternative| Transition {
            cubes: vec![terms.conjuncts(a.constraint)],
            premises: a.premises.iter().map(|p| p.args.clone()).collect(),
            conclusion: args.to_vec(),
        };
        self.alternatives.iter().filter(own).map(transition).collect()
    }
}

impl Alternative {
    /// What the rule derives at a level from the lemmas of its premises.
    pub fn body(&self, terms: &mut Terms, lemmas: &Lemmas, level: u32) -> TermId {
        let mut parts = vec![self.chosen, self.constraint];
        for premise in &self.premises {
            let holds = annotation(terms, lemmas, premise, level);
            parts.push(terms.implies(premise.needed, holds));
        }
        terms.and(parts)
    }
}

/// For each predicate the rules that should preserve interpolants over these parameters.
pub fn transitions(terms: &mut Terms, problem: &Problem, params: &Params) -> Vec<Vec<Transition>> {
    let (back_edges, by_head) = (BackEdges::of(problem), problem.rules_by_head());
    let mut transitions = Vec::new();
    for pred in problem.pred_ids() {
        let args: Vec<TermId> = params.of(pred).iter().map(|&p| terms.var_term(p)).collect();
        let template = Template::new(terms, problem, &back_edges, &by_head[pred.index()], Some((pred, &args)));
        transitions.push(template.transitions(terms, pred, &args));
    }
    transitions
}

/// What is known of a premise of a rule at a level; *false* below level 0.
pub fn annotation(terms: &mut Terms, lemmas: &Lemmas, premise: &Occurrence, level: u32) -> TermId {
    let Some(level) = level.checked_sub(premise.drop) else { return terms.bottom() };
    let clauses: Vec<TermId> = lemmas.at(premise.pred, level).map(|lemma| lemma.clause).collect();
    let known = terms.and(clauses);
    premise.instantiate(terms, lemmas, known)
}

fn alternative(
    terms: &mut Terms,
    problem: &Problem,
    back_edges: &BackEdges,
    id: RuleId,
    head: Option<(PredId, &[TermId])>,
) -> Alternative {
    let rule = problem.rule(id);
    let chosen = terms.fresh("chosen", SortId::BOOL);
    let renamed = rule.rename(terms, head.map(|(_, args)| args));
    let mut premises = Vec::new();
    for (premise, (args, flag)) in rule.premises.iter().zip(renamed.premises) {
        let pred = premise.atom.pred;
        premises.push(Occurrence {
            pred,
            args,
            needed: match flag {
                Some(flag) => terms.and([chosen, flag]),
                None => chosen,
            },
            drop: head.map_or(0, |(head, _)| u32::from(back_edges.contains(pred, head))),
        });
    }
    Alternative { rule: id, chosen, constraint: renamed.constraint, vars: renamed.vars, premises }
}
