"""Small conditions about the variables of a clause."""

from __future__ import annotations

from ..dice import Dice
from ..generate.problem import Binder
from ..generate.theory.bitvectors import constant, width_of
from ..sexpr import Sexpr


def about(dice: Dice, variables: tuple[Binder, ...]) -> Sexpr:
    """A condition that may hold or not; `true` where there is nothing to speak about."""
    if not variables:
        return dice.pick(["true", "false"])
    name, sort = dice.pick(variables)
    width = width_of(sort)
    if sort == "Int":
        choices: list[Sexpr] = [(">=", name, "2"), ("=", ("mod", name, "2"), "0"), ("<", name, ("-", "1"))]
        return dice.pick(choices)
    if sort == "Real":
        return (">", name, "0.5")
    if sort == "Bool":
        return name
    if width is not None:
        return ("bvult", name, constant(dice, width, 2))
    same = [other for other, of in variables if of == sort]
    return ("=", name, dice.pick(same))


def tautology(dice: Dice, variables: tuple[Binder, ...]) -> Sexpr:
    condition = about(dice, variables)
    shapes: list[Sexpr] = ["true", ("or", condition, ("not", condition)), ("=>", condition, condition)]
    if variables:
        name, _ = dice.pick(variables)
        shapes += [("=", name, name), ("not", ("distinct", name, name))]
    return dice.pick(shapes)
