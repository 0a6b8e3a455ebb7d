//! What has to be shown about evidence, as text for any solver.

use super::{
    Answer, Backend, Failure, Place, Report, Why,
    print::{Piece, prelude},
    text,
};
use std::time::Instant;

/// Everything that has to be shown. It suffices that each obligation is unsatisfiable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligations {
    /// One a clause, or one a step.
    pub all: Vec<Obligation>,
    pub(super) pieces: Vec<Piece>,
}

/// One thing that has to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// The clause or the step that it is about.
    pub place: Place,
    /// The line of the script where the clause stands.
    pub line: u32,
    /// The clause or the step, cut to one short line.
    pub text: String,
    /// Declarations of the constants that stand for its variables.
    pub(super) constants: String,
    /// What must be unsatisfiable.
    pub(super) formula: String,
    /// The declarations and definitions that it mentions.
    pub(super) uses: Vec<usize>,
}

/// So many obligations without constants, or so many bytes of them, are asked about at once: most evidence is right.
const GROUP: usize = 64;
const GROUP_BYTES: usize = 1 << 16;

impl Obligation {
    /// The assertions that must be unsatisfiable together.
    pub fn asserts(&self) -> String {
        format!("{}(assert {})", self.constants, self.formula)
    }

    fn failure(&self, why: Why) -> Failure {
        Failure { place: self.place.clone(), line: Some(self.line), text: self.text.clone(), why }
    }
}

impl Obligations {
    /// The declarations and definitions that an obligation needs.
    pub fn prelude(&self, obligation: &Obligation) -> String {
        prelude(&self.pieces, &obligation.uses)
    }

    /// An obligation as a script of its own that a solver answers with `unsat`.
    pub fn script(&self, obligation: &Obligation) -> String {
        let Obligation { place, line, text, .. } = obligation;
        let text = text.replace('|', "");
        let (prelude, asserts) = (self.prelude(obligation), obligation.asserts());
        format!("; {place}, line {line}: {text}\n; expected: unsat\n{prelude}{asserts}\n(check-sat)\n")
    }

    /// Asks a solver about all of them.
    pub fn decide(&self, backend: &mut dyn Backend) -> Result<Report, Failure> {
        let started = Instant::now();
        self.start(backend)?;
        let mut first = 0;
        while first < self.all.len() {
            let group = self.group(first);
            if group.len() == 1 || !is_unsat(backend, group) {
                group.iter().try_for_each(|obligation| decide_one(backend, obligation))?;
            }
            first += group.len();
        }
        Ok(Report { obligations: self.all.len(), time: started.elapsed() })
    }

    /// Gives the solver all declarations and definitions.
    fn start(&self, backend: &mut dyn Backend) -> Result<(), Failure> {
        let mut uses: Vec<usize> = self.all.iter().flat_map(|obligation| obligation.uses.iter().copied()).collect();
        uses.sort_unstable();
        uses.dedup();
        let Err(message) = backend.start(&prelude(&self.pieces, &uses)) else { return Ok(()) };
        // The solver does not take something: find the first obligation to which it belongs.
        let culprit = self.all.iter().find(|obligation| backend.start(&self.prelude(obligation)).is_err());
        let why = Why::Undecided(message);
        Err(culprit.map_or(Failure { why: why.clone(), ..Failure::evidence("") }, |obligation| obligation.failure(why)))
    }

    /// The obligations from `first` on that are asked about at once.
    fn group(&self, first: usize) -> &[Obligation] {
        let mut bytes = 0;
        let fits = |obligation: &&Obligation| {
            bytes += obligation.formula.len();
            obligation.constants.is_empty() && bytes <= GROUP_BYTES
        };
        let count = self.all[first..].iter().take(GROUP).take_while(fits).count().max(1);
        &self.all[first..first + count]
    }
}

fn is_unsat(backend: &mut dyn Backend, group: &[Obligation]) -> bool {
    let formulas: Vec<&str> = group.iter().map(|obligation| obligation.formula.as_str()).collect();
    backend.check(&format!("(assert (or {}))", formulas.join("\n"))) == Answer::Unsat
}

fn decide_one(backend: &mut dyn Backend, obligation: &Obligation) -> Result<(), Failure> {
    match backend.check(&obligation.asserts()) {
        Answer::Unsat => Ok(()),
        Answer::Sat => Err(obligation.failure(Why::Refuted)),
        Answer::Unknown(reason) => Err(obligation.failure(Why::Undecided(text::cut(&reason)))),
    }
}
