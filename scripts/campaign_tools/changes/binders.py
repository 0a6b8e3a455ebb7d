"""`let` and `exists` where none is needed."""

from __future__ import annotations

from dataclasses import replace

from ..dice import Dice
from ..generate.problem import Clause, Fresh, Problem
from ..generate.style import conjunction, quantified, used_in
from ..sexpr import QUANTIFIERS, Sexpr, head, is_leaf, substitute, with_parts


def open_terms(term: Sexpr) -> list[Sexpr]:
    """Applications that are not under a binder."""
    if is_leaf(term) or head(term) in (*QUANTIFIERS, "let", "match"):
        return []
    found = [term]

    def note(part: Sexpr) -> Sexpr:
        found.extend(open_terms(part))
        return part

    with_parts(term, note)
    return found


def everywhere(term: Sexpr, old: Sexpr, new: Sexpr) -> Sexpr:
    """All occurrences of a term that are not under a binder."""
    if term == old:
        return new
    if is_leaf(term) or head(term) in (*QUANTIFIERS, "let", "match"):
        return term
    return with_parts(term, lambda part: everywhere(part, old, new))


def let(dice: Dice, problem: Problem) -> Problem:
    """Subterms get names."""
    fresh = Fresh(problem)

    def bind(term: Sexpr) -> Sexpr:
        choices = open_terms(term)[1:]
        if not choices or dice.chance(0.4):
            return term
        chosen, name = dice.pick(choices), fresh.name("l")
        return ("let", ((name, chosen),), everywhere(term, chosen, name))

    def visit(clause: Clause) -> Clause:
        return replace(clause, body=tuple(map(bind, clause.body)))

    return fresh.counted(problem.map_clauses(visit))


def swapping_let(dice: Dice, problem: Problem) -> Problem:
    """`(let ((x y) (y x)) …)` around a formula where x and y are swapped."""

    def visit(clause: Clause) -> Clause:
        pairs = [
            (left, right)
            for left, sort in clause.variables
            for right, other in clause.variables
            if left < right and sort == other
        ]
        if not pairs or not clause.body:
            return clause
        left, right = dice.pick(pairs)
        at = dice.number(0, len(clause.body) - 1)
        swapped = substitute(clause.body[at], {left: right, right: left})
        found: Sexpr = ("let", ((left, right), (right, left)), swapped)
        return replace(clause, body=(*clause.body[:at], found, *clause.body[at + 1 :]))

    return problem.map_clauses(visit)


def exists(dice: Dice, problem: Problem) -> Problem:
    """A part of a body with the variables that only it has."""

    def visit(clause: Clause) -> Clause:
        if len(clause.body) < 1 or dice.chance(0.3):
            return clause
        body = dice.shuffled(clause.body)
        cut = dice.number(1, len(body))
        part, rest = tuple(body[:cut]), tuple(body[cut:])
        outer, inner = used_in((*rest, clause.head), clause.variables)
        if not inner:
            return clause
        return Clause(outer, (quantified("exists", inner, conjunction(part)), *rest), clause.head)

    return problem.map_clauses(visit)
