"""What is wrong with a run, if anything."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from ..generate.script import Text
from .alphorn import Run
from .answers import Answer
from .evidence import Checker


@dataclass(frozen=True)
class Failure:
    """A defect: its kind and what was seen."""

    kind: str
    detail: str

    @property
    def signature(self) -> str:
        """What failures of one cause have in common: the message without names, numbers and the formula."""
        text = re.sub(r"(clause|step) \d+.*", r"\1", self.detail.split(" (line")[0])
        error = re.search(r'\(error "+(.*?)"', self.detail)
        if error:
            text += f": {error.group(1)}"
        text = re.sub(r"`[^`]*`|line \d+ column \d+:? ?", "…", text)
        return f"{self.kind}: {re.sub(r'[0-9]+', 'N', text)[:110]}"


@dataclass
class Findings:
    """What is seen in one member of a family."""

    verdicts: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def verdict(answer: Answer, is_query: bool) -> str:
    """Whether a goal is reached, whatever word says so."""
    if answer.word == "unknown":
        return "unknown"
    return "reached" if (answer.word == "sat") == is_query else "safe"


def is_rejected(reason: str) -> bool:
    """Whether an `unknown` hides evidence that did not hold."""
    if reason.startswith(("stopped", "timeout")):
        return False
    return "evidence" in reason or "could not be decided" in reason


def of_unknown(answer: Answer, findings: Findings) -> None:
    if is_rejected(answer.reason):
        findings.failures.append(Failure("rejected", answer.reason))
    elif "panic" in answer.reason or "crash" in answer.reason:
        findings.failures.append(Failure("crash", answer.reason))
    reason = "its own check failed" if is_rejected(answer.reason) else answer.reason[:60]
    findings.counts[f"unknown: {reason}"] += 1


def of_evidence(run: Run, at: int, checker: Checker, findings: Findings) -> None:
    answer = run.answers[at]
    if not answer.evidence:
        findings.failures.append(Failure("no evidence", answer.word))
        return
    said = checker.check(run.played.text, run.played.questions[at], answer)
    if not said:
        findings.counts["evidence confirmed"] += 1
    elif said.startswith("open"):
        findings.counts["evidence open"] += 1
    else:
        kind = "invalid" if said.startswith("does not hold") else "unchecked"
        findings.failures.append(Failure(kind, said))


def judge(run: Run, text: Text, expected: list[str], checker: Checker | None) -> Findings:
    """Compares the answers of a run with what the oracle says, and checks the evidence if there has to be any."""
    found = Findings()
    if run.crash:
        found.failures.append(Failure("crash", run.crash))
    elif run.error:
        found.failures.append(Failure("refused", run.error))
    elif len(run.answers) != len(text.is_query):
        found.failures.append(Failure("missing", f"{len(run.answers)} answers to {len(text.is_query)} questions"))
    for at, (answer, is_query) in enumerate(zip(run.answers, text.is_query, strict=False)):
        seen = verdict(answer, is_query)
        found.verdicts.append(seen)
        if seen == "unknown":
            of_unknown(answer, found)
            continue
        found.counts[seen] += 1
        if checker is not None:
            of_evidence(run, at, checker, found)
        known = expected[at] if at < len(expected) else "unknown"
        if known != "unknown":
            found.counts["compared with the oracle"] += 1
            if known != seen:
                found.failures.append(Failure("wrong", f"{seen}, and the oracle says {known}"))
    return found


def disagreements(members: list[Findings]) -> list[Failure]:
    """Questions that two members of a family answer differently."""
    found = []
    for at in range(max((len(one.verdicts) for one in members), default=0)):
        said = {one.verdicts[at] for one in members if at < len(one.verdicts)} - {"unknown"}
        if len(said) > 1:
            found.append(Failure("disagree", f"question {at}"))
    return found
