"""Mutants of scripts: bytes, tokens, lines and commands are changed, doubled, swapped and dropped, files cut."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

TOKEN = re.compile(rb'\s+|;[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()|";]+')
WORDS = [
    *b"0 1 (- 1) 99999999999999999999 0.5 #b1 #xff true false not and or => = < ite let forall exists".split(),
    *b"div mod abs / * to_int select store distinct check-sat assert query push pop reset declare-fun".split(),
    *b"Int Real Bool (_ BitVec 0) | ( ) \" \\ \xff \x00 !".split(b" "),
    *b"bv2int iff if implies ~ rem is lambda match par as bvudiv nat2bv divisible -1 1e3 |a b| :named".split(),
    b"(check-sat)", b"(assert false)", b"(push 3)", b"(pop 1)", b"(get-proof)", b"(_ bv1 99999)", b"(as const",
    b"(exit)", b"(set-option :timeout 10)", b"(get-info :reason-unknown)", b"(reset)",
    b"(check-sat-assuming (true))", b"(declare-const c Int)", b"(declare-fun f (Int) Int)", b"(eval true)",
    b"(get-value (true))", b"(maximize 1)", b"(define-fun-rec g ((x Int)) Int (g x))", b"(declare-sort U 1)",
    b"(assert (= (str.len \"ab\") 2))", b"(assert (exists ((x Int)) (> x 0)))", b"(set-logic QF_FP)",
]  # fmt: skip


def of_parts(dice: random.Random, pieces: Iterable[bytes]) -> bytes:
    """Changes a few of the parts of a file."""
    parts = list(pieces)
    for _ in range(dice.randint(1, 4)):
        if not parts:
            break
        at, other = dice.randrange(len(parts)), dice.randrange(len(parts))
        match dice.randrange(6):
            case 0:
                del parts[at : at + dice.randint(1, 3)]
            case 1:
                parts[at:at] = parts[other : other + dice.randint(1, 3)]
            case 2:
                parts[at], parts[other] = parts[other], parts[at]
            case 3:
                parts[at] = parts[other]
            case 4:
                parts[at] = dice.choice(WORDS)
            case _:
                parts.insert(at, dice.choice(WORDS))
    return b"".join(parts)


def commands(text: bytes) -> list[bytes]:
    """The top-level lists, each with what stands before it."""
    found, depth, start, at = [], 0, 0, 0
    for match in TOKEN.finditer(text):
        at = match.end()
        depth += {b"(": 1, b")": -1}.get(match.group(), 0)
        if match.group() == b")" and depth == 0:
            found.append(text[start:at])
            start = at
    return [*found, text[start:]]


def mutant(dice: random.Random, texts: list[bytes]) -> bytes:
    """One mutant of one of the texts."""
    text = dice.choice(texts)
    match dice.randrange(8):
        case 0:
            return of_parts(dice, (bytes([byte]) for byte in text))
        case 1:
            return of_parts(dice, text.splitlines(keepends=True))
        case 2:
            return text[: dice.randrange(len(text) + 1)]
        case 3:
            return text + dice.choice(texts)
        case 4 | 5:
            return of_parts(dice, commands(text))
        case _:
            return of_parts(dice, TOKEN.findall(text))
