"""Changes of the files of a bundle, none of which may be accepted, and the making of a bundle for other evidence."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from .words import INJECTED, ODDITIES, TRICKY

Files: TypeAlias = dict[str, bytes]
Change: TypeAlias = Callable[[random.Random, Files, Files], None]


def made(
    manifest: str, readme: str, name: str, source: str, question: int, evidence: str, parts: list[dict[str, Any]]
) -> Files:
    """The bundle that `certify` would write, from a right bundle of the kind and what has to be shown."""
    old = json.loads(manifest)
    data = json.loads(manifest)
    data["input"] = {"name": name, "sha256": hashlib.sha256(source.encode()).hexdigest()}
    data["question"] = question
    data["obligations"] = []
    files: Files = {}
    for number, part in enumerate(parts):
        word = part["about"].split(" ")[0]
        file = f"obligations/{word}-{number:04}.smt2"
        data["obligations"].append({"about": part["about"], "expect": "unsat", "file": file, "line": part["line"]})
        files[file] = part["script"].encode()
    for key in ("name", "sha256"):
        readme = readme.replace(f"`{old['input'][key]}`", f"`{data['input'][key]}`")
    readme = re.sub(r"each of the \d+ scripts", f"each of the {len(parts)} scripts", readme)
    files["README.md"] = readme.encode()
    files["manifest.json"] = (json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()
    files[old["evidence"]["file"]] = evidence.encode()
    return files


def evidence_of(files: Files) -> str:
    return "model.smt2" if "model.smt2" in files else "derivation.json"


def obligation(dice: random.Random, files: Files) -> str:
    found = sorted(name for name in files if name.startswith("obligations/"))
    return dice.choice(found) if found else "README.md"


def jsons(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values of a JSON text."""
    found = [path] if path else []
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        found += jsons(value, (*path, key))
    return found


def manifest(dice: random.Random, files: Files, other: Files) -> None:
    """A field of the manifest is other, missing, or new."""
    data = json.loads(files["manifest.json"])
    path = dice.choice(jsons(data))
    place = data
    for key in path[:-1]:
        place = place[key]
    old = place[path[-1]]
    match dice.randrange(6):
        case 0:
            del place[path[-1]]
        case 1 if isinstance(place, dict):
            place[dice.choice(["zz", "Verdict", "verdict ", "expect", "sha-256", "file"])] = dice.choice(
                ["sat", "unsat", 1]
            )
        case 2 if isinstance(place, list):
            place.append(old)
        case 3 if isinstance(old, int):
            place[path[-1]] = dice.choice([old + 1, old - 1, float(old), str(old), 2**32 + old, -old, None])
        case 4 if isinstance(old, str):
            flips = {"sat": "unsat", "unsat": "sat", "solution": "derivation", "derivation": "solution"}
            place[path[-1]] = flips.get(
                old, old.upper() if dice.random() < 0.3 else old + dice.choice([*ODDITIES, " ", "/", "x"])
            )
        case _:
            place[path[-1]] = dice.choice(
                ["", None, [], {}, 0, "../x", "/dev/null", "sat", "unsat", "model.smt2", 1.5, True]
            )
    files["manifest.json"] = (json.dumps(data, indent=2, sort_keys=True) + "\n").encode()


def layout(dice: random.Random, files: Files, other: Files) -> None:
    """JSON that is read in different ways: a field twice, numbers that are none, text after the end, deep nesting."""
    name = dice.choice(["manifest.json", evidence_of(files)])
    text = files[name].decode()
    if name == "model.smt2":
        name, text = "manifest.json", files["manifest.json"].decode()
    fields = re.findall(r'"[a-z0-9-]+":\s*(?:"[^"]*"|\d+|null)', text)
    field = dice.choice(fields)
    key = field.split(":")[0]
    value = dice.choice(
        [
            '"sat"',
            '"unsat"',
            '"solution"',
            '"derivation"',
            "0",
            "1",
            "null",
            "NaN",
            "Infinity",
            "-0",
            "1e400",
            "1E2",
            '"x"',
            "[]",
        ]
    )
    text = dice.choice(
        [
            text.replace(field, f"{field}, {key}: {value}", 1),
            text.replace(field, f"{key}: {value}, {field}", 1), text.replace(field, f"{key}: {value}", 1),
            text + "{}", text + "\0", "\ufeff" + text, text.rstrip()[:-1], text.replace(",", ",,", 1),
            text.replace("{", "{" + '"zz": ' + "[" * 3000 + "]" * 3000 + ", ", 1),
            text.replace(field, f"/* */ {field}", 1), "[" + text + "]",
            text.replace(key, f'"\\u{ord(key[1]):04x}{key[2:]} ', 1),
            text.replace(field, f"{key[:-1]}\\u0000\": {value}, {field}", 1),
        ]
    )  # fmt: skip
    files[name] = text.encode("utf-8", "surrogatepass")


def swap(dice: random.Random, files: Files, other: Files) -> None:
    """A file is that of another bundle."""
    name = dice.choice(sorted(files))
    donor = name if name in other else evidence_of(other) if name == evidence_of(files) else obligation(dice, other)
    files[name] = other[donor]


def obligations(dice: random.Random, files: Files, other: Files) -> None:
    """What has to be shown is other: less, weaker, exchanged, or something that is true anyhow."""
    one, another = obligation(dice, files), obligation(dice, files)
    text = files[one]
    match dice.randrange(7):
        case 0:
            files[one], files[another] = files[another], files[one]
        case 1:
            files[one] = b"(assert false)\n(check-sat)\n"
        case 2:
            del files[one]
        case 3:
            files[one] = text.replace(b"(check-sat)", dice.choice(INJECTED).encode() + b"(check-sat)")
        case 4:
            files[one] = text.replace(b"(assert ", b"(assert (and false ", 1)
        case 5:
            files[one] = text + dice.choice([b"\n", b" ", b"; x", b"(check-sat)", b"\0"])
        case _:
            files["obligations/" + dice.choice(["clause-9999.smt2", "step-0000.smt2", "clause-0000.smt2"])] = (
                text + b"\n"
            )


def letters(dice: random.Random, files: Files, other: Files) -> None:
    """A letter of a file that is no evidence is other, missing, or there twice."""
    name = dice.choice(["README.md", "manifest.json", obligation(dice, files)])
    data = files[name]
    place = dice.randrange(len(data)) if data else 0
    piece = dice.choice(
        [b"", b" ", bytes([dice.randrange(256)]), dice.choice(TRICKY).encode(), data[place : place + 1] * 2]
    )
    files[name] = data[:place] + piece + data[place + 1 :]


def gone(dice: random.Random, files: Files, other: Files) -> None:
    """A file is missing, empty, cut, or no text."""
    name = dice.choice(sorted(files))
    match dice.randrange(4):
        case 0:
            del files[name]
        case 1:
            files[name] = b""
        case 2:
            files[name] = files[name][: dice.randrange(max(1, len(files[name]) - 1))]
        case _:
            files[name] = b"\xff\xfe" + files[name]


CHANGES: list[Change] = [
    manifest,
    manifest,
    manifest,
    layout,
    layout,
    swap,
    swap,
    obligations,
    obligations,
    letters,
    letters,
    gone,
]
