"""A problem as a script: with push and pop, assumptions, resets, or in the dialect of rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..dice import Dice
from ..sexpr import Sexpr, one, write
from . import style
from .problem import Clause, Predicate, Problem

# What a reader has to pass over.
NOISE = (
    "",
    "; (check-sat)",
    '; a comment with | and " and (',
    "(set-info :source |several\nlines; (check-sat)|)",
    '(set-info :notes "a ""quoted"" word; |")',
    "(set-option :produce-models true)",
    "(set-option :produce-proofs true)",
)
QUESTION_WORDS = ("check-sat", "check-sat-assuming", "query")


@dataclass(frozen=True)
class Text:
    """A script. Where the answer to a question is `sat` when a goal is reached, it asks `is_query`."""

    text: str
    is_query: tuple[bool, ...]


class Writer:
    """Collects commands."""

    def __init__(self, dice: Dice, names: set[str]) -> None:
        self.dice, self.names = dice, names
        self.lines: list[str] = []
        self.is_query: list[bool] = []
        self.labels = 0

    def add(self, *words: Sexpr) -> None:
        if self.dice.chance(0.03):
            self.lines.append(self.dice.pick(NOISE))
        self.lines.append(write(words))

    def ask(self, *words: Sexpr) -> None:
        self.is_query.append(words[0] == "query")
        self.add(*words)

    def clause(self, clause: Clause) -> None:
        formula = style.formula(self.dice, clause, self.names)
        if self.dice.chance(0.03):
            self.labels += 1
            formula = ("!", formula, ":named", f"label_{self.labels}")
        self.add("assert", formula)

    def clauses(self, clauses: tuple[Clause, ...]) -> None:
        """One command each, but at times two clauses in one."""
        rest = list(clauses)
        while rest:
            first = rest.pop(0)
            if rest and self.dice.chance(0.05):
                second = rest.pop(0)
                self.add(
                    "assert",
                    ("and", style.formula(self.dice, first, self.names), style.formula(self.dice, second, self.names)),
                )
            else:
                self.clause(first)

    def text(self) -> Text:
        return Text("\n".join(self.lines) + "\n", tuple(self.is_query))


def declared(dice: Dice, predicate: Predicate) -> Sexpr:
    if not predicate.sorts and dice.chance(0.5):
        return ("declare-const", predicate.name, "Bool")
    return ("declare-fun", predicate.name, predicate.sorts, "Bool")


def start(writer: Writer, problem: Problem) -> None:
    if writer.dice.chance(0.9):
        writer.add("set-logic", "HORN")
    for command in problem.declarations:
        writer.lines.append(write(command))
    for predicate in problem.predicates:
        writer.lines.append(write(declared(writer.dice, predicate)))


def scoped(writer: Writer, problem: Problem) -> None:
    """Each question in a scope of its own; the clauses of all are outside."""
    start(writer, problem)
    writer.clauses(problem.clauses)
    for goals in problem.questions:
        writer.add("push", *(["1"] if writer.dice.chance(0.6) else []))
        writer.clauses(goals)
        writer.ask("check-sat")
        writer.add("pop", *(["1"] if writer.dice.chance(0.6) else []))


def flat(writer: Writer, problem: Problem) -> None:
    """One question after all clauses, in any order."""
    start(writer, problem)
    writer.clauses(tuple(writer.dice.shuffled((*problem.clauses, *problem.questions[0]))))
    writer.ask("check-sat")


def wrapped(writer: Writer, problem: Problem) -> None:
    """Everything in a scope, after another that is forgotten."""
    writer.add("set-logic", "HORN")
    writer.add("push", "1")
    writer.add("declare-fun", "forgotten_", ("Int",), "Bool")
    writer.add("assert", one("(forall ((x Int)) (=> (= x 0) (forgotten_ x)))"))
    writer.add("assert", one("(forall ((x Int)) (=> (forgotten_ x) false))"))
    writer.add("pop", "1")
    writer.add("push", "2")
    for command in problem.declarations:
        writer.lines.append(write(command))
    for predicate in problem.predicates:
        writer.lines.append(write(declared(writer.dice, predicate)))
    writer.clauses(problem.clauses)
    for goals in problem.questions:
        writer.add("push", "1")
        writer.clauses(goals)
        writer.ask("check-sat")
        writer.add("pop", "1")
    writer.add("pop", "2")


def growing(writer: Writer, problem: Problem) -> None:
    """Goals are added from question to question; nothing is taken back."""
    start(writer, problem)
    writer.clauses(problem.clauses)
    known = 0
    for goals in problem.questions:
        writer.clauses(goals[known:])
        writer.ask("check-sat")
        known = len(goals)


def restarted(writer: Writer, problem: Problem) -> None:
    """The whole problem again for each question."""
    for at, goals in enumerate(problem.questions):
        if at:
            writer.add("reset")
        start(writer, problem)
        writer.clauses((*problem.clauses, *goals))
        writer.ask("check-sat")


def with_goals(problem: Problem) -> tuple[Problem, list[str]]:
    """Each question has a predicate that means that it is reached."""
    names, clauses = [f"goal_{at}" for at in range(len(problem.questions))], list(problem.clauses)
    for name, goals in zip(names, problem.questions, strict=True):
        clauses += [replace(goal, head=name) for goal in goals]
    predicates = (*problem.predicates, *(Predicate(name, ()) for name in names))
    return replace(problem, clauses=tuple(clauses), predicates=predicates), names


def assuming(writer: Writer, problem: Problem) -> None:
    """Questions as assumptions."""
    changed, names = with_goals(problem)
    start(writer, changed)
    writer.clauses(changed.clauses)
    for name in names:
        writer.ask("check-sat-assuming", (("not", name),))


def variable_names(problem: Problem) -> Iterator[tuple[Clause, dict[str, str]]]:
    """In the dialect of rules a name has one sort in the whole script."""
    seen: dict[tuple[str, str], str] = {}
    taken = {word for clause in problem.clauses for word in clause.names()}
    for clause in problem.clauses:
        names = {}
        for name, sort in clause.variables:
            key = (name, write(sort))
            if key not in seen:
                seen[key] = f"v{len(seen)}_"
                while seen[key] in taken:
                    seen[key] += "_"
            names[name] = seen[key]
        yield clause, names


def rules(writer: Writer, problem: Problem) -> None:
    """`declare-rel`, `declare-var`, `rule`, `query`."""
    changed, names = with_goals(problem)
    for command in changed.declarations:
        writer.lines.append(write(command))
    for predicate in changed.predicates:
        writer.add("declare-rel", predicate.name, predicate.sorts)
    clauses = [clause.renamed(mapping) for clause, mapping in variable_names(changed)]
    for name, sort in dict.fromkeys(binder for clause in clauses for binder in clause.variables):
        writer.add("declare-var", name, sort)
    for clause in clauses:
        is_fact = not clause.body and writer.dice.chance(0.8)
        body = style.conjunction(clause.body)
        writer.add("rule", clause.head if is_fact else ("=>", body, clause.head))
    for name in names:
        writer.ask("query", name)


def written(dice: Dice, problem: Problem) -> Text:
    writer = Writer(dice, problem.words())
    many = len(problem.questions) > 1
    choices = [(scoped, 4.0 if many else 1.0), (assuming, 1.0), (rules, 1.5), (restarted, 1.0), (wrapped, 0.5)]
    if problem.is_growing:
        choices.append((growing, 6.0))
    if not many:
        choices.append((flat, 5.0))
    dice.weighted([make for make, _ in choices], [weight for _, weight in choices])(writer, problem)
    return writer.text()


def plain(problem: Problem) -> list[str]:
    """Each question as a script in the plainest form."""
    found = []
    for goals in problem.questions:
        lines = ["(set-logic HORN)", *map(write, problem.declarations)]
        lines += [write(("declare-fun", p.name, p.sorts, "Bool")) for p in problem.predicates]
        for clause in (*problem.clauses, *goals):
            body: Sexpr = ("=>", style.conjunction(clause.body), clause.head)
            lines.append(write(("assert", style.quantified("forall", clause.variables, body))))
        found.append("\n".join([*lines, "(check-sat)", ""]))
    return found
