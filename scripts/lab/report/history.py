"""What changed against an earlier table."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..results import Row


@dataclass(frozen=True)
class Changes:
    """Runs of the same solver on the same file in two tables, as pairs of before and after."""

    lost: list[tuple[Row, Row]]
    won: list[tuple[Row, Row]]
    slower: list[tuple[Row, Row]]


SLOWER = 2.0
"""A run that takes this many times longer, and a second at least, is listed as slower."""


def changes(before: Sequence[Row], after: Sequence[Row]) -> Changes:
    """Files lost, won, and solved much more slowly."""
    earlier = {row.key: row for row in before}
    pairs = [(earlier[row.key], row) for row in after if row.key in earlier]
    return Changes(
        lost=[(old, new) for old, new in pairs if old.solved and not new.solved],
        won=[(old, new) for old, new in pairs if new.solved and not old.solved],
        slower=[
            (old, new)
            for old, new in pairs
            if old.solved and new.solved and new.cpu > SLOWER * old.cpu and new.cpu - old.cpu > 1
        ],
    )
