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


def program_kind(name: str, about: str, short: float, program: str, out: str = "--out") -> Kind:
    """A kind that is a program of its own, and what it calls the folder of what fails."""
    path = SCRIPTS / program

    def run(options: Options) -> Total:
        if not takes_counts(path):
            print(f"{name}: {program} is not there, or is no campaign")
            return Total(skipped=1)
        command = [str(path), "--seed", str(options.seed), out, str(options.out / name)]
        command += ["--alphorn", str(options.alphorn)]
        for word, value in (("--count", options.count), ("--seconds", options.seconds)):
            command += [word, str(value)] if value is not None else []
        return closing(name, command)

    return Kind(name, about, short, run)


def takes_counts(path: Path) -> bool:
    """Whether a program has the options of a campaign."""
    if not path.exists():
        return False
    shown = subprocess.run([str(path), "--help"], capture_output=True, text=True, timeout=60).stdout
    return "--count" in shown and "--alphorn" in shown


def closing(name: str, command: list[str]) -> Total:
    """Runs a program and reads its closing line. An exit code that does not fit it is a failure."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    last = None
    for line in process.stdout:
        sys.stdout.write(line)
        last = CLOSING.search(line) or last
    code = process.wait()
    if last is None:
        print(f"{name}: no closing line, exit code {code}")
        return Total(failed=1)
    total = Total(*map(int, last.groups()))
    return total if code == 0 or total.failed else total + Total(failed=1)


KINDS = [
    module_kind("problems", "random problems and changes that keep their answers", 20, "problems"),
    program_kind("forgeries", "evidence that is changed, by every door", 12, "forge"),
    program_kind("fuzz", "mutated scripts and command lines, in every dialect", 12, "fuzz"),
    program_kind("faults", "kills, limits, closed pipes", 12, "faults"),
]
