"""What a script declares and asserts when a question is reached, in names of our own."""

from __future__ import annotations

from dataclasses import dataclass, field

from .meaning import Names, Open, Terms, Wrong
from .sexpr import Sexpr, atoms, head, name_of, read, start_of, write

ASKING = ("check-sat", "check-sat-assuming", "query")
SILENT = (
    "set-logic",
    "set-info",
    "echo",
    "get-model",
    "get-proof",
    "get-info",
    "get-value",
    "get-option",
    "push",
    "pop",
)


@dataclass
class Assertion:
    """A formula, and whether it is meant for all declared variables, or denied for all."""

    start: int
    formula: Sexpr
    closed: bool = False
    denied: bool = False


@dataclass
class Script:
    """All that is in force."""

    names: Names = field(default_factory=Names)
    lines: list[str] = field(default_factory=list)
    macros: list[tuple[str, Sexpr]] = field(default_factory=list)
    predicates: dict[str, tuple[Sexpr, ...]] = field(default_factory=dict)
    variables: list[Sexpr] = field(default_factory=list)
    assertions: list[Assertion] = field(default_factory=list)
    is_query: bool = False
    mistake: Wrong | None = None

    def copy(self) -> Script:
        return Script(
            self.names.copy(),
            list(self.lines),
            list(self.macros),
            dict(self.predicates),
            list(self.variables),
            list(self.assertions),
            mistake=self.mistake,
        )


def parts_of(command: Sexpr, count: int) -> tuple[Sexpr, ...]:
    if not isinstance(command, tuple) or len(command) != count:
        raise Wrong(f"a command of another length: {write(command)[:60]}")
    return command[1:]


def until(text: str, question: int) -> Script:
    """The script up to the question that starts at a byte."""
    script, levels = Script(), list[Script]()
    for command in read(text):
        word = head(command)
        if start_of(command) == question:
            if script.mistake:
                raise script.mistake
            ask(script, command, word, question)
            return script
        if word in ("push", "pop"):
            count = int(str(command[1])) if len(command) > 1 else 1
            for _ in range(count):
                if word == "push":
                    levels.append(script.copy())
                elif levels:
                    # Names that were used are not used again.
                    count_before, script = script.names.count, levels.pop()
                    script.names.count = count_before
                else:
                    raise Wrong("more is popped than was pushed")
        elif word in ("reset", "reset-assertions"):
            script, levels = Script(), []
        elif word == "exit":
            break
        elif word == "set-option":
            if "global-declarations" in write(command):
                raise Open("global declarations")
        elif word not in SILENT and word not in ASKING:
            try:
                declare(script, command, word)
            except Wrong as wrong:
                # A pop takes it back.
                script.mistake = script.mistake or wrong
    raise Wrong("no question starts there")


def ask(script: Script, command: Sexpr, word: str, start: int) -> None:
    if word == "check-sat":
        parts_of(command, 1)
    elif word == "check-sat-assuming":
        (literals,) = parts_of(command, 2)
        script.assertions += [Assertion(start, literal) for literal in literals]
    elif word == "query":
        goal = command[1]
        sorts = script.predicates.get(name_of(goal), ()) if isinstance(goal, str) else ()
        if sorts:
            names = [f"query{i}" for i in range(len(sorts))]
            goal = (str(goal), *names)
            goal = ("exists", tuple(zip(names, sorts, strict=True)), goal)
        script.assertions.append(Assertion(start, goal, closed=True, denied=True))
        script.is_query = True
    else:
        raise Wrong("this asks nothing")


