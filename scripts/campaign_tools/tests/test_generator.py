"""The generator: the same number gives the same text, and every text is one that Z3 reads."""

from __future__ import annotations

import subprocess
import sys
import unittest
from collections import Counter

from campaign_tools.changes import CHANGES, NAMES
from campaign_tools.dice import Dice
from campaign_tools.generate import family
from campaign_tools.generate.script import plain
from campaign_tools.run import oracle
from campaign_tools.sexpr import head, read, write
from campaign_tools.tests import ROOT, Z3, with_oracle


class Generator(unittest.TestCase):
    def test_a_number_gives_the_same_text_in_every_process(self) -> None:
        command = "from campaign_tools.generate import family; print(*(family.member(n).text.text for n in range(40)))"
        texts = {
            subprocess.run(
                [sys.executable, "-c", command],
                env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "scripts")},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for seed in ("1", "2")
        }
        self.assertEqual(len(texts), 1)

    def test_a_text_has_as_many_questions_as_it_says(self) -> None:
        for number in range(80):
            text = family.member(number).text
            words = [head(command) for command in read(text.text)]
            asked = sum(word in ("check-sat", "check-sat-assuming", "query") for word in words)
            self.assertEqual(asked, len(text.is_query))

    def test_members_of_a_family_ask_the_same_questions(self) -> None:
        for number in range(0, 80, family.SIZE):
            counts = {len(family.member(number + at).text.is_query) for at in range(family.SIZE)}
            self.assertEqual(len(counts), 1)

    def test_growing_questions_keep_the_goals_of_the_ones_before(self) -> None:
        problem = next(p for p in map(family.core, range(200)) if p.is_growing)
        self.assertEqual(problem.questions[1][: len(problem.questions[0])], problem.questions[0])

    def test_every_theory_and_form_occurs(self) -> None:
        text = "".join(family.member(number).text.text for number in range(1200))
        for word in WORDS.split():
            self.assertIn(word, text)

    @with_oracle
    def test_changes_keep_what_the_oracle_says(self) -> None:
        seen: Counter[str] = Counter()
        for number, (name, (change, _)) in enumerate((CHANGES | NAMES).items()):
            for turn in range(6):
                problem = family.core(number * 6 + turn)
                changed = change(Dice("test", name, turn), problem)
                before, after = oracle.verdicts(Z3, plain(problem)), oracle.verdicts(Z3, plain(changed))
                for one, other in zip(before, after, strict=True):
                    if "unknown" not in (one, other):
                        self.assertEqual(one, other, f"{name} {number * 6 + turn}")
                        seen[one] += 1
        self.assertGreater(seen["safe"], 20)
        self.assertGreater(seen["reached"], 20)

    def test_reading_and_writing_are_inverse(self) -> None:
        for number in range(40):
            commands = read(family.member(number).text.text)
            self.assertEqual(read(" ".join(map(write, commands))), commands)


WORDS = """
Array BitVec declare-datatypes (par exists forall (ite (let define-fun define-sort push pop check-sat-assuming
declare-rel declare-var (rule (query (reset) :named match div mod 0.0 select store implies xor distinct"""
