//! Completes the values of a ground step: what a pass did not keep is chosen so that the constraint holds.

use alphorn_logic::{
    horn::Rule,
    term::{TermId, Terms, VarId},
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, SmtConfig};
use rustc_hash::FxHashMap;
use std::{collections::hash_map::Entry, time::Duration};

/// Time for one question.
const QUESTION: Duration = Duration::from_secs(10);

/// What is known, completed without a solver.
enum Guess {
    /// The constraint holds with these values.
    Holds(FxHashMap<VarId, TermId>),
    /// It does not hold with these.
    Fails,
    /// Nothing was guessed, and it does not hold.
    Impossible,
}

/// Finds values; its solver is made when the first is needed.
pub(super) struct Completer {
    stop: Stop,
    smt: Option<Smt>,
}

impl Completer {
    pub fn new(stop: &Stop) -> Self {
        Completer { stop: stop.clone(), smt: None }
    }

    /// A value for every variable of the rule, with the known ones, so that its constraint holds; `None` if none was found.
    pub fn complete(
        &mut self,
        terms: &mut Terms,
        rule: &Rule,
        known: FxHashMap<VarId, TermId>,
    ) -> Option<FxHashMap<VarId, TermId>> {
        match self.by_default(terms, rule, known.clone()) {
            Guess::Holds(values) => Some(values),
            Guess::Impossible => None,
            Guess::Fails => self.by_model(terms, rule, known),
        }
    }

    /// With a default for what is not known.
    fn by_default(&self, terms: &mut Terms, rule: &Rule, mut values: FxHashMap<VarId, TermId>) -> Guess {
        let mut guessed = false;
        for &var in &rule.vars {
            if let Entry::Vacant(entry) = values.entry(var) {
                guessed = true;
                let Some(value) = terms.default_value(terms.var(var).sort) else { return Guess::Fails };
                entry.insert(value);
            }
        }
        match terms.eval(rule.constraint, |var| values.get(&var).copied()) {
            Ok(truth) if truth == terms.top() => Guess::Holds(values),
            Ok(_) if !guessed => Guess::Impossible,
            _ => Guess::Fails,
        }
    }

    fn by_model(
        &mut self,
        terms: &mut Terms,
        rule: &Rule,
        mut values: FxHashMap<VarId, TermId>,
    ) -> Option<FxHashMap<VarId, TermId>> {
        let config = SmtConfig { timeout: Some(QUESTION), ..SmtConfig::default() };
        let smt = self.smt.get_or_insert_with(|| Smt::new(config, &self.stop));
        let ground = terms.substitute(rule.constraint, &values);
        smt.push();
        smt.assert(terms, ground);
        let found = match smt.check(terms, &[]) {
            Outcome::Sat => {
                let mut model = smt.model();
                rule.vars.iter().try_for_each(|&var| {
                    if let Entry::Vacant(entry) = values.entry(var) {
                        let term = terms.var_term(var);
                        entry.insert(model.value(terms, term)?);
                    }
                    Some(())
                })
            }
            _ => None,
        };
        smt.pop();
        found.map(|()| values)
    }
}
