"""Solvers as data: the definitions of `solvers.toml`, those of the user, and command lines given by hand."""

import hashlib
import os
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The top folder of the repository: `{root}` in a definition."""

DEFINITIONS = Path(__file__).with_name("solvers.toml")


class SolverError(Exception):
    """A solver that is not defined, not well defined, or not there."""


@dataclass(frozen=True)
class Solver:
    """How to call a solver. `{file}` in the command is the problem (added at the end where it is not named).

    An untrusted solver is known to be unsound: its disagreements are told, but do not fail a run.
    """

    name: str
    command: tuple[str, ...]
    version: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    trusted: bool = True
    about: str = ""

    def command_for(self, file: Path) -> list[str]:
        """The command line that solves a file."""
        command = self.command if "{file}" in self.command else (*self.command, "{file}")
        return [str(file) if word == "{file}" else word for word in command]

    def executable(self) -> Path:
        """The program that is run; an error says what to do when it is missing."""
        found = shutil.which(self.command[0])
        if found is None:
            raise SolverError(f"{self.name}: {self.command[0]} is not there ({self.about or 'see solvers.toml'})")
        return Path(found).resolve()

    def stamp(self) -> tuple[int, int]:
        """When the program was written and its size: changes when it is built again."""
        status = self.executable().stat()
        return status.st_mtime_ns, status.st_size

    def identity(self) -> str:
        """What the solver says of its version, and the start of the SHA-256 of its program: one build, one identity."""
        digest = hashlib.sha256(self.executable().read_bytes()).hexdigest()[:10]
        said = ""
        if self.version:
            environment = {**os.environ, **self.environment}
            run = subprocess.run(self.version, capture_output=True, text=True, timeout=60, env=environment, check=False)
            said = next(iter((run.stdout + run.stderr).strip().splitlines()), "")
        return f"{said} [{digest}]".strip()


def read_definitions(path: Path) -> dict[str, Solver]:
    """The solvers of one TOML file, by name."""
    try:
        tables = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SolverError(f"{path}: {error}") from error
    return {name: _solver(name, table, path) for name, table in tables.items()}


def untrusted() -> set[str]:
    """The names of the defined solvers that are known to be unsound."""
    return {name for name, solver in read_definitions(DEFINITIONS).items() if not solver.trusted}


def choose(wanted: Sequence[str], files: Sequence[Path] = ()) -> list[Solver]:
    """The solvers asked for: each a defined name, or `NAME=COMMAND LINE`; later files win over earlier ones."""
    defined = read_definitions(DEFINITIONS)
    for path in files:
        defined |= read_definitions(path)
    chosen: dict[str, Solver] = {}
    for word in wanted:
        name, by_hand, line = word.partition("=")
        if by_hand:
            command = tuple(shlex.split(line))
            if not command:
                raise SolverError(f"{name}: the command line is empty")
            chosen[name] = Solver(name, command)
        elif name in defined:
            chosen[name] = defined[name]
        else:
            raise SolverError(f"no solver {name}; defined are {', '.join(sorted(defined))}")
    return list(chosen.values())


def _solver(name: str, table: object, path: Path) -> Solver:
    if not isinstance(table, dict):
        raise SolverError(f"{path}: {name} is not a table")
    unknown = table.keys() - {"command", "version", "environment", "trusted", "about"}
    if unknown:
        raise SolverError(f"{path}: {name} has unknown keys: {', '.join(sorted(unknown))}")
    command = _words(table.get("command", []))
    if not command:
        raise SolverError(f"{path}: {name} has no command")
    environment = {key: _expand(str(value)) for key, value in dict(table.get("environment", {})).items()}
    return Solver(
        name=name,
        command=command,
        version=_words(table.get("version", [])),
        environment=environment,
        trusted=bool(table.get("trusted", True)),
        about=str(table.get("about", "")),
    )


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise SolverError(f"a command is a list of words, not {value!r}")
    return tuple(_expand(str(word)) for word in value)


def _expand(word: str) -> str:
    return word.replace("{root}", str(ROOT))
