//! Acceleration of counting loops: where one pass through a rule adds constants to arguments, many passes are one rule more.
//!
//! For a rule from a predicate to itself, a path is one disjunct of its constraint. If it adds constants `c` to the arguments
//! `x` under a convex guard `g`, then with the number `n` of passes as a variable
//! `P(x) ∧ n ≥ 1 ∧ g(x) ∧ g(x + (n-1)·c) ⇒ P(x + n·c)` follows from the rules. So solutions stay solutions, and a step by the
//! new rule becomes `n` steps by the old one.

use alphorn_logic::{
    horn::{Problem, Rule, RuleId},
    term::{Linear, Op, SortId, Substitution, TermId, Terms, VarId},
    witness::{Derivation, Fact, Step},
};
use alphorn_run::stop::Stop;
use dashu_ratio::RBig;
use rustc_hash::{FxHashMap, FxHashSet};

/// Rules with more paths are left alone.
const MOST_PATHS: usize = 32;
/// Longer derivations are not written down.
const MOST_STEPS: usize = 1_000_000;

/// A problem with rules for many passes through its loops.
pub struct Accelerated {
    /// The rules as they were, followed by the new ones.
    pub problem: Problem,
    loops: Vec<Loop>,
}

/// What a new rule was made of.
struct Loop {
    rule: RuleId,
    /// The variable that counts the passes.
    times: VarId,
    /// The variables of the old rule that are not its premise's arguments, over these and over those that no equation
    /// defines, which keep their value in all passes.
    definitions: FxHashMap<VarId, TermId>,
}

impl Accelerated {
    /// The problem with rules for its counting loops; `None` if it has none.
    pub fn new(terms: &mut Terms, problem: &Problem) -> Option<Self> {
        let mut accelerated = Accelerated { problem: problem.clone(), loops: Vec::new() };
        for (at, rule) in problem.rules.iter().enumerate() {
            for path in paths(terms, rule) {
                if let Some((new, definitions, times)) = accelerate(terms, rule, path) {
                    accelerated.problem.rules.push(new);
                    accelerated.loops.push(Loop { rule: RuleId(at as u32), times, definitions });
                }
            }
        }
        (!accelerated.loops.is_empty()).then_some(accelerated)
    }

    /// A derivation by the old rules alone; `None` if it would be too long.
    pub fn expand(&self, terms: &mut Terms, derivation: &Derivation, stop: &Stop) -> Option<Derivation> {
        let old = self.problem.rules.len() - self.loops.len();
        let mut expanded = Derivation::default();
        let mut place = Vec::with_capacity(derivation.steps.len());
        for step in &derivation.steps {
            let premises: Vec<Option<usize>> = step.premises.iter().map(|p| p.map(|p| place[p])).collect();
            match step.rule.index().checked_sub(old) {
                None => expanded.steps.push(Step { premises, ..step.clone() }),
                Some(number) => self.pass(terms, &mut expanded, &self.loops[number], step, premises, stop)?,
            }
            place.push(expanded.steps.len() - 1);
        }
        Some(expanded)
    }

    /// Adds the passes that a step by a new rule stands for.
    fn pass(
        &self,
        terms: &mut Terms,
        expanded: &mut Derivation,
        passes: &Loop,
        step: &Step,
        mut premises: Vec<Option<usize>>,
        stop: &Stop,
    ) -> Option<()> {
        let (new, rule) = (self.problem.rule(step.rule), self.problem.rule(passes.rule));
        let mut values: FxHashMap<VarId, TermId> = new.vars.iter().copied().zip(step.values.iter().copied()).collect();
        let Op::Int(times) = terms.op(values[&passes.times]) else { return None };
        let times = usize::try_from(times).ok().filter(|n| *n <= MOST_STEPS)?;
        let (premise, head) = (&rule.premises[0].atom, rule.head.as_ref()?);
        for _ in 0..times {
            if stop.is_stopped() {
                return None;
            }
            let mut now = values.clone();
            for (&var, &definition) in &passes.definitions {
                now.insert(var, terms.eval(definition, |v| values.get(&v).copied()).ok()?);
            }
            let args: Vec<TermId> = head.args.iter().map(|arg| now[arg]).collect();
            values.extend(premise.args.iter().copied().zip(args.iter().copied()));
            expanded.steps.push(Step {
                rule: passes.rule,
                values: rule.vars.iter().map(|var| now[var]).collect(),
                premises,
                fact: Some(Fact { pred: head.pred, args }),
            });
            premises = vec![Some(expanded.steps.len() - 1)];
        }
        Some(())
    }
}

