"""Older and shorter ways to write datatypes."""

from __future__ import annotations

from dataclasses import replace

from ..dice import Dice
from ..generate.problem import Clause, Problem
from ..sexpr import Sexpr, head, is_leaf, with_parts


def declarations(dice: Dice, problem: Problem) -> Problem:
    """`declare-datatype`, the form before SMT-LIB 2.6, and constructors without parentheses."""

    def rewritten(command: Sexpr) -> Sexpr:
        if head(command) != "declare-datatypes" or len(command[1]) != 1 or head(command[2][0]) == "par":
            return command
        name, body = command[1][0][0], command[2][0]
        forms: list[Sexpr] = [
            ("declare-datatype", name, body),
            ("declare-datatypes", (), ((name, *body),)),
            ("declare-datatypes", (), ((name, *(c[0] if len(c) == 1 else c for c in body)),)),
        ]
        return dice.pick(forms)

    return replace(problem, declarations=tuple(map(rewritten, problem.declarations)))


def qualifiers(_: Dice, problem: Problem) -> Problem:
    """A constructor needs no `as` where its place tells its sort: in a predicate, or in an equation with a variable."""
    predicates = problem.predicate_names()

    def shorter(term: Sexpr) -> Sexpr:
        return term[1] if head(term) == "as" and isinstance(term[1], str) and term[1] != "const" else term

    def visit(term: Sexpr, variables: set[str]) -> Sexpr:
        if is_leaf(term):
            return term
        term = with_parts(term, lambda part: visit(part, variables))
        is_equation = term[0] == "=" and any(part in variables for part in term[1:])
        return (term[0], *map(shorter, term[1:])) if is_equation or term[0] in predicates else term

    def change(clause: Clause) -> Clause:
        variables = {name for name, _ in clause.variables}
        body = tuple(visit(term, variables) for term in clause.body)
        return Clause(clause.variables, body, visit(clause.head, variables))

    return problem.map_clauses(change)
