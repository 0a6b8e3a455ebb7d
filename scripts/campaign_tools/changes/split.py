"""Clauses and predicates split into several."""

from __future__ import annotations

from dataclasses import replace

from ..dice import Dice
from ..generate.problem import Clause, Fresh, Predicate, Problem, applied, arguments, is_premise
from ..sexpr import Sexpr
from .conditions import about
from .positions import change_atoms


def clause(dice: Dice, problem: Problem) -> Problem:
    """A clause for each side of a condition."""
    at = dice.number(0, len(problem.clauses) - 1)
    chosen = problem.clauses[at]
    condition = about(dice, chosen.variables)
    sides: list[Sexpr] = [condition, ("not", condition)]
    found = [replace(chosen, body=(*chosen.body, side)) for side in sides]
    return replace(problem, clauses=(*problem.clauses[:at], *found, *problem.clauses[at + 1 :]))


def predicate(dice: Dice, problem: Problem) -> Problem:
    """Each clause derives one of two predicates; a premise is one or the other."""
    chosen, fresh = dice.pick(problem.predicates), Fresh(problem)
    names = [fresh.name("half"), fresh.name("half")]

    def either(_: str, terms: tuple[Sexpr, ...]) -> Sexpr:
        return ("or", *(applied(name, terms) for name in names))

    def visit(clause: Clause) -> Clause:
        body = tuple(change_atoms(term, {chosen.name}, either) for term in clause.body)
        head = clause.head
        if is_premise(head, {chosen.name}):
            head = applied(dice.pick(names), arguments(head))
        return Clause(clause.variables, body, head)

    found = [p for p in problem.predicates if p != chosen] + [Predicate(name, chosen.sorts) for name in names]
    return fresh.counted(replace(problem.map_clauses(visit), predicates=tuple(found)))


def flatten(dice: Dice, problem: Problem) -> Problem:
    """The arguments of a head or premise become variables with equations."""
    fresh = Fresh(problem)
    sorts = {p.name: p.sorts for p in problem.predicates}

    def visit(clause: Clause) -> Clause:
        if dice.chance(0.5):
            return clause
        binders, equations = list(clause.variables), list[Sexpr]()

        def named(term: Sexpr) -> Sexpr:
            if not is_premise(term, set(sorts)):
                return term
            word = term if isinstance(term, str) else term[0]
            words = [fresh.name("w") for _ in arguments(term)]
            binders.extend(zip(words, sorts[str(word)], strict=True))
            equations.extend(("=", left, right) for left, right in zip(words, arguments(term), strict=True))
            return applied(str(word), tuple(words))

        body = tuple(map(named, clause.body))
        head = named(clause.head)
        return Clause(tuple(binders), (*body, *equations), head)

    changed = problem.map_clauses(visit)
    return fresh.counted(changed)
