//! Half-spaces, and clauses with one, that the transitions of a rule preserve.

use super::{
    Budget,
    cube::{Affine, Columns},
    farkas::half_space,
    group::{demands, feasible, gap_above, usable_columns},
    program::{Implication, Place, Program},
    strength::Strength,
};
use alphorn_arith::{Linear, OutOfBudget, Rational, Relation, Row};
use alphorn_logic::term::{TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// How a rule leads from the shared variables to themselves: an interpolant is inductive if, where one of the cubes holds,
/// it holds at the conclusion whenever it holds at all the premises.
#[derive(Clone, Debug, Default)]
pub struct Transition {
    /// The rule's constraint, as a disjunction of cubes.
    pub cubes: Vec<Vec<TermId>>,
    /// For each premise what the shared variables are there, in the order of the question.
    pub premises: Vec<Vec<TermId>>,
    /// What they are at the conclusion.
    pub conclusion: Vec<TermId>,
}

/// One cube of a transition as rows.
#[derive(Debug)]
pub struct Step {
    rows: Vec<Row>,
    premises: Vec<FxHashMap<usize, Affine>>,
    conclusion: FxHashMap<usize, Affine>,
}

/// Programs solved for one half-space; each gives the premises other multipliers.
const MOST_PROGRAMS: usize = 6;
/// Literals of the suffix tried as the guard of a clause.
const MOST_GUARDS: usize = 6;

/// Reads transitions; what is not a number is left out.
pub fn steps(terms: &mut Terms, columns: &mut Columns, shared: &[VarId], transitions: &[Transition]) -> Vec<Step> {
    let mut steps = Vec::new();
    for transition in transitions {
        let place = |terms: &mut Terms, columns: &mut Columns, images: &[TermId]| {
            let mut place = FxHashMap::default();
            for (var, image) in shared.iter().zip(images) {
                if terms.var(*var).sort.is_arithmetic() {
                    let column = terms.var_term(*var);
                    let column = columns.column(terms, column);
                    place.insert(column, columns.affine(terms, *image));
                }
            }
            place
        };
        let conclusion = place(terms, columns, &transition.conclusion);
        let premises: Vec<_> = transition.premises.iter().map(|images| place(terms, columns, images)).collect();
        let images = premises.iter().chain([&conclusion]).flat_map(|place| place.values());
        let used: Vec<usize> = images.flat_map(|(form, _)| form.columns()).collect();
        let definitions = columns.definitions(terms, used);
        for cube in &transition.cubes {
            let mut rows = columns.rows(terms, cube);
            rows.extend(definitions.iter().cloned());
            steps.push(Step { rows, premises: premises.clone(), conclusion: conclusion.clone() });
        }
    }
    steps
}

/// What an inductive interpolant is made of: `guard ⇒ half-space`.
#[derive(Debug, PartialEq, Eq)]
pub struct Guarded {
    /// A row that the suffix implies; without one the half-space holds by itself.
    pub guard: Option<Row>,
    /// The half-space.
    pub half_space: Row,
}

/// The guards to try against one suffix: none first, then inequalities that the suffix implies. A half-space for more cubes
/// is one for fewer, so a guard under which there is none for some cubes is not tried for more.
pub struct Guards(Vec<Option<Row>>);

impl Guards {
    /// The guards for a suffix.
    pub fn new(columns: &Columns, steps: &[Step], suffix: &[Row]) -> Self {
        let mut guards = vec![None];
        if steps.iter().all(|step| step.premises.len() == 1) {
            guards.extend(inequalities(columns, steps, suffix).into_iter().map(Some));
        }
        Guards(guards)
    }
}

/// A half-space between the cubes and the suffix that all steps preserve; if there is none, one under a guard taken from
/// the suffix. `guards` are those of the suffix; of several calls with them, each must have the cubes of the one before.
pub fn separate(
    columns: &Columns,
    steps: &[Step],
    guards: &mut Guards,
    cubes: &[&[Row]],
    suffix: &[Row],
    strength: Strength,
    budget: &Budget,
) -> Result<Option<Guarded>, OutOfBudget> {
    if feasible(&[suffix], budget)?.is_empty() {
        return Ok(None);
    }
    let search = Search { columns, steps, suffix, strength, budget };
    let mut at = 0;
    while let Some(guard) = guards.0.get(at) {
        let guarded: Vec<Vec<Row>> = cubes.iter().map(|rows| rows.iter().chain(guard).cloned().collect()).collect();
        let guarded: Vec<&[Row]> = guarded.iter().map(Vec::as_slice).collect();
        match search.under(&guarded, guard.as_ref())? {
            Attempt::Found(half_space) => return Ok(Some(Guarded { guard: guard.clone(), half_space })),
            Attempt::NotPreserved => at += 1,
            Attempt::Inseparable => {
                guards.0.remove(at);
            }
        }
    }
    Ok(None)
}

/// Inequalities over shared variables that the suffix implies.
fn inequalities(columns: &Columns, steps: &[Step], suffix: &[Row]) -> Vec<Row> {
    let known = |column| columns.is_shared(column) && steps.iter().all(|step| step.conclusion.contains_key(&column));
    let usable = suffix.iter().filter(|row| !row.coeffs.is_zero() && row.coeffs.columns().all(known));
    let halves = usable.flat_map(|row| match row.relation {
        Relation::Eq => {
            vec![Row::le(row.coeffs.clone(), row.rhs.clone()), Row::ge(row.coeffs.clone(), row.rhs.clone())]
        }
        _ => vec![row.clone()],
    });
    halves.take(MOST_GUARDS).collect()
}

/// What came of one guard.
enum Attempt {
    Found(Row),
    /// No half-space found is preserved.
    NotPreserved,
    /// There is no half-space at all between the cubes and the suffix.
    Inseparable,
}

struct Search<'a> {
    columns: &'a Columns,
    steps: &'a [Step],
    suffix: &'a [Row],
    strength: Strength,
    budget: &'a Budget,
}

