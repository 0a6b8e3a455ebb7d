"""Decides what the answer of a door is worth."""

from __future__ import annotations

import json
from typing import Any

from .bundle_changes import Files, evidence_of
from .forge import Forgery
from .reference import Asker, Opinion, decide

SHOWN = ("formula", "line", "name", "query", "variables")


def strict(text: str) -> Any:
    """JSON where no field is there twice and numbers are numbers."""

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("a field twice")
        return found

    def constant(word: str) -> Any:
        raise ValueError(word)

    return json.loads(text, object_pairs_hook=fields, parse_constant=constant)


def shown_wrong(forgery: Forgery) -> str:
    """What a derivation only shows, and shows wrong; nothing if all is as in the right one."""
    try:
        right, data = json.loads(forgery.seed.evidence), strict(forgery.evidence)
        clauses = {c["offset"]: c for c in right["clauses"]}
        sorts = {v["offset"]: v["sort"] for s in right["steps"] for v in s["values"]}
        if set(data) - set(right):
            return "an unknown field"
        for clause in data["clauses"]:
            known = clauses.get(clause["offset"])
            if known is not None and {**known, "offset": 0} != {**clause, "offset": 0}:
                return next((key for key in SHOWN if known.get(key, 0) != clause.get(key, 0)), "an unknown field")
            if known is None:
                return "a clause of no place"
        for step in data["steps"]:
            for variable in step["values"]:
                if variable.get("sort") != sorts.get(variable["offset"], variable.get("sort")):
                    return "sort"
                if set(variable) - {"name", "offset", "sort", "value"}:
                    return "an unknown field"
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        return f"form: {error!r}"
    return ""


def opinion(asker: Asker, forgery: Forgery) -> Opinion:
    """Whether the evidence holds."""
    if forgery.is_wrong:
        return Opinion("wrong", "by the way it was made")
    return decide(asker, forgery.source, forgery.question, forgery.kind, forgery.evidence)


def of_bundle(asker: Asker, forgery: Forgery, right: Files) -> Opinion:
    """Whether a changed bundle may be accepted: if only its layout, or the evidence, is other, and that holds."""
    new, evidence = forgery.files or {}, evidence_of(right)
    for name in sorted(set(new) | set(right)):
        if new.get(name) == right.get(name) or name == evidence:
            continue
        if name not in right:
            return Opinion("wrong", f"{name} is new")
        if name == "manifest.json":
            try:
                if strict(new[name].decode()) == strict(right[name].decode()):
                    continue
            except (ValueError, KeyError):
                pass
        return Opinion("wrong", f"{name} is other")
    return opinion(asker, forgery)
