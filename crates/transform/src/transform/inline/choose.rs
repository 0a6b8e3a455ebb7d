//! Which predicates are inlined.

use crate::transform::size::{Budget, Size, rule_size};
use alphorn_logic::{
    horn::{PredId, Problem, Rule, RuleId},
    term::{Op, Terms},
};
use petgraph::{algo::kosaraju_scc, graphmap::DiGraphMap};
use rustc_hash::{FxBuildHasher, FxHashSet};

/// A predicate that is neither in a cycle nor defined or used once is inlined only if that makes at most this many rules.
const MOST_RULES: usize = 4;

/// A predicate that could be inlined, and the rules about it.
struct Candidate {
    pred: PredId,
    /// How much the problem grows.
    growth: usize,
    /// The size of the largest new rule.
    largest: usize,
}

/// What is known of the uses of a predicate.
#[derive(Clone, Default)]
struct Uses {
    /// Premises that it is.
    count: usize,
    /// The largest of the rules with these premises, and all together.
    largest: usize,
    total: usize,
    /// Whether it is more than one premise of a rule.
    twice: bool,
    /// Whether no premise has a flag.
    plain: bool,
}

/// Predicates to inline, such that none of them is a premise in a rule for another; cheapest first.
pub(super) fn choose(terms: &Terms, problem: &Problem, budget: &Budget) -> Vec<PredId> {
    let mut chosen = Chosen::new(problem, Size::of(terms, problem).terms);
    for candidate in candidates(terms, problem) {
        if budget.is_over() {
            break;
        }
        chosen.consider(problem, &candidate, budget);
    }
    chosen.preds
}

/// The predicates for which inlining is worth a thought, cheapest first.
fn candidates(terms: &Terms, problem: &Problem) -> Vec<Candidate> {
    let by_head = problem.rules_by_head();
    let sizes: Vec<usize> = problem.rules.iter().map(|rule| rule_size(terms, rule)).collect();
    let mut uses = vec![Uses { plain: true, ..Uses::default() }; problem.predicates.len()];
    for (rule, &size) in problem.rules.iter().zip(&sizes) {
        let mut seen = FxHashSet::default();
        for premise in &rule.premises {
            let uses = &mut uses[premise.atom.pred.index()];
            uses.count += 1;
            uses.largest = uses.largest.max(size);
            uses.total += size;
            uses.twice |= !seen.insert(premise.atom.pred);
            uses.plain &= premise.flag.is_none();
        }
    }
    let cyclic = cyclic(problem);
    let mut found = Vec::new();
    for pred in problem.pred_ids() {
        let (rules, uses) = (&by_head[pred.index()], &uses[pred.index()]);
        let calls_itself = rules.iter().any(|&id| problem.rule(id).premises.iter().any(|p| p.atom.pred == pred));
        if rules.is_empty() || uses.count == 0 || calls_itself {
            continue;
        }
        let simple = rules.len() == 1 || uses.count == 1;
        let product = rules.len() * uses.count;
        if !simple && (cyclic[pred.index()] || product > MOST_RULES || uses.twice || !uses.plain) {
            continue;
        }
        // Where a rule asks several times, it would get each choice of the definition several times: a tree of calls would
        // grow exponentially, while the search uses what it derived for one premise for the others too. Where the definition
        // asks for nothing and the rule is for what stays, there is no tree, and facts would only be some of many choices.
        let has_choice = || rules.iter().any(|&id| has_choice(terms, problem.rule(id)));
        if uses.twice && has_choice() && !is_last_step(problem, &by_head, pred) {
            continue;
        }
        let definition: usize = rules.iter().map(|id| sizes[id.index()]).sum();
        let growth = definition * (uses.count - 1) + uses.total * (rules.len() - 1);
        found.push(Candidate { pred, growth, largest: definition + uses.largest });
    }
    found.sort_by_key(|candidate| (candidate.growth, candidate.pred));
    found
}

/// Whether there is something to decide when a rule is used: how a premise is derived, or which disjunct holds.
fn has_choice(terms: &Terms, rule: &Rule) -> bool {
    !rule.premises.is_empty() || terms.subterms([rule.constraint]).into_iter().any(|t| *terms.op(t) == Op::Or)
}

