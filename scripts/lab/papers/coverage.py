"""CAV 2010, Figure 6: backtracks until all rules of driver-like programs are covered, with and without learning."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ..solvers import ROOT, SolverError

SIZES = [4, 7, 10]
"""Stages of a routine: 96, 150 and 204 rules."""

STAGES = ["saturation", "completion"]
"""All that can be covered is covered; the rest is proved to be unreachable."""


@dataclass(frozen=True)
class Counts:
    """What one run of `alphorn cover` says; nothing where it did not end in time."""

    covered: int
    never: int
    saturation: int
    completion: int
    states: int


@dataclass(frozen=True)
class Driver:
    """A program and both runs on it."""

    name: str
    learning: Counts | None
    plain: Counts | None

    def backtracks(self, what: str) -> tuple[int | None, int | None]:
        """Those until `saturation` or `completion`, with learning and without."""
        with_learning, without = (getattr(run, what) if run else None for run in (self.learning, self.plain))
        return with_learning, without


def run(alphorn: Path, work: Path, seconds: float, sizes: Sequence[int] = SIZES) -> list[Driver]:
    """Writes the programs into `work` and covers each with and without learning."""
    folder = work / "drivers"
    folder.mkdir(parents=True, exist_ok=True)
    drivers = []
    for size in sizes:
        file = folder / f"drivers-{size:03}.smt2"
        file.write_text(_families().drivers(size, True).text())
        runs = [_cover(alphorn, file, seconds, extra) for extra in ([], ["--no-learning"])]
        drivers.append(Driver(file.stem, *runs))
    return drivers


def _cover(alphorn: Path, file: Path, seconds: float, extra: list[str]) -> Counts | None:
    command = [str(alphorn), "cover", str(file), "--format", "json", "--timeout", f"{seconds:g}", *extra]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SolverError(f"{' '.join(command)}: {result.stderr.strip()}")
    found = json.loads(result.stdout)
    if any(target.get("reason") == "timeout" for target in found["targets"]):
        return None
    numbers = [found["backtracks-to-saturation"], found["backtracks"], found["decisions"]]
    return Counts(found["covered"], found["never"], *numbers)


def rows(drivers: Sequence[Driver]) -> list[list[str]]:
    """The table of Figure 6: for each program saturation and completion."""
    lines = []
    for driver in drivers:
        for what in STAGES:
            counts = driver.backtracks(what)
            with_learning, without = counts
            ratio = f"{without / max(with_learning, 1):.0f}" if with_learning is not None and without else "?"
            shown = [str(count) if count is not None else "not in time" for count in counts]
            covered = f"{driver.learning.covered}" if driver.learning else "?"
            lines.append([driver.name, covered, what, *shown, ratio])
    return lines


def _families() -> ModuleType:
    """The generator of growth families, which is no package."""
    path = ROOT / "benchmarks" / "families" / "families.py"
    spec = importlib.util.spec_from_file_location("families", path)
    if spec is None or spec.loader is None:
        raise SolverError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules["families"] = module
    spec.loader.exec_module(module)
    return module
