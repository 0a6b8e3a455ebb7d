"""The papers' experiments: integers again, marks, and a page that says what was not run."""

import importlib.util
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from lab.papers import coverage, traversal
from lab.papers.experiments import experiments, marked
from lab.papers.integers import to_integers
from lab.solvers import Solver

from .rows import row


class Integers(unittest.TestCase):
    def test_sorts_and_numerals_change_and_names_do_not(self) -> None:
        text = "(declare-fun Real.1.0 (Real Bool) Bool)(assert (forall ((x Real)) (=> (= x 12.0) (Real.1.0 x 3.00))))"
        wanted = "(declare-fun Real.1.0 (Int Bool) Bool)(assert (forall ((x Int)) (=> (= x 12) (Real.1.0 x 3))))"
        self.assertEqual(to_integers(text), wanted)


class Marks(unittest.TestCase):
    def solver(self, help_text: str) -> Solver:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        script = Path(folder.name) / "solver"
        script.write_text(f"#!/bin/sh\necho '{help_text}'\n")
        script.chmod(0o755)
        return Solver("ours", (str(script), "--engine", "la", "{file}"))

    def test_each_mark_is_a_solver(self) -> None:
        found = marked(self.solver("  --mark <MARK>"), ["I", "final"])
        self.assertEqual([solver.name for solver in found], ["alphorn mark I", "alphorn mark final"])
        self.assertEqual(found[0].command_for(Path("f"))[1:], ["--engine", "la", "--mark", "I", "f"])

    def test_a_build_without_marks_has_none(self) -> None:
        self.assertEqual(marked(self.solver("--engine"), ["I"]), [])


class Files(unittest.TestCase):
    def test_the_sets_are_found_and_simple_loops_are_over_integers(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            bench, work = Path(folder) / "bench", Path(folder) / "work"
            bench.mkdir()
            lines = ["set,track,verdict,path"]
            for name, track in (("ssh", "LRA-Lin"), ("sdv", "LIA-NonLin"), ("dev", "LIA-Lin"), ("dev", "BV")):
                for number in range(2):
                    (bench / f"{name}-{track}-{number}.smt2").write_text("(declare-fun p (Real) Bool)")
                    lines.append(f"{name},{track},sat,{name}-{track}-{number}.smt2")
            (bench / "index.csv").write_text("\n".join(lines))
            first, second, _ = experiments(bench, work, 1, ["I"])
            found = first.problems()
            self.assertEqual([(p.set, p.track) for p in found], [("ssh, integers", "LIA-Lin"), ("dev", "LIA-Lin")])
            self.assertEqual(found[0].file.read_text(), "(declare-fun p (Int) Bool)")
            self.assertEqual([p.set for p in second.problems()], ["sdv"])


class Traversal(unittest.TestCase):
    def test_a_program_is_a_predicate_a_location(self) -> None:
        text = traversal.decoder(2).text()
        self.assertIn("(declare-fun kind0 (Int Int) Bool)", text)
        self.assertIn("(=> (and (kind0 i t) (= input 1)) (head1 (+ i 1) (+ t 2)))", text)
        self.assertIn("(=> (and (done2 i t) (> t 6)) false)", text)
        bad = dict(traversal.janne_complex(12).bad)["done"]
        self.assertEqual(bad, "(> t 13)", "no input up to 12 takes more steps")

    def test_states_are_counted_where_the_traversal_ends(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            solver = Path(folder) / "solver"
            counts = """echo '{"forward-decisions": %d}' >&2"""
            cases = [
                f"*'replacement none'*) echo unknown; echo 'unknown: a complete search' >&2; {counts % 90};;",
                f"*'replacement deletion'*) echo sat; {counts % 30};;",
                f"*) echo unknown; echo 'unknown: timeout' >&2; {counts % 7};;",
            ]
            solver.write_text("\n".join(["#!/bin/sh", 'case "$*" in', *cases, "esac", ""]))
            solver.chmod(0o755)
            (found,) = traversal.run(solver, Path(folder), 1, [traversal.lu(2)])
            self.assertEqual(found, traversal.Traversal("lu", 3, (90, 30, None)))
            self.assertEqual(traversal.rows([found]), [["lu", "3", "90", "30", "not in time", "3.0"]])


class Coverage(unittest.TestCase):
    def test_the_table_has_the_ratios_and_says_what_was_not_in_time(self) -> None:
        drivers = [
            coverage.Driver("small", coverage.Counts(61, 35, 14, 15, 80), coverage.Counts(61, 0, 49, 60, 300)),
            coverage.Driver("large", coverage.Counts(133, 71, 32, 33, 700), None),
        ]
        self.assertEqual(coverage.rows(drivers)[1], ["small", "61", "completion", "15", "60", "4"])
        self.assertEqual(coverage.rows(drivers)[3], ["large", "133", "completion", "33", "not in time", "?"])

    def test_the_programs_are_written_and_covered_both_ways(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            solver = Path(folder) / "solver"
            said = '{"covered": 1, "never": 2, "backtracks-to-saturation": 3, "backtracks": %s, "decisions": 5, '
            said = f"echo '{said}\"targets\": []}}'"
            lines = ["#!/bin/sh", 'case "$*" in', f"*--no-learning*) {said % 40};;", f"*) {said % 4};;", "esac"]
            solver.write_text("\n".join(lines) + "\n")
            solver.chmod(0o755)
            (driver,) = coverage.run(solver, Path(folder), 1, [2])
            runs = (driver.learning, driver.plain)
            self.assertEqual([run.completion if run else None for run in runs], [4, 40])
            self.assertIn("r3_stage2", (Path(folder) / "drivers" / "drivers-002.smt2").read_text())


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
class Page(unittest.TestCase):
    def test_the_page_compares_depths_and_says_what_was_not_run(self) -> None:
        from lab.papers.page import build

        ours = replace(row("alphorn-la", "1.smt2", "sat"), set="ssh", statistics='{"la-bound": 2, "la-resolutions": 9}')
        pdr = replace(ours, solver="pdr45", statistics='{"PDR-max-depth": 7, "PDR-num-unfoldings": 90}')
        late = replace(pdr, path="2.smt2", label="timeout"), replace(ours, path="2.smt2")
        text = build([ours, pdr, *late], [ours, replace(ours, solver="alphorn-bmc", cpu=4.0)], [])
        self.assertIn("median 2 of alphorn-la, 7 of pdr45; lower for alphorn-la on 1", text)
        self.assertIn("median 9 of alphorn-la, 90 of pdr45", text)
        self.assertIn("<title>2.smt2: alphorn-la 9, pdr45 inf</title>", text)
        self.assertIn("alphorn-bmc takes 4 times as long as alphorn-la", text)
        self.assertEqual(text.count("Not run:"), 3, "the ladder, coverage and the traversal")
        marks = [replace(ours, solver=f"alphorn mark {mark}") for mark in ("final", "I")]
        self.assertIn("<td>ssh 1.smt2</td><td>alphorn mark I</td><td>1</td><td>1</td>", build([], [], marks))


if __name__ == "__main__":
    unittest.main()