def declare(script: Script, command: Sexpr, word: str) -> None:
    """Takes a declaration, a definition or an assertion."""
    names = script.names
    if word in ("assert", "rule"):
        formula = command[1] if len(command) > 1 else ()
        script.assertions.append(Assertion(start_of(command), formula, closed=word == "rule"))
    elif word == "declare-sort":
        safe = names.declare(command[1], is_sort=True)
        script.lines.append(f"(declare-sort {safe} {command[2] if len(command) > 2 else 0})")
    elif word == "define-sort":
        alias, parameters, body = parts_of(command, 4)
        if not all(isinstance(parameter, str) for parameter in parameters):
            raise Wrong("parameters of an alias")
        names.declare(alias, is_sort=True)
        body = body if parameters else names.expanded(body)
        names.aliases[name_of(str(alias))] = ([name_of(str(p)) for p in parameters], body)
        del names.sorts[name_of(str(alias))]
    elif word in ("declare-datatype", "declare-datatypes"):
        datatypes(script, command, word)
    elif word in ("declare-fun", "declare-const", "declare-rel"):
        if word == "declare-const":
            (name, result), sorts = parts_of(command, 3), tuple[Sexpr, ...]()
        elif word == "declare-rel":
            name, listed = parts_of(command, 3)
            sorts, result = tuple(listed), "Bool"
        else:
            name, listed, result = parts_of(command, 4)
            sorts = tuple(listed)
        safe = names.declare(name)
        if names.expanded(result) == "Bool":
            script.predicates[name_of(str(name))] = sorts
        else:
            shown = " ".join(map(names.sort, sorts))
            script.lines.append(f"(declare-fun {safe} ({shown}) {names.sort(result)})")
    elif word == "declare-var":
        name, sort = parts_of(command, 3)
        script.variables.append((name, sort))
    elif word in ("define-fun", "define-fun-rec", "define-const"):
        if word != "define-const" and len(command) != 5:
            raise Wrong("a definition of another length")
        if word == "define-fun-rec" and any(name_of(a) == name_of(str(command[1])) for a in atoms(command[4])):
            # It is not written: what uses it is not known to the solver.
            names.declare(command[1])
            return
        # It is written before its name is known: it cannot mention itself.
        before = names.copy()
        safe = names.declare(command[1])
        before.count = names.count
        script.macros.append((definition(command, before, safe), command))
        names.count = before.count
    elif word == "define-funs-rec":
        for function in parts_of(command, 3)[0]:
            names.declare(function[0])
    else:
        raise Open(f"the command {word[:40]}")


def definition(command: Sexpr, names: Names, safe: str) -> str:
    terms = Terms(names)
    if head(command) == "define-const":
        _, sort, body = parts_of(command, 4)
        return f"(define-fun {safe} () {names.sort(sort)} {terms.term(body, {})})"
    _, parameters, sort, body = parts_of(command, 5)
    shown, scope = terms.variables(parameters, {})
    return f"(define-fun {safe} ({shown}) {names.sort(sort)} {terms.term(body, scope)})"


def datatypes(script: Script, command: Sexpr, word: str) -> None:
    """Both ways of writing datatypes."""
    names = script.names
    if word == "declare-datatype":
        heads, bodies = [(command[1], "0")], [command[2]]
    elif command[1]:
        heads, bodies = [(one[0], str(one[1])) for one in command[1]], list(command[2])
    else:
        heads, bodies = [(body[0], "0") for body in command[2]], [body[1:] for body in command[2]]
    shown_heads, shown_bodies = "", ""
    for name, arity in heads:
        shown_heads += f"({names.declare(name, is_sort=True)} {arity})"
    for (_, arity), body in zip(heads, bodies, strict=True):
        parameters: dict[str, str] = {}
        if head(body) == "par":
            parameters = {name_of(str(name)): names.fresh() for name in body[1]}
            body = body[2]
        if str(arity) != str(len(parameters)):
            raise Wrong("a datatype with other parameters")
        shown = "".join(constructor(script, one, parameters) for one in body)
        shown_bodies += f"(par ({' '.join(parameters.values())}) ({shown}))" if parameters else f"({shown})"
    script.lines.append(f"(declare-datatypes ({shown_heads}) ({shown_bodies}))")


def constructor(script: Script, item: Sexpr, parameters: dict[str, str]) -> str:
    names = script.names
    parts = (item,) if isinstance(item, str) else item
    shown = names.declare(parts[0])
    names.constructors.add(name_of(str(parts[0])))
    for field_ in parts[1:]:
        selector = names.declare(field_[0])
        shown += f"({selector} {names.sort(field_[1], parameters)})"
    return f"({shown})"
