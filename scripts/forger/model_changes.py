"""Changes of models. Each gives the new text, or None where it finds nothing to change."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

from .sexpr import Path, Sexpr, Unreadable, at, head, mapped, name_of, places, put, read, write
from .words import CONFUSED, FLIPS, INJECTED, ODDITIES, SORTS, TRICKY

Change: TypeAlias = Callable[[random.Random, str, str], str | None]
MARK = "zz-mark"
OPERATORS = {word for kind in FLIPS for word in kind}


def parsed(text: str) -> tuple[Sexpr, ...] | None:
    try:
        return tuple(read(text))
    except Unreadable:
        return None


def shown(items: tuple[Sexpr, ...]) -> str:
    return "\n".join(map(write, items)) + "\n"


def definitions(items: tuple[Sexpr, ...]) -> list[Path]:
    """Where the definitions stand."""
    found = []
    for path, item in places(items):
        if len(path) <= 2 and head(item).startswith("define-") and isinstance(item, tuple) and len(item) == 5:
            found.append(path)
    return found


def terms(items: tuple[Sexpr, ...]) -> list[Path]:
    """Where the terms of all bodies stand, but for the lists of variables."""
    found = []
    for path in definitions(items):
        for where, item in places(at(items, (*path, 4)), (*path, 4)):
            before = at(items, where[:-1])
            if isinstance(item, tuple) and item and isinstance(item[0], tuple) and head(before) != "":
                continue
            if where[-1] != 0 or len(where) == len(path) + 1:
                found.append(where)
    return found


def on_tree(change: Callable[[random.Random, tuple[Sexpr, ...], str], Sexpr | None]) -> Change:
    """A change of the parsed text."""

    def run(dice: random.Random, text: str, other: str) -> str | None:
        items = parsed(text)
        if not items or not definitions(items):
            return None
        new = change(dice, items, other)
        return shown(new) if isinstance(new, tuple) else None

    run.__name__ = change.__name__
    return run


@on_tree
def subterm(dice: random.Random, items: tuple[Sexpr, ...], other: str) -> Sexpr | None:
    """Another term of this model or of another."""
    donors = parsed(other) or items
    donors = donors if dice.random() < 0.3 and terms(donors) else items
    return put(items, dice.choice(terms(items)), at(donors, dice.choice(terms(donors))))


@on_tree
def flip(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """Another operator of the kind: strict for not strict, signed for unsigned, and so on."""
    found = [(path, kind) for path, item in places(items) for kind in FLIPS if isinstance(item, str) and item in kind]
    found = [(path, kind) for path, kind in found if len(path) > 2]
    if not found:
        return None
    path, kind = dice.choice(found)
    return put(items, path, dice.choice(kind))


@on_tree
def drop(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """An argument less, or twice, or in another order."""
    lists = [path for path in terms(items) if isinstance(at(items, path), tuple)]
    if not lists:
        return None
    path = dice.choice(lists)
    old = list(at(items, path))
    if len(old) < 2:
        return None
    i, j = dice.randrange(1, len(old)), dice.randrange(1, len(old))
    match dice.randrange(4):
        case 0:
            del old[i]
        case 1:
            old.insert(i, old[j])
        case 2:
            old[i], old[j] = old[j], old[i]
        case _:
            old = old[:1] + old[:0:-1]
    return put(items, path, tuple(old))


@on_tree
def number(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """Off by one, or by much."""
    found = [path for path, item in places(items) if isinstance(item, str) and item.isdigit()]
    if not found:
        return None
    path = dice.choice(found)
    value = int(str(at(items, path)))
    return put(items, path, str(max(0, dice.choice([value + 1, value - 1, value * 10, 0, 2**32, 2**64, value + 256]))))


@on_tree
def negate(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """A formula is denied, or stands for all or for nothing."""
    path = dice.choice(terms(items) + [(*path, 4) for path in definitions(items)] * 2)
    old = at(items, path)
    return put(
        items,
        path,
        dice.choice([("not", old), "true", "false", ("-", old), ("=", old, old), ("ite", "true", old, old)]),
    )


@on_tree
def all_bodies(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """All bodies are the same constant."""
    words: list[Sexpr] = ["true", "false", ("and",), ("or",), ("not", "false"), ("=", "0", "0")]
    word, new = dice.choice(words), put(items, (), items)
    for path in definitions(items):
        new = put(new, (*path, 4), word)
    return new


@on_tree
def sort(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """Another sort of a parameter, a bound variable or a result."""
    found = [(*path, 3) for path in definitions(items)]
    for path, item in places(items):
        if isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str) and len(path) > 2:
            where = at(items, path[:-1])
            if isinstance(where, tuple) and where and isinstance(where[0], tuple):
                found += [(*path, 1)] * 3
    return put(items, dice.choice(found), read(dice.choice(SORTS))[0])


@on_tree
def swapped(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """The names, the bodies or the parameters of two predicates are exchanged."""
    found = definitions(items)
    if len(found) < 2:
        return None
    one, other = dice.sample(found, 2)
    part = dice.choice([1, 2, 4, 4])
    new = put(items, (*one, part), at(items, (*other, part)))
    return put(new, (*other, part), at(items, (*one, part)))


@on_tree
def renamed(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """A parameter or a bound variable has another name: everywhere, or only where it is bound or used."""
    bound = [str(item) for path, item in places(items) if isinstance(item, str) and path[-1] == 0 and len(path) > 4]
    names = sorted({word for word in bound if not word.startswith("(") and word not in OPERATORS})
    if not names:
        return None
    old, new = dice.choice(names), dice.choice([*TRICKY, *names])
    if dice.random() < 0.6:
        path = dice.choice(definitions(items))
        return put(items, path, mapped(at(items, path), lambda word: new if word == old else word))
    found = [path for path, item in places(items) if item == old]
    return put(items, dice.choice(found), new)


@on_tree
def shadowed(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """A term gets a binder around it that takes a name away, or gives one away."""
    path = dice.choice(terms(items))
    old = at(items, path)
    words = [word for _, word in places(at(items, path[:2])) if isinstance(word, str)]
    name = dice.choice([*TRICKY, *words, "x0", "x0"])
    donor = at(items, dice.choice(terms(items)))
    sort_ = read(dice.choice(SORTS[:6]))[0]
    one, other = dice.choice(CONFUSED)
    forms: list[Sexpr] = [
        ("let", ((name, donor),), old),
        ("let", (("x0", "x1"), ("x1", "x0")), old),
        ("let", (("x0", donor),), ("let", (("x0", old),), "x0")),
        ("forall", ((name, sort_),), old),
        ("exists", ((name, sort_),), old),
        ("exists", (("x0", "Int"),), ("and", ("=", "x0", "x1"), old)),
        ("forall", ((one, "Int"),), ("exists", ((other, "Int"),), ("and", ("=", one, other), old))),
        ("let", ((one, "0"),), ("let", ((other, "1"),), ("and", ("=", one, "1"), old))),
        ("let", ((one, "0"), (other, "1")), ("or", ("=", one, other), old)),
        ("match", donor, ((name, old),)),
        (("lambda", ((name, sort_),), old), donor),
        ("select", ("lambda", ((name, sort_),), old), donor),
        ("!", old, ":named", name),
        ("!", old, ":pattern", (donor,)),
        ("!", old, ":qid", name, ":weight", "0"),
        ("as", old, "Bool"),
        ("_", old, "0"),
        ("choice", ((name, sort_),), old),
    ]
    return put(items, path, dice.choice(forms))


@on_tree
def defined(dice: random.Random, items: tuple[Sexpr, ...], other: str) -> Sexpr | None:
    """A definition is missing, there twice, more, in another place, or of another kind."""
    found = definitions(items)
    path = dice.choice(found)
    old, within = at(items, path), path[:-1]
    rest = at(items, within)
    assert isinstance(rest, tuple) and isinstance(old, tuple)
    donors = parsed(other) or items
    donor = at(donors, dice.choice(definitions(donors))) if definitions(donors) else old
    name, parameters, body = old[1], old[2], old[4]
    call: Sexpr = (name, *(pair[0] for pair in parameters)) if parameters else name
    extra: list[Sexpr] = [
        (*old[:4], "true"), donor, ("define-fun", "zq", (), "Bool", body),
        ("define-fun", "not", (("a", "Bool"),), "Bool", "a"), ("assert", "false"),
        ("define-const", "zq", "Bool", "false"), ("declare-fun", "zq", (), "Bool"),
        ("define-fun", dice.choice(TRICKY), (("a", "Bool"), ("b", "Bool")), "Bool", dice.choice(["true", "a"])),
        ("define-sort", dice.choice(["Int", "zs", "Real"]), (), "Int"), ("set-option", ":timeout", "1"), (),
        "true",
    ]  # fmt: skip
    changed: list[Sexpr] = [
        ("define-fun-rec", *old[1:]), (*old[:4], call), (*old[:4], ("not", call)),
        (*old[:4], ("or", body, call)), old[:4], (*old, body),
        (*old[:2], (*parameters, ("zq", "Int")), *old[3:]), (*old[:2], parameters[1:], *old[3:]),
        (*old[:2], parameters[::-1], *old[3:]), ("define-funs-rec", ((name, parameters, "Bool"),), (body,)),
        ("define-const", name, "Bool", body), ("assert", body),
        (*old[:2], tuple((pair[0], "Real") for pair in parameters), *old[3:]),
        (*old[:4], ("!", body, ":named", "zn")), (*old[:1], f"|{name_of(str(name))}|", *old[2:]),
        ("declare-fun", name, (), "Bool"), (*old[:2], (*parameters[:1], *parameters[:1]), *old[3:]),
    ]  # fmt: skip
    match dice.randrange(5):
        case 0:
            new = tuple(part for i, part in enumerate(rest) if i != path[-1])
        case 1:
            new = (*rest, dice.choice([old, *extra]))
        case 2:
            new = (dice.choice([old, *extra]), *rest)
        case 3:
            new = tuple(dice.sample(rest, len(rest)))
        case _:
            return put(items, path, dice.choice(changed))
    return put(items, within, new)


@on_tree
def mutual(dice: random.Random, items: tuple[Sexpr, ...], _: str) -> Sexpr | None:
    """Definitions that mention each other."""
    found = definitions(items)
    new: Sexpr = items
    for path, other in zip(found, found[1:] + found[:1], strict=True):
        name, parameters = at(items, (*other, 1)), at(items, (*other, 2))
        values = [dice.choice(["0", "x0", "true"]) for _ in parameters]
        new = put(new, (*path, 4), (name, *values) if values else name)
    return new


def whole(dice: random.Random, text: str, other: str) -> str | None:
    """The text of another problem's model, two texts, none, or one in other parentheses."""
    return dice.choice(
        [other, text + other, "", "()", f"({text})", f"(model {text})", f"sat\n{text}", text * 2, text.strip()[1:-1]]
    )


