"""Operators that mean the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from ..dice import Dice
from ..generate.problem import Clause, Problem
from ..sexpr import Sexpr, is_leaf, with_parts

Parts = tuple[Sexpr, ...]
Rule = Callable[[Parts], Sexpr]


def negation(term: Sexpr) -> Sexpr:
    return ("not", term)


def flipped(word: str) -> Rule:
    return lambda parts: (word, *reversed(parts))


def refused(word: str) -> Rule:
    """The negation of the contrary."""
    return lambda parts: negation((word, *parts))


def pairs_of(word: str) -> Rule:
    """A chain of comparisons as a conjunction."""
    return lambda parts: ("and", *((word, *pair) for pair in pairwise(parts)))


def nested(word: str) -> Rule:
    """A long operator as binary ones."""
    return lambda parts: (word, parts[0], (word, *parts[1:])) if len(parts) > 2 else (word, *parts)


def dual(word: str, inner: str = "not") -> Rule:
    """By De Morgan."""
    return lambda parts: (inner, (word, *((inner, part) for part in parts)))


# Rules for two parts, and for any number.
BINARY: dict[str, list[Rule]] = {
    "<": [flipped(">"), refused(">=")],
    "<=": [flipped(">="), refused(">"), lambda p: ("or", ("<", *p), ("=", *p))],
    ">": [flipped("<"), refused("<=")],
    ">=": [flipped("<="), refused("<")],
    "=": [flipped("="), refused("distinct")],
    "distinct": [refused("="), flipped("distinct")],
    "xor": [refused("="), flipped("xor")],
    "=>": [lambda p: ("or", negation(p[0]), p[1]), lambda p: ("=>", negation(p[1]), negation(p[0]))],
    "or": [lambda p: ("=>", negation(p[0]), p[1]), lambda p: ("ite", p[0], "true", p[1])],
    "and": [lambda p: ("ite", p[0], p[1], "false"), lambda p: negation(("=>", p[0], negation(p[1])))],
    "-": [lambda p: ("+", p[0], ("-", p[1]))],
    "+": [flipped("+"), lambda p: ("-", p[0], ("-", p[1]))],
    "*": [flipped("*")],
    "bvadd": [flipped("bvadd"), lambda p: ("bvsub", p[0], ("bvneg", p[1]))],
    "bvsub": [lambda p: ("bvadd", p[0], ("bvneg", p[1]))],
    "bvmul": [flipped("bvmul")],
    "bvand": [flipped("bvand"), dual("bvor", "bvnot")],
    "bvor": [flipped("bvor"), dual("bvand", "bvnot")],
    "bvxor": [flipped("bvxor"), lambda p: ("bvnot", ("bvxnor", *p))],
    "bvult": [flipped("bvugt"), refused("bvuge")],
    "bvule": [flipped("bvuge"), refused("bvugt")],
    "bvugt": [flipped("bvult"), refused("bvule")],
    "bvuge": [flipped("bvule"), refused("bvult")],
    "bvslt": [flipped("bvsgt"), refused("bvsge")],
    "bvsle": [flipped("bvsge"), refused("bvsgt")],
    "bvsgt": [flipped("bvslt"), refused("bvsle")],
    "bvsge": [flipped("bvsle"), refused("bvslt")],
}
ANY: dict[str, list[Rule]] = {
    "and": [lambda p: ("and", *reversed(p)), nested("and"), dual("or"), lambda p: ("and", *p, "true")],
    "or": [lambda p: ("or", *reversed(p)), nested("or"), dual("and"), lambda p: ("or", "false", *p)],
    "+": [nested("+"), lambda p: ("+", *reversed(p))],
    "<": [pairs_of("<")],
    "<=": [pairs_of("<=")],
    ">": [pairs_of(">")],
    ">=": [pairs_of(">=")],
    "ite": [lambda p: ("ite", negation(p[0]), p[2], p[1])],
    "not": [lambda p: ("=", p[0], "false"), lambda p: ("ite", p[0], "false", "true"), lambda p: ("xor", p[0], "true")],
    # The sum of x and its complement is minus one.
    "bvnot": [lambda p: ("bvsub", ("bvor", p[0], ("bvnot", p[0])), p[0])],
    "bvneg": [lambda p: ("bvnot", ("bvadd", p[0], ("bvor", p[0], ("bvnot", p[0]))))],
    "store": [lambda p: ("store", ("store", *p), p[1], p[2])],
}


def rules_for(term: Sexpr) -> list[Rule]:
    if is_leaf(term) or not isinstance(term[0], str):
        return []
    found = list(ANY.get(term[0], ())) if len(term) > 2 or term[0] in ("not", "bvnot", "bvneg") else []
    if len(term) == 3:
        found += BINARY.get(term[0], ())
    return found


def rewritten(dice: Dice, term: Sexpr, share: float, predicates: set[str]) -> Sexpr:
    """Some of the operators of a term; whatever contains a premise keeps its form but for what is inside."""
    if isinstance(term, str) or is_leaf(term):
        return term
    inside = with_parts(term, lambda part: rewritten(dice, part, share, predicates))
    rules = rules_for(inside)
    if rules and dice.chance(share) and not mentions(inside, predicates):
        return dice.pick(rules)(tuple(inside[1:]))
    return inside


def mentions(term: Sexpr, predicates: set[str]) -> bool:
    if isinstance(term, str):
        return term in predicates
    return any(mentions(part, predicates) for part in term)


def around(dice: Dice, term: Sexpr) -> Sexpr:
    """A constraint in a cover."""
    shapes: list[Sexpr] = [
        ("and", term),
        ("or", term),
        ("not", ("not", term)),
        ("=>", "true", term),
        ("ite", term, "true", "false"),
        ("=", term, "true"),
        ("let", (("cover_", term),), "cover_"),
        ("and", term, ("and",)),
        ("or", term, ("or",)),
    ]
    weights = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.1, 0.1]
    return dice.weighted(shapes, weights)


def operators(dice: Dice, problem: Problem) -> Problem:
    share = dice.pick([0.15, 0.4, 0.8])
    predicates = problem.predicate_names()

    def visit(clause: Clause) -> Clause:
        body = tuple(rewritten(dice, term, share, predicates) for term in clause.body)
        covered = tuple(around(dice, t) if not mentions(t, predicates) and dice.chance(0.1) else t for t in body)
        return replace(clause, body=covered, head=rewritten_head(dice, clause.head, share))

    return problem.map_clauses(visit)


def rewritten_head(dice: Dice, head: Sexpr, share: float) -> Sexpr:
    """The arguments of a head."""
    if isinstance(head, str):
        return head
    return (head[0], *(rewritten(dice, term, share, set()) for term in head[1:]))
