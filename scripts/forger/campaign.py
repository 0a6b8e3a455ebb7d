"""Runs forgeries through the doors, and keeps what is accepted and must not be."""

from __future__ import annotations

import argparse
import collections
import multiprocessing
import pathlib
import queue
import random
import re
import sys
import threading
import time
from dataclasses import dataclass, field

from . import bundle_changes, doors, forge, judge, seeds
from .forge import Forgery
from .reference import Asker, Opinion
from .seeds import ROOT, Seed

# Of each kind so many are kept.
KEPT = 3
BUNDLES = 0.12


@dataclass(frozen=True)
class Settings:
    """What the arguments say."""

    count: int
    end: float
    seed: int
    alphorn: pathlib.Path
    library: pathlib.Path
    solver: pathlib.Path
    found: pathlib.Path
    sample: int
    jobs: int


@dataclass
class Worker:
    """Makes and shows every n-th forgery."""

    settings: Settings
    seeds: list[Seed]
    said: collections.Counter[str] = field(default_factory=collections.Counter)
    failures: collections.Counter[str] = field(default_factory=collections.Counter)

    def __post_init__(self) -> None:
        self.library = doors.Library(self.settings.library)
        self.asker = Asker(str(self.settings.solver))
        self.folder = doors.Folder()
        self.is_done = False
        self.right: dict[str, bundle_changes.Files | None] = {}

    def run(self, first: int) -> None:
        number = first
        while number < self.settings.count and time.monotonic() < self.settings.end:
            self.one(random.Random(f"{self.settings.seed} {number}"), number)
            number += self.settings.jobs
        self.is_done = True
        self.library.close()
        self.asker.close()
        self.folder.close()

    def one(self, dice: random.Random, number: int) -> None:
        is_sampled = number // self.settings.jobs % self.settings.sample == 0
        if dice.random() < BUNDLES:
            self.bundle(dice, is_sampled)
            return
        forgery = forge.forged(dice, self.seeds)
        if forgery is None:
            self.said["nothing to change"] += 1
            return
        steps = forgery.steps
        if steps is not None:
            request = {"source": forgery.source, "query": forgery.question, "kind": forgery.kind, "evidence": steps}
            answer = self.library.ask(do="check", **request)
            self.told("library", forgery, answer)
        if steps is None or is_sampled:
            self.as_bundle(forgery, steps)

    def parts(self, forgery: Forgery, steps: str | None) -> bundle_changes.Files:
        """The bundle for a forgery, as right as can be."""
        source, evidence, seed = forgery.source, forgery.evidence, forgery.seed
        kind, question = forgery.kind, forgery.question
        asked = self.library.ask(do="obligations", source=source, query=question, kind=kind, evidence=steps or "()")
        return bundle_changes.made(seed.manifest, seed.readme, seed.name, source, question, evidence, list(asked.parts))

    def as_bundle(self, forgery: Forgery, steps: str | None) -> None:
        """Through the two other doors."""
        files = self.parts(forgery, steps)
        bundle, file = self.folder.write(files, forgery.seed.name, forgery.source)
        self.told("verify", forgery, doors.command_line(self.settings.alphorn, bundle, file), files)
        self.told("script", forgery, doors.script(bundle, file, f"{self.settings.solver} -in"), files)

    def right_bundle(self, seed: Seed) -> bundle_changes.Files | None:
        """A right bundle, if verify agrees that it is."""
        key = f"{seed.name} {seed.kind} {seed.source}"
        if key not in self.right:
            forgery = Forgery((), seed, seed.source, seed.question, seed.kind, seed.evidence)
            files = self.parts(forgery, forgery.steps)
            bundle, file = self.folder.write(files, seed.name, seed.source)
            answer = self.library.ask(do="verify", folder=str(bundle), file=str(file))
            self.said[f"right bundles that verify {'accepts' if answer.accepted else 'refuses'}"] += 1
            self.right[key] = files if answer.accepted else None
        return self.right[key]

    def bundle(self, dice: random.Random, is_sampled: bool) -> None:
        seed, other = dice.sample(self.seeds, 2)
        files, others = self.right_bundle(seed), self.right_bundle(other)
        if files is None or others is None:
            self.said["nothing to change"] += 1
            return
        forgery = forge.of_bundle(dice, files, others, seed)
        if forgery.files == files:
            self.said["nothing to change"] += 1
            return
        bundle, file = self.folder.write(forgery.files or {}, seed.name, seed.source)
        answer = self.library.ask(do="verify", folder=str(bundle), file=str(file))
        self.told("verify", forgery, answer, right=files)
        if is_sampled:
            self.told("verify", forgery, doors.command_line(self.settings.alphorn, bundle, file), right=files)
            names = ("manifest.json", bundle_changes.evidence_of(files))
            # The script reads only these.
            if any((forgery.files or {}).get(name) != files[name] for name in names):
                answer = doors.script(bundle, file, f"{self.settings.solver} -in")
                read = {name: (forgery.files or {}).get(name, b"") for name in names}
                self.told("script", forgery, answer, right={name: files[name] for name in names}, files=read)

    def told(
        self,
        door: str,
        forgery: Forgery,
        answer: doors.Answer,
        files: bundle_changes.Files | None = None,
        right: bundle_changes.Files | None = None,
    ) -> None:
        """Takes the answer of a door into account."""
        self.said[f"shown to {door}"] += 1
        if answer.broken:
            self.keep(door, forgery, f"broken: {answer.why[:200]}", files)
            return
        if not answer.accepted:
            self.said["refused"] += 1
            return
        if right is not None:
            judged = forgery if files is None else Forgery(**{**forgery.__dict__, "files": files})
            thought = judge.of_bundle(self.asker, judged, right)
        else:
            thought = judge.opinion(self.asker, forgery)
        is_derivation = (
            forgery.kind == "derivation" and forgery.changes[0] in ("derivation", "bundle") and door != "library"
        )
        if thought.word == "holds" and is_derivation:
            wrong = judge.shown_wrong(forgery)
            thought = Opinion("wrong", f"shown: {wrong}") if wrong else thought
        self.said[f"accepted and {thought.word}"] += 1
        if thought.word == "wrong":
            self.keep(door, forgery, thought.why, files)
        elif thought.word == "open":
            self.said[f"open: {thought.why[:60]}"] += 1

    def keep(self, door: str, forgery: Forgery, why: str, files: bundle_changes.Files | None) -> None:
        """Writes a failure down."""
        short = re.sub("[^A-Za-z0-9.]+", "_", why.split(":")[0][:40])
        key = f"{door}-{'-'.join(forgery.changes)}-{short}"
        self.failures[key] += 1
        if self.failures[key] > KEPT:
            return
        folder = self.settings.found / f"{key}-{self.failures[key]}"
        if files is None:
            files = forgery.files or self.parts(forgery, forgery.steps)
        doors.write(folder, files)
        (folder / forgery.seed.name).write_bytes(forgery.source.encode())
        changes = ", ".join(forgery.changes)
        note = f"door: {door}\nchanges: {changes}\nwhy it must be refused: {why}\nquestion: {forgery.question}\n"
        (folder / "NOTE").write_text(note)


