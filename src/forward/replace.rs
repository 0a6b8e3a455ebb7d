//! Serial constraint replacement (*An Interpolation Method for CLP Traversal*, CP 2009, Section 5): the constraints of a
//! path, earliest first, are deleted, or an equation is slackened to an inequality, as long as what the path contradicts
//! stays contradicted. What is left is projected onto the variables of the location.

use super::labels::is_refuted;
use crate::{
    search,
    smt::Smt,
    stop::Stop,
    term::{Op, TermId, Terms, VarId},
};

/// What is left of the constraints of a path that contradict `step`, over the shared variables; `None` if the projection is
/// not known to contradict it.
pub(super) fn replaced(
    terms: &mut Terms,
    smt: &mut Smt,
    path: &[TermId],
    step: TermId,
    shared: &[VarId],
    slacken: bool,
    stop: &Stop,
) -> Option<Vec<TermId>> {
    let mut kept = path.to_vec();
    let mut at = 0;
    while at < kept.len() && !stop.is_stopped() {
        let constraint = kept[at];
        let mut others: Vec<TermId> = kept[..at].iter().chain(&kept[at + 1..]).copied().collect();
        others.push(step);
        if is_refuted(terms, smt, &others) {
            kept.remove(at);
            continue;
        }
        if slacken {
            for half in halves(terms, constraint) {
                if is_refuted(terms, smt, &[&others[..], &[half]].concat()) {
                    kept[at] = half;
                    break;
                }
            }
        }
        at += 1;
    }
    let projected = search::shadow(terms, shared, &kept, stop)?;
    is_refuted(terms, smt, &[&projected[..], &[step]].concat()).then_some(projected)
}

/// The two inequalities that an equation of numbers is.
fn halves(terms: &mut Terms, constraint: TermId) -> Vec<TermId> {
    let args = terms.args(constraint).to_vec();
    match (terms.op(constraint), &args[..]) {
        (Op::Eq, [a, b]) if terms.sort_of(*a).is_arithmetic() => vec![terms.le(*a, *b), terms.le(*b, *a)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        forward::{Ended, Graph, Learning, Runs},
        horn::{PredId, testing::problem},
        smt::SmtConfig,
        term::SortId,
    };

    /// Figure 2b, linear: a loop that keeps `y = 0` and does not touch `x`, after a branch on `x`.
    const LOOP: &str = "
        (declare-fun p0 (Int Int Int Int) Bool) (declare-fun p1 (Int Int Int Int) Bool)
        (declare-fun p2 (Int Int Int Int) Bool) (declare-fun p3 (Int Int Int Int) Bool)
        (declare-fun p4 (Int Int Int Int) Bool)
        (assert (forall ((i Int) (n Int) (x Int)) (p0 i n x 0)))
        (assert (forall ((i Int) (n Int) (x Int) (y Int)) (=> (and (p0 i n x y) (> x 5)) (p1 i n x y))))
        (assert (forall ((i Int) (n Int) (x Int) (y Int)) (=> (and (p0 i n x y) (<= x 5)) (p1 i n x y))))
        (assert (forall ((i Int) (n Int) (x Int) (y Int)) (=> (and (p1 i n x y) (<= i n)) (p2 i n x y))))
        (assert (forall ((i Int) (n Int) (x Int) (y Int)) (=> (and (p1 i n x y) (> i n)) (p4 i n x y))))
        (assert (forall ((i Int) (n Int) (x Int) (y Int)) (=> (p2 i n x y) (p3 i n x (- y)))))
        (assert (forall ((i Int) (n Int) (x Int) (y Int)) (=> (p3 i n x y) (p1 (+ i 1) n x y))))
        (assert (forall ((i Int) (n Int) (x Int) (y Int)) (=> (and (p4 i n x y) (< y 0)) false)))";

    #[test]
    fn a_loop_is_closed_by_the_state_before_it_and_what_is_not_needed_is_deleted() {
        let (mut terms, problem) = problem(LOOP);
        let graph = Graph::new(&mut terms, &problem).unwrap();
        let mut runs = Runs::new(&graph, Learning::Replacement { slacken: true }, &Stop::new());
        // The loop would go on; that the run comes back to where it was ends it.
        assert_eq!(runs.execute(&mut terms, 50, 1), Ended::Complete);
        assert!(runs.counters.decisions < 12, "{:?}", runs.counters);
        // Slackened labels need not be invariant; deletion leaves what is, after one round.
        let mut runs = Runs::new(&graph, Learning::Replacement { slacken: false }, &Stop::new()).without_guesses();
        let proved = [1, 2, 4].into_iter().any(|tau| {
            assert_eq!(runs.execute(&mut terms, tau, 1), Ended::Complete);
            runs.strengthen(&mut terms).is_some()
        });
        assert!(proved);
        let head = PredId(1);
        let x = graph.params(Some(head))[2];
        assert!(runs.labels.of(head).iter().any(|label| !terms.free_vars([label.formula]).contains(&x)));
    }

    /// Tables 1 and 2 of the paper: `x = 0, y = 2; x := x + 1; if (z >= 0) y := x`, and the target `y >= 0`.
    #[test]
    fn the_papers_path_keeps_what_the_target_needs() {
        let mut terms = Terms::new();
        let stop = Stop::new();
        let mut smt = Smt::new(SmtConfig::default(), &stop);
        let vars: Vec<VarId> =
            ["x0", "y0", "x1", "z0", "y1"].iter().map(|name| terms.fresh_var(name, SortId::INT)).collect();
        let [x0, y0, x1, z0, y1] = [0, 1, 2, 3, 4].map(|i: usize| terms.var_term(vars[i]));
        let [zero, one, two] = [0, 1, 2].map(|n: i64| terms.int(n));
        let next = terms.app(Op::Add, [x0, one]);
        let path = [terms.eq(x0, zero), terms.eq(y0, two), terms.eq(x1, next), terms.le(zero, z0), terms.eq(y1, x1)];
        let unsafe_end = terms.lt(y1, zero);
        let mut left = |slacken: bool, shared: &[VarId]| {
            let found = replaced(&mut terms, &mut smt, &path, unsafe_end, shared, slacken, &stop).unwrap();
            found.into_iter().map(|literal| terms.display(literal)).collect::<Vec<String>>()
        };
        // Deletion leaves X = 1, Y = 1 of the end; slackening leaves Y >= 0 or more.
        assert!(left(false, &vars[4..]).iter().any(|literal| literal.contains('1')));
        let slackened = left(true, &vars[4..]);
        assert!(slackened.len() == 1 && slackened[0].contains(">="), "{slackened:?}");
    }
}
