"""What `scripts/bench` does for each of its commands."""

import argparse
import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from . import compare, growth, runner, summary
from .backends import hyperqueue, slurm
from .backends.shards import Shards
from .limited import Limits
from .problems import Filter, ProblemError, find
from .results import ResultsError, Row, Table, merge, read
from .solvers import choose, untrusted
from .tools import with_tools

TITLE = "Horn solvers side by side"
"""What a report is called where nobody says otherwise."""

EXIT_DISAGREE = 4
"""The exit code when verdicts of trusted solvers contradict each other or the stated ones."""


def run(arguments: argparse.Namespace) -> int:
    """Runs tasks here, or hands them to a backend; a report at the end where it is asked for."""
    if arguments.report is not None:
        with_tools("matplotlib")
    wall = arguments.wall or 10 * arguments.cpu + 20
    limits = Limits(arguments.cpu, wall, arguments.memory)
    solvers = choose(arguments.solver or ["alphorn"], arguments.solvers)
    chosen = Filter(_names(arguments.set), _names(arguments.track), arguments.match, arguments.limit)
    tasks = runner.plan(solvers, chosen.keep(find(arguments.place)), limits)
    if not tasks:
        raise ProblemError("no file is chosen: see --set, --track, --match and --limit")
    unsound = {solver.name for solver in solvers if not solver.trusted} | untrusted()
    if arguments.backend is not None:
        return _spread(arguments, tasks, unsound)
    if arguments.shard is not None:
        index, count = arguments.shard
        tasks = tasks[index::count]
    if arguments.done is not None and arguments.done.exists():
        tasks = runner.remaining(tasks, read(arguments.done))
    rows = runner.run_table(tasks, arguments.jobs, arguments.out)
    # A shard has done its work when it has run; the whole is judged when it is merged.
    return 0 if arguments.shard is not None else _conclude(rows, unsound, arguments.report)


def table(arguments: argparse.Namespace) -> int:
    """Prints tables."""
    rows = _runs(arguments.results)
    if not arguments.markdown:
        return _conclude(rows, untrusted())
    print(summary.markdown_table(summary.groups(compare.credited(rows, untrusted()))))
    return shout(rows, untrusted())


def report(arguments: argparse.Namespace) -> int:
    """Writes the page."""
    rows = _runs(arguments.results)
    with_tools("matplotlib")
    before = read(arguments.before) if arguments.before else []
    _write_report(arguments.out, rows, before, untrusted(), arguments.title)
    return shout(rows, untrusted())


def growth_table(arguments: argparse.Namespace) -> int:
    """Prints how time and counters grow with the size of a family."""
    rows = _runs(arguments.results)
    print(growth.markdown(rows, arguments.counter or ["smt-calls"]))
    return shout(rows, untrusted())


def merge_tables(arguments: argparse.Namespace) -> int:
    """Appends to a table what others have and it has not."""
    rows = merge(arguments.results)
    return shout(
        _append(arguments.out, (replace(row, statistics="") if arguments.slim else row for row in rows)), untrusted()
    )


def _runs(tables: Sequence[Path]) -> list[Row]:
    """The rows of tables of which there must be some."""
    rows = merge(tables)
    if not rows:
        raise ResultsError(f"{', '.join(map(str, tables))}: there are no runs")
    return rows


def _spread(arguments: argparse.Namespace, tasks: Sequence[runner.Task], unsound: Collection[str]) -> int:
    count = max(1, min(arguments.shards, len(tasks)))
    limits = tasks[0].limits
    seconds = (limits.wall + limits.grace + 1) * -(-len(tasks) // count)
    shards = Shards(_words(arguments), arguments.out.resolve(), count, seconds, limits.memory >> 20)
    if arguments.backend == "hyperqueue":
        with_tools("hyperqueue")
        fault = hyperqueue.submit(shards, arguments.server, arguments.workers)
    elif slurm.is_here():
        fault = slurm.submit(shards)
    else:
        print(f"bench: there is no sbatch here. Submit {slurm.write(shards)}, and when it has ended:")
        print(f"  scripts/bench merge --out {shards.out} {shards.folder}/*.csv")
        return 0
    # What has ended counts, whatever became of the rest.
    rows = _append(shards.out, merge(shards.tables()))
    code = _conclude(rows, unsound, arguments.report) if rows else 0
    missing = runner.remaining(tasks, rows)
    if missing:
        said = f"{len(missing)} of {len(tasks)} tasks have no result ({fault or 'though all shards ended well'})"
        raise ResultsError(f"{said}; the logs are in {shards.folder}, and the same command goes on from here")
    return code


def _words(arguments: argparse.Namespace) -> list[str]:
    """The arguments of a run again, for a shard that may start in another folder."""
    words = [str(place.resolve()) for place in arguments.place]
    for name in ("solver", "set", "track"):
        words += [word for value in getattr(arguments, name) or [] for word in (f"--{name}", value)]
    words += [word for path in arguments.solvers for word in ("--solvers", str(path.resolve()))]
    for name in ("cpu", "wall", "memory", "match", "limit"):
        value = getattr(arguments, name)
        words += [] if value is None else [f"--{name}", str(value)]
    return words


def _append(out: Path, rows: Iterable[Row]) -> list[Row]:
    with Table(out) as table:
        known = {row.key for row in table.rows}
        for row in rows:
            if row.key not in known:
                table.add(row)
        return table.rows


def _conclude(rows: Sequence[Row], unsound: Collection[str], page: Path | None = None) -> int:
    credited = compare.credited(rows, unsound)
    print("\n".join([summary.text_table(summary.groups(credited)), *summary.ratio_lines(credited)]))
    if page is not None:
        _write_report(page, rows, [], unsound, TITLE)
    return shout(rows, unsound)


def _write_report(out: Path, rows: Sequence[Row], before: Sequence[Row], unsound: Collection[str], title: str) -> None:
    from .report.build import report as build  # the other commands do without matplotlib

    out.write_text(build(rows, before, unsound, title))
    _tell(f"bench: wrote {out}")


def shout(rows: Sequence[Row], unsound: Collection[str]) -> int:
    """Tells every disagreement; the exit code."""
    starved = sum(row.starved for row in rows)
    if starved:
        _tell(f"bench: {starved} runs came to the wall limit before the CPU limit: sleepers, or a busy machine")
    found = compare.clashes(rows, unsound)
    for clash in found:
        _tell(f"DISAGREEMENT: {clash}")
    failed = [row for row in rows if row.evidence == "failed"]
    for row in failed:
        _tell(f"EVIDENCE FAILED ITS CHECK: {row.solver} on {row.path}")
    return EXIT_DISAGREE if failed or any(clash.serious for clash in found) else 0


def _tell(line: str) -> None:
    print(line, file=sys.stderr)


def _names(lists: Sequence[str]) -> frozenset[str]:
    return frozenset(name for names in lists for name in names.split(",") if name)
