"""What is thought of right and wrong evidence."""

from __future__ import annotations

import json
import pathlib
import random
import unittest

from forger import gadgets
from forger.reference import Asker, decide
from forger.seeds import ROOT, question_in

Z3 = ROOT / "third_party" / "z3" / "bin" / "z3"
LOOP = """(set-logic HORN)
(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (and (P x) (< x 3)) (P (+ x 1)))))
(assert (forall ((x Int)) (=> (and (P x) (> x LIMIT)) false)))
(check-sat)
"""


def derivation(source: str, values: list[int]) -> str:
    """A derivation for the loop that counts up to the last value."""
    starts = [i for i in range(len(source)) if source.startswith("(assert", i)]
    steps = []
    for number, value in enumerate(values):
        clause = min(number, 1)
        offset = source.index("x Int", starts[clause])
        given = [{"name": "x", "offset": offset, "value": str(values[number - 1])}] if number else []
        fact = {"predicate": "P", "arguments": [str(value)]}
        steps.append(
            {"clause": starts[clause], "fact": fact, "premises": [number - 1] if number else [], "values": given}
        )
    last = [{"name": "x", "offset": source.index("x Int", starts[2]), "value": str(values[-1])}]
    steps.append({"clause": starts[2], "fact": None, "premises": [len(values) - 1], "values": last})
    return json.dumps({"steps": steps})


@unittest.skipUnless(Z3.exists(), "no Z3")
class Decides(unittest.TestCase):
    def setUp(self) -> None:
        self.asker = Asker(str(Z3))
        self.addCleanup(self.asker.close)

    def word(self, source: str, kind: str, evidence: str) -> str:
        return decide(self.asker, source, question_in(source), kind, evidence).word

    def test_a_model_that_holds_and_models_that_do_not(self) -> None:
        source = LOOP.replace("LIMIT", "5")
        right = "((define-fun P ((y Int)) Bool (<= y 3)))"
        self.assertEqual(self.word(source, "solution", right), "holds")
        for old, new in (
            ("<=", "<"),
            ("Int", "Real"),
            ("P", "Q"),
            ("(<= y 3)", "(P y)"),
            ("(<= y 3)", "true"),
            (")))", ")) (define-fun P ((y Int)) Bool true))"),
            ("(<= y 3)", "(<= y 3) (assert false)"),
            ("(<= y 3)", "(let ((y 0)) (<= y 3))"),
        ):
            self.assertEqual(self.word(source, "solution", right.replace(old, new)), "wrong", new)

    def test_a_derivation_that_holds_and_derivations_that_do_not(self) -> None:
        source = LOOP.replace("LIMIT", "2")
        self.assertEqual(self.word(source, "derivation", derivation(source, [0, 1, 2, 3])), "holds")
        self.assertEqual(self.word(source, "derivation", derivation(source, [0, 1, 3])), "wrong")
        self.assertEqual(self.word(source, "derivation", derivation(source, [0, 1, 2])), "wrong")
        data = json.loads(derivation(source, [0, 1, 2, 3]))
        data["steps"][1]["premises"] = [1]
        self.assertEqual(self.word(source, "derivation", json.dumps(data)), "wrong")

    def test_what_a_careless_checker_misreads(self) -> None:
        folder = pathlib.Path(__file__).parent / "misread"
        files = sorted(folder.glob("*.smt2"))
        self.assertGreater(len(files), 2)
        for file in files:
            self.assertEqual(
                self.word(file.read_text(), "solution", "((define-fun P ((x0 Int)) Bool true))"), "wrong", file
            )

    def test_gadgets_have_the_value_that_they_are_said_to_have(self) -> None:
        dice = random.Random(5)
        words = {self.word(*gadgets.forged(dice)) for _ in range(60)}
        self.assertLessEqual(words, {"wrong", "open"})
        for _ in range(60):
            text, truth = gadgets.gadget(dice)
            source = f"(declare-fun P () Bool)(assert (=> {text} P))(assert (=> P false))(check-sat)"
            word = self.word(source, "solution", "((define-fun P () Bool false))")
            self.assertIn(word, ("wrong", "open") if truth else ("holds", "open"), text)


if __name__ == "__main__":
    unittest.main()
