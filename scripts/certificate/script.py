"""What a script declares and asserts at one question."""

from .reader import Reader
from .sexpr import Wrong, ambiguous, cut, read_prefix, shown
from .sorts import BOOL
from .world import SORTS, Datatype, Function, World, name_of, numeral

NO_QUESTION = "no question starts at the byte that the manifest names"
HARMLESS = {"echo", "simplify", "eval", "display", "help"}


class Sort:
    """A declared sort."""

    def __init__(self, name):
        self.name = name


class Assertion:
    """`kind` is all, query, or queryall; `terms` are formulas, or the predicate that is asked about."""

    def __init__(self, command, kind, terms):
        self.offset, self.text, self.kind, self.terms = command.start, shown(command), kind, terms


class Poison:
    """A command that is refused. Until what it might have done is taken back, nothing is known: as long as there are at
    least `level` levels, and over a reset of the assertions if it might have declared something global."""

    def __init__(self, level, declares, reason):
        self.level, self.declares, self.reason = level, declares, reason


class Script:
    def __init__(self, source, question):
        self.world, self.assertions, self.levels, self.poison = World(), [], [], []
        self.keeps_declarations, self.is_query = False, False
        commands, _ = read_prefix(source)
        symbol = ambiguous(commands)
        if symbol:
            raise Wrong(f"a quoted symbol with a backslash: {symbol.text}")
        for command in commands:
            mark = self.world.mark()
            try:
                if not command.parts or command.parts[0].name is None:
                    raise Wrong("expected a command")
                word, rest = command.parts[0].name, command.parts[1:]
                if command.start == question:
                    self.ask(command, word, rest)
                    break
                if word == "exit" and not rest:
                    raise Wrong(NO_QUESTION)
                self.command(command, word, rest)
            except Wrong as wrong:
                line = source.encode()[: command.start].count(b"\n") + 1
                reason = f"line {line}: {wrong}: {shown(command)}"
                if command.start == question or str(wrong) == NO_QUESTION:
                    raise Wrong(reason) from None
                self.world.undo_to(mark)
                self.refuse(command, reason)
        else:
            raise Wrong(NO_QUESTION)
        if self.poison:
            raise Wrong(self.poison[0].reason)

    def command(self, command, word, rest):
        count = len(rest)
        if word == "set-logic" and count == 1 and rest[0].name is not None:
            return
        if word in ("set-info", "set-option") and count in (1, 2) and rest[0].kind == "keyword":
            if word == "set-option" and rest[0].text in (":global-declarations", ":global-decls"):
                self.keeps_declarations = count == 2 and rest[1].is_word("true")
        elif word in ("check-sat", "check-sat-using", "check-sat-assuming", "query"):
            pass
        elif word == "push":
            self.levels += [(self.world.mark(), len(self.assertions))] * levels(rest)
        elif word == "pop":
            self.pop(levels(rest))
        elif word == "reset" and not count:
            self.clear(False)
            self.keeps_declarations = False
        elif word == "reset-assertions" and not count:
            self.clear(self.keeps_declarations)
        elif word == "assert" and count == 1:
            self.assertions.append(Assertion(command, "all", [self.formula(rest[0])]))
        elif word == "rule" and count in (1, 2) and all(name.name is not None for name in rest[1:]):
            self.assertions.append(Assertion(command, "all", [self.open_formula(rest[0])]))
        elif word not in HARMLESS and not word.startswith("get-"):
            self.declaration(word, rest)

    def ask(self, command, word, rest):
        if word == "check-sat-assuming" and len(rest) == 1 and rest[0].is_list:
            self.assertions.append(Assertion(command, "all", [self.formula(part) for part in rest[0].parts]))
        elif word == "query" and rest:
            self.is_query = True
            predicate = self.world.predicate(rest[0].name) if rest[0].name is not None else None
            if predicate and predicate.params:
                self.assertions.append(Assertion(command, "queryall", predicate))
            else:
                self.assertions.append(Assertion(command, "query", [self.open_formula(rest[0])]))
        elif not (word == "check-sat" and not rest or word == "check-sat-using" and len(rest) == 1):
            raise Wrong("the question is no check-sat and no query")

    def formula(self, item, rule=None):
        return Reader(self.world, "v", True, rule).read(item, BOOL)

    def open_formula(self, item):
        """A formula in which the declared variables may occur."""
        meanings = (self.world.meanings.get(part.name) for part in item.below() if part.name is not None)
        return self.formula(item, {meaning[1] for meaning in meanings if meaning and meaning[0] == "rule"})

    def pop(self, count):
        left = len(self.levels) - count
        if left < 0:
            raise Wrong("more levels popped than pushed")
        if count:
            mark, assertions = self.levels[left]
            if not self.keeps_declarations:
                self.world.undo_to(mark)
            del self.assertions[assertions:], self.levels[left:]
        self.poison = [poison for poison in self.poison if poison.level <= left]

    def refuse(self, command, reason):
        word = command.parts[0].name if command.parts else None
        if word in ("assert", "rule"):
            level, declares = len(self.levels), False
        elif word in (None, "push", "pop", "reset", "reset-assertions", "set-option"):
            level, declares = 0, False  # After one of these it is not known which levels there are.
        else:
            level, declares = 0 if self.keeps_declarations else len(self.levels), True
        self.poison.append(Poison(level, declares, reason))

    def clear(self, keeps_declarations):
        self.levels, self.assertions = [], []
        self.poison = [poison for poison in self.poison if poison.declares and keeps_declarations]
        if not keeps_declarations:
            self.world.undo_to(0)

    # Declarations and definitions.

    def declaration(self, word, rest):
        world, count = self.world, len(rest)
        if word == "declare-fun" and count == 3 and rest[1].is_list:
            self.function(rest[0], rest[1].parts, world.read_sort(rest[2]))
        elif word == "declare-const" and count == 2:
            self.function(rest[0], [], world.read_sort(rest[1]))
        elif word == "declare-rel" and count > 1 and rest[1].is_list:
            if any(hint.name is None for hint in rest[2:]):
                raise Wrong("expected names of representations")
            self.function(rest[0], rest[1].parts, BOOL)
        elif word == "declare-var" and count == 2:
            name, sort = self.new_name(rest[0]), world.read_sort(rest[1])
            var = world.var(name, sort, rest[0].start, f"v{rest[0].start}")
            world.declare(world.meanings, name, ("rule", var))
        elif word == "declare-sort" and (count == 1 or count == 2 and rest[1].text == "0"):
            name = self.new_sort_name(rest[0])
            world.declare(world.sort_meanings, name, ("declared", ("Declared", Sort(name)), 0))
        elif word == "define-sort" and count == 3 and rest[1].is_list:
            name, params = self.new_sort_name(rest[0]), params_of(rest[1])
            world.declare(world.sort_meanings, name, ("alias", world.read_sort(rest[2], params), len(params)))
        elif word == "define-const" and count == 3:
            self.definition(rest[0], None, rest[1], rest[2])
        elif word == "define-funs-rec" and count == 2 and rest[0].is_list and rest[1].is_list:
            for function in rest[0].parts:
                self.recursive(function.head or function)
        elif word == "define-fun-rec" and count == 4 and is_recursive(rest):
            self.recursive(rest[0])
        elif word in ("define-fun", "define-fun-rec") and count == 4:
            self.definition(*rest)
        elif word == "declare-datatype" and count == 2:
            params, constructors = body_of(rest[1])
            self.constructors([(self.announce(rest[0], len(params)), params, constructors)])
        elif word == "declare-datatypes" and count == 2 and rest[0].is_list and rest[1].is_list:
            self.datatypes(rest[0], rest[1].parts)
        else:
            raise Wrong(f"not a command that is known: {word}")

    def recursive(self, symbol):
        """A recursive function: it has a name, but no clause may use it."""
        self.world.declare(self.world.meanings, self.new_name(symbol), ("recursive",))

    def new_name(self, symbol):
        self.world.check_new(name_of(symbol))
        return symbol.name

    def new_sort_name(self, symbol):
        name = name_of(symbol)
        if name in self.world.sort_meanings or name in SORTS:
            raise Wrong(f"{name} is a sort already")
        return name

    def function(self, symbol, sorts, result):
        sorts = [self.world.read_sort(sort) for sort in sorts]
        name = self.new_name(symbol)
        self.world.declare(self.world.meanings, name, ("function", Function(name, sorts, result)))

    def definition(self, symbol, params, result, body):
        name, world = self.new_name(symbol), self.world
        reader, result = Reader(world, "v", True), world.read_sort(result)
        found = reader.bind_variables(params) if params is not None else []
        if params is not None and not found:
            world.leave()
        term = reader.read(body, result)
        if found:
            world.leave()
        world.check_new(name)
        function = Function(name, [var.sort for var in found], result, found, term)
        world.declare(world.meanings, name, ("function", function))

    def announce(self, symbol, arity):
        name = self.new_sort_name(symbol)
        data = Datatype(name, arity)
        self.world.declare(self.world.sort_meanings, name, ("data", data, arity))
        return data

    def datatypes(self, names, bodies):
        found = []
        if not names.parts or not names.head.is_list:
            return self.old_datatypes(params_of(names), bodies)
        if len(names.parts) != len(bodies):
            raise Wrong("not as many bodies as names of datatypes")
        for entry, body in zip(names.parts, bodies):
            params, constructors = body_of(body)
            if len(entry.parts) != 2 or numeral(entry.parts[1]) != len(params):
                raise Wrong(f"not as many parameters as declared: {shown(entry)}")
            found.append((self.announce(entry.parts[0], len(params)), params, constructors))
        return self.constructors(found)

    def old_datatypes(self, params, bodies):
        """As before SMT-LIB 2.6: (declare-datatypes (X) ((T c (d (s Int)))))"""
        found = []
        for body in bodies:
            if not body.parts:
                raise Wrong("a datatype without a name")
            found.append((self.announce(body.parts[0], len(params)), params, body.parts[1:]))
        for data, _, _ in found:
            data.takes_own_params = True
        self.constructors(found)
        for data, _, _ in found:
            data.takes_own_params = False

    def constructors(self, found):
        world = self.world
        for data, params, constructors in found:
            for item in constructors:
                symbol = item.head if item.is_list else item
                if symbol is None:
                    raise Wrong("a constructor without a name")
                name, index, fields = self.new_name(symbol), len(data.constructors), []
                world.declare(world.meanings, name, ("constructor", data, index))
                for number, field in enumerate(item.parts[1:]):
                    if len(field.parts) != 2:
                        raise Wrong(f"expected a field (SELECTOR SORT): {shown(field)}")
                    selector, sort = self.new_name(field.parts[0]), world.read_sort(field.parts[1], params)
                    world.declare(world.meanings, selector, ("selector", data, index, number))
                    fields.append((selector, sort))
                data.constructors.append((name, fields))
        unfounded = [data for data, _, _ in found]
        while unfounded:
            founded = next((data for data in unfounded if has_value(data, unfounded)), None)
            if founded is None:
                raise Wrong(f"the datatype {unfounded[0].name} has no finite value")
            unfounded.remove(founded)


