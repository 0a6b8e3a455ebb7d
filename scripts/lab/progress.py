"""A line that shows how far a run is: on a terminal only, so that logs and pipes stay clean."""

import sys
import time
from collections import Counter
from typing import TextIO

from .results import Row

_WIDTH = 30


class Progress:
    """Counts the runs that have ended and draws a bar on standard error."""

    def __init__(self, total: int, done: int = 0, stream: TextIO = sys.stderr) -> None:
        self._total = total
        self._before = done
        self._done = done
        self._labels: Counter[str] = Counter()
        self._start = time.monotonic()
        self._stream = stream
        self._shown = stream.isatty()
        self._draw()

    def __call__(self, row: Row) -> None:
        self._done += 1
        self._labels[row.label] += 1
        if row.label == "wrong":
            self.say(f"WRONG: {row.solver} says {row.answers} on {row.path}, stated {row.expected}")
        self._draw()

    def say(self, line: str) -> None:
        """Prints a line above the bar; in a pipe too."""
        clear = "\r\x1b[K" if self._shown else ""
        print(f"{clear}{line}", file=self._stream, flush=True)

    def close(self) -> None:
        """Leaves the bar as it is and goes to the next line."""
        if self._shown:
            print(file=self._stream, flush=True)

    def _draw(self) -> None:
        if not self._shown:
            return
        filled = _WIDTH * self._done // max(1, self._total)
        labels = " ".join(f"{label} {count}" for label, count in self._labels.most_common())
        bar = "█" * filled + "·" * (_WIDTH - filled)
        print(
            f"\r\x1b[K{bar} {self._done}/{self._total} {self._left()} {labels}", end="", file=self._stream, flush=True
        )

    def _left(self) -> str:
        ran = self._done - self._before
        if not ran:
            return ""
        seconds = int((time.monotonic() - self._start) / ran * (self._total - self._done))
        return f"{seconds // 60}:{seconds % 60:02} left "
