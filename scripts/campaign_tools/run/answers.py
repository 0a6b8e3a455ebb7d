"""Reads what Alphorn prints: verdicts, evidence, reasons, errors."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TypeAlias

WORD = re.compile(r"(sat|unsat|unknown)\r?\n")
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
REASON = re.compile(r'\(:reason-unknown\s+(?:"((?:[^"]|"")*)"|([^\s()]+))\s*\)\s*')
ERROR = re.compile(r'\(error\s+"((?:[^"]|"")*)"\)\s*')


@dataclass
class Answer:
    """A verdict with its evidence. The offsets of a derivation count from the start of the problem."""

    word: str
    evidence: str = ""
    is_derivation: bool = False
    reason: str = ""


def shifted(value: Json, by: int) -> Json:
    """A derivation whose offsets count from another place."""
    if isinstance(value, list):
        return [shifted(part, by) for part in value]
    if isinstance(value, dict):
        return {k: v - by if k == "offset" and isinstance(v, int) else shifted(v, by) for k, v in value.items()}
    return value


def balanced(text: str, start: int) -> int:
    """Where an S-expression ends that starts at a place."""
    depth, at = 0, start
    for match in re.compile(r'"(?:[^"]|"")*"|\|[^|]*\||;[^\n]*|[()]').finditer(text, start):
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        at = match.end()
        if depth == 0:
            return at
    return len(text)


def read_evidence(answer: Answer, output: str, at: int, start: int) -> int:
    """Reads a derivation or a model if one follows."""
    if output.startswith("{", at):
        data, end = json.JSONDecoder().raw_decode(output, at)
        answer.evidence, answer.is_derivation = json.dumps(shifted(data, start)), True
        return end
    if output.startswith("(", at) and not output.startswith(("(:reason", "(error"), at):
        end = balanced(output, at)
        answer.evidence = output[at:end]
        return end
    return at


def skip(output: str, at: int) -> int:
    while at < len(output) and output[at].isspace():
        at += 1
    return at


def read_answers(output: str, start: int) -> tuple[list[Answer], str]:
    """The answers of a problem that starts at a byte of its batch, and an error message."""
    found: list[Answer] = []
    at = skip(output, 0)
    while at < len(output):
        word = WORD.match(output, at)
        reason = REASON.match(output, at)
        error = ERROR.match(output, at)
        if word:
            found.append(Answer(word.group(1)))
            at = read_evidence(found[-1], output, skip(output, word.end()), start)
        elif reason and found:
            found[-1].reason = (reason.group(1) or reason.group(2) or "") if found[-1].word == "unknown" else ""
            at = reason.end()
        elif error:
            return found, re.sub(r"line \d+ column \d+: ", "", error.group(1))
        else:
            return found, f"unexpected output: {output[at : at + 60]!r}"
        at = skip(output, at)
    return found, ""
