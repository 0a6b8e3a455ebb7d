"""Decides by itself whether evidence proves its claim: every name is replaced, and Z3 is asked about each part."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass

from .meaning import NUMBER, Names, Open, Scope, Terms, Wrong
from .script import Assertion, Script, until
from .sexpr import Sexpr, Unreadable, atoms, head, name_of, read, start_of, write


class Asker:
    """Z3 in a process of its own, asked again and again."""

    def __init__(self, binary: str, milliseconds: int = 3000) -> None:
        self.binary, self.milliseconds = binary, milliseconds
        self.process: subprocess.Popen[str] | None = None

    def ask(self, script: str) -> str:
        """`unsat`, `sat`, or what else is said."""
        if "declare-datatypes" in script:
            # Z3 keeps too much of datatypes over a reset.
            self.close()
        if self.process is None or self.process.poll() is not None:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen([self.binary, "-in"], stdin=pipe, stdout=pipe, text=True)
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        limit = f"(reset)(set-option :timeout {self.milliseconds})"
        try:
            stdin.write(f'{limit}\n{script}\n(check-sat)\n(echo "<end>")\n')
            stdin.flush()
        except BrokenPipeError:
            self.process = None
            return "Z3 died"
        said: list[str] = []
        for line in stdout:
            if line.strip() == "<end>":
                return "\n".join(said)
            said.append(line.strip())
        self.process = None
        return "Z3 died"

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


@dataclass(frozen=True)
class Opinion:
    """What is thought of evidence: `holds`, `wrong` or `open`, and why."""

    word: str
    why: str = ""


def decide(asker: Asker, source: str, question: int, kind: str, evidence: str) -> Opinion:
    """`evidence` is the text of a model, or of a derivation as JSON."""
    try:
        if not source.isascii() or not evidence.isascii():
            return Opinion("open", "not ASCII")
        script = until(source, question)
        questions = of_solution(script, evidence) if kind == "solution" else of_derivation(script, evidence)
        for about, text in questions:
            said = asker.ask(text)
            if said == "Z3 died":
                said = asker.ask(text)
            if said != "unsat":
                return Opinion("wrong" if said == "sat" else "open", f"{about}: {said[:200]}")
        return Opinion("holds")
    except (Wrong, Unreadable) as error:
        return Opinion("wrong", str(error))
    except Open as error:
        return Opinion("open", str(error))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        return Opinion("wrong", f"malformed: {error!r}")


def closed(script: Script, assertion: Assertion, terms: Terms) -> str:
    """The text of an assertion."""
    formula = assertion.formula
    if assertion.denied:
        formula = ("not", formula)
    if not (assertion.closed and script.variables):
        return terms.term(formula, {}, 1)
    scope: Scope = {}
    kept = lets = ""
    for variable in script.variables:
        name, sort = variable[0], variable[1]
        value = terms.values.get(start_of(name))
        safe = terms.names.fresh()
        if value is not None and value[0] == name_of(str(name)):
            terms.used.add(start_of(name))
            lets += f"({safe} {value[1]})"
        else:
            kept += f"({safe} {terms.names.sort(sort)})"
        scope[name_of(str(name))] = safe
    body = terms.term(formula, scope, 1)
    body = f"(let ({lets}) {body})" if lets else body
    return f"(forall ({kept}) {body})" if kept else body


def of_solution(script: Script, text: str) -> list[tuple[str, str]]:
    """For each clause a script that is unsatisfiable if it holds."""
    top = read(text)
    items = tuple(top)
    if len(top) == 1 and isinstance(top[0], tuple) and head(top[0]) != "define-fun":
        items = top[0][1:] if head(top[0]) == "model" else top[0]
    lines, defined, names = [], set(), script.names
    # A definition may use the functions of the script, and no predicate, and nothing that mentions one.
    usable = names.copy()
    for name in script.predicates:
        usable.functions.pop(name)
    for item in items:
        if head(item) != "define-fun" or len(item) != 5:
            raise Wrong(f"not a definition: {write(item)[:60]}")
        word, parameters, result, body = item[1], item[2], item[3], item[4]
        name = name_of(str(word))
        if not isinstance(word, str) or name not in script.predicates or name in defined:
            raise Wrong(f"not to be defined: {write(word)[:40]}")
        defined.add(name)
        stated = [names.expanded(pair[1]) for pair in parameters]
        if stated != [names.expanded(sort) for sort in script.predicates[name]] or names.expanded(result) != "Bool":
            raise Wrong(f"{name} is defined over other sorts")
        terms = Terms(usable)
        usable.count = max(usable.count, names.count)
        shown, scope = terms.variables(parameters, {})
        try:
            written = terms.term(body, scope)
        except Open as error:
            if any(name_of(word) in script.predicates and name_of(word) not in scope for word in atoms(body)):
                raise Wrong(f"{name} mentions a predicate") from error
            raise
        lines.append(f"(define-fun {names.functions[name]} ({shown}) Bool {written})")
        names.count = usable.count
    missing = set(script.predicates) - defined
    if missing:
        raise Wrong(f"not defined: {sorted(missing)[0]}")
    macros = [line for line, _ in script.macros]
    mention = {names.functions[name] for name in script.predicates}
    plain = [line for line in macros if not mention & set(line.replace("(", " ").replace(")", " ").split())]
    later = [line for line in macros if line not in plain]
    prelude = "\n".join([*script.lines, *plain, *lines, *later])
    return [
        (f"clause at {a.start}", f"{prelude}\n(assert (not {closed(script, a, Terms(names))}))")
        for a in script.assertions
    ]


class Values:
    """Ground values, for the solver."""

    def __init__(self, script: Script) -> None:
        self.script, self.elements = script, dict[str, tuple[str, str]]()

    def text(self, text: str) -> str:
        items = read(text)
        if len(items) != 1:
            raise Wrong("not one value")
        self.check(items[0])
        names = self.script.names
        scope: Scope = {name: safe for name, (safe, _) in self.elements.items()}
        return Terms(names).term(items[0], scope)

    def check(self, item: Sexpr) -> None:
        names: Names = self.script.names
        if isinstance(item, str):
            name = name_of(item)
            sort, mark, _ = name.rpartition("!val!")
            if mark and sort in names.sorts:
                self.elements.setdefault(name, (names.fresh(), names.sorts[sort]))
            elif re.fullmatch(r"-?[0-9]+(\.[0-9]*)?", item) and not NUMBER.fullmatch(item):
                raise Open(f"the number {item[:40]}")
            elif not NUMBER.fullmatch(item) and name not in ("true", "false") and name not in names.constructors:
                raise Wrong(f"{item[:40]} is no value")
        elif head(item) in ("_", "as"):
            return
        elif item and isinstance(item[0], str):
            if item[0] in ("+", "*", "div", "mod", "to_real", "to_int", "ubv_to_int"):
                raise Open(f"a value made by {item[0]}")
            if item[0] not in ("-", "/", "store") and name_of(item[0]) not in names.constructors:
                raise Wrong(f"{item[0][:40]} makes no value")
            for part in item[1:]:
                self.check(part)
        else:
            for part in item[1:]:
                self.check(part)

    def declarations(self) -> str:
        return "".join(f"(declare-const {safe} {sort})" for safe, sort in self.elements.values())


def name_in(text: str) -> str:
    """The name in a field. The library reads plain text, in which blanks around a name are no part of it."""
    return name_of(text.strip(" \t\r\n"))


def of_derivation(script: Script, text: str) -> list[tuple[str, str]]:
    """For each step a script that is unsatisfiable if it follows."""
    data = json.loads(text)
    names, facts, asked = script.names, list[str](), list[tuple[str, str]]()
    lines = list(script.lines)
    for name, sorts in script.predicates.items():
        lines.append(f"(declare-fun {names.functions[name]} ({' '.join(map(names.sort, sorts))}) Bool)")
    prelude = "\n".join([*lines, *(line for line, _ in script.macros)])
    values = Values(script)
    for number, step in enumerate(data["steps"]):
        start = step["clause"]
        used = [a for a in script.assertions if a.start == start]
        if not used or type(start) is not int:
            raise Wrong(f"step {number}: no assertion there")
        given = {v["offset"]: (name_in(v["name"]), values.text(v["value"])) for v in step["values"]}
        if len(given) != len(step["values"]):
            raise Wrong(f"step {number}: two values for one variable")
        terms = Terms(names, given)
        parts = [closed(script, a, terms) for a in used]
        if set(given) - terms.used:
            raise Wrong(f"step {number}: a value for no variable")
        for premise in step["premises"]:
            if type(premise) is not int or not 0 <= premise < number:
                raise Wrong(f"step {number}: not an earlier step")
            parts.append(facts[premise])
        fact = "false"
        if step["fact"] is not None:
            name = name_in(step["fact"]["predicate"])
            arguments = [values.text(argument) for argument in step["fact"]["arguments"]]
            if len(arguments) != len(script.predicates[name]):
                raise Wrong(f"step {number}: another number of arguments")
            fact = names.functions[name]
            fact = f"({fact} {' '.join(arguments)})" if arguments else fact
        facts.append(fact)
        shown = "".join(f"\n(assert {part})" for part in [*parts, f"(not {fact})"])
        asked.append((f"step {number}", f"{prelude}\n{values.declarations()}{shown}"))
    if not facts or facts[-1] != "false":
        raise Wrong("false is not derived")
    return asked
