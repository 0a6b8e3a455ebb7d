//! Literals of linear arithmetic as rows over numbered columns.
//!
//! A column is a variable, the quotient of a division by a numeral, the floor of a real, or any other term that has only
//! shared variables. Quotients and floors come with rows that define them; those over shared variables are kept as terms
//! both sides may speak of, the others belong to the side they occur on.

use super::vocabulary::{Vocabulary, signed_atom};
use crate::{
    arith::{Linear, Rational, Relation, Row},
    term::{self, Op, SortId, TermId, Terms},
};
use dashu_ratio::RBig;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Who may speak of a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// Both sides.
    Shared,
    /// The first side.
    A,
    /// The second side.
    B,
}

/// What the columns of some rows stand for. A term that is private has a column for each side.
#[derive(Default)]
pub struct Columns {
    columns: IndexSet<(TermId, Owner), FxBuildHasher>,
    integer: Vec<bool>,
}

impl Columns {
    fn column(&mut self, terms: &Terms, term: TermId, owner: Owner) -> usize {
        let (column, new) = self.columns.insert_full((term, owner));
        if new {
            self.integer.push(terms.sort_of(term) == SortId::INT);
        }
        column
    }

    /// Number of columns.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// The term of a column.
    pub fn term(&self, column: usize) -> TermId {
        self.columns[column].0
    }

    /// Who may speak of a column.
    pub fn owner(&self, column: usize) -> Owner {
        self.columns[column].1
    }

    /// Whether a column is an integer.
    pub fn is_integer(&self, column: usize) -> bool {
        self.integer[column]
    }
}

/// A linear form and a constant to add.
#[derive(Clone, Default, Debug)]
pub struct Affine {
    /// The form.
    pub form: Linear,
    /// The constant.
    pub constant: Rational,
}

impl Affine {
    fn column(column: usize) -> Self {
        Affine { form: Linear::column(column), constant: Rational::ZERO }
    }

    fn add_mul(&mut self, factor: &Rational, other: &Affine) {
        self.form.add_mul(factor, &other.form);
        self.constant.add_mul(factor, &other.constant);
    }

    /// The row `self relation bound`.
    fn row(self, relation: Relation, bound: Rational) -> Row {
        Row::new(self.form, relation, bound - self.constant)
    }
}

/// The rows of one side.
pub struct Lineariser<'a> {
    vocabulary: &'a Vocabulary,
    side: Owner,
    columns: &'a mut Columns,
    known: FxHashMap<TermId, Affine>,
    /// The literals.
    pub rows: Vec<Row>,
    /// What the quotients and floors among the columns are.
    pub definitions: Vec<Row>,
    /// Forms that are not zero.
    pub disequalities: Vec<Affine>,
}

impl<'a> Lineariser<'a> {
    /// No rows yet; columns that are not shared will belong to `side`.
    pub fn new(vocabulary: &'a Vocabulary, side: Owner, columns: &'a mut Columns) -> Self {
        Lineariser {
            vocabulary,
            side,
            columns,
            known: FxHashMap::default(),
            rows: Vec::new(),
            definitions: Vec::new(),
            disequalities: Vec::new(),
        }
    }

    /// Adds a literal; `None` when it is not linear arithmetic.
    pub fn add(&mut self, terms: &mut Terms, literal: TermId) -> Option<()> {
        let (atom, positive) = signed_atom(terms, literal);
        if let Some(truth) = terms.truth(atom) {
            if truth != positive {
                self.rows.push(Row::contradiction());
            }
            return Some(());
        }
        let (sum, relation, positive) = match (terms.op(atom), terms.args(atom)) {
            (Op::Distinct, &[a, b]) if terms.sort_of(a).is_arithmetic() => {
                let sum = [(a, RBig::ONE), (b, RBig::NEG_ONE)];
                (term::Linear::of_weights(terms, terms.sort_of(a), sum), term::Relation::Eq, !positive)
            }
            _ => {
                let (sum, relation) = term::Linear::of_atom(terms, atom)?;
                (sum, relation, positive)
            }
        };
        let affine = self.affine(terms, &sum)?;
        self.add_comparison(affine, relation, positive);
        Some(())
    }

    /// Adds `affine relation 0`, or its opposite.
    fn add_comparison(&mut self, mut affine: Affine, relation: term::Relation, positive: bool) {
        use term::Relation as R;
        let (relation, below) = match (relation, positive) {
            (R::Eq, true) => (Relation::Eq, true),
            (R::Eq, false) => return self.disequalities.push(affine),
            (R::Le, true) | (R::Gt, false) => (Relation::Le, true),
            (R::Lt, true) | (R::Ge, false) => (Relation::Lt, true),
            (R::Ge, true) | (R::Lt, false) => (Relation::Le, false),
            (R::Gt, true) | (R::Le, false) => (Relation::Lt, false),
        };
        if !below {
            affine.form.scale(&Rational::MINUS_ONE);
            affine.constant = -affine.constant;
        }
        self.rows.push(affine.row(relation, Rational::ZERO));
    }

