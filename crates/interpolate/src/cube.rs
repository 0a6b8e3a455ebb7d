//! Cubes as linear systems: literals become rows over columns, rows become literals again.
//!
//! A column is a term that linear arithmetic does not look into: a variable, or `(div x 3)`, `(select a i)`, … Where
//! arithmetic knows what such a term means (`div` and `mod` by a constant, `to_int`), its definition is added to the rows
//! of the side it occurs on; if all its variables are shared it may occur in the interpolant as it is.

use alphorn_arith::{Linear, Rational, Relation, Row, tighten};
use alphorn_logic::term::{self, Op, SortId, TermId, Terms, VarId};
use dashu_int::IBig;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A linear form and a constant.
pub type Affine = (Linear, Rational);

/// The numbering of the numeric terms of one question, the same for all its cubes.
pub struct Columns {
    shared: FxHashSet<VarId>,
    columns: IndexMap<TermId, Column, FxBuildHasher>,
}

struct Column {
    integer: bool,
    shared: bool,
}

impl Columns {
    /// No columns yet; those over `shared` variables only may occur in an interpolant.
    pub fn new(shared: &[VarId]) -> Self {
        Columns { shared: shared.iter().copied().collect(), columns: IndexMap::default() }
    }

    /// Number of columns so far.
    pub fn count(&self) -> usize {
        self.columns.len()
    }

    /// The term of a column.
    pub fn term(&self, column: usize) -> TermId {
        self.columns.keys()[column]
    }

    /// Whether the values of a column are integers.
    pub fn is_integer(&self, column: usize) -> bool {
        self.columns[column].integer
    }

    /// Whether a column may occur in an interpolant.
    pub fn is_shared(&self, column: usize) -> bool {
        self.columns[column].shared
    }

    /// The column of a term of sort Int or Real that is no sum.
    pub fn column(&mut self, terms: &Terms, term: TermId) -> usize {
        let shared = &self.shared;
        let entry = self.columns.entry(term);
        let index = entry.index();
        entry.or_insert_with(|| Column {
            integer: terms.sort_of(term) == SortId::INT,
            shared: terms.free_vars([term]).iter().all(|var| shared.contains(var)),
        });
        index
    }

    /// What the rational relaxation of the literals says: literals that are not linear arithmetic are left out.
    pub fn rows(&mut self, terms: &mut Terms, literals: &[TermId]) -> Vec<Row> {
        let rows: Vec<Row> = literals.iter().filter_map(|literal| self.row(terms, *literal)).collect();
        let mut rows: Vec<Row> = rows.into_iter().map(|row| self.tightened(row)).collect();
        let used: Vec<usize> = rows.iter().flat_map(|row| row.coeffs.columns()).collect();
        rows.extend(self.definitions(terms, used));
        rows.retain(|row| row.truth() != Some(true));
        rows
    }

    /// A numeric term as a form over columns.
    pub fn affine(&mut self, terms: &mut Terms, term: TermId) -> Affine {
        let sum = term::Linear::of(terms, term);
        self.affine_of_sum(terms, &sum)
    }

    /// The row as a literal in normal form; `true` or `false` where that is known.
    pub fn literal(&self, terms: &mut Terms, row: &Row) -> TermId {
        let mut weights = Vec::new();
        for (column, coefficient) in row.coeffs.terms() {
            let Some((&term, kind)) = self.columns.get_index(*column) else { continue };
            let real = if kind.integer { terms.app(Op::ToReal, [term]) } else { term };
            weights.push((real, coefficient.to_rbig()));
        }
        let mut sum = term::Linear::of_weights(terms, SortId::REAL, weights);
        sum.add_constant(&-row.rhs.to_rbig());
        let relation = match row.relation {
            Relation::Eq => term::Relation::Eq,
            Relation::Le => term::Relation::Le,
            Relation::Lt => term::Relation::Lt,
        };
        sum.compare_to_zero(terms, relation)
    }

    /// Whether a form takes only integer values, given that its coefficients are integers.
    pub fn is_integral(&self, form: &Linear) -> bool {
        form.columns().all(|column| self.is_integer(column))
    }

    /// An equivalent row, for the integers that integer columns have: divided by the gcd, rounded, not strict.
    pub fn tightened(&self, row: Row) -> Row {
        tighten(row, |column| self.is_integer(column)).unwrap_or_else(Row::contradiction)
    }

    /// The rows that say what the terms mean that have these columns, and the terms in those rows, and so on.
    pub fn definitions(&mut self, terms: &mut Terms, of: impl IntoIterator<Item = usize>) -> Vec<Row> {
        let mut defined: FxHashSet<usize> = FxHashSet::default();
        let mut open: Vec<usize> = of.into_iter().collect();
        let mut rows = Vec::new();
        while let Some(column) = open.pop() {
            if defined.insert(column) {
                let definition = self.definition(terms, column);
                open.extend(definition.iter().flat_map(|row| row.coeffs.columns()));
                rows.extend(definition.into_iter().map(|row| self.tightened(row)));
            }
        }
        rows
    }

