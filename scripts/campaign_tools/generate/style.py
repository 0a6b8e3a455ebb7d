"""The many formulas that one clause can be written as."""

from __future__ import annotations

from collections.abc import Callable, Container

from ..dice import Dice
from ..sexpr import QUANTIFIERS, Sexpr, atoms
from .problem import Binder, Clause

Shape = Callable[[Dice, Clause], Sexpr]


def conjunction(parts: tuple[Sexpr, ...]) -> Sexpr:
    if not parts:
        return "true"
    return parts[0] if len(parts) == 1 else ("and", *parts)


def quantified(word: str, binders: tuple[Binder, ...], formula: Sexpr) -> Sexpr:
    return (word, tuple(binders), formula) if binders else formula


def negated(formula: Sexpr) -> Sexpr:
    return ("not", formula)


def implication(dice: Dice, clause: Clause) -> Sexpr:
    if not clause.body and dice.chance(0.7):
        return quantified("forall", clause.variables, clause.head)
    return quantified("forall", clause.variables, ("=>", conjunction(clause.body), clause.head))


def old_word(_: Dice, clause: Clause) -> Sexpr:
    return quantified("forall", clause.variables, ("implies", conjunction(clause.body), clause.head))


def chain(_: Dice, clause: Clause) -> Sexpr:
    """`a => (b => c)`."""
    formula = clause.head
    for part in reversed(clause.body or ("true",)):
        formula = ("=>", part, formula)
    return quantified("forall", clause.variables, formula)


def wide(_: Dice, clause: Clause) -> Sexpr:
    """`(=> a b c)`, which associates to the right."""
    return quantified("forall", clause.variables, ("=>", *(clause.body or ("true",)), clause.head))


def disjunction(dice: Dice, clause: Clause) -> Sexpr:
    parts = [*map(negated, clause.body), clause.head]
    if clause.head == "false" and len(parts) > 2:
        parts.pop()
    parts = dice.shuffled(parts)
    return quantified("forall", clause.variables, ("or", *parts) if len(parts) > 1 else parts[0])


def refutation(_: Dice, clause: Clause) -> Sexpr:
    """`not (body and not head)`."""
    parts = (*clause.body, *([] if clause.head == "false" and clause.body else [negated(clause.head)]))
    return quantified("forall", clause.variables, negated(conjunction(parts)))


def no_witness(_: Dice, clause: Clause) -> Sexpr:
    parts = (*clause.body, *([] if clause.head == "false" else [negated(clause.head)]))
    return negated(quantified("exists", clause.variables, conjunction(parts)))


def used_in(terms: tuple[Sexpr, ...], binders: tuple[Binder, ...]) -> tuple[tuple[Binder, ...], tuple[Binder, ...]]:
    """The variables that occur in terms, and the others."""
    words = {atom for term in terms for atom in atoms(term)}
    return tuple(b for b in binders if b[0] in words), tuple(b for b in binders if b[0] not in words)


def nested(dice: Dice, clause: Clause) -> Sexpr:
    """`forall x (a => forall y (b => c))`."""
    at = dice.number(0, len(clause.body))
    outer, inner = used_in(clause.body[:at], clause.variables)
    rest = quantified("forall", inner, ("=>", conjunction(clause.body[at:]), clause.head))
    return quantified("forall", outer, ("=>", conjunction(clause.body[:at]), rest))


def existential(_: Dice, clause: Clause) -> Sexpr:
    """Variables that are not in the head are bound in the body."""
    outer, inner = used_in((clause.head,), clause.variables)
    body = quantified("exists", inner, conjunction(clause.body))
    return quantified("forall", outer, ("=>", body, clause.head))


def cases(dice: Dice, clause: Clause) -> Sexpr:
    """An `ite`. Its condition stands in both polarities, so that a quantifier in it would not be Horn."""
    if any(word in QUANTIFIERS for term in clause.body for word in atoms(term)):
        return implication(dice, clause)
    return quantified("forall", clause.variables, ("ite", conjunction(clause.body), clause.head, "true"))


def bound_head(_: Dice, clause: Clause) -> Sexpr:
    """The head under a name."""
    formula: Sexpr = ("let", (("head_", clause.head),), ("=>", conjunction(clause.body), "head_"))
    return quantified("forall", clause.variables, formula)


SHAPES: list[tuple[Shape, float]] = [
    (implication, 8),
    (chain, 1),
    (wide, 0.5),
    (disjunction, 1.5),
    (refutation, 1),
    (no_witness, 0.7),
    (nested, 1),
    (existential, 1.2),
    (cases, 0.4),
    (old_word, 0.3),
    (bound_head, 0.4),
]


def formula(dice: Dice, clause: Clause, names: Container[str]) -> Sexpr:
    """One of the shapes. Where `implies` is a name of the problem it is no implication."""
    choices = [(shape, weight) for shape, weight in SHAPES if shape is not old_word or "implies" not in names]
    return dice.weighted([shape for shape, _ in choices], [weight for _, weight in choices])(dice, clause)
