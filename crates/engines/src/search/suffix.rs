//! The suffix: what the decided rest of the goal says about the arguments of the subgoal that failed.

use alphorn_arith::{
    Linear, Rational,
    Relation::{Eq as Equals, Le as Upto, Lt as Below},
    Row, project, substitute_equations,
};
use alphorn_interpolate::Columns;
use alphorn_logic::term::{Op, TermId, Terms, VarId};
use alphorn_run::stop::Stop;
use alphorn_smt::{Model, Outcome, Smt, implicant};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashSet};

/// Larger systems are projected by a model.
const MOST_ROWS: usize = 30;

/// The literals that are connected to the arguments by shared variables, and all that took part in the conflict.
pub fn connected(terms: &Terms, args: &[TermId], literals: Vec<TermId>, core: &FxHashSet<TermId>) -> Vec<TermId> {
    let mut reached: FxHashSet<VarId> = terms.free_vars(args.iter().copied()).into_iter().collect();
    let mut rest: Vec<(TermId, Vec<VarId>)> = literals.into_iter().map(|l| (l, terms.free_vars([l]))).collect();
    let mut kept = Vec::new();
    loop {
        let before = rest.len();
        rest.retain(|(literal, vars)| {
            let near = core.contains(literal) || vars.iter().any(|v| reached.contains(v));
            if near {
                reached.extend(vars.iter().copied());
                kept.push(*literal);
            }
            !near
        });
        if rest.len() == before {
            return kept;
        }
    }
}

/// What the literals imply about the `shared` variables: all of it, but for what only integers know. `None` when that
/// would be too large, or is not arithmetic.
pub fn shadow(terms: &mut Terms, shared: &[VarId], literals: &[TermId], stop: &Stop) -> Option<Vec<TermId>> {
    let known: FxHashSet<VarId> = shared.iter().copied().collect();
    let mut columns = Columns::new(shared);
    let (mut cube, mut rows) = (Vec::new(), Vec::new());
    for &literal in literals {
        if terms.free_vars([literal]).iter().all(|v| known.contains(v)) {
            cube.push(literal);
        } else if let Some(row) = columns.row(terms, literal) {
            rows.push(columns.tightened(row));
        } else if !is_boolean(terms, literal) {
            return None;
        }
    }
    let used: Vec<usize> = rows.iter().flat_map(|row| row.coeffs.columns()).collect();
    rows.extend(columns.definitions(terms, used));
    loop {
        let before = rows.len();
        rows = meet(rows);
        substitute_equations(&mut rows, |column| columns.is_shared(column));
        if rows.len() == before {
            break;
        }
    }
    rows.sort_unstable_by_key(|row| row.coeffs.terms().len());
    rows.dedup();
    let is_shared = |row: &Row| row.coeffs.columns().all(|column| columns.is_shared(column));
    let (mut rows, mixed): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(is_shared);
    if mixed.len() > MOST_ROWS {
        return None;
    }
    if !mixed.is_empty() {
        rows.extend(project(&mixed, |column| columns.is_shared(column), MOST_ROWS, stop)?);
    }
    for row in rows {
        let row = columns.tightened(row);
        cube.push(columns.literal(terms, &row));
    }
    Some(normal(terms, shared, cube))
}

/// Two bounds that meet become an equation.
fn meet(rows: Vec<Row>) -> Vec<Row> {
    let mut met: IndexSet<Row, FxBuildHasher> = IndexSet::default();
    for row in rows.into_iter().map(Row::primitive) {
        let mut opposite = Row { rhs: -row.rhs.clone(), ..row.clone() };
        opposite.coeffs.scale(&Rational::MINUS_ONE);
        if row.relation == Upto && met.swap_remove(&opposite) {
            met.insert(Row { relation: Equals, ..row }.primitive());
        } else {
            met.insert(row);
        }
    }
    met.into_iter().collect()
}

/// What model-based projection finds.
pub enum Part {
    /// Literals over the shared variables that imply that the others have values.
    Cube(Vec<TermId>),
    /// The suffix contradicts itself.
    Empty,
    /// Nothing, and why.
    Unknown(String),
}

