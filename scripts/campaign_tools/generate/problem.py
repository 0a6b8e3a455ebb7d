"""A Horn problem before it is written in one of the many ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..sexpr import Sexpr, atoms, substitute

Binder = tuple[str, Sexpr]


@dataclass(frozen=True)
class Predicate:
    name: str
    sorts: tuple[Sexpr, ...]


@dataclass(frozen=True)
class Clause:
    """All variables are universal. The body is a conjunction; the head is an atom or `false`."""

    variables: tuple[Binder, ...]
    body: tuple[Sexpr, ...]
    head: Sexpr

    def terms(self) -> tuple[Sexpr, ...]:
        return (*self.body, self.head)

    def names(self) -> set[str]:
        """All atoms of the clause."""
        return {atom for term in self.terms() for atom in atoms(term)}

    def renamed(self, names: dict[str, str]) -> Clause:
        values: dict[str, Sexpr] = dict(names)
        return Clause(
            tuple((names.get(name, name), sort) for name, sort in self.variables),
            tuple(substitute(term, values) for term in self.body),
            substitute(self.head, values),
        )


@dataclass(frozen=True)
class Problem:
    """Each question asks whether one of its goals, which are clauses with head `false`, can be reached."""

    declarations: tuple[Sexpr, ...]
    predicates: tuple[Predicate, ...]
    clauses: tuple[Clause, ...]
    questions: tuple[tuple[Clause, ...], ...]
    names: tuple[str, ...]
    counter: int = 0
    # Each question has the goals of the one before, and more.
    is_growing: bool = False

    def all_clauses(self) -> Iterator[Clause]:
        yield from self.clauses
        for goals in self.questions:
            yield from goals

    def map_clauses(self, change: Callable[[Clause], Clause]) -> Problem:
        return replace(
            self,
            clauses=tuple(map(change, self.clauses)),
            questions=tuple(tuple(map(change, goals)) for goals in self.questions),
        )

    def words(self) -> set[str]:
        """All names that are in use."""
        found = {word for clause in self.all_clauses() for word in clause.names()}
        found |= {name for clause in self.all_clauses() for name, _ in clause.variables}
        return found | set(self.names) | self.predicate_names()

    def predicate_names(self) -> set[str]:
        return {predicate.name for predicate in self.predicates}


class Fresh:
    """Names that occur nowhere else in a problem."""

    def __init__(self, problem: Problem) -> None:
        self.count = problem.counter

    def name(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}_{self.count}"

    def counted(self, problem: Problem) -> Problem:
        return replace(problem, counter=self.count)


def has_premise(term: Sexpr, predicates: set[str]) -> bool:
    """Whether a predicate occurs in a term."""
    return any(atom in predicates for atom in atoms(term))


def is_premise(term: Sexpr, predicates: set[str]) -> bool:
    """Whether a term is an application of a predicate."""
    return (term if isinstance(term, str) else term[0]) in predicates


def arguments(term: Sexpr) -> tuple[Sexpr, ...]:
    return () if isinstance(term, str) else term[1:]


def applied(name: str, terms: tuple[Sexpr, ...]) -> Sexpr:
    return (name, *terms) if terms else name
