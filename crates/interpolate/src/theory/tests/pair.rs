//! Pairs of cubes, written as text, and the check of what a method makes of them.

use crate::Budget;
use alphorn_logic::{
    smtlib::{Command, Reader, Source},
    term::{Op, TermId, Terms, VarId},
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, SmtConfig};
use std::time::Duration;

/// A method under test.
pub type Method = fn(&mut Terms, &mut Smt, &[TermId], &[TermId], &[VarId], &Budget) -> Option<TermId>;

/// Two cubes and the variables they share.
pub struct Pair {
    pub terms: Terms,
    pub a: Vec<TermId>,
    pub b: Vec<TermId>,
    pub shared: Vec<VarId>,
    /// What the method under test may use.
    pub smt: Smt,
    /// A context of its own, to check what the method says.
    pub judge: Smt,
}

impl Pair {
    /// A pair without literals.
    pub fn empty(terms: Terms) -> Pair {
        let [smt, judge] = [1, 10].map(|seconds| {
            let config = SmtConfig { timeout: Some(Duration::from_secs(seconds)), ..SmtConfig::default() };
            Smt::new(config, &Stop::new())
        });
        Pair { terms, a: Vec::new(), b: Vec::new(), shared: Vec::new(), smt, judge }
    }

    /// Reads two lists of literals over shared and private variables, each given as `(name Sort)`, after declarations.
    pub fn with_declarations(declarations: &str, shared: &str, private: &str, a: &str, b: &str) -> Pair {
        let text = format!(
            "{declarations}(assert (forall ({shared} (last Bool) {private}) (and (and {a} last true) (and {b} last true))))"
        );
        let source = Source::whole("test", text);
        let mut terms = Terms::new();
        let mut reader = Reader::new();
        let mut formula = None;
        while let Some(spanned) = reader.next(&mut terms, &source).unwrap_or_else(|error| panic!("{error}")) {
            if let Command::Assert(assertion) = spanned.command {
                formula = Some(assertion.term);
            }
        }
        let formula = formula.unwrap();
        let Op::Forall(vars) = terms.op(formula).clone() else { panic!("not quantified") };
        let last = vars.iter().position(|v| &*terms.var(*v).name == "last").unwrap();
        let body = terms.args(formula)[0];
        let cube = |side: usize| {
            let literals = terms.args(terms.args(body)[side]);
            literals[..literals.len() - 2].to_vec()
        };
        let (a, b) = (cube(0), cube(1));
        Pair { a, b, shared: vars[..last].to_vec(), ..Pair::empty(terms) }
    }

    /// As [`Pair::with_declarations`], over integers, which are given by name.
    pub fn of_ints(shared: &str, private: &str, a: &str, b: &str) -> Pair {
        let declare = |names: &str| names.split_whitespace().map(|name| format!("({name} Int) ")).collect::<String>();
        Self::with_declarations("", &declare(shared), &declare(private), a, b)
    }

    /// Whether the cubes contradict each other.
    pub fn is_conflict(&mut self) -> bool {
        let (a, b) = (self.a.clone(), self.b.clone());
        self.judged(&[&a, &b]) == Outcome::Unsat
    }

    /// The interpolant that a method finds, checked.
    pub fn interpolate(&mut self, method: Method) -> Option<TermId> {
        self.interpolate_within(method, &Budget::default())
    }

    /// As [`Pair::interpolate`], within a budget.
    pub fn interpolate_within(&mut self, method: Method, budget: &Budget) -> Option<TermId> {
        let formula = method(&mut self.terms, &mut self.smt, &self.a, &self.b, &self.shared, budget)?;
        self.check(formula);
        Some(formula)
    }

    /// The interpolant as text; the method must find one.
    pub fn answer(&mut self, method: Method) -> String {
        let formula = self.interpolate(method).unwrap_or_else(|| panic!("no interpolant of {self}"));
        self.terms.display(formula)
    }

    /// Panics unless the formula is an interpolant.
    fn check(&mut self, formula: TermId) {
        let text = self.terms.display(formula);
        let vars = self.terms.free_vars([formula]);
        assert!(vars.iter().all(|v| self.shared.contains(v)), "{text} speaks of private variables of {self}");
        assert!(!self.terms.contains_quantifier([formula]), "{text} is quantified");
        let not = self.terms.not(formula);
        let (a, b) = (self.a.clone(), self.b.clone());
        for (side, cubes) in [("A and not I", [&a[..], &[not]]), ("B and I", [&b[..], &[formula]])] {
            let outcome = self.judged(&cubes);
            if outcome != Outcome::Unsat {
                // In one term, so that a name is one variable.
                let [a, b] = [a.clone(), b.clone()].map(|cube| self.terms.app(Op::And, cube));
                let all = self.terms.app(Op::And, [a, b, formula]);
                panic!("{side} is {outcome:?}, where (and A B I) is {}", self.terms.display(all));
            }
        }
    }

    /// Checks some cubes together. What a solver for many checks does not decide in time, a new context may.
    fn judged(&mut self, cubes: &[&[TermId]]) -> Outcome {
        match check_alone(&mut self.judge, &self.terms, cubes) {
            Outcome::Unknown(_) => {
                let config = SmtConfig { timeout: Some(Duration::from_secs(60)), ..SmtConfig::default() };
                let mut fresh = Smt::new(config, &Stop::new());
                cubes.iter().flat_map(|cube| cube.iter()).for_each(|literal| fresh.assert(&self.terms, *literal));
                fresh.check(&self.terms, &[])
            }
            decided => decided,
        }
    }
}

/// Checks some cubes together, in a solver that has nothing else to say.
pub fn check_alone(smt: &mut Smt, terms: &Terms, cubes: &[&[TermId]]) -> Outcome {
    smt.push();
    cubes.iter().flat_map(|cube| cube.iter()).for_each(|literal| smt.assert(terms, *literal));
    let outcome = smt.check(terms, &[]);
    smt.pop();
    outcome
}

impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let show = |cube: &[TermId]| cube.iter().map(|t| self.terms.display(*t)).collect::<Vec<_>>().join(" ");
        write!(f, "A: {}; B: {}", show(&self.a), show(&self.b))
    }
}
