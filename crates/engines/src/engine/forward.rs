//! Forward symbolic execution that learns, as engines: lazy annotation with interpolants (CAV 2010), and the traversal with
//! serial constraint replacement (CP 2009). The goals of the problem are the goals of the runs.

use super::Engine;
use crate::forward::{Ended, Graph, Learning, Runs};
use alphorn_logic::{
    horn::Problem,
    term::Terms,
    witness::{Solution, Unknown, Verdict},
};
use alphorn_run::{statistics::Statistics, stop::Stop};
use log::info;

/// The engine. It answers for linear problems.
#[derive(Clone, Copy, Debug)]
pub struct Forward {
    /// What is learned from a failure.
    pub learning: Learning,
}

impl Engine for Forward {
    fn name(&self) -> &'static str {
        match self.learning {
            Learning::Replacement { .. } => "clp",
            Learning::Interpolants | Learning::Nothing => "forward",
        }
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let Some(graph) = Graph::new(terms, problem) else {
            return Verdict::Unknown(Unknown::because("a rule has several premises"));
        };
        let mut runs = Runs::new(&graph, self.learning, stop);
        let mut guesses = matches!(self.learning, Learning::Replacement { .. });
        let mut tau = 1;
        let verdict = loop {
            info!("τ {tau}: {} labels, {} backtracks", runs.counters.conjoined, runs.counters.backtracks);
            match runs.execute(terms, tau, 1) {
                Ended::Reached => match runs.reached.pop() {
                    Some(reached) => break Verdict::Derivable(reached.derivation),
                    None => break Verdict::Solved(Solution::top(terms, problem)),
                },
                Ended::Unknown(reason) => {
                    // A run that was ended where it came back is no proof of anything.
                    let bounded = tau > 1 && self.learning == Learning::Interpolants;
                    let no_derivation_within = Some(tau / 2).filter(|_| bounded);
                    break Verdict::Unknown(Unknown { reason, no_derivation_within, ..Unknown::default() });
                }
                Ended::Complete => {}
            }
            if let Some(solution) = runs.strengthen(terms) {
                break Verdict::Solved(solution);
            }
            if std::mem::take(&mut guesses) {
                info!("what closes the loops is not invariant: they are unwound");
                runs = Runs::new(&graph, Learning::Replacement { slacken: false }, stop).without_guesses();
                tau = 1;
                continue;
            }
            if !runs.cut {
                break Verdict::Unknown(Unknown::because(
                    "the search is complete, but what it learned could not be shown to hold",
                ));
            }
            tau *= 2;
        };
        statistics.set("forward-tau", tau.into());
        statistics.set("forward-decisions", runs.counters.decisions);
        statistics.set("forward-backtracks", runs.counters.backtracks);
        statistics.set("forward-edge-labels", runs.counters.learned);
        statistics.set("forward-labels", runs.counters.conjoined);
        verdict
    }
}