/// A part of the suffix, by a model of it that satisfies what is known as well.
pub fn part(terms: &mut Terms, smt: &mut Smt, shared: &[VarId], suffix: &[TermId], known: &[TermId]) -> Part {
    smt.push();
    suffix.iter().chain(known).for_each(|formula| smt.assert(terms, *formula));
    let outcome = smt.check(terms, &[]);
    let model = smt.model();
    smt.pop();
    match outcome {
        Outcome::Sat => match projected(terms, model, shared, suffix) {
            Some(cube) => Part::Cube(cube),
            None => Part::Unknown("the goal could not be projected".into()),
        },
        Outcome::Unsat => Part::Empty,
        Outcome::Unknown(reason) => Part::Unknown(reason),
    }
}

/// Literals over the shared variables, true in a model of the suffix, that imply that the other variables have values.
pub fn projected(terms: &mut Terms, mut model: Model, shared: &[VarId], suffix: &[TermId]) -> Option<Vec<TermId>> {
    let known: FxHashSet<VarId> = shared.iter().copied().collect();
    let suffix = terms.and(suffix.iter().copied());
    let literals = implicant(terms, &mut model, suffix)?;
    let locals = terms.free_vars(literals.iter().copied()).into_iter().filter(|v| !known.contains(v));
    let locals: Vec<VarId> = locals.collect();
    let projected = model.project(terms, &locals, &literals)?;
    let cube = terms.conjuncts(projected);
    Some(normal(terms, shared, cube))
}

/// Whether a literal is a Boolean variable or its negation.
fn is_boolean(terms: &Terms, literal: TermId) -> bool {
    let atom = if *terms.op(literal) == Op::Not { terms.args(literal)[0] } else { literal };
    matches!(terms.op(atom), Op::Var(_))
}

/// The cube in normal form: of several bounds on one sum the tightest, two that meet as an equation; nothing twice, nothing
/// that is true.
fn normal(terms: &mut Terms, shared: &[VarId], cube: Vec<TermId>) -> Vec<TermId> {
    let mut columns = Columns::new(shared);
    let mut bounds: IndexMap<Linear, Row, FxBuildHasher> = IndexMap::default();
    let mut normal: IndexSet<TermId, FxBuildHasher> = IndexSet::default();
    for literal in cube {
        let atom = if *terms.op(literal) == Op::Not { terms.args(literal)[0] } else { literal };
        let is_comparison = matches!(terms.op(atom), Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::Eq);
        let Some(row) = columns.row(terms, literal).filter(|_| is_comparison) else {
            normal.insert(literal);
            continue;
        };
        let row = columns.tightened(row.primitive());
        let halves = match row.relation {
            Equals => vec![Row::le(row.coeffs.clone(), row.rhs.clone()), Row::ge(row.coeffs, row.rhs)],
            _ => vec![row],
        };
        for half in halves.into_iter().map(Row::primitive) {
            let tightest = bounds.entry(half.coeffs.clone()).or_insert_with(|| half.clone());
            if (&half.rhs, half.relation != Below) < (&tightest.rhs, tightest.relation != Below) {
                *tightest = half;
            }
        }
    }
    while let Some((form, mut row)) = bounds.pop() {
        let mut opposite = form;
        opposite.scale(&Rational::MINUS_ONE);
        let meets = |other: &Row| row.relation != Below && other.relation != Below && other.rhs == -row.rhs.clone();
        if bounds.get(&opposite).is_some_and(meets) {
            bounds.swap_remove(&opposite);
            row.relation = Equals;
        }
        normal.insert(columns.literal(terms, &row));
    }
    normal.retain(|&literal| terms.truth(literal) != Some(true));
    normal.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::SortId;

    #[test]
    fn equations_written_as_two_bounds_are_solved_however_many_there_are() {
        let mut terms = Terms::new();
        let vars: Vec<VarId> = (0..=MOST_ROWS).map(|i| terms.fresh_var(&format!("x{i}"), SortId::REAL)).collect();
        let values: Vec<TermId> = vars.iter().map(|&v| terms.var_term(v)).collect();
        let five = terms.int(5);
        let five = terms.app(Op::ToReal, [five]);
        let bounds = values.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]);
        let mut literals: Vec<TermId> = bounds.map(|(a, b)| terms.le(a, b)).collect();
        literals.push(terms.le(five, values[MOST_ROWS]));
        let cube = shadow(&mut terms, &vars[..1], &literals, &Stop::new()).expect("nothing but equations and a bound");
        let shown: Vec<String> = cube.iter().map(|&literal| terms.display(literal)).collect();
        assert_eq!(shown, ["(>= x0 5.0)"]);
    }
}
