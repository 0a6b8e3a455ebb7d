"""What terms and sorts mean, written for a solver with names of our own, so that no name can be taken for another.

Written from the SMT-LIB standard, without a look at how any checker of ours does it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from .sexpr import Seq, Sexpr, atoms, head, name_of, start_of, write

NUMBER = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?|#x[0-9a-fA-F]+|#b[01]+")
RESERVED = {"!", "_", "as", "exists", "forall", "let", "match", "par"}
SORTS = {"Bool", "Int", "Real", "Array", "BitVec"}
CORE = "true false not => and or xor = distinct ite".split()
NUMBERS = "- + * div mod abs <= < >= > / to_real to_int is_int".split()
BITS = """concat bvnot bvneg bvand bvor bvadd bvmul bvudiv bvurem bvshl bvlshr bvult bvnand bvnor bvxor bvxnor bvcomp
bvsub bvsdiv bvsrem bvsmod bvashr bvule bvugt bvuge bvslt bvsle bvsgt bvsge""".split()
STANDARD = {*CORE, *NUMBERS, *BITS, "select", "store"}
# What Z3 reads beside the standard; a script may declare these.
BEYOND = "^ bvnego bvsaddo bvuaddo bvsmulo bvumulo bvssubo bvusubo bvsdivo sbv_to_int".split()
INDEXED = "extract repeat zero_extend sign_extend rotate_left rotate_right int2bv nat2bv int_to_bv".split()
# What older tools write; a script may declare these.
OLDER = {
    "implies": "=>",
    "iff": "=",
    "if": "ite",
    "~": "-",
    "bv2int": "bv2int",
    "bv2nat": "bv2int",
    "ubv_to_int": "bv2int",
}
OLDER |= {f"bv{op}_i": f"bv{op}" for op in ("udiv", "urem", "sdiv", "srem", "smod")} | {"rem": "rem"}
OLDER |= {word: word for word in BEYOND}


class Wrong(Exception):
    """This is no evidence, or no question."""


class Open(Exception):
    """Something that is not known here."""


@dataclass
class Names:
    """Declared names, and what stands for them."""

    sorts: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, tuple[list[str], Sexpr]] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    constructors: set[str] = field(default_factory=set)
    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return f"zz{self.count}"

    def copy(self) -> Names:
        return Names(dict(self.sorts), dict(self.aliases), dict(self.functions), set(self.constructors), self.count)

    def declare(self, word: Sexpr, is_sort: bool = False) -> str:
        """A new name for a declared one."""
        if not isinstance(word, str) or word in RESERVED or NUMBER.fullmatch(word) or word[:1] in ':"':
            raise Wrong(f"not a name: {write(word)[:40]}")
        name = name_of(word)
        if name in (SORTS if is_sort else STANDARD):
            raise Wrong(f"{name} is declared, and means something already")
        if name in (self.sorts | self.aliases if is_sort else self.functions):
            raise Wrong(f"{name} is declared twice")
        safe = self.fresh()
        (self.sorts if is_sort else self.functions)[name] = safe
        return safe

    def expanded(self, sort: Sexpr) -> Sexpr:
        """A sort without aliases."""
        if isinstance(sort, str):
            if name_of(sort) in self.aliases:
                parameters, body = self.aliases[name_of(sort)]
                if parameters:
                    raise Wrong("an alias without its arguments")
                return self.expanded(body)
            return name_of(sort)
        if not sort:
            raise Wrong("an empty sort")
        if sort[0] == "_":
            return tuple(sort)
        parts = tuple(self.expanded(part) for part in sort[1:])
        if not isinstance(sort[0], str):
            raise Wrong("not a sort")
        if name_of(sort[0]) in self.aliases:
            parameters, body = self.aliases[name_of(sort[0])]
            if len(parameters) != len(parts):
                raise Wrong("an alias with other arguments")
            return self.expanded(replaced(body, dict(zip(parameters, parts, strict=True))))
        return (name_of(sort[0]), *parts)

    def sort(self, sort: Sexpr, parameters: dict[str, str] | None = None) -> str:
        """A sort for the solver."""
        return self.sort_text(self.expanded(sort), parameters or {})

    def sort_text(self, sort: Sexpr, parameters: dict[str, str]) -> str:
        if isinstance(sort, str):
            if sort in parameters:
                return parameters[sort]
            if sort in ("Bool", "Int", "Real"):
                return sort
            if sort in self.sorts:
                return self.sorts[sort]
            raise Open(f"the sort {sort}")
        if head(sort) == "_":
            if len(sort) == 3 and sort[1] == "BitVec" and isinstance(sort[2], str) and sort[2].isdigit():
                return f"(_ BitVec {sort[2]})"
            raise Open(f"the sort {write(sort)[:40]}")
        word = "Array" if sort[0] == "Array" else self.sorts.get(str(sort[0]))
        if word is None:
            raise Open(f"the sort {write(sort)[:40]}")
        return f"({word} {' '.join(self.sort_text(part, parameters) for part in sort[1:])})"


def replaced(item: Sexpr, values: dict[str, Sexpr]) -> Sexpr:
    if isinstance(item, str):
        return values.get(item, item)
    return tuple(replaced(part, values) for part in item)


@dataclass(frozen=True)
class Late:
    """A term that a let binds, written where it is used: there it is known whether it is asserted or denied."""

    term: Sexpr
    scope: Scope


Scope: TypeAlias = "dict[str, str | Late]"


@dataclass
class Terms:
    """Writes terms. `values` are those of instantiated variables by the byte where they are bound."""

    names: Names
    values: dict[int, tuple[str, str]] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)

    def bound(self, word: Sexpr, env: Scope, new: Scope) -> str:
        if not isinstance(word, str) or word in RESERVED or NUMBER.fullmatch(word) or word[:1] in ':"':
            raise Wrong(f"not a variable: {write(word)[:40]}")
        if name_of(word) in new:
            raise Wrong(f"{word} is bound twice")
        new[name_of(word)] = safe = self.names.fresh()
        return safe

    def variables(self, pairs: Sexpr, env: Scope) -> tuple[str, Scope]:
        """The text of `((x S) …)`, and the scope with these."""
        new: Scope = {}
        text = ""
        if not isinstance(pairs, tuple):
            raise Wrong("not a list of variables")
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise Wrong("not a variable with its sort")
            text += f"({self.bound(pair[0], env, new)} {self.names.sort(pair[1])})"
        return text, env | new

    def symbol(self, word: str, env: Scope, sign: int = 0) -> str:
        if NUMBER.fullmatch(word):
            return word
        if word[:1] in ':"#' or word[:1].isdigit() or word in RESERVED:
            raise Wrong(f"{word[:40]} is no term")
        name = name_of(word)
        known = env.get(name)
        if isinstance(known, Late):
            return self.term(known.term, known.scope, sign)
        if known is not None:
            return known
        if name in self.names.functions:
            return self.names.functions[name]
        if name in ("true", "false"):
            return name
        raise Open(f"the name {word[:40]}")

    def term(self, term: Sexpr, env: Scope, sign: int = 0) -> str:
        """A term; `sign` is 1 for a formula that is asserted, -1 for one that is denied."""
        if isinstance(term, str):
            return self.symbol(term, env, sign)
        if not term:
            raise Wrong("an empty term")
        first = term[0]
        if isinstance(first, str):
            if first in RESERVED:
                return self.special(first, term, env, sign)
            return self.application(first, term, env, sign)
        if len(term) < 2:
            self.nothing()
        if first[:2] == ("_", "divisible") and len(first) == 3 and len(term) == 2 and str(first[2]).isdigit():
            return f"(= (mod {self.term(term[1], env)} {first[2]}) 0)"
        return f"({self.qualified(first)} {self.all(term[1:], env)})"

    def nothing(self) -> NoReturn:
        raise Wrong("a function without arguments in parentheses")

    def all(self, terms: tuple[Sexpr, ...], env: Scope) -> str:
        return " ".join(self.term(part, env) for part in terms)

    def application(self, first: str, term: tuple[Sexpr, ...], env: Scope, sign: int) -> str:
        name = name_of(first)
        if len(term) < 2 and name not in ("and", "or"):
            self.nothing()
        if name in env:
            raise Wrong(f"the variable {first} is applied")
        if name in self.names.functions:
            return f"({self.names.functions[name]} {self.all(term[1:], env)})"
        if name.startswith("is-") and name[3:] in self.names.constructors:
            return f"((_ is {self.names.functions[name[3:]]}) {self.all(term[1:], env)})"
        word = name if name in STANDARD else OLDER.get(name)
        if word is None or word in ("true", "false"):
            raise Open(f"the function {first[:40]}")
        last = len(term) - 2
        signs = [0] * len(term[1:])
        if word in ("and", "or", "not"):
            signs = [-sign if word == "not" else sign] * len(signs)
        elif word == "=>":
            signs = [-sign] * last + [sign]
        elif word == "ite":
            signs = [0, sign, sign]
        if len(term) < 2:
            return "true" if word == "and" else "false"
        parts = [self.term(part, env, one) for part, one in zip(term[1:], signs, strict=True)]
        if word == "-" and name == "~" and len(parts) != 1:
            raise Open("~ of many")
        while word == "bvsub" and len(parts) > 2:
            parts[:2] = [f"(bvsub {parts[0]} {parts[1]})"]
        return f"({word} {' '.join(parts)})"

    def special(self, first: str, term: tuple[Sexpr, ...], env: Scope, sign: int) -> str:
        if first == "_" and len(term) == 3 and isinstance(term[1], str) and re.fullmatch("bv[0-9]+", term[1]):
            return f"(_ {term[1]} {term[2]})"
        if (
            first == "as"
            and len(term) == 3
            and isinstance(term[1], str)
            and name_of(term[1]) in self.names.constructors
        ):
            return f"(as {self.names.functions[name_of(term[1])]} {self.names.sort(term[2])})"
        if first == "!" and len(term) >= 4 and len(term) % 2 == 0:
            return self.term(term[1], env, sign)
        if first in ("forall", "exists") and len(term) == 3:
            return self.quantifier(first, term, env, sign)
        if first == "let" and len(term) == 3 and isinstance(term[1], tuple):
            new: Scope = {}
            text = ""
            for pair in term[1]:
                if not isinstance(pair, tuple) or len(pair) != 2:
                    raise Wrong("not a binding")
                value = self.term(pair[1], env)
                text += f"({self.bound(pair[0], env, new)} {value})"
                if self.values and any(word in ("forall", "exists") for word in atoms(pair[1])):
                    new[name_of(str(pair[0]))] = Late(pair[1], env)
            return f"(let ({text}) {self.term(term[2], env | new, sign)})"
        if first == "match" and len(term) == 3 and isinstance(term[2], tuple):
            return self.match(term, env)
        raise Wrong(f"no term begins so: {write(term)[:60]}")

    def quantifier(self, first: str, term: tuple[Sexpr, ...], env: Scope, sign: int) -> str:
        pairs = term[1] if isinstance(term[1], tuple) else ()
        if not pairs or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
            raise Wrong("a quantifier of nothing")
        given = [self.values.get(start_of(pair[0])) for pair in pairs]
        if any(given) and (sign, first) in ((1, "forall"), (-1, "exists")):
            kept = Seq(pair for pair, value in zip(pairs, given, strict=True) if value is None)
            new: Scope = {}
            lets = ""
            for pair, value in zip(pairs, given, strict=True):
                if value is not None:
                    if name_of(str(pair[0])) != value[0]:
                        raise Wrong(f"a value for {value[0]} where {pair[0]} is bound")
                    self.used.add(start_of(pair[0]))
                    lets += f"({self.bound(pair[0], env, new)} {value[1]})"
            inner = (first, kept, term[2])
            body = self.term(inner if kept else term[2], env | new, sign)
            return f"(let ({lets}) {body})"
        text, scope = self.variables(pairs, env)
        return f"({first} ({text}) {self.term(term[2], scope, sign)})"

    def match(self, term: tuple[Sexpr, ...], env: Scope) -> str:
        cases = ""
        for case in term[2]:
            if not isinstance(case, tuple) or len(case) != 2:
                raise Wrong("not a case")
            pattern, new = case[0], dict[str, str | Late]()
            if isinstance(pattern, str) and name_of(pattern) in self.names.constructors:
                shown = self.names.functions[name_of(pattern)]
            elif isinstance(pattern, str):
                shown = self.bound(pattern, env, new)
            else:
                shown = " ".join(self.bound(word, env, new) for word in pattern[1:])
                shown = f"({self.symbol(str(pattern[0]), {})} {shown})"
            cases += f"({shown} {self.term(case[1], env | new)})"
        return f"(match {self.term(term[1], env)} ({cases}))"

    def qualified(self, first: tuple[Sexpr, ...]) -> str:
        """The head of an application that is no word."""
        word = str(first[1]) if len(first) > 1 and isinstance(first[1], str) else ""
        if head(first) == "_" and len(first) > 2:
            if word == "is" and len(first) == 3 and isinstance(first[2], str):
                return f"(_ is {self.symbol(first[2], {})})"
            if word in INDEXED and all(isinstance(part, str) and part.isdigit() for part in first[2:]):
                word = "int2bv" if word in ("int_to_bv", "nat2bv") else word
                return f"(_ {word} {' '.join(map(str, first[2:]))})"
        if head(first) == "as" and len(first) == 3:
            if word == "const" and "const" not in self.names.functions:
                return f"(as const {self.names.sort(first[2])})"
            if name_of(word) in self.names.constructors:
                return f"(as {self.names.functions[name_of(word)]} {self.names.sort(first[2])})"
        raise Open(f"the function {write(first)[:60]}")
