"""A run can be killed and continued, tables are not mixed, and a disagreement is not overheard."""

import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from lab.results import ResultsError, Row, Table, read

from .bench_case import BENCH, BenchCase


class Runs(BenchCase):
    def test_a_killed_run_is_continued_without_loss(self) -> None:
        self.write(12)
        slow = self.solver("slow", "sleep 0.2; echo sat")
        first = subprocess.Popen(self.command("--jobs", "2", "--solver", slow), stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and (not self.out.exists() or len(read(self.out)) < 4):
            time.sleep(0.02)
        first.send_signal(signal.SIGKILL)
        first.wait()
        before = read(self.out)
        self.assertTrue(4 <= len(before) < 12, len(before))
        with open(self.out, "a") as table:
            table.write("slow,problems,,p")  # a line that a power cut left
        second = self.bench("--jobs", "2", "--solver", slow)
        self.assertEqual((second.returncode, second.stderr), (0, ""))
        after = read(self.out)
        self.assertEqual(after[: len(before)], before)
        self.assertEqual(sorted(row.path for row in after), [f"problems/p{i:02}.smt2" for i in range(12)])

    def test_the_workers_of_a_killed_runner_end(self) -> None:
        self.write(1)
        note = self.out.with_name("pid")
        first = subprocess.Popen(self.command("--solver", self.solver("sleeper", f"echo $$ > {note}; sleep 60")))
        deadline = time.monotonic() + 30
        while not (note.exists() and note.read_text()) and time.monotonic() < deadline:
            time.sleep(0.02)
        first.kill()
        first.wait()
        while Path(f"/proc/{note.read_text()}").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertFalse(Path(f"/proc/{note.read_text()}").exists())

    def test_a_wrong_answer_is_shouted(self) -> None:
        self.write(1)
        run = self.bench("--solver", self.solver("liar", "echo unsat"))
        self.assertEqual(run.returncode, 4)
        self.assertIn("DISAGREEMENT: problems/p00.smt2: stated sat; liar says unsat", run.stderr)

    def test_two_solvers_that_disagree_are_shouted(self) -> None:
        self.write(1, "(set-logic HORN)\n(check-sat)\n")
        one, two = self.solver("sat", "echo sat"), self.solver("unsat", "echo unsat")
        self.assertEqual(self.bench("--solver", one).returncode, 0)
        run = self.bench("--solver", one, "--solver", two)
        self.assertEqual(run.returncode, 4)
        self.assertIn("sat says sat, unsat says unsat", run.stderr)

    def test_another_build_does_not_continue_a_table(self) -> None:
        self.write(1)
        self.bench("--solver", self.solver("ours", "echo sat"))
        run = self.bench("--solver", self.solver("ours", "echo unknown"))
        self.assertEqual(run.returncode, 2)
        self.assertIn("the table has runs of ours", run.stderr)

    def test_shards_are_all_the_tasks(self) -> None:
        self.write(5)
        for index in range(2):
            shard = self.out.with_name(f"shard{index}.csv")
            subprocess.run(
                [*self.command("--solver", "x=/bin/echo"), "--out", str(shard), "--shard", f"{index}/2"], check=True
            )
        shards = sorted(map(str, self.out.parent.glob("shard*.csv")))
        subprocess.run([str(BENCH), "merge", *shards, "--out", str(self.out)], check=True)
        self.assertEqual({row.path for row in read(self.out)}, {f"problems/p0{i}.smt2" for i in range(5)})
        self.assertEqual({row.label for row in read(self.out)}, {"garbage"})


class Tables(unittest.TestCase):
    def test_a_second_writer_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.csv"
            with Table(path), self.assertRaises(ResultsError):
                Table(path)

    def test_a_row_comes_back_as_it_went(self) -> None:
        row = Row(
            "s",
            "set",
            "",
            "a,b.smt2",
            "sat",
            "sat",
            "sat",
            0.125,
            1.0,
            3.5,
            0,
            "checked",
            10.0,
            35.0,
            8192.0,
            "v",
            '{"a": 1}',
        )
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.csv"
            with Table(path) as table:
                table.add(row)
            self.assertEqual(read(path), [row])
            self.assertEqual(read(path)[0].counters(), {"a": 1})


if __name__ == "__main__":
    unittest.main()
