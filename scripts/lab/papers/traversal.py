"""CP 2009, tables 3 and 4: states of the traversal of small programs, without interpolation and with it."""

import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..solvers import SolverError

REPLACEMENTS = ["none", "deletion", "slackening"]
"""What constraints are replaced by, as `--replacement` names it."""


@dataclass(frozen=True)
class Edge:
    """A step of a program: from where to where, under which condition, and the variables that change."""

    source: str
    target: str
    guard: str = "true"
    changes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Program:
    """Integer variables, an initial condition, steps, and where what must not hold; the first location is the start."""

    name: str
    table: int
    variables: tuple[str, ...]
    start: str
    edges: tuple[Edge, ...]
    bad: tuple[tuple[str, str], ...]
    rounds: int
    """How often its loops are passed at most."""

    def text(self) -> str:
        """The program as Horn clauses, its loops unrolled: a predicate a location and round."""
        locations = list(dict.fromkeys(place for edge in self.edges for place in (edge.source, edge.target)))
        copies = range(self.rounds + 1)
        sorts = " ".join("Int" for _ in self.variables)
        binders = " ".join(f"({v} Int)" for v in (*self.variables, "input"))
        here = " ".join(self.variables)
        lines = ["(set-logic HORN)"]
        lines += [f"(declare-fun {place}{k} ({sorts}) Bool)" for k in copies for place in locations]
        lines.append(f"(assert (forall ({binders}) (=> {self.start} ({locations[0]}0 {here}))))")
        for k in copies:
            for edge in self.edges:
                # A step back is a step into the next round.
                later = k + (locations.index(edge.target) <= locations.index(edge.source))
                there = " ".join(dict(edge.changes).get(v, v) for v in self.variables)
                body = f"(and ({edge.source}{k} {here}) {edge.guard})"
                if later in copies:
                    lines.append(f"(assert (forall ({binders}) (=> {body} ({edge.target}{later} {there}))))")
            for place, condition in self.bad:
                lines.append(f"(assert (forall ({binders}) (=> (and ({place}{k} {here}) {condition}) false)))")
        return "\n".join([*lines, "(check-sat)", ""])


def _to(source: str, target: str, guard: str = "true", **changes: str) -> Edge:
    return Edge(source, target, guard, tuple(changes.items()))


def decoder(rounds: int) -> Program:
    """Each round handles one of four kinds of input, at a cost of its own; the costs add up."""
    edges = [_to("head", "kind", f"(< i {rounds})"), _to("head", "done", f"(>= i {rounds})")]
    for kind, cost in enumerate([1, 2, 2, 3]):
        taken = f"(= input {kind})" if kind < 3 else "(> input 2)"
        edges.append(_to("kind", "head", taken, i="(+ i 1)", t=f"(+ t {cost})"))
    return Program(
        "decoder", 4, ("i", "t"), "(and (= i 0) (= t 0))", tuple(edges), (("done", f"(> t {3 * rounds})"),), rounds
    )


def sqrt(rounds: int) -> Program:
    """Newton's method in so many rounds, which do little once the result is near enough. The costly come first."""
    edges = (
        _to("head", "body", f"(< i {rounds})"),
        _to("head", "done", f"(>= i {rounds})"),
        _to("body", "step", "(= flag 0)", t="(+ t 4)"),
        _to("body", "next", "(= flag 1)", t="(+ t 1)"),
        _to("step", "next", "(> input 0)", t="(+ t 1)"),
        _to("step", "next", "(<= input 0)", flag="1", t="(+ t 1)"),
        _to("next", "head", i="(+ i 1)"),
    )
    start = "(and (= i 0) (= flag 0) (= t 0))"
    return Program("sqrt", 4, ("i", "flag", "t"), start, edges, (("done", f"(> t {5 * rounds})"),), rounds)


def janne_complex(top: int) -> Program:
    """Two loops that change each other's variables, from all inputs up to `top`."""
    edges = (
        _to("outer", "inner", f"(< a {top})"),
        _to("outer", "done", f"(>= a {top})"),
        _to("inner", "leave", "(>= b a)"),
        _to("inner", "large", "(and (< b a) (> b 5))", b="(* b 3)"),
        _to("inner", "large", "(and (< b a) (<= b 5))", b="(+ b 2)"),
        _to("large", "inner", "(and (>= b 10) (<= b 12))", a="(+ a 10)", t="(+ t 1)"),
        _to("large", "inner", "(or (< b 10) (> b 12))", a="(+ a 1)", t="(+ t 1)"),
        _to("leave", "outer", a="(+ a 2)", b="(- b 10)", t="(+ t 1)"),
    )
    start = f"(and (<= 1 a {top}) (<= 1 b {top}) (= t 0))"
    most = max(_steps(a, b, top) for a in range(1, top + 1) for b in range(1, top + 1))
    return Program("janne_complex", 4, ("a", "b", "t"), start, edges, (("done", f"(> t {most})"),), most)


