"""Functions over lists, trees and numbers as relations, with a random question about their results."""

from __future__ import annotations

from ..dice import Dice
from ..sexpr import Sexpr, read
from .grammar import Grammar
from .problem import Clause, Predicate, Problem
from .shapes import goal_conditions
from .theory import core, datatypes, integers

# Clauses read: head, then the premises and constraints. Variables are the single letters, sorted by the tables below.
LIBRARY = {
    "len": ("Lst Int", "(len nil 0) ((len (cons n a) (+ 1 m)) (len a m))"),
    "sum": ("Lst Int", "(sum nil 0) ((sum (cons n a) (+ n m)) (sum a m))"),
    "app": ("Lst Lst Lst", "(app nil a a) ((app (cons n a) b (cons n c)) (app a b c))"),
    "rev": ("Lst Lst Lst", "(rev nil a a) ((rev (cons n a) b c) (rev a (cons n b) c))"),
    "ins": (
        "Int Lst Lst",
        "(ins n nil (cons n nil)) ((ins n (cons m a) (cons n (cons m a))) (<= n m))"
        " ((ins n (cons m a) (cons m b)) (> n m) (ins n a b))",
    ),
    "mem": ("Int Lst", "(mem n (cons n a)) ((mem n (cons m a)) (mem n a))"),
    "sorted": ("Lst", "(sorted nil) (sorted (cons n nil)) ((sorted (cons n (cons m a))) (<= n m) (sorted (cons m a)))"),
    "up": ("Int Lst", "(up 0 nil) ((up (+ n 1) (cons n a)) (up n a))"),
    "size": (
        "Tree Int",
        "(size leaf 0) ((size (node t n u) (+ 1 m k)) (size t m) (size u k))",
    ),
    "mirror": (
        "Tree Tree",
        "(mirror leaf leaf) ((mirror (node t n u) (node v n w)) (mirror t w) (mirror u v))",
    ),
    "depth": (
        "Tree Int",
        "(depth leaf 0) ((depth (node t n u) (+ 1 (ite (> m k) m k))) (depth t m) (depth u k))",
    ),
    "plus": ("Nat Nat Nat", "(plus zero x x) ((plus (succ x) y (succ z)) (plus x y z))"),
    "even": ("Nat", "(even zero) ((even (succ x)) (odd x))"),
    "odd": ("Nat", "((odd (succ x)) (even x))"),
    "fib": (
        "Int Int",
        "((fib n 1) (<= n 1)) ((fib n (+ m k)) (> n 1) (fib (- n 1) m) (fib (- n 2) k))",
    ),
    "mc": ("Int Int", "((mc n (- n 10)) (> n 20)) ((mc n k) (<= n 20) (mc (+ n 11) m) (mc m k))"),
}
NEEDS = {"even": ("odd",), "odd": ("even",)}
LETTERS: dict[str, Sexpr] = {
    **{letter: "Int" for letter in "nmk"},
    **{letter: "Lst" for letter in "abc"},
    **{letter: "Tree" for letter in "tuvw"},
    **{letter: "Nat" for letter in "xyz"},
}


def letters(*terms: Sexpr) -> tuple[tuple[str, Sexpr], ...]:
    """The variables of terms."""
    found: dict[str, Sexpr] = {}

    def visit(term: Sexpr) -> None:
        if isinstance(term, str):
            if term in LETTERS:
                found[term] = LETTERS[term]
        else:
            for part in term:
                visit(part)

    for term in terms:
        visit(term)
    return tuple(sorted(found.items()))


def clauses_of(name: str) -> list[Clause]:
    found = []
    for entry in read(LIBRARY[name][1]):
        is_fact = isinstance(entry[0], str)
        head, body = (entry, ()) if is_fact else (entry[0], tuple(entry[1:]))
        found.append(Clause(letters(head, *body), body, head))
    return found


def grammar() -> Grammar:
    """The datatypes of the library, always the same."""
    dice = Dice("library")
    groups = [datatypes.integer_list(), datatypes.tree(), datatypes.naturals()]
    theories = [integers.theory(dice), datatypes.of_groups(groups)]
    sorts = [sort for made in theories for sort in made.sorts]
    return Grammar([*theories, core.theory(dice, sorts)])


def classic(dice: Dice, _grammar: Grammar) -> Problem:
    """One or two functions; the question is about both, with shared variables where their sorts allow it."""
    made = grammar()
    chosen = dice.sample(list(LIBRARY), dice.weighted([1, 2], [2, 3]))
    used = list(dict.fromkeys([*chosen, *(name for first in chosen for name in NEEDS.get(first, ()))]))
    predicates = [Predicate(name, tuple(LIBRARY[name][0].split())) for name in used]
    clauses = [clause for name in used for clause in clauses_of(name)]
    goals = []
    for _ in range(dice.weighted([1, 2], [4, 1])):
        frame: dict[str, Sexpr] = {}
        premises = [premise(dice, predicate, frame) for predicate in predicates if predicate.name in chosen]
        body = (*premises, *goal_conditions(dice, made, tuple(frame.items())))
        goals.append((Clause(tuple(frame.items()), body, "false"),))
    return Problem(made.declarations, tuple(predicates), tuple(clauses), tuple(goals), made.names)


def premise(dice: Dice, predicate: Predicate, frame: dict[str, Sexpr]) -> Sexpr:
    terms = []
    for sort in predicate.sorts:
        known = [name for name, of in frame.items() if of == sort]
        name = dice.pick(known) if known and dice.chance(0.5) else f"g{len(frame)}"
        frame[name] = sort
        terms.append(name)
    return (predicate.name, *terms)
