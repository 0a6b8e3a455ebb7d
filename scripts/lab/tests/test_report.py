"""The page about a table says everything that there is to see, whatever the table leaves out."""

import contextlib
import importlib.util
import io
import re
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

from lab.cli import main
from lab.results import Row, Table, read

from . import solvers_that_misbehave as programs
from .bench_case import BenchCase
from .rows import ROWS, row

with_plots = unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
TRUSTED = [row for row in ROWS if row.solver != "duality"]


def report(rows: list[Row], before: list[Row] | None = None) -> str:
    from lab.report.build import report as build  # needs matplotlib

    return build(rows, before or [], {"duality"}, "A & B")


def section(text: str, title: str) -> str:
    """What stands under a heading."""
    return text.partition(f">{title}</h2>")[2].partition("<h2")[0]


@with_plots
class Page(unittest.TestCase):
    def test_the_page_is_complete_in_itself(self) -> None:
        text = report(ROWS)
        self.assertIn("<title>A &amp; B</title>", text)
        self.assertNotIn("<script", text)
        self.assertNotIn("<link", text)
        self.assertNotIn('href="http', text.replace('xlink:href="#', ""))
        self.assertEqual(text.count("<svg"), 1 + 2 + 2)
        self.assertIn("<title>b/1.smt2: alphorn unsat in 2.00 s, spacer timeout</title>", text)
        self.assertIn("Only solvers known to be unsound contradict", text)

    def test_every_section_is_there(self) -> None:
        names = ["Solved", "Cactus", "alphorn against each", "Unique", "Slowest", "Not solved", "Counters"]
        text = report(TRUSTED, ROWS)
        self.assertEqual(re.findall(r"<h2[^>]*>([^<]*)</h2>", text), [*names, "Against the earlier run"])
        self.assertIn("No two verdicts disagree", text)
        total = '<tr class="total"><td>all</td><td>3</td><td class="bar best" style="--part:66.7%">2 (1)</td>'
        total += '<td class="bar" style="--part:33.3%">1 (0)</td><td>2</td></tr>'
        self.assertIn(total, section(text, "Solved"))
        alone = (
            "<summary>alphorn: 1</summary><table><thead><tr><th>file</th><th>verdict</th><th>CPU s</th></tr></thead>"
        )
        alone += '<tbody><tr><td class="file">b/1.smt2</td><td>unsat</td><td>2.00</td></tr></tbody>'
        self.assertIn(alone, section(text, "Unique"))
        slowest = re.findall(r'<td class="file">([^<]*)</td>', section(text, "Slowest"))
        self.assertEqual(slowest, ["b/1.smt2", "a/1.smt2"])
        self.assertIn('<td class="file">a/2.smt2</td><td>timeout</td>', section(text, "Not solved"))
        self.assertIn("<td>smt-calls</td><td>2</td><td>12</td><td>12</td><td>24</td>", section(text, "Counters"))

    def test_what_was_lost_since_an_earlier_run_is_open(self) -> None:
        before = [row("alphorn", "a/2.smt2", "sat", 3.0), row("alphorn", "b/1.smt2", "timeout", 10.0)]
        text = section(report(TRUSTED, before), "Against the earlier run")
        self.assertIn("<details open><summary>newly lost: 1</summary>", text)
        self.assertIn(
            '<td class="file">a/2.smt2</td><td>alphorn</td><td>sat, 3.00 s</td><td>timeout, 10.00 s</td>', text
        )
        self.assertIn("<details><summary>newly solved: 1</summary>", text)
        self.assertIn("<summary>much slower: 0</summary>", text)

    def test_checked_evidence_is_counted(self) -> None:
        self.assertIn("alphorn: the table does not say that evidence was checked", report(TRUSTED))
        checked = [replace(r, evidence="checked") if r.key == ("alphorn", "a/1.smt2") else r for r in TRUSTED]
        self.assertIn("alphorn: 1 of 2 answers come with evidence that was checked", report(checked))

    def test_failed_evidence_is_seen_first(self) -> None:
        failed = [replace(r, evidence="failed") if r.key == ("alphorn", "a/2.smt2") else r for r in TRUSTED]
        text = report(failed).partition("<nav>")[0]
        self.assertIn("a/2.smt2: the evidence of alphorn failed its check", text)
        self.assertIn('class="box bad"', text)

    def test_a_table_without_limits_has_unsolved_files_beyond_the_others(self) -> None:
        from lab.report import plots

        bare = [replace(r, cpu_limit=0.0, wall_limit=0.0, memory_limit=0.0, identity="") for r in TRUSTED]
        self.assertIn("limits a run: not in the table", report(bare))
        with mock.patch.object(plots, "_draw") as draw:
            plots.runtime_scatter(bare, "alphorn", "spacer")
        points = {point.name.partition(":")[0]: (point.x, point.y) for point in draw.call_args.args[1]}
        self.assertEqual(points, {"a/1.smt2": (0.1, 0.5), "b/1.smt2": (16.0, 2.0)})

    def test_a_slim_table_lacks_the_counters_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            full, slim = Path(folder) / "full.csv", Path(folder) / "slim.csv"
            with Table(full) as table:
                for number, each in enumerate(TRUSTED):
                    table.add(replace(each, evidence="checked" if number == 0 else ""))
            self.assertEqual(main(["merge", str(full), "--slim", "--out", str(slim)]), 0)
            texts = [report(read(table)) for table in (full, slim)]
        counters = [section(text, "Counters") for text in texts]
        self.assertIn("smt-calls", counters[0])
        self.assertIn("The table has none.", counters[1])
        without = [text.replace(part, "") for text, part in zip(texts, counters, strict=True)]
        self.assertEqual(*without)


