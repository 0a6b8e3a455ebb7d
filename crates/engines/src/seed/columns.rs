//! The parameters of a predicate as columns of numbers.

use alphorn_arith::Rational;
use alphorn_logic::term::{Linear, Op, Relation, SortId, TermId, Terms, VarId};
use alphorn_smt::Model;
use dashu_ratio::RBig;
use smallvec::{SmallVec, smallvec};

/// The parameters of sort Int and Real as they are, and those of sort Bool as 0 and 1; on demand, products of two.
#[derive(Clone, Debug)]
pub struct Columns(Vec<Column>);

#[derive(Clone, Debug)]
struct Column {
    /// Which of the parameters are its factors.
    places: SmallVec<[usize; 2]>,
    term: TermId,
    sort: SortId,
}

impl Columns {
    /// The parameters whose sort is one of `sorts`.
    pub fn new(terms: &mut Terms, params: &[VarId], sorts: &[SortId]) -> Self {
        let column = |(place, &param): (usize, &VarId)| {
            let sort = terms.var(param).sort;
            Column { places: smallvec![place], term: terms.var_term(param), sort }
        };
        Columns(params.iter().enumerate().map(column).filter(|column| sorts.contains(&column.sort)).collect())
    }

    /// These, and the products of all pairs of numbers of one sort.
    pub fn with_products(&self, terms: &mut Terms) -> Self {
        let mut all = self.0.clone();
        for (at, one) in self.0.iter().enumerate().filter(|(_, one)| one.sort != SortId::BOOL) {
            for other in self.0[at..].iter().filter(|other| other.sort == one.sort) {
                let places = one.places.iter().chain(&other.places).copied().collect();
                all.push(Column { places, term: terms.app(Op::Mul, [one.term, other.term]), sort: one.sort });
            }
        }
        Columns(all)
    }

    /// The sorts of the columns.
    pub fn sorts(&self) -> Vec<SortId> {
        self.0.iter().map(|column| column.sort).collect()
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The columns as terms over the parameters.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = TermId> {
        self.0.iter().map(|column| column.term)
    }

    /// The positions of the columns that are numbers by themselves.
    pub fn numeric(&self) -> Vec<usize> {
        (0..self.len()).filter(|&at| self.0[at].sort != SortId::BOOL).collect()
    }

    /// The values that a model gives to the columns; `None` when one of them has no value.
    pub fn point(&self, terms: &mut Terms, model: &mut Model) -> Option<Vec<Rational>> {
        let value = |column: &Column| {
            let value = model.value(terms, column.term)?;
            number(terms, value)
        };
        self.0.iter().map(value).collect()
    }

    /// The values of the columns in a state, which has one for each parameter.
    pub fn of_state(&self, terms: &Terms, state: &[TermId]) -> Option<Vec<Rational>> {
        let product = |column: &Column| {
            let mut factors = column.places.iter().map(|&place| number(terms, state[place]));
            factors.try_fold(Rational::ONE, |product, factor| Some(product * factor?))
        };
        self.0.iter().map(product).collect()
    }

    /// `coeffs - rhs` as a sum over the parameters.
    pub fn sum(&self, terms: &mut Terms, coeffs: &alphorn_arith::Linear, rhs: &Rational) -> Linear {
        let used = || coeffs.terms().iter().map(|(column, factor)| (&self.0[*column], factor));
        let is_real = used().any(|(column, factor)| column.sort == SortId::REAL || !factor.is_integer());
        let sort = if is_real || !rhs.is_integer() { SortId::REAL } else { SortId::INT };
        let mut parts: Vec<(TermId, RBig)> = Vec::new();
        for (column, factor) in used() {
            parts.push((column.number(terms, sort), RBig::from(factor)));
        }
        let mut sum = Linear::of_weights(terms, sort, parts);
        sum.add_constant(&-RBig::from(rhs));
        sum
    }

    /// `coeffs = rhs`.
    pub fn equation(&self, terms: &mut Terms, coeffs: &alphorn_arith::Linear, rhs: &Rational) -> TermId {
        let is_truth = |column: usize| self.0[column].sort == SortId::BOOL;
        match *coeffs.terms() {
            [(column, ref factor)] if is_truth(column) && (rhs.is_zero() || rhs == factor) => {
                let param = self.0[column].term;
                if rhs.is_zero() { terms.not(param) } else { param }
            }
            [(a, ref one), (b, ref other)] if is_truth(a) && is_truth(b) && rhs.is_zero() && *one == -other => {
                terms.eq(self.0[a].term, self.0[b].term)
            }
            [(a, ref one), (b, ref other)] if is_truth(a) && is_truth(b) && one == other && rhs == one => {
                let same = terms.eq(self.0[a].term, self.0[b].term);
                terms.not(same)
            }
            _ => self.compare(terms, coeffs, Relation::Eq, rhs),
        }
    }

    /// `coeffs relation rhs`.
    pub fn compare(
        &self,
        terms: &mut Terms,
        coeffs: &alphorn_arith::Linear,
        relation: Relation,
        rhs: &Rational,
    ) -> TermId {
        self.sum(terms, coeffs, rhs).compare_to_zero(terms, relation)
    }
}

impl Column {
    /// The column as a term of sort Int or Real.
    fn number(&self, terms: &mut Terms, sort: SortId) -> TermId {
        match self.sort {
            SortId::BOOL => {
                let [one, zero] = [1, 0].map(|n| terms.numeral(sort, RBig::from(n)));
                terms.ite(self.term, one, zero)
            }
            SortId::INT if sort == SortId::REAL => terms.app(Op::ToReal, [self.term]),
            _ => self.term,
        }
    }
}

/// The number that a value stands for.
pub fn number(terms: &Terms, value: TermId) -> Option<Rational> {
    match terms.truth(value) {
        Some(truth) => Some(Rational::from(i64::from(truth))),
        None => terms.number(value).map(Rational::from),
    }
}