def hidden(dice: random.Random, text: str, _: str) -> str | None:
    """A letter that not all read alike, a comment or a quote that hides text, a parenthesis more or less."""
    place = dice.randrange(len(text) + 1)
    match dice.randrange(4):
        case 0:
            return text[:place] + dice.choice([*ODDITIES, "(", ")", ")(", "))"]) + text[place:]
        case 1:
            return text[:place] + text[place + dice.randint(1, 3) :]
        case 2:
            end = dice.randrange(place, len(text) + 1)
            quote = dice.choice(["|", '"', ";", "|;|", '";"'])
            return text[:place] + quote + text[place:end] + dice.choice([quote, "\n"]) + text[end:]
        case _:
            found = [i for i, letter in enumerate(text) if letter in " ()\n"]
            place = dice.choice(found) if found else 0
            return text[:place] + dice.choice([*ODDITIES, " ; ) \n", ' "x" ', " || "]) + text[place:]


def injected(dice: random.Random, text: str, _: str) -> str | None:
    """The end of what is around a term, a command of our own, and a beginning that fits to what comes after."""
    items = parsed(text)
    if not items or not terms(items):
        return None
    path = dice.choice(terms(items) + [(*path, 4) for path in definitions(items)] * 3)
    command = "".join(dice.sample(INJECTED, dice.randint(1, 2)))
    close = ")" * dice.randint(0, 5)
    opened = "(" * len(close)
    start = dice.choice(["true", "false", "0", "(and true", "(let ((x0 0)) x0"])
    after = dice.choice(
        [
            "",
            "(assert true",
            "(define-fun zq () Bool true",
            f"{opened}",
            "(assert (and true",
            "; ",
            "|",
            '(echo "',
            "(push",
        ]
    )
    piece = dice.choice(
        [f"{start}{close}{command}{after}", f"|{start}{close}{command}{after}|", f"{start} ;|{close}\n{command}"]
    )
    piece = piece + dice.choice(["", "\n", "|", '"', " true", ")" * 2])
    return shown(put(items, path, MARK)).replace(MARK, piece, 1)  # type: ignore[arg-type]


CHANGES: list[Change] = [
    subterm, subterm, subterm, flip, flip, flip, drop, drop, number, number, negate, all_bodies, sort, sort,
    swapped, renamed, renamed, shadowed, shadowed, shadowed, defined, defined, mutual, whole, hidden, injected,
    injected,
]  # fmt: skip
