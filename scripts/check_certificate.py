#!/usr/bin/env python3
"""Checks a certificate that `alphorn certify` wrote, without any part of Alphorn.

    scripts/check_certificate.py DIR FILE [--solver "z3 -in"] [--timeout SECONDS]

It reads FILE and the evidence in DIR, makes by itself what has to be shown, and asks an SMT-LIB solver that reads standard
input. The scripts in DIR/obligations are not used: they are for people and other tools. Exit code 0 if all is confirmed.
"""

import argparse
import hashlib
import json
import pathlib
import re
import subprocess
import sys

TOKEN = re.compile(r'\s+|;[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()|";]+')
SIMPLE = re.compile(r"[A-Za-z0-9~!@$%^&*_+=<>.?/-]+")
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?|#x[0-9a-fA-F]+|#b[01]+")


class Wrong(Exception):
    """The certificate is not accepted."""


def read(text):
    """The S-expressions of a text: strings for atoms, Node for lists, each with the byte where it starts and ends."""
    stack, top, at, data = [], [], 0, text
    offset = 0  # in bytes
    while at < len(data):
        match = TOKEN.match(data, at)
        if not match:
            raise Wrong(f"unreadable text: {data[at:at + 20]!r}")
        token, size = match.group(), len(match.group().encode())
        at = match.end()
        if token[0].isspace() or token[0] == ";":
            offset += size
            continue
        if token == "(":
            stack.append((top, offset))
            top = []
        elif token == ")":
            if not stack:
                raise Wrong("a closing parenthesis too many")
            outer, start = stack.pop()
            outer.append(Node(top, start))
            top = outer
        else:
            if token[0] == "|" and "\\" in token:
                raise Wrong(f"solvers read the symbol {token} in different ways")
            top.append(Atom(token, offset))
        offset += size
    if stack:
        raise Wrong("a parenthesis is not closed")
    return top


class Atom:
    """A word."""

    def __init__(self, text, start):
        self.text, self.start = text, start

    @property
    def name(self):
        return self.text[1:-1] if self.text.startswith("|") else self.text

    def write(self):
        return self.text


class Node:
    """A list."""

    def __init__(self, parts, start):
        self.parts, self.start = parts, start

    def write(self):
        out, stack = [], [self]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                out.append(item)
            elif isinstance(item, Atom):
                out.append(item.text + " ")
            else:
                out.append("(")
                stack.append(") ")
                stack.extend(reversed(item.parts))
        return "".join(out)


def atoms(root):
    """All words of an S-expression."""
    stack = [root]
    while stack:
        item = stack.pop()
        if isinstance(item, Atom):
            yield item
        else:
            stack.extend(item.parts)


def head(item):
    """The first word of a list."""
    if isinstance(item, Node) and item.parts and isinstance(item.parts[0], Atom):
        return item.parts[0].text
    return None


