"""Tables in plain text or Markdown: what each solver solved, by set and track."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from .label import LABELS
from .results import Row

CLOCK = 0.01
"""Seconds below which all runs count alike: the clock knows no better."""


@dataclass(frozen=True)
class Score:
    """What one solver did on one group of files."""

    solver: str
    labels: Counter[str]
    unique: int
    cpu: float

    @property
    def run(self) -> int:
        """Files that were run."""
        return self.labels.total()

    @property
    def solved(self) -> int:
        """Files answered within the limits and not contradicted."""
        return self.labels["sat"] + self.labels["unsat"]


@dataclass(frozen=True)
class Group:
    """The files of a set and track, the score of each solver, and how many files any solver solved."""

    name: str
    files: int
    scores: list[Score]
    virtual_best: int


def solver_names(rows: Sequence[Row]) -> list[str]:
    """The solvers of a table, ours first: what is called so, or says so of itself, or else the first that was run."""
    ours = {row.solver for row in rows if row.solver.startswith("alphorn") or row.identity.startswith("alphorn")}
    ours = ours or {row.solver for row in rows[:1]}
    return sorted({row.solver for row in rows}, key=lambda name: (name not in ours, name))


def groups(rows: Sequence[Row]) -> list[Group]:
    """One group for each set and track, sorted, and all together at the end where there is more than one."""
    by_group: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_group[row.group].append(row)
    solvers = solver_names(rows)
    found = [_group(name, by_group[name], solvers) for name in sorted(by_group)]
    if len(found) > 1:
        found.append(_group("all", rows, solvers))
    return found


def by_path(rows: Sequence[Row]) -> dict[str, dict[str, Row]]:
    """The runs of each file, by solver."""
    found: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        found[row.path][row.solver] = row
    return found


def cpu_limit(rows: Sequence[Row]) -> float:
    """The greatest CPU limit of some runs; where the table does not say it, the most that one of them took."""
    stated = max((row.cpu_limit for row in rows), default=0.0)
    return stated or max((row.cpu for row in rows if row.cpu > CLOCK), default=1.0)


def ratios(rows: Sequence[Row], one: str, other: str) -> list[float]:
    """How many times as long one solver takes as another, on each file that both solve, in ascending order."""
    both = [runs for runs in by_path(rows).values() if all(s in runs and runs[s].solved for s in (one, other))]
    return sorted(max(runs[one].cpu, CLOCK) / max(runs[other].cpu, CLOCK) for runs in both)


def ratio_lines(rows: Sequence[Row]) -> list[str]:
    """For each other solver a sentence on how ours compares where both solve."""
    ours, *others = solver_names(rows)
    found = [(other, ratios(rows, ours, other)) for other in others]
    return [
        f"{ours} takes {statistics.median(each):.2f} times the CPU of {other} in the median of {len(each)} shared files"
        for other, each in found
        if each
    ]


def _group(name: str, rows: Sequence[Row], solvers: Sequence[str]) -> Group:
    solvers_of = {path: {s for s, row in runs.items() if row.solved} for path, runs in by_path(rows).items()}
    scores = []
    for solver in solvers:
        own = [row for row in rows if row.solver == solver]
        unique = sum(solvers_of[row.path] == {solver} for row in own)
        cpu = sum(row.cpu for row in own if row.solved)
        scores.append(Score(solver, Counter(row.label for row in own), unique, cpu))
    return Group(name, len(solvers_of), scores, sum(bool(found) for found in solvers_of.values()))


def headers(found: Sequence[Group]) -> list[str]:
    """The columns of the long table: of the ways to fail only those that occur."""
    failures = [label for label in LABELS if any(score.labels[label] for group in found for score in group.scores)]
    counted = ["run", "solved", "sat", "unsat", "unique"]
    return ["solver", *counted, *(label for label in failures if label not in counted), "cpu s"]


def cells(score: Score, columns: Sequence[str]) -> list[str]:
    """A score as the cells under some of the columns of `headers`."""
    counts = {**score.labels, "run": score.run, "solved": score.solved, "unique": score.unique}
    special = {"solver": score.solver, "cpu s": f"{score.cpu:.1f}"}
    return [special.get(column, str(counts.get(column, 0))) for column in columns]


def text_table(found: Sequence[Group]) -> str:
    """For a terminal: a block for each group."""
    columns = headers(found)
    lines = []
    for group in found:
        table = [columns, *(cells(score, columns) for score in group.scores)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines.append(f"{group.name}: {group.files} files, virtual best {group.virtual_best}")
        for row in table:
            numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
            lines.append("  ".join(["", row[0].ljust(widths[0]), *numbers]))
    return "\n".join(lines)


def markdown_table(found: Sequence[Group]) -> str:
    """Solved files for each group and solver, unique ones in parentheses: the short table of a README."""
    solvers = [score.solver for score in found[0].scores] if found else []
    columns = ["set and track", "files", *solvers, "virtual best"]
    lines = []
    for group in found:
        scores = (short(score, group.files) for score in group.scores)
        lines.append([group.name, str(group.files), *scores, str(group.virtual_best)])
    return markdown_lines(columns, lines)


def markdown_lines(columns: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Any table as Markdown."""
    return "\n".join(f"| {' | '.join(line)} |" for line in [columns, ["---"] * len(columns), *lines])


def short(score: Score, files: int) -> str:
    """Files solved, unique ones in parentheses; who was not run on all files did not fail on the others."""
    if not score.run:
        return "–"
    run = f" of {score.run}" if score.run < files else ""
    wrong = f", {score.labels['wrong']} wrong" if score.labels["wrong"] else ""
    return f"{score.solved}{run} ({score.unique}){wrong}"
