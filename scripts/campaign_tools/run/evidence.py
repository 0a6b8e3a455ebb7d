"""Evidence is checked by what scripts/check_certificate.py makes of it, with one solver process for all questions."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from .answers import Answer
from .smt import Smt

SECONDS = 2.0
CHECKER = Path(__file__).resolve().parents[2] / "check_certificate.py"


def load() -> ModuleType:
    """The independent script as a module."""
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Checker:
    """Says whether evidence holds."""

    def __init__(self, smt: Smt) -> None:
        self.smt, self.script = smt, load()

    def obligations(self, text: str, question: int, answer: Answer) -> Iterator[tuple[str, str]]:
        """What has to be unsatisfiable, each as a script."""
        script = self.script.Script(text, question)
        kind = "derivation" if answer.is_derivation else "solution"
        if (answer.word == "sat") != (answer.is_derivation == script.is_query):
            raise self.script.Wrong(f"a {kind} does not go with {answer.word}")
        make = self.script.derivation_obligations if answer.is_derivation else self.script.solution_obligations
        standard = self.script.Standard(script.items, [text, answer.evidence])
        for about, obligation in make(script, answer.evidence):
            yield about, standard.write(obligation + "\n")

    def check(self, text: str, question: int, answer: Answer) -> str:
        """Nothing if all is confirmed; `open: …` if the solver cannot tell; otherwise what is wrong."""
        try:
            questions = list(self.obligations(text, question, answer))
        except self.script.Wrong as wrong:
            return f"refused by the checker: {wrong}"
        except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
            return f"refused by the checker: {type(error).__name__} {error}"
        for (about, script), first in zip(questions, self.together([script for _, script in questions]), strict=True):
            said = first if first == "unsat" else self.alone(script)
            if said != "unsat":
                return f"{meaning(said)}: {about}: {said}"
        return ""

    def together(self, scripts: list[str]) -> list[str]:
        """The answers to scripts that start alike: what they share is read once."""
        shared = shared_lines(scripts)
        lines = [shared]
        for script in scripts:
            lines.append(f"(push 1)\n{script[len(shared) :]}\n(check-sat)\n(pop 1)")
        said = self.smt.ask("(set-option :timeout 1000)\n" + "\n".join(lines), SECONDS + len(scripts)).split("\n")
        words = [line for line in said if line]
        return words if len(words) == len(scripts) else ["" for _ in scripts]

    def alone(self, script: str) -> str:
        """The answer to one script. After an error a new process decides, since old ones know too much at times."""
        question = f"(set-option :timeout {int(SECONDS * 1000)})\n{script}\n(check-sat)"
        said = self.smt.ask(question, SECONDS + 1)
        if "error" in said:
            self.smt.stop()
            said = self.smt.ask(question, SECONDS + 1)
        return " ".join(line for line in said.split("\n") if line)[:200]


def meaning(said: str) -> str:
    """An error means that the question was not understood, which is not a defect of the evidence."""
    if "error" in said:
        return "not understood"
    return "does not hold" if said == "sat" else "open"


def shared_lines(scripts: list[str]) -> str:
    """The lines that all scripts start with, but not the last one of any."""
    first, last = min(scripts, default=""), max(scripts, default="")
    same = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    shared = first[:same]
    shared = shared[: shared.rfind("\n") + 1]
    # A command that goes over several lines is not cut.
    while shared and shared.count("(") != shared.count(")"):
        shared = shared[: shared.rstrip("\n").rfind("\n") + 1]
    return shared
