"""The table of runs: a CSV that is only ever appended to, one synced line a run, so that a kill loses nothing."""

import csv
import fcntl
import io
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class ResultsError(Exception):
    """A table that cannot be read or continued."""


@dataclass(frozen=True)
class Row:
    """One run of one solver on one file. Memory is in megabytes, limits are those of the run."""

    solver: str
    set: str
    track: str
    path: str
    expected: str
    label: str
    answers: str
    cpu: float
    wall: float
    memory: float
    exit: int
    evidence: str
    cpu_limit: float
    wall_limit: float
    memory_limit: float
    identity: str
    statistics: str

    @property
    def key(self) -> tuple[str, str]:
        """What makes a run one run."""
        return self.solver, self.path

    @property
    def group(self) -> str:
        """The set and the track."""
        return f"{self.set} {self.track}".strip()

    @property
    def solved(self) -> bool:
        """Whether the run counts: an answer within the limits that nothing stated contradicts."""
        return self.label in ("sat", "unsat")

    @property
    def starved(self) -> bool:
        """Whether the run ended at the wall limit with CPU time left: it slept, or the machine was too busy."""
        return self.label == "timeout" and self.cpu < 0.9 * self.cpu_limit

    @property
    def answered(self) -> str | None:
        """`sat` or `unsat` where the solver's first answer is that, be it wrong or late."""
        first = self.answers.partition(" ")[0]
        return first if first in ("sat", "unsat") else None

    def counters(self) -> dict[str, Any]:
        """The solver's own statistics."""
        found: dict[str, Any] = json.loads(self.statistics or "{}")
        return found


COLUMNS = [column.name for column in fields(Row)]
_NUMBERS = {column.name: column.type for column in fields(Row) if column.type in (int, float)}


NEEDED = {"solver", "set", "track", "path", "expected", "label", "cpu", "wall", "memory"}
"""What a table must say about a run to be looked at. Published ones say no more, or other things besides."""


def read(path: Path) -> list[Row]:
    """The rows of a table; a last line that was cut off by a kill is left out."""
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from error
    return _parse(text[: _whole(text)], path, NEEDED)


class Table:
    """A table open for appending, locked against a second runner."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = open(path, "a+", newline="")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise ResultsError(f"{path}: another run is writing to it") from error
        self._file.seek(0)
        text = self._file.read()
        whole = text[: _whole(text)]
        if whole != text:
            self._file.truncate(len(whole.encode()))
        self.rows = _parse(whole, path)
        if not whole:
            self._append(_line(COLUMNS))

    def add(self, row: Row) -> None:
        """Appends a run; it is on the disk when this returns."""
        self._append(_line([_text(value) for value in asdict(row).values()]))
        self.rows.append(row)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _append(self, line: str) -> None:
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())


def merge(tables: Iterable[Path]) -> list[Row]:
    """The rows of several tables; of two runs of the same task the first counts."""
    rows: dict[tuple[str, str], Row] = {}
    for table in tables:
        for row in read(table):
            rows.setdefault(row.key, row)
    return list(rows.values())


def _whole(text: str) -> int:
    """The length of the part of a text that ends with a line end. No field of ours has a line end in it."""
    return text.rfind("\n") + 1


def _parse(text: str, path: Path, needed: set[str] | None = None) -> list[Row]:
    """The rows of a text that has all columns, or at least those that are needed."""
    lines = list(csv.reader(io.StringIO(text)))
    if not lines:
        return []
    header = lines[0]
    if header != COLUMNS and (needed is None or not needed <= set(header)):
        raise ResultsError(f"{path}: not a table of results (its first line names other columns)")
    rows = []
    for number, line in enumerate(lines[1:], start=2):
        if len(line) != len(header):
            raise ResultsError(f"{path}:{number}: {len(line)} fields, expected {len(header)}")
        stated = dict(zip(header, line, strict=True))
        named: dict[str, Any] = {name: stated.get(name, "") for name in COLUMNS}
        if "answers" not in stated:
            named["answers"] = _answer(named["label"], named["expected"])
        try:
            for name, kind in _NUMBERS.items():
                named[name] = kind(named[name] or 0)
        except ValueError as error:
            raise ResultsError(f"{path}:{number}: {error}") from error
        rows.append(Row(**named))
    return rows


def _answer(label: str, expected: str) -> str:
    """What was answered, where the table does not say it."""
    if label == "wrong":
        return {"sat": "unsat", "unsat": "sat"}.get(expected, "")
    return label if label in ("sat", "unsat") else ""


def _line(values: list[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(value.replace("\n", " ") for value in values)
    return text.getvalue()


def _text(value: object) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
