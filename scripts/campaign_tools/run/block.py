"""One block of families: solved by one setting, compared with the oracle, judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..generate import family
from . import alphorn, oracle, settings
from .evidence import Checker
from .judge import Failure, Findings, disagreements, judge
from .smt import Smt

MEMBERS = settings.BLOCK * family.SIZE


@dataclass
class Found:
    """A failure with all that is needed to see it again."""

    number: int
    failure: Failure
    options: tuple[str, ...]
    limit: int
    text: str


@dataclass
class Report:
    """What a block gave."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)

    def add(self, other: Report) -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.counts += other.counts
        self.found += other.found


class Worker:
    """Its solver processes live as long as it does."""

    def __init__(self, binary: Path, z3: Path) -> None:
        self.binary = binary
        self.oracle = Smt(z3)
        self.checker = Checker(Smt(z3))

    def block(self, number: int, first: int, last: int) -> Report:
        """The problems of a block from `first` up to but not with `last`."""
        solver = settings.solver(self.binary, number)
        members = [family.member(n) for n in range(max(first, number * MEMBERS), min(last, (number + 1) * MEMBERS))]
        runs = alphorn.solve(solver, [member.text.text for member in members])
        report = Report()
        for one in dict.fromkeys(member.number // family.SIZE for member in members):
            part = [(m, r) for m, r in zip(members, runs, strict=True) if m.number // family.SIZE == one]
            report.add(self.family(one, part, solver))
        return report

    def family(self, number: int, part: list[tuple[family.Member, alphorn.Run]], solver: alphorn.Solver) -> Report:
        expected = oracle.verdicts(self.oracle, family.oracle_texts(number))
        report = Report()
        checker = self.checker if solver.has_evidence else None
        findings = [judge(run, member.text, expected, checker) for member, run in part]
        doubts = disagreements(findings)
        for (member, _), found in zip(part, findings, strict=True):
            found.failures += doubts
            count(report, found)
            for word in member.changes:
                report.counts[f"change {word}"] += 1
            for failure in found.failures:
                text = member.text.text
                report.found.append(Found(member.number, failure, solver.options, solver.limit, text))
        return report


def count(report: Report, found: Findings) -> None:
    """A problem passed if all its questions were answered, and nothing is wrong."""
    report.counts += found.counts
    if found.failures:
        report.failed += 1
    elif "unknown" in found.verdicts or not found.verdicts:
        report.skipped += 1
    else:
        report.passed += 1
