"""Changes change something, and leave nothing that cannot be shown."""

from __future__ import annotations

import json
import random
import unittest

from forger import bundle_changes, derivation_changes, forge, judge, model_changes, script_changes
from forger.seeds import Seed, question_in
from forger.sexpr import read

SOURCE = """(set-logic HORN)
(declare-fun P (Int Int) Bool)
(declare-fun Q (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (>= y 1)) (P x y))))
(assert (forall ((x Int) (y Int)) (=> (P x y) (Q (+ x y)))))
(assert (forall ((x Int)) (=> (and (Q x) (< x 1)) false)))
(check-sat)
"""
MODEL = "((define-fun P ((x0 Int) (x1 Int)) Bool (and (= x0 0) (>= x1 1))) (define-fun Q ((x0 Int)) Bool (>= x0 1)))"
STEP = {"clause": 76, "premises": [], "values": [{"name": "x", "offset": 95, "value": "1"}]}
DATA = {
    "format": derivation_changes.FORMAT,
    "version": 1,
    "steps": [{**STEP, "fact": {"predicate": "Q", "arguments": ["1"]}}, {**STEP, "premises": [0], "fact": None}],
}
MANIFEST = {
    "format": "alphorn-certificate",
    "version": 1,
    "made-by": "alphorn",
    "input": {"name": "a.smt2", "sha256": "00"},
    "question": 1,
    "verdict": "sat",
    "evidence": {"kind": "solution", "file": "model.smt2"},
    "obligations": [],
}


def seed(kind: str) -> Seed:
    evidence = MODEL if kind == "solution" else derivation_changes.written(DATA)
    return Seed(
        "a.smt2", SOURCE, question_in(SOURCE), kind, evidence, json.dumps(MANIFEST), "`00` each of the 0 scripts"
    )


class Changes(unittest.TestCase):
    def test_every_change_of_a_model_changes_it(self) -> None:
        for change in model_changes.CHANGES:
            seen = {change(random.Random(n), MODEL, MODEL) for n in range(40)}
            self.assertGreater(len(seen - {None, MODEL}), 0, change.__name__)

    def test_every_change_of_a_script_changes_it(self) -> None:
        items = tuple(read(SOURCE))
        for change in script_changes.CHANGES:
            seen = {change(random.Random(n), items) for n in range(40)}
            self.assertGreater(len(seen - {None, items}), 0, change.__name__)

    def test_every_change_of_a_derivation_changes_it(self) -> None:
        other = {**DATA, "steps": [{"clause": 1, "premises": [], "values": [], "fact": None}]}
        for change in derivation_changes.CHANGES:
            seen = set()
            for n in range(40):
                data = json.loads(json.dumps(DATA))
                change(random.Random(n), data, json.loads(json.dumps(other)))
                seen.add(json.dumps(data))
            self.assertGreater(len(seen - {json.dumps(DATA)}), 0, change.__name__)

    def test_every_change_of_a_bundle_changes_it(self) -> None:
        parts = [{"about": "clause 0", "line": 4, "script": "(assert (and a b))\n(check-sat)\n"}]
        right = bundle_changes.made(json.dumps(MANIFEST), "r", "a.smt2", SOURCE, 3, MODEL, parts)
        for change in bundle_changes.CHANGES:
            changed = 0
            for n in range(40):
                new = dict(right)
                change(
                    random.Random(n), new, right | {"model.smt2": b"other", "obligations/clause-0000.smt2": b"other"}
                )
                changed += new != right
            self.assertGreater(changed, 0, change.__name__)

    def test_a_number_gives_the_same_forgery_again(self) -> None:
        seeds = [seed("solution"), seed("derivation")]
        made = [[forge.forged(random.Random(n), seeds) for n in range(200)] for _ in range(2)]
        self.assertEqual(made[0], made[1])
        kinds = {forgery.changes[0] for forgery in made[0] if forgery}
        self.assertEqual(kinds, {"model", "derivation", "script", "gadget", "theory"})

    def test_steps_are_numbers_and_no_truth_values(self) -> None:
        self.assertIn("(step 1 76 ((x 95 1)) (0) false)", derivation_changes.steps_of(DATA))
        for premise in (True, "0", 0.0, None):
            data = json.loads(json.dumps(DATA))
            data["steps"][1]["premises"] = [premise]
            with self.assertRaises(TypeError):
                derivation_changes.steps_of(data)

    def test_what_is_only_shown_is_compared(self) -> None:
        right = seed("derivation")
        for key, value in (("formula", "false"), ("line", 5), ("zz", 1)):
            data = json.loads(json.dumps(DATA))
            data["steps"][0][key] = value
            made = forge.Forgery(("x",), right, SOURCE, 0, "derivation", json.dumps(data))
            self.assertNotEqual(judge.shown_wrong(made), "", key)
        made = forge.Forgery(("x",), right, SOURCE, 0, "derivation", right.evidence)
        self.assertEqual(judge.shown_wrong(made), "")


if __name__ == "__main__":
    unittest.main()
