"""Right bundles to start from: those of the repository's problems, and of small random ones."""

from __future__ import annotations

import concurrent.futures
import itertools
import json
import pathlib
import random
import subprocess
import tempfile
import time
from dataclasses import dataclass

from .sexpr import Unreadable, head, read, start_of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("tests/corpus", "benchmarks")
LARGEST = 6000


@dataclass(frozen=True)
class Seed:
    """A right bundle."""

    name: str
    source: str
    question: int
    kind: str
    evidence: str
    manifest: str
    readme: str


def certified(binary: pathlib.Path, file: pathlib.Path, folder: pathlib.Path) -> Seed | None:
    """The bundle of a file, if it is solved within a second."""
    command = [str(binary), "certify", str(file), "-o", str(folder), "--timeout", "2"]
    try:
        subprocess.run(command, capture_output=True, timeout=30, check=False)
        manifest = (folder / "manifest.json").read_text()
        data = json.loads(manifest)
        kind = data["evidence"]["kind"]
        evidence = (folder / ("model.smt2" if kind == "solution" else "derivation.json")).read_text()
        readme = (folder / "README.md").read_text()
        return Seed(file.name, file.read_text(), data["question"], kind, evidence, manifest, readme)
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired):
        return None


def gather(binary: pathlib.Path, dice: random.Random, random_ones: int, jobs: int, end: float) -> list[Seed]:
    """The bundles that can be had until a time."""
    with tempfile.TemporaryDirectory(prefix="forger-") as name:
        work = pathlib.Path(name)
        files = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.smt2"))]
        files = [file for file in files if file.stat().st_size <= LARGEST]
        for i in range(random_ones):
            files.append(work / f"random{i}.smt2")
            files[-1].write_text(problem(dice))
        dice.shuffle(files)
        found: list[Seed] = []
        numbered = enumerate(files)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            while time.monotonic() < end and (batch := list(itertools.islice(numbered, 4 * jobs))):
                made = pool.map(lambda pair: certified(binary, pair[1], work / str(pair[0])), batch)
                found += [seed for seed in made if seed is not None]
        return found


SORTS = ("Int", "Int", "Real", "(_ BitVec 4)", "(Array Int Int)", "Lst", "Bool")
NAMES = ["|r s|", *"P Q bv2int iff if implies ~ inv! inv!! |iff| chk!0 rem log Set x".split()]
VARIABLES = ["|a b|", *"x y x! bv2int ubv_to_int iff if implies rem chk!v0 P select! x0 zz1 true!".split()]


def constant(dice: random.Random, sort: str) -> str:
    number = dice.randint(0, 5)
    return {
        "Int": str(number),
        "Real": f"{number}.5",
        "(_ BitVec 4)": f"(_ bv{number} 4)",
        "(Array Int Int)": f"((as const (Array Int Int)) {number})",
        "Lst": dice.choice(["nil", f"(cons {number} nil)"]),
        "Bool": dice.choice(["true", "false"]),
    }[sort]


def step(dice: random.Random, sort: str, x: str) -> str:
    """A next value."""
    number = dice.randint(1, 3)
    return {
        "Int": dice.choice(
            [f"(+ {x} {number})", f"(- {x} {number})", f"(ite (< {x} 3) (+ {x} 1) {x})", f"(mod {x} 7)"]
        ),
        "Real": dice.choice([f"(+ {x} {number}.5)", f"(/ {x} 2.0)"]),
        "(_ BitVec 4)": dice.choice([f"(bvadd {x} (_ bv{number} 4))", f"(bvxor {x} #b0101)", f"(bvlshr {x} #b0001)"]),
        "(Array Int Int)": f"(store {x} {number} (+ 1 (select {x} {number})))",
        "Lst": f"(cons {number} {x})",
        "Bool": f"(not {x})",
    }[sort]


def test(dice: random.Random, sort: str, x: str) -> str:
    number = dice.randint(0, 6)
    return {
        "Int": dice.choice(
            [f"(< {x} {number})", f"(>= {x} {number})", f"(= (mod {x} 2) 1)", f"(distinct {x} {number})"]
        ),
        "Real": dice.choice([f"(<= {x} {number}.0)", f"(> {x} {number}.5)"]),
        "(_ BitVec 4)": dice.choice([f"(bvult {x} (_ bv{number} 4))", f"(bvsle {x} (_ bv{number} 4))"]),
        "(Array Int Int)": f"(> (select {x} {number}) {number})",
        "Lst": dice.choice(["((_ is nil) " + x + ")", f"(not ((_ is nil) {x}))"]),
        "Bool": dice.choice([x, f"(not {x})"]),
    }[sort]


def problem(dice: random.Random) -> str:
    """A loop over one or two variables with names that tools are known to treat in a way of their own."""
    count = dice.randint(1, 2)
    sorts = [dice.choice(SORTS) for _ in range(count)]
    name = dice.choice(NAMES)
    names = dice.sample([v for v in VARIABLES if v != name], count)
    lines = ["(set-logic HORN)"]
    if "Lst" in sorts:
        lines.append("(declare-datatypes ((Lst 0)) (((nil) (cons (hd Int) (tl Lst)))))")
    lines.append(f"(declare-fun {name} ({' '.join(sorts)}) Bool)")
    lines.append(f"(assert ({name} {' '.join(constant(dice, sort) for sort in sorts)}))")
    bound = " ".join(f"({x} {sort})" for x, sort in zip(names, sorts, strict=True))
    atom = f"({name} {' '.join(names)})"
    after = " ".join(step(dice, sort, x) for x, sort in zip(names, sorts, strict=True))
    guard = test(dice, sorts[0], names[0])
    lines.append(f"(assert (forall ({bound}) (=> (and {atom} {guard}) ({name} {after}))))")
    goal = test(dice, sorts[-1], names[-1])
    lines.append(f"(assert (forall ({bound}) (=> (and {atom} {goal}) false)))")
    return "\n".join([*lines, "(check-sat)"]) + "\n"


def question_in(source: str, number: int = 0) -> int:
    """The byte where a question starts, or -1."""
    try:
        asking = [c for c in read(source) if head(c) in ("check-sat", "check-sat-assuming", "query")]
    except Unreadable:
        return -1
    return start_of(asking[number]) if len(asking) > number else -1
