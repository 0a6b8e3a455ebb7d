"""Whatever a solver does, it is ended, counted and labelled."""

import multiprocessing
import os
import sys
import unittest
from dataclasses import replace

from lab.label import Judged, judge
from lab.limited import Limits, Outcome, run_limited

from . import solvers_that_misbehave as programs

# The wall is far away, so that a loaded machine changes nothing.
LIMITS = Limits(cpu=0.3, wall=50, memory=100 << 20, grace=0.3)


def run(program: str, limits: Limits = LIMITS) -> Outcome:
    """Runs a program in a process of its own, as the runner does: the caller of `run_limited` adopts orphans."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(run_limited, ([sys.executable, "-S", "-c", program], {}, limits))


def label(program: str, expected: str = "unknown") -> Judged:
    return judge(run(program), expected)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Labels(unittest.TestCase):
    def test_an_answer_is_taken(self) -> None:
        self.assertEqual(label(programs.HONEST, "sat").label, "sat")
        self.assertEqual(label(programs.HONEST).label, "sat")

    def test_a_wrong_answer_is_wrong(self) -> None:
        judged = label(programs.LIAR, "sat")
        self.assertEqual((judged.label, judged.answers), ("wrong", "unsat"))

    def test_every_answer_of_a_script_counts(self) -> None:
        two = "print('sat'); print('sat')"
        self.assertEqual(label(two, "sat unsat").label, "wrong")
        self.assertEqual(label(two, "sat sat sat").label, "garbage")
        self.assertEqual(label("print('sat'); print('unknown')", "sat sat").label, "unknown")

    def test_garbage_is_no_answer(self) -> None:
        self.assertEqual(label(programs.GARBAGE).label, "garbage")

    def test_endless_output_is_ended(self) -> None:
        self.assertIn(label(programs.PRINTS_FOR_EVER).label, ("timeout", "crash"))

    def test_a_crash_is_a_crash(self) -> None:
        self.assertEqual(label(programs.SILENT_ABORT).label, "crash")
        self.assertEqual(label(programs.FAILS).label, "crash")

    def test_an_answer_after_an_error_is_none(self) -> None:
        self.assertEqual(label("print('(error 1)'); print('sat')", "unsat").label, "crash")
        self.assertEqual(label("print('sat'); print('(error 1)')", "sat").label, "sat")

    def test_a_missing_program_is_a_crash(self) -> None:
        outcome = run_limited(["/no/such/solver"], {}, LIMITS)
        self.assertEqual(judge(outcome, "unknown").label, "crash")

    def test_statistics_and_evidence_are_kept(self) -> None:
        judged = label(programs.COUNTS)
        self.assertEqual(judged.statistics, '{"checked-obligations": 3, "smt-calls": 12}')
        self.assertEqual(judged.evidence, "checked")
        self.assertEqual(label(programs.HONEST).evidence, "")

    def test_failed_evidence_is_kept(self) -> None:
        judged = label(programs.EVIDENCE_FAILS)
        self.assertEqual((judged.label, judged.evidence), ("unknown", "failed"))


class LimitsHold(unittest.TestCase):
    def test_cpu(self) -> None:
        outcome = run(programs.BURNS)
        self.assertEqual(outcome.broken, "cpu")
        self.assertGreaterEqual(outcome.cpu, 0.3)
        self.assertEqual(judge(outcome, "sat").label, "timeout")

    def test_wall(self) -> None:
        outcome = run(programs.SLEEPS, Limits(cpu=5, wall=0.5, memory=100 << 20))
        self.assertEqual(outcome.broken, "wall")
        self.assertLess(outcome.cpu, 0.5)
        self.assertLess(outcome.wall, 30)

    def test_memory(self) -> None:
        outcome = run(programs.EATS_MEMORY)
        self.assertEqual(outcome.broken, "memory")
        self.assertGreater(outcome.memory, 100 << 20)
        self.assertEqual(judge(outcome, "sat").label, "memout")

    def test_memory_of_children_adds_up(self) -> None:
        self.assertEqual(run(programs.CHILDREN_EAT_MEMORY).broken, "memory")

    def test_sigterm_may_be_ignored(self) -> None:
        outcome = run(programs.IGNORES_SIGTERM)
        self.assertEqual((outcome.broken, outcome.exit), ("cpu", -9))

    def test_sigterm_leaves_time_for_statistics(self) -> None:
        patient = replace(LIMITS, grace=20)
        judged = judge(run(programs.SAYS_GOODBYE, patient), "unknown")
        self.assertEqual((judged.label, judged.statistics), ("timeout", '{"steps": 7}'))


class NothingSurvives(unittest.TestCase):
    """The programs print the process that they leave on standard error."""

    def test_a_daemon_is_counted_and_ended(self) -> None:
        outcome = run(programs.HIDES_IN_A_DAEMON)
        self.assertEqual(outcome.broken, "cpu")
        self.assertFalse(alive(int(outcome.stderr)))

    def test_a_child_left_behind_is_ended_and_the_answer_kept(self) -> None:
        outcome = run(programs.LEAVES_A_CHILD)
        self.assertEqual(judge(outcome, "sat").label, "sat")
        self.assertFalse(alive(int(outcome.stderr)))


if __name__ == "__main__":
    unittest.main()
