//! The passes in a fixed order, again and again until nothing changes, those that cost more only then, and the way back through
//! all of them.

use super::{
    Budget, Lift, LiftError, Pass, Rewritten, Selection, Size,
    affine::Affine,
    cases::Cases,
    compact::Compact,
    computed::Computed,
    goals::Goals,
    inline::Inline,
    irrelevant::Irrelevant,
    ite::Ite,
    known::Known,
    late::Late,
    merge::Merge,
    needed::Needed,
    reachable::Reachable,
    reverse::Reverse,
    selection::{CASES, LAST, LATER, REVERSE},
    simplify::Simplify,
    split::Split,
    unhoist::Unhoist,
    viable::Viable,
};
use alphorn_logic::{
    horn::Problem,
    term::Terms,
    witness::{Unknown, Verdict},
};
use alphorn_run::{caught::caught, statistics::Statistics, stop::Stop};
use log::{debug, info};
use std::{
    rc::Rc,
    time::{Duration, Instant},
};

/// No pass begins later than this after the first.
const TIME: Duration = Duration::from_secs(5);
/// For the way back: wall time, and machines may be busy.
const LIFT: Duration = Duration::from_secs(30);
/// Far more than was ever needed.
const ROUNDS: usize = 100;

/// A problem after all passes, and the way back.
pub struct Transformed {
    /// What was given.
    pub original: Rc<Problem>,
    /// What is to be solved.
    pub problem: Rc<Problem>,
    /// Evidence may be carried back for as long as it took to find it, and this; then the problem is solved as it was given.
    pub lift_time: Duration,
    /// First pass first.
    lifts: Vec<Box<dyn Lift>>,
}

/// Runs the selected passes on a problem, and counts in `statistics` what they do.
pub fn transform(
    terms: &mut Terms,
    problem: &Problem,
    selection: &Selection,
    statistics: &mut Statistics,
    stop: &Stop,
) -> Transformed {
    let transformed = Transformed::unchanged(problem);
    let (last, others): (Vec<&str>, Vec<&str>) = selection.names().partition(|name| LAST.contains(name));
    let (later, again): (Vec<&str>, Vec<&str>) = others.into_iter().partition(|name| LATER.contains(name));
    let [again, later, last] = [again, later, last].map(|names| names.into_iter().map(pass).collect::<Vec<_>>());
    if again.is_empty() && later.is_empty() && last.is_empty() {
        return transformed;
    }
    let start = Instant::now();
    let size = Size::of(terms, problem);
    let budget = Budget::new(size, TIME, stop);
    let mut run = Run { transformed, budget, size, statistics };
    run.note_size("before", size);
    for round in 0..ROUNDS {
        let mut changed = false;
        for pass in &again {
            changed |= run.apply(terms, pass.as_ref());
        }
        changed = changed || later.iter().any(|pass| run.apply(terms, pass.as_ref()));
        debug!("transformation, round {round}: {:?}", run.size);
        if !changed || run.budget.is_over() {
            break;
        }
    }
    for pass in &last {
        run.apply(terms, pass.as_ref());
    }
    run.apply(terms, &Compact);
    run.note_size("after", run.size);
    run.statistics.add_time("transform-seconds", start.elapsed());
    info!("transformed: {size:?} to {:?}", run.size);
    run.transformed
}

fn pass(name: &str) -> Box<dyn Pass> {
    match name {
        "reachable" => Box::new(Reachable),
        "needed" => Box::new(Needed),
        "simplify" => Box::new(Simplify::default()),
        "ite" => Box::new(Ite),
        "unhoist" => Box::new(Unhoist),
        "known" => Box::new(Known),
        "affine" => Box::new(Affine),
        "irrelevant" => Box::new(Irrelevant),
        "goals" => Box::new(Goals),
        "computed" => Box::new(Computed),
        "late" => Box::new(Late),
        "split" => Box::new(Split),
        "merge" => Box::new(Merge),
        "inline" => Box::new(Inline),
        "viable" => Box::new(Viable::default()),
        CASES => Box::new(Cases),
        REVERSE => Box::new(Reverse),
        other => unreachable!("a selection has no pass {other}"),
    }
}