class Script:
    """What is declared and asserted when the command at byte `question` is reached."""

    def __init__(self, text, question):
        self.items, self.assertions, levels = [], [], []
        for command in read(text):
            word = head(command)
            if command.start == question:
                self.ask(command, word)
                self.is_query = word == "query"
                return
            if word in ("assert", "rule"):
                self.assertions.append((command.start, word, command.parts[1]))
            elif word in ("push", "pop"):
                count = int(command.parts[1].text) if len(command.parts) > 1 else 1
                for _ in range(count):
                    if word == "push":
                        levels.append((len(self.items), len(self.assertions)))
                    else:
                        items, assertions = levels.pop()
                        del self.items[items:], self.assertions[assertions:]
            elif word in ("reset", "reset-assertions"):
                self.items, self.assertions, levels = [], [], []
            elif word == "define-funs-rec":
                pass  # no clause may use a recursive function
            elif word == "define-fun-rec":
                if all(atom.name != command.parts[1].name for part in command.parts[2:] for atom in atoms(part)):
                    self.items.append(Node([Atom("define-fun", command.start), *command.parts[1:]], command.start))
            elif word and (word.startswith("declare-") or word.startswith("define-")):
                self.items.append(modern(command))
        raise Wrong(f"no question starts at byte {question}")

    def ask(self, command, word):
        if word == "check-sat-assuming":
            self.assertions += [(command.start, "assert", literal) for literal in command.parts[1].parts]
        elif word == "query":
            goal = command.parts[1]
            sorts = self.predicates().get(goal.name) if isinstance(goal, Atom) else None
            if sorts:
                names = [f"chk!{i}" for i in range(len(sorts))]
                bound = "".join(f"({n} {s.write()})" for n, s in zip(names, sorts))
                text = f"(forall ({bound}) (not ({goal.text} {' '.join(names)})))"
                self.assertions.append((command.start, "assert", read(text)[0]))
            else:
                self.assertions.append((command.start, "query", goal))
        elif word != "check-sat":
            raise Wrong("the question is no check-sat and no query")

    def predicates(self):
        """Names and argument sorts of what a solution has to define."""
        found = {}
        for item in self.items:
            if head(item) == "declare-fun" and item.parts[3].write().strip() == "Bool":
                found[item.parts[1].name] = item.parts[2].parts
            elif head(item) == "declare-const" and item.parts[2].write().strip() == "Bool":
                found[item.parts[1].name] = []
            elif head(item) == "declare-rel":
                found[item.parts[1].name] = item.parts[2].parts
        return found

    def variables(self):
        """The declared variables of the rule dialect."""
        return [(i.parts[1], i.parts[2]) for i in self.items if head(i) == "declare-var"]

    def declarations(self, definitions=None):
        """SMT-LIB declarations, with definitions in the place of the predicates if there are any."""
        out = ["(set-logic ALL)"]
        predicates = self.predicates()
        for item in self.items:
            name = item.parts[1].name if isinstance(item.parts[1], Atom) else None
            if head(item) == "declare-var":
                continue
            if name in predicates and head(item).startswith("declare-"):
                if definitions is not None:
                    out.append(definitions[name])
                else:
                    sorts = " ".join(sort.write() for sort in predicates[name])
                    out.append(f"(declare-fun {item.parts[1].text} ({sorts}) Bool)")
            else:
                out.append(item.write())
        return "\n".join(out)

    def closed(self, kind, formula):
        """A formula as it is meant: rules and queries hold for all values of the declared variables."""
        text = formula.write()
        if kind == "query":
            text = f"(not {text})"
        bound = "".join(f"({n.text} {s.write()})" for n, s in self.variables())
        return f"(forall ({bound}) {text})" if kind != "assert" and bound else text


