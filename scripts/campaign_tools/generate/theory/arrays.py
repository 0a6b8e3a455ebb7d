"""Arrays over integers: of integers, of truth values, of arrays."""

from __future__ import annotations

from ...dice import Dice
from ...sexpr import Sexpr
from ..grammar import BOOL, Production, Sub, Theory, op
from .integers import INT
from .integers import literal as integer

ARRAY: Sexpr = ("Array", INT, INT)
SET: Sexpr = ("Array", INT, BOOL)
NESTED: Sexpr = ("Array", INT, ARRAY)


def literal(dice: Dice, sort: Sexpr) -> Sexpr | None:
    """A constant array."""
    if not isinstance(sort, tuple) or sort[0] != "Array":
        return None
    element = dice.pick(["true", "false"]) if sort[2] == BOOL else integer(dice, sort[2]) or literal(dice, sort[2])
    return None if element is None else (("as", "const", sort), element)


def written(array: Sexpr, element: Sexpr) -> Production:
    def build(dice: Dice, sub: Sub) -> Sexpr:
        return ("store", sub(array), sub(INT), sub(element))

    return Production(array, build, 3, True)


def everywhere(dice: Dice, sub: Sub) -> Sexpr:
    """All elements below a bound have a property."""
    name = f"k{dice.number(0, 10**6)}"
    low, high = "0", sub(INT)
    inside: Sexpr = (dice.pick(["=", "<=", ">="]), ("select", sub(ARRAY), name), sub(INT))
    return ("forall", ((name, INT),), ("=>", ("and", ("<=", low, name), ("<", name, high)), inside))


def theory(dice: Dice) -> Theory:
    productions = [
        written(ARRAY, INT),
        op(INT, "select", ARRAY, INT, weight=2),
        Production(BOOL, everywhere, 0.03),
    ]
    sorts = [ARRAY, ARRAY]
    if dice.chance(0.25):
        sorts.append(SET)
        productions += [written(SET, BOOL), op(BOOL, "select", SET, INT, weight=2)]
    if dice.chance(0.15):
        sorts.append(NESTED)
        productions += [written(NESTED, ARRAY), op(ARRAY, "select", NESTED, INT)]
    return Theory(tuple(sorts), tuple(productions), literal)
