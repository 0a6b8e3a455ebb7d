//! Which premises close a loop of the predicate graph.

use alphorn_logic::horn::{PredId, Problem};

/// The back edges of the predicate graph, in a depth-first order from the facts.
#[derive(Clone, Debug)]
pub struct BackEdges {
    /// The place of each predicate in reverse postorder; an edge that does not go up in it is a back edge.
    place: Vec<u32>,
}

impl BackEdges {
    /// Finds them.
    pub fn of(problem: &Problem) -> Self {
        let n = problem.predicates.len();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); n];
        let mut roots: Vec<usize> = Vec::new();
        for rule in &problem.rules {
            let Some(head) = &rule.head else { continue };
            if rule.premises.is_empty() {
                roots.push(head.pred.index());
            }
            for premise in &rule.premises {
                users[premise.atom.pred.index()].push(head.pred.index());
            }
        }
        let mut place = vec![u32::MAX; n];
        let mut visited = vec![false; n];
        let mut finished = 0;
        for root in roots.into_iter().chain(0..n) {
            let mut stack = vec![(root, 0)];
            if std::mem::replace(&mut visited[root], true) {
                continue;
            }
            while let Some((pred, next)) = stack.last_mut() {
                if let Some(&user) = users[*pred].get(*next) {
                    *next += 1;
                    if !std::mem::replace(&mut visited[user], true) {
                        stack.push((user, 0));
                    }
                } else {
                    place[*pred] = (n - finished) as u32;
                    finished += 1;
                    stack.pop();
                }
            }
        }
        BackEdges { place }
    }

    /// Whether a premise closes a loop on the way to the head.
    pub fn contains(&self, premise: PredId, head: PredId) -> bool {
        self.place[premise.index()] >= self.place[head.index()]
    }
}
