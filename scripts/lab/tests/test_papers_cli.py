"""`scripts/papers` from its command line to its pages, with solvers that only pretend."""

import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from lab.results import read

PAPERS = Path(__file__).resolve().parents[2] / "papers"

# Stands for our program in all its modes: marks, covering, traversal, and solving with counts.
OURS = """#!/bin/sh
case "$*" in
*--help*) echo '  --mark <MARK>';;
*--no-learning*) echo '{"covered": 1, "never": 2, "backtracks-to-saturation": 30, "backtracks": 40, "decisions": 5,
  "targets": []}';;
cover*) echo '{"covered": 1, "never": 2, "backtracks-to-saturation": 3, "backtracks": 4, "decisions": 5,
  "targets": []}';;
*'replacement none'*) echo sat; echo '{"forward-decisions": 90}' >&2;;
*replacement*) echo sat; echo '{"forward-decisions": 30}' >&2;;
*) echo sat; echo '{"la-bound": 2, "la-resolutions": 9, "la-conflicts": 3, "checked-obligations": 1}' >&2;;
esac
"""

RIVAL = """#!/bin/sh
echo sat
echo '(:PDR-max-depth 7'
echo ' :PDR-num-unfoldings 90)'
"""


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
class CommandLine(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = Path(folder.name)
        self.out = self.home / "out"
        (self.home / "bench").mkdir()
        lines = ["set,track,verdict,path"]
        for name, track in (("ssh", "LRA-Lin"), ("sdv", "LIA-NonLin"), ("dev", "LIA-Lin")):
            (self.home / "bench" / f"{name}.smt2").write_text("(declare-fun p (Real) Bool)")
            lines.append(f"{name},{track},sat,{name}.smt2")
        (self.home / "bench" / "index.csv").write_text("\n".join(lines))
        definitions = [self.define(name, OURS) for name in ("alphorn", "alphorn-la", "alphorn-bmc")]
        definitions += [self.define(name, RIVAL) for name in ("duality", "pdr45", "spacer")]
        (self.home / "solvers.toml").write_text("\n".join(definitions))

    def define(self, name: str, text: str) -> str:
        script = self.home / name
        script.write_text(text)
        script.chmod(0o755)
        return f'[{name}]\ncommand = ["{script}", "{{file}}"]\ntrusted = {"false" if name == "duality" else "true"}'

    def papers(self, *more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(PAPERS), str(self.home / "bench"), "--out", str(self.out)]
        command += ["--solvers", str(self.home / "solvers.toml"), *more]
        return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)

    def test_all_experiments_run_and_both_pages_are_written(self) -> None:
        run = self.papers("--mark", "I", "--mark", "final")
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = {name: read(self.out / f"{name}.csv") for name in ("first", "second", "ladder")}
        self.assertEqual({name: len(found) for name, found in rows.items()}, {"first": 8, "second": 4, "ladder": 6})
        short = (self.out / "papers.md").read_text()
        self.assertIn("lower on 1 of 1 `ssh` files that both solve, median 2 of alphorn-la, 7 of pdr45: agrees", short)
        self.assertIn("| janne_complex | 4 | 90 | 30 | 30 | 3.0 |", short)
        self.assertIn("fewer backtracks with learning: on 6 of 6: agrees", short)
        self.assertNotIn("Not run", short)
        curves, scatters, times, groups = 2, 4, 3, 3
        page = (self.out / "papers.html").read_text()
        self.assertEqual(page.count("<svg"), curves + scatters + times + groups)

    def test_one_experiment_is_run_and_those_of_before_are_shown_too(self) -> None:
        self.assertEqual(self.papers("--only", "second").returncode, 0)
        self.assertEqual(self.papers("--only", "traversal").returncode, 0)
        short = (self.out / "papers.md").read_text()
        self.assertIn("faster on", short)
        self.assertIn("| lu |", short)
        self.assertEqual(short.count("Not run."), 3)

    def test_a_wrong_answer_is_shouted(self) -> None:
        self.define("spacer", "#!/bin/sh\necho unsat\n")
        run = self.papers("--only", "second")
        self.assertEqual(run.returncode, 4, run.stderr)
        self.assertIn("DISAGREEMENT: sdv.smt2: stated sat; alphorn-bmc says sat", run.stderr)


if __name__ == "__main__":
    unittest.main()
