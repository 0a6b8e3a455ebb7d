"""Decides what the answer of a door is worth."""

from __future__ import annotations

import json
from typing import Any

from .bundle_changes import Files, evidence_of
from .derivation_changes import FORMAT
from .forge import Forgery
from .reference import Asker, Opinion, decide


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
    """What a derivation says beside its steps, or says in two ways; nothing if there is nothing of the kind."""
    try:
        data = strict(forgery.evidence)
        parts = [(data, {"format", "version", "steps"})]
        for step in data["steps"]:
            parts.append((step, {"clause", "fact", "premises", "values"}))
            parts += [(value, {"name", "offset", "value"}) for value in step["values"]]
            parts += [(step["fact"], {"predicate", "arguments"})] if step["fact"] is not None else []
        if any(set(part) != fields for part, fields in parts):
            return "an unknown field"
        return "" if (data["format"], data["version"]) == (FORMAT, 1) else "another version"
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        return f"form: {error!r}"


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
