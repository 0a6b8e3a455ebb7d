"""What the experiments show here, all but the ladder, which has a file of its own."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from .. import compare, summary
from ..results import Row
from ..solvers import untrusted
from . import coverage, traversal
from .experiments import OURS
from .ladder import ladder
from .seen import ALIKE, Claim, Seen

COMPARED = [
    ("depth at convergence", "la-bound", {"pdr45": "PDR-max-depth", "spacer": "SPACER-max-depth"}),
    ("resolutions", "la-resolutions", {"pdr45": "PDR-num-unfoldings", "spacer": "SPACER-num-queries"}),
]
"""Figure 3: what is compared on simple loops, our counter for it, and those of the rivals."""

PDR = "pdr45"
UNFOLDING = "alphorn-bmc"


@dataclass(frozen=True)
class Outcome:
    """The rows of the experiments of CAV 2014, then those of CAV 2010 and CP 2009; empty where one was not run."""

    first: Sequence[Row] = ()
    second: Sequence[Row] = ()
    ladder: Sequence[Row] = ()
    covered: Sequence[coverage.Driver] = ()
    traversed: Sequence[traversal.Traversal] = ()

    def credited(self) -> "Outcome":
        """The same, with credit for an unsound solver only where its answers are confirmed."""
        unsound = untrusted()
        first, second, ladder = (compare.credited(rows, unsound) for rows in (self.first, self.second, self.ladder))
        return replace(self, first=first, second=second, ladder=ladder)

    def seen(self) -> list[Seen | None]:
        """What each experiment shows, in the order of `text.SECTIONS`."""
        return [
            first(self.first) if self.first else None,
            second(self.second) if self.second else None,
            ladder(self.ladder) if self.ladder else None,
            covered(self.covered) if self.covered else None,
            traversed(self.traversed) if self.traversed else None,
        ]

    def limits(self) -> str:
        """The limits of all runs."""
        rows = [*self.first, *self.second, *self.ladder]
        found = sorted({(row.cpu_limit, row.memory_limit) for row in rows})
        return "; ".join(f"{cpu:g} s CPU and {memory / 1024:g} GB a file" for cpu, memory in found) or "nothing was run"

    def builds(self) -> list[str]:
        """Each program, and the solvers that are this program."""
        solvers: dict[str, dict[str, None]] = defaultdict(dict)
        for row in [*self.first, *self.second, *self.ladder]:
            solvers[row.identity][row.solver] = None
        return [f"{identity}: {', '.join(names)}" for identity, names in solvers.items()]


@dataclass(frozen=True)
class Pair:
    """The counts of two solvers on a file that one of them solves; infinite for one that does not, as in Figure 3."""

    path: str
    verdict: str
    ours: float
    theirs: float


def simple_loops(rows: Sequence[Row]) -> list[Row]:
    """The runs on the files of `ssh`."""
    return [row for row in rows if row.set.startswith("ssh")]


def pairs(rows: Sequence[Row], counter: str, rival: str, theirs: str) -> tuple[list[Pair], int]:
    """The pairs of counts, and how many were left out since a run that solved its file did not tell its count."""
    found, silent = [], 0
    for path, runs in summary.by_path(rows).items():
        if OURS not in runs or rival not in runs:
            continue
        counts = [_count(runs[OURS], counter), _count(runs[rival], theirs)]
        verdict = next((row.label for row in (runs[OURS], runs[rival]) if row.solved), None)
        if verdict is None:
            continue
        if None in counts:
            silent += 1
        else:
            found.append(Pair(path, verdict, *(count for count in counts if count is not None)))
    return found, silent


def _count(row: Row, counter: str) -> float | None:
    if not row.solved:
        return math.inf
    value = row.counters().get(counter)
    return None if value is None else float(value)


def first(rows: Sequence[Row]) -> Seen:
    """Experiment 1: files solved, and depths and resolutions on the simple loops."""
    columns, lines = _solved(rows)
    loops = simple_loops(rows)
    claims = []
    if PDR in summary.solver_names(rows):
        own, other = (sum(row.solved for row in loops if row.solver == solver) for solver in (OURS, PDR))
        files = len({row.path for row in loops})
        seen = f"{OURS} solves {own}, {PDR} {other} of {files} files"
        claims.append(Claim("lazy annotation solves more simple loops than PDR", seen, own > other if files else None))
    sentences = []
    for what, counter, rivals in COMPARED:
        for rival, theirs in rivals.items():
            found, silent = pairs(loops, counter, rival, theirs)
            both = [pair for pair in found if math.inf not in (pair.ours, pair.theirs)]
            lower = sum(pair.ours < pair.theirs for pair in both)
            if both:
                medians = [f"{median(values):g}" for values in ([p.ours for p in both], [p.theirs for p in both])]
                seen = f"lower on {lower} of {len(both)} `ssh` files that both solve, median {medians[0]} of {OURS}, "
                seen += f"{medians[1]} of {rival}"
            else:
                seen = f"no `ssh` file with these counts is solved by both {OURS} and {rival}"
            if silent:
                seen += f" ({silent} files are left out: a solver did not tell its count)"
            if rival == PDR:
                verdict = lower > len(both) / 2 if both else None
                claims.append(Claim(f"{what}: lower than PDR's", seen, verdict))
            else:
                sentences.append(f"{what.capitalize()} beside {rival}: {seen}.")
    return Seen(columns, lines, sentences, claims)


def second(rows: Sequence[Row]) -> Seen:
    """Experiment 2: run times beside those of unfolding and of the rivals."""
    columns, lines = _solved(rows)
    others = [solver for solver in summary.solver_names(rows) if solver != OURS]
    sentences = [_ratio(rows, other) for other in others]
    times = _times_as_long(rows)
    if not times:
        return Seen(columns, lines, sentences)
    faster, slower = sum(time > ALIKE for time in times), sum(time < 1 / ALIKE for time in times)
    most, least = max(times), 1 / min(times)
    note = f"{most:.3g} times (a file that one does not solve counts as the limit)"
    return Seen(
        columns,
        lines,
        sentences,
        [
            Claim(
                "lazy annotation is faster than unfolding in many cases",
                f"faster on {faster}, slower on {slower}, alike on {len(times) - faster - slower} files",
                faster > slower,
            ),
            Claim("by up to two orders of magnitude", f"by up to {note}", most >= 100),
            Claim(
                "unfolding is at most twice as fast", f"{least:.3g} times" if least > 1 else "never faster", least <= 2
            ),
        ],
    )


def _times_as_long(rows: Sequence[Row]) -> list[float]:
    """How many times as long unfolding takes on each file that it or our engine solves."""
    limit = summary.cpu_limit(rows)
    found = []
    for runs in summary.by_path(rows).values():
        pair = [runs[solver] for solver in (UNFOLDING, OURS) if solver in runs]
        if len(pair) == 2 and any(row.solved for row in pair):
            theirs, ours = (max(row.cpu if row.solved else limit, summary.CLOCK) for row in pair)
            found.append(theirs / ours)
    return found


def _ratio(rows: Sequence[Row], other: str) -> str:
    ratios = summary.ratios(rows, other, OURS)
    if not ratios:
        return f"There is no file that both {OURS} and {other} solve."
    return (
        f"On the {len(ratios)} files that both solve, {other} takes {median(ratios):.2g} times as long "
        f"as {OURS} in the median, {ratios[0]:.2g} to {ratios[-1]:.2g} times."
    )


def covered(drivers: Sequence[coverage.Driver]) -> Seen:
    """CAV 2010, Figure 6: backtracks with learning and without."""
    columns = ["program", "rules covered", "", "backtracks with learning", "without", "ratio"]
    counts = [driver.backtracks(stage) for driver in drivers for stage in coverage.STAGES]
    return Seen(columns, coverage.rows(drivers), [], _fewer("backtracks with learning", counts, 15, 84))


def traversed(found: Sequence[traversal.Traversal]) -> Seen:
    """CP 2009, tables 3 and 4: states without interpolation and with it."""
    columns = ["program", "as in table", *(f"states: {name}" for name in traversal.REPLACEMENTS), "times fewer"]
    counts = []
    for each in found:
        plain, *replaced = each.states
        counts.append((min((count for count in replaced if count is not None), default=None), plain))
    return Seen(columns, traversal.rows(found), [], _fewer("states with interpolation", counts, 2, 33))


def _fewer(what: str, counts: Sequence[tuple[int | None, int | None]], least: int, most: int) -> list[Claim]:
    """Claims about counts with a technique and without it; a run without it that did not end needs more."""
    known = [(own, plain) for own, plain in counts if own is not None or plain is not None]
    fewer = sum(own is not None and (plain is None or own < plain) for own, plain in known)
    neither = f", and on {len(counts) - len(known)} neither run ends" if len(known) < len(counts) else ""
    ratios = [plain / max(own, 1) for own, plain in known if own is not None and plain is not None]
    seen = f"{min(ratios):.3g} to {max(ratios):.3g} times, where both end" if ratios else "no two runs end"
    return [
        Claim(f"fewer {what}", f"on {fewer} of {len(known)}{neither}", fewer == len(known) if known else None),
        Claim(f"{least} to {most} times fewer", seen, min(ratios) >= least if ratios else None),
    ]


def _solved(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    found = summary.groups(rows)
    columns = ["solved (alone) of", "files", *(score.solver for score in found[0].scores)]
    return columns, [[g.name, str(g.files), *(summary.short(s, g.files) for s in g.scores)] for g in found]
