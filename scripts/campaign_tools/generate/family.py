"""Problems by number. A family is one plain problem and its disguises, which all have the same answers."""

from __future__ import annotations

from dataclasses import dataclass

from ..changes import changed
from ..dice import Dice
from . import classics, shapes, theory
from .problem import Problem
from .script import Text, plain, written

SIZE = 4


@dataclass(frozen=True)
class Member:
    """A text of a family and the changes that made it."""

    number: int
    text: Text
    changes: tuple[str, ...]


def core(family: int) -> Problem:
    """The plain problem of a family."""
    dice = Dice("problem", family)
    grammar = theory.grammar(dice)
    if dice.chance(0.12):
        return classics.classic(dice, grammar)
    makers = [maker for maker, _ in shapes.SHAPES]
    return dice.weighted(makers, [weight for _, weight in shapes.SHAPES])(dice, grammar)


def member(number: int) -> Member:
    """The problem with a number. The first of a family has few changes, the others have many."""
    family, which = divmod(number, SIZE)
    dice = Dice("member", number)
    most = 2 if which == 0 else 6
    problem, names = changed(dice, core(family), dice.number(0 if which == 0 else 1, most))
    return Member(number, written(dice, problem), tuple(names))


def oracle_texts(family: int) -> list[str]:
    """Each question of the plain problem as a script of its own, for the oracle."""
    return plain(core(family))
