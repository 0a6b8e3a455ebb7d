"""Where verdicts cannot all be true."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from .results import Row


@dataclass(frozen=True)
class Clash:
    """A file on which answers contradict the stated verdict or each other.

    It is serious when a trusted solver is wrong, or two trusted ones disagree.
    """

    path: str
    expected: str
    answers: dict[str, str]
    serious: bool

    def __str__(self) -> str:
        said = ", ".join(f"{solver} says {answer}" for solver, answer in sorted(self.answers.items()))
        mark = "" if self.serious else " (of a solver known to be unsound)"
        return f"{self.path}: stated {self.expected}; {said}{mark}"


def credited(rows: Sequence[Row], untrusted: Collection[str]) -> list[Row]:
    """The rows, without credit for answers of untrusted solvers that are not stated and that no trusted one shares.

    Such a run gets the label `alone`.
    """
    confirmed = {(row.path, row.label) for row in rows if row.solved and row.solver not in untrusted}
    return [
        replace(row, label="alone")
        if row.solver in untrusted
        and row.solved
        and row.label != row.expected
        and (row.path, row.label) not in confirmed
        else row
        for row in rows
    ]


def clashes(rows: Sequence[Row], untrusted: Collection[str] = ()) -> list[Clash]:
    """All disagreements, the serious ones first."""
    by_path: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_path[row.path].append(row)
    found = []
    for path, runs in by_path.items():
        answers = {row.solver: row.answered for row in runs if row.answered}
        wrong = {row.solver for row in runs if row.label == "wrong"}
        if wrong or len(set(answers.values())) > 1:
            trusted = {solver: answer for solver, answer in answers.items() if solver not in untrusted}
            serious = bool(wrong - set(untrusted)) or len(set(trusted.values())) > 1
            found.append(Clash(path, runs[0].expected, dict(answers), serious))
    return sorted(found, key=lambda clash: (not clash.serious, clash.path))
