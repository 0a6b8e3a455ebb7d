"""S-expressions as strings and tuples that know where in their text they start."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

Sexpr: TypeAlias = "str | tuple[Sexpr, ...]"
Path: TypeAlias = tuple[int, ...]

TOKEN = re.compile(r'[ \t\r\n]+|;[^\n\r]*|"(?:[^"]|"")*"|\|[^|\\]*\||[()]|[^\s()|";]+')


class Unreadable(Exception):
    """A text is no sequence of S-expressions."""


class Word(str):
    """An atom, and the byte where it starts."""

    start: int = -1


class Seq(tuple[Sexpr, ...]):
    """A list, and the byte where it starts."""

    start: int = -1


def start_of(item: Sexpr) -> int:
    return item.start if isinstance(item, Word | Seq) else -1


def read(text: str) -> list[Sexpr]:
    """All S-expressions of a text. What is not ASCII, or no token, is refused: there is no one way to read it."""
    stack: list[tuple[list[Sexpr], int]] = [([], 0)]
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise Unreadable(f"unreadable: {text[at : at + 20]!r}")
        token = match.group()
        if token == "(":
            stack.append(([], at))
        elif token == ")":
            parts, start = stack.pop()
            if not stack:
                raise Unreadable("a closing parenthesis too many")
            done = Seq(parts)
            done.start = start
            stack[-1][0].append(done)
        elif not token[0].isspace() and token[0] != ";":
            word = Word(token)
            word.start = at
            stack[-1][0].append(word)
        at = match.end()
    if len(stack) != 1:
        raise Unreadable("a parenthesis is not closed")
    return stack[0][0]


def write(item: Sexpr) -> str:
    """The text of an S-expression, without recursion."""
    out: list[str] = []
    stack: list[Sexpr | None] = [item]
    while stack:
        top = stack.pop()
        if top is None:
            out.append(")")
        elif isinstance(top, str):
            out.append(top if not out or out[-1].endswith("(") else " " + top)
        else:
            out.append("(" if not out or out[-1].endswith("(") else " (")
            stack.append(None)
            stack.extend(reversed(top))
    return "".join(out)


def head(item: Sexpr) -> str:
    """The first atom of a list, or nothing."""
    return item[0] if isinstance(item, tuple) and item and isinstance(item[0], str) else ""


def name_of(word: str) -> str:
    """A symbol without bars."""
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] == "|" else word


def places(item: Sexpr, path: Path = ()) -> Iterator[tuple[Path, Sexpr]]:
    """An S-expression and all in it, each with the way to it."""
    stack = [(path, item)]
    while stack:
        where, here = stack.pop()
        yield where, here
        if isinstance(here, tuple):
            stack.extend(((*where, i), part) for i, part in reversed(list(enumerate(here))))


def at(item: Sexpr, path: Path) -> Sexpr:
    for i in path:
        item = item[i]
    return item


def put(item: Sexpr, path: Path, new: Sexpr) -> Sexpr:
    """The S-expression with another part at a place."""
    if not path:
        return new
    assert isinstance(item, tuple)
    i = path[0]
    return (*item[:i], put(item[i], path[1:], new), *item[i + 1 :])


def mapped(item: Sexpr, change: Callable[[str], str]) -> Sexpr:
    """With each atom changed."""
    return change(item) if isinstance(item, str) else tuple(mapped(part, change) for part in item)


def atoms(item: Sexpr) -> Iterator[str]:
    for _, part in places(item):
        if isinstance(part, str):
            yield part