class Standard:
    """Questions in standard SMT-LIB: the words of older dialects are replaced, and declared names get a mark at their end,
    since solvers give some of them a meaning of their own (`log`, `Set`)."""

    WORDS = {"~": "-", "implies": "=>", "iff": "=", "if": "ite", "rem": "chk!rem", "bv2int": "ubv_to_int"}
    WORDS |= {f"bv{op}_i": f"bv{op}" for op in ("udiv", "urem", "sdiv", "srem", "smod")}
    REM = "(define-fun rem ((a Int) (b Int)) Int (ite (< b 0) (- (mod a b)) (mod a b)))"

    def __init__(self, items, texts):
        self.names, self.constructors = set(), set()
        for item in items:
            self.declare(item)
        taken = {token.strip("|") for text in texts for token in TOKEN.findall(text)}
        self.mark = "!!" if "" in self.names else "!"  # solvers know `!`, also between bars
        while any(name + self.mark in taken for name in self.names):
            self.mark += "!"

    def declare(self, item):
        """Adds the names of a declaration."""
        word, name = head(item), item.parts[1]
        if word == "declare-datatypes":
            self.names.update(entry.parts[0].name for entry in name.parts)
            bodies = item.parts[2].parts
        else:
            self.names |= {name.name} if word != "declare-var" else set()
            bodies = [item.parts[2]] if word == "declare-datatype" else []
        for body in bodies:
            for constructor in body.parts[2].parts if head(body) == "par" else body.parts:
                self.constructors.add(constructor.parts[0].name)
                self.names.update(part.parts[0].name for part in constructor.parts[1:])
        self.names |= self.constructors

    def marked(self, token, name):
        is_plain = SIMPLE.fullmatch(token) and not token.startswith("-")
        return name + self.mark if is_plain else f"|{name}{self.mark}|"

    def symbol(self, token, is_function):
        """A sort of the standard and a function may have one name: then only what is a function by its place is that."""
        if token in ("!", "_", "as", "exists", "forall", "let", "match", "par"):
            return token
        name = token[1:-1] if token.startswith("|") else token
        if name in self.names and (is_function or name not in ("Bool", "Int", "Real")):
            return self.marked(token, name)
        # What only Alphorn reads without bars: letters beyond ASCII, and some that tools write though they should not.
        if token[0] not in '|":#0123456789' and not SIMPLE.fullmatch(token) and "\\" not in token:
            return f"|{token}|"
        if name.startswith("is-") and name[3:] in self.constructors:
            return f"(_ is {self.marked(token, name[3:])})"
        return self.WORDS.get(name, token)

    def write(self, text):
        """The text of commands, but for the words that begin a command and those of `(_ word …)`."""
        if "rem" in text and "rem" not in self.names:
            text = text.replace("\n", f"\n{self.REM}\n", 1)
        out, stack = [], []
        for token in TOKEN.findall(text):
            if token == "(":
                stack.append([])
            elif token == ")":
                stack.pop()
            elif not token[0].isspace() and token[0] != ";" and stack:
                seen = stack[-1]
                is_kept = (len(stack) == 1 and not seen) or seen == ["_"] or stack[0][:1] == ["set-logic"]
                are_sorts = len(stack) == 2 and stack[0][:1] == ["declare-fun"]
                is_function = len(seen) == (1 if len(stack) == 1 else 0) and not are_sorts
                seen.append(token)
                token = token if is_kept else self.symbol(token, is_function)
            out.append(token)
        return "".join(out)


def modern(command):
    """Datatypes in today's form: before SMT-LIB 2.6 they were `(declare-datatypes () ((T a (b (s Int)))))`, and some scripts
    leave out the parentheses of constructors without fields."""
    if head(command) not in ("declare-datatype", "declare-datatypes"):
        return command
    one = lambda c: f"({c.text})" if isinstance(c, Atom) else c.write()
    body = lambda parts: f"({''.join(one(c) for c in parts)})"
    whole = lambda node: node.write() if head(node) == "par" else body(node.parts)
    if head(command) == "declare-datatype":
        return read(f"(declare-datatype {command.parts[1].text} {whole(command.parts[2])})")[0]
    names, bodies = command.parts[1], command.parts[2].parts
    if names.parts:
        return read(f"(declare-datatypes {names.write()} ({''.join(map(whole, bodies))}))")[0]
    names = "".join(f"({b.parts[0].text} 0)" for b in bodies)
    return read(f"(declare-datatypes ({names}) ({''.join(body(b.parts[1:]) for b in bodies)}))")[0]


