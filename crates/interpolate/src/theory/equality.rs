//! Interpolants by equality reasoning: uninterpreted functions and sorts, datatypes, and every other operator as a function
//! of which nothing is known.

use super::{
    closure::{Closure, Disequality, Node, Reason},
    explain::Explainer,
    vocabulary::{Languages, Owner, signed_atom},
};
use crate::Budget;
use alphorn_logic::term::{Op, TermId, Terms, VarId};
use alphorn_smt::Smt;
use rustc_hash::FxHashMap;

/// An interpolant of two cubes whose equalities contradict each other.
pub fn equality(
    terms: &mut Terms,
    _smt: &mut Smt,
    a: &[TermId],
    b: &[TermId],
    shared: &[VarId],
    budget: &Budget,
) -> Option<TermId> {
    let mut equalities = Equalities::new(terms, (a, b), shared, budget.literals)?;
    equalities.closure.close(terms);
    let conflict = equalities.conflict(terms)?;
    equalities.explain(terms, conflict)
}

/// The equalities of both sides.
pub struct Equalities {
    /// Whose terms they are.
    pub languages: Languages,
    /// Which terms are equal.
    pub closure: Closure,
    /// Which terms differ.
    pub disequalities: Vec<Disequality>,
}

impl Equalities {
    /// Reads the literals of both sides and adds what is known of datatypes. Literals of which no use can be made are left
    /// out. `None` when a variable is private to both sides, or there are more than `limit` literals of datatypes to add.
    pub fn new(
        terms: &mut Terms,
        (a, b): (&[TermId], &[TermId]),
        shared: &[VarId],
        limit: usize,
    ) -> Option<Equalities> {
        let languages = Languages::new(terms, a, b, shared)?;
        let mut equalities = Equalities { languages, closure: Closure::default(), disequalities: Vec::new() };
        for (cube, side) in [(a, Owner::A), (b, Owner::B)] {
            for literal in cube {
                if !terms.contains_quantifier([*literal]) {
                    equalities.add_literal(terms, *literal, side);
                }
            }
        }
        equalities.add_constructors(terms, limit)?;
        Some(equalities)
    }

    fn add_literal(&mut self, terms: &mut Terms, literal: TermId, side: Owner) {
        let (atom, positive) = signed_atom(terms, literal);
        let args: Vec<Node> = match terms.op(atom) {
            Op::Eq | Op::Distinct => terms.args(atom).iter().map(|arg| self.closure.add(terms, *arg)).collect(),
            _ => Vec::new(),
        };
        match (terms.op(atom), positive, args.as_slice()) {
            (Op::Eq, true, &[s, t]) | (Op::Distinct, false, &[s, t]) => {
                self.closure.merge(s, t, Reason::Given(side));
            }
            (Op::Eq, false, _) | (Op::Distinct, true, _) => {
                for (at, &s) in args.iter().enumerate() {
                    let pairs = args[at + 1..].iter().map(|&t| Disequality { nodes: [s, t], owner: side });
                    self.disequalities.extend(pairs);
                }
            }
            (Op::Distinct, ..) => {}
            _ => {
                let truth = terms.bool(positive);
                self.add_equation(terms, atom, truth, side);
            }
        }
    }

    /// Adds that two terms are equal, by what a side says or by what both know of terms in its language.
    pub fn add_equation(&mut self, terms: &Terms, s: TermId, t: TermId, side: Owner) {
        let (s, t) = (self.closure.add(terms, s), self.closure.add(terms, t));
        self.closure.merge(s, t, Reason::Given(side));
    }

    /// Adds the fields and the testers of every constructor term, which make constructors injective and different.
    fn add_constructors(&mut self, terms: &mut Terms, limit: usize) -> Option<()> {
        let nodes = 0..self.closure.len();
        let made: Vec<TermId> = nodes.map(|node| self.closure.term(node)).collect();
        let mut added = 0;
        for term in made {
            let Op::Construct(constructor) = *terms.op(term) else { continue };
            let side = self.languages.side(terms, term);
            let args = terms.args(term).to_vec();
            added += args.len() + terms.datatype(constructor.datatype).constructors.len();
            if added > limit {
                return None;
            }
            for (field, arg) in args.into_iter().enumerate() {
                let field = terms.app(Op::Field(constructor, field as u32), [term]);
                self.add_equation(terms, field, arg, side);
            }
            let all: Vec<_> = terms.constructors(constructor.datatype).map(|(id, _)| id).collect();
            for other in all {
                let (tester, truth) = (terms.app(Op::Is(other), [term]), terms.bool(other == constructor));
                self.add_equation(terms, tester, truth, side);
            }
        }
        Some(())
    }

    /// Two terms that differ and are equal.
    pub fn conflict(&mut self, terms: &Terms) -> Option<Disequality> {
        let Equalities { closure, disequalities, .. } = self;
        let given = disequalities.iter().find(|d| closure.equal(d.nodes[0], d.nodes[1]));
        if let Some(conflict) = given {
            return Some(*conflict);
        }
        let mut value_of: FxHashMap<Node, Node> = FxHashMap::default();
        for node in (0..closure.len()).filter(|node| is_numeral(terms, closure.term(*node))).collect::<Vec<_>>() {
            if let Some(other) = value_of.insert(closure.class(node), node) {
                return Some(Disequality { nodes: [other, node], owner: Owner::Shared });
            }
        }
        None
    }

    /// The interpolant of a conflict.
    pub fn explain(&self, terms: &mut Terms, conflict: Disequality) -> Option<TermId> {
        Explainer::new(&self.closure, &self.languages, conflict).interpolant(terms)
    }
}

/// Whether a term differs from every other such term of its sort.
pub fn is_numeral(terms: &Terms, term: TermId) -> bool {
    matches!(terms.op(term), Op::True | Op::False | Op::Int(_) | Op::Real(_) | Op::BitVec { .. })
}
