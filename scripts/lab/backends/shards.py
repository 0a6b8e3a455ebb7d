"""A run cut into shards: each is the same command on every N-th task, with a table of its own to be merged.

All machines must see the same files at the same places. A shard that was killed continues when it is run again.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..solvers import ROOT

BENCH = ROOT / "scripts" / "bench"


@dataclass(frozen=True)
class Shards:
    """The command of a run without its table, the table, how many shards, and the limits that a shard needs."""

    command: Sequence[str]
    out: Path
    count: int
    seconds: float
    megabytes: int

    @property
    def folder(self) -> Path:
        """Where the tables and logs of the shards are."""
        return self.out.with_name(f"{self.out.name}.d")

    def table(self, index: int | str) -> Path:
        """The table of one shard."""
        return self.folder / f"{index}.csv"

    def tables(self) -> list[Path]:
        """The tables of all shards that have one."""
        return [path for path in map(self.table, range(self.count)) if path.exists()]

    def words(self, index: int | str) -> list[str]:
        """The command line of one shard; the index may be a variable of a shell."""
        own = ["--out", str(self.table(index)), "--shard", f"{index}/{self.count}", "--done", str(self.out)]
        return [str(BENCH), "run", *self.command, "--jobs", "1", *own]

    def line(self, variable: str) -> str:
        """The command line of the shard whose index is in a variable of a shell."""
        mark = "@INDEX@"
        return shlex.join(self.words(mark)).replace(mark, f'"${{{variable}}}"')
