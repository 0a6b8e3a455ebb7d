"""Unfolding replaces a premise by the bodies that derive it; folding gives a name to a part of a body."""

from __future__ import annotations

from dataclasses import replace

from ..dice import Dice
from ..generate.problem import Clause, Fresh, Predicate, Problem, applied, arguments, is_premise
from ..generate.style import used_in
from ..sexpr import Sexpr

MOST_CLAUSES = 14


def fold(dice: Dice, problem: Problem) -> Problem:
    """A part of a body becomes a predicate over the variables that it shares with the rest."""
    at = dice.number(0, len(problem.clauses) - 1)
    clause, fresh = problem.clauses[at], Fresh(problem)
    if not clause.body:
        return problem
    body = dice.shuffled(clause.body)
    cut = dice.number(1, len(body))
    part, rest = tuple(body[:cut]), tuple(body[cut:])
    inside, _ = used_in(part, clause.variables)
    shared, _ = used_in((*rest, clause.head), inside)
    name = fresh.name("part")
    atom = applied(name, tuple(variable for variable, _ in shared))
    found = Predicate(name, tuple(sort for _, sort in shared))
    clauses = list(problem.clauses)
    clauses[at] = Clause(clause.variables, (atom, *rest), clause.head)
    clauses.append(Clause(inside, part, atom))
    return fresh.counted(replace(problem, clauses=tuple(clauses), predicates=(*problem.predicates, found)))


def resolved(fresh: Fresh, clause: Clause, at: int, definition: Clause) -> Clause:
    """A clause with a premise replaced by a body that derives it."""
    own = definition.renamed({name: fresh.name("u") for name, _ in definition.variables})
    equations: list[Sexpr] = [
        ("=", left, right) for left, right in zip(arguments(clause.body[at]), arguments(own.head), strict=True)
    ]
    body = (*clause.body[:at], *own.body, *equations, *clause.body[at + 1 :])
    return Clause((*clause.variables, *own.variables), body, clause.head)


def unfold(dice: Dice, problem: Problem) -> Problem:
    """One premise of one clause, with a clause for each definition."""
    places = [
        (at, place)
        for at, clause in enumerate(problem.clauses)
        for place, term in enumerate(clause.body)
        if is_premise(term, problem.predicate_names())
    ]
    if not places:
        return problem
    at, place = dice.pick(places)
    clause, fresh = problem.clauses[at], Fresh(problem)
    premise = clause.body[place]
    name = premise if isinstance(premise, str) else premise[0]
    definitions = [c for c in problem.clauses if (c.head if isinstance(c.head, str) else c.head[0]) == name]
    if len(problem.clauses) + len(definitions) > MOST_CLAUSES:
        return problem
    found = [resolved(fresh, clause, place, definition) for definition in definitions]
    clauses = (*problem.clauses[:at], *found, *problem.clauses[at + 1 :])
    return fresh.counted(replace(problem, clauses=clauses))
