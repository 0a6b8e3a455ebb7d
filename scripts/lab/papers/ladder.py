"""Appendix C.2 of CAV 2014: the features of the engine one by one."""

from collections.abc import Sequence
from statistics import median

from .. import summary
from ..results import Row
from .experiments import MARKS
from .seen import ALIKE, Claim, Seen

LINEAR = "LIA-Lin"
"""The track that stands for the paper's first experiment."""

RUNGS = [
    (LINEAR, "II", "I", -1, "decisions alone (II) are worse than none (I)"),
    (LINEAR, "III", "I", 1, "generalisation (III) is better than no decisions (I)"),
    (LINEAR, "III", "II", 1, "generalisation (III) is better than decisions alone (II)"),
    ("ssh", "final", "V", 1, "eager propagation (final) shows on the simple loops"),
    ("sdv", "II", "I", 1, "decisions (II) help"),
    ("sdv", "III", "II", 0, "generalisation (III) does not show"),
    ("sdv", "IV", "III", 0, "scores (IV) do not show"),
    ("sdv", "V", "IV", 1, "back-jumping (V) helps"),
]
"""Appendix C.2: on which files which mark is better (1), worse (-1) than another, or much like it (0)."""


def marks(rows: Sequence[Row]) -> list[str]:
    """The marks that were run, from I to `beyond`."""
    return sorted({row.solver for row in rows}, key=lambda solver: MARKS.index(_mark(solver)))


def _mark(solver: str) -> str:
    return solver.rpartition(" ")[2]


def ladder(rows: Sequence[Row]) -> Seen:
    """Appendix C.2: what each mark solves, and its work."""
    counted = ["la-conflicts", "la-resolutions"]
    lines = []
    for group in summary.groups(rows):
        for mark in marks(rows):
            own = [row for row in rows if row.solver == mark and group.name in ("all", row.group)]
            solved = [row.counters() for row in own if row.solved]
            told = [counters for counters in solved if all(name in counters for name in [*counted, "la-bound"])]
            sums = [str(sum(int(counters[name]) for counters in told)) for name in counted]
            bound = f"{median(counters['la-bound'] for counters in told):g}" if told else ""
            lines.append([group.name, mark, str(len(own)), str(len(solved)), str(len(told)), *sums, bound])
    columns = ["set and track", "mark", "run", "solved", "counted", "conflicts", "resolutions", "median bound"]
    note = (
        "Conflicts and resolutions are sums over the files that the mark solves and whose counts it tells (`counted`)."
    )
    return Seen(columns, lines, [note], [_rung(rows, *rung) for rung in RUNGS])


def _rung(rows: Sequence[Row], where: str, one: str, other: str, wanted: int, said: str) -> Claim:
    """Compares two marks by the files they solve, and where these are as many by the time on files that both solve."""
    chosen = [row for row in rows if (row.track if where == LINEAR else row.set).startswith(where)]
    runs = {mark: {row.path: row for row in chosen if _mark(row.solver) == mark} for mark in (one, other)}
    said = f"`{where}`: {said}"
    if not runs[one] or not runs[other]:
        return Claim(said, "not run", None)
    solved = {mark: {path for path, row in found.items() if row.solved} for mark, found in runs.items()}
    both = solved[one] & solved[other]
    cpu = {mark: max(summary.CLOCK, sum(found[path].cpu for path in both)) for mark, found in runs.items()}
    order = len(solved[one]) - len(solved[other])
    if order == 0 and max(cpu.values()) > ALIKE * min(cpu.values()):
        order = 1 if cpu[one] < cpu[other] else -1
    sign = (order > 0) - (order < 0)
    told = " and ".join(f"{mark} solves {len(solved[mark])} ({cpu[mark]:.1f} s on shared)" for mark in (one, other))
    return Claim(said, told, sign == wanted)
