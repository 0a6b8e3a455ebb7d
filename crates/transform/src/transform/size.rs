//! How large problems are, and how large a pass may make them.

use alphorn_logic::{
    horn::{Predicate, Problem, Rule},
    term::Terms,
};
use alphorn_run::stop::Stop;
use std::time::{Duration, Instant};

/// The size of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Size {
    /// Predicates that some rule speaks of.
    pub predicates: usize,
    /// Arguments of these, all together.
    pub arguments: usize,
    /// Rules, goals included.
    pub rules: usize,
    /// Variables, arguments and distinct subterms of each rule, all together.
    pub terms: usize,
}

impl Size {
    /// Measures a problem.
    pub fn of(terms: &Terms, problem: &Problem) -> Size {
        let mut used = vec![false; problem.predicates.len()];
        for rule in &problem.rules {
            let premises = rule.premises.iter().map(|p| &p.atom);
            rule.head.iter().chain(premises).for_each(|atom| used[atom.pred.index()] = true);
        }
        let arity = |(predicate, _): (&Predicate, _)| terms.fun(predicate.fun).params.len();
        Size {
            predicates: used.iter().filter(|u| **u).count(),
            arguments: problem.predicates.iter().zip(&used).filter(|(_, u)| **u).map(arity).sum(),
            rules: problem.rules.len(),
            terms: problem.rules.iter().map(|rule| rule_size(terms, rule)).sum(),
        }
    }
}

/// The size of one rule, as [`Size::terms`] counts it.
pub fn rule_size(terms: &Terms, rule: &Rule) -> usize {
    terms.subterms([rule.constraint]).len() + rule.vars.len() + rule.premises.len()
}

/// Limits on the work of passes.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Passes end soon after it is stopped.
    pub stop: Stop,
    /// No new pass is begun after this.
    pub deadline: Instant,
    /// No pass makes a problem larger than this.
    pub most_terms: usize,
    /// No pass makes a rule larger than this.
    pub most_rule_terms: usize,
}

/// Problems may grow to this multiple of what they were.
const GROWTH: usize = 2;
/// Small problems may grow to this.
const SMALL: usize = 2_000;
/// No rule should become larger than this by putting others into it.
const LARGEST_RULE: usize = 20_000;

impl Budget {
    /// For a problem of this size.
    pub fn new(size: Size, time: Duration, stop: &Stop) -> Self {
        Budget {
            stop: stop.clone(),
            deadline: Instant::now() + time,
            most_terms: (GROWTH * size.terms).max(SMALL),
            most_rule_terms: LARGEST_RULE,
        }
    }

    /// Whether time is up.
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || Instant::now() >= self.deadline
    }
}