    /// A sum over columns.
    fn affine(&mut self, terms: &mut Terms, sum: &term::Linear) -> Option<Affine> {
        let parts: Vec<TermId> = sum.monomials().iter().map(|(t, _)| without_to_real(terms, *t)).collect();
        // Arguments before what they are part of, so that nested divisions need no recursion.
        for t in terms.subterms(parts) {
            if !self.known.contains_key(&t)
                && terms.sort_of(t).is_arithmetic()
                && let Some(affine) = self.part(terms, t)
            {
                self.known.insert(t, affine);
            }
        }
        self.sum_of_known(terms, sum)
    }

    /// A term whose subterms are known as far as they can be.
    fn part(&mut self, terms: &mut Terms, t: TermId) -> Option<Affine> {
        let (op, args) = (terms.op(t).clone(), terms.args(t).to_vec());
        match op {
            Op::Int(_) | Op::Real(_) | Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Divide | Op::ToReal => {
                let sum = term::Linear::of(terms, t);
                let itself = sum.monomials().iter().any(|(part, _)| *part == t);
                if itself { self.opaque(terms, t) } else { self.sum_of_known(terms, &sum) }
            }
            Op::IntDiv | Op::Mod if terms.number(args[1]).is_some_and(|n| !n.is_zero()) => {
                let divisor = Rational::from(terms.number(args[1])?);
                self.division(terms, t, &op, &args, &divisor)
            }
            Op::ToInt => {
                let argument = self.known.get(&args[0])?.clone();
                let floor = self.owned(terms, t);
                // 0 <= argument - floor < 1
                let mut fraction = argument;
                fraction.add_mul(&Rational::MINUS_ONE, &floor);
                self.define(fraction, Relation::Lt, Rational::ONE);
                Some(floor)
            }
            Op::Var(_) => Some(self.owned(terms, t)),
            _ => self.opaque(terms, t),
        }
    }

    /// `div` or `mod` by a numeral.
    fn division(
        &mut self,
        terms: &mut Terms,
        t: TermId,
        op: &Op,
        args: &[TermId],
        divisor: &Rational,
    ) -> Option<Affine> {
        let mut remainder = self.known.get(&args[0])?.clone();
        let quotient = terms.app(Op::IntDiv, args.iter().copied());
        let is_defined = self.known.contains_key(&quotient);
        let quotient_column = self.owned(terms, quotient);
        remainder.add_mul(&-divisor, &quotient_column);
        if !is_defined {
            self.known.insert(quotient, quotient_column.clone());
            self.define(remainder.clone(), Relation::Le, divisor.abs() - Rational::ONE);
        }
        if *op == Op::IntDiv {
            return Some(quotient_column);
        }
        if !self.vocabulary.covers(terms, t) {
            return Some(remainder);
        }
        let column = self.owned(terms, t);
        remainder.add_mul(&Rational::MINUS_ONE, &column);
        self.definitions.push(remainder.row(Relation::Eq, Rational::ZERO));
        Some(column)
    }

    /// Defines that `0 <= affine relation limit`.
    fn define(&mut self, affine: Affine, relation: Relation, limit: Rational) {
        self.definitions.push(affine.clone().row(relation, limit));
        self.definitions.push(Row::ge(affine.form, -affine.constant));
    }

    fn sum_of_known(&self, terms: &Terms, sum: &term::Linear) -> Option<Affine> {
        let mut result = Affine { form: Linear::default(), constant: Rational::from(sum.constant().clone()) };
        for (t, c) in sum.monomials() {
            result.add_mul(&Rational::from(c.clone()), self.known.get(&without_to_real(terms, *t))?);
        }
        Some(result)
    }

    fn opaque(&mut self, terms: &Terms, t: TermId) -> Option<Affine> {
        self.vocabulary.covers(terms, t).then(|| self.owned(terms, t))
    }

    fn owned(&mut self, terms: &Terms, t: TermId) -> Affine {
        let owner = if self.vocabulary.covers(terms, t) { Owner::Shared } else { self.side };
        Affine::column(self.columns.column(terms, t, owner))
    }
}

fn without_to_real(terms: &Terms, t: TermId) -> TermId {
    if *terms.op(t) == Op::ToReal { terms.args(t)[0] } else { t }
}
