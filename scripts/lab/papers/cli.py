"""The command line of `scripts/papers`."""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from .. import commands, runner
from ..limited import Limits
from ..problems import ProblemError
from ..results import ResultsError, Row, read
from ..solvers import SolverError, choose, untrusted
from ..tools import ToolsError, with_tools
from . import coverage, traversal
from .experiments import MARKS, experiments
from .findings import Outcome
from .short import markdown

NAMES = ["first", "second", "ladder"]
COVERAGE = "coverage"
TRAVERSAL = "traversal"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs what is missing of the experiments and writes the pages; the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/papers", description="Redoes the experiments of the papers.")
    parser.add_argument("bench", type=Path, help="the folder of real benchmarks, with sets ssh, sdv and dev")
    parser.add_argument("--out", type=Path, required=True, help="a folder for tables and the pages; continued if there")
    parser.add_argument("--cpu", type=float, default=10.0, help="seconds of CPU a file (10; the paper: 180 and 3000)")
    parser.add_argument("--memory", type=float, default=8.0, help="gigabytes a file (8)")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time (1)")
    parser.add_argument("--limit", type=int, help="only so many files a set and track")
    parser.add_argument("--solvers", action="append", type=Path, default=[], metavar="TOML", help="other definitions")
    names = [*NAMES, COVERAGE, TRAVERSAL]
    parser.add_argument("--only", action="append", choices=names, help="run only this; may be given again")
    parser.add_argument("--mark", action="append", choices=MARKS, help="only these marks of the ladder")
    parsed = parser.parse_args(arguments)
    try:
        with_tools("matplotlib")
        return _run(parsed)
    except (SolverError, ProblemError, ResultsError, ToolsError) as error:
        print(f"papers: {error}", file=sys.stderr)
        return 2


def _run(parsed: argparse.Namespace) -> int:
    from .page import build  # the plots need the lab's own Python

    limits = Limits(parsed.cpu, 10 * parsed.cpu + 20, int(parsed.memory * (1 << 30)))
    tables: dict[str, list[Row]] = {name: [] for name in NAMES}
    define = partial(choose, files=parsed.solvers)
    for experiment in experiments(parsed.bench, parsed.out, parsed.limit, parsed.mark or MARKS, define):
        table = parsed.out / f"{experiment.name}.csv"
        if parsed.only and experiment.name not in parsed.only:
            tables[experiment.name] = read(table) if table.exists() else []
            continue
        solvers = experiment.solvers()
        if not solvers:
            print(f"papers: {experiment.name} is left out: this build has no --mark", file=sys.stderr)
            continue
        tasks = runner.plan(solvers, experiment.problems(), limits)
        tables[experiment.name] = runner.run_table(tasks, parsed.jobs, table)
    covered = []
    if not parsed.only or COVERAGE in parsed.only:
        covered = coverage.run(define(["alphorn"])[0].executable(), parsed.out, 10 * parsed.cpu)
    traversed = []
    if not parsed.only or TRAVERSAL in parsed.only:
        traversed = traversal.run(define(["alphorn"])[0].executable(), parsed.out, 6 * parsed.cpu)
    outcome = Outcome(**tables, covered=covered, traversed=traversed)
    for name, page in (("papers.html", build(outcome)), ("papers.md", markdown(outcome))):
        (parsed.out / name).write_text(page)
        print(f"papers: wrote {parsed.out / name}", file=sys.stderr)
    return max(commands.shout(rows, untrusted()) for rows in tables.values())
