"""Mutants, the number of verdicts that a script wants, and what counts as a failure."""

from __future__ import annotations

import random
import unittest

from fuzzer.campaign import CALM, Case, Run, case_of, wrong
from fuzzer.dialects import DIALECTS
from fuzzer.lines import expected, verdicts
from fuzzer.mutate import commands, mutant


class Lines(unittest.TestCase):
    def test_each_question_wants_a_verdict(self) -> None:
        for text, wanted in (
            (b"(check-sat)", (1, 1)),
            (b"(check-sat)(exit)(check-sat)", (1, 1)),
            (b"(check-sat) ; (check-sat)\n", (1, 1)),
            (b'(echo "(check-sat)")(check-sat)', (1, 2)),
            (b"(assert |(check-sat)|)(check-sat)", (1, 1)),
            (b"(query P)(check-sat-assuming (a))(check-sat 1)", (3, 3)),
            (b"(check-sat)(exit 1)(check-sat)", (1, 2)),
            (b"(check-sat)(assert (check-sat)", (1, 2)),
            (b"(check-sat)) (check-sat)", (1, 2)),
            (b"(check-sat)\xff(check-sat)", (2, 2)),
            (b"\0(check-sat)", (0, 0)),
            (b"(check-sat\0)", (1, 1)),
        ):
            self.assertEqual(expected(text), wanted, text)

    def test_verdicts_stand_alone_on_a_line(self) -> None:
        self.assertEqual(verdicts('sat\n(error "unsat")\nunknown\n (sat)\ntimeout\nunsat \n'), 4)


class Campaign(unittest.TestCase):
    def test_a_number_gives_the_same_case_again(self) -> None:
        texts = [CALM, b"(check-sat)"]
        first = [case_of(1, n, texts, list(DIALECTS)) for n in range(60)]
        self.assertEqual(first, [case_of(1, n, texts, list(DIALECTS)) for n in range(60)])
        self.assertEqual(len({case.name for case in first}), 2 * len(DIALECTS))

    def test_mutants_differ(self) -> None:
        dice = random.Random(0)
        self.assertGreater(len({mutant(dice, [CALM]) for _ in range(50)}), 40)
        self.assertEqual(b"".join(commands(CALM)), CALM)

    def test_failures_are_seen(self) -> None:
        case = Case(DIALECTS[0], [], CALM, True)
        self.assertEqual(wrong(case, Run(0, "sat\n", "", False)), "")
        self.assertEqual(wrong(case, Run(0, "", "", False)), "a verdict is missing")
        self.assertEqual(wrong(case, Run(0, "sat\nsat\n", "", False)), "a verdict too many")
        self.assertEqual(wrong(case, Run(-11, "sat\n", "", False)), "signal 11")
        self.assertEqual(wrong(case, Run(0, "sat\n", "thread 'a' panicked at b", False)), "panic")
        self.assertEqual(wrong(case, Run(134, "sat\n", "", False)), "exit code 134")
        self.assertEqual(wrong(case, Run(3, "unknown\n", "the evidence failed its check", False)), "evidence rejected")
        self.assertEqual(wrong(case, Run(-15, "", "", True)), "hang")
        strange = Case(DIALECTS[0], ["--help"], CALM, False)
        self.assertEqual(wrong(strange, Run(2, "", "usage", False)), "")


if __name__ == "__main__":
    unittest.main()
