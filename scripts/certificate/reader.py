"""From S-expressions to terms, with a stack of its own."""

from . import theory
from .sexpr import Wrong, shown
from .sorts import BOOL, INT, REAL, Hole, bits, closed, resolved
from .world import Function, Term, lit, name_of, numeral, op, show


class Reader:
    """One text on its way to a term. `letter` begins the labels of its variables; only a script has annotations."""

    def __init__(self, world, letter, is_script, rule=None):
        self.world, self.letter, self.is_script, self.rule = world, letter, is_script, rule

    def read(self, item, sort):
        """A term of a sort."""
        term = self.run(item)
        # No argument: a real number is not taken for an integer here.
        if (resolved(term.sort), resolved(sort)) == (REAL, INT):
            raise Wrong("expected the sort Int, found Real")
        term = self.world.fit(term, sort)
        check_told(term)
        return term

    def run(self, root):
        """Tasks are functions; each leaves its terms on the stack of values."""
        values, tasks = [], [lambda: self.visit(root, values, tasks)]
        while tasks:
            tasks.pop()()
        return values.pop()

    def visit(self, item, values, tasks):
        if not item.is_list:
            values.append(self.atom(item))
            return
        if not item.parts:
            raise Wrong("not a term: ()")
        head, rest = item.parts[0], item.parts[1:]
        word = head.reserved
        visit = lambda part: lambda: self.visit(part, values, tasks)
        if word == "let" and len(rest) == 2 and rest[0].is_list:
            for binding in rest[0].parts:
                if len(binding.parts) != 2 or binding.parts[0].name is None:
                    raise Wrong(f"expected a binding (NAME TERM): {shown(binding)}")
            tasks.append(lambda: self.let(rest, values, tasks))
            tasks.extend(visit(binding.parts[1]) for binding in reversed(rest[0].parts))
        elif word in ("forall", "exists") and len(rest) == 2:
            found = self.bind_variables(rest[0])
            tasks.append(lambda: self.quantifier(word == "forall", found, values))
            tasks.append(visit(rest[1]))
        elif word == "!" and len(rest) >= 2 and self.is_script:
            tasks.append(lambda: values.append(self.annotated(rest, values.pop())))
            tasks.append(visit(rest[0]))
        elif word == "match" and len(rest) == 2 and rest[1].is_list:
            tasks.append(lambda: self.match(rest[1].parts, values, tasks))
            tasks.append(visit(rest[0]))
        elif word in ("_", "as"):
            values.append(self.apply(item, []))
        elif word:
            raise Wrong(f"not a term: {shown(item)}")
        else:
            base = len(values)
            tasks.append(lambda: self.close(item, head, base, values))
            tasks.extend(visit(part) for part in reversed(rest))

    def close(self, item, head, base, values):
        args = values[base:]
        del values[base:]
        meaning = self.world.meanings.get(head.name)
        if args or (meaning and meaning[0] in ("function", "constructor")):
            values.append(self.apply(head, args))
        elif head.name in ("and", "or") and not meaning:
            values.append(theory.apply(self.world, head.name, []))
        else:
            raise Wrong(f"no arguments: {shown(item)}")

    def bind_variables(self, item):
        """Binds the variables of a quantifier or a definition in a new scope."""
        if not item.is_list:
            raise Wrong(f"expected a list of variables: {shown(item)}")
        pairs = []
        for binding in item.parts:
            if len(binding.parts) != 2:
                raise Wrong(f"expected a variable with its sort: {shown(binding)}")
            pairs.append((binding.parts[0], self.world.read_sort(binding.parts[1])))
        self.world.enter()
        return [self.world.bind(symbol, sort, self.letter) for symbol, sort in pairs]

    def let(self, rest, values, tasks):
        count = len(rest[0].parts)
        terms = values[len(values) - count :]
        del values[len(values) - count :]
        self.world.enter()
        found = [self.world.bind(b.parts[0], term.sort, self.letter) for b, term in zip(rest[0].parts, terms)]

        def leave():
            self.world.leave()
            if found:
                body = values.pop()
                values.append(Term("let", body.sort, None, list(zip(found, terms)), body))

        tasks.append(leave)
        tasks.append(lambda: self.visit(rest[1], values, tasks))

    def quantifier(self, universal, found, values):
        self.world.leave()
        body = self.world.fit(values.pop(), BOOL)
        values.append(Term("quantifier", BOOL, universal, found, body) if found else body)

    def annotated(self, rest, term):
        """Checks attributes. A name that is given to a closed term is a definition."""
        at = 1
        while at < len(rest):
            attribute, at = rest[at], at + 1
            if attribute.kind != "keyword":
                raise Wrong(f"expected an attribute: {shown(attribute)}")
            value = None
            if at < len(rest) and rest[at].kind != "keyword":
                value, at = rest[at], at + 1
            if attribute.text != ":named":
                continue
            if value is None:
                raise Wrong("no name after :named")
            name = name_of(value)
            if self.world.scopes or self.rule is not None:
                continue
            self.world.check_new(name)
            function = Function(name, [], closed(term.sort), [], term)
            self.world.declare(self.world.meanings, name, ("function", function))
            if not function.is_quantified:
                return self.world.call(function, [])
        return term

    def atom(self, item):
        if item.kind == "numeral":
            return lit(natural(item.text), INT)
        if item.kind == "decimal":
            return lit(decimal(item.text), REAL)
        if item.kind in ("hex", "binary"):
            return lit(item.text, bits((len(item.text) - 2) * (4 if item.kind == "hex" else 1)))
        if item.name is not None:
            return self.apply(item, [])
        raise Wrong(f"not a term: {shown(item)}")

    # Applications.

    def apply(self, head, args):
        if head.name is not None:
            if head.reserved:
                raise Wrong(f"not a term: {head.text}")
            return self.named(head, head.name, args)
        word = head.parts[0].reserved if head.parts else None
        if word == "_" and len(head.parts) > 1:
            return self.indexed(head.parts[1], head.parts[2:], args)
        if word == "as" and len(head.parts) == 3:
            return self.qualified(head.parts[1], self.world.read_sort(head.parts[2]), args)
        raise Wrong(f"not a function: {shown(head)}")

    def named(self, symbol, name, args):
        world, meaning = self.world, self.world.meanings.get(name)
        kind = meaning[0] if meaning else None
        if kind == "local" and not args:
            return Term("var", meaning[1].sort, meaning[1])
        if kind == "rule" and not args and self.rule is not None and meaning[1] in self.rule:
            return Term("var", meaning[1].sort, meaning[1])
        if kind in ("local", "rule"):
            raise Wrong(f"the variable {name} may not be used so")
        if kind == "recursive":
            raise Wrong(f"the recursive function {name} may not be used")
        if kind == "function":
            return world.call(meaning[1], args)
        if kind == "constructor":
            return world.construct(meaning[1], meaning[2], None, args)
        if kind == "selector":
            if len(args) != 1:
                raise Wrong(f"{name} has one argument")
            return world.select(*meaning[1:], args[0])
        return self.undeclared(symbol, name, args)

    def undeclared(self, symbol, name, args):
        """An operator, a tester, an element of a sort, or a negative number."""
        known = self.world.constructor_named(name[3:]) if name.startswith("is-") else None
        if known and len(args) == 1:
            return self.world.test(*known, args[0])
        if not args:
            found = self.negative(symbol, name) or self.element(name)
            if found:
                return found
            if name not in ("true", "false", "bit0", "bit1"):
                raise Wrong(f"unknown symbol {shown(symbol)}")
        return theory.apply(self.world, name, args)

    def negative(self, symbol, name):
        """`-5`, which Z3 takes for a number."""
        parts = name[1:].split(".")
        is_digits = all(part.isascii() and part.isdigit() for part in parts)
        if symbol.kind != "symbol" or not name.startswith("-") or not is_digits or len(parts) > 2:
            return None
        if len(parts) == 1:
            return op("-", [lit(natural(name[1:]), INT)], INT)
        return op("-", [lit(decimal(name[1:]), REAL)], REAL)

    def element(self, name):
        """`SORT!val!N`, an element of a declared sort that evidence names."""
        sort, mark, number = name.rpartition("!val!")
        meaning = self.world.sort_meanings.get(sort)
        if self.is_script or not mark or not (number.isascii() and number.isdigit()):
            return None
        if not meaning or meaning[0] != "declared":
            return None
        return Term("app", meaning[1], ("element", name, meaning[1]))

    def indexed(self, name, indices, args):
        word = name.name
        if word is None:
            raise Wrong("expected the name of an indexed operator")
        if word == "is" and len(indices) == 1:
            known = self.world.constructor_named(indices[0].name) if indices[0].name is not None else None
            if not known or len(args) != 1:
                raise Wrong(f"not a tester: {shown(indices[0])}")
            return self.world.test(*known, args[0])
        if word == "divisible" and len(indices) == 1 and indices[0].kind == "numeral":
            return theory.divisible(self.world, natural(indices[0].text), args)
        digits = word[2:] if word.startswith("bv") else ""
        if digits.isascii() and digits.isdigit() and len(indices) == 1 and not args:
            return theory.bit_literal(digits, numeral(indices[0]))
        return theory.indexed(self.world, word, [numeral(index) for index in indices], args)

    def qualified(self, symbol, sort, args):
        meaning = self.world.meanings.get(symbol.name)
        kind = meaning[0] if meaning else None
        if kind == "constructor":
            return self.world.construct(meaning[1], meaning[2], sort, args)
        if kind == "function":
            term = self.world.call(meaning[1], args)
            if term.sort != sort:
                raise Wrong(f"{symbol.name} is not of the sort {show(sort)}")
            return term
        if kind is None and symbol.name == "const":
            return theory.constant_array(self.world, sort, args)
        raise Wrong(f"`as` of {shown(symbol)}")

    # Matches: choices by testers, with selectors for the variables.

    def match(self, cases, values, tasks):
        value = values.pop()
        matched, patterns, bodies = self.world.fresh(value.sort), [], []

        def begin(case):
            if len(case.parts) != 2:
                raise Wrong(f"expected a case (PATTERN TERM): {shown(case)}")
            self.world.enter()
            patterns.append(self.pattern(case.parts[0], matched))
            tasks.append(end)
            tasks.append(lambda: self.visit(case.parts[1], values, tasks))

        def end():
            self.world.leave()
            bodies.append(values.pop())

        tasks.append(lambda: values.append(self.choices(value, matched, patterns, bodies)))
        tasks.extend((lambda case: lambda: begin(case))(case) for case in reversed(cases))

    def pattern(self, pattern, matched):
        sort = resolved(matched.sort)
        if isinstance(sort, Hole) or sort[0] != "Data":
            raise Wrong(f"expected a term of a datatype, found {show(sort)}")
        whole = Term("var", sort, matched)
        head = pattern.head if pattern.is_list else pattern
        known = self.world.constructor_named(head.name) if head is not None and head.name is not None else None
        known = known if known and known[0] is sort[1] else None
        if not pattern.is_list and not known:
            if pattern.is_word("_"):
                return None, []
            name_of(pattern)
            return None, [(self.world.bind(pattern, sort, self.letter), whole)]
        if not known:
            raise Wrong(f"not a pattern: {shown(pattern)}")
        variables, fields = list(pattern.parts[1:]), known[0].constructors[known[1]][1]
        if len(fields) != len(variables):
            raise Wrong(f"{head.text} has {len(fields)} fields, found {len(variables)}")
        bindings = []
        for field, variable in enumerate(variables):
            if not variable.is_word("_"):
                part = self.world.select(*known, field, whole)
                bindings.append((self.world.bind(variable, part.sort, self.letter), part))
        return known, bindings

    def choices(self, value, matched, patterns, bodies):
        whole, covered, needed = Term("var", value.sort, matched), set(), 0
        for number, (known, _) in enumerate(patterns, 1):
            covered |= {known[1]} if known else set()
            if not known or len(covered) == len(known[0].constructors):
                needed = number
                break
        if not needed:
            raise Wrong("a match that does not cover every value")
        result, cases = None, theory.mixed(self.world, bodies, False)
        for (known, bindings), case in reversed(list(zip(patterns[:needed], cases))):
            sort = case.sort
            case = Term("let", sort, None, bindings, case) if bindings else case
            if result is not None and known:
                case = op("ite", [self.world.test(*known, whole), case, result], sort)
            result = case
        return Term("let", result.sort, None, [(matched, value)], result)


def check_told(root):
    """Checks that every sort in a term is told."""
    stack = [root]
    while stack:
        term = stack.pop()
        closed(term.sort)
        if term.kind == "app" and term.head[0] in ("selector", "tester"):
            closed(term.head[1])
        stack.extend(term.below())


def natural(text):
    """A number without zeros in front."""
    return text.lstrip("0") or "0"


def decimal(text):
    whole, _, fraction = text.partition(".")
    return f"{natural(whole)}.{fraction or 0}"  # Z3 reads `5.` too.
