"""The tasks of a run on an engine of another's make give the same table."""

import importlib.util
import os
import subprocess
import sys
import unittest
from pathlib import Path

from lab.results import read

from .bench_case import BenchCase

# Stands for Slurm: runs the tasks of the array one after the other, as the job script says.
SBATCH = """#!/bin/sh
[ "$1" = --wait ] || exit 1
last=$(sed -n 's/^#SBATCH --array=0-//p' "$2")
code=0
for task in $(seq 0 "$last"); do SLURM_ARRAY_TASK_ID=$task sh "$2" || code=1; done
exit $code
"""

# Ends the runner on one of the files, as a machine does that is out of memory.
DEADLY = "case $1 in *p01*) kill -9 $PPID;; esac; echo sat"

# Answers only when two shards run at the same time: one worker of one core would never see the second.
MEETS = """mkdir -p $0.d; touch $0.d/$$
for i in $(seq 200); do
  if [ $(ls $0.d | wc -l) -ge 2 ]; then echo sat; exit; fi
  sleep 0.1
done
echo unknown"""


class SpreadCase(BenchCase):
    """A run whose second shard of two is killed; it has the second and the fourth file of five."""

    def check_what_is_left(self, run: subprocess.CompletedProcess[str]) -> None:
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn("bench: 2 of 5 tasks have no result", run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        self.assertEqual([row.path for row in read(self.out)], [f"problems/p0{i}.smt2" for i in (0, 2, 4)])
        self.assertIn("problems: 3 files", run.stdout)


class Slurm(SpreadCase):
    def setUp(self) -> None:
        super().setUp()
        self.write(5)
        self.honest = self.solver("honest", "echo sat")

    def spread(self, *arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
        return self.bench("--backend", "slurm", "--shards", "2", "--solver", self.honest, *arguments, path=path)

    def with_sbatch(self) -> str:
        folder = self.out.with_name("bin")
        folder.mkdir()
        sbatch = folder / "sbatch"
        sbatch.write_text(SBATCH)
        sbatch.chmod(0o755)
        return f"{folder}:{os.environ['PATH']}"

    def test_an_array_job_gives_the_same_table(self) -> None:
        run = self.spread("--solver", self.solver("liar", "echo unsat"), path=self.with_sbatch())
        self.assertEqual(run.returncode, 4, run.stderr)
        self.assertIn("liar says unsat", run.stderr)
        rows = {row.key: row.label for row in read(self.out)}
        labels = {"honest": "sat", "liar": "wrong"}
        self.assertEqual(rows, {(s, f"problems/p0{i}.smt2"): labels[s] for s in labels for i in range(5)})

    def test_what_is_done_is_not_run_again(self) -> None:
        self.assertEqual(self.bench("--solver", self.honest, "--match", "*p00*").returncode, 0)
        run = self.spread(path=self.with_sbatch())
        self.assertEqual(run.returncode, 0, run.stderr)
        shards = [row.path for table in self.out.parent.glob("*.d/*.csv") for row in read(table)]
        self.assertEqual(sorted(shards), [f"problems/p0{i}.smt2" for i in range(1, 5)])
        self.assertEqual(len(read(self.out)), 5)

    def test_what_ended_is_merged_and_what_is_missing_is_said(self) -> None:
        self.honest = self.solver("honest", DEADLY)
        run = self.spread(path=self.with_sbatch())
        self.check_what_is_left(run)
        self.assertIn("sbatch ended with 1", run.stderr)
        self.assertIn("a worker was killed", run.stderr)

    def test_without_slurm_the_job_is_written(self) -> None:
        run = self.spread("--memory", "1G", path="/usr/bin:/bin:" + str(Path(sys.executable).parent))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("there is no sbatch here", run.stdout)
        job = self.out.with_name("results.csv.d") / "job.sh"
        self.assertIn("#SBATCH --array=0-1\n", job.read_text())
        self.assertIn("#SBATCH --mem=1536M\n", job.read_text())


@unittest.skipUnless(importlib.util.find_spec("hyperqueue"), "hyperqueue is not installed")
class HyperQueue(SpreadCase):
    def spread(self, solver: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.bench("--backend", "hyperqueue", "--shards", "2", "--solver", solver, *arguments)

    def test_two_workers_work_and_give_the_same_table(self) -> None:
        self.write(6)
        run = self.spread(self.solver("meets", MEETS), "--workers", "2")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(sorted(row.path for row in read(self.out)), [f"problems/p0{i}.smt2" for i in range(6)])
        self.assertEqual({row.label for row in read(self.out)}, {"sat"})
        self.assertEqual(len(list(self.out.parent.glob("*.d/*.csv"))), 2)

    def test_what_ended_is_merged_and_what_is_missing_is_said(self) -> None:
        self.write(5)
        run = self.spread(self.solver("deadly", DEADLY), "--workers", "2")
        self.check_what_is_left(run)
        self.assertIn("HyperQueue: a shard failed", run.stderr)

    def test_a_server_that_is_not_there_is_said(self) -> None:
        self.write(2)
        run = self.spread(self.solver("honest", "echo sat"), "--server", str(self.problems / "nowhere"))
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn("2 of 2 tasks have no result (HyperQueue: Invalid server directory)", run.stderr)
        self.assertNotIn("Traceback", run.stderr)


if __name__ == "__main__":
    unittest.main()
