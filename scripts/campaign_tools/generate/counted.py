"""Loops that count. A goal about the counter needs as many steps, or an invariant such as a bound or a remainder."""

from __future__ import annotations

from ..dice import Dice
from ..sexpr import Sexpr
from .grammar import Grammar
from .problem import Clause, Predicate, Problem, applied
from .shapes import Frame, finish, guards, names, state_sorts, variables
from .theory.bitvectors import width_of
from .theory.integers import INT
from .theory.reals import REAL

# How each sort of counters adds and compares.
ADD = {"Int": "+", "Real": "+", "bits": "bvadd"}
LESS = {"Int": "<", "Real": "<", "bits": "bvult"}


def kind_of(sort: Sexpr) -> str:
    return "bits" if width_of(sort) is not None else str(sort)


def number(sort: Sexpr, value: int) -> Sexpr:
    width = width_of(sort)
    if width is not None:
        return ("_", f"bv{value % (1 << width)}", str(width))
    return f"{value}.0" if sort == REAL else str(value)


def counters(grammar: Grammar) -> list[Sexpr]:
    """The sorts that can count."""
    return [sort for sort in grammar.sorts if sort in (INT, REAL) or width_of(sort) is not None]


def more(counter: str, sort: Sexpr, by: int) -> Sexpr:
    return (ADD[kind_of(sort)], counter, number(sort, by))


def counted(dice: Dice, grammar: Grammar) -> Problem:
    """One or two loops over a counter and other variables; the second counts on where the first stops."""
    sort, others = dice.pick(counters(grammar)), state_sorts(dice, grammar, 2)
    predicates = [Predicate(f"count{at}", (sort, *others)) for at in range(dice.weighted([1, 2], [4, 1]))]
    frame: Frame = (("n", sort), *variables(others, "x"))
    begin = (number(sort, 0), *(grammar.literal(dice, of) for of in others))
    clauses = [Clause((), (), applied(predicates[0].name, begin))]
    for at, predicate in enumerate(predicates):
        clauses += steps(dice, grammar, predicate, frame, sort)
        if at:
            last = predicates[at - 1]
            body = (applied(last.name, names(frame)), *guards(dice, grammar, frame, (1, 2)))
            clauses.append(Clause(frame, body, applied(predicate.name, names(frame))))
    goals = [(goal(dice, grammar, predicates[-1], frame, sort),) for _ in range(dice.weighted([1, 2], [4, 1]))]
    return finish(grammar, predicates, clauses, goals)


def steps(dice: Dice, grammar: Grammar, predicate: Predicate, frame: Frame, sort: Sexpr) -> list[Clause]:
    """The counter grows by one number, or by one of two."""
    found = []
    stride = dice.weighted([1, 2, 3], [5, 2, 1])
    for by in dice.pick([[stride], [stride], [stride, 2 * stride]]):
        body: list[Sexpr] = [applied(predicate.name, names(frame))]
        if dice.chance(0.6):
            body.append((LESS[kind_of(sort)], "n", number(sort, dice.number(2, 9))))
        if dice.chance(0.25):
            body.append(grammar.condition(dice, list(frame)))
        terms = [more("n", sort, by), *(grammar.update(dice, list(frame), *binder) for binder in frame[1:])]
        found.append(Clause(frame, tuple(body), applied(predicate.name, tuple(terms))))
    return found


def goal(dice: Dice, grammar: Grammar, predicate: Predicate, frame: Frame, sort: Sexpr) -> Clause:
    value = number(sort, dice.number(2, 8))
    relation: Sexpr = dice.weighted(
        [("=", "n", value), (LESS[kind_of(sort)], value, "n")],
        [3, 1],
    )
    rest = [grammar.condition(dice, list(frame[1:]))] if dice.chance(0.6) else []
    return Clause(frame, (applied(predicate.name, names(frame)), relation, *rest), "false")
