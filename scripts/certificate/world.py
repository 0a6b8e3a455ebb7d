"""Names and terms of a script. Every bound variable is one of its own, every name is resolved, every sort is known."""

from .sexpr import Wrong, cut
from .sorts import BOOL, DEEPEST, INT, REAL, Hole, closed, filled, resolved, unify, bits

SORTS = ("Bool", "Int", "Real", "Array", "BitVec")
STANDARD = set(
    "true false not and or => xor = distinct ite + - * / div mod abs <= < >= > to_real to_int is_int select store concat "
    "bvnot bvneg bvand bvor bvxor bvnand bvnor bvxnor bvadd bvsub bvmul bvudiv bvurem bvsdiv bvsrem bvsmod bvshl bvlshr "
    "bvashr bvcomp bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge ubv_to_int sbv_to_int".split()
)


class Var:
    """A bound variable; its label is what it is called in what is asked."""

    def __init__(self, name, sort, offset, label, number):
        self.name, self.sort, self.offset, self.label, self.number = name, sort, offset, label, number


class Term:
    """`kind` is lit, var, app, let or quantifier."""

    __slots__ = ("kind", "head", "args", "body", "sort")

    def __init__(self, kind, sort, head=None, args=(), body=None):
        self.kind, self.sort, self.head, self.args, self.body = kind, sort, head, args, body

    def below(self):
        """The terms directly below."""
        if self.kind == "app":
            return list(self.args)
        if self.kind == "let":
            return [value for _, value in self.args] + [self.body]
        return [self.body] if self.kind == "quantifier" else []

    def any(self, wanted):
        """Whether any term in it is as wanted."""
        stack = [self]
        while stack:
            term = stack.pop()
            if wanted(term):
                return True
            stack.extend(term.below())
        return False


class Function:
    """A predicate, an open function, or a macro."""

    def __init__(self, name, params, result, vars=None, body=None):
        self.name, self.params, self.result, self.vars, self.body = name, params, result, vars, body
        self.is_predicate = body is None and result == BOOL
        self.is_quantified = body is not None and body.any(lambda term: term.kind == "quantifier")
        about = lambda term: term.kind == "app" and is_about_predicates(term.head)
        self.has_predicates = body is not None and body.any(about)


def is_about_predicates(head):
    return head[0] == "function" and (head[1].is_predicate or head[1].has_predicates)


class Datatype:
    def __init__(self, name, arity):
        self.name, self.arity, self.constructors = name, arity, []
        # Whether its name alone means it with its own parameters: where it is declared as before SMT-LIB 2.6.
        self.takes_own_params = False


def lit(text, sort):
    return Term("lit", sort, text)


def op(name, args, sort):
    return Term("app", sort, ("op", name), list(args))