    fn affine_of_sum(&mut self, terms: &Terms, sum: &term::Linear) -> Affine {
        let weights: Vec<(usize, Rational)> = sum
            .monomials()
            .iter()
            .map(|(term, coefficient)| {
                // An integer and the same number as a real have one column.
                let inner = if *terms.op(*term) == Op::ToReal { terms.args(*term)[0] } else { *term };
                (self.column(terms, inner), coefficient.clone().into())
            })
            .collect();
        (Linear::new(weights), sum.constant().clone().into())
    }

    /// What a literal says as a row over its terms; `None` when no row says it.
    pub fn row(&mut self, terms: &mut Terms, literal: TermId) -> Option<Row> {
        let positive = *terms.op(literal) != Op::Not;
        let atom = if positive { literal } else { terms.args(literal)[0] };
        match terms.op(atom).clone() {
            Op::True | Op::False => ((terms.truth(atom) == Some(true)) != positive).then(Row::contradiction),
            Op::IsInt => {
                let real = terms.args(atom)[0];
                let floor = terms.app(Op::ToInt, [real]);
                let fraction = self.difference(terms, real, floor, Rational::ONE);
                Some(if positive { equals(fraction, 0) } else { exceeds(fraction, 0) })
            }
            Op::Divisible(n) => {
                let dividend = terms.args(atom)[0];
                let n = IBig::from(n);
                let divisor = terms.int(n.clone());
                let quotient = terms.app(Op::IntDiv, [dividend, divisor]);
                let remainder = self.difference(terms, dividend, quotient, Rational::from(n));
                Some(if positive { equals(remainder, 0) } else { exceeds(remainder, 0) })
            }
            Op::Distinct if !positive => {
                let &[a, b] = terms.args(atom) else { return None };
                let equal = terms.app(Op::Eq, [a, b]);
                self.comparison(terms, equal, true)
            }
            _ => self.comparison(terms, atom, positive),
        }
    }

    fn comparison(&mut self, terms: &mut Terms, atom: TermId, positive: bool) -> Option<Row> {
        let (sum, relation) = term::Linear::of_atom(terms, atom)?;
        let (form, constant) = self.affine_of_sum(terms, &sum);
        let rhs = -constant;
        Some(match (relation, positive) {
            (term::Relation::Eq, true) => Row::eq(form, rhs),
            (term::Relation::Eq, false) => return None,
            (term::Relation::Le, true) | (term::Relation::Gt, false) => Row::le(form, rhs),
            (term::Relation::Lt, true) | (term::Relation::Ge, false) => Row::lt(form, rhs),
            (term::Relation::Ge, true) | (term::Relation::Lt, false) => Row::ge(form, rhs),
            (term::Relation::Gt, true) | (term::Relation::Le, false) => Row::gt(form, rhs),
        })
    }

    /// The rows that say what a column means.
    fn definition(&mut self, terms: &mut Terms, column: usize) -> Vec<Row> {
        let Some((&term, _)) = self.columns.get_index(column) else { return Vec::new() };
        let args = terms.args(term).to_vec();
        match terms.op(term) {
            Op::IntDiv => {
                let Some(divisor) = constant_divisor(terms, args[1]) else { return Vec::new() };
                let size = divisor.abs();
                let remainder = self.difference(terms, args[0], term, divisor);
                vec![below(remainder.clone(), &size), at_least(remainder, 0)]
            }
            Op::Mod => {
                let Some(divisor) = constant_divisor(terms, args[1]) else { return Vec::new() };
                let quotient = terms.app(Op::IntDiv, args.iter().copied());
                let (mut form, constant) = self.difference(terms, args[0], quotient, divisor);
                form.add_mul(&Rational::MINUS_ONE, &Linear::column(column));
                vec![equals((form, constant), 0)]
            }
            Op::ToInt => {
                let fraction = self.difference(terms, args[0], term, Rational::ONE);
                vec![below(fraction.clone(), &Rational::ONE), at_least(fraction, 0)]
            }
            _ => Vec::new(),
        }
    }

    /// `term - factor * column`
    fn difference(&mut self, terms: &mut Terms, term: TermId, column: TermId, factor: Rational) -> Affine {
        let (mut form, constant) = self.affine(terms, term);
        let column = self.column(terms, column);
        form.add_mul(&-factor, &Linear::column(column));
        (form, constant)
    }
}

fn equals((form, constant): Affine, value: i64) -> Row {
    Row::eq(form, Rational::from(value) - constant)
}

fn exceeds((form, constant): Affine, value: i64) -> Row {
    Row::gt(form, Rational::from(value) - constant)
}

fn at_least((form, constant): Affine, value: i64) -> Row {
    Row::ge(form, Rational::from(value) - constant)
}

fn below((form, constant): Affine, limit: &Rational) -> Row {
    Row::lt(form, limit - constant)
}

