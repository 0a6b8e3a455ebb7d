//! The search by cubes: as property directed reachability (PDR) does, the rest of a goal is projected at each step onto the
//! arguments of one subgoal, by a model. What is asked then is about one step, however deep the goal is, and what was
//! projected away is lost: the lemmas are about cubes of states and not about the paths that lead from them to the goal.
//!
//! A subgoal with several premises goes to the first of them that no reached fact answers; what is known of the others is
//! part of what is projected (Komuravelli, Gurfinkel and Chaki, CAV 2014).

use super::{Counters, Found, Setting, Turn, reached::FactId, separate::Separator, shown, suffix::projected};
use crate::{
    search::{Annotation, Purpose},
    unwind::{Alternative, Lemma, Occurrence, RuleSolver},
};
use alphorn_interpolate::Interpolator;
use alphorn_logic::{
    horn::PredId,
    term::{Op, TermId, Terms, VarId},
    witness::{Derivation, Fact},
};
use alphorn_run::observe::Observer;
use alphorn_smt::{Model, Outcome};
use rustc_hash::FxHashMap;
use serde_json::json;
use std::{cmp::Reverse, collections::BinaryHeap, sync::atomic::Ordering::Relaxed};

/// A search at one bound.
pub struct CubeSearch<'a, 'p> {
    separator: Separator<'a, 'p>,
    counters: &'a mut Counters,
    observer: &'a Observer,
    turn: Turn,
    bound: u32,
    /// The rules of the goals.
    goals: RuleSolver,
    subgoals: Vec<Subgoal>,
    /// Those that are open: the one at the lowest level comes first, of several the one that is farthest from the goals.
    open: BinaryHeap<(Reverse<u32>, u32, usize)>,
}

/// What is to be derived, or to be refuted.
#[derive(Clone)]
struct Subgoal {
    /// The predicate; none for *false*.
    pred: Option<PredId>,
    level: u32,
    /// Over the predicate's parameters; what satisfies it leads to *false* if what is known of other premises is true.
    cube: Vec<TermId>,
    /// Steps from *false*, and how many of them go over back edges.
    depth: u32,
    back_edges: u32,
}

/// What a step from the premises of a rule comes to.
enum Step {
    /// All premises were reached, and so is the subgoal.
    Reached(Alternative, Model, Vec<Option<FactId>>),
    /// A premise is to be derived first.
    Subgoal(Subgoal),
}

impl<'a, 'p> CubeSearch<'a, 'p> {
    /// A search for a derivation with at most `bound` back edges on a path.
    pub fn new(
        terms: &'a mut Terms,
        annotation: &'a mut Annotation<'p>,
        interpolator: &'a mut Interpolator,
        counters: &'a mut Counters,
        Setting { features, observer, turn }: Setting<'a>,
        bound: u32,
    ) -> Self {
        let template = annotation.template(terms, None);
        let mut goals = RuleSolver::new(terms, None, template, annotation.solver());
        for id in annotation.lemmas().ids() {
            goals.assert(terms, annotation.lemmas(), annotation.lemmas().get(id));
        }
        let separator = Separator { terms, annotation, interpolator, features };
        let (subgoals, open) = Default::default();
        CubeSearch { separator, counters, observer, turn, bound, goals, subgoals, open }
    }

    /// Runs to the end.
    pub fn run(mut self) -> Found {
        self.add(Subgoal { pred: None, level: self.bound, cube: Vec::new(), depth: 0, back_edges: 0 });
        let found = self.explore().unwrap_or_else(|reason| Found::Unknown { reason, goal: self.describe() });
        self.counters.costs.add(Purpose::Goal, &self.goals.statistics());
        found
    }

    fn describe(&self) -> String {
        let Some(&(_, _, at)) = self.open.peek() else { return String::new() };
        let Subgoal { pred, level, .. } = self.subgoals[at];
        let Separator { terms, annotation, .. } = &self.separator;
        pred.map_or("the goals".into(), |pred| format!("{} within {level} back edges", annotation.name(terms, pred)))
    }

    fn add(&mut self, subgoal: Subgoal) {
        self.open.push((Reverse(subgoal.level), subgoal.depth, self.subgoals.len()));
        self.subgoals.push(subgoal);
    }

