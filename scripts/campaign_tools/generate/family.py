"""Problems by number. A family is one plain problem and its disguises, which all have the same answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain

from ..changes import changed
from ..dice import Dice
from . import classics, counted, shapes, theory
from .grammar import Grammar
from .problem import Problem
from .script import Text, plain, written

SIZE = 4
SHAPES: list[tuple[Callable[[Dice, Grammar], Problem], float]] = [
    (counted.counted, 5),
    (shapes.loop, 2.5),
    (shapes.calls, 1.5),
    (shapes.trees, 2),
    (shapes.soup, 2.5),
    (classics.classic, 1.5),
]


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
    makers = [maker for maker, _ in SHAPES if maker is not counted.counted or counted.counters(grammar)]
    made = dice.weighted(makers, [weight for maker, weight in SHAPES if maker in makers])(dice, grammar)
    return grown(made) if len(made.questions) > 1 and dice.chance(0.35) else made


def grown(problem: Problem) -> Problem:
    """Each question also asks what the ones before it ask."""
    questions = [tuple(chain(*problem.questions[: at + 1])) for at in range(len(problem.questions))]
    return replace(problem, questions=tuple(questions), is_growing=True)


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
