"""The instances of growth families that lie in the repository are those that the generator makes."""

import shutil
import subprocess
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from lab.growth import markdown, size
from lab.problems import find

from .rows import row

FORMS = ["safe", "unsafe"]
FAMILIES = Path(__file__).resolve().parents[3] / "benchmarks" / "families"


class Families(unittest.TestCase):
    def test_the_committed_files_are_up_to_date(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("generate", "families.py"):
                shutil.copy(FAMILIES / name, folder)
            subprocess.run([Path(folder) / "generate"], check=True)
            made = {path.name: path.read_text() for path in Path(folder).glob("*.smt2")}
        self.assertEqual({path.name: path.read_text() for path in FAMILIES.glob("*.smt2")}, made)

    def test_other_sizes_come_with_an_index(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([FAMILIES / "generate", folder, "--sizes", "2,30", "--family", "calls"], check=True)
            found = find([Path(folder)])
            self.assertEqual(
                [(p.set, p.track, p.expected, size(p.path)) for p in found],
                [
                    ("calls", "safe", "sat", 2),
                    ("calls", "unsafe", "unsat", 2),
                    ("calls", "safe", "sat", 30),
                    ("calls", "unsafe", "unsat", 30),
                ],
            )


class Growth(unittest.TestCase):
    def test_every_family_has_its_lines(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([FAMILIES / "generate", folder, "--sizes", "2,4,8"], check=True)
            runs = [replace(row("ours", p.path, "sat"), set=p.set, track=p.track) for p in find([Path(folder)])]
        committed = {path.name.partition("-")[0] for path in FAMILIES.glob("*.smt2")}
        lines = [f"| {family} {form} | ours | CPU s | 1 | 1 | 1 | 0.0 |" for family in committed for form in FORMS]
        self.assertEqual(markdown(runs, ["smt-calls"]).splitlines()[2:], sorted(lines))

    def test_the_order_of_the_growth_is_shown(self) -> None:
        rows = [row("spacer", f"f/x-{n:03}-safe.smt2", "sat", 0.01 * n**2) for n in (2, 4, 8)]
        rows.append(row("spacer", "f/x-016-safe.smt2", "timeout"))
        last = markdown(rows, ["smt-calls"]).splitlines()[-1]
        self.assertTrue(last.endswith("| 0.04 | 0.16 | 0.64 | timeout | 2.0 |"), last)


if __name__ == "__main__":
    unittest.main()