    fn explore(&mut self) -> Result<Found, String> {
        while let Some(&(_, depth, at)) = self.open.peek() {
            self.show_progress(depth);
            let subgoal = self.subgoals[at].clone();
            self.counters.resolutions += 1;
            let Subgoal { pred, level, ref cube, .. } = subgoal;
            match (self.ask(pred, level, cube), pred) {
                (Outcome::Unknown(reason), _) => return Err(reason),
                (Outcome::Unsat, None) => return Ok(Found::Refuted),
                (Outcome::Unsat, Some(pred)) => {
                    self.open.pop();
                    self.conflict(pred, subgoal)?;
                    if self.turn.is_over(self.separator.annotation) {
                        return Ok(Found::Paused);
                    }
                }
                (Outcome::Sat, _) => match self.step(&subgoal)? {
                    Step::Subgoal(next) => self.add(next),
                    Step::Reached(alternative, model, premises) => {
                        self.open.pop();
                        if let Some(derivation) = self.reach(pred, &alternative, model, premises)? {
                            return Ok(Found::Derivation(derivation));
                        }
                    }
                },
            }
        }
        Err("no subgoal is left".into())
    }

    fn show_progress(&self, depth: u32) {
        let progress = self.observer.progress();
        progress.bound.store(self.bound.into(), Relaxed);
        progress.depth.store(depth.into(), Relaxed);
        progress.lemmas.store(self.counters.lemmas, Relaxed);
        let calls = self.counters.costs.calls() + self.separator.annotation.costs().calls();
        progress.calls.store(calls + self.goals.statistics().calls(), Relaxed);
    }

    /// Whether the rules derive at a level nothing that satisfies the cube.
    fn ask(&mut self, pred: Option<PredId>, level: u32, cube: &[TermId]) -> Outcome {
        let Separator { terms, annotation, .. } = &mut self.separator;
        match pred {
            Some(pred) => annotation.ask_for(terms, Purpose::Goal, pred, level, cube),
            None => self.goals.refute(terms, level, cube),
        }
    }

    /// The model of what was asked last.
    fn model(&mut self, pred: Option<PredId>) -> Model {
        match pred {
            Some(pred) => self.separator.annotation.rules(pred).model(),
            None => self.goals.model(),
        }
    }

    /// A step to a subgoal that was not refuted, by the model.
    fn step(&mut self, subgoal: &Subgoal) -> Result<Step, String> {
        const INCOMPLETE: &str = "Z3's model is incomplete";
        let &Subgoal { pred, level, ref cube, .. } = subgoal;
        self.counters.decisions += 1;
        let mut model = self.model(pred);
        let template = match pred {
            Some(pred) => self.separator.annotation.rules(pred).template(),
            None => self.goals.template(),
        };
        let terms = &*self.separator.terms;
        let is_chosen = |a: &&Alternative| model.is_true(terms, a.chosen) == Some(true);
        let alternative = template.alternatives.iter().find(is_chosen).ok_or(INCOMPLETE)?.clone();
        let mut decided = [cube.as_slice(), &[alternative.chosen]].concat();
        let mut premises = Vec::new();
        for (at, premise) in alternative.premises.iter().enumerate() {
            if !model.is_true(self.separator.terms, premise.needed).ok_or(INCOMPLETE)? {
                decided.push(self.separator.terms.not(premise.needed));
                premises.push(None);
                continue;
            }
            let answers = self.answers(premise);
            let some = self.separator.terms.or(answers.iter().map(|(_, literal)| *literal).collect::<Vec<_>>());
            decided.push(some);
            if answers.is_empty() || self.ask(pred, level, &decided) != Outcome::Sat {
                decided.pop();
                return self.premise(subgoal, &alternative, at, &decided, model).map(Step::Subgoal);
            }
            decided.pop();
            model = self.model(pred);
            let terms = &*self.separator.terms;
            let is_true = |(_, literal): &&(FactId, TermId)| model.is_true(terms, *literal) == Some(true);
            let &(fact, literal) = answers.iter().find(is_true).ok_or(INCOMPLETE)?;
            self.counters.closed += 1;
            decided.push(literal);
            premises.push(Some(fact));
        }
        Ok(Step::Reached(alternative, model, premises))
    }

    /// The newest facts of a premise's predicate, and what each says of its arguments.
    fn answers(&mut self, premise: &Occurrence) -> Vec<(FactId, TermId)> {
        let Separator { terms, annotation, .. } = &mut self.separator;
        let mut answers = Vec::new();
        for (id, fact) in annotation.reached().newest(premise.pred) {
            let pairs = premise.args.iter().zip(&fact.args);
            let equations: Vec<TermId> = pairs.map(|(&arg, &value)| terms.eq(arg, value)).collect();
            answers.push((id, terms.and(equations)));
        }
        answers
    }