def work(
    settings: Settings,
    all_seeds: list[Seed],
    first: int,
    results: multiprocessing.Queue[tuple[dict[str, int], dict[str, int]]],
) -> None:
    # Terms are nested deeper than Python's own limit allows.
    sys.setrecursionlimit(20_000)
    threading.stack_size(512 * 1024 * 1024)
    worker = Worker(settings, all_seeds)
    thread = threading.Thread(target=worker.run, args=(first,))
    thread.start()
    thread.join()
    if not worker.is_done:
        worker.failures["a worker fell down"] += 1
    results.put((dict(worker.said), dict(worker.failures)))


def gathered(settings: Settings, all_seeds: list[Seed]) -> tuple[collections.Counter[str], collections.Counter[str]]:
    """Runs the workers."""
    results: multiprocessing.Queue[tuple[dict[str, int], dict[str, int]]] = multiprocessing.Queue()
    arguments = [(settings, all_seeds, first, results) for first in range(settings.jobs)]
    processes = [multiprocessing.Process(target=work, args=one) for one in arguments]
    for process in processes:
        process.start()
    said, failures, left = collections.Counter[str](), collections.Counter[str](), len(processes)
    while left:
        try:
            more, failed = results.get(timeout=1)
        except queue.Empty:
            if not any(process.is_alive() for process in processes) and results.empty():
                failures["a worker died"] += left
                break
            continue
        said.update(more)
        failures.update(failed)
        left -= 1
    for process in processes:
        process.join()
    return said, failures


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/forge", description="Shows forged evidence to every door.")
    parser.add_argument(
        "--count", type=int, default=None, help="so many forgeries (default 1000, or no end with --seconds)"
    )
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alphorn", type=pathlib.Path, default=ROOT / "target" / "release" / "alphorn")
    parser.add_argument("--library", type=pathlib.Path, help="forge-server, which fuzz/build makes")
    parser.add_argument("--solver", type=pathlib.Path, default=ROOT / "third_party" / "z3" / "bin" / "z3")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("forged"), help="where failures are kept")
    parser.add_argument(
        "--sample", type=int, default=50, help="one of so many goes to the command line and the script, too"
    )
    parser.add_argument("--random", type=int, default=60, help="so many random problems beside those of the repository")
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    args = parsed(arguments)
    library = args.library or doors.library_binary()
    if not library.exists():
        print(f"there is no {library.name}, which fuzz/build makes\n0 passed, 0 failed, 1 skipped")
        return 0
    count = args.count if args.count is not None else 1000 if args.seconds is None else sys.maxsize
    end = time.monotonic() + args.seconds if args.seconds is not None else float("inf")
    paths = [path.resolve() for path in (args.alphorn, library, args.solver, args.out)]
    enough = time.monotonic() + (args.seconds / 3 if args.seconds is not None else float("inf"))
    all_seeds = seeds.gather(paths[0], random.Random(args.seed), args.random, args.jobs, enough)
    kinds = collections.Counter(seed.kind for seed in all_seeds)
    print(f"{len(all_seeds)} right bundles: {dict(kinds)}", flush=True)
    if len(kinds) < 2:
        print("0 passed, 1 failed, 0 skipped")
        return 1
    start = time.monotonic()
    settings = Settings(count, end, args.seed, paths[0], paths[1], paths[2], paths[3], args.sample, args.jobs)
    said, failures = gathered(settings, all_seeds)
    if said["right bundles that verify refuses"] > said["right bundles that verify accepts"] / 10:
        # The door is broken, or was built from something else than the program.
        failures["right bundles are refused"] += 1
    for words, number in sorted(said.items()):
        print(f"{number:8} {words}")
    for words, number in failures.most_common():
        print(f"{number:8} FAILED {words}")
    shown = sum(number for words, number in said.items() if words.startswith("shown to"))
    failed, skipped = failures.total(), said["accepted and open"] + said["nothing to change"]
    print(f"{shown} shown in {time.monotonic() - start:.0f} s")
    print(f"{shown - failed - said['accepted and open']} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0
