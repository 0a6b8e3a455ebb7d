//! What kind of problem it is, in a line.

use super::Problem;
use crate::term::{Op, Sort, SortId, TermId, Terms};
use std::fmt;

/// The size and the kind of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// Number of predicates.
    pub predicates: usize,
    /// Number of rules that are no goals.
    pub rules: usize,
    /// Number of goals.
    pub goals: usize,
    /// Whether every rule has at most one premise.
    pub linear: bool,
    /// The kinds of sorts in use, in a fixed order.
    pub sorts: Vec<&'static str>,
    /// The competition's name for such problems.
    pub track: String,
}

impl Description {
    /// Describes a problem.
    pub fn of(terms: &Terms, problem: &Problem) -> Description {
        let mut kinds = Kinds::default();
        for predicate in &problem.predicates {
            for &sort in &terms.fun(predicate.fun).params {
                kinds.sort(terms, sort);
            }
        }
        for rule in &problem.rules {
            for &var in &rule.vars {
                kinds.sort(terms, terms.var(var).sort);
            }
        }
        let roots: Vec<_> = problem.constraints().collect();
        for term in terms.subterms(roots) {
            kinds.sort(terms, terms.sort_of(term));
            kinds.nonlinear |= is_nonlinear(terms, term);
        }
        let goals = problem.goals().count();
        let linear = problem.is_linear();
        Description {
            predicates: problem.predicates.len(),
            rules: problem.rules.len() - goals,
            goals,
            linear,
            track: kinds.track(linear),
            sorts: kinds.names(),
        }
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "predicates {}, rules {}, goals {}, {}, sorts {}, track {}",
            self.predicates,
            self.rules,
            self.goals,
            if self.linear { "linear" } else { "nonlinear" },
            if self.sorts.is_empty() { "none".into() } else { self.sorts.join(" ") },
            self.track
        )
    }
}

#[derive(Default)]
struct Kinds {
    bool: bool,
    int: bool,
    real: bool,
    bit_vec: bool,
    array: bool,
    datatype: bool,
    uninterpreted: bool,
    nonlinear: bool,
    seen: Vec<SortId>,
}

impl Kinds {
    fn sort(&mut self, terms: &Terms, sort: SortId) {
        let mut todo = vec![sort];
        while let Some(sort) = todo.pop() {
            if self.seen.contains(&sort) {
                continue;
            }
            self.seen.push(sort);
            match terms.sort(sort) {
                Sort::Bool => self.bool = true,
                Sort::Int => self.int = true,
                Sort::Real => self.real = true,
                Sort::BitVec(_) => self.bit_vec = true,
                Sort::Array(index, element) => {
                    self.array = true;
                    todo.extend([*index, *element]);
                }
                Sort::Datatype(id) => {
                    self.datatype = true;
                    let constructors = &terms.datatype(*id).constructors;
                    todo.extend(constructors.iter().flat_map(|c| c.fields.iter().map(|field| field.sort)));
                }
                Sort::Uninterpreted(_) => self.uninterpreted = true,
            }
        }
    }

    fn names(&self) -> Vec<&'static str> {
        let all = [
            (self.bool, "Bool"),
            (self.int, "Int"),
            (self.real, "Real"),
            (self.bit_vec, "BitVec"),
            (self.array, "Array"),
            (self.datatype, "Datatype"),
            (self.uninterpreted, "Uninterpreted"),
        ];
        all.iter().filter(|(used, _)| *used).map(|(_, name)| *name).collect()
    }

    /// As CHC-COMP names its tracks: theory, then `-Lin` when linear, then `-Arrays`.
    fn track(&self, linear: bool) -> String {
        let arithmetic = match (self.nonlinear, self.int, self.real) {
            (false, true, true) => "LIRA",
            (false, false, true) => "LRA",
            (false, _, false) => "LIA",
            (true, true, true) => "NIRA",
            (true, false, true) => "NRA",
            (true, _, false) => "NIA",
        };
        let theory = match (self.datatype, self.bit_vec) {
            (true, _) => format!("ADT-{arithmetic}"),
            (false, true) if !self.int && !self.real => "BV".into(),
            (false, true) => format!("BV-{arithmetic}"),
            (false, false) => arithmetic.into(),
        };
        let lin = if linear && !self.datatype { "-Lin" } else { "" };
        format!("{theory}{lin}{}", if self.array { "-Arrays" } else { "" })
    }
}

/// Whether a product or a division has more than one factor that is no number.
fn is_nonlinear(terms: &Terms, term: TermId) -> bool {
    let is_number = |mut t: TermId| {
        while matches!(terms.op(t), Op::Neg | Op::ToReal) {
            t = terms.args(t)[0];
        }
        matches!(terms.op(t), Op::Int(_) | Op::Real(_))
    };
    let args = terms.args(term);
    match terms.op(term) {
        Op::Mul => args.iter().filter(|&&a| !is_number(a)).count() > 1,
        Op::Divide | Op::IntDiv | Op::Mod => !is_number(args[1]),
        _ => false,
    }
}
