"""The shapes of problems: loops, calls, trees of premises, and clauses at random."""

from __future__ import annotations

from collections.abc import Sequence

from ..dice import Dice
from ..sexpr import Sexpr
from .grammar import BOOL, Grammar
from .problem import Binder, Clause, Predicate, Problem, applied

Frame = tuple[Binder, ...]


def variables(sorts: tuple[Sexpr, ...], prefix: str) -> Frame:
    return tuple((f"{prefix}{i}", sort) for i, sort in enumerate(sorts))


def names(frame: Frame) -> tuple[Sexpr, ...]:
    return tuple(name for name, _ in frame)


def state_sorts(dice: Dice, grammar: Grammar, most: int = 3) -> tuple[Sexpr, ...]:
    return tuple(dice.pick(grammar.sorts) for _ in range(dice.number(1, most)))


def guards(dice: Dice, grammar: Grammar, frame: Frame, shares: tuple[float, ...]) -> tuple[Sexpr, ...]:
    """As many conditions as the weights say."""
    count = dice.weighted(range(len(shares)), shares)
    return tuple(grammar.condition(dice, list(frame)) for _ in range(count))


def goal(dice: Dice, grammar: Grammar, predicate: Predicate) -> Clause:
    frame = variables(predicate.sorts, "x")
    return Clause(frame, (applied(predicate.name, names(frame)), *goal_conditions(dice, grammar, frame)), "false")


def goal_conditions(dice: Dice, grammar: Grammar, frame: Frame) -> tuple[Sexpr, ...]:
    """Often that a variable has a value: such goals need several steps, or an invariant."""
    found: list[Sexpr] = []
    for name, sort in frame:
        if dice.chance(0.5):
            found.append(("=", name, grammar.literal(dice, sort)))
    if not found or dice.chance(0.3):
        found.append(grammar.condition(dice, list(frame)))
    return tuple(found)


def fact(dice: Dice, grammar: Grammar, predicate: Predicate) -> Clause:
    """Mostly one point, at times many."""
    if dice.chance(0.7):
        return Clause((), (), applied(predicate.name, tuple(grammar.literal(dice, s) for s in predicate.sorts)))
    frame = variables(predicate.sorts, "x")
    return Clause(frame, guards(dice, grammar, frame, (1, 4, 2)), applied(predicate.name, names(frame)))


def step(dice: Dice, grammar: Grammar, source: Predicate, target: Predicate) -> Clause:
    """A transition, at times with an input."""
    frame = variables(source.sorts, "x")
    extra = variables((dice.pick(grammar.sorts),), "i") if dice.chance(0.2) else ()
    scope = [*frame, *extra]
    terms = []
    for at, sort in enumerate(target.sorts):
        same = at < len(frame) and frame[at][1] == sort
        terms.append(grammar.update(dice, scope, frame[at][0], sort) if same else grammar.term(dice, scope, sort, 1))
    body = (applied(source.name, names(frame)), *guards(dice, grammar, (*frame, *extra), (4, 4, 1)))
    return Clause((*frame, *extra), body, applied(target.name, tuple(terms)))


def finish(
    grammar: Grammar, predicates: list[Predicate], clauses: list[Clause], goals: Sequence[tuple[Clause, ...]]
) -> Problem:
    return Problem(grammar.declarations, tuple(predicates), tuple(clauses), tuple(goals), grammar.names)


def questions(dice: Dice, grammar: Grammar, predicates: list[Predicate]) -> list[tuple[Clause, ...]]:
    found = []
    for _ in range(dice.weighted([1, 2, 3], [8, 2, 1])):
        count = dice.weighted([1, 2], [9, 1])
        found.append(tuple(goal(dice, grammar, dice.pick(predicates[-2:])) for _ in range(count)))
    return found


def loop(dice: Dice, grammar: Grammar) -> Problem:
    """Locations in a row, each with a loop, over the same variables."""
    sorts = state_sorts(dice, grammar)
    predicates = [Predicate(f"loc{i}", sorts) for i in range(dice.weighted([1, 2, 3], [5, 3, 1]))]
    clauses = [fact(dice, grammar, predicates[0])]
    for at, predicate in enumerate(predicates):
        clauses += [step(dice, grammar, predicate, predicate) for _ in range(dice.weighted([1, 2, 0], [5, 3, 1]))]
        if at + 1 < len(predicates):
            clauses.append(step(dice, grammar, predicate, predicates[at + 1]))
    return finish(grammar, predicates, clauses, questions(dice, grammar, predicates))


