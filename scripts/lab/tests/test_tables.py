"""What is made of a table: scores, credit, disagreements, history."""

import contextlib
import io
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from lab import compare, summary
from lab.cli import main
from lab.report.history import changes
from lab.results import ResultsError, read

from .rows import ROWS, row


class Scores(unittest.TestCase):
    def test_unsound_answers_get_credit_only_when_confirmed(self) -> None:
        labels = [r.label for r in compare.credited(ROWS, {"duality"}) if r.solver == "duality"]
        self.assertEqual(labels, ["wrong", "alone", "unsat"])

    def test_a_stated_verdict_confirms(self) -> None:
        stated = row("duality", "c.smt2", "unsat", expected="unsat")
        self.assertEqual(compare.credited([stated], {"duality"}), [stated])

    def test_groups_count_solved_unique_and_virtual_best(self) -> None:
        found = {group.name: group for group in summary.groups(compare.credited(ROWS, {"duality"}))}
        self.assertEqual(list(found), ["set a", "set b", "all"])
        total = {score.solver: (score.solved, score.unique, score.cpu) for score in found["all"].scores}
        self.assertEqual(total, {"alphorn": (2, 0, 2.5), "duality": (1, 0, 0.3), "spacer": (1, 0, 0.1)})
        self.assertEqual(found["set a"].virtual_best, 1)
        self.assertEqual(found["all"].virtual_best, 2)
        without = summary.groups([r for r in ROWS if r.solver != "duality"])
        self.assertEqual([score.unique for score in without[-1].scores], [1, 0])

    def test_times_are_compared_where_both_solve(self) -> None:
        self.assertEqual(summary.ratios(ROWS, "alphorn", "spacer"), [5.0])
        line = "alphorn takes 5.00 times the CPU of spacer in the median of 1 shared files"
        self.assertIn(line, summary.ratio_lines(ROWS))

    def test_tables_name_only_failures_that_occur(self) -> None:
        text = summary.text_table(summary.groups(ROWS))
        self.assertIn("timeout", text)
        self.assertNotIn("memout", text)
        self.assertIn("| all | 3 | 2 (0) |", summary.markdown_table(summary.groups(ROWS)))

    def test_who_was_not_run_did_not_fail(self) -> None:
        rows = [r for r in ROWS if r.solver != "spacer" or r.group != "set b"]
        lines = summary.markdown_table(summary.groups(rows)).splitlines()
        last = next(line for line in lines if line.startswith("| set b |")).split(" | ")[-2]
        self.assertEqual(last, "–")
        total = next(line for line in lines if line.startswith("| all |")).split(" | ")[-2]
        self.assertRegex(total, r"^\d of \d \(\d\)$")


class Tables(unittest.TestCase):
    def test_a_published_table_is_read_though_it_has_other_columns(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "today.csv"
            head = "solver,set,track,path,expected,label,cpu,wall,memory,build"
            table.write_text(
                f"{head}\nalphorn,s,t,a.smt2,sat,wrong,1.5,2,30,17:01\nspacer,s,t,a.smt2,sat,sat,1,2,30,\n"
            )
            ours, other = read(table)
            self.assertEqual((ours.cpu, ours.answered, ours.solved), (1.5, "unsat", False))
            self.assertEqual((other.answered, other.identity), ("sat", ""))
            table.write_text("solver,path\nalphorn,a.smt2\n")
            self.assertRaises(ResultsError, read, table)

    def test_ours_is_what_says_so_or_came_first(self) -> None:
        self.assertEqual(summary.solver_names(ROWS), ["alphorn", "duality", "spacer"])
        renamed = [replace(r, solver="ours") if r.solver == "alphorn" else r for r in ROWS]
        self.assertEqual(summary.solver_names(renamed), ["ours", "duality", "spacer"])
        unknown = [replace(r, identity="") for r in renamed]
        self.assertEqual(summary.solver_names(unknown), ["ours", "duality", "spacer"])

    def test_what_is_empty_is_said_and_is_no_fault_of_ours(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            table, problem = Path(folder) / "empty.csv", Path(folder) / "a.smt2"
            table.touch()
            problem.touch()
            out = str(Path(folder) / "out.csv")
            with contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(main(["table", str(table)]), 2)
                self.assertEqual(main(["report", str(table), "--out", out]), 2)
                for more in ([], ["--backend", "slurm"]):
                    self.assertEqual(
                        main(["run", folder, "--solver", "x=true", "--set", "nosuch", "--out", out, *more]), 2
                    )
                self.assertRaises(SystemExit, main, ["run", folder, "--jobs", "0", "--out", out])
            self.assertIn("no file is chosen", said.getvalue())
            self.assertIn("there are no runs", said.getvalue())


class Clashes(unittest.TestCase):
    def test_only_trusted_solvers_make_a_clash_serious(self) -> None:
        [clash] = compare.clashes(ROWS, {"duality"})
        self.assertEqual((clash.path, clash.serious), ("a/1.smt2", False))
        self.assertTrue(compare.clashes(ROWS)[0].serious)

    def test_agreement_is_no_clash(self) -> None:
        self.assertEqual(compare.clashes([r for r in ROWS if r.solver != "duality"]), [])


class History(unittest.TestCase):
    def test_lost_won_and_slower_are_found(self) -> None:
        before = [row("x", "1", "sat"), row("x", "2", "timeout"), row("x", "3", "sat", 1.0), row("x", "4", "sat")]
        after = [row("x", "1", "timeout"), row("x", "2", "sat"), row("x", "3", "sat", 4.0), row("y", "4", "timeout")]
        found = changes(before, after)
        self.assertEqual([new.path for _, new in found.lost], ["1"])
        self.assertEqual([new.path for _, new in found.won], ["2"])
        self.assertEqual([new.path for _, new in found.slower], ["3"])


if __name__ == "__main__":
    unittest.main()
