"""Makes a failing script small: commands are dropped, terms shrunk, as long as it fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ..generate.script import QUESTION_WORDS, Text
from ..sexpr import Sexpr, head, read, size, write
from . import alphorn, oracle
from .block import Found, Worker
from .judge import judge

CHUNK = 24
SMALL: tuple[Sexpr, ...] = ("true", "false", "0", "x")


def smaller(item: Sexpr) -> Iterator[Sexpr]:
    """A command with one place made smaller."""
    if isinstance(item, str):
        return
    for at, part in enumerate(item):
        if at and isinstance(part, tuple):
            # A subterm for a term, or nothing.
            for inner in (*part, *(("true", "false", "0") if size(part) > 2 else ())):
                yield (*item[:at], inner, *item[at + 1 :])
        if at:
            yield (*item[:at], *item[at + 1 :])
        for changed in smaller(part):
            yield (*item[:at], changed, *item[at + 1 :])


def candidates(script: list[Sexpr]) -> list[list[Sexpr]]:
    """All scripts that are one change smaller, the smallest first."""
    found = []
    for width in (8, 4, 2, 1):
        for at in range(0, len(script) - width + 1, width):
            found.append([*script[:at], *script[at + width :]])
    for at, command in enumerate(script):
        for changed in smaller(command):
            found.append([*script[:at], changed, *script[at + 1 :]])
    return sorted(found, key=lambda one: sum(map(size, one)))


def text_of(script: list[Sexpr]) -> Text:
    queries = tuple(head(command) == "query" for command in script if head(command) in QUESTION_WORDS)
    return Text("\n".join(map(write, script)) + "\n", queries)


class Minimiser:
    """Reduces one failure for a limited time."""

    def __init__(self, worker: Worker, found: Found, seconds: float) -> None:
        self.worker, self.found = worker, found
        self.solver = alphorn.Solver(worker.binary, found.options, found.limit)
        self.end = time.monotonic() + seconds

    def fails(self, texts: list[Text]) -> list[bool]:
        """Which scripts fail as the first one did."""
        runs = alphorn.solve(self.solver, [text.text for text in texts])
        return [self.fails_alike(text, run) for text, run in zip(texts, runs, strict=True)]

    def fails_alike(self, text: Text, run: alphorn.Run) -> bool:
        wanted = self.found.failure
        expected: list[str] = []
        if wanted.kind in ("wrong", "disagree"):
            if len(text.is_query) != 1 or text.is_query[0]:
                return False
            expected = oracle.verdicts(self.worker.oracle, [text.text])
        checker = self.worker.checker if self.solver.has_evidence else None
        seen = judge(run, text, expected, checker).failures
        if wanted.kind in ("wrong", "disagree"):
            return any(failure.kind == "wrong" for failure in seen)
        return any(failure.signature == wanted.signature for failure in seen)

    def step(self, script: list[Sexpr]) -> list[Sexpr] | None:
        """A smaller script that still fails."""
        choices = candidates(script)
        for start in range(0, len(choices), CHUNK):
            if time.monotonic() > self.end:
                return None
            chunk = choices[start : start + CHUNK]
            for choice, still in zip(chunk, self.fails(list(map(text_of, chunk))), strict=True):
                if still:
                    return choice
        return None

    def smallest(self) -> str:
        script = read(self.found.text)
        while True:
            found = self.step(script)
            if found is None:
                return text_of(script).text
            script = found
