"""Premises inside conjunctions, disjunctions and cases that mean the same."""

from __future__ import annotations

from ..dice import Dice
from ..generate.problem import Clause, Fresh, Problem, applied, has_premise, is_premise
from ..sexpr import Sexpr
from .conditions import about
from .positions import change_atoms


def around(dice: Dice, premise: Sexpr, condition: Sexpr) -> Sexpr:
    shapes: list[Sexpr] = [
        ("and", premise, "true"),
        ("or", premise, "false"),
        ("or", "false", ("and", premise, premise)),
        ("ite", "true", premise, "false"),
        ("ite", "false", "true", premise),
        ("ite", condition, premise, premise),
        ("or", ("and", condition, premise), ("and", ("not", condition), premise)),
        ("and", premise, ("or", premise, condition)),
        ("not", ("not", premise)),
        ("not", ("=>", premise, "false")),
        ("let", (("premise_", premise),), "premise_"),
    ]
    return dice.pick(shapes)


def premises(dice: Dice, problem: Problem) -> Problem:
    predicates = problem.predicate_names()

    def visit(clause: Clause) -> Clause:
        def nest(term: Sexpr) -> Sexpr:
            if not has_premise(term, predicates) or dice.chance(0.5):
                return term
            return around(dice, term, about(dice, clause.variables))

        return Clause(clause.variables, tuple(map(nest, clause.body)), clause.head)

    return problem.map_clauses(visit)


def universal(dice: Dice, problem: Problem) -> Problem:
    """A premise p(t) as: for all k, if k = t then p(k)."""
    fresh = Fresh(problem)
    sorts = {predicate.name: predicate.sorts for predicate in problem.predicates}

    def quantified(name: str, terms: tuple[Sexpr, ...]) -> Sexpr:
        if not terms or dice.chance(0.5):
            return applied(name, terms)
        at, word = dice.number(0, len(terms) - 1), fresh.name("k")
        inner = applied(name, (*terms[:at], word, *terms[at + 1 :]))
        return ("forall", ((word, sorts[name][at]),), ("=>", ("=", word, terms[at]), inner))

    def visit(clause: Clause) -> Clause:
        names = set(sorts)
        body = tuple(change_atoms(t, names, quantified) if is_premise(t, names) else t for t in clause.body)
        return Clause(clause.variables, body, clause.head)

    return fresh.counted(problem.map_clauses(visit))
