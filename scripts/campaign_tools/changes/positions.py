"""Visits the places where predicates are applied."""

from __future__ import annotations

from collections.abc import Callable

from ..generate.problem import Clause, Problem
from ..sexpr import Sexpr, with_parts

Change = Callable[[str, tuple[Sexpr, ...]], Sexpr]


def change_atoms(term: Sexpr, predicates: set[str], change: Change) -> Sexpr:
    if isinstance(term, str):
        return change(term, ()) if term in predicates else term
    if isinstance(term[0], str) and term[0] in predicates:
        return change(term[0], term[1:])
    return with_parts(term, lambda part: change_atoms(part, predicates, change))


def map_atoms(problem: Problem, change: Change) -> Problem:
    """A problem where every application of a predicate is another formula."""
    predicates = problem.predicate_names()

    def visit(clause: Clause) -> Clause:
        body = tuple(change_atoms(term, predicates, change) for term in clause.body)
        return Clause(clause.variables, body, change_atoms(clause.head, predicates, change))

    return problem.map_clauses(visit)
