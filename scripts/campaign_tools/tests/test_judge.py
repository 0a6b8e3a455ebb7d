"""The judge, on outputs that are made by hand and on a solver that lies."""

from __future__ import annotations

import json
import stat
import tempfile
import unittest
from pathlib import Path

from campaign_tools.generate.script import Text
from campaign_tools.run.alphorn import Run, Solver, played, script_of, sections, solve
from campaign_tools.run.answers import read_answers
from campaign_tools.run.evidence import Checker
from campaign_tools.run.judge import Findings, disagreements, judge
from campaign_tools.tests import Z3, with_oracle

PROBLEM = """(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (< x 5)) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (> x 5)) false)))
(check-sat)
"""


def run_with(output: str, text: str = PROBLEM) -> Run:
    run = Run(played(text, 100))
    run.answers, run.error = read_answers(output, 0)
    return run


class Reading(unittest.TestCase):
    def test_verdicts_evidence_and_reasons(self) -> None:
        output = 'sat\n(\n  (define-fun |(| () Bool true)\n)\n(:reason-unknown "none")\n'
        output += 'unknown\n(:reason-unknown "timeout")\n'
        answers, error = read_answers(output, 0)
        self.assertEqual([answer.word for answer in answers], ["sat", "unknown"])
        self.assertEqual([answer.reason for answer in answers], ["", "timeout"])
        self.assertIn("define-fun", answers[0].evidence)
        self.assertEqual(error, "")

    def test_offsets_count_from_the_problem(self) -> None:
        output = 'unsat\n{"clauses": [{"offset": 130}], "steps": [{"values": [{"offset": 150}]}]}\n'
        data = json.loads(read_answers(output, 100)[0][0].evidence)
        self.assertEqual(data["clauses"][0]["offset"], 30)
        self.assertEqual(data["steps"][0]["values"][0]["offset"], 50)

    def test_an_error_has_no_place(self) -> None:
        self.assertEqual(read_answers('(error "line 3 column 4: no")\n', 0)[1], "no")

    def test_questions_are_found_in_bytes(self) -> None:
        one = played("(assert |é|)\n(check-sat)\n(reset)\n(query p)\n", 10)
        data = one.text.encode()
        self.assertTrue(data[one.questions[0] :].startswith(b"(check-sat)"))
        self.assertTrue(data[one.questions[1] :].startswith(b"(query p)"))
        script, starts = script_of([one, one])
        for start in starts:
            self.assertTrue(script.encode()[start:].startswith(data))

    def test_sections_end_at_marks(self) -> None:
        self.assertEqual(sections("@@0\na\n@@1\nb\n", 2), ["a\n", "b\n"])
        self.assertEqual(sections("@@0\na\n@@1\nb\n@@2\n", 2), ["a\n", "b\n"])


@with_oracle
class Judging(unittest.TestCase):
    def setUp(self) -> None:
        self.checker = Checker(Z3)
        self.text = Text(PROBLEM, (False,))

    def kinds(self, output: str, expected: str = "unknown") -> list[str]:
        found = judge(run_with(output), self.text, [expected], self.checker)
        return [failure.kind for failure in found.failures]

    def test_a_right_answer(self) -> None:
        self.assertEqual(self.kinds("sat\n((define-fun p ((x Int)) Bool (<= x 5)))", "safe"), [])

    def test_a_model_that_does_not_hold(self) -> None:
        self.assertEqual(self.kinds("sat\n((define-fun p ((x Int)) Bool (<= x 4)))", "safe"), ["invalid"])

    def test_a_verdict_that_the_oracle_denies(self) -> None:
        self.assertEqual(self.kinds("sat\n((define-fun p ((x Int)) Bool (<= x 5)))", "reached"), ["wrong"])

    def test_a_verdict_without_evidence(self) -> None:
        self.assertEqual(self.kinds("sat\n"), ["no evidence"])

    def test_a_missing_line(self) -> None:
        self.assertEqual(self.kinds(""), ["missing"])

    def test_evidence_that_the_solver_rejected_itself(self) -> None:
        self.assertEqual(self.kinds('unknown\n(:reason-unknown "the evidence of la does not hold")'), ["rejected"])

    def test_a_timeout_is_no_failure(self) -> None:
        self.assertEqual(self.kinds('unknown\n(:reason-unknown "timeout")'), [])

    def test_members_that_disagree(self) -> None:
        both = [Findings(["safe", "unknown"]), Findings(["reached", "safe"])]
        self.assertEqual([failure.detail for failure in disagreements(both)], ["question 0"])


class Dying(unittest.TestCase):
    """A solver that dies at some problems: the others are answered by a new process."""

    SOLVER = """#!/usr/bin/env python3
import os, re, sys
for line in sys.stdin:
    if line.startswith("(echo"):
        print(re.search('"(.*)"', line).group(1), flush=True)
    if "die" in line:
        os.abort()
    if "refuse" in line:
        sys.exit('<stdin>:1:2: error: no')
    if "check-sat" in line:
        print('unknown\\n(:reason-unknown "timeout")', flush=True)
"""

    def test_the_rest_goes_on(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "solver"
            program.write_text(self.SOLVER)
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            texts = ["(check-sat)\n", "(die)\n(check-sat)\n", "(refuse)\n(check-sat)\n", "(check-sat)\n"]
            runs = solve(Solver(program, (), 100), texts)
        self.assertEqual([len(run.answers) for run in runs], [1, 0, 0, 1])
        self.assertEqual([run.crash for run in runs], ["", "signal 6", "", ""])
        self.assertEqual(runs[2].error, "error: no")


if __name__ == "__main__":
    unittest.main()
