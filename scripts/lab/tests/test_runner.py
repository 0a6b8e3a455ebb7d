"""A run can be killed and continued, tables are not mixed, and a disagreement is not overheard."""

import io
import signal
import subprocess
import tempfile
import unittest
from functools import partial
from pathlib import Path

from lab.progress import Progress
from lab.results import ResultsError, Row, Table, read

from .bench_case import BENCH, BenchCase
from .rows import row


def _gone(path: Path) -> bool:
    return not path.exists()


def _listen_to_control_c() -> None:
    """A shell starts what it runs in the background deaf to SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Runs(BenchCase):
    def test_a_killed_run_is_continued_without_loss(self) -> None:
        self.write(12)
        slow = self.solver("slow", "sleep 0.2; echo sat")
        first = subprocess.Popen(self.command("--jobs", "2", "--solver", slow), stdout=subprocess.DEVNULL)
        self.until(lambda: self.out.exists() and len(read(self.out)) >= 4)
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

    def test_however_a_runner_ends_its_solvers_end(self) -> None:
        self.write(1)
        note = self.out.with_name("pid")
        sleeper = self.solver("sleeper", f"echo $$ > {note}; sleep 60")
        for number, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
            note.unlink(missing_ok=True)
            runner = subprocess.Popen(
                self.command("--solver", sleeper), stderr=subprocess.DEVNULL, preexec_fn=_listen_to_control_c
            )
            self.until(lambda: note.exists() and note.read_text() != "")
            solver = Path("/proc") / note.read_text().strip()
            self.assertTrue(solver.exists())
            runner.send_signal(number)
            self.assertEqual(runner.wait(30), code)
            self.until(partial(_gone, solver))
        self.assertEqual(read(self.out), [])

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

    def test_a_definition_has_an_environment(self) -> None:
        self.write(1)
        script = self.solver("ours", "echo $VERDICT").removeprefix("ours=")
        definitions = self.out.with_name("solvers.toml")
        definitions.write_text(f'[ours]\ncommand = ["{script}", "{{file}}"]\nenvironment = {{ VERDICT = "sat" }}\n')
        run = self.bench("--solvers", str(definitions), "--solver", "ours")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual([row.label for row in read(self.out)], ["sat"])

    def test_another_build_does_not_continue_a_table(self) -> None:
        self.write(1)
        self.bench("--solver", self.solver("ours", "echo sat"))
        run = self.bench("--solver", self.solver("ours", "echo unknown"))
        self.assertEqual(run.returncode, 2)
        self.assertIn("the table has runs of ours", run.stderr)

    def test_a_build_during_the_run_ends_it(self) -> None:
        self.write(3)
        solver = self.solver("ours", "echo sat; touch $0")
        run = self.bench("--solver", solver)
        self.assertEqual(run.returncode, 2)
        self.assertIn("ours was built again during the run", run.stderr)
        self.assertEqual(read(self.out), [])

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


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Bar(unittest.TestCase):
    def test_a_terminal_has_a_bar_and_a_pipe_has_none(self) -> None:
        for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
            progress = Progress(2, 1, stream)
            progress(row("x", "p", "sat"))
            progress.close()
            self.assertEqual("2/2" in stream.getvalue(), shown)
            self.assertEqual(stream.getvalue() != "", shown)


class Tables(unittest.TestCase):
    def test_a_second_writer_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.csv"
            with Table(path), self.assertRaises(ResultsError):
                Table(path)

    def test_a_row_comes_back_as_it_went(self) -> None:
        written = Row(
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
                table.add(written)
            self.assertEqual(read(path), [written])
            self.assertEqual(read(path)[0].counters(), {"a": 1})


if __name__ == "__main__":
    unittest.main()
