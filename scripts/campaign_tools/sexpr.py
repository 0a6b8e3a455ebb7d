"""S-expressions: a string is an atom, a tuple is a list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

Sexpr: TypeAlias = "str | tuple[Sexpr, ...]"

TOKEN = re.compile(r'\s+|;[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()|";]+')
QUANTIFIERS = ("forall", "exists")


class Unreadable(Exception):
    """A text is no sequence of S-expressions."""


def read(text: str) -> list[Sexpr]:
    """All S-expressions of a text."""
    stack: list[list[Sexpr]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            if not stack:
                raise Unreadable("a closing parenthesis too many")
            stack[-1].append(done)
        elif not token[0].isspace() and token[0] != ";":
            stack[-1].append(token)
    if len(stack) != 1:
        raise Unreadable("a parenthesis is not closed")
    return stack[0]


def one(text: str) -> Sexpr:
    """The only S-expression of a text."""
    found = read(text)
    if len(found) != 1:
        raise Unreadable(f"not one expression: {text}")
    return found[0]


def write(item: Sexpr) -> str:
    return item if isinstance(item, str) else f"({' '.join(map(write, item))})"


def spans(text: str) -> list[tuple[int, int]]:
    """Where each top-level expression starts and ends, in characters."""
    found, depth, start = [], 0, 0
    for match in TOKEN.finditer(text):
        token = match.group()
        if token == "(":
            if depth == 0:
                start = match.start()
            depth += 1
        elif token == ")":
            depth -= 1
            if depth == 0:
                found.append((start, match.end()))
    return found


def head(item: Sexpr) -> str | None:
    """The first atom of a list."""
    return item[0] if isinstance(item, tuple) and item and isinstance(item[0], str) else None


def atoms(item: Sexpr) -> Iterator[str]:
    if isinstance(item, str):
        yield item
    else:
        for part in item:
            yield from atoms(part)


def size(item: Sexpr) -> int:
    return 1 if isinstance(item, str) else 1 + sum(map(size, item))


def substitute(item: Sexpr, values: Mapping[str, Sexpr]) -> Sexpr:
    """Replaces atoms. Bound names differ from all other names here, so nothing is captured."""
    if isinstance(item, str):
        return values.get(item, item)
    return tuple(substitute(part, values) for part in item)


def is_leaf(item: Sexpr) -> bool:
    """An atom, or a list that is no application: a literal, an indexed or a qualified name."""
    return isinstance(item, str) or not item or item[0] in ("_", "as")


def with_parts(item: Sexpr, change: Callable[[Sexpr], Sexpr]) -> Sexpr:
    """A term with changed direct subterms. Binders, patterns and heads stay."""
    if isinstance(item, str) or is_leaf(item):
        return item
    first = item[0]
    if first in QUANTIFIERS:
        return (first, item[1], change(item[2]))
    if first == "let":
        pairs = tuple((pair[0], change(pair[1])) for pair in item[1])
        return ("let", pairs, change(item[2]))
    if first == "match":
        cases = tuple((case[0], change(case[1])) for case in item[2])
        return ("match", change(item[1]), cases)
    if first == "!":
        return ("!", change(item[1]), *item[2:])
    return (first, *(change(part) for part in item[1:]))


def subterms(item: Sexpr) -> Iterator[Sexpr]:
    """A term and all terms in it."""
    yield item
    found: list[Sexpr] = []

    def note(part: Sexpr) -> Sexpr:
        found.append(part)
        return part

    with_parts(item, note)
    for part in found:
        yield from subterms(part)
