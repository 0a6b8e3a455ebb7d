"""Terms of a mixture of theories, from tables of productions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..dice import Dice
from ..sexpr import Sexpr, write
from .problem import Binder

Sub = Callable[[Sexpr], Sexpr]
Build = Callable[[Dice, Sub], Sexpr]

BOOL: Sexpr = "Bool"


@dataclass(frozen=True)
class Production:
    """A way to make a term of a sort. A gentle one is what a loop does to a variable in one step."""

    result: Sexpr
    build: Build
    weight: float = 1.0
    is_gentle: bool = False


def op(result: Sexpr, operator: Sexpr, *sorts: Sexpr, weight: float = 1.0, gentle: bool = False) -> Production:
    """The production of a plain operator."""
    return Production(result, lambda _, sub: (operator, *map(sub, sorts)), weight, gentle)


@dataclass(frozen=True)
class Theory:
    """Sorts of variables, what has to be declared for them, the names that this declares, and how terms are made."""

    sorts: tuple[Sexpr, ...]
    productions: tuple[Production, ...]
    literals: Callable[[Dice, Sexpr], Sexpr | None]
    declarations: tuple[Sexpr, ...] = ()
    names: tuple[str, ...] = ()


class Grammar:
    """The union of theories."""

    def __init__(self, theories: list[Theory]) -> None:
        self.theories = theories
        self.sorts = [sort for theory in theories for sort in theory.sorts]
        self.declarations = tuple(command for theory in theories for command in theory.declarations)
        self.names = tuple(name for theory in theories for name in theory.names)
        self.table: dict[str, list[Production]] = {}
        for theory in theories:
            for production in theory.productions:
                self.table.setdefault(write(production.result), []).append(production)

    def literal(self, dice: Dice, sort: Sexpr) -> Sexpr:
        for theory in self.theories:
            found = theory.literals(dice, sort)
            if found is not None:
                return found
        raise LookupError(write(sort))

    def leaf(self, dice: Dice, scope: list[Binder], sort: Sexpr, share: float = 0.75) -> Sexpr:
        """A variable of the scope or a literal."""
        fitting = [name for name, of in scope if of == sort]
        return dice.pick(fitting) if fitting and dice.chance(share) else self.literal(dice, sort)

    def term(self, dice: Dice, scope: list[Binder], sort: Sexpr, depth: int, gentle: bool = False) -> Sexpr:
        table = [p for p in self.table.get(write(sort), ()) if p.is_gentle or not gentle]
        if depth <= 0 or not table or (depth == 1 and dice.chance(0.3)):
            return self.leaf(dice, scope, sort)
        production = dice.weighted(table, [p.weight for p in table])
        return production.build(dice, lambda wanted: self.term(dice, scope, wanted, depth - 1))

    def update(self, dice: Dice, scope: list[Binder], name: str, sort: Sexpr) -> Sexpr:
        """What a step makes of a variable."""
        case = dice.random.random()
        if case < 0.3:
            return name
        if case < 0.85:
            return self.term(dice, [(name, sort)] * 3 + scope, sort, 1, gentle=True)
        return self.term(dice, scope, sort, 2)

    def condition(self, dice: Dice, scope: list[Binder]) -> Sexpr:
        """A formula about the scope, mostly an atom."""
        return self.term(dice, scope, BOOL, 3 if dice.chance(0.15) else 2 if dice.chance(0.4) else 1)
