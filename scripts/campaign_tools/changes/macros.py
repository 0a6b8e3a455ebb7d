"""Defined functions and sorts."""

from __future__ import annotations

from dataclasses import replace

from ..dice import Dice
from ..generate.problem import Clause, Fresh, Problem, has_premise
from ..generate.style import used_in
from ..sexpr import Sexpr


def macro(dice: Dice, problem: Problem) -> Problem:
    """A constraint becomes a defined function of its variables."""
    predicates = problem.predicate_names()
    places = [
        (at, place)
        for at, clause in enumerate(problem.clauses)
        for place, term in enumerate(clause.body)
        if not has_premise(term, predicates)
    ]
    if not places:
        return problem
    at, place = dice.pick(places)
    clause, fresh = problem.clauses[at], Fresh(problem)
    inside, _ = used_in((clause.body[place],), clause.variables)
    name = fresh.name("macro")
    call: Sexpr = (name, *(variable for variable, _ in inside)) if inside else name
    definition: Sexpr = ("define-fun", name, inside, "Bool", clause.body[place])
    changed = replace(clause, body=(*clause.body[:place], call, *clause.body[place + 1 :]))
    clauses = (*problem.clauses[:at], changed, *problem.clauses[at + 1 :])
    names = (*problem.names, name)
    found = replace(problem, clauses=clauses, declarations=(*problem.declarations, definition), names=names)
    return fresh.counted(found)


def alias(dice: Dice, problem: Problem) -> Problem:
    """A sort gets a second name, which the variables of clauses use."""
    sorts = [sort for clause in problem.clauses for _, sort in clause.variables]
    if not sorts:
        return problem
    chosen, fresh = dice.pick(sorts), Fresh(problem)
    name = fresh.name("Alias")

    def visit(clause: Clause) -> Clause:
        binders = tuple((v, name if sort == chosen and dice.chance(0.7) else sort) for v, sort in clause.variables)
        return replace(clause, variables=binders)

    declarations = (*problem.declarations, ("define-sort", name, (), chosen))
    names = (*problem.names, name)
    changed = replace(problem.map_clauses(visit), declarations=declarations, names=names)
    return fresh.counted(changed)