def _steps(a: int, b: int, top: int) -> int:
    """The program itself: how often a loop is passed."""
    steps = 0
    while a < top:
        while b < a:
            b = b * 3 if b > 5 else b + 2
            a = a + 10 if 10 <= b <= 12 else a + 1
            steps += 1
        a, b, steps = a + 2, b - 10, steps + 1
    return steps


def _nested(name: str, size: int, exchange: Iterable[Edge], checks: Sequence[tuple[str, str]]) -> Program:
    """A loop in a loop over an array, and a body."""
    edges = (
        _to("outer", "inner", f"(< i {size})", j="i"),
        _to("inner", "body", f"(< j {size})"),
        *exchange,
        _to("inner", "outer", f"(>= j {size})", i="(+ i 1)"),
    )
    rounds = size * (size + 1) // 2 + size
    return Program(name, 3, ("i", "j", "k"), "(and (= i 0) (= j 0) (= k 0))", edges, tuple(checks), rounds)


def lu(size: int) -> Program:
    """As in a decomposition: the row of the greatest element so far is kept, whatever it is."""
    body = (_to("body", "inner", "(> input 0)", k="j", j="(+ j 1)"), _to("body", "inner", "(<= input 0)", j="(+ j 1)"))
    outside = f"(or (< i 0) (< j 0) (< k 0) (>= i {size}) (>= j {size}) (>= k {size}))"
    return _nested("lu", size, body, [("body", outside)])


def fft(size: int) -> Program:
    """As in bit reversal: elements change places or do not, and a second index moves with both."""
    body = (
        _to("body", "swap", "(> input 0)"),
        _to("body", "move", "(<= input 0)"),
        _to("swap", "move"),
        _to("move", "inner", f"(< k {size - 1})", k="(+ k 1)", j="(+ j 1)"),
        _to("move", "inner", f"(>= k {size - 1})", k="0", j="(+ j 1)"),
    )
    outside = f"(or (< j 0) (< k 0) (>= j {size}) (>= k {size}))"
    return _nested("fft", size, body, [("swap", outside), ("move", outside)])


PROGRAMS = [lu(4), fft(4), decoder(5), sqrt(8), janne_complex(8)]
"""Small enough to be traversed without interpolation, most of them."""


@dataclass(frozen=True)
class Traversal:
    """A program, and the states visited for each replacement; nothing where it did not end in time."""

    name: str
    table: int
    states: tuple[int | None, ...]


def run(alphorn: Path, work: Path, seconds: float, programs: Sequence[Program] = tuple(PROGRAMS)) -> list[Traversal]:
    """Writes the programs into `work` and traverses each in every way."""
    folder = work / "traversal"
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for program in programs:
        file = folder / f"{program.name}.smt2"
        file.write_text(program.text())
        states = tuple(_states(alphorn, file, seconds, replacement) for replacement in REPLACEMENTS)
        found.append(Traversal(program.name, program.table, states))
    return found


def _states(alphorn: Path, file: Path, seconds: float, replacement: str) -> int | None:
    command = [str(alphorn), "--engine", "clp", "--replacement", replacement, "--transform", "none"]
    command += ["--timeout", f"{seconds:g}", "--statistics=json", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    # A complete traversal without interpolation proves as much, but leaves no solution behind.
    ended = result.stdout.startswith("sat") or "complete" in result.stderr
    if result.returncode != 0 or result.stdout.startswith("unsat"):
        raise SolverError(f"{' '.join(command)}: {result.stdout}{result.stderr.strip()}")
    counts = next(_objects(result.stderr), {})
    return int(counts["forward-decisions"]) if ended else None


def _objects(text: str) -> Iterator[dict[str, float]]:
    """The JSON object in what was printed."""
    start = text.find("{")
    if start >= 0:
        yield json.loads(text[start : text.rindex("}") + 1])


def rows(traversals: Sequence[Traversal]) -> list[list[str]]:
    """The table: states without interpolation and with it, and how many times fewer."""
    lines = []
    for traversal in traversals:
        plain, *replaced = traversal.states
        best = min((count for count in replaced if count), default=None)
        ratio = f"{plain / best:.1f}" if plain and best else "?"
        shown = [str(count) if count is not None else "not in time" for count in traversal.states]
        lines.append([traversal.name, str(traversal.table), *shown, ratio])
    return lines