/// A run of the pipeline.
struct Run<'s> {
    transformed: Transformed,
    budget: Budget,
    size: Size,
    statistics: &'s mut Statistics,
}

impl Run<'_> {
    /// Applies a pass; whether it changed anything.
    fn apply(&mut self, terms: &mut Terms, pass: &dyn Pass) -> bool {
        let start = Instant::now();
        // After a panic the problem is still what it was before the pass.
        let rewritten = caught(|| pass.apply(terms, &self.transformed.problem, &self.budget)).unwrap_or_else(|_| {
            self.statistics.add(&format!("transform-{}-panics", pass.name()), 1);
            None
        });
        let time = start.elapsed();
        self.statistics.add_time(&format!("transform-{}-seconds", pass.name()), time);
        let Some(rewritten) = rewritten else { return false };
        let before = self.size;
        self.transformed.push(rewritten);
        self.size = Size::of(terms, &self.transformed.problem);
        let after = self.size;
        for (what, before, after) in [
            ("predicates", before.predicates, after.predicates),
            ("arguments", before.arguments, after.arguments),
            ("rules", before.rules, after.rules),
            ("terms", before.terms, after.terms),
        ] {
            let name = format!("transform-{}-{what}", pass.name());
            if after < before {
                self.statistics.add(&format!("{name}-removed"), (before - after) as u64);
            } else if after > before {
                self.statistics.add(&format!("{name}-added"), (after - before) as u64);
            }
        }
        true
    }

    fn note_size(&mut self, when: &str, size: Size) {
        self.statistics.set(&format!("transform-{when}-predicates"), size.predicates as u64);
        self.statistics.set(&format!("transform-{when}-arguments"), size.arguments as u64);
        self.statistics.set(&format!("transform-{when}-rules"), size.rules as u64);
        self.statistics.set(&format!("transform-{when}-terms"), size.terms as u64);
    }
}

impl Transformed {
    /// A problem as it is.
    pub fn unchanged(problem: &Problem) -> Self {
        let problem = Rc::new(problem.clone());
        Transformed { original: problem.clone(), problem, lift_time: LIFT, lifts: Vec::new() }
    }

    /// Adds what one more pass made of the result so far.
    pub fn push(&mut self, rewritten: Rewritten) {
        debug_assert!(rewritten.problem.rules.iter().all(|rule| rule.lists_its_variables()));
        self.problem = rewritten.problem;
        self.lifts.push(rewritten.lift);
    }

    /// Whether any pass did something.
    pub fn is_changed(&self) -> bool {
        !self.lifts.is_empty()
    }

