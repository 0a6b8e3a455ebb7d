//! `Strengthen` (Figure 3): which labels of a bounded proof hold without the bound.

use super::{intra::Runs, labels::is_refuted};
use alphorn_logic::{
    horn::PredId,
    term::{TermId, Terms},
    witness::Solution,
};

/// A label that may hold without a bound.
struct Candidate {
    at: PredId,
    formula: TermId,
    live: bool,
}

impl Runs<'_, '_> {
    /// Finds the greatest subset of the labels that is justified without a bound. If the start is blocked by it, it proves
    /// that no goal that is left can be reached.
    pub fn strengthen(&mut self, terms: &mut Terms) -> Option<Solution> {
        let mut candidates: Vec<Candidate> = Vec::new();
        for at in self.graph.problem().pred_ids() {
            let labels = self.labels.of(at).iter();
            candidates.extend(labels.map(|label| Candidate { at, formula: label.formula, live: true }));
        }
        loop {
            let before = candidates.iter().filter(|candidate| candidate.live).count();
            for at in 0..candidates.len() {
                let Candidate { at: place, formula, live } = candidates[at];
                if live && !self.graph.out(Some(place)).iter().all(|&e| self.blocks(terms, &candidates, e, formula)) {
                    candidates[at].live = false;
                }
            }
            let after = candidates.iter().filter(|candidate| candidate.live).count();
            if after == before {
                break;
            }
        }
        let top = terms.top();
        let proved = self.graph.out(None).iter().all(|&edge| self.blocks(terms, &candidates, edge, top));
        let kept: Vec<&Candidate> = candidates.iter().filter(|candidate| candidate.live).collect();
        log::debug!("{} of {} labels hold without a bound", kept.len(), candidates.len());
        kept.into_iter().for_each(|candidate| self.labels.raise(candidate.at, candidate.formula));
        self.cyclic &= proved;
        proved.then(|| self.labels.solution(terms, self.graph))
    }

    /// Whether an edge leads from where a formula holds only to where a candidate holds, and to no goal that is left.
    fn blocks(&mut self, terms: &mut Terms, candidates: &[Candidate], edge: usize, formula: TermId) -> bool {
        let edge = self.graph.edge(edge);
        let mut step = vec![formula, edge.constraint];
        match edge.to {
            None if self.is_done(edge.rule) => return true,
            None => {}
            Some(to) => {
                for candidate in candidates.iter().filter(|candidate| candidate.live && candidate.at == to) {
                    let label = self.graph.instantiate(terms, edge.to, candidate.formula, &edge.args);
                    step.push(terms.not(label));
                }
            }
        }
        is_refuted(terms, &mut self.scratch, &step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        forward::{Ended, Graph, Learning},
        unwind::FOREVER,
    };
    use alphorn_logic::horn::testing::problem;
    use alphorn_run::stop::Stop;

    fn papers_example(name: &str) -> String {
        std::fs::read_to_string(format!("{}/../../benchmarks/papers/cav10/{name}.smt2", env!("CARGO_MANIFEST_DIR")))
            .expect("the paper's example is there")
    }

    /// The labels of a location that hold at a level, as they are written.
    fn shown(terms: &Terms, runs: &Runs, name: &str, level: u32) -> Vec<String> {
        let problem = runs.graph.problem();
        let at = problem.pred_ids().find(|&at| problem.name(terms, at) == name).expect("the location is there");
        let labels = runs.labels.of(at).iter().filter(|label| label.level >= level);
        labels.map(|label| terms.display(label.formula)).collect()
    }

    #[test]
    fn what_one_round_through_the_loop_teaches_is_inductive() {
        let (mut terms, problem) = problem(&papers_example("loop1-safe"));
        let graph = Graph::new(&mut terms, &problem).expect("the problem is linear");
        let mut runs = Runs::new(&graph, Learning::Interpolants, &Stop::new());
        assert_eq!(runs.execute(&mut terms, 1, 1), Ended::Complete);
        assert!(runs.cut, "the loop goes on");
        assert!(shown(&terms, &runs, "l3_loop", FOREVER).is_empty(), "within the bound only");
        assert!(runs.strengthen(&mut terms).is_some());
        // As in the paper: x >= y.
        assert_eq!(shown(&terms, &runs, "l3_loop", FOREVER), ["(>= (+ x0 (* (- 1) x1)) 0)"]);
    }

    #[test]
    fn of_the_diamonds_two_labels_the_weaker_one_stays() {
        let (mut terms, problem) = problem(&papers_example("diamond-safe"));
        let graph = Graph::new(&mut terms, &problem).expect("the problem is linear");
        let mut runs = Runs::new(&graph, Learning::Interpolants, &Stop::new());
        assert_eq!(runs.execute(&mut terms, 0, 1), Ended::Complete);
        // The first label of l6 says p and a, the second p alone; no other location has two.
        assert_eq!(shown(&terms, &runs, "l6_test", 0), ["x0"]);
        let live: usize = problem.pred_ids().map(|at| runs.labels.of(at).len()).sum();
        assert_eq!((runs.counters.conjoined, live), (9, 8));
    }
}
