"""The page: for each experiment what the paper shows, what we see, and what is different."""

import math
import statistics
from collections.abc import Sequence

from .. import compare, summary
from ..report import page, plots
from ..results import Row
from ..solvers import untrusted
from . import coverage, text, traversal
from .experiments import MARKS, OURS

EASY = 1.0
"""The paper leaves out what all tools solve within this many seconds."""

COMPARED = [
    ("depth at convergence", "la-bound", {"pdr45": "PDR-max-depth", "spacer": "SPACER-max-depth"}),
    ("resolutions", "la-resolutions", {"pdr45": "PDR-num-unfoldings", "spacer": "SPACER-num-queries"}),
]
"""Figure 3: what is compared on simple loops, our counter for it, and those of the rivals."""


def build(
    first: Sequence[Row],
    second: Sequence[Row],
    ladder: Sequence[Row],
    covered: Sequence[coverage.Driver] = (),
    traversed: Sequence[traversal.Traversal] = (),
) -> str:
    """The whole page; an experiment without rows says that it was not run."""
    first, second, ladder = (compare.credited(rows, untrusted()) for rows in (first, second, ladder))
    sections = [
        ("CAV 2014, experiment 1", _section(text.FIRST_PAPER, _first(first) if first else "", text.FIRST_SETUP)),
        ("CAV 2014, experiment 2", _section(text.SECOND_PAPER, _second(second) if second else "", text.SECOND_SETUP)),
        ("CAV 2014, the ladder", _section(text.LADDER_PAPER, _ladder(ladder) if ladder else "", text.LADDER_SETUP)),
        ("CAV 2010, coverage", _section(text.COVERAGE_PAPER, _coverage(covered), text.COVERAGE_SETUP)),
        ("CP 2009, states", _section(text.TRAVERSAL_PAPER, _traversal(traversed), text.TRAVERSAL_SETUP)),
    ]
    rows = [*first, *second, *ladder]
    limits = ", ".join(sorted({f"{row.cpu_limit:g} s CPU" for row in rows})) or "nothing was run"
    return page.page("The papers' experiments again", f'<p class="faint">Limits here: {limits}.</p>', sections)


def _section(paper: str, seen: str, setup: str) -> str:
    seen = seen or "<p>Not run: see what <code>scripts/papers</code> printed.</p>"
    return f"<h3>What the paper shows</h3>{paper}<h3>What we see</h3>{seen}<h3>Why they differ</h3>{setup}"


def _coverage(drivers: Sequence[coverage.Driver]) -> str:
    if not drivers:
        return ""
    columns = ["program", "rules covered", "", "backtracks with learning", "without", "ratio"]
    return page.table(columns, coverage.rows(drivers))


def _traversal(found: Sequence[traversal.Traversal]) -> str:
    if not found:
        return ""
    columns = ["program", "as in table", *(f"states: {name}" for name in traversal.REPLACEMENTS), "times fewer"]
    return page.table(columns, traversal.rows(found))


def _solved_table(rows: Sequence[Row]) -> str:
    found = summary.groups(rows)
    columns = ["set and track", "files", *(score.solver for score in found[0].scores)]
    return page.table(columns, [[g.name, str(g.files), *(f"{s.solved} ({s.unique})" for s in g.scores)] for g in found])


def _first(rows: Sequence[Row]) -> str:
    solvers = summary.solver_names(rows)
    hard = {path for path, runs in summary.by_path(rows).items() if not _easy(list(runs.values()))}
    kept = [row for row in rows if row.path in hard]
    simple = [row for row in kept if row.set.startswith("ssh")]
    drawings = [
        plots.cactus(simple, solvers, f"ssh, integers: {len({row.path for row in simple})} files"),
        plots.cactus(kept, solvers, f"all of experiment 1: {len(hard)} files"),
    ]
    seen = _solved_table(rows)
    seen += f"<p>Files that all solve within {EASY:g} s are left out of the curves, as in Figure 2.</p>"
    loops = [row for row in rows if row.set.startswith("ssh")]
    scatters = []
    for what, counter, rivals in COMPARED:
        for rival, theirs in rivals.items():
            points = _pairs(loops, (OURS, counter), (rival, theirs))
            seen += _medians(points, rival, what)
            logarithmic = what == "resolutions"
            scatters.append(plots.counter_scatter(points, f"{rival}: {what}", f"{OURS}: {what}", logarithmic))
    explained = "<p>Marks on the boundary are files that one of the two does not solve.</p>"
    return seen + page.plots(drawings) + explained + page.plots(scatters)


