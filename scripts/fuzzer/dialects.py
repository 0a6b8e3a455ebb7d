"""The dialects: how each is called with a script, and words for calls that nobody makes."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Dialect:
    """Words in front of all calls, options under which a script is answered as without them, and other options."""

    name: str
    front: tuple[str, ...]
    limit: tuple[str, ...]
    safe: tuple[tuple[str, ...], ...]
    others: tuple[str, ...]
    stdin: tuple[str, ...] = ()

    def call(self, dice: random.Random) -> list[str]:
        """Options for a script on standard input."""
        chosen = dice.sample(self.safe, dice.randint(0, min(2, len(self.safe))))
        # An option with a value may be there once.
        once = {words[0]: words for words in chosen}.values()
        return [*self.front, *self.limit, *(word for words in once for word in words), *self.stdin]

    def strange(self, dice: random.Random) -> list[str]:
        """A call that may mean nothing."""
        words = list(self.front) if dice.random() < 0.9 else ["--compat"]
        for _ in range(dice.randint(0, 5)):
            word = dice.choice([*self.others, *(word for words in self.safe for word in words), *self.limit, *ANY])
            if dice.random() < 0.3:
                at = dice.randrange(len(word) + 1)
                word = (
                    word[:at]
                    + dice.choice(["", "=", ":", "-", "0", "9" * 25, "é", "\x7f", " ", "\n", "%s", "e9"])
                    + word[at + 1 :]
                )
            words.append(word.replace("\0", ""))
        return words


def options(text: str) -> tuple[tuple[str, ...], ...]:
    """Options, one a line, each with its value."""
    return tuple(tuple(line.split()) for line in text.strip().splitlines())


ANY = (
    *"- -- -0 --help -h --version -version /dev/null / no-such-file é -t -T: -t:-1 = --timeout 0 -1 1e309 nan".split(),
    *"--timeout=1e-9 18446744073709551616 --memory 1 certify verify explain cover bound -o --with @x --compat".split(),
    *"a=b inf z3 eld golem hoice -v -vvv -q x.smt2".split(),
    "",
)

ALPHORN = """
--evidence
--transform none
--engine la
--engine pdr
--engine bmc
--engine predabs
--engine lawi
--engine kind
--engine imc
--engine clp
--engine forward
--engine cases
--statistics
--proof-format z3
--proof-format json
--model-format eldarica
"""
ALPHORN_CALLS = """
--engine --mark II --no all --members la:3,bmc la:0 la:99999999999999999999 --threads --with-solver --check-with
--polarity reachability --transform -x --trace --maximise P:0 --parse-only --print-problem --statistics=json
--abstraction boolean --converge --replacement
"""

Z3 = """
-smt2
-model
-st
-t:400
fp.engine=spacer
fp.xform.inline_eager=false
timeout=400
"""
Z3_CALLS = """
-memory: -memory:x -v: -v:99999999999 -p -pd -pm -pp:x -log: -dimacs -file:x rlimit= rlimit=1 nothing=1 fp.engine=
model=true -nw -rs:1 -t:99999999999999999999 -T:0 -tactics dump_models=true
"""

ELDARICA = """
-ssol
-sol
-cex
-scex
-hsmt
-portfolio
-abstract:off
"""
ELDARICA_CALLS = "-t: -t:x -abstract: -hin -princess -log -splitClauses:1 -dotCEX -pngNo -assert -stac"

GOLEM = """
-l QF_LIA
-e spacer
-e bmc
--print-witness
--validate
--proof-format intermediate
-v
"""
GOLEM_CALLS = """
-l -e -i --proof-format --proof-format=alethe legacy --flow --input=x -eall --force-transform --simplify
"""

HOICE = """
--stats on
-v
--preproc on
"""
HOICE_CALLS = "--check --log_preproc --out_dir --solver -t --timeout=x --infer off --z3 -v=0 -q --stats"


def dialect(name: str, limit: str, safe: str, others: str, stdin: str = "") -> Dialect:
    front = () if name == "alphorn" else ("--compat", name)
    return Dialect(name, front, tuple(limit.split()), options(safe), tuple(others.split()), tuple(stdin.split()))


DIALECTS = (
    dialect("alphorn", "--timeout 0.5", ALPHORN, ALPHORN_CALLS, "-"),
    dialect("z3", "-T:1", Z3, Z3_CALLS, "-in"),
    dialect("eld", "-t:1", ELDARICA, ELDARICA_CALLS, "-in"),
    dialect("golem", "", GOLEM, GOLEM_CALLS),
    dialect("hoice", "--timeout 1", HOICE, HOICE_CALLS),
)
