"""`scripts/bench`: run, table, report, merge."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from . import compare, runner, summary
from .limited import Limits
from .problems import Filter, ProblemError, find
from .progress import Progress
from .results import ResultsError, Row, Table, merge, read
from .solvers import SolverError, choose, untrusted
from .tools import ToolsError, with_tools

EXIT_DISAGREE = 4
"""The exit code when verdicts of trusted solvers contradict each other or the stated ones."""


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


def _run(arguments: argparse.Namespace) -> int:
    limits = Limits(arguments.cpu, arguments.wall or 3 * arguments.cpu + 5, arguments.memory)
    solvers = choose(arguments.solver or ["alphorn"], arguments.solvers)
    chosen = Filter(_names(arguments.set), _names(arguments.track), arguments.match, arguments.limit)
    problems = chosen.keep(find(arguments.place))
    tasks = runner.plan(solvers, problems, limits)
    if arguments.shard is not None:
        index, count = arguments.shard
        tasks = tasks[index::count]
    with Table(arguments.out) as table:
        todo = runner.remaining(tasks, table.rows)
        progress = Progress(len(tasks), len(tasks) - len(todo))
        try:
            runner.run_all(todo, arguments.jobs, table, progress)
        finally:
            progress.close()
        rows = table.rows
    unsound = {solver.name for solver in solvers if not solver.trusted} | untrusted()
    if arguments.shard is None:
        print(summary.text_table(summary.groups(compare.credited(rows, unsound))))
    return _shout(rows, unsound)


def _table(arguments: argparse.Namespace) -> int:
    rows = merge(arguments.results)
    found = summary.groups(compare.credited(rows, untrusted()))
    print(summary.markdown_table(found) if arguments.markdown else summary.text_table(found))
    return _shout(rows, untrusted())


def _report(arguments: argparse.Namespace) -> int:
    with_tools()
    from .report.build import report  # matplotlib is not needed by the other commands

    rows = merge(arguments.results)
    before = read(arguments.before) if arguments.before else []
    arguments.out.write_text(report(rows, before, untrusted(), arguments.title))
    print(f"bench: wrote {arguments.out}", file=sys.stderr)
    return _shout(rows, untrusted())


def _merge(arguments: argparse.Namespace) -> int:
    present = read(arguments.out) if arguments.out.exists() else []
    known = {row.key for row in present}
    with Table(arguments.out) as table:
        for row in merge(arguments.results):
            if row.key not in known:
                table.add(row)
        return _shout(table.rows, untrusted())


def _shout(rows: Sequence[Row], unsound: set[str]) -> int:
    found = compare.clashes(rows, unsound)
    for clash in found:
        print(f"DISAGREEMENT: {clash}", file=sys.stderr)
    failed = [row for row in rows if row.evidence == "failed"]
    for row in failed:
        print(f"EVIDENCE FAILED ITS CHECK: {row.solver} on {row.path}", file=sys.stderr)
    return EXIT_DISAGREE if failed or any(clash.serious for clash in found) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Runs Horn solvers over files, and compares.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="run solvers over files; a table that is there is continued")
    run.add_argument("place", nargs="+", type=Path, help="a folder (with or without index.csv) or a file")
    run.add_argument("--out", type=Path, required=True, help="the table of results (CSV)")
    run.add_argument("--solver", action="append", metavar="NAME|NAME=COMMAND", help="may be given several times")
    run.add_argument("--solvers", action="append", type=Path, default=[], metavar="TOML", help="more definitions")
    run.add_argument("--cpu", type=float, default=10.0, help="seconds of CPU a file, children included (10)")
    run.add_argument("--wall", type=float, help="seconds of wall time a file (3 * CPU + 5)")
    run.add_argument("--memory", type=_bytes, default=_bytes("8G"), help="bytes a file, such as 500M or 8G (8G)")
    run.add_argument("--jobs", type=int, default=1, help="runs at a time (1)")
    run.add_argument("--set", action="append", default=[], help="only these sets; a comma list or several times")
    run.add_argument("--track", action="append", default=[], help="only these tracks")
    run.add_argument("--match", default="*", metavar="GLOB", help="only paths like this")
    run.add_argument("--limit", type=int, help="only the first so many files")
    run.add_argument("--shard", type=_shard, metavar="I/N", help="only every N-th task, from the I-th (0 ≤ I < N)")
    run.set_defaults(action=_run)
    table = commands.add_parser("table", help="print the tables of results and every disagreement")
    table.add_argument("results", nargs="+", type=Path)
    table.add_argument("--markdown", action="store_true", help="the short table, as Markdown")
    table.set_defaults(action=_table)
    report = commands.add_parser("report", help="write a page with tables and plots")
    report.add_argument("results", nargs="+", type=Path)
    report.add_argument("--out", type=Path, required=True, help="the page (HTML, complete in itself)")
    report.add_argument("--before", type=Path, help="an earlier table: what was lost and won since")
    report.add_argument("--title", default="Horn solvers side by side")
    report.set_defaults(action=_report)
    merging = commands.add_parser("merge", help="put several tables into one")
    merging.add_argument("results", nargs="+", type=Path)
    merging.add_argument("--out", type=Path, required=True)
    merging.set_defaults(action=_merge)
    return parser


def _names(lists: Sequence[str]) -> frozenset[str]:
    return frozenset(name for names in lists for name in names.split(",") if name)


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)B?", text.upper())
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: expected a number, then K, M, G or T")
    return int(float(match[1]) * 1024 ** " KMGT".index(match[2] or " "))


def _shard(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or int(match[1]) >= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is no shard: expected I/N with 0 ≤ I < N")
    return int(match[1]), int(match[2])