    /// What a step asks of one of its premises, by projection of the rule, of what is decided, and of what is known of the
    /// premises after it.
    fn premise(
        &mut self,
        subgoal: &Subgoal,
        alternative: &Alternative,
        at: usize,
        decided: &[TermId],
        mut model: Model,
    ) -> Result<Subgoal, String> {
        let Separator { terms, annotation, .. } = &mut self.separator;
        let (premise, later) = (&alternative.premises[at], &alternative.premises[at + 1..]);
        let below = |premise: &Occurrence| subgoal.level.saturating_sub(premise.drop);
        let mut suffix = [&[alternative.constraint, premise.needed], decided].concat();
        for other in later {
            if model.is_true(terms, other.needed) != Some(true) {
                suffix.push(terms.not(other.needed));
                continue;
            }
            suffix.push(other.needed);
            for lemma in annotation.lemmas().at(other.pred, below(other)).collect::<Vec<_>>() {
                suffix.push(other.instantiate(terms, annotation.lemmas(), lemma.clause));
            }
        }
        let own = annotation.lemmas().params(premise.pred);
        let mut renaming: FxHashMap<VarId, TermId> = FxHashMap::default();
        let mut shared = Vec::new();
        for (&arg, &param) in premise.args.iter().zip(own) {
            let Op::Var(var) = *terms.op(arg) else { return Err("an argument is no variable".into()) };
            renaming.insert(var, terms.var_term(param));
            shared.push(var);
        }
        let cube = projected(terms, model, &shared, &suffix).ok_or("the goal could not be projected")?;
        let cube: Vec<TermId> = cube.into_iter().map(|literal| terms.substitute(literal, &renaming)).collect();
        let next = Subgoal {
            pred: Some(premise.pred),
            level: below(premise),
            cube,
            depth: subgoal.depth + 1,
            back_edges: subgoal.back_edges + premise.drop,
        };
        let (terms, name) = (&*terms, annotation.name(terms, premise.pred));
        self.observer.note(
            "subgoal",
            || json!({"predicate": name, "level": next.level, "depth": next.depth, "cube": shown(terms, &next.cube)}),
        );
        Ok(next)
    }

    /// Notes a fact that the model derives from facts; the derivation, if the fact is *false*.
    fn reach(
        &mut self,
        pred: Option<PredId>,
        alternative: &Alternative,
        mut model: Model,
        premises: Vec<Option<FactId>>,
    ) -> Result<Option<Derivation>, String> {
        let Separator { terms, annotation, .. } = &mut self.separator;
        let mut values = |terms: &mut Terms, of: &[TermId]| {
            let values: Option<Vec<TermId>> = of.iter().map(|&term| model.value(terms, term)).collect();
            values.ok_or("Z3's model has a value that cannot be written down")
        };
        let own = values(terms, &alternative.vars)?;
        let Some(pred) = pred else {
            return Ok(Some(annotation.reached().derivation(alternative.rule, own, premises)));
        };
        let params = annotation.lemmas().params(pred).to_vec();
        let params: Vec<TermId> = params.into_iter().map(|param| terms.var_term(param)).collect();
        let fact = Fact { pred, args: values(terms, &params)? };
        annotation.reached().add(fact, alternative.rule, own, premises);
        Ok(None)
    }

    /// Learns from a subgoal that was refuted. It is asked again one level above where what was learned holds, since what is on
    /// the way to it may be on the way to longer derivations; but not to those that are more than twice as long as the bound, or
    /// a search might never end.
    fn conflict(&mut self, pred: PredId, subgoal: Subgoal) -> Result<(), String> {
        self.counters.conflicts += 1;
        let level = subgoal.level;
        let (formula, method) = self.separator.separate(pred, level, subgoal.cube.clone())?;
        let Separator { terms, annotation, features, .. } = &mut self.separator;
        let top = if features.eager { self.bound } else { level };
        let mut up_to = self.bound;
        for clause in terms.conjuncts(formula) {
            let id = annotation.learn(terms, Lemma { pred, clause, level }, top);
            let holds = id.map_or(level, |id| annotation.lemmas().get(id).level);
            if id.is_some() {
                self.counters.lemmas += 1;
                self.goals.assert(terms, annotation.lemmas(), Lemma { pred, clause, level: holds });
            }
            up_to = up_to.min(holds);
            let (terms, name) = (&*terms, annotation.name(terms, pred));
            self.observer.note("lemma", || {
                let clause = terms.display(clause);
                json!({"predicate": name, "level": level, "up-to": holds, "method": method, "new": id.is_some(), "clause": clause})
            });
        }
        if up_to < self.bound && subgoal.back_edges + up_to < 2 * self.bound {
            self.add(Subgoal { level: up_to + 1, ..subgoal });
        }
        Ok(())
    }
}