/// Whether a predicate is derived from nothing, and those rules that ask for it several times derive *false* or what calls
/// itself, so that they are not put in anywhere.
fn is_last_step(problem: &Problem, by_head: &[Vec<RuleId>], pred: PredId) -> bool {
    let asks = |rule: &Rule, pred: PredId| rule.premises.iter().filter(|premise| premise.atom.pred == pred).count();
    let calls_itself = |pred: PredId| by_head[pred.index()].iter().any(|&id| asks(problem.rule(id), pred) > 0);
    let is_leaf = by_head[pred.index()].iter().all(|&id| problem.rule(id).premises.is_empty());
    let mut askers = problem.rules.iter().filter(|rule| asks(rule, pred) > 1);
    is_leaf && askers.all(|rule| rule.head.as_ref().is_none_or(|head| calls_itself(head.pred)))
}

/// For each predicate whether it depends on itself through others or directly.
fn cyclic(problem: &Problem) -> Vec<bool> {
    let mut graph: DiGraphMap<u32, (), FxBuildHasher> = DiGraphMap::default();
    for rule in &problem.rules {
        for premise in rule.head.iter().flat_map(|head| rule.premises.iter().map(move |p| (head.pred.0, p.atom.pred.0)))
        {
            graph.add_edge(premise.0, premise.1, ());
        }
    }
    let mut cyclic = vec![false; problem.predicates.len()];
    for component in kosaraju_scc(&graph) {
        let is_cycle = component.len() > 1 || graph.contains_edge(component[0], component[0]);
        component.iter().for_each(|&pred| cyclic[pred as usize] = is_cycle);
    }
    cyclic
}

/// The predicates chosen so far.
struct Chosen {
    preds: Vec<PredId>,
    set: FxHashSet<PredId>,
    /// Predicates that are premises in rules for chosen ones.
    below: FxHashSet<PredId>,
    /// Rules that several rules will take the place of, or that have got a premise replaced: one rule is made several only
    /// if nothing else happens to it.
    touched: FxHashSet<usize>,
    split: FxHashSet<usize>,
    by_head: Vec<Vec<RuleId>>,
    by_premise: Vec<Vec<usize>>,
    size: usize,
}

impl Chosen {
    fn new(problem: &Problem, size: usize) -> Self {
        let mut by_premise = vec![Vec::new(); problem.predicates.len()];
        for (i, rule) in problem.rules.iter().enumerate() {
            rule.premises.iter().for_each(|p| by_premise[p.atom.pred.index()].push(i));
        }
        Chosen {
            preds: Vec::new(),
            set: FxHashSet::default(),
            below: FxHashSet::default(),
            touched: FxHashSet::default(),
            split: FxHashSet::default(),
            by_head: problem.rules_by_head(),
            by_premise,
            size,
        }
    }

    /// Chooses a candidate if it fits to the others and into the budget.
    fn consider(&mut self, problem: &Problem, candidate: &Candidate, budget: &Budget) {
        let &Candidate { pred, growth, largest } = candidate;
        let definitions = &self.by_head[pred.index()];
        let premises = |id: &RuleId| problem.rule(*id).premises.iter().map(|p| p.atom.pred).collect::<Vec<_>>();
        let below: Vec<PredId> = definitions.iter().flat_map(premises).collect();
        let uses = &self.by_premise[pred.index()];
        let splits = definitions.len() > 1;
        let fits = !self.below.contains(&pred)
            && below.iter().all(|p| !self.set.contains(p))
            && !uses.iter().any(|rule| self.split.contains(rule) || splits && self.touched.contains(rule))
            && self.size + growth <= budget.most_terms
            && (growth == 0 || largest <= budget.most_rule_terms);
        if !fits {
            return;
        }
        self.size += growth;
        self.preds.push(pred);
        self.set.insert(pred);
        self.below.extend(below);
        self.touched.extend(uses);
        if splits {
            self.split.extend(uses);
        }
    }
}
