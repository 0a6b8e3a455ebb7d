"""Runs one command under limits of CPU, wall time and memory, its children included.

The calling process adopts orphans, so whatever the command starts stays below it: forks, double forks and new sessions
are all counted and all ended. It must run one command at a time and have no other children.
"""

import os
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from . import proctree

OUTPUT_LIMIT = 256 << 20
"""Bytes that a solver may print: one that prints for ever must not fill the disk."""

READ_LIMIT = 4 << 20
"""Bytes of the output that are looked at: from the start of standard output, from the end of standard error."""


@dataclass(frozen=True)
class Limits:
    """Seconds of CPU and of wall time, bytes of memory; `grace` is what is left after SIGTERM until SIGKILL.

    Memory is what is resident, summed over the processes: a page that two share counts twice.
    """

    cpu: float
    wall: float
    memory: int
    grace: float = 1.0


@dataclass(frozen=True)
class Outcome:
    """What a command did: its output, what it used, and the limit that it broke (`cpu`, `wall`, `memory`), if any."""

    stdout: str
    stderr: str
    exit: int
    cpu: float
    wall: float
    memory: int
    broken: str | None


def run_limited(command: Sequence[str], environment: Mapping[str, str], limits: Limits) -> Outcome:
    """Runs a command to its end or to a limit; when this returns, nothing that it started is alive."""
    proctree.adopt_orphans()
    before = _reaped_cpu()
    start = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env={**os.environ, **environment},
                start_new_session=True,
                preexec_fn=_prepare_child,
            )
        except OSError as error:
            return Outcome("", f"{command[0]}: {error.strerror}", 127, 0.0, 0.0, 0, None)
        try:
            watch = _Watch(process, limits, start, before)
            watch.until_end()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            proctree.kill_descendants()
        wall = time.monotonic() - start
        cpu = max(watch.cpu, _reaped_cpu() - before)
        broken = watch.broken
        if broken is None and cpu > limits.cpu:
            broken = "cpu"
        return Outcome(_head(out), _tail(err), process.returncode, cpu, wall, watch.memory, broken)


class _Watch:
    """Looks at a running command every few milliseconds and ends it at a limit."""

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits, start: float, before: float) -> None:
        self.process = process
        self.limits = limits
        self.start = start
        self.before = before
        self.cpu = 0.0
        self.memory = 0
        self.broken: str | None = None

    def until_end(self) -> None:
        while not self._ended(self._pause()):
            self._look()
            if self.broken is not None:
                self._stop()
                return

    def _pause(self) -> float:
        """Short runs are looked at often, so that their memory is seen; long ones less, so that looking is cheap."""
        return 0.01 if time.monotonic() - self.start < 1 else 0.05

    def _ended(self, seconds: float) -> bool:
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _look(self) -> None:
        used = proctree.usage(proctree.descendants(os.getpid()))
        self.cpu = max(self.cpu, used.cpu + _reaped_cpu() - self.before)
        self.memory = max(self.memory, used.memory)
        if used.memory > self.limits.memory:
            self.broken = "memory"
        elif self.cpu > self.limits.cpu:
            self.broken = "cpu"
        elif time.monotonic() - self.start > self.limits.wall:
            self.broken = "wall"

    def _stop(self) -> None:
        """SIGTERM first: a solver may still print its statistics. What eats memory has no time for that."""
        if self.broken == "memory":
            return
        proctree.signal_process(self.process.pid, signal.SIGTERM)
        self._ended(self.limits.grace)


def _prepare_child() -> None:
    """In the child, before the command: it ends with us, and leaves no core files and no endless output."""
    proctree.prctl(proctree.PR_SET_PDEATHSIG, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (OUTPUT_LIMIT, OUTPUT_LIMIT))


def _reaped_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _head(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(READ_LIMIT).decode(errors="replace")


def _tail(file: IO[bytes]) -> str:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - READ_LIMIT))
    return file.read().decode(errors="replace")
