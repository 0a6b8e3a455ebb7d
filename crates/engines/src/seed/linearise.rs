//! Questions about products, asked as linear ones: the product of two variables is a variable of its own, of which is said only
//! what a model gets wrong (incremental linearisation). For equations with products this is mostly all that is needed, since
//! they follow from others as sums of them.

use super::{Candidate, Columns, Element, ascend::Step, columns::number};
use crate::{
    converge::Budget,
    unwind::{FOREVER, Lemmas},
};
use alphorn_arith::AffineSpace;
use alphorn_logic::{
    horn::{PredId, Problem, Rule, RuleId},
    term::{Linear, Op, Relation, SortId, Substitution, TermId, Terms, VarId},
};
use alphorn_smt::{Model, Outcome, Smt, SmtConfig};
use dashu_ratio::RBig;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// A question is given up when so many models were wrong.
const MODELS: usize = 40;

/// The disjunctions of a rule are taken apart as long as there are no more cases: in each its equations are solved.
const CASES: usize = 8;

/// The rules of a problem, to be asked where they lead.
pub struct Linearised<'p> {
    problem: &'p Problem,
    by_head: Vec<Vec<RuleId>>,
    smt: Smt,
}

/// What is known of the premises.
#[derive(Clone, Copy)]
pub struct Knowledge<'k> {
    /// For ever.
    pub lemmas: &'k Lemmas,
    /// What else holds of all facts.
    pub known: &'k [Candidate],
    /// Sets for the predicates of a component.
    pub preds: &'k [PredId],
    pub elements: &'k [Element<AffineSpace>],
}

/// What is asked of the head of a rule: clauses that should hold, and its columns.
#[derive(Clone, Copy)]
struct Target<'t> {
    inside: &'t [TermId],
    columns: &'t Columns,
}

impl<'p> Linearised<'p> {
    /// Asks solvers like this one.
    pub fn new(problem: &'p Problem, smt: &Smt, limits: SmtConfig) -> Self {
        let smt = smt.sibling_with(SmtConfig { older_simplex: true, ..limits });
        Linearised { problem, by_head: problem.rules_by_head(), smt }
    }

    /// Whether the rules of a predicate lead out of its set; each is asked with about so many of Z3's steps.
    pub fn step(
        &self,
        terms: &mut Terms,
        knowledge: Knowledge,
        at: usize,
        columns: &Columns,
        steps: u32,
        budget: &mut Budget,
    ) -> Step {
        let pred = knowledge.preds[at];
        let inside = match &knowledge.elements[at] {
            Element::Bottom => vec![terms.bottom()],
            Element::Within(_, clauses) => clauses.clone(),
            Element::Top => return Step::Inside,
        };
        let target = Target { inside: &inside, columns };
        for &id in &self.by_head[pred.index()] {
            match self.rule(terms, knowledge, self.problem.rule(id), target, steps, budget) {
                Step::Inside => {}
                other => return other,
            }
        }
        Step::Inside
    }

    /// Whether no goal can be used.
    pub fn refutes_goals(&self, terms: &mut Terms, knowledge: Knowledge, budget: &mut Budget) -> bool {
        let nowhere = Target { inside: &[], columns: &Columns::new(terms, &[], &[]) };
        let mut goals = self.problem.goals();
        goals.all(|(_, goal)| matches!(self.rule(terms, knowledge, goal, nowhere, u32::MAX, budget), Step::Inside))
    }

    /// Whether a rule leads out of its target.
    fn rule(
        &self,
        terms: &mut Terms,
        Knowledge { lemmas, known, preds, elements }: Knowledge,
        rule: &Rule,
        Target { inside, columns }: Target,
        steps: u32,
        budget: &mut Budget,
    ) -> Step {
        let mut question = Question::default();
        for premise in &rule.premises {
            let pred = premise.atom.pred;
            let mut facts: Vec<TermId> = lemmas.at(pred, FOREVER).map(|lemma| lemma.clause).collect();
            facts.extend(known.iter().filter(|fact| fact.pred == pred).map(|fact| fact.clause));
            if let Some(at) = preds.iter().position(|&of| of == pred) {
                match &elements[at] {
                    Element::Bottom => facts.push(terms.bottom()),
                    Element::Within(_, clauses) => facts.extend(clauses),
                    Element::Top => {}
                }
            }
            for fact in facts {
                let fact = instance(terms, lemmas.params(pred), fact, &premise.atom.args);
                question.facts.push(match premise.flag {
                    None => fact,
                    Some(flag) => {
                        let flag = terms.var_term(flag);
                        terms.implies(flag, fact)
                    }
                });
            }
        }
        if let Some(head) = &rule.head {
            question.wanted =
                inside.iter().map(|&c| instance(terms, lemmas.params(head.pred), c, &head.args)).collect();
            question.head = head.args.iter().map(|&arg| terms.var_term(arg)).collect();
        }
        for case in cases(terms, rule.constraint) {
            let mut question = question.clone();
            question.facts.extend(case);
            question.solve_equations(terms);
            match question.ask(terms, &self.smt, columns, steps, budget) {
                Step::Inside => {}
                other => return other,
            }
        }
        Step::Inside
    }
}