    /// The verdict on the problem that was transformed, from one on the result.
    pub fn lift(&self, terms: &mut Terms, verdict: Verdict, stop: &Stop) -> Result<Verdict, LiftError> {
        let mut lifts = self.lifts.iter().rev();
        Ok(match verdict {
            Verdict::Unknown(unknown) => {
                let carried = |known| lifts.clone().try_fold(known, |known, lift| lift.known(terms, known));
                let lemmas = unknown.lemmas.into_iter().filter_map(carried).collect();
                Verdict::Unknown(Unknown { lemmas, ..unknown })
            }
            Verdict::Solved(solution) => {
                Verdict::Solved(lifts.try_fold(solution, |solution, lift| lift.solution(terms, solution, stop))?)
            }
            Verdict::Derivable(derivation) => Verdict::Derivable(
                lifts.try_fold(derivation, |derivation, lift| lift.derivation(terms, derivation, stop))?,
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::{
        horn::{PredId, testing::problem},
        witness::Known,
    };

    /// What becomes of `formula` over the parameters of the first predicate that the passes leave.
    fn carried(script: &str, passes: &str, parameters: &[&str], formula: &str) -> Vec<(u32, Vec<String>, String)> {
        let (mut terms, problem) = problem(script);
        let selection = passes.parse().unwrap();
        let transformed = transform(&mut terms, &problem, &selection, &mut Statistics::default(), &Stop::new());
        assert!(transformed.is_changed());
        let parameters = parameters.iter().map(ToString::to_string).collect();
        let known = Known { pred: PredId(0), predicate: String::new(), parameters, formula: formula.into() };
        let unknown = Verdict::Unknown(Unknown { lemmas: vec![known], ..Unknown::default() });
        let Ok(Verdict::Unknown(unknown)) = transformed.lift(&mut terms, unknown, &Stop::new()) else {
            panic!("it was unknown")
        };
        unknown.lemmas.into_iter().map(|known| (known.pred.0, known.parameters, known.formula)).collect()
    }

    const LOOP: &str = "(declare-fun U (Int) Bool)(declare-fun P (Int Int Int) Bool)(assert (P 5 0 0))
        (assert (forall ((k Int) (x Int) (y Int)) (=> (P k x y) (P k (+ x k) (+ y 1)))))
        (assert (forall ((k Int) (x Int) (y Int)) (=> (and (P k x y) (< y 0)) false)))";

    #[test]
    fn lemmas_are_told_of_the_arguments_that_are_left() {
        let expected = vec!["y0".to_string(), "y1".to_string(), "x0".to_string()];
        assert_eq!(carried(LOOP, "known,irrelevant", &["x0"], "(>= x0 0)"), [(1, expected, "(>= x0 0)".into())]);
    }

    #[test]
    fn lemmas_of_a_part_hold_for_its_value() {
        let script = "(declare-fun P (Int Int) Bool)(assert (P 0 0))
            (assert (forall ((x Int)) (=> (P 0 x) (P 1 (+ x 1)))))(assert (forall ((x Int)) (=> (P 1 x) (P 0 x))))
            (assert (forall ((x Int)) (=> (and (P 1 x) (< x 0)) false)))";
        let expected = vec!["y0".to_string(), "x0".to_string()];
        let formula = "(=> (= y0 0) (>= x0 0))".to_string();
        assert_eq!(carried(script, "simplify,split", &["x0"], "(>= x0 0)"), [(0, expected, formula)]);
    }

    const SO_FAR: &str = "(declare-fun P (Bool Int Bool) Bool)(declare-fun Q (Bool) Bool)(assert (P true 0 false))
        (assert (forall ((s Bool) (i Int) (x Int) (r Bool)) (=> (P s x r) (P (and s (> i 0)) (+ x i) (or r (< i 0))))))
        (assert (forall ((s Bool) (x Int) (r Bool)) (=> (and (P s x r) s (> x 7)) (Q r))))
        (assert (forall ((s Bool) (x Int) (r Bool) (q Bool))
          (=> (and (P s x r) (or (and (Q q) (not s)) (< x 0)) s (not r)) false)))";

    #[test]
    fn lemmas_of_what_leads_to_a_goal_hold_only_there() {
        let parameters = ["x0", "x1", "x2"].map(String::from).to_vec();
        let formula = "(=> x0 (=> (not x2) (>= x1 0)))".to_string();
        assert_eq!(carried(SO_FAR, "viable", &["x0", "x1", "x2"], "(>= x1 0)"), [(0, parameters, formula)]);
        let parameters = ["y0", "x0", "y1"].map(String::from).to_vec();
        let formula = "(=> y0 (=> (not y1) (>= x0 0)))".to_string();
        assert_eq!(carried(SO_FAR, "viable,known", &["x0"], "(>= x0 0)"), [(0, parameters, formula)]);
        // No fact of `Q` leads to a goal.
        let script = format!("(declare-fun Q (Bool) Bool){}", SO_FAR.replace("(declare-fun Q (Bool) Bool)", ""));
        assert_eq!(carried(&script, "viable", &["x0"], "false"), []);
    }

    /// What reaches a goal is not what can be derived.
    #[test]
    fn lemmas_of_the_reversed_problem_are_not_told() {
        assert_eq!(carried(LOOP, "reverse", &["x0", "x1", "x2"], "(<= x2 9)"), []);
    }
}
