"""More arguments than a predicate needs."""

from __future__ import annotations

from dataclasses import replace

from ..dice import Dice
from ..generate.problem import Clause, Fresh, Predicate, Problem, applied
from ..sexpr import Sexpr
from .positions import change_atoms

SORTS: list[tuple[Sexpr, Sexpr]] = [
    ("Int", "7"),
    ("Bool", "true"),
    ("Real", "1.5"),
    (("_", "BitVec", "4"), "#b0101"),
    (("Array", "Int", "Int"), (("as", "const", ("Array", "Int", "Int")), "0")),
]


def longer(problem: Problem, chosen: Predicate, sort: Sexpr) -> Problem:
    found = Predicate(chosen.name, (*chosen.sorts, sort))
    return replace(problem, predicates=tuple(found if p == chosen else p for p in problem.predicates))


def unused(dice: Dice, problem: Problem) -> Problem:
    """An argument that is anything in premises, and anything or a constant in heads."""
    sort, constant = dice.pick(SORTS)
    return with_argument(dice, problem, sort, constant)


def of_declared_sort(dice: Dice, problem: Problem) -> Problem:
    """The same with a sort that has no constants."""
    fresh = Fresh(problem)
    sort = fresh.name("Thing")
    found = with_argument(dice, fresh.counted(problem), sort, None)
    declaration: Sexpr = ("declare-sort", sort, "0")
    return replace(found, declarations=(*found.declarations, declaration), names=(*found.names, sort))


def with_argument(dice: Dice, problem: Problem, sort: Sexpr, constant: Sexpr | None) -> Problem:
    chosen, fresh = dice.pick(problem.predicates), Fresh(problem)

    def visit(clause: Clause) -> Clause:
        binders = list(clause.variables)

        def add(name: str, terms: tuple[Sexpr, ...]) -> Sexpr:
            binders.append((fresh.name("a"), sort))
            return applied(name, (*terms, binders[-1][0]))

        def add_to_head(name: str, terms: tuple[Sexpr, ...]) -> Sexpr:
            return applied(name, (*terms, constant)) if constant and dice.chance(0.5) else add(name, terms)

        body = tuple(change_atoms(term, {chosen.name}, add) for term in clause.body)
        head = change_atoms(clause.head, {chosen.name}, add_to_head)
        return Clause(tuple(binders), body, head)

    return fresh.counted(longer(problem.map_clauses(visit), chosen, sort))


def doubled(dice: Dice, problem: Problem) -> Problem:
    """The first argument again at the end: heads give it, premises ask for nothing new."""
    chosen, fresh = dice.pick(problem.predicates), Fresh(problem)
    if not chosen.sorts:
        return problem
    sort = chosen.sorts[0]

    def visit(clause: Clause) -> Clause:
        binders = list(clause.variables)

        def ask(name: str, terms: tuple[Sexpr, ...]) -> Sexpr:
            if dice.chance(0.5):
                return applied(name, (*terms, terms[0]))
            binders.append((fresh.name("d"), sort))
            return applied(name, (*terms, binders[-1][0]))

        body = tuple(change_atoms(term, {chosen.name}, ask) for term in clause.body)
        head = change_atoms(clause.head, {chosen.name}, lambda name, terms: applied(name, (*terms, terms[0])))
        return Clause(tuple(binders), body, head)

    return fresh.counted(longer(problem.map_clauses(visit), chosen, sort))
