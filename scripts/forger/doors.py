"""The doors at which evidence is shown: the library in a process that stays, the command line, and the script."""

from __future__ import annotations

import json
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import Any

from .bundle_changes import Files
from .seeds import ROOT

HANG = 60.0


@dataclass(frozen=True)
class Answer:
    """Whether evidence was accepted, and what was said; `broken` if the door fell down over it."""

    accepted: bool
    why: str
    broken: bool = False
    parts: tuple[dict[str, Any], ...] = ()


class Library:
    """The library's checker, asked line by line."""

    def __init__(self, binary: pathlib.Path) -> None:
        self.binary = binary
        self.process: subprocess.Popen[bytes] | None = None

    def ask(self, **request: Any) -> Answer:
        if self.process is None:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen([self.binary], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            ready, _, _ = select.select([stdout], [], [], HANG)
            line = stdout.readline() if ready else b""
        except BrokenPipeError:
            line, ready = b"", [stdout]
        if not line:
            self.close()
            return Answer(False, "the process died" if ready else "no answer", broken=True)
        said = json.loads(line)
        if "panic" in said:
            return Answer(False, f"panic: {said['panic']}", broken=True)
        return Answer(said.get("accepted", False), said.get("why", ""), False, tuple(said.get("obligations", ())))

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def library_binary() -> pathlib.Path:
    """Where fuzz/build puts the program that checks for us."""
    return ROOT / "target" / "release" / "forge-server"


class Folder:
    """A place for bundles."""

    def __init__(self) -> None:
        shared = pathlib.Path("/dev/shm")
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="forger-", dir=shared if shared.is_dir() else None))

    def write(self, files: Files, name: str, source: str) -> tuple[pathlib.Path, pathlib.Path]:
        """Writes a bundle and its input; where they are."""
        bundle, file = self.path / "bundle", self.path / name
        shutil.rmtree(bundle, ignore_errors=True)
        write(bundle, files)
        file.write_bytes(source.encode())
        return bundle, file

    def close(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def write(folder: pathlib.Path, files: Files) -> None:
    (folder / "obligations").mkdir(parents=True, exist_ok=True)
    for file, data in files.items():
        (folder / file).write_bytes(data)


def run(command: list[str]) -> Answer:
    try:
        done = subprocess.run(command, capture_output=True, timeout=HANG, check=False)
    except subprocess.TimeoutExpired:
        return Answer(False, "no end", broken=True)
    said = (done.stdout + done.stderr).decode(errors="replace").strip()
    fallen = done.returncode < 0 or "panicked" in said or "Traceback" in said
    return Answer(done.returncode == 0, said, fallen)


def command_line(binary: pathlib.Path, bundle: pathlib.Path, file: pathlib.Path) -> Answer:
    return run([str(binary), "verify", str(bundle), str(file)])


def script(bundle: pathlib.Path, file: pathlib.Path, solver: str) -> Answer:
    checker = ROOT / "scripts" / "check_certificate.py"
    return run([sys.executable, str(checker), str(bundle), str(file), "--solver", solver, "--timeout", "10"])
