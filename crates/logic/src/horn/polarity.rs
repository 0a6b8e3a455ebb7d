//! Where predicates and quantifiers stand in a formula: under an even or an odd number of negations.

use crate::term::{Op, SortId, TermId, Terms};

/// What occurs in a term.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Occurs {
    /// A predicate, positively.
    pub positive: bool,
    /// A predicate, negatively.
    pub negative: bool,
    /// A quantifier.
    pub quantifier: bool,
    /// A declared function that is no predicate.
    pub function: bool,
}

impl Occurs {
    /// A predicate, at either polarity.
    pub fn predicate(self) -> bool {
        self.positive || self.negative
    }

    /// Whether the term is a plain constraint.
    pub fn nothing(self) -> bool {
        !self.predicate() && !self.quantifier
    }

    fn union(self, other: Occurs) -> Occurs {
        Occurs {
            positive: self.positive || other.positive,
            negative: self.negative || other.negative,
            quantifier: self.quantifier || other.quantifier,
            function: self.function || other.function,
        }
    }

    fn negated(self) -> Occurs {
        Occurs { positive: self.negative, negative: self.positive, ..self }
    }

    fn both(self) -> Occurs {
        let predicate = self.predicate();
        Occurs { positive: predicate, negative: predicate, ..self }
    }
}

/// What occurs in each term of a pool, computed bottom-up for as many terms as there are.
#[derive(Default)]
pub(super) struct Polarity {
    occurs: Vec<Occurs>,
}

impl Polarity {
    /// What occurs in `t`.
    pub fn of(&mut self, terms: &Terms, t: TermId) -> Occurs {
        while self.occurs.len() <= t.index() {
            let next = self.compute(terms, self.occurs.len());
            self.occurs.push(next);
        }
        self.occurs[t.index()]
    }

    fn compute(&self, terms: &Terms, index: usize) -> Occurs {
        let node = terms.node_at(index);
        let arg = |i: usize| self.occurs[node.args[i].index()];
        let all = || node.args.iter().fold(Occurs::default(), |all, a| all.union(self.occurs[a.index()]));
        match &node.op {
            Op::Apply(f) if terms.fun(*f).result == SortId::BOOL => {
                // A predicate inside an argument is no formula any more: it counts at both polarities.
                all().both().union(Occurs { positive: true, ..Occurs::default() })
            }
            Op::Apply(_) => Occurs { function: true, ..all().both() },
            Op::Not => arg(0).negated(),
            Op::And | Op::Or => all(),
            Op::Implies => arg(0).negated().union(arg(1)),
            Op::Ite if terms.sort_of(node.args[1]) == SortId::BOOL => arg(0).both().union(arg(1)).union(arg(2)),
            Op::Forall(_) | Op::Exists(_) => Occurs { quantifier: true, ..arg(0) },
            _ => all().both(),
        }
    }
}