def calls(dice: Dice, grammar: Grammar) -> Problem:
    """Summaries: a predicate relates an input to an output, and is called by itself or another."""
    sort = dice.pick(grammar.sorts)
    predicates = [Predicate(f"fun{i}", (sort, sort)) for i in range(dice.number(1, 2))]
    clauses = []
    for predicate in predicates:
        other = dice.pick(predicates)
        frame: Frame = (("x", sort), ("r", sort), ("s", sort))
        base = grammar.term(dice, [("x", sort)], sort, 1)
        clauses.append(
            Clause((("x", sort),), guards(dice, grammar, (("x", sort),), (1, 3)), (predicate.name, "x", base))
        )
        inner = grammar.term(dice, [("x", sort)], sort, 1, gentle=True)
        premises: list[Sexpr] = [(other.name, inner, "r")]
        if dice.chance(0.4):
            premises.append((dice.pick(predicates).name, "r" if dice.chance(0.5) else "x", "s"))
        result = grammar.term(dice, [*frame[1:], frame[0]], sort, 1)
        body = (*guards(dice, grammar, (("x", sort),), (1, 2)), *premises)
        clauses.append(Clause(frame, body, (predicate.name, "x", result)))
    return finish(grammar, predicates, clauses, questions(dice, grammar, predicates))


def trees(dice: Dice, grammar: Grammar) -> Problem:
    """Facts, and clauses that put two facts together."""
    sorts = state_sorts(dice, grammar, 2)
    predicates = [Predicate(f"set{i}", sorts) for i in range(dice.number(1, 2))]
    clauses = [fact(dice, grammar, dice.pick(predicates)) for _ in range(dice.number(1, 2))]
    for predicate in predicates:
        left, right = variables(sorts, "x"), variables(sorts, "y")
        body: list[Sexpr] = [applied(dice.pick(predicates).name, names(frame)) for frame in (left, right)]
        body += guards(dice, grammar, (*left, *right), (3, 3, 1))
        head = tuple(grammar.term(dice, [*left, *right], sort, 1, gentle=True) for sort in sorts)
        clauses.append(Clause((*left, *right), tuple(body), applied(predicate.name, head)))
    return finish(grammar, predicates, clauses, questions(dice, grammar, predicates))


def premise(dice: Dice, grammar: Grammar, predicates: list[Predicate], frame: Frame) -> Sexpr:
    """An application to terms, at times inside a disjunction or an `ite`."""

    def plain() -> Sexpr:
        chosen = dice.pick(predicates)
        return applied(chosen.name, tuple(grammar.term(dice, list(frame), s, dice.number(0, 1)) for s in chosen.sorts))

    condition = grammar.condition(dice, list(frame)) if dice.chance(0.8) else dice.pick(["true", "false"])
    case = dice.random.random()
    if case < 0.72:
        return plain()
    if case < 0.8:
        return ("or", plain(), plain())
    if case < 0.88:
        return ("or", plain(), condition)
    if case < 0.95:
        return ("ite", condition, plain(), dice.pick([plain(), condition]))
    return ("and", plain(), ("or", ("and", condition, plain()), plain()))


def soup(dice: Dice, grammar: Grammar) -> Problem:
    """Clauses at random."""
    pool = [*grammar.sorts, BOOL]
    predicates = []
    for at in range(dice.number(1, 4)):
        sorts = tuple(dice.pick(pool) for _ in range(dice.weighted([0, 1, 2, 3], [1, 4, 4, 1])))
        predicates.append(Predicate(f"p{at}", sorts))

    def clause(is_goal: bool) -> Clause:
        frame = variables(tuple(dice.pick(pool) for _ in range(dice.number(0, 4))), "x")
        count = dice.weighted([0, 1, 2, 3], [0 if is_goal else 3, 4, 2, 0.5])
        body = [premise(dice, grammar, predicates, frame) for _ in range(count)]
        body += guards(dice, grammar, frame, (3, 3, 1))
        target = dice.pick(predicates)
        terms = tuple(grammar.term(dice, list(frame), s, dice.number(0, 1)) for s in target.sorts)
        return Clause(frame, tuple(dice.shuffled(body)), "false" if is_goal else applied(target.name, terms))

    clauses = [clause(False) for _ in range(dice.number(2, 6))]
    goals = [(clause(True),) for _ in range(dice.weighted([1, 2], [8, 2]))]
    return finish(grammar, predicates, clauses, goals)
