"""Alphorn on many problems a process, with its evidence."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from ..generate.script import QUESTION_WORDS
from ..sexpr import spans
from .answers import Answer, read_answers

# The reason is asked for after each question, so that a failure inside an `unknown` is seen.
REASON = "(get-info :reason-unknown)"
PANIC = re.compile(r"panicked at ([^\n]*)|(overflowed its stack)|(solver crashed[^\n]*)")


@dataclass(frozen=True)
class Played:
    """A problem as the solver read it: where its questions are, in bytes."""

    text: str
    questions: tuple[int, ...]


@dataclass
class Run:
    """What the solver said of one problem."""

    played: Played
    answers: list[Answer] = field(default_factory=list)
    error: str = ""
    crash: str = ""


@dataclass(frozen=True)
class Solver:
    """A command and the limit of each question in milliseconds."""

    binary: Path
    options: tuple[str, ...]
    limit: int

    @property
    def has_evidence(self) -> bool:
        """In the style of another solver only verdicts are printed."""
        return "--compat" not in self.options

    def command(self) -> list[str]:
        if not self.has_evidence:
            return [str(self.binary), *self.options, "-in"]
        return [str(self.binary), "--evidence", "--proof-format", "json", *self.options, "-"]


def played(text: str, limit: int) -> Played:
    """A problem with a limit, and with a question about the reason after each question."""
    option = f"(set-option :timeout {limit})\n"
    out, questions, length, last = option, list[int](), len(option), 0
    for start, end in spans(text):
        word = re.match(r"\(\s*([^\s()]+)", text[start:end])
        name = word.group(1) if word else ""
        extra = f"\n{REASON}" if name in QUESTION_WORDS else f"\n{option}" if name == "reset" else ""
        if name in QUESTION_WORDS:
            questions.append(length + len(text[last:start].encode()))
        piece = text[last:end] + extra
        out, length, last = out + piece, length + len(piece.encode()), end
    return Played(out + text[last:], tuple(questions))


def mark(number: int) -> str:
    return f"@@{number}"


def script_of(batch: list[Played]) -> tuple[str, list[int]]:
    """The problems with a reset and a mark between them, and where each starts, in bytes."""
    parts, starts, length = [], [], 0
    for number, one in enumerate(batch):
        lead = f'(reset)\n(echo "{mark(number)}")\n' if number else f'(echo "{mark(number)}")\n'
        length += len(lead.encode())
        starts.append(length)
        length += len(one.text.encode())
        parts += [lead, one.text]
    return "".join(parts) + f'(echo "{mark(len(batch))}")\n', starts


def sections(output: str, count: int) -> list[str]:
    """What was printed after each of the marks that are there; the last mark ends the last section."""
    parts = re.split(r"@@(\d+)\n", output)
    return parts[2 : 2 + 2 * count : 2]


def is_whole(output: str, count: int) -> bool:
    return output.endswith(mark(count) + "\n")


def crash_of(code: int, stderr: str) -> str:
    """What killed a process, or which panic it reported."""
    match = PANIC.search(stderr)
    if match:
        return f"panic {next(group for group in match.groups() if group)}"
    if code < 0:
        return f"signal {-code}"
    return "" if code in (0, 1, 3) else f"exit code {code}"


def call(solver: Solver, batch: list[Played]) -> tuple[int, str, str]:
    """One process for a batch. A hang costs the batch's whole limit."""
    questions = sum(len(one.questions) for one in batch)
    seconds = 20 + questions * (solver.limit / 1000 + 1)
    script, _ = script_of(batch)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(solver.command(), stdin=subprocess.PIPE, stdout=out, stderr=err)
        try:
            process.communicate(script.encode(), timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        except BrokenPipeError:
            process.wait()
        out.seek(0)
        err.seek(0)
        return process.returncode, out.read().decode(errors="replace"), err.read().decode(errors="replace")


def solve(solver: Solver, texts: list[str]) -> list[Run]:
    """The runs of all texts. After a mistake or a death the rest goes to a new process."""
    pending = [Run(played(text, solver.limit)) for text in texts]
    done: list[Run] = []
    while pending:
        batch = [run.played for run in pending]
        code, out, err = call(solver, batch)
        crash = crash_of(code, err)
        if crash and is_whole(out, len(batch)) and len(batch) > 1:
            # A panic that the process survived: each problem alone tells whose it was.
            return done + [run for one in pending for run in solve_alone(solver, one)]
        seen = fill(pending, out)
        if crash:
            seen[-1].crash = crash
        elif not is_whole(out, len(batch)) and not seen[-1].error:
            seen[-1].error = first_line(err) or "the output ended early"
        done += seen
        pending = pending[len(seen) :]
    return done


def fill(pending: list[Run], output: str) -> list[Run]:
    """Gives the runs that a process got to their answers."""
    pieces = sections(output, len(pending))
    _, starts = script_of([run.played for run in pending])
    for run, start, piece in zip(pending, starts, pieces, strict=False):
        run.answers, run.error = read_answers(piece, start)
    return pending[: max(1, len(pieces))]


def solve_alone(solver: Solver, run: Run) -> list[Run]:
    code, out, err = call(solver, [run.played])
    run.crash = crash_of(code, err)
    return fill([run], out)


def first_line(text: str) -> str:
    """The mistake that a message tells, without its place."""
    lines = text.strip().splitlines()
    return re.sub(r"^[^\s]*:\d+:\d+: ", "", lines[0]) if lines else ""
