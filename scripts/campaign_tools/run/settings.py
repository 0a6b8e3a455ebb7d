"""The options of Alphorn for a block of families. Most blocks have none."""

from __future__ import annotations

from pathlib import Path

from ..dice import Dice
from .alphorn import Solver

BLOCK = 10

# The options, how often they are chosen, and the limit of a question in milliseconds.
SETTINGS: list[tuple[tuple[str, ...], float, int]] = [
    ((), 12, 400),
    (("--transform", "none"), 3, 300),
    (("--engine", "la"), 1, 200),
    (("--engine", "pdr"), 1, 200),
    (("--engine", "la", "--transform", "none"), 0.7, 200),
    (("--engine", "bmc"), 0.6, 150),
    (("--engine", "predabs"), 0.5, 150),
    (("--engine", "lawi"), 0.5, 150),
    (("--engine", "kind", "--transform", "none"), 0.3, 150),
    (("--engine", "cases"), 0.4, 150),
    (("--compat", "z3"), 1, 300),
]


def solver(binary: Path, block: int) -> Solver:
    dice = Dice("settings", block)
    options, _, limit = dice.weighted(SETTINGS, [weight for _, weight, _ in SETTINGS])
    return Solver(binary, options, limit)
