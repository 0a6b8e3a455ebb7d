//! The script in which every target is a goal: the clauses of the source as they are written, its own goals left out, and
//! for each target a clause that derives *false* where the target is used.

use crate::{
    Question,
    horn::{Atom, Premise, Problem, Rule},
    smtlib::{Position, sexpr::Sexprs},
    term::{Terms, VarId, quote_symbol},
    witness::trace::Binding,
};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// What is to be covered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The line of the rule; none for a predicate.
    pub line: Option<usize>,
    /// The predicate that is derived, as written; *false* for a goal of the source.
    pub head: String,
    /// The variables of the clause that are the arguments of the head.
    pub args: Vec<String>,
    /// The variables of the clause that the source does not have.
    pub made: Vec<String>,
    /// Where its clause starts in [`Script::text`].
    pub offset: u32,
}

/// The source with the targets as its goals.
#[derive(Clone, Debug)]
pub struct Script {
    /// The script. The places of the source's commands in it are those in the source.
    pub text: String,
    /// The targets, in the order of their rules.
    pub targets: Vec<Target>,
}

impl Target {
    /// What is derived where the variables of the clause have these values: `(P v …)`; *false* for a goal of the source.
    pub fn fact(&self, values: &[Binding]) -> String {
        let value = |arg: &String| values.iter().find(|binding| binding.name == *arg).map(|b| b.value.clone());
        match self.args.iter().map(value).collect::<Option<Vec<String>>>() {
            Some(args) if !args.is_empty() => format!("({} {})", self.head, args.join(" ")),
            _ => self.head.clone(),
        }
    }
}

impl Script {
    /// Every rule of a question is a target, or each of some predicates.
    pub fn new(question: &mut Question, predicates: &[String]) -> Result<Script, String> {
        let source = question.source().to_string();
        let mut text = rules(question);
        let (terms, problem, reader) = question.parts();
        let mut targets = Vec::new();
        if predicates.is_empty() {
            for rule in &problem.rules {
                let head = rule.head.as_ref().map_or("false".into(), |head| name(terms, problem, head));
                let offset = push_clause(&mut text, terms, problem, &Rule { head: None, ..rule.clone() });
                let name = |var: &VarId| quote_symbol(&terms.var(*var).name).into_owned();
                let args = rule.head.iter().flat_map(|head| &head.args).map(name).collect();
                let made = rule.vars.iter().filter(|var| reader.binder_offset(**var).is_none()).map(name).collect();
                let line = Some(Position::of(&source, rule.origin).line);
                targets.push(Target { line, head, args, made, offset });
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
            let offset = push_clause(&mut text, terms, problem, &goal);
            let args: Vec<String> = (0..sorts.len()).map(|i| format!("x{i}")).collect();
            targets.push(Target { line: None, head, made: args.clone(), args, offset });
        }
        text.push_str("(check-sat)\n");
        Ok(Script { text, targets })
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
    let source = question.source().to_string();
    let asked = question.offset();
    let (terms, problem, _) = question.parts();
    let has_goal: FxHashSet<u32> = problem.goals().map(|(_, goal)| goal.origin).chain([asked]).collect();
    let mut text = without(&source[..asked as usize], |offset| has_goal.contains(&offset));
    for rule in problem.rules.iter().filter(|rule| has_goal.contains(&rule.origin) && !rule.is_goal()) {
        push_clause(&mut text, terms, problem, rule);
    }
    text
}

fn name(terms: &Terms, problem: &Problem, atom: &Atom) -> String {
    quote_symbol(problem.name(terms, atom.pred)).into_owned()
}

/// Appends a clause, and says where it starts.
fn push_clause(text: &mut String, terms: &mut Terms, problem: &Problem, rule: &Rule) -> u32 {
    let clause = problem.clause(terms, rule);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let offset = text.len() as u32;
    // Writing to a string cannot fail.
    let _ = writeln!(text, "(assert {})", terms.display(clause));
    offset
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