class Runs(BenchCase):
    def python(self, name: str, program: str) -> list[str]:
        """A solver that is a Python script, as arguments of a run."""
        script = self.out.with_name(f"{name}.py")
        script.write_text(program)
        return ["--solver", f"{name}={sys.executable} -S {script}"]

    @with_plots
    def test_misbehaviour_is_labelled_from_the_command_line_to_the_page(self) -> None:
        self.write(1)
        expected = {
            "honest": (programs.HONEST, "sat"),
            "forks": (programs.HIDES_IN_A_DAEMON, "timeout"),
            "deaf": (programs.IGNORES_SIGTERM, "timeout"),
            "eats": (programs.EATS_MEMORY, "memout"),
            "garbage": (programs.GARBAGE, "garbage"),
            "liar": (programs.LIAR, "wrong"),
        }
        solvers = [word for name, (program, _) in expected.items() for word in self.python(name, program)]
        page = self.out.with_name("report.html")
        run = self.bench(*solvers, "--cpu", "0.3", "--memory", "100M", "--jobs", "2", "--report", str(page))
        self.assertEqual(run.returncode, 4, run.stderr)
        self.assertEqual(
            {r.solver: r.label for r in read(self.out)}, {name: label for name, (_, label) in expected.items()}
        )
        self.assertIn("DISAGREEMENT: problems/p00.smt2: stated sat; honest says sat, liar says unsat", run.stderr)
        text = page.read_text()
        self.assertEqual(text.count("<svg"), 1 + (len(expected) - 1))
        self.assertIn("<strong>Verdicts contradict each other or what is stated.</strong>", text)
        columns = [
            "solver",
            "run",
            "solved",
            "sat",
            "unsat",
            "unique",
            "timeout",
            "memout",
            "garbage",
            "wrong",
            "cpu s",
        ]
        self.assertIn("".join(f"<th>{column}</th>" for column in columns), text)
        self.assertRegex(text, "<td>eats</td><td>1</td>(<td>0</td>){5}<td>1</td><td>0</td><td>0</td>")

    def test_evidence_that_fails_its_check_is_shouted(self) -> None:
        self.write(1)
        run = self.bench(*self.python("ours", programs.EVIDENCE_FAILS))
        self.assertEqual(run.returncode, 4, run.stderr)
        shout = "EVIDENCE FAILED ITS CHECK: ours on problems/p00.smt2"
        self.assertIn(shout, run.stderr)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(main(["table", str(self.out)]), 4)
        self.assertIn(shout, said.getvalue())


if __name__ == "__main__":
    unittest.main()
