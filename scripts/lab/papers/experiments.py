"""Which solvers run on which files for each experiment."""

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..problems import Filter, Problem, find
from ..solvers import Solver, choose
from .integers import convert

OURS = "alphorn-la"
"""Lazy annotation alone, without what may run beside it by default."""

MARKS = ["I", "II", "III", "IV", "V", "final", "beyond"]
"""Appendix C.2: each mark has the features of those before it and one more; `beyond` has ours too."""


@dataclass(frozen=True)
class Experiment:
    """A name for the table, and what is run."""

    name: str
    solvers: Callable[[], list[Solver]]
    problems: Callable[[], list[Problem]]


def experiments(
    bench: Path,
    work: Path,
    limit: int | None,
    marks: Sequence[str],
    define: Callable[[Sequence[str]], list[Solver]] = choose,
) -> list[Experiment]:
    """Experiments 1 and 2 of CAV 2014, and its ladder of marks; `limit` files a set and track."""

    def files(sets: Sequence[str], tracks: Sequence[str] = ()) -> list[Problem]:
        found = find([bench])
        chosen = []
        for name in sets:
            for track in tracks or [""]:
                keep = Filter(frozenset([name]), frozenset(filter(None, [track])), limit=limit)
                chosen += keep.keep(found)
        return chosen

    def simple_loops() -> list[Problem]:
        return convert(files(["ssh"]), work / "integers")

    def first() -> list[Problem]:
        return [*simple_loops(), *files(["dev"], ["LIA-Lin", "LRA-Lin"])]

    def second() -> list[Problem]:
        return files(["sdv"])

    def ladder() -> list[Problem]:
        return [*simple_loops(), *files(["sdv"]), *files(["dev"], ["LIA-Lin", "LIA-NonLin"])]

    return [
        Experiment("first", lambda: define([OURS, "duality", "pdr45", "spacer"]), first),
        Experiment("second", lambda: define([OURS, "alphorn-bmc", "duality", "spacer"]), second),
        Experiment("ladder", lambda: marked(define([OURS])[0], marks), ladder),
    ]


def marked(solver: Solver, marks: Sequence[str]) -> list[Solver]:
    """Our engine with the features of each mark; none where the build has no such switch."""
    if not has_marks(solver):
        return []
    return [
        replace(solver, name=f"alphorn mark {mark}", command=(*solver.command[:-1], "--mark", mark, solver.command[-1]))
        for mark in marks
    ]


def has_marks(solver: Solver) -> bool:
    """Whether the build knows `--mark`."""
    run = subprocess.run([solver.executable(), "--help"], capture_output=True, text=True, check=False)
    return "--mark" in run.stdout
