"""The page: for each experiment what the paper shows, what we see, and what is different."""

import re
from collections.abc import Sequence

from .. import summary
from ..report import page, plots
from ..results import Row
from . import text
from .experiments import OURS
from .findings import COMPARED, Outcome, pairs, simple_loops
from .ladder import marks
from .seen import Seen

EASY = 1.0
"""The paper leaves out what all tools solve within this many seconds."""


def build(outcome: Outcome) -> str:
    """The whole page; an experiment without rows says that it was not run."""
    outcome = outcome.credited()
    drawings = [_first(outcome.first), _second(outcome.second), _ladder(outcome.ladder), "", ""]
    sections = [
        (title, _section(paper, _seen(seen) + drawn, setup))
        for (title, paper, setup), seen, drawn in zip(text.SECTIONS, outcome.seen(), drawings, strict=True)
    ]
    builds = page.folded("Which builds", "".join(map(_paragraph, outcome.builds())))
    introduction = f'<p class="faint">Limits here: {page.escape(outcome.limits())}.</p>{builds}'
    return page.page("The papers' experiments again", introduction, sections)


def _section(paper: str, seen: str, setup: str) -> str:
    parts = [("What the paper shows", _paragraph(paper)), ("What we see", seen), ("Why they differ", _paragraph(setup))]
    return "".join(f"<h3>{title}</h3>{content}" for title, content in parts)


def _seen(seen: Seen | None) -> str:
    if seen is None:
        return _paragraph("Not run: see what `scripts/papers` printed.")
    claims = "".join(f"<li>{_prose(str(claim))}</li>" for claim in seen.claims)
    agreement = f"<p>The paper's claims, and what is seen here:</p><ul>{claims}</ul>" if claims else ""
    return page.table(seen.columns, seen.lines) + "".join(map(_paragraph, seen.sentences)) + agreement


def _paragraph(prose: str) -> str:
    return f"<p>{_prose(prose)}</p>"


def _prose(prose: str) -> str:
    """The little of Markdown that our prose uses: code and emphasis."""
    coded = re.sub(r"`([^`]+)`", r"<code>\1</code>", page.escape(prose.strip()))
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", coded)


def _first(rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    solvers = summary.solver_names(rows)
    hard = {path for path, runs in summary.by_path(rows).items() if not _easy(list(runs.values()))}
    kept = [row for row in rows if row.path in hard]
    simple = simple_loops(kept)
    curves = [
        plots.cactus(simple, solvers, f"ssh, integers: {len({row.path for row in simple})} files"),
        plots.cactus(kept, solvers, f"all of experiment 1: {len(hard)} files"),
    ]
    scatters = []
    for what, counter, rivals in COMPARED:
        for rival, theirs in rivals.items():
            points = [
                plots.Point(p.theirs, p.ours, p.verdict, f"{p.path}: {OURS} {p.ours:g}, {rival} {p.theirs:g}")
                for p in pairs(simple_loops(rows), counter, rival, theirs)[0]
            ]
            logarithmic = what == "resolutions"
            scatters.append(plots.counter_scatter(points, f"{rival}: {what}", f"{OURS}: {what}", logarithmic))
    easy = _paragraph(f"Files that all solve within {EASY:g} s are left out of the curves, as in Figure 2.")
    boundary = _paragraph("Marks on the boundary are files that one of the two does not solve.")
    return easy + page.plots(curves) + boundary + page.plots(scatters)


def _easy(runs: Sequence[Row]) -> bool:
    return all(row.solved and row.cpu < EASY for row in runs)


def _second(rows: Sequence[Row]) -> str:
    others = [solver for solver in summary.solver_names(rows) if solver != OURS]
    return page.plots([plots.runtime_scatter(rows, OURS, other) for other in others])


def _ladder(rows: Sequence[Row]) -> str:
    names = dict.fromkeys(row.group for row in rows)
    drawings = [plots.cactus([row for row in rows if row.group == name], marks(rows), name) for name in names]
    return page.plots(drawings)
