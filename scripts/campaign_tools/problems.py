"""The campaign of random problems."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

from .registry import Options, Total
from .run.block import MEMBERS, Found, Report, Worker
from .run.minimise import Minimiser

MINIMISING = 20.0
MOST_CAUSES = 12

_worker: Worker | None = None


def start(binary: Path, z3: Path) -> None:
    global _worker
    _worker = Worker(binary, z3)


def work(number: int, first: int, last: int) -> Report:
    assert _worker is not None
    return _worker.block(number, first, last)


def blocks(options: Options) -> Iterator[tuple[int, int, int]]:
    """The numbers of blocks, with the first problem and the one after the last."""
    first = options.seed
    last = first + options.count if options.count is not None else 1 << 60
    number = first // MEMBERS
    while number * MEMBERS < last:
        yield number, first, last
        number += 1


def gather(options: Options) -> tuple[Report, float]:
    """Runs blocks in parallel until the count or the time is over."""
    total, begin = Report(), time.monotonic()
    end = begin + options.seconds if options.seconds is not None else float("inf")
    todo, pending, shown = blocks(options), set[Future[Report]](), begin
    with ProcessPoolExecutor(options.jobs, initializer=start, initargs=(options.alphorn, options.z3)) as pool:
        while True:
            while len(pending) <= options.jobs and time.monotonic() < end:
                task = next(todo, None)
                if task is None:
                    break
                pending.add(pool.submit(work, *task))
            if not pending:
                return total, time.monotonic() - begin
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                report = future.result()
                total.add(report)
                for found in report.found:
                    save(options.out, found, "")
            if time.monotonic() > shown + 30:
                shown = time.monotonic()
                print(f"  {shown - begin:.0f} s: {total.passed} passed, {total.failed} failed", flush=True)


def words_of(text: str) -> str:
    return re.sub(r"[^A-Za-z]+", "-", text)[:60].strip("-")


def save(folder: Path, found: Found, smallest: str) -> Path:
    """Writes a failing problem, and how it failed, for people and for the next run."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{words_of(found.failure.signature)}-{found.number}{'-small' if smallest else ''}.smt2"
    head = [f"problem {found.number}", " ".join(("options:", *found.options)), found.failure.kind]
    detail = found.failure.detail.replace("\n", " ")[:500]
    lines = [f"; {line}" for line in (*head, detail)]
    place.write_text("\n".join([*lines, smallest or found.text]))
    return place


def causes(found: list[Found]) -> dict[str, list[Found]]:
    """Failures by what they have in common, the most frequent first."""
    groups: dict[str, list[Found]] = {}
    for one in found:
        groups.setdefault(one.failure.signature, []).append(one)
    return dict(sorted(groups.items(), key=lambda group: -len(group[1])))


def minimise(options: Options, groups: dict[str, list[Found]]) -> None:
    worker = Worker(options.alphorn, options.z3)
    for signature, members in list(groups.items())[:MOST_CAUSES]:
        smallest = min(members, key=lambda one: len(one.text))
        text = "" if options.is_short else Minimiser(worker, smallest, MINIMISING).smallest()
        print(f"  {len(members)} × {signature}\n    {save(options.out, smallest, text)}", flush=True)


def run(options: Options) -> Total:
    report, seconds = gather(options)
    for word, number in sorted(report.counts.items(), key=lambda item: -item[1]):
        if not word.startswith("change "):
            print(f"  {number} {word}")
    problems = report.passed + report.failed + report.skipped
    print(f"  {problems} problems in {seconds:.0f} s")
    if report.found:
        minimise(options, causes(report.found))
    return Total(report.passed, report.failed, report.skipped)
