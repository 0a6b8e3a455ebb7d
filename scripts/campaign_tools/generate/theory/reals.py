"""Real numbers, and the way between them and integers."""

from __future__ import annotations

from ...dice import Dice
from ...sexpr import Sexpr
from ..grammar import BOOL, Production, Sub, Theory, op
from .integers import INT

REAL: Sexpr = "Real"


def fraction(dice: Dice) -> Sexpr:
    shapes: list[Sexpr] = [f"{dice.number(0, 5)}.0", f"{dice.number(0, 3)}.5", ("/", f"{dice.number(1, 4)}.0", "3.0")]
    return dice.weighted(shapes, [5, 3, 1])


def literal(dice: Dice, sort: Sexpr) -> Sexpr | None:
    if sort != REAL:
        return None
    found = fraction(dice)
    return ("-", found) if dice.chance(0.25) else found


def plus_constant(dice: Dice, sub: Sub) -> Sexpr:
    return ("+", sub(REAL), fraction(dice))


def times_constant(dice: Dice, sub: Sub) -> Sexpr:
    return ("*", dice.pick(["2.0", "0.5", "3.0"]), sub(REAL))


def divided(dice: Dice, sub: Sub) -> Sexpr:
    return ("/", sub(REAL), dice.weighted(["2.0", "4.0", "0.0"], [5, 2, 0.4]))


def theory(_: Dice) -> Theory:
    productions = [
        Production(REAL, plus_constant, 4, True),
        Production(REAL, times_constant, 0.8, True),
        Production(REAL, divided, 0.5, True),
        op(REAL, "+", REAL, REAL, weight=1.5, gentle=True),
        op(REAL, "-", REAL, REAL, weight=1.2, gentle=True),
        op(REAL, "-", REAL, weight=0.4),
        *(op(BOOL, word, REAL, REAL, weight=1.5) for word in ("<", "<=", ">", ">=")),
    ]
    return Theory((REAL, REAL), tuple(productions), literal)


def bridge() -> Theory:
    """What a problem with integers and real numbers has on top."""
    productions = (
        op(REAL, "to_real", INT, weight=1),
        op(INT, "to_int", REAL, weight=0.6),
        op(BOOL, "is_int", REAL, weight=0.4),
    )
    return Theory((), productions, lambda dice, sort: None)
