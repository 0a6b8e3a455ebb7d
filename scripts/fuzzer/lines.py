"""How many verdicts a script must be answered with, and how many an output has."""

from __future__ import annotations

import re

TOKEN = re.compile(r'[ \t\r\n]+|;[^\n\r]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()|";]+')
VERDICT = re.compile(r"(?:sat|unsat|unknown|timeout)\s*")
ASKING = ("check-sat", "check-sat-assuming", "query", "check-sat-using")


def commands(text: str) -> tuple[list[list[str]], bool]:
    """The tokens of each whole command up to where the text is no sequence of commands, and whether that is its end."""
    found: list[list[str]] = []
    here: list[str] = []
    depth = at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            break
        token = match.group()
        if depth == 0 and token != "(" and not token[0].isspace() and token[0] != ";":
            break
        at = match.end()
        if token[0].isspace() or token[0] == ";":
            continue
        here.append(token)
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 0:
            found.append(here)
            here = []
    return found, at == len(text) and depth == 0


def expected(data: bytes) -> tuple[int, int]:
    """The least and the greatest number of verdicts: one for each question that is a whole list, with a mistake or not.
    Nobody need know how to go on after a text that cannot be read, and `(echo …)` may print anything."""
    # A byte that is no text parts words, and costs the command that it is in.
    text, whole = data.decode(errors="replace").replace("\ufffd", " "), True
    if "\0" in text.split("(")[0]:
        text, whole = "", False
    text = text.replace("\0", " ")
    if re.search(r"\|[^|]*\\[^|]*\|", text):
        whole = False
    least = most = 0
    read, is_all = commands(text)
    may_be_over = False
    for tokens in read:
        word = tokens[1]
        if word == "exit" and len(tokens) == 3:
            break
        # Who takes a strange `(exit 1)` for the end has answered all that stood before.
        may_be_over = may_be_over or word == "exit"
        if word in ASKING:
            least += not may_be_over
            most += 1
        elif word.strip("|") in (*ASKING, "echo"):
            most += 1
    rest = text.count("check-sat") + text.count("query")
    return least, most if whole and is_all else max(most, rest)


def verdicts(output: str) -> int:
    return sum(1 for line in output.splitlines() if VERDICT.fullmatch(line))
