"""The papers' experiments: integers again, marks, and a page that says what was not run."""

import html
import importlib.util
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from lab.papers import coverage, traversal
from lab.papers.experiments import experiments, marked
from lab.papers.findings import Outcome
from lab.papers.integers import to_integers
from lab.papers.short import markdown
from lab.papers.text import SECTIONS
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


OURS = replace(row("alphorn-la", "1.smt2", "sat"), set="ssh", statistics='{"la-bound": 2, "la-resolutions": 9}')
PDR = replace(OURS, solver="pdr45", statistics='{"PDR-max-depth": 7, "PDR-num-unfoldings": 90}')
FIRST = [
    OURS,
    PDR,
    replace(OURS, path="2.smt2"),
    replace(PDR, path="2.smt2", label="timeout"),
    # Without a count there is no pair: zero would be the best of all.
    replace(OURS, path="3.smt2", statistics="{}"),
    replace(PDR, path="3.smt2"),
]
SECOND = [replace(OURS, set="sdv"), replace(OURS, set="sdv", solver="alphorn-bmc", cpu=4.0)]
LADDER = [
    replace(OURS, solver="alphorn mark final", track="LIA-Lin"),
    replace(
        OURS,
        solver="alphorn mark V",
        track="LIA-Lin",
        cpu=3.0,
        statistics='{"la-conflicts": 4, "la-resolutions": 5, "la-bound": 1}',
    ),
    replace(OURS, solver="alphorn mark I", track="LIA-Lin", statistics='{"la-conflicts": 4, "la-bound": 1}'),
    replace(OURS, solver="alphorn mark II", track="LIA-Lin", label="timeout"),
    replace(OURS, solver="alphorn mark III", track="LIA-Lin", label="timeout"),
]
COVERED = [
    coverage.Driver("small", coverage.Counts(61, 35, 2, 3, 80), coverage.Counts(61, 0, 40, 60, 300)),
    coverage.Driver("large", coverage.Counts(133, 71, 32, 33, 700), None),
]
TRAVERSED = [
    traversal.Traversal("lu", 3, (90, 30, None)),
    traversal.Traversal("sqrt", 4, (90, 90, 91)),
    traversal.Traversal("fft", 3, (None, None, None)),
]
OUTCOME = Outcome(FIRST, SECOND, LADDER, COVERED, TRAVERSED)

CLAIMS = [
    "lazy annotation solves more simple loops than PDR: alphorn-la solves 3, pdr45 2 of 3 files: agrees",
    "depth at convergence: lower than PDR's: lower on 1 of 1 `ssh` files that both solve, median 2 of alphorn-la, "
    "7 of pdr45 (1 files are left out: a solver did not tell its count): agrees",
    "resolutions: lower than PDR's: lower on 1 of 1 `ssh` files that both solve, median 9 of alphorn-la, "
    "90 of pdr45 (1 files are left out: a solver did not tell its count): agrees",
    "lazy annotation is faster than unfolding in many cases: faster on 1, slower on 0, alike on 0 files: agrees",
    "by up to two orders of magnitude: by up to 4 times (a file that one does not solve counts as the limit): "
    "does not agree",
    "unfolding is at most twice as fast: never faster: agrees",
    "`LIA-Lin`: decisions alone (II) are worse than none (I): II solves 0 (0.0 s on shared) and I solves 1 "
    "(0.0 s on shared): agrees",
    "`LIA-Lin`: generalisation (III) is better than no decisions (I): III solves 0 (0.0 s on shared) and I solves 1 "
    "(0.0 s on shared): does not agree",
    "`LIA-Lin`: generalisation (III) is better than decisions alone (II): III solves 0 (0.0 s on shared) and II "
    "solves 0 (0.0 s on shared): does not agree",
    "`ssh`: eager propagation (final) shows on the simple loops: final solves 1 (1.0 s on shared) and V solves 1 "
    "(3.0 s on shared): agrees",
    "`sdv`: decisions (II) help: not run: cannot be told",
    "`sdv`: generalisation (III) does not show: not run: cannot be told",
    "`sdv`: scores (IV) do not show: not run: cannot be told",
    "`sdv`: back-jumping (V) helps: not run: cannot be told",
    "fewer backtracks with learning: on 4 of 4: agrees",
    "15 to 84 times fewer: 20 to 20 times, where both end: agrees",
    "fewer states with interpolation: on 1 of 2, and on 1 neither run ends: does not agree",
    "2 to 33 times fewer: 1 to 3 times, where both end: does not agree",
]


class Short(unittest.TestCase):
    def test_every_claim_is_held_against_what_is_seen(self) -> None:
        self.maxDiff = None
        lines = markdown(OUTCOME).splitlines()
        self.assertEqual([line.removeprefix("* ") for line in lines if line.startswith("* ")][1:], CLAIMS)
        self.assertEqual([line.removeprefix("## ") for line in lines if line.startswith("## ")], TITLES)
        self.assertIn("| solved (alone) of | files | alphorn-la | pdr45 |", lines)
        self.assertIn("| ssh 1.smt2 | 3 | 3 (1) | 2 (0) |", lines)
        ratio = "alphorn-bmc takes 4 times as long as alphorn-la in the median, 4 to 4 times."
        self.assertIn(f"On the 1 files that both solve, {ratio}", lines)
        self.assertIn("| ssh LIA-Lin | alphorn mark I | 1 | 1 | 0 | 0 | 0 |  |", lines)
        self.assertIn("| ssh LIA-Lin | alphorn mark V | 1 | 1 | 1 | 4 | 5 | 1 |", lines)
        self.assertIn("| small | 61 | completion | 3 | 60 | 20 |", lines)
        self.assertIn("| lu | 3 | 90 | 30 | not in time | 3.0 |", lines)

    def test_what_was_not_run_says_so_and_claims_nothing(self) -> None:
        text = markdown(Outcome())
        self.assertEqual(text.count("Not run."), 5)
        self.assertNotIn("agree", text)


TITLES = [title for title, _, _ in SECTIONS]


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
class Page(unittest.TestCase):
    def test_the_page_says_the_same_and_has_the_plots(self) -> None:
        from lab.papers.page import build

        text = build(OUTCOME)
        for title in TITLES:
            self.assertIn(f">{title}</h2>", text)
        for claim in CLAIMS:
            self.assertIn(html.escape(claim.split("`")[-1]), text)
        curves, scatters, unfolding, groups = 2, 4, 1, 1
        self.assertEqual(text.count("<svg"), curves + scatters + unfolding + groups)
        self.assertIn("<title>2.smt2: alphorn-la 9, pdr45 inf</title>", text)
        self.assertNotIn("<title>3.smt2: alphorn-la", text)
        self.assertIn("<td>ssh LIA-Lin</td><td>alphorn mark I</td><td>1</td><td>1</td>", text)
        self.assertIn("<td>large</td><td>133</td><td>completion</td><td>33</td><td>not in time</td>", text)
        self.assertIn("<td>lu</td><td>3</td><td>90</td><td>30</td>", text)
        self.assertIn("<em>Lazy Annotation Revisited</em>", text)
        self.assertNotIn("Not run:", text)

    def test_what_was_not_run_is_said(self) -> None:
        from lab.papers.page import build

        text = build(Outcome(second=SECOND))
        self.assertEqual((text.count("Not run:"), text.count("<svg")), (4, 1))


if __name__ == "__main__":
    unittest.main()
