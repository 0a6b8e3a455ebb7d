"""The theories, and mixtures of them."""

from __future__ import annotations

from ...dice import Dice
from ..grammar import Grammar, Theory
from . import arrays, bitvectors, core, datatypes, integers, reals

MAKERS = {
    "integers": integers.theory,
    "reals": reals.theory,
    "arrays": arrays.theory,
    "datatypes": datatypes.theory,
    "bitvectors": bitvectors.theory,
}
ALONE = [("integers", 5), ("reals", 3), ("arrays", 2), ("datatypes", 4), ("bitvectors", 3), ("mixture", 3)]


def chosen(dice: Dice) -> list[str]:
    """The theories of a problem. What arrays and datatypes hold is integers, if nothing else."""
    name = dice.weighted([n for n, _ in ALONE], [w for _, w in ALONE])
    if name == "mixture":
        return dice.sample(list(MAKERS), dice.number(2, 3))
    return [name]


def grammar(dice: Dice) -> Grammar:
    names = chosen(dice)
    if "integers" not in names and ({"arrays", "datatypes"} & set(names)):
        names.append("integers")
    theories: list[Theory] = [MAKERS[name](dice) for name in names]
    sorts = [sort for theory in theories for sort in theory.sorts]
    theories.append(core.theory(dice, sorts))
    if {"integers", "reals"} <= set(names):
        theories.append(reals.bridge())
    if {"integers", "bitvectors"} <= set(names):
        theories.append(bitvectors.bridge([sort for sort in sorts if isinstance(sort, tuple) and sort[0] == "_"]))
    return Grammar(theories)