class Solver:
    """A process a question."""

    def __init__(self, command, timeout, standard):
        self.command, self.timeout, self.standard = command.split(), timeout, standard

    def is_unsat(self, script):
        script = self.standard.write(script + "\n(check-sat)\n(exit)\n")
        try:
            run = subprocess.run(self.command, input=script, capture_output=True, text=True, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            return "timeout"
        words = run.stdout.split()
        return "" if words[:1] == ["unsat"] else run.stdout.strip()[:200] or run.stderr.strip()[:200] or "no answer"


class Values:
    """Ground values: numbers, and what is built of them by constructors and by the operators of arrays and fractions. They are
    read and written again, so that nothing but a value gets into a question."""

    HEADS = {"-": (1,), "/": (2,), "store": (3,)}

    def __init__(self, script, constructors):
        self.constructors = constructors
        declared = [item for item in script.items if head(item) == "declare-sort"]
        self.sorts = {item.parts[1].name: item.parts[1].text for item in declared}
        self.elements = {}

    def read(self, text):
        """The value that a text is."""
        if not isinstance(text, str):
            raise Wrong(f"not a value: {text!r}")
        top = read(text)
        if len(top) != 1:
            raise Wrong(f"not one value: {text[:80]}")
        stack = [top[0]]
        while stack:
            item = stack.pop()
            if isinstance(item, Atom):
                self.word(item)
            else:
                stack.extend(self.parts(item))
        return top[0].write().strip()

    def word(self, atom):
        sort = self.sorts.get(atom.name.rsplit("!val!", 1)[0]) if "!val!" in atom.name else None
        if sort is not None:
            self.elements[atom.text] = sort
        elif not NUMBER.fullmatch(atom.text) and atom.text not in ("true", "false") and atom.name not in self.constructors:
            raise Wrong(f"{atom.text} is no part of a value")

    def parts(self, node):
        """The values that a value is made of."""
        first, rest = (node.parts or [None])[0], node.parts[1:]
        if isinstance(first, Atom):
            if first.name in self.constructors or len(rest) in self.HEADS.get(first.text, ()):
                return rest
            if first.text == "as" and len(rest) == 2 and getattr(rest[0], "name", None) in self.constructors:
                return []
            if first.text == "_" and len(rest) == 2 and all(isinstance(part, Atom) for part in rest):
                if re.fullmatch("bv[0-9]+", rest[0].text) and rest[1].text.isdigit():
                    return []
        elif first is not None and head(first) == "as" and len(first.parts) == 3 and isinstance(first.parts[1], Atom):
            if first.parts[1].text == "const" and len(rest) == 1 or first.parts[1].name in self.constructors:
                return rest
        raise Wrong(f"not a value: {node.write()[:80]}")


def solution_obligations(script, text):
    """For each clause, a script that is unsatisfiable if the clause holds for the model."""
    top = read(text)
    nodes = top[0].parts if len(top) == 1 and head(top[0]) is None else top
    predicates, definitions = script.predicates(), {}
    for node in nodes:
        if head(node) != "define-fun" or len(node.parts) != 5 or node.parts[3].write().strip() != "Bool":
            raise Wrong(f"not a definition: {node.write()[:80]}")
        name = node.parts[1].name
        if name not in predicates or name in definitions:
            raise Wrong(f"{name} is not to be defined, or defined twice")
        sorts = [p.parts[1].write() for p in node.parts[2].parts]
        if sorts != [s.write() for s in predicates[name]]:
            raise Wrong(f"{name} is defined over other sorts")
        definitions[name] = node.write()
        words = list(atoms(node.parts[4]))
        if any(word.text.startswith(":") for word in words):
            raise Wrong(f"the definition of {name} has an annotation")
        # A definition that mentions predicates would not be a definition.
        bound = {p.parts[0].name for p in node.parts[2].parts}
        if any(word.name in predicates and word.name not in bound for word in words):
            raise Wrong(f"the definition of {name} mentions a predicate")
    missing = set(predicates) - set(definitions)
    if missing:
        raise Wrong(f"no definition of {', '.join(sorted(missing))}")
    prelude = script.declarations(definitions)
    for number, (start, kind, formula) in enumerate(script.assertions):
        yield f"clause {number} (byte {start})", f"{prelude}\n(assert (not {script.closed(kind, formula)}))"


def instance(script, kind, formula, values):
    """A consequence of an assertion: its outermost universal quantifier with values, or the assertion itself. `values` are
    (name, value) by the byte where the variable is bound."""
    if kind == "assert" and head(formula) == "forall":
        bound = [pair.parts[0] for pair in formula.parts[1].parts]
        if all(values.get(variable.start, ("",))[0] == variable.name for variable in bound):
            lets = "".join(f"({variable.text} {values[variable.start][1]})" for variable in bound)
            return f"(let ({lets}) {formula.parts[2].write()})"
    return script.closed(kind, formula)


def fact_of(step, predicates, values):
    """What a step derives."""
    fact = step["fact"]
    if fact is None:
        return "false"
    symbols = read(fact["predicate"])
    if len(symbols) != 1 or not isinstance(symbols[0], Atom) or symbols[0].name not in predicates:
        raise Wrong(f"{fact['predicate'][:80]} is no predicate")
    if len(fact["arguments"]) != len(predicates[symbols[0].name]):
        raise Wrong(f"{symbols[0].text} has {len(predicates[symbols[0].name])} arguments")
    arguments = [values.read(argument) for argument in fact["arguments"]]
    return f"({' '.join([symbols[0].text] + arguments)})" if arguments else symbols[0].text


def derivation_obligations(script, text):
    """For each step, a script that is unsatisfiable if the step is right."""
    data = json.loads(text)
    if data.get("format") != "alphorn-derivation" or data.get("version") != 1:
        raise Wrong("not a derivation of a version that is known")
    assertions = {}
    for start, kind, formula in script.assertions:
        assertions.setdefault(start, []).append((kind, formula))
    predicates, facts, names = script.predicates(), [], Standard(script.items, [])
    prelude = script.declarations()
    for number, step in enumerate(data["steps"]):
        start = data["clauses"][step["clause"]]["offset"]
        if start not in assertions:
            raise Wrong(f"step {number}: no assertion in force starts at byte {start}")
        if any(type(p) is not int or not 0 <= p < number for p in step["premises"]):
            raise Wrong(f"step {number}: a premise is not an earlier step")
        values = Values(script, names.constructors)
        given = {v["offset"]: (v["name"].strip("|"), values.read(v["value"])) for v in step["values"]}
        goal = fact_of(step, predicates, values)
        parts = [instance(script, kind, formula, given) for kind, formula in assertions[start]]
        for premise in step["premises"]:
            parts.append(facts[premise][0])
            values.elements |= facts[premise][1]
        parts.append(f"(not {goal})")
        elements = "".join(f"(declare-const {e} {sort})" for e, sort in sorted(values.elements.items()))
        facts.append((goal, values.elements))
        yield f"step {number}", prelude + "\n" + elements + "".join(f"\n(assert {part})" for part in parts)
    if not facts or facts[-1][0] != "false":
        raise Wrong("the last step does not derive false")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--solver", default="z3 -in", help='a solver that reads standard input (default "z3 -in")')
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each question")
    args = parser.parse_args()
    manifest = json.loads((args.folder / "manifest.json").read_text())
    if manifest.get("format") != "alphorn-certificate" or manifest.get("version") != 1:
        raise Wrong("not a certificate of a version that is known")
    data = args.file.read_bytes()
    if hashlib.sha256(data).hexdigest() != manifest["input"]["sha256"]:
        raise Wrong("the certificate is about another input")
    if pathlib.PurePath(manifest["input"]["name"]).name != args.file.name:
        raise Wrong(f"the certificate is about {manifest['input']['name']}")
    script = Script(data.decode(), manifest["question"])
    kind = manifest["evidence"]["kind"]
    file, make = {
        "solution": ("model.smt2", solution_obligations),
        "derivation": ("derivation.json", derivation_obligations),
    }[kind]
    # A derivation answers `unsat` to (check-sat), and `sat` to (query …); a solution the other way around.
    verdict = "sat" if (kind == "derivation") == script.is_query else "unsat"
    if manifest["verdict"] != verdict:
        raise Wrong(f"the evidence is a {kind}, which means {verdict}, and the certificate says {manifest['verdict']!r}")
    text = (args.folder / file).read_text()
    standard = Standard(script.items, [data.decode(), text])
    solver, count, open_ones = Solver(args.solver, args.timeout, standard), 0, []
    for about, question in make(script, text):
        count += 1
        answer = solver.is_unsat(question)
        if answer:
            open_ones.append(f"{about}: {answer}")
    for line in open_ones:
        print(line)
    print(f"{verdict}, by a {kind} of {count} parts, {count - len(open_ones)} confirmed by {args.solver}: {'not ' if open_ones else ''}verified")
    return 1 if open_ones else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Wrong, OSError, LookupError, TypeError, AttributeError, ValueError) as error:
        print(f"not verified: {error or type(error).__name__}")
        sys.exit(2)