def _second(rows: Sequence[Row]) -> str:
    others = [solver for solver in summary.solver_names(rows) if solver != OURS]
    seen = _solved_table(rows) + "".join(_ratio(rows, other) for other in others)
    return seen + page.plots([plots.runtime_scatter(rows, OURS, other) for other in others])


def _ladder(rows: Sequence[Row]) -> str:
    marks = list(dict.fromkeys(row.solver for row in sorted(rows, key=lambda row: _rank(row.solver))))
    lines = []
    for group in summary.groups(rows):
        for mark in marks:
            own = [row for row in rows if row.solver == mark and group.name in ("all", row.group)]
            solved = [row.counters() for row in own if row.solved]
            sums = [str(sum(int(c.get(name, 0)) for c in solved)) for name in ("la-conflicts", "la-resolutions")]
            bound = statistics.median([c.get("la-bound", 0) for c in solved]) if solved else 0
            lines.append([group.name, mark, str(len(own)), str(len(solved)), *sums, f"{bound:g}"])
    table = page.table(["set and track", "mark", "run", "solved", "conflicts", "resolutions", "median bound"], lines)
    names = dict.fromkeys(row.group for row in rows)
    drawings = [plots.cactus([row for row in rows if row.group == name], marks, name) for name in names]
    explained = "<p>Conflicts and resolutions are sums over the files that the mark solves.</p>"
    return table + explained + page.plots(drawings)


def _rank(solver: str) -> int:
    """Marks in their order: I to V, final, beyond."""
    return MARKS.index(solver.rpartition(" ")[2])


def _easy(runs: Sequence[Row]) -> bool:
    return all(row.solved and row.cpu < EASY for row in runs)


def _pairs(rows: Sequence[Row], ours: tuple[str, str], other: tuple[str, str]) -> list[plots.Point]:
    """The same count of two solvers on every file that one of them solves; infinite for the other, as in Figure 3."""
    points = []
    for path, runs in summary.by_path(rows).items():
        pair = [(runs[solver], counter) for solver, counter in (other, ours) if solver in runs]
        verdicts = [row.label for row, _ in pair if row.solved]
        if len(pair) == 2 and verdicts:
            x, y = (float(row.counters().get(counter, 0)) if row.solved else math.inf for row, counter in pair)
            points.append(plots.Point(x, y, verdicts[0], f"{path}: {ours[0]} {y:g}, {other[0]} {x:g}"))
    return points


def _medians(points: Sequence[plots.Point], rival: str, what: str) -> str:
    both = [point for point in points if point.x < math.inf and point.y < math.inf]
    if not both:
        return f"<p>{what.capitalize()}: no <code>ssh</code> file is solved by both {OURS} and {rival}.</p>"
    own, theirs = (statistics.median(values) for values in ([p.y for p in both], [p.x for p in both]))
    lower = sum(point.y < point.x for point in both)
    return (
        f"<p>{what.capitalize()}, <code>ssh</code> files that both solve ({len(both)}): median {own:g} of {OURS}, "
        f"{theirs:g} of {rival}; lower for {OURS} on {lower}.</p>"
    )


def _ratio(rows: Sequence[Row], other: str) -> str:
    ratios = summary.ratios(rows, other, OURS)
    if not ratios:
        return f"<p>There is no file that both {OURS} and {other} solve.</p>"
    return (
        f"<p>On the {len(ratios)} files that both solve, {other} takes {statistics.median(ratios):.2g} times as long "
        f"as {OURS} in the median, {ratios[0]:.2g} to {ratios[-1]:.2g} times.</p>"
    )