impl Search<'_> {
    fn under(&self, cubes: &[&[Row]], guard: Option<&Row>) -> Result<Attempt, OutOfBudget> {
        let mut used = usable_columns(self.columns, self.suffix);
        used.retain(|column| self.steps.iter().all(|step| step.conclusion.contains_key(column)));
        let cubes = feasible(cubes, self.budget)?;
        let plain = Program { width: used.len(), strict: false, implications: demands(&used, &cubes, self.suffix) };
        if !plain.is_feasible(self.budget)? {
            return Ok(Attempt::Inseparable);
        }
        for multipliers in self.multipliers(guard.is_some()) {
            let mut implications = demands(&used, &cubes, self.suffix);
            for (step, with_premises) in self.steps.iter().zip(multipliers) {
                for demand in step.demands(&used, guard, with_premises) {
                    if !feasible(&[&demand.rows], self.budget)?.is_empty() {
                        implications.push(demand);
                    }
                }
            }
            let program = Program { width: used.len(), strict: false, implications };
            if let Some(solution) = program.solve(self.budget)? {
                let form = Linear::new(used.iter().copied().zip(solution.coefficients));
                let found = self.finish(form, solution.constant)?;
                return Ok(found.map_or(Attempt::NotPreserved, Attempt::Found));
            }
        }
        Ok(Attempt::NotPreserved)
    }

    /// Which steps may use the half-space at their premises: all, none, and without a guard also all but one.
    fn multipliers(&self, guarded: bool) -> Vec<Vec<bool>> {
        let count = self.steps.len();
        let mut choices = vec![vec![true; count], vec![false; count]];
        if count > 1 && !guarded {
            choices.extend((0..count).map(|without| (0..count).map(|step| step != without).collect()));
        }
        choices.truncate(MOST_PROGRAMS);
        choices
    }

    /// A step with at most one premise is also preserved by what is weaker, so that the constant may be chosen.
    fn finish(&self, form: Linear, constant: Rational) -> Result<Option<Row>, OutOfBudget> {
        if form.is_zero() || self.steps.iter().any(|step| step.premises.len() > 1) {
            return Ok(Some(self.columns.tightened(Row::le(form, constant))));
        }
        let gap = gap_above((constant, true), self.suffix, &form, self.budget)?;
        Ok(gap.and_then(|gap| half_space(self.columns, form, gap, self.strength)))
    }
}

impl Step {
    /// That the step preserves the half-space `h`, or the clause `guard ⇒ h`.
    fn demands<'a>(&'a self, used: &[usize], guard: Option<&Row>, with_premises: bool) -> Vec<Implication<'a>> {
        let place = |images: &FxHashMap<usize, Affine>| -> Place {
            used.iter().filter_map(|column| images.get(column).cloned()).collect()
        };
        let preserved = |rows: Vec<Row>, with_premises: bool| {
            let premises = if with_premises { self.premises.iter().map(place).collect() } else { Vec::new() };
            Implication { rows: rows.into(), premises, conclusion: Some(place(&self.conclusion)) }
        };
        let Some(guard) = guard else { return vec![preserved(self.rows.clone(), with_premises)] };
        let mut rows = self.rows.clone();
        rows.push(at(guard, &self.conclusion));
        let unguarded_before = self.premises.iter().flat_map(|premise| at(guard, premise).negations()).map(|outside| {
            let mut rows = rows.clone();
            rows.push(outside);
            preserved(rows, false)
        });
        let mut demands: Vec<Implication> = unguarded_before.collect();
        demands.push(preserved(rows, with_premises));
        demands
    }
}

