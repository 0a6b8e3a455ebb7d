"""Other names, plain, odd, or those of something else."""

from __future__ import annotations

import string
from collections.abc import Iterable
from dataclasses import replace

from ..dice import Dice
from ..generate.problem import Clause, Predicate, Problem
from ..sexpr import Sexpr, atoms, read, substitute

# Symbols that a declaration may use. Some are words of commands, of older dialects, or of what solvers add.
ODD = tuple(
    str(symbol)
    for symbol in read(
        "iff implies if let! |a b| x!0 _x true! |P'| Int! |(| |)| |;| || select! ~x -x ++ a!1 premise level "
        "query rule assert check-sat exists! log Set seq pi |0| |#b1| min max exp |let| lambda Goal false! <> "
        "<=! y^2 $ & ? % union bv2int! to-int |declare-fun| |Int| main@entry f%1 =1 /0 is-x |x y z| |,| "
        "err! model proof A.b .c! ubv! __VERIFIER query! fact p! p!! p!!! x!val!0 k!0 c! chk!0 Real! NaN inf "
        "RoundingMode! String! nth |->| |forall| |é| "
    )
)
# Short names. T is the parameter of the parametric datatypes.
PLAIN = [letter for letter in string.ascii_letters if letter != "T"]


def declared(problem: Problem) -> list[str]:
    return [*problem.names, *(predicate.name for predicate in problem.predicates)]


def local(problem: Problem) -> list[str]:
    """The variables of clauses."""
    return list(dict.fromkeys(name for clause in problem.all_clauses() for name, _ in clause.variables))


def named(problem: Problem, names: dict[str, str]) -> Problem:
    values: dict[str, Sexpr] = dict(names)

    def visit(clause: Clause) -> Clause:
        changed = clause.renamed(names)
        return Clause(tuple((n, substitute(s, values)) for n, s in changed.variables), changed.body, changed.head)

    return replace(
        problem.map_clauses(visit),
        declarations=tuple(renamed_declaration(command, values) for command in problem.declarations),
        predicates=tuple(
            Predicate(names.get(p.name, p.name), tuple(substitute(sort, values) for sort in p.sorts))
            for p in problem.predicates
        ),
        names=tuple(names.get(name, name) for name in problem.names),
    )


def renamed_declaration(command: Sexpr, values: dict[str, Sexpr]) -> Sexpr:
    """The word of the command stays, whatever a name is."""
    assert isinstance(command, tuple)
    return (command[0], *(substitute(part, values) for part in command[1:]))


def spread(dice: Dice, olds: Iterable[str], news: Iterable[str]) -> dict[str, str]:
    """Different new names for some of the old ones."""
    pool = dice.shuffled(list(dict.fromkeys(news)))
    return dict(zip(dice.shuffled(list(olds)), pool, strict=False))


def plain(dice: Dice, problem: Problem) -> Problem:
    taken = problem.words()
    return named(problem, spread(dice, [*declared(problem), *local(problem)], [n for n in PLAIN if n not in taken]))


def odd(dice: Dice, problem: Problem) -> Problem:
    taken = problem.words()
    olds = [name for name in (*declared(problem), *local(problem)) if dice.chance(0.5)]
    names = spread(dice, olds, [name for name in ODD if name not in taken])
    # A sort may not be declared again; a function may have the name of a sort.
    return named(problem, {old: new for old, new in names.items() if new != "|Int|" or not old[0].isupper()})


def shadow(dice: Dice, problem: Problem) -> Problem:
    """Variables get the names of predicates, constructors and functions that their clause does not mention."""

    def visit(clause: Clause) -> Clause:
        used = clause.names() | {word for word, _ in clause.variables} | sort_words(clause)
        free = [name for name in declared(problem) if name not in used]
        olds = [name for name, _ in clause.variables if dice.chance(0.4)]
        return clause.renamed(spread(dice, olds, free))

    return problem.map_clauses(visit)


def sort_words(clause: Clause) -> set[str]:
    return {word for _, sort in clause.variables for word in atoms(sort)}