fn constant_divisor(terms: &mut Terms, divisor: TermId) -> Option<Rational> {
    let sum = term::Linear::of(terms, divisor);
    let constant = Rational::from(sum.constant().clone());
    (sum.is_constant() && !constant.is_zero()).then_some(constant)
}

/// `abs` as a choice, everywhere in a formula, since choices are what models resolve.
pub fn without_abs(terms: &mut Terms, formula: TermId) -> TermId {
    if !terms.any_op([formula], |op| *op == Op::Abs) {
        return formula;
    }
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for term in terms.subterms([formula]) {
        let args: Vec<TermId> = terms.args(term).iter().map(|arg| done[arg]).collect();
        let op = terms.op(term).clone();
        let result = if op == Op::Abs {
            let (zero, negated) = (terms.int(0), terms.app(Op::Neg, [args[0]]));
            let negative = terms.lt(args[0], zero);
            terms.ite(negative, negated, args[0])
        } else if args == terms.args(term) {
            term
        } else {
            terms.app(op, args)
        };
        done.insert(term, result);
    }
    done[&formula]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(rows: &[Row]) -> Vec<String> {
        rows.iter().map(Row::to_string).collect()
    }

    #[test]
    fn definitions_come_with_the_terms_they_define() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", SortId::INT);
        let (three, one) = (terms.int(-3), terms.int(1));
        let remainder = terms.app(Op::Mod, [x, three]);
        let literal = terms.app(Op::Eq, [remainder, one]);
        let mut columns = Columns::new(&[]);
        let rows = columns.rows(&mut terms, &[literal]);
        // x0 is the remainder, x1 is x, x2 the quotient.
        assert_eq!(show(&rows), ["x0 = 1", "x0 - x1 - 3·x2 = 0", "x1 + 3·x2 ≤ 2", "-x1 - 3·x2 ≤ 0"]);
    }

    #[test]
    fn literals_are_read_whatever_their_form() {
        let mut terms = Terms::new();
        let (x, r) = (terms.fresh("x", SortId::INT), terms.fresh("r", SortId::REAL));
        let mut columns = Columns::new(&[]);
        let five = terms.int(5);
        let less = terms.lt(x, five);
        let not_less = terms.not(less);
        let (is_int, even) = (terms.app(Op::IsInt, [r]), terms.app(Op::Divisible(2u8.into()), [x]));
        let odd = terms.not(even);
        let distinct = terms.app(Op::Distinct, [x, five]);
        let equal = terms.not(distinct);
        let bottom = terms.bottom();
        let mut rows = |literal| show(&columns.rows(&mut terms, &[literal]));
        assert_eq!(rows(less), ["x0 ≤ 4"], "tightened");
        assert_eq!(rows(not_less), ["-x0 ≤ -5"]);
        assert_eq!(rows(is_int), ["x1 - x2 = 0", "x1 - x2 < 1", "-x1 + x2 ≤ 0"]);
        assert_eq!(rows(odd), ["-x0 + 2·x3 ≤ -1", "x0 - 2·x3 ≤ 1", "-x0 + 2·x3 ≤ 0"]);
        assert_eq!(rows(equal), ["x0 = 5"]);
        assert!(rows(distinct).is_empty(), "no row says it");
        assert_eq!(rows(bottom), ["0 ≤ -1"]);
    }

    #[test]
    fn rows_become_literals_of_the_right_sort() {
        let mut terms = Terms::new();
        let (x, r) = (terms.fresh("x", SortId::INT), terms.fresh("r", SortId::REAL));
        let mut columns = Columns::new(&[]);
        let (x, r) = (columns.column(&terms, x), columns.column(&terms, r));
        let mut show = |row: Row| {
            let literal = columns.literal(&mut terms, &row);
            terms.display(literal)
        };
        assert_eq!(show(Row::lt(Linear::new([(x, 2)]), 5)), "(<= x 2)");
        assert_eq!(show(Row::lt(Linear::new([(x, 1), (r, -1)]), 5)), "(> (+ r (* (- 1.0) (to_real x))) (- 5.0))");
        assert_eq!(show(Row::contradiction()), "false");
    }

    #[test]
    fn only_columns_over_shared_variables_are_shared() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh_var("x", SortId::INT), terms.fresh_var("y", SortId::INT));
        let [a, b] = [x, y].map(|var| terms.var_term(var));
        let both = terms.app(Op::Mul, [a, b]);
        let mut columns = Columns::new(&[x]);
        let shared = [a, b, both].map(|term| columns.column(&terms, term)).map(|column| columns.is_shared(column));
        assert_eq!(shared, [true, false, false]);
    }

    #[test]
    fn absolute_values_become_choices() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", SortId::INT);
        let size = terms.app(Op::Abs, [x]);
        let twice = terms.app(Op::Abs, [size]);
        let atom = terms.lt(x, twice);
        let plain = without_abs(&mut terms, atom);
        assert!(!terms.any_op([plain], |op| *op == Op::Abs));
        assert_eq!(without_abs(&mut terms, plain), plain);
    }
}
