"""Integers."""

from __future__ import annotations

from ...dice import Dice
from ...sexpr import Sexpr
from ..grammar import BOOL, Production, Sub, Theory, op

INT: Sexpr = "Int"


def numeral(value: int) -> Sexpr:
    return str(value) if value >= 0 else ("-", str(-value))


def literal(dice: Dice, sort: Sexpr) -> Sexpr | None:
    if sort != INT:
        return None
    return numeral(dice.number(-3, 6) if dice.chance(0.9) else dice.pick([-100, 10, 17, 64, 100, 1000, 4294967296]))


def plus_constant(dice: Dice, sub: Sub) -> Sexpr:
    return ("+", sub(INT), numeral(dice.number(-2, 3)))


def times_constant(dice: Dice, sub: Sub) -> Sexpr:
    return ("*", numeral(dice.pick([2, 2, 3, -1, -2, 0])), sub(INT))


def divided(dice: Dice, sub: Sub) -> Sexpr:
    divisor = dice.weighted([2, 3, 5, -2, 0], [5, 3, 1, 1, 0.5])
    return (dice.pick(["div", "mod"]), sub(INT), numeral(divisor))


def divisible(dice: Dice, sub: Sub) -> Sexpr:
    return (("_", "divisible", str(dice.number(2, 4))), sub(INT))


def chain(dice: Dice, sub: Sub) -> Sexpr:
    return (dice.pick(["<", "<=", ">", ">="]), sub(INT), sub(INT), sub(INT))


def theory(_: Dice) -> Theory:
    productions = [
        Production(INT, plus_constant, 4, True),
        Production(INT, times_constant, 0.7, True),
        Production(INT, divided, 0.35),
        op(INT, "+", INT, INT, weight=1.5, gentle=True),
        op(INT, "-", INT, INT, weight=1.2, gentle=True),
        op(INT, "+", INT, INT, INT, weight=0.2),
        op(INT, "-", INT, weight=0.4, gentle=True),
        op(INT, "abs", INT, weight=0.2),
        op(INT, "*", INT, INT, weight=0.06),
        *(op(BOOL, word, INT, INT, weight=1.5) for word in ("<", "<=", ">", ">=")),
        Production(BOOL, chain, 0.15),
        Production(BOOL, divisible, 0.1),
    ]
    return Theory((INT, INT), tuple(productions), literal)
