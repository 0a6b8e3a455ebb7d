"""Changes of the script while the evidence stays, or is one that would fit if the script were misread."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TypeAlias

from .model_changes import parsed
from .sexpr import Path, Sexpr, at, head, mapped, places, put, write
from .words import CONFUSED, FLIPS, TRICKY

Commands: TypeAlias = tuple[Sexpr, ...]
Change: TypeAlias = Callable[[random.Random, Commands], Commands | None]

REDEFINED = [
    "(define-fun not ((a Bool)) Bool a)", "(define-fun not ((a Bool)) Bool false)",
    "(define-fun and ((a Bool) (b Bool)) Bool false)", "(define-fun or ((a Bool) (b Bool)) Bool true)",
    "(define-fun => ((a Bool) (b Bool)) Bool true)", "(define-fun = ((a Int) (b Int)) Bool false)",
    "(define-fun < ((a Int) (b Int)) Bool false)", "(define-fun > ((a Int) (b Int)) Bool false)",
    "(define-fun + ((a Int) (b Int)) Int 0)", "(define-fun true () Bool false)",
    "(define-fun false () Bool true)", "(define-fun |not| ((a Bool)) Bool a)", "(define-sort Int () Real)",
    "(define-sort Real () Int)", "(define-sort Bool () Int)", "(declare-sort Int 0)",
    "(declare-fun not (Bool) Bool)", "(declare-const true Bool)", "(declare-fun = (Int Int) Bool)",
    "(declare-fun and (Bool Bool) Bool)", "(define-fun ite ((a Bool) (b Int) (c Int)) Int c)",
    "(declare-sort Bool 0)", "(define-fun-rec not ((a Bool)) Bool false)", "(define-const false Bool true)",
    "(declare-datatypes ((D 0)) (((true) (false))))", "(declare-datatypes ((D 0)) (((mk (not Bool)))))",
    "(declare-datatypes () ((D (and) (or))))", "(define-fun iff ((a Bool) (b Bool)) Bool true)",
    "(define-fun implies ((a Bool) (b Bool)) Bool true)", "(define-fun if ((a Bool) (b Int) (c Int)) Int c)",
    "(define-fun ~ ((a Int)) Int a)", "(define-fun bv2int ((a (_ BitVec 4))) Int 0)",
    "(define-fun select ((a (Array Int Int)) (i Int)) Int 0)", "(declare-datatypes ((D 0)) (((is-nil))))",
    "(define-fun xor ((a Bool) (b Bool)) Bool true)", "(define-fun distinct ((a Int) (b Int)) Bool false)",
    "(define-fun - ((a Int)) Int a)", "(define-fun bvult ((a (_ BitVec 4)) (b (_ BitVec 4))) Bool false)",
    "(define-sort BitVec (n) Int)", "(define-sort Array (a b) Int)",
    "(define-fun is_int ((a Real)) Bool true)", "(define-fun >= ((a Int) (b Int)) Bool false)",
    "(define-fun <= ((a Int) (b Int)) Bool false)", "(define-fun exists () Bool true)",
    "(define-fun |forall| () Bool true)", "(define-fun |and| ((a Bool) (b Bool)) Bool false)",
    "(define-funs-rec ((not ((a Bool)) Bool)) (false))", "(define-fun-rec not ((a Bool)) Bool (not a))",
    "(define-fun-rec |and| ((a Bool)) Bool (and a a))", "(define-funs-rec ((= ((a Int)) Bool)) ((= a a)))",
    "(define-funs-rec ((and ((a Bool) (b Bool)) Bool)) (false))", "(declare-var true Bool)",
    "(declare-var not Bool)", "(define-fun chk!0 () Bool false)", "(define-fun rem ((a Int) (b Int)) Int 0)",
    "(declare-rel not (Bool))", "(push 1)(define-fun not ((a Bool)) Bool false)(pop 1)", "(reset)",
    "(reset-assertions)", "(push 1)", "(pop 1)", "(exit)", "(check-sat)",
    "(set-option :global-declarations true)", "(set-logic QF_BV)", "(set-info :status sat)", "(assert false)",
    "(assert true)", "(assert (forall ((x Int)) false))", "(assert (! false :named |not|))",
    "(assert (exists ((x Int)) (< x 0)))", "(declare-fun zq () Bool)",
]  # fmt: skip


def commands_of(items: Commands, *words: str) -> list[int]:
    return [i for i, command in enumerate(items) if head(command) in words]


def redefined(dice: random.Random, items: Commands) -> Commands | None:
    """A command in front of something: often one that gives a built-in word another meaning."""
    new = parsed(dice.choice(REDEFINED))
    place = dice.choice([0, 1, dice.randrange(len(items) + 1), *commands_of(items, "declare-fun", "assert")])
    return (*items[:place], *(new or ()), *items[place:])


def again(dice: random.Random, items: Commands) -> Commands | None:
    """A name of the script is declared or defined once more."""
    names = [at(items, (i, 1)) for i in commands_of(items, "declare-fun", "declare-rel", "define-fun", "declare-const")]
    if not names:
        return None
    name = dice.choice(names)
    x: Sexpr = (("x", "Int"),)
    new: list[Sexpr] = [
        ("define-fun-rec", name, x, "Bool", (name, "x")), ("define-funs-rec", ((name, x, "Bool"),), ("true",)),
        ("define-fun", name, x, "Bool", "true"), ("declare-fun", name, ("Real",), "Bool"),
        ("define-const", name, "Bool", "true"), ("declare-datatypes", (("D!", "0"),), (((name,),),)),
        ("declare-datatype", "D!", (("c!", (name, "Int")),)), ("declare-const", name, "Int"),
    ]  # fmt: skip
    place = dice.randrange(len(items) + 1)
    return (*items[:place], dice.choice(new), *items[place:])


def formula(dice: random.Random, items: Commands) -> Commands | None:
    """A part of a clause is other."""
    asserted = commands_of(items, "assert", "rule")
    if not asserted:
        return None
    i = dice.choice(asserted)
    found = [(path, part) for path, part in places(items[i]) if path and path != (0,)]
    path, part = dice.choice(found)
    kinds = [kind for kind in FLIPS if part in kind] if isinstance(part, str) else []
    if kinds:
        new: Sexpr = dice.choice(kinds[0])
    elif isinstance(part, str) and part.isdigit():
        new = str(max(0, int(part) + dice.choice([-1, 1, 5])))
    elif isinstance(part, tuple) and len(part) > 2:
        new = dice.choice([part[:-1], (part[0], *part[:0:-1]), ("not", part), part[1]])
    else:
        new = dice.choice(found)[1]
    return (*items[:i], put(items[i], path, new), *items[i + 1 :])


def clauses(dice: random.Random, items: Commands) -> Commands | None:
    """A clause is missing, there twice, in another place, or denied."""
    asserted = commands_of(items, "assert", "rule")
    if not asserted:
        return None
    i, j = dice.choice(asserted), dice.choice(asserted)
    one = items[i]
    match dice.randrange(4):
        case 0:
            return items[:i] + items[i + 1 :]
        case 1:
            return (*items[:i], items[j], *items[i + 1 :])
        case 2:
            return (*items[:i], (head(one), ("not", at(one, (1,)))), *items[i + 1 :])
        case _:
            goals: list[Sexpr] = [("not", at(items[j], (1,))), "false", ("=", "0", "1")]
            return (*items[:i], ("assert", dice.choice(goals)), *items[i:])


def renamed(dice: random.Random, items: Commands) -> Commands | None:
    """A declared name or a variable has another one everywhere."""
    words = sorted({str(part) for _, part in places(items) if isinstance(part, str)})
    words = [
        word
        for word in words
        if re.fullmatch(r"[A-Za-z|][^:]*", word) and not word.startswith(("set-", "declare", "define"))
    ]
    old, new = dice.choice(words), dice.choice([*TRICKY, *words])
    both = dice.random() < 0.3
    swap = {old: new, new: old} if both else {old: new}
    return tuple(mapped(item, lambda word: swap.get(word, word)) for item in items)


def binders(items: Sexpr) -> list[Path]:
    found = []
    for path, part in places(items):
        if (
            head(part) in ("forall", "exists")
            and isinstance(part, tuple)
            and len(part) == 3
            and isinstance(part[1], tuple)
            and part[1]
        ):
            found.append(path)
    return found


def captured(dice: random.Random, items: Commands) -> Commands | None:
    """Two variables get names that may be confused, and one is bound again below the other."""
    asserted = [i for i in commands_of(items, "assert", "rule") if binders(items[i])]
    if not asserted:
        return None
    i = dice.choice(asserted)
    path = dice.choice(binders(items[i]))
    node = at(items[i], path)
    pairs, body = node[1], node[2]
    variable = dice.choice(pairs)
    if not isinstance(variable, tuple) or len(variable) != 2:
        return None
    one, other = dice.sample(dice.choice(CONFUSED), 2)
    renamed_body = mapped(body, lambda word: one if word == variable[0] else word)
    renamed_pairs = tuple((one, pair[1]) if pair is variable else pair for pair in pairs)
    wanted = [
        where for where, part in places(renamed_body) if isinstance(part, tuple) and where[-1:] != (0,) and head(part)
    ]
    where = dice.choice([(), *wanted])
    inner = at(renamed_body, where)
    sort = variable[1]
    half = mapped(inner, lambda word: other if word == one and dice.random() < 0.5 else word)
    forms: list[Sexpr] = [
        ("forall", ((other, sort),), inner), ("exists", ((other, sort),), inner),
        ("forall", ((other, sort),), half), ("let", ((other, one),), half),
        ("exists", ((other, sort),), ("and", ("=", one, other), half)),
        ("let", ((other, one), (one, one)), half), ("forall", ((one, sort),), inner),
        ("exists", ((other, sort),), ("and", ("distinct", one, other), half)),
        ("forall", ((other, sort),), ("=>", ("distinct", one, other), half)),
        ("forall", ((other, sort),), ("=", one, other)),
        ("exists", ((other, sort),), ("not", ("=", one, other))), ("!", half, ":named", one),
        ("not", ("exists", ((other, sort),), ("not", ("=", one, other)))), ("let", ((other, "0"),), half),
        ("match", one, ((other, half),)),
    ]  # fmt: skip
    new: Sexpr = (str(node[0]), renamed_pairs, put(renamed_body, where, dice.choice(forms)))
    return (*items[:i], put(items[i], path, new), *items[i + 1 :])


def macro(dice: random.Random, items: Commands) -> Commands | None:
    """A part of a clause becomes a function, whose parameter or name may be confused with something."""
    asserted = [i for i in commands_of(items, "assert", "rule") if binders(items[i])]
    if not asserted:
        return None
    i = dice.choice(asserted)
    path = (*dice.choice(binders(items[i])), 2)
    body = at(items[i], path)
    pairs = at(items[i], (*path[:-1], 1))
    name, parameter = dice.choice([*TRICKY, "m"]), dice.choice(TRICKY)
    if not all(isinstance(p, tuple) and len(p) == 2 for p in pairs):
        return None
    pair = dice.choice(pairs)
    renamed_body = mapped(body, lambda word: parameter if word == pair[0] else word)
    parameters = tuple((parameter, p[1]) if p is pair else p for p in pairs)
    definition: Sexpr = ("define-fun", name, parameters, "Bool", renamed_body)
    call: Sexpr = (name, *(p[0] for p in pairs))
    return (*items[:i], definition, put(items[i], path, call), *items[i + 1 :])


def text_of(items: Commands) -> str:
    return "\n".join(map(write, items)) + "\n"


CHANGES: list[Change] = [
    redefined,
    redefined,
    redefined,
    again,
    formula,
    formula,
    clauses,
    clauses,
    renamed,
    renamed,
    captured,
    captured,
    captured,
    macro,
]
