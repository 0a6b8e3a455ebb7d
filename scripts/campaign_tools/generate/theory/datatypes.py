"""Algebraic datatypes: enumerations, records, lists, trees, parametric and mutual ones."""

from __future__ import annotations

from dataclasses import dataclass

from ...dice import Dice
from ...sexpr import Sexpr, one
from ..grammar import BOOL, Production, Sub, Theory, op
from .integers import INT

Field = tuple[str, Sexpr]


@dataclass(frozen=True)
class Constructor:
    name: str
    fields: tuple[Field, ...] = ()
    # A constructor that the sort of its arguments does not tell has to be qualified.
    is_qualified: bool = False

    def applied(self, sort: Sexpr, sub: Sub) -> Sexpr:
        word: Sexpr = ("as", self.name, sort) if self.is_qualified else self.name
        return (word, *(sub(of) for _, of in self.fields)) if self.fields else word


@dataclass(frozen=True)
class Datatype:
    sort: Sexpr
    constructors: tuple[Constructor, ...]


@dataclass(frozen=True)
class Group:
    """What one command declares."""

    command: Sexpr
    types: tuple[Datatype, ...]
    names: tuple[str, ...]


def group(command: str, names: str, *types: Datatype) -> Group:
    return Group(one(command), types, tuple(names.split()))


def enumeration() -> Group:
    return group(
        "(declare-datatypes ((Colour 0)) (((red) (green) (blue))))",
        "Colour red green blue",
        Datatype("Colour", tuple(map(Constructor, ("red", "green", "blue")))),
    )


def record() -> Group:
    fields: tuple[Field, ...] = (("first", INT), ("second", BOOL))
    return group(
        "(declare-datatypes ((Pair 0)) (((pair (first Int) (second Bool)))))",
        "Pair pair first second",
        Datatype("Pair", (Constructor("pair", fields),)),
    )


def naturals() -> Group:
    return group(
        "(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))",
        "Nat zero succ pred",
        Datatype("Nat", (Constructor("zero"), Constructor("succ", (("pred", "Nat"),)))),
    )


def integer_list() -> Group:
    return group(
        "(declare-datatypes ((Lst 0)) (((nil) (cons (hd Int) (tl Lst)))))",
        "Lst nil cons hd tl",
        Datatype("Lst", (Constructor("nil"), Constructor("cons", (("hd", INT), ("tl", "Lst"))))),
    )


def parametric(*elements: Sexpr) -> Group:
    types = []
    for element in elements:
        sort: Sexpr = ("Seq1", element)
        fields: tuple[Field, ...] = (("front", element), ("rest", sort))
        types.append(Datatype(sort, (Constructor("empty", (), True), Constructor("insert", fields))))
    return group(
        "(declare-datatypes ((Seq1 1)) ((par (T) ((empty) (insert (front T) (rest (Seq1 T)))))))",
        "Seq1 empty insert front rest",
        *types,
    )


def option() -> Group:
    sort: Sexpr = ("Maybe", INT)
    some = Constructor("some", (("value", INT),))
    return group(
        "(declare-datatypes ((Maybe 1)) ((par (T) ((none) (some (value T))))))",
        "Maybe none some value",
        Datatype(sort, (Constructor("none", (), True), some)),
    )


def tree() -> Group:
    fields: tuple[Field, ...] = (("left", "Tree"), ("label", INT), ("right", "Tree"))
    return group(
        "(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (label Int) (right Tree)))))",
        "Tree leaf node left label right",
        Datatype("Tree", (Constructor("leaf"), Constructor("node", fields))),
    )


def mutual() -> Group:
    rose: tuple[Field, ...] = (("root", INT), ("children", "Forest"))
    forest: tuple[Field, ...] = (("oldest", "Rose"), ("younger", "Forest"))
    return group(
        "(declare-datatypes ((Rose 0) (Forest 0)) (((rose (root Int) (children Forest)))"
        " ((nobody) (more (oldest Rose) (younger Forest)))))",
        "Rose Forest rose root children nobody more oldest younger",
        Datatype("Rose", (Constructor("rose", rose),)),
        Datatype("Forest", (Constructor("nobody"), Constructor("more", forest))),
    )


def tested(sort: Sexpr, constructor: Constructor) -> Production:
    return op(BOOL, ("_", "is", constructor.name), sort, weight=0.8)


def matched(sort: Sexpr, constructors: tuple[Constructor, ...]) -> Production:
    """A `match` with a case for every constructor."""

    def build(dice: Dice, sub: Sub) -> Sexpr:
        cases: list[Sexpr] = []
        for constructor in constructors:
            names = [f"m{dice.number(0, 10**6)}" for _ in constructor.fields]
            pattern: Sexpr = (constructor.name, *names) if names else constructor.name
            cases.append((pattern, sub(INT)))
        return ("match", sub(sort), tuple(cases))

    return Production(INT, build, 0.1)


def productions(datatype: Datatype) -> list[Production]:
    sort, found = datatype.sort, []
    for constructor in datatype.constructors:
        build = lambda _, sub, made=constructor: made.applied(sort, sub)  # noqa: E731
        found.append(Production(sort, build, 1 + len(constructor.fields), True))
        if len(datatype.constructors) > 1:
            found.append(tested(sort, constructor))
        for name, of in constructor.fields:
            found.append(op(of, name, sort, weight=0.8, gentle=of == sort))
    found.append(matched(sort, datatype.constructors))
    return found


def literal_in(types: list[Datatype]) -> dict[Sexpr, Sexpr]:
    """A value of each sort, from the simplest constructors."""
    values: dict[Sexpr, Sexpr] = {INT: "0", BOOL: "true"}
    for _ in types:
        for datatype in types:
            for constructor in datatype.constructors:
                if datatype.sort not in values and all(of in values for _, of in constructor.fields):
                    values[datatype.sort] = constructor.applied(datatype.sort, lambda of: values[of])
    return values


def theory(dice: Dice) -> Theory:
    choices = [enumeration, record, naturals, integer_list, option, tree, mutual]
    groups = [make() for make in dice.sample(choices, dice.weighted([0, 1, 2], [1, 4, 2]))]
    if not groups or dice.chance(0.2):
        groups.append(parametric(*dice.pick([[INT], [INT, BOOL], [BOOL]])))
    return of_groups(groups)


def of_groups(groups: list[Group]) -> Theory:
    types = [datatype for made in groups for datatype in made.types]
    values = literal_in(types)

    def literal(dice: Dice, sort: Sexpr) -> Sexpr | None:
        constants = [
            constructor.applied(sort, lambda of: of)
            for datatype in types
            if datatype.sort == sort
            for constructor in datatype.constructors
            if not constructor.fields
        ]
        return dice.pick(constants) if constants else values.get(sort) if sort not in (INT, BOOL) else None

    return Theory(
        tuple(datatype.sort for datatype in types),
        tuple(production for datatype in types for production in productions(datatype)),
        literal,
        tuple(made.command for made in groups),
        tuple(name for made in groups for name in made.names),
    )