/// The disjuncts of a loop's constraint as cubes; none if it is no loop or there are too many.
fn paths(terms: &mut Terms, rule: &Rule) -> Vec<Vec<TermId>> {
    let is_loop = match (&rule.head, &rule.premises[..]) {
        (Some(head), [premise]) => head.pred == premise.atom.pred && premise.flag.is_none() && !rule.weakened,
        _ => false,
    };
    let mut paths = Vec::new();
    let mut open = if is_loop { vec![(Vec::new(), vec![rule.constraint])] } else { Vec::new() };
    while let Some((mut cube, mut rest)) = open.pop() {
        let Some(formula) = rest.pop() else {
            paths.push(cube);
            continue;
        };
        let choices: Vec<TermId> = match terms.op(formula) {
            Op::And => {
                rest.extend_from_slice(terms.args(formula));
                open.push((cube, rest));
                continue;
            }
            Op::Or => terms.args(formula).to_vec(),
            Op::Not => apart(terms, terms.args(formula)[0]),
            _ => Vec::new(),
        };
        if choices.is_empty() {
            cube.push(formula);
            open.push((cube, rest));
        } else if open.len() + paths.len() + choices.len() > MOST_PATHS {
            return Vec::new();
        } else {
            open.extend(choices.into_iter().map(|choice| (cube.clone(), [&rest[..], &[choice]].concat())));
        }
    }
    paths
}

/// The two ways in which numbers are not equal.
fn apart(terms: &mut Terms, atom: TermId) -> Vec<TermId> {
    if *terms.op(atom) != Op::Eq || !terms.sort_of(terms.args(atom)[0]).is_arithmetic() {
        return Vec::new();
    }
    let [a, b] = [terms.args(atom)[0], terms.args(atom)[1]];
    vec![terms.app(Op::Lt, [a, b]), terms.app(Op::Lt, [b, a])]
}

/// The rule for many passes, what its old variables are, and the variable that counts the passes.
fn accelerate(terms: &mut Terms, rule: &Rule, path: Vec<TermId>) -> Option<(Rule, FxHashMap<VarId, TermId>, VarId)> {
    let (premise, head) = (&rule.premises[0].atom, rule.head.as_ref()?);
    let given: FxHashSet<VarId> = premise.args.iter().copied().collect();
    let (definitions, guard) = define(terms, rule, &given, path);
    let times = terms.fresh_var("times", SortId::INT);
    let n = terms.var_term(times);
    let (one, minus_one) = (terms.int(1), terms.int(-1));
    let before = terms.app(Op::Add, [n, minus_one]);
    // For each argument that a pass changes by a constant what it is before the last pass and after it.
    let (mut steady, mut last, mut after) = (FxHashSet::default(), FxHashMap::default(), Vec::new());
    let mut is_counting = false;
    for (&from, &to) in premise.args.iter().zip(&head.args) {
        let Some(&definition) = definitions.get(&to) else { continue };
        let start = terms.var_term(from);
        let Some(change) = difference(terms, start, definition) else { continue };
        steady.insert(from);
        if change != RBig::ZERO {
            is_counting = true;
            last.insert(from, shifted(terms, start, &change, before));
            after.push((to, shifted(terms, start, &change, n)));
        } else {
            after.push((to, start));
        }
    }
    let is_steady = |terms: &Terms, term: TermId| {
        let vars = terms.free_vars([term]);
        vars.iter().all(|v| steady.contains(v) || !given.contains(v))
    };
    if !is_counting || !guard.iter().all(|&g| is_steady(terms, g) && is_convex(terms, g, &last)) {
        return None;
    }
    let known: FxHashSet<VarId> = after.iter().map(|(to, _)| *to).collect();
    let mut last = Substitution::of_vars(last);
    for &to in head.args.iter().filter(|to| !known.contains(to)) {
        let Some(&definition) = definitions.get(&to) else { continue };
        if !is_steady(terms, definition) {
            return None;
        }
        after.push((to, last.apply(terms, definition)));
    }
    let mut constraint = vec![terms.le(one, n)];
    for &literal in &guard {
        constraint.push(literal);
        constraint.push(last.apply(terms, literal));
    }
    for (to, value) in after {
        let to = terms.var_term(to);
        constraint.push(terms.eq(to, value));
    }
    let constraint = terms.and(constraint);
    let vars = rule.vars.iter().copied().chain([times]).collect();
    Some((Rule { constraint, vars, ..rule.clone() }, definitions, times))
}

