"""Clauses that follow from others, and constraints that always hold."""

from __future__ import annotations

from dataclasses import replace

from ..dice import Dice
from ..generate.problem import Clause, Predicate, Problem, applied
from ..sexpr import Sexpr
from .conditions import about, tautology


def variables(predicate: Predicate) -> tuple[tuple[str, Sexpr], ...]:
    return tuple((f"x{at}", sort) for at, sort in enumerate(predicate.sorts))


def copied(dice: Dice, problem: Problem) -> Clause:
    return dice.pick(problem.clauses)


def weakened(dice: Dice, problem: Problem) -> Clause:
    chosen = dice.pick(problem.clauses)
    return replace(chosen, body=(*chosen.body, about(dice, chosen.variables)))


def circular(dice: Dice, problem: Problem) -> Clause:
    predicate = dice.pick(problem.predicates)
    binders = variables(predicate)
    atom = applied(predicate.name, tuple(name for name, _ in binders))
    return Clause(binders, (atom,), atom)


def vacuous(dice: Dice, problem: Problem) -> Clause:
    predicate = dice.pick(problem.predicates)
    binders = variables(predicate)
    condition = about(dice, binders)
    body = dice.pick([("false",), (condition, ("not", condition))])
    return Clause(binders, body, applied(predicate.name, tuple(name for name, _ in binders)))


def clauses(dice: Dice, problem: Problem) -> Problem:
    found = [dice.pick([copied, weakened, circular, vacuous])(dice, problem) for _ in range(dice.number(1, 3))]
    return replace(problem, clauses=(*problem.clauses, *found))


def constraints(dice: Dice, problem: Problem) -> Problem:
    def visit(clause: Clause) -> Clause:
        if dice.chance(0.5):
            return clause
        return replace(clause, body=(*clause.body, tautology(dice, clause.variables)))

    return problem.map_clauses(visit)
