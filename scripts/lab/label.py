"""From what a solver printed to one word about the run."""

import json
import re
from dataclasses import dataclass

from .limited import Outcome

ANSWERS = ("sat", "unsat", "unknown")
SOLVED = ("sat", "unsat")
_Z3_COUNTER = re.compile(r"(PDR|SPACER)-|num-checks$|conflicts$")

LABELS = {
    "sat": "answered, and nothing stated contradicts it",
    "unsat": "answered, and nothing stated contradicts it",
    "unknown": "the solver says that it does not know",
    "timeout": "the limit of CPU or wall time",
    "memout": "the limit of memory",
    "garbage": "ended well without an answer",
    "crash": "a signal, or an error in place of an answer",
    "wrong": "contradicts the stated verdict",
    "alone": "an answer of a solver known to be unsound that nothing confirms (made when tables are printed)",
}
"""Every label and what it means."""


@dataclass(frozen=True)
class Judged:
    """The label of a run, all its answers, its statistics as JSON, and the state of its evidence."""

    label: str
    answers: str
    statistics: str
    evidence: str


def judge(outcome: Outcome, expected: str) -> Judged:
    """Labels a run; `expected` has a verdict for each question of the file, `unknown` where nobody stated one."""
    answers = _answers(outcome.stdout)
    statistics = _statistics(outcome.stderr) or _z3_statistics(outcome.stdout)
    label = _label(outcome, answers, expected.split())
    evidence = ""
    if outcome.exit == 3:
        evidence = "failed"
    elif label in SOLVED and json.loads(statistics or "{}").get("checked-obligations", 0) > 0:
        evidence = "checked"
    return Judged(label, " ".join(answers), statistics, evidence)


def contradicts(answer: str, expected: str) -> bool:
    """Whether an answer cannot be true together with a stated verdict."""
    return answer in SOLVED and expected in SOLVED and answer != expected


def _answers(stdout: str) -> list[str]:
    """The answers of a script. After an error there are none: the solver may not have read a clause."""
    answers: list[str] = []
    for line in stdout.splitlines():
        word = line.strip()
        if word in ANSWERS:
            answers.append(word)
        elif word.startswith("(error") and not answers:
            return []
    return answers


def _label(outcome: Outcome, answers: list[str], expected: list[str]) -> str:
    if any(contradicts(answer, stated) for answer, stated in zip(answers, expected, strict=False)):
        return "wrong"  # also past a limit: what was printed was printed
    if outcome.broken is not None:
        return "memout" if outcome.broken == "memory" else "timeout"
    if outcome.exit < 0 or (outcome.exit != 0 and not answers):
        return "memout" if _says_out_of_memory(outcome) else "crash"
    if not answers and "(error" in outcome.stdout:
        return "crash"
    if not answers or len(answers) < len(expected):
        return "garbage"
    return "unknown" if "unknown" in answers else answers[0]


def _says_out_of_memory(outcome: Outcome) -> bool:
    text = (outcome.stdout[-4096:] + outcome.stderr[-4096:]).lower()
    return "out of memory" in text or "bad_alloc" in text


def _statistics(stderr: str) -> str:
    """The last line of standard error that is a JSON object."""
    for line in reversed(stderr.splitlines()):
        if line.startswith("{") and line.endswith("}"):
            try:
                json.loads(line)
            except ValueError:
                continue
            return line
    return ""


def _z3_statistics(stdout: str) -> str:
    """What `z3 -st` prints, `(:name number …)`, as JSON; only counters of its Horn engines and of SMT calls."""
    _, found, block = stdout.rpartition("\n(:")
    if not found:
        return ""
    pairs = (line.strip(" ():").split() for line in block.splitlines())
    kept = {pair[0]: float(pair[1]) for pair in pairs if len(pair) == 2 and _Z3_COUNTER.match(pair[0])}
    return json.dumps(kept) if kept else ""
