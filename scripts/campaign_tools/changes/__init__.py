"""Changes of problems that keep every answer."""

from __future__ import annotations

from collections.abc import Callable

from ..dice import Dice
from ..generate.problem import Problem
from . import arguments, binders, datatypes, fold, macros, nest, operators, redundant, rename, reorder, split

Change = Callable[[Dice, Problem], Problem]

CHANGES: dict[str, tuple[Change, float]] = {
    "reorder-clauses": (reorder.clauses, 1),
    "reorder-arguments": (reorder.arguments, 1),
    "reorder-premises": (reorder.premises, 1),
    "reorder-declarations": (reorder.declarations, 0.6),
    "fold": (fold.fold, 1),
    "unfold": (fold.unfold, 1),
    "split-predicate": (split.predicate, 0.8),
    "split-clause": (split.clause, 0.8),
    "name-arguments": (split.flatten, 0.8),
    "redundant-clauses": (redundant.clauses, 1),
    "redundant-constraints": (redundant.constraints, 1),
    "operators": (operators.operators, 2),
    "unused-argument": (arguments.unused, 0.8),
    "doubled-argument": (arguments.doubled, 0.5),
    "nest-premises": (nest.premises, 1),
    "universal-premise": (nest.universal, 0.1),
    "old-datatypes": (datatypes.declarations, 0.5),
    "no-qualifiers": (datatypes.qualifiers, 0.3),
    "declared-sort": (arguments.of_declared_sort, 0.3),
    "let": (binders.let, 1),
    "swapping-let": (binders.swapping_let, 0.4),
    "exists": (binders.exists, 0.8),
    "macro": (macros.macro, 0.8),
    "alias": (macros.alias, 0.3),
}
# Names come last, since the other changes make new ones.
NAMES: dict[str, tuple[Change, float]] = {
    "plain-names": (rename.plain, 1),
    "odd-names": (rename.odd, 0.4),
    "shadow": (rename.shadow, 0.5),
}


def changed(dice: Dice, problem: Problem, count: int) -> tuple[Problem, list[str]]:
    """So many changes, and often new names."""
    words = dice.random.choices(list(CHANGES), [weight for _, weight in CHANGES.values()], k=count)
    if dice.chance(0.35):
        words += dice.random.choices(list(NAMES), [weight for _, weight in NAMES.values()])
    for word in words:
        change, _ = (CHANGES | NAMES)[word]
        problem = change(dice, problem)
    return problem, words
