"""The solvers that the lab knows, and `scripts/rivals`, which gets some of them."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from lab.label import judge
from lab.limited import Limits, run_limited
from lab.solvers import DEFINITIONS, ROOT, read_definitions

RIVALS = ["spacer", "spacer-gg", "duality", "pdr45", "golem", "eldarica", "hoice"]
OURS = ["alphorn", "alphorn-la", "alphorn-bmc"]

SAFE = """(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (p x))))
(assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))
(check-sat)
"""


class Definitions(unittest.TestCase):
    def test_all_rivals_are_defined_and_tell_their_versions(self) -> None:
        defined = read_definitions(DEFINITIONS)
        self.assertEqual(sorted(defined), sorted([*OURS, *RIVALS]))
        for solver in defined.values():
            self.assertIn("{file}", solver.command, solver.name)
            self.assertEqual(solver.version[:1], solver.command[:1], solver.name)
            self.assertTrue(solver.about, f"{solver.name} does not say where it comes from")
        self.assertEqual([name for name, solver in defined.items() if not solver.trusted], ["duality"])

    def test_those_that_are_here_answer(self) -> None:
        defined = read_definitions(DEFINITIONS)
        here = [defined[name] for name in RIVALS if shutil.which(defined[name].command[0])]
        if not here:
            self.skipTest("no rival is here: run scripts/rivals")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "safe.smt2"
            file.write_text(SAFE)
            for solver in here:
                with self.subTest(solver.name):
                    outcome = run_limited(solver.command_for(file), solver.environment, Limits(30, 300, 4 << 30))
                    self.assertEqual(judge(outcome, "sat").label, "sat", outcome.stderr)
                    self.assertRegex(solver.identity(), r"\d+\.\d+.* \[[0-9a-f]{10}\]$")


# Stands for Python with pip: what it downloads is a wheel whose z3 tells how many were downloaded before.
PYTHON = """#!/bin/sh
case "$*" in *"pip download"*) ;; *) exec {python} "$@";; esac
while [ "$1" != --dest ]; do shift; done
echo "$3" >> {log}
mkdir -p {work}/z3/bin
echo "echo version $(wc -l < {log})" > {work}/z3/bin/z3
cd {work} && {python} -m zipfile -c "$2/z3_solver-1.whl" z3
"""


class Installing(unittest.TestCase):
    def test_each_is_got_once_and_the_newest_again_on_request(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "scripts").mkdir()
            (folder / "bin").mkdir()
            shutil.copy(ROOT / "scripts" / "rivals", folder / "scripts")
            log = folder / "log"
            log.touch()
            python = folder / "bin" / "python3"
            python.write_text(PYTHON.format(python=sys.executable, log=log, work=folder / "wheel"))
            python.chmod(0o755)

            def rivals(*options: str) -> list[str]:
                environment = os.environ | {"PATH": f"{python.parent}:{os.environ['PATH']}"}
                run = subprocess.run(
                    [folder / "scripts" / "rivals", *options],
                    capture_output=True,
                    text=True,
                    check=True,
                    env=environment,
                )
                return run.stdout.splitlines()

            fresh = ["rivals: got z3-newest: version 1", "rivals: got z3-4.5.1: version 2"]
            self.assertEqual(rivals(), fresh)
            there = ["rivals: z3-newest is there: version 1", "rivals: z3-4.5.1 is there: version 2"]
            self.assertEqual(rivals(), there)
            updated = ["rivals: got z3-newest: version 3", "rivals: z3-4.5.1 is there: version 2"]
            self.assertEqual(rivals("--update"), updated)
            self.assertEqual(log.read_text().split(), ["z3-solver", "z3-solver==4.5.1.0.post2", "z3-solver"])


if __name__ == "__main__":
    unittest.main()
