//! The script in which every target is a goal: the clauses of the source as they are written, its own goals left out, and
//! for each target a clause that derives *false* where the target is used.

use crate::api::Question;
use alphorn_logic::{
    horn::{Atom, Premise, Problem, Rule},
    smtlib::{Position, Reader},
    term::{Op, Terms, VarId, quote_symbol},
    witness::{Trace, trace},
};
use alphorn_sexpr::Sexprs;
use rustc_hash::FxHashSet;
use std::{fmt::Write, sync::Arc};

/// What is to be covered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The line of the rule; none for a predicate.
    pub line: Option<usize>,
    /// The predicate that is derived, as written; *false* for a goal of the source.
    pub head: String,
    /// For each argument of the head which variable of the clause it is.
    args: Vec<usize>,
    /// Where its clause starts in [`Script::text`].
    pub offset: u32,
}

/// The source with the targets as its goals.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The script. The places of the source's commands in it are those in the source.
    pub text: String,
    /// The targets, in the order of their rules.
    pub targets: Vec<Target>,
    printed: Vec<Printed>,
}

/// A clause that was printed from its normal form.
#[derive(Clone, Debug)]
struct Printed {
    /// Where it starts in [`Script::text`].
    offset: u32,
    /// The line of the rule in the source, if it is there.
    line: Option<usize>,
    /// The names of its variables in their order, as the source has them; none for those that it does not have.
    vars: Vec<Option<String>>,
}

impl Script {
    /// Every rule of a question is a target, or each of some predicates.
    pub fn new(question: &mut Question, predicates: &[String]) -> Result<Script, String> {
        let mut script = Script::default();
        script.push_rules(question);
        let source = question.source().to_string();
        let (terms, problem, reader) = question.parts();
        if predicates.is_empty() {
            for rule in &problem.rules {
                let head = rule.head.as_ref().map_or("false".into(), |head| name(terms, problem, head));
                let goal = Rule { head: None, ..rule.clone() };
                let line = Some(Position::of(&source, rule.origin).line);
                let vars = script.push_clause(terms, problem, reader, &goal, line);
                let place = |arg| vars.iter().position(|var| var == arg);
                let args = rule.head.iter().flat_map(|head| &head.args).filter_map(place).collect();
                script.push_target(line, head, args);
            }
        }
        for predicate in predicates {
            let known = problem.pred_ids().find(|&pred| {
                let name = problem.name(terms, pred);
                name == predicate || quote_symbol(name) == predicate.as_str()
            });
            let pred = known.ok_or_else(|| format!("there is no predicate {predicate}"))?;
            let sorts = terms.fun(problem.predicates[pred.index()].fun).params.clone();
            let args: Vec<_> =
                sorts.iter().enumerate().map(|(i, &sort)| terms.fresh_var(&format!("x{i}"), sort)).collect();
            let atom = Atom { pred, args: args.clone() };
            let head = name(terms, problem, &atom);
            let premises = vec![Premise { atom, flag: None }];
            let constraint = terms.top();
            let goal = Rule { head: None, premises, constraint, vars: args, origin: 0, weakened: false };
            script.push_clause(terms, problem, reader, &goal, None);
            script.push_target(None, head, (0..sorts.len()).collect());
        }
        script.text.push_str("(check-sat)\n");
        Ok(script)
    }

    /// Appends the clauses of a question that are no goals, as they are written; what is asserted together with a goal is
    /// printed from its normal form. Places are as in the source.
    fn push_rules(&mut self, question: &mut Question) {
        let source = question.source().to_string();
        let asked = question.offset();
        let (terms, problem, reader) = question.parts();
        let has_goal: FxHashSet<u32> = problem.goals().map(|(_, goal)| goal.origin).chain([asked]).collect();
        self.text = without(&source[..asked as usize], |offset| has_goal.contains(&offset));
        for rule in problem.rules.iter().filter(|rule| has_goal.contains(&rule.origin) && !rule.is_goal()) {
            self.push_clause(terms, problem, reader, rule, Some(Position::of(&source, rule.origin).line));
        }
    }

    /// Appends a clause for all values of its variables, which are all that the source has and those that are left of others.
    fn push_clause(
        &mut self,
        terms: &mut Terms,
        problem: &Problem,
        reader: &Reader,
        rule: &Rule,
        line: Option<usize>,
    ) -> Vec<VarId> {
        let clause = problem.open_clause(terms, rule);
        let free = terms.free_vars([clause]);
        let is_source = |var: &VarId| reader.binder_offset(*var).is_some();
        let vars: Vec<VarId> = rule.vars.iter().copied().filter(|var| is_source(var) || free.contains(var)).collect();
        let closed = if vars.is_empty() { clause } else { terms.app(Op::Forall(vars.clone().into()), [clause]) };
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        let name = |var: &VarId| is_source(var).then(|| quote_symbol(&terms.var(*var).name).into_owned());
        self.printed.push(Printed { offset: self.text.len() as u32, line, vars: vars.iter().map(name).collect() });
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "(assert {})", terms.display(closed));
        vars
    }

    /// The clause that was printed last is a target's.
    fn push_target(&mut self, line: Option<usize>, head: String, args: Vec<usize>) {
        let offset = self.printed.last().map_or(0, |printed| printed.offset);
        self.targets.push(Target { line, head, args, offset });
    }

    /// A derivation over the rules of the source: steps by printed clauses have the lines and the variables of their rules,
    /// and the last one derives the target.
    pub fn restore(&self, trace: &mut Trace, target: &Target) {
        for step in &mut trace.steps {
            let Ok(at) = self.printed.binary_search_by_key(&step.clause.offset, |printed| printed.offset) else {
                continue;
            };
            // The variables of the clause are bound first.
            step.values.sort_by_key(|binding| binding.offset);
            if step.fact.is_none() && target.head != "false" {
                let values = target.args.iter().filter_map(|&arg| step.values.get(arg));
                let args = values.map(|binding| binding.value.clone()).collect();
                step.fact = Some(trace::Atom { pred: target.head.clone(), args });
            }
            let Printed { line, vars, .. } = &self.printed[at];
            step.values.truncate(vars.len());
            for (binding, name) in step.values.iter_mut().zip(vars) {
                binding.name = name.clone().unwrap_or_default();
            }
            step.values.retain(|binding| !binding.name.is_empty());
            if let Some(line) = line {
                Arc::make_mut(&mut step.clause).line = *line;
            }
        }
    }

    /// The same script without some of its targets' clauses; all places stay as they are.
    pub fn without(&self, left_out: impl Fn(&Target) -> bool) -> String {
        let offsets: FxHashSet<u32> = self.targets.iter().filter(|t| left_out(t)).map(|t| t.offset).collect();
        without(&self.text, |offset| offsets.contains(&offset))
    }
}

/// The clauses of a question that are no goals, as they are written; what is asserted together with a goal is printed from
/// its normal form. Places are as in the source.
pub(crate) fn rules(question: &mut Question) -> String {
    let mut script = Script::default();
    script.push_rules(question);
    script.text
}

fn name(terms: &Terms, problem: &Problem, atom: &Atom) -> String {
    quote_symbol(problem.name(terms, atom.pred)).into_owned()
}

/// A script with blanks in place of some commands, given by where they start.
fn without(text: &str, is_left_out: impl Fn(u32) -> bool) -> String {
    let (commands, _) = Sexprs::read_prefix(text);
    let mut bytes = text.as_bytes().to_vec();
    for span in commands.iter().map(|command| command.span()).filter(|span| is_left_out(span.start)) {
        let command = bytes[span.start as usize..span.end as usize].iter_mut();
        command.filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_string())
}
