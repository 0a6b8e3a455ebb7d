"""Premises inside conjunctions, disjunctions and cases that mean the same."""

from __future__ import annotations

from ..dice import Dice
from ..generate.problem import Clause, Problem, has_premise
from ..sexpr import Sexpr
from .conditions import about


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