/// Lists of conjuncts, in one of which all hold if the formula does.
fn cases(terms: &mut Terms, formula: TermId) -> Vec<Vec<TermId>> {
    let mut done = Vec::new();
    let mut open = vec![terms.conjuncts(formula)];
    while let Some(mut case) = open.pop() {
        let parts = |at: usize| Some(terms.args(case[at])).filter(|_| *terms.op(case[at]) == Op::Or);
        let disjunction = (0..case.len()).find_map(|at| Some((at, parts(at)?.to_vec())));
        match disjunction.filter(|(_, parts)| done.len() + open.len() + parts.len() <= CASES) {
            Some((at, parts)) => {
                case.swap_remove(at);
                for part in parts {
                    let conjuncts = terms.conjuncts(part);
                    open.push(case.iter().copied().chain(conjuncts).collect());
                }
            }
            None => done.push(case),
        }
    }
    done
}

fn instance(terms: &mut Terms, params: &[VarId], clause: TermId, args: &[VarId]) -> TermId {
    let args: Vec<TermId> = args.iter().map(|&arg| terms.var_term(arg)).collect();
    Substitution::of_vars(params.iter().copied().zip(args)).apply(terms, clause)
}

/// Where a factor has a value, a product is a multiple of the other one.
struct Multiple {
    factor: TermId,
    value: TermId,
    other: TermId,
    product: TermId,
}

/// Whether all that is wanted follows from the facts.
#[derive(Clone, Default)]
struct Question {
    facts: Vec<TermId>,
    wanted: Vec<TermId>,
    /// The arguments of the head.
    head: Vec<TermId>,
    /// The variable that stands for a product.
    products: IndexMap<[TermId; 2], TermId, FxBuildHasher>,
}

impl Question {
    /// Puts in place of variables what linear equations among the facts say of them.
    fn solve_equations(&mut self, terms: &mut Terms) {
        self.facts = self.facts.iter().flat_map(|&fact| terms.conjuncts(fact)).collect();
        while let Some((at, var, term)) = self.facts.iter().enumerate().find_map(|(at, &fact)| {
            let (var, term) = definition(terms, fact)?;
            Some((at, var, term))
        }) {
            self.facts.swap_remove(at);
            let mut substitution = Substitution::of_vars([(var, term)]);
            for t in self.facts.iter_mut().chain(&mut self.wanted).chain(&mut self.head) {
                *t = substitution.apply(terms, *t);
            }
        }
    }

