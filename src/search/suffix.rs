//! The suffix: what the decided rest of the goal says about the arguments of the subgoal that failed.

use crate::{
    arith::{Row, project, substitute_equations},
    interpolate::Columns,
    smt::{Outcome, Smt, implicant},
    stop::Stop,
    term::{Linear, Op, Relation, TermId, Terms, VarId},
};
use rustc_hash::FxHashSet;

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
    substitute_equations(&mut rows, |column| columns.is_shared(column));
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
    Some(halved(terms, cube))
}

/// Some literals over the `shared` variables that imply that the others have values: model-based projection.
pub fn part(terms: &mut Terms, smt: &mut Smt, shared: &[VarId], suffix: &[TermId]) -> Option<Vec<TermId>> {
    let known: FxHashSet<VarId> = shared.iter().copied().collect();
    smt.push();
    suffix.iter().for_each(|formula| smt.assert(terms, *formula));
    let model = (smt.check(terms, &[]) == Outcome::Sat).then(|| smt.model());
    smt.pop();
    let mut model = model?;
    let suffix = terms.and(suffix.iter().copied());
    let literals = implicant(terms, &mut model, suffix)?;
    let locals = terms.free_vars(literals.iter().copied()).into_iter().filter(|v| !known.contains(v));
    let locals: Vec<VarId> = locals.collect();
    let projected = model.project(terms, &locals, &literals)?;
    let cube = terms.conjuncts(projected);
    Some(halved(terms, cube))
}

/// Whether a literal is a Boolean variable or its negation.
fn is_boolean(terms: &Terms, literal: TermId) -> bool {
    let atom = if *terms.op(literal) == Op::Not { terms.args(literal)[0] } else { literal };
    matches!(terms.op(atom), Op::Var(_))
}

/// Equations of numbers as two inequalities, so that one of them can be dropped; nothing twice, nothing that is true.
fn halved(terms: &mut Terms, cube: Vec<TermId>) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut halves = Vec::new();
    for literal in cube {
        match Linear::of_atom(terms, literal) {
            Some((sum, Relation::Eq)) => {
                halves.extend([Relation::Le, Relation::Ge].map(|r| sum.clone().compare_to_zero(terms, r)));
            }
            _ => halves.push(literal),
        }
    }
    halves.retain(|&literal| terms.truth(literal) != Some(true) && seen.insert(literal));
    halves
}
