"""Truth values, and what every sort has: equality and `ite`."""

from __future__ import annotations

from ...dice import Dice
from ...sexpr import Sexpr
from ..grammar import BOOL, Production, Theory, op


def literal(dice: Dice, sort: Sexpr) -> Sexpr | None:
    return dice.pick(["true", "false"]) if sort == BOOL else None


def choice(sort: Sexpr) -> Production:
    return op(sort, "ite", BOOL, sort, sort, weight=0.4)


def theory(dice: Dice, sorts: list[Sexpr]) -> Theory:
    productions = [
        op(BOOL, "not", BOOL, weight=0.6, gentle=True),
        op(BOOL, "and", BOOL, BOOL, weight=0.7),
        op(BOOL, "or", BOOL, BOOL, weight=0.7),
        op(BOOL, "=>", BOOL, BOOL, weight=0.2),
        op(BOOL, "xor", BOOL, BOOL, weight=0.15),
        op(BOOL, "=", BOOL, BOOL, weight=0.2),
        op(BOOL, "ite", BOOL, BOOL, BOOL, weight=0.15),
    ]
    for sort in sorts:
        productions.append(op(BOOL, "=", sort, sort, weight=1.5))
        productions.append(op(BOOL, "distinct", sort, sort, weight=0.5))
        productions.append(op(BOOL, "distinct", sort, sort, sort, weight=0.1))
        productions.append(choice(sort))
    return Theory((BOOL,) if dice.chance(0.3) else (), tuple(productions), literal)
