"""Which files are run: those of a folder with an `index.csv`, of a plain folder, or single files."""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

INDEX = "index.csv"
_STATUS = re.compile(rb"\(\s*set-info\s+:status\s+(sat|unsat|unknown)\s*\)")


class ProblemError(Exception):
    """A place without problems."""


@dataclass(frozen=True)
class Problem:
    """A file, its name in the results, the set and track it belongs to, and the stated verdicts of its questions."""

    file: Path
    path: str
    set: str
    track: str
    expected: str


@dataclass(frozen=True)
class Filter:
    """What to keep: sets, tracks, a pattern on the path (all where empty), and how many."""

    sets: frozenset[str] = frozenset()
    tracks: frozenset[str] = frozenset()
    pattern: str = "*"
    limit: int | None = None

    def keep(self, problems: Iterable[Problem]) -> list[Problem]:
        """The problems that pass, in their order."""
        kept = [problem for problem in problems if self._passes(problem)]
        return kept[: self.limit]

    def _passes(self, problem: Problem) -> bool:
        return (
            (not self.sets or problem.set in self.sets)
            and (not self.tracks or problem.track in self.tracks)
            and fnmatch(problem.path, self.pattern)
        )


def find(places: Sequence[Path]) -> list[Problem]:
    """All problems at some places, each named once."""
    found: dict[str, Problem] = {}
    for place in places:
        for problem in _at(place):
            other = found.setdefault(problem.path, problem)
            if other.file.resolve() != problem.file.resolve():
                raise ProblemError(f"{other.file} and {problem.file} would have one name in the results")
    if not found:
        raise ProblemError(f"no .smt2 file at {', '.join(map(str, places))}")
    return list(found.values())


def _at(place: Path) -> Iterable[Problem]:
    if place.is_file():
        return [_plain(place)]
    if not place.is_dir():
        raise ProblemError(f"{place} is not there")
    if (place / INDEX).is_file():
        return _indexed(place)
    return [_plain(file, place.resolve().parent) for file in sorted(place.resolve().rglob("*.smt2"))]


def _indexed(folder: Path) -> Iterable[Problem]:
    with open(folder / INDEX, newline="") as index:
        for row in csv.DictReader(index):
            yield Problem(folder / row["path"], row["path"], row["set"], row["track"], row["verdict"])


def _plain(file: Path, root: Path | None = None) -> Problem:
    """A file without an index: its folders below `root` are its set, and it says itself what is expected."""
    stated = [match.decode() for match in _STATUS.findall(file.read_bytes())]
    path = file.relative_to(root or file.parent)
    return Problem(file, str(path), str(path.parent), "", " ".join(stated) or "unknown")
