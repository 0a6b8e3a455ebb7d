"""Runs mutants in each dialect, and keeps each that crashes, hangs, loses a verdict or has its evidence rejected."""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import itertools
import pathlib
import random
import subprocess
import sys
import time
from dataclasses import dataclass

from .dialects import DIALECTS, Dialect
from .lines import expected, verdicts
from .mutate import mutant

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("tests/corpus", "tests/error", "tests/not-horn", "benchmarks")
# Golem's calls have no limit of their own; the others end after a second.
HANG = 12.0
KEPT = 5
CALM = b"(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P 0))\n(check-sat)\n"


@dataclass(frozen=True)
class Case:
    """A call with an input, and whether it is an answer to the input that is wanted."""

    dialect: Dialect
    words: list[str]
    text: bytes
    is_answered: bool

    @property
    def name(self) -> str:
        return f"{self.dialect.name} {'script' if self.is_answered else 'call'}"


@dataclass(frozen=True)
class Run:
    """What became of a call."""

    code: int
    out: str
    err: str
    is_late: bool


def case_of(seed: int, number: int, texts: list[bytes], chosen: list[Dialect]) -> Case:
    """Scripts and strange calls in turn."""
    dice = random.Random(f"{seed} {number}")
    dialect = chosen[number % len(chosen)]
    if number // len(chosen) % 2:
        return Case(dialect, dialect.strange(dice), CALM, False)
    return Case(dialect, dialect.call(dice), mutant(dice, texts), True)


def run(binary: pathlib.Path, case: Case) -> Run:
    # A call may name files to write, which end in the place where it runs.
    with subprocess.Popen(
        [binary, *case.words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/tmp"
    ) as process:
        try:
            out, err = process.communicate(case.text, timeout=HANG)
            late = False
        except subprocess.TimeoutExpired:
            process.terminate()
            try:
                out, err = process.communicate(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
            late = True
    return Run(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"), late)


def wrong(case: Case, done: Run) -> str:
    """What is wrong with a run, or nothing."""
    if "panicked" in done.err or "overflowed its stack" in done.err:
        return "panic"
    if done.code < 0 and not done.is_late:
        return f"signal {-done.code}"
    # Golem aborts where its arguments are wrong, and so does its dialect, also when a strange call asks for it.
    is_golem = case.dialect.name == "golem" or "golem" in case.words
    if (done.code > 127 or done.code == 101) and not (is_golem and done.code == 134):
        return f"exit code {done.code}"
    limited = bool(case.dialect.limit)
    if done.is_late and (case.is_answered and limited):
        return "hang"
    if "failed its check" in done.err and "timeout" not in done.err:
        return "evidence rejected"
    if case.is_answered:
        least, most = expected(case.text)
        seen = verdicts(done.out)
        # Without a limit of its own, a call that was ended had no time for all questions.
        # Z3 says `timeout` once, and that is the end.
        is_over = "timeout" in done.out.splitlines()
        if seen < least and (limited or not done.is_late) and not is_over:
            return "a verdict is missing"
        if seen > most:
            return "a verdict too many"
    return ""


def one(binary: pathlib.Path, case: Case) -> tuple[str, Run]:
    """What is wrong with a case. What happens once may be the machine's fault: a hang is tried again."""
    done = run(binary, case)
    if wrong(case, done) == "hang":
        done = run(binary, case)
    return wrong(case, done), done


def texts_of(folders: list[pathlib.Path], largest: int) -> list[bytes]:
    files = sorted(path for folder in folders for path in folder.rglob("*.smt2"))
    return [text for text in (path.read_bytes() for path in files) if len(text) <= largest]


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz", description="Mutated scripts and command lines in every dialect."
    )
    parser.add_argument(
        "folders", nargs="*", type=pathlib.Path, help="scripts to start from (default: the repository's)"
    )
    parser.add_argument("--count", type=int, help="so many inputs (default 500, or no end with --seconds)")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alphorn", type=pathlib.Path, default=ROOT / "target" / "release" / "alphorn")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("fuzzed"), help="where failures are kept")
    parser.add_argument("--dialect", action="append", choices=[dialect.name for dialect in DIALECTS], help="only these")
    parser.add_argument("--largest", type=int, default=20_000, metavar="BYTES")
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args(arguments)


def keep(out: pathlib.Path, case: Case, found: str, number: int, done: Run) -> None:
    """Writes a failing input down, and beside it the call and what was said."""
    folder = out / found.replace(" ", "-")
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{case.dialect.name}-{number}"
    (folder / f"{stem}.smt2").write_bytes(case.text)
    (folder / f"{stem}.call").write_text("\n".join(case.words) + "\n", errors="surrogatepass")
    (folder / f"{stem}.said").write_text(f"{done.out}--- exit code {done.code}\n{done.err}")


def main(arguments: list[str] | None = None) -> int:
    args = parsed(arguments)
    count = args.count if args.count is not None else 500 if args.seconds is None else sys.maxsize
    end = time.monotonic() + args.seconds if args.seconds is not None else float("inf")
    folders = args.folders or [ROOT / folder for folder in FOLDERS]
    texts = texts_of(folders, args.largest)
    chosen = [dialect for dialect in DIALECTS if not args.dialect or dialect.name in args.dialect]
    binary, failures = args.alphorn.resolve(), collections.Counter[str]()
    tried = collections.Counter[str]()
    numbers = itertools.takewhile(lambda n: n < count and time.monotonic() < end, itertools.count())
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        while batch := list(itertools.islice(numbers, 4 * args.jobs)):
            cases = [case_of(args.seed, number, texts, chosen) for number in batch]
            answers = pool.map(lambda case: one(binary, case), cases)
            for number, case, (found, done) in zip(batch, cases, answers, strict=True):
                tried[case.name] += 1
                if found:
                    key = f"{case.name}: {found}"
                    failures[key] += 1
                    if failures[key] <= KEPT:
                        keep(args.out, case, found, number, done)
    for name, number in sorted(tried.items()):
        print(f"{number:8} {name}")
    for name, number in failures.most_common():
        print(f"{number:8} FAILED {name}")
    print(f"{tried.total() - failures.total()} passed, {failures.total()} failed, 0 skipped")
    return 1 if failures else 0
