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
for task in $(seq 0 "$last"); do SLURM_ARRAY_TASK_ID=$task sh "$2" || exit 1; done
"""


class Slurm(BenchCase):
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

    def test_without_slurm_the_job_is_written(self) -> None:
        run = self.spread("--memory", "1G", path="/usr/bin:/bin:" + str(Path(sys.executable).parent))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("there is no sbatch here", run.stdout)
        job = self.out.with_name("results.csv.d") / "job.sh"
        self.assertIn("#SBATCH --array=0-1\n", job.read_text())
        self.assertIn("#SBATCH --mem=1536M\n", job.read_text())


@unittest.skipUnless(importlib.util.find_spec("hyperqueue"), "hyperqueue is not installed")
class HyperQueue(BenchCase):
    def test_two_workers_give_the_same_table(self) -> None:
        self.write(6)
        arguments = ["--backend", "hyperqueue", "--workers", "2", "--shards", "3"]
        run = self.bench(*arguments, "--solver", self.solver("honest", "sleep 0.1; echo sat"))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(sorted(row.path for row in read(self.out)), [f"problems/p0{i}.smt2" for i in range(6)])
        self.assertEqual({row.label for row in read(self.out)}, {"sat"})
        self.assertEqual(len(list(self.out.parent.glob("*.d/*.csv"))), 3)


if __name__ == "__main__":
    unittest.main()
