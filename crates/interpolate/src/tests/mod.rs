//! Questions written as text or drawn at random, and the independent check of the answers.

mod conflicts;
mod formulas;
mod named;
mod pairs;
mod recorded;
mod sequences;

use super::*;
use alphorn_logic::{
    smtlib::{Command, Reader, Source},
    term::Op,
};
use alphorn_run::stop::Stop;
use alphorn_smt::SmtConfig;

/// A question with the pool it lives in.
struct Posed {
    terms: Terms,
    prefix: TermId,
    suffix: Vec<TermId>,
    shared: Vec<VarId>,
}

impl Posed {
    /// Reads two formulas over shared and private variables, each variable given as `(name Sort)`.
    fn read(shared: &str, private: &str, prefix: &str, suffix: &str) -> Posed {
        let text =
            format!("(assert (forall ({shared} (end Bool) {private}) (=> (or {prefix} end) (and {suffix} end))))");
        let source = Source::whole("test", text);
        let (mut terms, mut reader) = (Terms::new(), Reader::new());
        let Command::Assert(assertion) = reader.next(&mut terms, &source).unwrap().unwrap().command else {
            panic!("not an assertion")
        };
        let Op::Forall(vars) = terms.op(assertion.term).clone() else { panic!("not quantified") };
        let end = vars.iter().position(|var| &*terms.var(*var).name == "end").unwrap();
        let body = terms.args(terms.args(assertion.term)[0]).to_vec();
        let suffix = terms.args(body[1]);
        Posed {
            prefix: terms.args(body[0])[0],
            suffix: suffix[..suffix.len() - 1].to_vec(),
            shared: vars[..end].to_vec(),
            terms,
        }
    }

    /// As [`Posed::read`], over integers, which are given by name.
    fn ints(shared: &str, private: &str, prefix: &str, suffix: &str) -> Posed {
        let declare = |names: &str| names.split_whitespace().map(|name| format!("({name} Int) ")).collect::<String>();
        Self::read(&declare(shared), &declare(private), prefix, suffix)
    }

    /// The answer, checked, as text with the method that gave it.
    fn answer_with(&mut self, config: Config) -> Result<(String, Method), Failure> {
        let mut judge = Judge::new();
        let mut interpolator = Interpolator::new(config);
        let suffix = [self.suffix.clone()];
        let question = Question { suffix: &suffix, shared: &self.shared, transitions: &[] };
        let answer = judge.ask(&mut self.terms, &mut interpolator, self.prefix, &question)?;
        Ok((self.terms.display(answer.formula), answer.method))
    }

    fn answer(&mut self) -> Result<(String, Method), Failure> {
        self.answer_with(Config::default())
    }
}

/// Asks in one Z3 context and checks in another.
struct Judge {
    smt: Smt,
    checker: Smt,
}

impl Judge {
    fn new() -> Self {
        let new = || Smt::new(SmtConfig { rlimit: Some(3_000_000), ..SmtConfig::default() }, &Stop::new());
        Judge { smt: new(), checker: new() }
    }

    fn decide(&mut self, terms: &Terms, formulas: &[TermId]) -> Outcome {
        let outcome = self.decide_quickly(terms, formulas);
        if !matches!(outcome, Outcome::Unknown(_)) {
            return outcome;
        }
        // A new context may be luckier, and may take longer.
        let config = SmtConfig { timeout: Some(Duration::from_secs(60)), ..SmtConfig::default() };
        let mut patient = Smt::new(config, &Stop::new());
        formulas.iter().for_each(|formula| patient.assert(terms, *formula));
        patient.check(terms, &[])
    }

    fn decide_quickly(&mut self, terms: &Terms, formulas: &[TermId]) -> Outcome {
        self.checker.push();
        formulas.iter().for_each(|formula| self.checker.assert(terms, *formula));
        let outcome = self.checker.check(terms, &[]);
        if terms.subterms(formulas.iter().copied()).len() < 300 {
            self.checker.pop();
        } else {
            // Z3 takes long to take back a large scope.
            self.checker = self.checker.sibling();
        }
        outcome
    }

    fn is_unsat(&mut self, terms: &Terms, formulas: &[TermId]) -> bool {
        self.decide(terms, formulas) == Outcome::Unsat
    }

    /// The answer of an interpolator, which must be right, also about there being none.
    fn ask(
        &mut self,
        terms: &mut Terms,
        interpolator: &mut Interpolator,
        prefix: TermId,
        question: &Question,
    ) -> Result<Interpolant, Failure> {
        let cubes: Vec<TermId> = question.suffix.iter().map(|cube| terms.and(cube.iter().copied())).collect();
        let suffix = terms.or(cubes);
        let outcome = self.decide(terms, &[prefix, suffix]);
        let answer = interpolator.interpolate_formula(terms, &self.smt, prefix, question);
        let show = |terms: &Terms| format!("{}\n{}", terms.display(prefix), terms.display(suffix));
        match &answer {
            Ok(answer) => {
                let text = || format!("{}\nis no interpolant of\n{}", terms.display(answer.formula), show(terms));
                let free = terms.free_vars([answer.formula]);
                assert!(free.iter().all(|var| question.shared.contains(var)), "{}", text());
                let text = text();
                let negated = terms.not(answer.formula);
                assert!(self.is_unsat(terms, &[prefix, negated]), "{text}");
                assert!(self.is_unsat(terms, &[answer.formula, suffix]), "{text}");
            }
            Err(Failure::Satisfiable) => assert_ne!(outcome, Outcome::Unsat, "called satisfiable:\n{}", show(terms)),
            Err(_) => {}
        }
        let agree = outcome != Outcome::Sat || answer == Err(Failure::Satisfiable);
        assert!(agree, "satisfiable, but {answer:?}:\n{}", show(terms));
        answer
    }
}

/// So many random cases share one pool and one Z3 context, which slows down with all that it has seen.
const BATCH: usize = 400;

/// As many random cases as the normal suite can afford, or the long run's if `ALPHORN_LONG` is set.
fn cases(normal: usize, long: usize) -> usize {
    if std::env::var_os("ALPHORN_LONG").is_some() { long } else { normal }
}
