"""The arguments of scripts/campaign."""

from __future__ import annotations

import argparse
from pathlib import Path

from .registry import KINDS, SCRIPTS, Kind, Options, Total

ROOT = SCRIPTS.parent


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="campaign", description="Random inputs against Alphorn, by kind.")
    kinds = "; ".join(f"{kind.name}: {kind.about}" for kind in KINDS)
    found.add_argument("kind", choices=[*(kind.name for kind in KINDS), "all"], help=kinds)
    found.add_argument("--count", type=int, help="so many inputs (of each kind)")
    found.add_argument("--seconds", type=float, help="so long (each kind)")
    found.add_argument("--short", action="store_true", help="under a minute in total, for continuous integration")
    found.add_argument("--seed", type=int, default=0, help="the number of the first input")
    found.add_argument("--jobs", type=int, default=2)
    found.add_argument("--out", type=Path, default=Path("campaign-out"), help="the folder of what fails")
    found.add_argument("--alphorn", type=Path, default=ROOT / "target/release/alphorn")
    found.add_argument("--z3", type=Path, default=ROOT / "third_party/z3/bin/z3")
    found.add_argument("--show", type=int, metavar="NUMBER", help="print the problem with a number, and stop")
    return found


def options_of(args: argparse.Namespace, kind: Kind) -> Options:
    seconds = args.seconds
    if args.short:
        seconds = kind.short
    elif seconds is None and args.count is None:
        seconds = 600.0
    return Options(
        args.count, seconds, args.seed, args.jobs, args.out, args.alphorn.resolve(), args.z3.resolve(), args.short
    )


def run_kind(kind: Kind, args: argparse.Namespace) -> Total:
    total = kind.run(options_of(args, kind))
    print(f"{kind.name}: {total}", flush=True)
    return total


def main(arguments: list[str] | None = None) -> int:
    args = parser().parse_args(arguments)
    if args.show is not None:
        from .generate import family

        print(family.member(args.show).text.text, end="")
        return 0
    if not args.alphorn.exists():
        print(f"campaign: no {args.alphorn}: build it first (cargo build --release)")
        return 2
    chosen = [kind for kind in KINDS if args.kind in (kind.name, "all")]
    totals = [run_kind(kind, args) for kind in chosen]
    total = sum(totals, Total())
    if len(chosen) > 1:
        print(f"all: {total}")
    return 1 if total.failed else 0
