"""Makes forgeries from a number."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import dataclass, replace

from . import bundle_changes, derivation_changes, gadgets, model_changes, script_changes, theories
from .bundle_changes import Files
from .seeds import Seed, question_in
from .sexpr import Unreadable, read


@dataclass(frozen=True)
class Forgery:
    """Evidence about a script, how it came about, and whether it is known to be wrong."""

    changes: tuple[str, ...]
    seed: Seed
    source: str
    question: int
    kind: str
    evidence: str
    is_wrong: bool = False
    files: Files | None = None

    @property
    def steps(self) -> str | None:
        """What the library's checker reads: a model, or steps if the evidence has the form of a derivation."""
        if self.kind == "solution":
            return self.evidence
        try:
            return derivation_changes.steps_of(json.loads(self.evidence))
        except (ValueError, LookupError, TypeError, AttributeError):
            return None


def other_seed(dice: random.Random, seeds: list[Seed], kind: str) -> Seed:
    return dice.choice([seed for seed in seeds if seed.kind == kind])


def of_model(dice: random.Random, seeds: list[Seed], seed: Seed) -> Forgery | None:
    text, names = seed.evidence, list[str]()
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        change = dice.choice(model_changes.CHANGES)
        new = change(dice, text, other_seed(dice, seeds, "solution").evidence)
        if new is not None and new != text:
            text = new
            names.append(change.__name__)
    if not names:
        return None
    return Forgery(("model", *names), seed, seed.source, seed.question, seed.kind, text)


def of_derivation(dice: random.Random, seeds: list[Seed], seed: Seed) -> Forgery | None:
    data = json.loads(seed.evidence)
    other = json.loads(other_seed(dice, seeds, "derivation").evidence)
    names = []
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        change = dice.choice(derivation_changes.CHANGES)
        try:
            change(dice, data, copy.deepcopy(other))
        except (LookupError, TypeError, ValueError, AttributeError):
            # An earlier change has taken away what this one changes.
            continue
        names.append(change.__name__)
    text = derivation_changes.written(data)
    return Forgery(("derivation", *names), seed, seed.source, seed.question, seed.kind, text) if names else None


def of_script(dice: random.Random, seeds: list[Seed], seed: Seed) -> Forgery | None:
    """The script is other, and the evidence the old one, or one that fits to nothing."""
    try:
        items, names = tuple(read(seed.source)), list[str]()
    except Unreadable:
        return None
    for _ in range(dice.choice([1, 1, 2, 3])):
        change = dice.choice(script_changes.CHANGES)
        new = change(dice, items)
        if new is not None and new != items:
            items = new
            names.append(change.__name__)
    if not names:
        return None
    source = script_changes.text_of(items)
    question = question_in(source, dice.choice([0, 0, 0, 1]))
    evidence = seed.evidence
    if seed.kind == "derivation":
        evidence = moved(seed, source)
    elif dice.random() < 0.4:
        evidence = model_changes.all_bodies(dice, evidence, evidence) or evidence
        names.append("all_bodies")
    return Forgery(("script", *names), seed, source, max(question, 0), seed.kind, evidence)


def moved(seed: Seed, source: str) -> str:
    """A derivation with the places of a script that was written anew."""
    old, new = places_of(seed.source), places_of(source)
    table = dict(zip(old, new, strict=False))
    data = json.loads(seed.evidence)
    for step in data["steps"]:
        step["clause"] = table.get(step["clause"], step["clause"])
        for value in step["values"]:
            value["offset"] = table.get(value["offset"], value["offset"])
    return derivation_changes.written(data)


def places_of(source: str) -> list[int]:
    """Where each command, and each word of one, starts."""
    found = []
    stack = list(reversed(read(source)))
    while stack:
        item = stack.pop()
        found.append(getattr(item, "start", 0))
        if isinstance(item, tuple):
            stack.extend(reversed(item))
    return found


def of_gadget(dice: random.Random, seeds: list[Seed], seed: Seed) -> Forgery:
    source, kind, evidence = gadgets.forged(dice)
    template = next(s for s in seeds if s.kind == kind and "query" not in s.source)
    return Forgery(
        ("gadget",), replace(template, name="gadget.smt2"), source, question_in(source), kind, evidence, True
    )


def of_theory(dice: random.Random, seeds: list[Seed]) -> Forgery:
    source, kind, evidence = theories.forged(dice)
    template = next(s for s in seeds if s.kind == kind and "query" not in s.source)
    return Forgery(("theory",), replace(template, name="theory.smt2"), source, question_in(source), kind, evidence)


def of_bundle(dice: random.Random, files: Files, others: Files, seed: Seed) -> Forgery:
    """A right bundle with changed files."""
    new, names = dict(files), list[str]()
    for _ in range(dice.choice([1, 1, 1, 2])):
        change = dice.choice(bundle_changes.CHANGES)
        try:
            change(dice, new, others)
        except (LookupError, ValueError):
            # An earlier change has taken away what this one changes.
            continue
        names.append(change.__name__)
    evidence = new.get(bundle_changes.evidence_of(files), b"").decode(errors="replace")
    return Forgery(("bundle", *names), seed, seed.source, seed.question, seed.kind, evidence, False, new)


def forged(dice: random.Random, seeds: list[Seed]) -> Forgery | None:
    """A forgery that is no bundle yet."""
    seed = dice.choice(seeds)
    chance = dice.random()
    if chance < 0.2:
        return of_gadget(dice, seeds, seed)
    if chance < 0.35:
        return of_theory(dice, seeds)
    if chance < 0.55:
        return of_script(dice, seeds, seed)
    return of_model(dice, seeds, seed) if seed.kind == "solution" else of_derivation(dice, seeds, seed)