    fn ask(mut self, terms: &mut Terms, smt: &Smt, columns: &Columns, steps: u32, budget: &mut Budget) -> Step {
        let config = smt.config();
        let steps = config.rlimit.map_or(steps, |most| most.min(steps));
        let mut smt = smt.sibling_with(SmtConfig { rlimit: Some(steps), ..config });
        let start = smt.steps();
        for fact in std::mem::take(&mut self.facts) {
            // What is not understood is left out.
            if let Some(fact) = self.linear(terms, fact) {
                smt.assert(terms, fact);
            }
        }
        let mut outside = Vec::with_capacity(self.wanted.len());
        for wanted in std::mem::take(&mut self.wanted) {
            let Some(wanted) = self.linear(terms, wanted) else { return Step::Unclear };
            outside.push(terms.not(wanted));
        }
        if !outside.is_empty() {
            let outside = terms.or(outside);
            smt.assert(terms, outside);
        }
        // With a factor of each product fixed a model has the products right: factors are fixed one after the other, as the last
        // model has them, until that fits no more; then others come first.
        let (mut fixed, mut tries): (Vec<TermId>, usize) = (Vec::new(), 0);
        for _ in 0..MODELS {
            if smt.steps().wrapping_sub(start) >= steps || !budget.take() {
                return Step::Unclear;
            }
            match smt.check(terms, &fixed) {
                Outcome::Sat => {}
                _ if !fixed.is_empty() => {
                    fixed.clear();
                    tries += 1;
                    continue;
                }
                Outcome::Unsat => return Step::Inside,
                Outcome::Unknown(_) => return Step::Unclear,
            }
            let mut model = smt.model();
            let Some(wrong) = self.wrong(terms, &mut model) else { return Step::Unclear };
            if wrong.is_empty() {
                let state: Option<Vec<TermId>> = self.head.iter().map(|&arg| model.value(terms, arg)).collect();
                let point = state.as_ref().and_then(|state| columns.of_state(terms, state));
                return point.map_or(Step::Unclear, |point| Step::To(point, state));
            }
            let mut values: Vec<TermId> = Vec::new();
            for Multiple { factor, value, other, product } in wrong {
                let is_value = terms.eq(factor, value);
                let multiple = terms.app(Op::Mul, [value, other]);
                let is_multiple = terms.eq(product, multiple);
                let fact = terms.implies(is_value, is_multiple);
                smt.assert(terms, fact);
                if !fixed.contains(&is_value) && !values.contains(&is_value) {
                    values.push(is_value);
                }
            }
            if !values.is_empty() {
                fixed.push(values[tries % values.len()]);
            }
        }
        Step::Unclear
    }

    /// The products that a model has wrong, each as a multiple of one of its factors; `None` where something has no value.
    fn wrong(&self, terms: &mut Terms, model: &mut Model) -> Option<Vec<Multiple>> {
        let mut wrong = Vec::new();
        for (&[factor, other], &product) in &self.products {
            let mut value = |t| model.value(terms, t);
            let [value, by, found] = [value(factor)?, value(other)?, value(product)?];
            if number(terms, value)? * number(terms, by)? != number(terms, found)? {
                wrong.push(Multiple { factor, value, other, product });
                wrong.push(Multiple { factor: other, value: by, other: factor, product });
            }
        }
        Some(wrong)
    }

    /// A fact with variables in place of products; none if these are hidden in something else than comparisons.
    fn linear(&mut self, terms: &mut Terms, fact: TermId) -> Option<TermId> {
        let has_products = |terms: &Terms, t| terms.subterms([t]).into_iter().any(|part| terms.is_product(part));
        if !has_products(terms, fact) {
            return Some(fact);
        }
        let op = terms.op(fact).clone();
        if matches!(op, Op::And | Op::Or | Op::Not | Op::Implies) {
            let parts = terms.args(fact).to_vec();
            let parts: Option<Vec<TermId>> = parts.into_iter().map(|part| self.linear(terms, part)).collect();
            return parts.map(|parts| terms.app(op, parts));
        }
        let (sum, relation) = Linear::of_atom(terms, fact)?;
        let mut result = Linear::constant_of(sum.sort(), sum.constant().clone());
        for (t, factor) in sum.monomials() {
            let part = if terms.is_product(*t) {
                let &[a, b] = terms.args(*t) else { return None };
                if has_products(terms, a) || has_products(terms, b) {
                    return None;
                }
                let [a, b] = [a, b].map(|factor| Linear::of(terms, factor));
                self.multiply(terms, &a, &b)
            } else {
                Linear::of(terms, *t)
            };
            result.add_scaled(&part, factor);
        }
        Some(result.compare_to_zero(terms, relation))
    }

    fn multiply(&mut self, terms: &mut Terms, one: &Linear, other: &Linear) -> Linear {
        let mut result = other.clone();
        result.scale(one.constant());
        for (a, factor) in one.monomials() {
            let mut weights: Vec<(TermId, RBig)> = vec![(*a, factor * other.constant())];
            for (b, by) in other.monomials() {
                let pair = if a <= b { [*a, *b] } else { [*b, *a] };
                let sort = terms.sort_of(*a);
                let product = *self.products.entry(pair).or_insert_with(|| terms.fresh("product", sort));
                weights.push((product, factor * by));
            }
            let part = Linear::of_weights(terms, one.sort(), weights);
            result.add_scaled(&part, &RBig::ONE);
        }
        result
    }
}

