"""Writes terms and declarations as SMT-LIB. No name of the script or the evidence is written as it is: declared ones get a mark,
bound ones a letter and the byte where they are bound."""

from .sexpr import Wrong, quoted
from .sorts import closed, filled, parts


class Printer:
    def __init__(self, world, definitions):
        self.world, self.definitions = world, definitions
        self.pieces, self.sorts, self.data, self.functions, self.elements = [], {}, {}, {}, {}
        self.pending, self.taken = [], set()

    def name(self, name):
        """A name that nothing else is called by."""
        marked = f"{name}!" if name else "!."
        result, number = quoted(marked), 0
        while result in self.taken:
            number += 1
            result = quoted(f"{marked}{number}")
        self.taken.add(result)
        return result

    def piece(self, text, uses):
        self.pieces.append([text, sorted(set(uses))])
        return len(self.pieces) - 1

    def binding(self, var, uses):
        return f"({var.label} {self.sort(var.sort, uses)})"

    def term(self, root, fates, uses):
        """A term, with what becomes of its quantifiers."""
        out, stack = [], [root]
        while stack:
            term = stack.pop()
            if isinstance(term, str):
                out.append(term)
            elif term.kind == "lit":
                out.append(term.head)
            elif term.kind == "var":
                out.append(term.head.label)
            elif term.kind == "app":
                self.application(term, fates, stack, uses)
            elif term.kind == "let":
                stack += [")", term.body, ") "]
                for var, value in reversed(term.args):
                    stack += [")", value, " ", var.label, "("]
                stack.append("(let (")
            elif term in fates:
                stack.append(term.body if fates[term] else "true" if term.head else "false")
            else:
                out.append("(forall (" if term.head else "(exists (")
                out += [self.binding(var, uses) for var in term.args] + [") "]
                stack += [")", term.body]
        return "".join(out)

    def application(self, term, fates, stack, uses):
        args = term.args
        is_true = lambda arg: fates.get(arg) is False and arg.head  # a universal quantifier; an existential one became false
        if term.head == ("op", "and") and any(map(is_true, args)):
            args = [arg for arg in args if not is_true(arg)]
            if len(args) < 2:
                stack.append(args[0] if args else "true")
                return
            name = "and"
        else:
            name = self.head(term.head, uses)
        if not args:
            stack.append(name)
            return
        stack.append(")")
        for arg in reversed(args):
            stack += [arg, " "]
        stack += [name, "("]

    def head(self, head, uses):
        kind = head[0]
        if kind in ("op", "indexed"):
            return head[1]
        if kind == "function":
            name, piece = self.function(head[1])
            uses.append(piece)
            return name
        if kind == "constant":
            return f"(as const {self.sort(head[1], uses)})"
        if kind == "element":
            return self.element(head, uses)
        sort = closed(head[1])
        self.sort(sort, uses)
        constructor, selectors = self.data[sort][0][head[2]]
        if kind == "constructor":
            return constructor
        return selectors[head[3]] if kind == "selector" else f"(_ is {constructor})"

    def function(self, function):
        if function not in self.functions:
            self.functions[function] = (self.name(function.name), self.piece("", []))
            self.pending.append(function)
        return self.functions[function]

    def element(self, head, uses):
        _, name, sort = head
        if (name, sort) not in self.elements:
            written, inner = self.name(name), []
            text = f"(declare-const {written} {self.sort(sort, inner)})\n"
            self.elements[name, sort] = written, self.piece(text, inner)
        written, piece = self.elements[name, sort]
        uses.append(piece)
        return written

    def finish(self):
        """Writes the declarations and definitions of all functions that are used so far."""
        while self.pending:
            function = self.pending.pop()
            (name, piece), uses = self.functions[function], []
            result = self.sort(function.result, uses)
            definition = self.definitions.get(function) if function.is_predicate else (function.vars, function.body)
            if definition and definition[1] is not None:
                bound = "".join([self.binding(var, uses) for var in definition[0]])
                text = f"(define-fun {name} ({bound}) {result} {self.term(definition[1], {}, uses)})\n"
            else:
                sorts = " ".join([self.sort(sort, uses) for sort in function.params])
                text = f"(declare-fun {name} ({sorts}) {result})\n"
            self.pieces[piece] = [text, sorted(set(uses))]

    # Sorts.

    def sort(self, sort, uses):
        sort = closed(sort)
        if sort not in self.sorts:
            self.declare(sort)
        text, pieces = self.sorts[sort]
        uses += pieces
        return text

    def declare(self, sort):
        pieces = []
        if sort[0] == "Data":
            self.declare_instances(sort)
            return
        if sort[0] == "Bits":
            text = f"(_ BitVec {sort[1]})"
        elif sort[0] == "Array":
            index, element = self.sort(sort[1], pieces), self.sort(sort[2], pieces)
            if len(index.encode()) + len(element.encode()) > 1 << 16:
                raise Wrong("a sort is too large")
            text = f"(Array {index} {element})"
        elif sort[0] == "Declared":
            text = self.name(sort[1].name)
            pieces.append(self.piece(f"(declare-sort {text} 0)\n", []))
        else:
            text = sort[0]
        self.sorts[sort] = text, pieces

    def declare_instances(self, root):
        """Declares an instance of a datatype with all that it is made of, those that are made of each other together."""
        found, below = [root], {}
        for sort in found:
            inner = []
            for _, fields in sort[1].constructors:
                for _, field in fields:
                    instances_in(filled(field, sort[2:]), inner)
            below[sort] = [part for part in inner if part not in self.data]
            for part in below[sort]:
                if part not in found:
                    found.append(part)
            if len(found) > 1000:
                raise Wrong("a datatype has too many instances")
        reach = {sort: reachable(sort, below) for sort in found}
        rest, groups = list(found), []
        while rest:
            first = rest[0]
            group = [sort for sort in rest if sort is first or sort in reach[first] and first in reach[sort]]
            rest = [sort for sort in rest if sort not in group]
            groups.append((self.announce(group), group))
        for piece, group in groups:
            self.write_group(piece, sorted(group, key=lambda sort: self.sorts[sort][0]))

    def announce(self, group):
        piece = self.piece("", [])
        for sort in group:
            name = self.name(sort[1].name)
            names = [(self.name(c), [self.name(selector) for selector, _ in fields]) for c, fields in sort[1].constructors]
            self.data[sort] = names, piece
            self.sorts[sort] = name, [piece]
        return piece

    def write_group(self, piece, group):
        names, bodies, uses = "", "", []
        for sort in group:
            names += f"({self.sorts[sort][0]} 0)"
            bodies += "("
            for (constructor, selectors), (_, fields) in zip(self.data[sort][0], sort[1].constructors):
                bodies += f"({constructor}"
                for selector, (_, field) in zip(selectors, fields):
                    bodies += f" ({selector} {self.sort(filled(field, sort[2:]), uses)})"
                bodies += ")"
            bodies += ")"
        uses = sorted(set(uses) - {piece})
        self.pieces[piece] = [f"(declare-datatypes ({names}) ({bodies}))\n", uses]

    def prelude(self, wanted):
        """The pieces that are needed for some of them, each after those that it needs."""
        out, state, stack = ["(set-logic ALL)\n"], {}, list(reversed(wanted))
        while stack:
            piece = stack[-1]
            if piece not in state:
                state[piece] = 1
                stack += [other for other in reversed(self.pieces[piece][1]) if other not in state]
                continue
            stack.pop()
            if state[piece] == 1:
                state[piece] = 2
                out.append(self.pieces[piece][0])
        return "".join(out)


def instances_in(sort, found):
    """The instances of datatypes in a sort."""
    if sort[0] == "Data":
        found.append(sort)
    elif sort[0] == "Array":
        for part in parts(sort):
            instances_in(part, found)


def reachable(sort, below):
    """What can be reached in at least one step."""
    reached, stack = set(), [sort]
    while stack:
        for part in below.get(stack.pop(), []):
            if part not in reached:
                reached.add(part)
                stack.append(part)
    return reached
