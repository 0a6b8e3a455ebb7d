"""Another order of clauses, premises, declarations and arguments."""

from __future__ import annotations

from dataclasses import replace

from ..dice import Dice
from ..generate.problem import Clause, Predicate, Problem, applied
from ..sexpr import Sexpr
from .positions import map_atoms


def clauses(dice: Dice, problem: Problem) -> Problem:
    return replace(problem, clauses=tuple(dice.shuffled(problem.clauses)))


def premises(dice: Dice, problem: Problem) -> Problem:
    """The order of the body and of the variables."""

    def shuffle(clause: Clause) -> Clause:
        return Clause(tuple(dice.shuffled(clause.variables)), tuple(dice.shuffled(clause.body)), clause.head)

    return problem.map_clauses(shuffle)


def declarations(dice: Dice, problem: Problem) -> Problem:
    return replace(problem, predicates=tuple(dice.shuffled(problem.predicates)))


def arguments(dice: Dice, problem: Problem) -> Problem:
    """The arguments of one predicate in another order."""
    chosen = dice.pick(problem.predicates)
    order = dice.shuffled(range(len(chosen.sorts)))
    found = Predicate(chosen.name, tuple(chosen.sorts[at] for at in order))
    predicates = tuple(found if predicate == chosen else predicate for predicate in problem.predicates)

    def change(name: str, terms: tuple[Sexpr, ...]) -> Sexpr:
        return applied(name, tuple(terms[at] for at in order)) if name == chosen.name else applied(name, terms)

    return map_atoms(replace(problem, predicates=predicates), change)
