"""Appendix B.1: UFO made the integers of the programs real; for Duality they were made integers again."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..problems import Problem

_SORT = re.compile(r"(?<![^\s()])Real(?![^\s()])")
_NUMERAL = re.compile(r"(?<![^\s()])(\d+)\.0+(?![^\s()])")


def to_integers(text: str) -> str:
    """The script with every `Real` an `Int`; there are no fractions in these files."""
    return _NUMERAL.sub(r"\1", _SORT.sub("Int", text))


def convert(problems: Sequence[Problem], folder: Path) -> list[Problem]:
    """Copies of the problems over integers. What is stated about the programs holds for them as well."""
    converted = []
    for problem in problems:
        file = folder / problem.path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = to_integers(problem.file.read_text())
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
        converted.append(replace(problem, file=file, set=f"{problem.set}, integers", track="LIA-Lin"))
    return converted