/// What a linear equation says of one of its variables.
fn definition(terms: &mut Terms, fact: TermId) -> Option<(VarId, TermId)> {
    let (sum, _) = Linear::of_atom(terms, fact).filter(|(_, relation)| *relation == Relation::Eq)?;
    if !sum.monomials().iter().all(|(t, _)| matches!(terms.op(*t), Op::Var(_))) {
        return None;
    }
    let is_unit = |factor: &RBig| *factor == RBig::ONE || *factor == RBig::NEG_ONE;
    let (t, _) = sum.monomials().iter().find(|(_, factor)| sum.sort() != SortId::INT || is_unit(factor))?;
    let &Op::Var(var) = terms.op(*t) else { return None };
    let root = sum.root(*t)?;
    let is_integral = root.constant().is_int() && root.monomials().iter().all(|(_, factor)| factor.is_int());
    (sum.sort() != SortId::INT || is_integral).then(|| (var, root.to_term(terms)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{converge::Caps, search::Annotation};
    use alphorn_arith::Rational;
    use alphorn_logic::horn::testing::problem;
    use alphorn_run::stop::Stop;
    use std::time::Duration;

    /// Sums of the numbers up to `x`, from two on.
    const SUM: &str = "(declare-fun F (Int Int) Bool) (assert (F 2 3))
        (assert (forall ((x Int) (y Int)) (=> (F x y) (F (+ x 1) (+ x y 1)))))
        (assert (forall ((x Int) (y Int)) (=> (and (F x y) (not (= (* 2 y) (* x (+ x 1))))) false)))";

    /// Where the rules lead from the hull of the sums up to so many, products among its columns, and whether no goal can be used
    /// in it.
    fn step(numbers: std::ops::Range<i64>) -> (Step, bool) {
        let (mut terms, problem) = problem(SUM);
        let (pred, stop) = (PredId(0), Stop::new());
        let annotation = Annotation::new(&mut terms, &problem, &stop);
        let columns = Columns::new(&mut terms, annotation.lemmas().params(pred), &[SortId::INT]);
        let columns = columns.with_products(&mut terms);
        let point = |x: i64| [x, x * (x + 1) / 2];
        let points = numbers.map(point).map(|[x, y]| [x, y, x * x, x * y, y * y].map(Rational::from).to_vec());
        let elements = [Element::of_points(&mut terms, &columns, points)];
        let linearised = Linearised::new(&problem, &annotation.solver(), SmtConfig::default());
        let caps = Caps { calls: 100, steps: 1_000_000, time: Duration::from_secs(60) };
        let mut budget = Budget::new(caps, annotation.solver(), &stop);
        let knowledge = Knowledge { lemmas: annotation.lemmas(), known: &[], preds: &[pred], elements: &elements };
        let step = linearised.step(&mut terms, knowledge, 0, &columns, u32::MAX, &mut budget);
        (step, linearised.refutes_goals(&mut terms, knowledge, &mut budget))
    }

    #[test]
    fn equations_with_products_follow_from_others() {
        let (step, refuted) = step(2..9);
        assert!(matches!(step, Step::Inside) && refuted);
    }

    #[test]
    fn disjunctions_are_taken_apart_while_there_are_few_cases() {
        let mut terms = Terms::new();
        let atoms: Vec<TermId> = (0..4).map(|_| terms.fresh("a", SortId::BOOL)).collect();
        let both = terms.and([atoms[2], atoms[3]]);
        let one = terms.or([atoms[1], both]);
        let formula = terms.and([atoms[0], one]);
        let mut found = cases(&mut terms, formula);
        found.iter_mut().for_each(|case| case.sort());
        found.sort_by_key(Vec::len);
        assert_eq!(found, [vec![atoms[0], atoms[1]], vec![atoms[0], atoms[2], atoms[3]]]);
        let mut two = || {
            let [a, b] = [terms.fresh("a", SortId::BOOL), terms.fresh("b", SortId::BOOL)];
            terms.or([a, b])
        };
        let many: Vec<TermId> = (0..10).map(|_| two()).collect();
        let many = terms.and(many);
        let count = cases(&mut terms, many).len();
        assert!((2..=CASES).contains(&count), "{count}");
    }

    #[test]
    fn points_outside_have_their_products() {
        let (Step::To(point, _), _) = step(2..4) else { panic!("the next sum is outside") };
        assert_eq!(point, [4, 10, 16, 40, 100].map(Rational::from));
    }
}
