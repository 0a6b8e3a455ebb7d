"""The command line of `scripts/bench`."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from . import commands
from .problems import ProblemError
from .results import ResultsError
from .solvers import SolverError
from .tools import ToolsError


def main(arguments: Sequence[str] | None = None) -> int:
    """Parses the arguments and does what they say; the exit code."""
    parsed = _parser().parse_args(arguments)
    try:
        code: int = parsed.action(parsed)
        return code
    except (SolverError, ProblemError, ResultsError, ToolsError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("bench: stopped; the same command goes on from here", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Runs Horn solvers over files, and compares.")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    _run(subparsers.add_parser("run", help="run solvers over files; a table that is there is continued"))
    table = subparsers.add_parser("table", help="print the tables of results and every disagreement")
    table.add_argument("results", nargs="+", type=Path)
    table.add_argument("--markdown", action="store_true", help="the short table, as Markdown")
    table.set_defaults(action=commands.table)
    report = subparsers.add_parser("report", help="write a page with tables and plots")
    report.add_argument("results", nargs="+", type=Path)
    report.add_argument("--out", type=Path, required=True, help="the page (HTML, complete in itself)")
    report.add_argument("--before", type=Path, help="an earlier table: what was lost and won since")
    report.add_argument("--title", default=commands.TITLE)
    report.set_defaults(action=commands.report)
    growth = subparsers.add_parser("growth", help="size against time and counters, for growth families")
    growth.add_argument("results", nargs="+", type=Path)
    growth.add_argument("--counter", action="append", help="a counter to show (smt-calls)")
    growth.set_defaults(action=commands.growth_table)
    merging = subparsers.add_parser("merge", help="put several tables into one")
    merging.add_argument("results", nargs="+", type=Path)
    merging.add_argument("--out", type=Path, required=True)
    merging.add_argument("--slim", action="store_true", help="leave the statistics out")
    merging.set_defaults(action=commands.merge_tables)
    return parser


def _run(run: argparse.ArgumentParser) -> None:
    run.add_argument("place", nargs="+", type=Path, help="a folder (with or without index.csv) or a file")
    run.add_argument("--out", type=Path, required=True, help="the table of results (CSV)")
    run.add_argument("--solver", action="append", metavar="NAME|NAME=COMMAND", help="may be given several times")
    run.add_argument("--solvers", action="append", type=Path, default=[], metavar="TOML", help="more definitions")
    run.add_argument("--cpu", type=float, default=10.0, help="seconds of CPU a file, children included (10)")
    run.add_argument("--wall", type=float, help="seconds of wall time a file (10 * CPU + 20)")
    run.add_argument("--memory", type=_bytes, default=_bytes("8G"), help="bytes a file, such as 500M or 8G (8G)")
    run.add_argument("--jobs", type=_positive, default=1, help="runs at a time (1)")
    run.add_argument("--set", action="append", default=[], help="only these sets; a comma list or several times")
    run.add_argument("--track", action="append", default=[], help="only these tracks")
    run.add_argument("--match", default="*", metavar="GLOB", help="only paths like this")
    run.add_argument("--limit", type=int, help="only the first so many files")
    run.add_argument("--report", type=Path, metavar="HTML", help="at the end write a page with tables and plots")
    run.add_argument("--shard", type=_shard, metavar="I/N", help="only every N-th task, from the I-th (0 ≤ I < N)")
    run.add_argument("--done", type=Path, metavar="CSV", help="tasks of this table are not run")
    many = run.add_argument_group("more than one machine")
    many.add_argument("--backend", choices=["slurm", "hyperqueue"], help="hand the tasks to this engine")
    many.add_argument("--shards", type=_positive, default=32, help="into how many parts the tasks are cut (32)")
    many.add_argument("--server", type=Path, help="the folder of the HyperQueue server (its own default)")
    many.add_argument("--workers", type=int, default=0, help="start a HyperQueue with so many workers here")
    run.set_defaults(action=commands.run)


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)B?", text.upper())
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: expected a number, then K, M, G or T")
    return int(float(match[1]) * 1024 ** " KMGT".index(match[2] or " "))


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of at least 1")
    return int(text)


def _shard(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or int(match[1]) >= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is no shard: expected I/N with 0 ≤ I < N")
    return int(match[1]), int(match[2])