/// Solves the equations of a cube for the variables that are not given. What is left of it is the guard.
fn define(
    terms: &mut Terms,
    rule: &Rule,
    given: &FxHashSet<VarId>,
    mut cube: Vec<TermId>,
) -> (FxHashMap<VarId, TermId>, Vec<TermId>) {
    let mut definitions: FxHashMap<VarId, TermId> = FxHashMap::default();
    let open: FxHashSet<VarId> = rule.vars.iter().copied().filter(|v| !given.contains(v)).collect();
    while let Some((at, var, term)) = (0..cube.len()).find_map(|at| {
        let (var, term) = defined(terms, cube[at], |v| open.contains(&v) && !definitions.contains_key(&v))?;
        Some((at, var, term))
    }) {
        cube.swap_remove(at);
        let mut solved = Substitution::of_vars([(var, term)]);
        cube.iter_mut().for_each(|literal| *literal = solved.apply(terms, *literal));
        definitions.values_mut().for_each(|definition| *definition = solved.apply(terms, *definition));
        definitions.insert(var, term);
    }
    cube.retain(|&literal| terms.truth(literal) != Some(true));
    (definitions, cube)
}

/// The open variable that a literal defines, and its definition.
fn defined(terms: &mut Terms, literal: TermId, is_open: impl Fn(VarId) -> bool) -> Option<(VarId, TermId)> {
    let var = |terms: &Terms, term: TermId| match *terms.op(term) {
        Op::Var(var) if is_open(var) => Some(var),
        _ => None,
    };
    if let Some(var) = var(terms, literal) {
        return Some((var, terms.top()));
    }
    match *terms.op(literal) {
        Op::Not => var(terms, terms.args(literal)[0]).map(|var| (var, terms.bottom())),
        Op::Eq => {
            let [a, b] = [terms.args(literal)[0], terms.args(literal)[1]];
            for (side, other) in [(a, b), (b, a)] {
                if let Some(var) = var(terms, side).filter(|var| !terms.free_vars([other]).contains(var)) {
                    return Some((var, other));
                }
            }
            let (sum, _) = Linear::of_atom(terms, literal)?;
            let unit = |weight: &RBig| *weight == RBig::ONE || *weight == RBig::NEG_ONE;
            let candidates = sum.monomials().iter().filter(|(_, weight)| unit(weight));
            let (term, found, weight) =
                candidates.filter_map(|(t, weight)| Some((*t, var(terms, *t)?, weight.clone()))).next()?;
            let mut rest = sum.clone();
            rest.add_scaled(&Linear::of(terms, term), &-weight.clone());
            rest.scale(&-weight);
            let definition = rest.to_term(terms);
            (!terms.free_vars([definition]).contains(&found)).then_some((found, definition))
        }
        _ => None,
    }
}

/// By which number a term differs from another: zero if they are the same, whatever their sort.
fn difference(terms: &mut Terms, from: TermId, to: TermId) -> Option<RBig> {
    if from == to {
        return Some(RBig::ZERO);
    }
    if terms.sort_of(from) != SortId::INT {
        return None;
    }
    let mut change = Linear::of(terms, to);
    change.add_scaled(&Linear::of(terms, from), &RBig::NEG_ONE);
    change.is_constant().then(|| change.constant().clone())
}

/// `start + change·times`.
fn shifted(terms: &mut Terms, start: TermId, change: &RBig, times: TermId) -> TermId {
    let mut sum = Linear::of(terms, start);
    sum.add_scaled(&Linear::of(terms, times), change);
    sum.to_term(terms)
}

/// Whether a literal holds between two states, that differ in the changing variables, if it holds in both.
fn is_convex(terms: &mut Terms, literal: TermId, changing: &FxHashMap<VarId, TermId>) -> bool {
    let changes = |terms: &Terms, term: TermId| terms.free_vars([term]).iter().any(|v| changing.contains_key(v));
    if !changes(terms, literal) {
        return true;
    }
    let atom = if *terms.op(literal) == Op::Not { terms.args(literal)[0] } else { literal };
    if atom != literal && *terms.op(atom) == Op::Eq {
        return false;
    }
    let Some((sum, _)) = Linear::of_atom(terms, atom) else { return false };
    sum.monomials().iter().all(|(term, _)| matches!(terms.op(*term), Op::Var(_)) || !changes(terms, *term))
}
