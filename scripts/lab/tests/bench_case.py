"""A test that runs `scripts/bench` in a folder of its own."""

import os
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
SAFE = "(set-logic HORN)\n(set-info :status sat)\n(check-sat)\n"


class BenchCase(unittest.TestCase):
    """Problems, solvers and a table in a folder of their own, and the command that brings them together."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.problems = Path(folder.name) / "problems"
        self.problems.mkdir()
        self.out = Path(folder.name) / "results.csv"

    def write(self, count: int, text: str = SAFE) -> None:
        for number in range(count):
            (self.problems / f"p{number:02}.smt2").write_text(text)

    def solver(self, name: str, text: str) -> str:
        """A solver by hand: a shell script."""
        script = self.out.with_name(name)
        script.write_text(f"#!/bin/sh\n{text}\n")
        script.chmod(0o755)
        return f"{name}={script}"

    def command(self, *arguments: str) -> list[str]:
        return [str(BENCH), "run", str(self.problems), "--out", str(self.out), "--cpu", "5", *arguments]

    def bench(self, *arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
        environment = os.environ | ({"PATH": path} if path else {})
        return subprocess.run(
            self.command(*arguments), capture_output=True, text=True, timeout=600, check=False, env=environment
        )

    def until(self, condition: Callable[[], bool]) -> None:
        """Waits for something that has to happen soon."""
        deadline = time.monotonic() + 30
        while not condition():
            self.assertLess(time.monotonic(), deadline, "it does not happen")
            time.sleep(0.02)