/// A row over shared variables, with what these are at a place.
fn at(row: &Row, place: &FxHashMap<usize, Affine>) -> Row {
    let mut moved = Row::new(Linear::default(), row.relation, row.rhs.clone());
    for (column, coefficient) in row.coeffs.terms() {
        if let Some((form, constant)) = place.get(column) {
            moved.coeffs.add_mul(coefficient, form);
            moved.rhs.add_mul(&-coefficient, constant);
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::{Op, SortId};

    struct Loop {
        terms: Terms,
        columns: Columns,
        vars: Vec<VarId>,
    }

    impl Loop {
        fn new() -> Self {
            let mut terms = Terms::new();
            let vars: Vec<VarId> = ["x", "y"].iter().map(|name| terms.fresh_var(name, SortId::INT)).collect();
            let columns = Columns::new(&vars);
            Loop { terms, columns, vars }
        }

        fn var(&mut self, index: usize) -> TermId {
            self.terms.var_term(self.vars[index])
        }

        fn plus(&mut self, a: TermId, b: TermId) -> TermId {
            self.terms.app(Op::Add, [a, b])
        }

        fn equals(&mut self, index: usize, value: i64) -> TermId {
            let (var, value) = (self.var(index), self.terms.int(value));
            self.terms.eq(var, value)
        }

        fn find(&mut self, steps: &[Step], prefix: &[TermId], suffix: &[TermId]) -> Option<(Option<String>, String)> {
            let cube = self.columns.rows(&mut self.terms, prefix);
            let suffix = self.columns.rows(&mut self.terms, suffix);
            let budget = Budget::default();
            let mut guards = Guards::new(&self.columns, steps, &suffix);
            let found =
                separate(&self.columns, steps, &mut guards, &[&cube], &suffix, Strength::Middle, &budget).unwrap()?;
            let mut show = |row: &Row| {
                let literal = self.columns.literal(&mut self.terms, row);
                self.terms.display(literal)
            };
            Some((found.guard.as_ref().map(&mut show), show(&found.half_space)))
        }
    }

    #[test]
    fn the_loop_decides_which_half_space_is_taken() {
        let mut l = Loop::new();
        let (x, y, one) = (l.var(0), l.var(1), l.terms.int(1));
        let (x_next, y_next) = (l.plus(x, one), l.plus(y, one));
        let transition =
            Transition { cubes: vec![vec![]], premises: vec![vec![x, y]], conclusion: vec![x_next, y_next] };
        let steps = steps(&mut l.terms, &mut l.columns, &l.vars, &[transition]);
        let start = [l.equals(0, 0), l.equals(1, 0)];
        let bad = [l.equals(0, 9), l.equals(1, 7)];
        assert_eq!(l.find(&steps, &start, &bad), Some((None, "(<= (+ x (* (- 1) y)) 0)".into())));
    }

    #[test]
    fn a_guard_is_taken_from_the_suffix_where_a_half_space_alone_is_not_preserved() {
        // Once y is at least 3, x becomes anything: nothing linear holds at the start and is preserved.
        let mut l = Loop::new();
        let (x, y) = (l.var(0), l.var(1));
        let x_next = l.terms.fresh("x'", SortId::INT);
        let (zero, three) = (l.terms.int(0), l.terms.int(3));
        let wild = vec![l.terms.app(Op::Ge, [y, three]), l.terms.le(zero, x_next)];
        let transition = Transition { cubes: vec![wild], premises: vec![vec![x, y]], conclusion: vec![x_next, y] };
        let steps = steps(&mut l.terms, &mut l.columns, &l.vars, &[transition]);
        let start = [l.equals(0, 0)];
        let bad = [l.equals(0, 5), l.equals(1, 2)];
        let found = l.find(&steps, &start, &bad).unwrap();
        assert_eq!(found, (Some("(>= x 5)".into()), "(>= y 3)".into()));
    }

    #[test]
    fn a_reset_needs_no_premise() {
        let mut l = Loop::new();
        let (x, y, zero) = (l.var(0), l.var(1), l.terms.int(0));
        let transition = Transition { cubes: vec![vec![]], premises: vec![vec![x, y]], conclusion: vec![zero, x] };
        let steps = steps(&mut l.terms, &mut l.columns, &l.vars, &[transition]);
        let start = [l.equals(0, 0), l.equals(1, 0)];
        let bad = [l.equals(0, 4), l.equals(1, 4)];
        let (guard, half_space) = l.find(&steps, &start, &bad).unwrap();
        assert_eq!((guard, half_space.as_str()), (None, "(<= x 0)"));
    }

    #[test]
    fn some_loops_preserve_no_half_space() {
        let mut l = Loop::new();
        let (x, y) = (l.var(0), l.var(1));
        let any = l.terms.fresh("any", SortId::INT);
        let transition = Transition { cubes: vec![vec![]], premises: vec![vec![x, y]], conclusion: vec![any, any] };
        let steps = steps(&mut l.terms, &mut l.columns, &l.vars, &[transition]);
        let start = [l.equals(0, 0), l.equals(1, 0)];
        let bad = [l.equals(0, 4), l.equals(1, 4)];
        assert_eq!(l.find(&steps, &start, &bad), None);
    }
}