class World:
    """All that a script has said so far."""

    def __init__(self):
        self.meanings, self.sort_meanings, self.undo, self.scopes = {}, {}, [], []
        self.declared, self.datatypes, self.vars, self.copies = [], [], [], 0

    # Names.

    def mark(self):
        return len(self.undo)

    def declare(self, table, name, meaning):
        self.undo.append((table, name, table.get(name)))
        table[name] = meaning
        if meaning[0] == "function":
            self.declared.append(meaning[1])
            self.undo.append(None)

    def undo_to(self, mark):
        while self.scopes:
            self.leave()
        while len(self.undo) > mark:
            entry = self.undo.pop()
            if entry is None:
                self.declared.pop()
            else:
                self.restore(*entry)

    def restore(self, table, name, old):
        if old is None:
            table.pop(name, None)
        else:
            table[name] = old

    def enter(self):
        self.scopes.append([])

    def leave(self):
        for name, old in reversed(self.scopes.pop()):
            self.restore(self.meanings, name, old)

    def bind(self, symbol, sort, letter):
        name = name_of(symbol)
        var = self.var(name, sort, symbol.start, f"{letter}{symbol.start}")
        if any(name == other for other, _ in self.scopes[-1]):
            raise Wrong(f"the variable {name} is bound twice")
        self.scopes[-1].append((name, self.meanings.get(name)))
        self.meanings[name] = ("local", var)
        return var

    def check_new(self, name):
        if name in self.meanings:
            raise Wrong(f"{name} is declared already")
        if name in STANDARD:
            raise Wrong(f"{name} is an operator of the standard")

    def predicate(self, name):
        meaning = self.meanings.get(name)
        return meaning[1] if meaning and meaning[0] == "function" and meaning[1].is_predicate else None

    def constructor_named(self, name):
        meaning = self.meanings.get(name)
        return meaning[1:] if meaning and meaning[0] == "constructor" else None

    # Variables and terms.

    def var(self, name, sort, offset, label):
        self.vars.append(Var(name, sort, offset, label, len(self.vars)))
        return self.vars[-1]

    def fresh(self, sort):
        return self.var("", sort, -1, f"u{len(self.vars)}")

    def sharing(self, terms, make):
        """What is made of copies of the terms, each of which is there once."""
        bindings, names = [], []
        for term in terms:
            if term.kind in ("lit", "var"):
                names.append(term)
                continue
            var = self.fresh(term.sort)
            bindings.append((var, term))
            names.append(Term("var", term.sort, var))
        result = make(names)
        return Term("let", result.sort, None, bindings, result) if bindings else result

    def fit(self, term, wanted):
        if resolved(term.sort) == INT and resolved(wanted) == REAL:
            term = lit(term.head + ".0", REAL) if term.kind == "lit" else op("to_real", [term], REAL)
        elif resolved(term.sort) == REAL and resolved(wanted) == INT:
            term = op("to_int", [term], INT)
        if not unify(term.sort, wanted):
            raise Wrong(f"expected the sort {show(wanted)}, found {show(term.sort)}")
        return term

    def call(self, function, args):
        if len(args) != len(function.params):
            raise Wrong(f"{function.name} has {len(function.params)} arguments, found {len(args)}")
        args = [self.fit(arg, param) for arg, param in zip(args, function.params)]
        if function.is_quantified:
            self.copies += 1
            return self.put_in_place(function, args)
        return Term("app", function.result, ("function", function), args)

    def put_in_place(self, function, args):
        """The body of a definition; what it binds is bound anew."""
        renamed, bindings = {}, []
        for var, arg in zip(function.vars, args):
            bindings.append((self.copied(var, renamed), arg))
        body = self.copy(function.body, renamed)
        return Term("let", function.result, None, bindings, body) if bindings else body

    def copied(self, var, renamed):
        renamed[var] = self.var(var.name, var.sort, var.offset, f"{var.label}.{self.copies}")
        return renamed[var]

    def copy(self, root, renamed):
        stack, done = [(root, False)], []
        while stack:
            term, ready = stack.pop()
            if not ready:
                bound = [var for var, _ in term.args] if term.kind == "let" else term.args if term.kind == "quantifier" else []
                for var in bound:
                    self.copied(var, renamed)
                stack.append((term, True))
                stack.extend((part, False) for part in reversed(term.below()))
                continue
            count = len(term.below())
            parts = done[len(done) - count :]
            del done[len(done) - count :]
            new = Term(term.kind, term.sort, term.head, term.args, term.body)
            if term.kind == "var":
                new.head = renamed.get(term.head, term.head)
            elif term.kind == "app":
                new.args = parts
            elif term.kind == "let":
                new.args = [(renamed[var], value) for (var, _), value in zip(term.args, parts)]
                new.body = parts[-1]
            elif term.kind == "quantifier":
                new.args, new.body = [renamed[var] for var in term.args], parts[0]
            done.append(new)
        return done[0]

    # Datatypes.

    def constructor(self, data, index):
        """The sort that a constructor makes, and those of its fields."""
        args = [Hole() for _ in range(data.arity)]
        sort = ("Data", data, *args)
        return sort, [filled(field, args) for _, field in data.constructors[index][1]]

    def construct(self, data, index, stated, args):
        sort, fields = self.constructor(data, index)
        if stated is not None and not unify(sort, stated):
            raise Wrong(f"a constructor of another sort than {show(stated)}")
        if len(args) != len(fields):
            raise Wrong(f"{data.constructors[index][0]} has {len(fields)} arguments, found {len(args)}")
        args = [self.fit(arg, field) for arg, field in zip(args, fields)]
        return Term("app", sort, ("constructor", sort, index), args)

    def select(self, data, index, field, term):
        sort, fields = self.constructor(data, index)
        return Term("app", fields[field], ("selector", sort, index, field), [self.fit(term, sort)])

    def test(self, data, index, term):
        sort, _ = self.constructor(data, index)
        return Term("app", BOOL, ("tester", sort, index), [self.fit(term, sort)])

    # Sorts as they are written.

    def read_sort(self, item, params=(), depth=0):
        if depth > DEEPEST:
            raise Wrong("sorts are nested too deep")
        if item.name is not None:
            if item.name in params:
                return ("Param", params.index(item.name))
            return self.named_sort(item.name, ())
        if not item.parts:
            raise Wrong("expected a sort")
        head, rest = item.parts[0], item.parts[1:]
        if head.is_word("_"):
            if len(rest) != 2 or rest[0].name != "BitVec":
                raise Wrong("not a sort")
            return bits(numeral(rest[1]))
        if head.name is None or not rest:
            raise Wrong("expected the name of a sort with arguments")
        return self.named_sort(head.name, tuple(self.read_sort(part, params, depth + 1) for part in rest))

    def named_sort(self, name, args):
        meaning = self.sort_meanings.get(name)
        simple = {"Bool": BOOL, "Int": INT, "Real": REAL}
        if meaning:
            kind, value, arity = meaning
        elif name in simple:
            kind, value, arity = "simple", simple[name], 0
        elif name == "Array":
            kind, value, arity = "array", None, 2
        else:
            raise Wrong(f"unknown sort {name}")
        if kind == "data" and not args and value.takes_own_params:
            args = tuple(("Param", i) for i in range(arity))
        if len(args) != arity:
            raise Wrong(f"the sort {name} has {arity} arguments, found {len(args)}")
        if kind == "array":
            return ("Array", *args)
        if kind == "data":
            return ("Data", value, *args)
        return filled(value, args) if kind == "alias" else value


def name_of(symbol):
    """The name that a symbol gives to something."""
    if symbol.name is None or symbol.reserved:
        raise Wrong(f"expected a name: {cut(symbol.text)}")
    return symbol.name


def numeral(item):
    if item.kind != "numeral" or int(item.text) >= 1 << 32:
        raise Wrong(f"expected a number below 2^32, found {cut(item.text)}")
    return int(item.text)


def show(sort, depth=0):
    """A sort in messages."""
    sort = resolved(sort)
    if isinstance(sort, Hole) or depth > 6:
        return "?"
    if sort[0] == "Bits":
        return f"(_ BitVec {sort[1]})"
    if sort[0] == "Declared":
        return sort[1].name
    name = sort[1].name if sort[0] == "Data" else sort[0]
    inner = [show(part, depth + 1) for part in (sort[2:] if sort[0] == "Data" else sort[1:])]
    return f"({name} {' '.join(inner)})" if inner else name


__all__ = ["World", "Term", "Function", "Datatype", "lit", "op", "name_of", "numeral", "show", "is_about_predicates", "closed"]
