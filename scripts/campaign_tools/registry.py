"""The kinds of campaign. A kind is a module with `NAME` and `run`, or a program that takes the same options."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
CLOSING = re.compile(r"(\d+) passed, (\d+) failed, (\d+) skipped")
# What scripts/faults says at its end.
RUNS = re.compile(r"(\d+) runs .*?(\d+) wrong")


@dataclass(frozen=True)
class Options:
    """How long to go on, where to start, and where to write what is found."""

    count: int | None
    seconds: float | None
    seed: int
    jobs: int
    out: Path
    alphorn: Path
    z3: Path
    is_short: bool = False


@dataclass(frozen=True)
class Total:
    """How a campaign ended."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Total) -> Total:
        return Total(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


Words = Callable[[Options, Path], list[str]]


@dataclass(frozen=True)
class Kind:
    """A campaign: what it does, its share of a short run in seconds, and what runs it."""

    name: str
    about: str
    short: float
    run: Callable[[Options], Total]


def module_kind(name: str, about: str, short: float, module: str) -> Kind:
    """A kind that is a module of this package."""

    def run(options: Options) -> Total:
        found: Total = importlib.import_module(f"campaign_tools.{module}").run(options)
        return found

    return Kind(name, about, short, run)


def common(options: Options, out: Path) -> list[str]:
    """The options that campaigns have in common."""
    return ["--alphorn", str(options.alphorn), "--out", str(out)]


def with_binary(options: Options, out: Path) -> list[str]:
    """The same in the words of scripts/faults."""
    return [str(options.alphorn), "--keep", str(out)]


def program_kind(name: str, about: str, short: float, program: str, words: Words = common) -> Kind:
    """A kind that is a program of its own."""
    path = SCRIPTS / program

    def run(options: Options) -> Total:
        if not takes_counts(path):
            print(f"{name}: {program} is not there, or is no campaign")
            return Total(skipped=1)
        command = [str(path), *words(options, options.out / name), "--jobs", str(options.jobs)]
        command += ["--seed", str(options.seed)]
        for word, value in (("--count", options.count), ("--seconds", options.seconds)):
            command += [word, str(value)] if value is not None else []
        return closing(name, command)

    return Kind(name, about, short, run)


def takes_counts(path: Path) -> bool:
    """Whether a program has the options of a campaign."""
    if not path.exists():
        return False
    shown = subprocess.run([str(path), "--help"], capture_output=True, text=True, timeout=60).stdout
    return all(word in shown for word in ("--count", "--seconds", "--seed", "--jobs"))


def closing(name: str, command: list[str]) -> Total:
    """Runs a program and reads its closing line. An exit code that does not fit it is a failure."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    total = None
    for line in process.stdout:
        sys.stdout.write(line)
        total = said(line) or total
    code = process.wait()
    if total is None:
        print(f"{name}: no closing line, exit code {code}")
        return Total(failed=1)
    return total if code == 0 or total.failed else total + Total(failed=1)


def said(line: str) -> Total | None:
    """The total that a closing line has."""
    match, runs = CLOSING.search(line), RUNS.search(line)
    if match:
        return Total(*map(int, match.groups()))
    return Total(int(runs.group(1)) - int(runs.group(2)), int(runs.group(2))) if runs else None


KINDS = [
    module_kind("problems", "random problems and changes that keep their answers", 20, "problems"),
    program_kind("forgeries", "evidence that is changed, by every door", 12, "forge"),
    program_kind("fuzz", "mutated scripts and command lines, in every dialect", 12, "fuzz"),
    program_kind("faults", "kills, limits, closed pipes", 12, "faults", with_binary),
]
