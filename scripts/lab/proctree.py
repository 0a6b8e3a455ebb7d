"""What a tree of processes uses, read from /proc, and the end of all of it."""

import contextlib
import ctypes
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_libc = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int) -> None:
    """The system call of that name; an error is raised as `OSError`."""
    if _libc.prctl(option, value, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def adopt_orphans() -> None:
    """From now on a descendant whose parent ends becomes a child of this process: none can escape by forking twice."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


@dataclass(frozen=True)
class Usage:
    """CPU seconds of live processes (with the children they waited for) and their resident bytes."""

    cpu: float = 0.0
    memory: int = 0


def descendants(root: int) -> list[int]:
    """The live descendants of a process, parents first."""
    found: list[int] = []
    todo = [root]
    while todo:
        children = _children(todo.pop())
        found += children
        todo += children
    return found


def usage(pids: list[int]) -> Usage:
    """The sum over processes; one that has ended meanwhile counts as nothing."""
    cpu, memory = 0, 0
    for pid in pids:
        fields = _stat(pid)
        if fields:
            # After the name: utime, stime, cutime, cstime are fields 14 to 17 of proc(5), rss is field 24.
            cpu += sum(int(field) for field in fields[11:15])
            memory += int(fields[21])
    return Usage(cpu / _TICKS, memory * _PAGE)


def reap() -> bool:
    """Takes the exit codes of all children that have ended; says whether any child is left."""
    try:
        while True:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return True
    except ChildProcessError:
        return False


def kill_descendants() -> None:
    """Ends every descendant of this process, which must have called `adopt_orphans`; returns when none is left."""
    while reap():
        for pid in descendants(os.getpid()):
            signal_process(pid, signal.SIGKILL)
        time.sleep(0.002)


def signal_process(pid: int, number: int) -> None:
    """Sends a signal; a process that has ended is no error."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(child) for child in listing.read_text().split()]
        except OSError:
            continue  # the thread has ended
    return found


def _stat(pid: int) -> list[str]:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return []
    return text.rpartition(")")[2].split()
