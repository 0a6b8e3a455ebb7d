"""Z3's Spacer as the oracle. It is asked about the plain problem, each question as a script of its own."""

from __future__ import annotations

from .smt import Smt

LIMIT = 150
GRACE = 2.0


def verdict(smt: Smt, script: str, limit: int = LIMIT) -> str:
    """`sat`, `unsat` or `unknown`."""
    output = smt.ask(f"(set-option :timeout {limit})\n{script}", limit / 1000 + GRACE)
    words = output.split()
    return words[-1] if words and words[-1] in ("sat", "unsat") and "error" not in output else "unknown"


def verdicts(smt: Smt, scripts: list[str]) -> list[str]:
    """Whether each question reaches a goal: `reached`, `safe` or `unknown`."""
    words = {"unsat": "reached", "sat": "safe"}
    return [words.get(verdict(smt, script), "unknown") for script in scripts]