def has_value(data, unfounded):
    def is_open(sort):
        while sort[0] == "Array":
            sort = sort[2]
        return sort[0] == "Data" and sort[1] in unfounded

    return any(not any(is_open(sort) for _, sort in fields) for _, fields in data.constructors)


def levels(rest):
    """The number of a push or a pop."""
    if not rest:
        return 1
    if len(rest) > 1 or rest[0].kind != "numeral" or len(rest[0].text) > 9:
        raise Wrong("expected a number")
    if int(rest[0].text) > 1_000_000:
        raise Wrong("more than 1000000 levels")
    return int(rest[0].text)


def is_recursive(rest):
    """Whether a definition mentions what it defines."""
    name = rest[0].name
    return name is not None and any(item.name == name for part in rest[1:] for item in part.below())


def params_of(item):
    params = [name_of(param) for param in item.parts]
    if len(set(params)) < len(params):
        raise Wrong(f"a parameter occurs twice: {cut(item.text)}")
    return params


def body_of(body):
    """The parameters and the constructors of a datatype."""
    parts = body.parts
    if len(parts) == 3 and parts[0].is_word("par") and parts[1].is_list and parts[2].is_list:
        return params_of(parts[1]), parts[2].parts
    if not parts:
        raise Wrong("a datatype without constructors")
    return [], parts
